"""Which bonus tiles `flowers=` lists in a hand text, written or named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..errors import TileError, nearest_word
from ..tiles.tile import TEXT, Tile, format_tiles, parse_tiles
from . import text_faults as faults
from .record import bad
from .spoken import without_spaces

if TYPE_CHECKING:
    from ..tiles.names import Names

_BETWEEN: Final = r"[,;&+/]|\band\b"
"""What may be between the flowers of `flowers=`."""


def flowers_said(value: str, names: Names | None) -> list[str]:
    """The bonus tiles that `flowers=` lists, written or named."""
    try:
        return [format_tiles([tile]) for tile in parse_tiles(value)]
    except TileError as error:
        first = error
    written = filter(None, re.split(_BETWEEN, value))
    words = [word for part in written for word in without_spaces(part, names)]
    found = [flower(word, names) for word in words]
    if None in found and names is not None:
        word = words[found.index(None)]
        near = nearest_word(word, names.bonus_words)
        if near is not None:
            raise bad(faults.NO_FLOWER(word=word, near=near), "flowers")
        if word.isalpha():
            raise bad(faults.NO_FLOWER_EITHER(word=word), "flowers")
    if not found or None in found:
        raise bad(str(first), "flowers")
    return [TEXT[tile] for tile in found if tile is not None]


def flower(word: str, names: Names | None) -> Tile | None:
    """The bonus tile that a word writes or names, or None."""
    try:
        tiles = parse_tiles(word)
    except TileError:
        tiles = ()
    if len(tiles) == 1:
        return tiles[0]
    try:
        return None if names is None else names.bonus(word)
    except TileError as error:
        raise bad(str(error), "flowers") from None
