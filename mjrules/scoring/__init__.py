"""Scoring: from what holds to what counts, its value, the best reading, and why."""
