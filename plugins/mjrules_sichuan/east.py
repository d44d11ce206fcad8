"""Who is East in the next hand."""

from __future__ import annotations

from mjrules.hooks import HandPlayed


def first_winner(settings: None, hand: HandPlayed) -> str:
    """Who wins first is East next, of two with one tile who discarded it; where nobody wins East stays."""
    wins = hand.first_wins
    return hand.seats[0 if not wins else wins[0].other if len(wins) > 1 else wins[0].seat]
