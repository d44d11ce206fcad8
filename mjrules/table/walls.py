"""The walls: shuffled tiles, the dice that break them, and the order in which they are drawn."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..ruleset.table import TableRules
from ..tiles import Tile, TileSet
from .breaking import Break, break_at, draw_order


class Shuffled(NamedTuple):
    """A wall in the order of drawing, and how it was broken, as a log tells it."""

    order: tuple[Tile, ...]
    broken: Mapping[str, Any]


def shuffled(tiles: TileSet, rules: TableRules, seed: int | str | None) -> Shuffled:
    """A wall out of a seed: all tiles of the set laid in a ring, and broken by the dice of East and the owner.

    Only `Random.random` is asked, whose numbers are the same for a seed in every version of Python.
    """
    draw = random.Random(seed).random
    ring = [tile for tile, copies in enumerate(tiles.copies) for _ in range(copies)]
    keys = [draw() for _ in ring]
    ring = [ring[place] for place in sorted(range(len(ring)), key=keys.__getitem__)]
    one, two, three, four = (1 + int(6 * draw()) for _ in range(4))
    places, broken = _opened(rules, len(ring), (one, two), (three, four))
    dice = {"dice_east": [one, two], "dice_owner": [three, four]}
    return Shuffled(
        tuple([ring[place] for place in places]), {**dice, "wall": broken.wall, "stack_from_right": broken.stack}
    )


@lru_cache(maxsize=1024)
def _opened(
    rules: TableRules, size: int, east: tuple[int, ...], owner: tuple[int, ...]
) -> tuple[tuple[int, ...], Break]:
    """The order of drawing after these throws, and the break."""
    broken = break_at(rules, size, east, owner)
    return draw_order(rules, size, broken), broken


def dispute(seed: str) -> tuple[list[int], list[int]]:
    """Two dice for each of two players, thrown until one has more."""
    draw = random.Random(seed).random
    while True:
        own, other = ([1 + int(6 * draw()), 1 + int(6 * draw())] for _ in range(2))
        if sum(own) != sum(other):
            return own, other
