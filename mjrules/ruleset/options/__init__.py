"""The options of a ruleset: what they are, where they stand, and what choosing them changes."""
