"""Logs: games that are replayed, ours and those of other programs."""
