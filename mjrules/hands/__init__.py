"""Hands: pieces, melds, the hand of a player, and its two forms, record and text."""
