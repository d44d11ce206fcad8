"""A hand in play, without its rules: what happens, what it changes, and what house rules may add."""
