"""Why a hand scores what it scores, and why it does not win."""
