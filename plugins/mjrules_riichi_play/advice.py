"""When riichi is worth its stake, for players that play by themselves."""

from __future__ import annotations

from mjrules.hooks import Action, Advised, Outlook, events

from .riichi import Stake

LOST = 0.5
"""How likely the stake is lost."""


def advice(settings: Stake, outlook: Outlook, action: Action) -> Advised | None:
    """What riichi gains: what the hand brings with it, without, and the stake."""
    if not isinstance(action, events.Declare) or action.word != settings.flag:
        return None
    gain = outlook.waiting((settings.flag,)) - outlook.waiting() - LOST * settings.stake
    return Advised(gain, "the hand brings more with it" if gain >= 0 else "the hand brings more without")
