"""How far hands are from a hand that may win: how many tiles are missing, which improve it, and which are too many."""
