"""A game in the terminal: how it looks, what is asked, and what is done with the answers."""
