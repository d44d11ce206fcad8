"""A match: hand after hand, who sits where and is East next, and records about it."""
