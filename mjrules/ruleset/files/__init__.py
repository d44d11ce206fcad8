"""The files of rulesets: found, read, and joined into nodes that know their places; what they mean is not asked."""
