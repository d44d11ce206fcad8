"""Words: what conditions and shapes ask for, said as a player would say it."""
