"""Tiles in words, as a screen reader says them on the page, in its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..pictures.svg import Pictures
from ..tiles.names import Names
from ..tiles.tile import BONUS, JOKER, KIND, RED, SUIT, SUITS, TEXT, Tile
from .speech import LANGUAGES, Speech

_DIGITS: Final = "一二三四五六七八九"


def tile_namer(names: Names, say: Speech) -> Callable[[Tile], str]:
    """What names a tile: in English the names of the ruleset, in another language those of the page."""
    if say.language == LANGUAGES[0]:
        return Pictures(names).tile_name
    return lambda tile: _told(tile, say)


def _told(tile: Tile, say: Speech) -> str:
    if tile >= JOKER and tile not in RED:
        return say("tile_joker") if tile == JOKER else say("tile_joker_as", tile=_told(KIND[tile], say))
    text = TEXT[KIND[tile]]
    if tile in BONUS:
        return say("tile_flower" if text[0] == "f" else "tile_season", number=text[1])
    if SUIT[tile] in tuple(SUITS):
        named = say("tile_of_suit", number=_DIGITS[int(text[0]) - 1], suit=say(f"suit_{SUIT[tile]}"))
        return say("tile_red", tile=named) if tile in RED else named
    return say(f"tile_{text}")
