"""Many hands at once: columns in, totals and rules out, by the conditions that score one hand. Needs numpy."""
