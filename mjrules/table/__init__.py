"""The table: how a ruleset is played, from the seats to the end of a match."""
