"""What is shown of a score and of an evening, in words, before a page or a terminal lays it out."""
