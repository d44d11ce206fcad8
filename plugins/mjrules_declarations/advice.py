"""When a declaration is worth it: what the hand is expected to bring with it, and without."""

from __future__ import annotations

from mjrules.hooks import Action, Advised, Outlook, events

from .on_deal import Forgo
from .promise import Promises


def advice(settings: Promises, outlook: Outlook, action: Action) -> Advised | None:
    """What a declaration gains; to declare nothing before play gains nothing."""
    if isinstance(action, Forgo):
        return Advised(0, "nothing is gained by declaring")
    if not isinstance(action, events.Declare) or action.word not in settings:
        return None
    if outlook.missing > 1:
        return Advised(-1, "the hand does not wait yet")
    promise = settings[action.word]
    declared = outlook.waiting((action.word,), "none" if promise.claims == "none" else "win")
    if promise.to_win:
        return Advised(declared, "only a hand that was declared wins")
    without = outlook.waiting()
    better = "the hand brings more with it" if declared > without else "the hand waits, and nothing is lost by it"
    return Advised(declared - without, better if declared >= without else "the hand brings more without")
