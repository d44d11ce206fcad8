"""The printed rulebook of a ruleset: how it is played, its rules with hands drawn in tiles, payments, and sheets."""
