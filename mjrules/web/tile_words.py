"""Tiles in words, as a screen reader says them on the page, in its language."""

from __future__ import annotations

from collections.abc import Callable

from ..pictures.svg import Pictures
from ..tiles.names import Names
from ..tiles.tile import Tile
from ..words.chinese_tiles import chinese_tile
from .speech import LANGUAGES, Speech


def tile_namer(names: Names, say: Speech) -> Callable[[Tile], str]:
    """What names a tile: in English the names of the ruleset, in Chinese the tiles as everybody calls them."""
    return Pictures(names).tile_name if say.language == LANGUAGES[0] else chinese_tile
