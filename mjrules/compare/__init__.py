"""Comparison: what a house rule does, told by the same hands played under two rulesets."""
