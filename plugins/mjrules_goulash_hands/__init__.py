"""The house rule `goulash_hands`: hands after a draw are played under other options, until somebody wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import HandsBefore, HouseRule, Sentence, hookimpl

from .settings import Settings, told

MJRULES = ">=0.1,<0.2"


def options(settings: Settings, drawn: HandsBefore) -> Mapping[str, Any]:
    """The options of the next hand: those of a goulash, where enough hands in a row were drawn."""
    return settings.options if drawn.draws >= settings.after_draws else {}


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `goulash_hands`."""
    about = Sentence(
        "the hands after a draw are played under other options, until somebody wins",
        "荒后加局：无人和之后各局另有约定，直到有人和",
    )()
    return [HouseRule("goulash_hands", about, Settings, options=options, options_in=(("options",),), told=told)]
