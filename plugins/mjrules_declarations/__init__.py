"""The house rule `declarations`: what a player declares before a discard, and must keep to afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import Asks, HandInPlay, HouseRule, Play, Sentence, hookimpl

from .advice import advice
from .on_deal import DealDeclarations
from .play import Declarations
from .promise import Promises, told

MJRULES = ">=0.1,<0.2"


def play(settings: Promises, state: HandInPlay, asks: Asks) -> Play | None:
    """What is declared in a hand; None where nothing is."""
    on_deal = any(promise.at == "deal" for promise in settings.values())
    kind = DealDeclarations if on_deal else Declarations
    return kind(settings, state, asks) if settings else None


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `declarations`."""
    about = Sentence(
        "what a player may declare before a discard, by the flag that the hand then has",
        "宣告：打牌之前可作的宣告，此后手牌以此论",
    )()
    return [HouseRule("declarations", about, Promises, play, flags_in=((),), advice=advice, told=told)]
