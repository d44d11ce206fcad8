"""What can be wrong with a ruleset file, and where: each check has a module."""
