"""Which tiles a player passes who wants to win: those that the hand needs least."""

from __future__ import annotations

from mjrules.hooks import Action, Advised, Outlook, events

from .play import YES
from .settings import Settings

FEW = 3
"""A hand that lacks no more tiles may be harmed by another exchange as well as helped."""


def advice(settings: Settings, outlook: Outlook, action: Action) -> Advised | None:
    """What is lost by passing tiles; an exchange is consented to by a hand that lacks more than a few tiles."""
    if isinstance(action, events.Answer):
        wanted = outlook.missing > FEW
        why = f"{outlook.missing} tiles are missing"
        return Advised(1 if (action.word == YES) is wanted else -1, why)
    if not isinstance(action, events.Give):
        return None
    if not action.tiles:
        return Advised(-float("inf"), "what one has not seen may be needed")
    return Advised(-sum(outlook.needs(tile) for tile in action.tiles), "the hand needs these tiles least")
