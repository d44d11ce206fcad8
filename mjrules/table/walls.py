"""The walls: shuffled tiles, the dice that break them, and the order in which they are drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import repeat, starmap
from operator import index
from typing import Any, Final, SupportsIndex

from ..declared.named_tuple import NamedTuple
from ..errors import described
from ..play.event_fields import NO_TILE
from ..ruleset.play_rules import TableRules
from ..tiles.tile import TEXT, Tile
from ..tiles.tileset import TileSet
from .breaking import break_at, draw_order
from .errors import TableError, seed_said

SEEDS_DRAWN: Final = 2**53
"""How many seeds are drawn from; programs of any language read the numbers of them."""


class Shuffled(NamedTuple):
    """A wall in the order of drawing, and how it was broken, as a log records it."""

    order: tuple[Tile, ...]
    broken: Mapping[str, Any]


def chance_of(seed: int | str) -> random.Random:
    """What draws for a seed. Python's generator takes numbers for the same that only differ in their sign."""
    return random.Random(str(seed) if isinstance(seed, int) and seed < 0 else seed)


def seed_or_chance(seed: SupportsIndex | str | None) -> int | str:
    """A seed as it is written down; where there is none, one drawn by chance. Raises TableError for what is no seed."""
    return random.Random().randrange(SEEDS_DRAWN) if seed is None else seed_said(seed)


def shuffled(tiles: TileSet, rules: TableRules, seed: int | str) -> Shuffled:
    """A wall out of a seed: all tiles of the set laid in a ring, and broken by the dice of East and the owner.

    Only `Random.random` is asked, whose numbers are the same for a seed in every version of Python.
    """
    draw = chance_of(seed).random
    ring = _laid_out(tuple(tiles.copies))
    keys = [*starmap(draw, repeat((), len(ring)))]
    ring = [*map(ring.__getitem__, sorted(range(len(ring)), key=keys.__getitem__))]
    east, owner = dice_by(draw, 2), dice_by(draw, 2) if rules.owner_throws else []
    broken = break_at(rules, len(ring), east, owner)
    dice = {"dice_east": east, "dice_owner": owner} if owner else {"dice_east": east}
    first = draw_order(rules, len(ring), broken)[0]
    order = (*ring[first:], *ring[:first])
    return Shuffled(order, {**dice, "wall": broken.wall, "stack_from_right": broken.stack})


@lru_cache(maxsize=64)
def _laid_out(copies: tuple[int, ...]) -> list[Tile]:
    """All tiles, so many copies of each, in order."""
    return [tile for tile, number in enumerate(copies) for _ in range(number)]


def given(tiles: TileSet, rules: TableRules, wall: Sequence[Tile], broken: Mapping[str, Any]) -> Shuffled:
    """A wall that is laid already; `broken` gives its dice and its break, of a wall whose tiles are all known.

    Raises TableError where the wall is not made of these tiles, or the dice do not break it so.
    """
    try:
        wall = tuple(map(index, wall))  # as numbers of Python, whatever other numbers they are
    except TypeError:
        raise TableError(f"the wall: expected tiles as whole numbers, got {described(wall)}") from None
    for tile, number in sorted(Counter(wall).items()):
        there = tiles.copies[tile] if 0 <= tile < len(TEXT) else 0
        if tile != NO_TILE and number > there:
            name = TEXT[tile] if 0 <= tile < len(TEXT) else tile
            raise TableError(f"the wall has {number} x {name}, of which there are {there}")
    if broken:
        missing = [TEXT[tile] for tile, copies in enumerate(tiles.copies) if wall.count(tile) < copies]
        if missing:
            raise TableError(f"the wall lacks {', '.join(missing)}")
        _check_break(rules, len(wall), broken)
    return Shuffled(wall, broken)


def _check_break(rules: TableRules, size: int, broken: Mapping[str, Any]) -> None:
    """Refuse a break that does not follow from its dice."""
    thrown = [broken.get("dice_east"), broken.get("dice_owner", [])]
    numbers = (2, 2 if rules.owner_throws else 0)
    if not all(
        isinstance(dice, list) and len(dice) == number and all(map(_is_die, dice))
        for dice, number in zip(thrown, numbers, strict=True)
    ):
        owners = "two" if rules.owner_throws else "none"
        raise TableError(f"expected two dice for East and {owners} for the owner of the wall")
    east, owner = [tuple(dice) for dice in thrown if dice is not None]
    found = break_at(rules, size, east, owner)
    dice = {"dice_east": thrown[0], "dice_owner": thrown[1]} if rules.owner_throws else {"dice_east": thrown[0]}
    expected = {**dice, "wall": found.wall, "stack_from_right": found.stack}
    if dict(broken) != expected:
        raise TableError(f"the dice break the wall of {found.wall} behind stack {found.stack}")


def _is_die(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def thrown(seed: str, number: int) -> tuple[int, ...]:
    """So many dice."""
    return tuple(dice_by(random.Random(seed).random, number))


def dice_by(draw: Callable[[], float], number: int) -> list[int]:
    """So many dice, by what draws numbers from 0 up to 1."""
    return [1 + int(6 * draw()) for _ in range(number)]


def dispute(seed: str) -> tuple[list[int], list[int]]:
    """Two dice for each of two players, thrown until one has more."""
    draw = random.Random(seed).random
    while True:
        own, other = dice_by(draw, 2), dice_by(draw, 2)
        if sum(own) != sum(other):
            return own, other
