"""The walls: shuffled tiles, the dice that break them, and the order in which they are drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..ruleset.table import TableRules
from ..tiles import Tile, TileSet


class Shuffled(NamedTuple):
    """A wall in the order of drawing, and the dice by which it was broken, as a log tells them."""

    order: tuple[Tile, ...]
    dice: Mapping[str, Any]


def shuffled(tiles: TileSet, rules: TableRules, seed: int | str | None) -> Shuffled:
    """A wall out of a seed: all tiles of the set laid in a ring, and broken by the dice of East and the owner."""
    chance = random.Random(seed)
    draw = chance.random
    ring = [tile for tile, copies in enumerate(tiles.copies) for _ in range(copies)]
    keys = [draw() for _ in ring]
    order = [ring[place] for place in sorted(range(len(ring)), key=keys.__getitem__)]
    return Shuffled(tuple(order), {})
