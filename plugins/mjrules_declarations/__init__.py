"""The house rule `declarations`: what a player declares before a discard, and must keep to afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import Asks, HouseRule, Play, State, hookimpl

from .play import Declarations

MJRULES = ">=0.1,<0.2"


def play(settings: Mapping[str, Any], state: State, asks: Asks) -> Play | None:
    """What is declared in a hand; None where nothing is."""
    return Declarations(settings, state, asks) if any(own is not None for own in settings.values()) else None


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `declarations`."""
    about = "what a player may declare before a discard, by the flag that his hand then has"
    return [HouseRule("declarations", about, "mjrules_declarations.config:Settings", play, flags_in=((),))]
