"""Tiles as mjai writes them."""

from __future__ import annotations

from collections.abc import Mapping

from mjrules.hooks import TEXT, parse_tiles

HONOURS = "ESWNPFC"
RED = "r"


def _text(text: str) -> str:
    """The text of a tile, out of ours."""
    if text[1:] == "z":
        return HONOURS[int(text[0]) - 1]
    return f"5{text[1]}{RED}" if text[0] == "0" else text


TILES: Mapping[str, int] = {
    _text(text): tile
    for text, tile in ((TEXT[tile], tile) for tile in parse_tiles("0123456789m0123456789p0123456789s1234567z"))
}
"""Every tile by its text."""
RED_FIVES = tuple(name for name in TILES if name.endswith(RED))
"""The texts of the red fives."""
NAMES: Mapping[int, str] = {tile: text for text, tile in TILES.items()}
"""The text of every tile."""
