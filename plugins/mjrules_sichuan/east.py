"""Who is East in the next hand."""

from __future__ import annotations

from mjrules.hooks import HandPlayed, events


def first_winner(settings: None, hand: HandPlayed) -> str:
    """Who wins first is East next, of two with one tile who discarded it; where nobody wins East stays."""
    wins: list[events.Won] = []
    for event in hand.events:
        if isinstance(event, events.Won):
            wins.append(event)
        elif wins and isinstance(event, events.Drawn):
            break  # what follows is another win
    return hand.seats[0 if not wins else wins[0].other if len(wins) > 1 else wins[0].seat]
