"""Hands found by chance: random ones of any ruleset, and plain ones that have a rule."""
