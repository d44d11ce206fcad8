"""Ruleset files: read with places, inherited, checked, and turned into something that scores."""
