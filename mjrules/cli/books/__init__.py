"""The books of a club on the command line: what is written into them, in which words; what they say; their files."""
