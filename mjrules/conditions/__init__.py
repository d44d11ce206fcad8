"""Conditions: the language that is only data, read into formulas over small views of a hand."""
