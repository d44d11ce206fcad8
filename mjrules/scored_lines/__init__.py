"""The lines of a file of hand records, scored: one by one, or many together as columns, with the same answers."""
