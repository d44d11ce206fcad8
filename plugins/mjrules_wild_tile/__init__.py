"""The house rule `wild_tile`: a tile turned up before play says which tiles are wild, as records then say."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .turning import Turning, WildTiles, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `wild_tile`."""
    about = Sentence("a tile turned up before play says which tiles are wild", "翻百搭：开局前翻一张牌，由它定百搭")()
    return [HouseRule("wild_tile", about, Turning, WildTiles, told=told)]
