"""Shapes: what complete hands look like, every way to read one, and what is missing."""
