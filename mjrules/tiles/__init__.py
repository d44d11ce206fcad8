"""Tiles: numbers and texts, classes, names in words, and with which a game is played."""
