"""A resolved ruleset becomes a rulebook: every name it has is read."""
