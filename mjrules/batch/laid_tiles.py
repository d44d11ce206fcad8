"""Concealed tiles laid out as sets, pairs and loose tiles: a row for each way to lay out each of many hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..shapes.splitting import STARTS, Layout
from ..tiles.tile import KINDS, mask_of
from .arrays import Longs, Truths, has_several, number_of_kinds
from .numbering import WIDE, Column
from .suits import BASE, SETS_BITS, chow_code, number_of_sets
from .tallies import Tallies

SUIT_BITS: Final = 21
"""The bits of the key of a suit."""
HONOUR_BITS: Final = 17
"""The bits of the key of the honours."""
LAYOUT_COLUMNS: Final = 8
"""How many numbers a layout has, its hand and shape left out."""


@dataclass(frozen=True, eq=False)
class Laid:
    """Concealed tiles laid out, a row for each way: the row of its `hand`, its `shape` by its place.

    `chows` are a number (see `chow_code`), `chow_mask`, `pungs`, `pairs` and `twice` (two pairs alike) are masks
    of kinds, `sets` how many sets there are (see `number_of_sets`). `loose` are the suit keys of loose tiles,
    three suits in one number and the honours.
    """

    hand: Longs
    shape: Longs
    chows: Longs
    chow_mask: Longs
    pungs: Longs
    pairs: Longs
    twice: Longs
    sets: Longs
    loose: Longs
    loose_honours: Longs

    @property
    def number_of_chows(self) -> Longs:
        """How many chows there are."""
        return self.sets & (1 << SETS_BITS) - 1

    @property
    def number_of_pungs(self) -> Longs:
        """How many pungs there are."""
        return self.sets >> SETS_BITS

    @property
    def number_of_pairs(self) -> Longs:
        """How many pairs there are."""
        return number_of_kinds(self.pairs) + number_of_kinds(self.twice)

    @property
    def has_several_pairs(self) -> Truths:
        """Whether there is more than one pair."""
        found: Truths = has_several(self.pairs) | (self.twice != 0)
        return found

    def rows(self, places: Longs) -> Laid:
        """Some of the rows."""
        return Laid(*[_picked(column, places) for column in vars(self).values()])


_ZERO: Final = np.zeros(1, np.int64)


def zeros(number: int) -> Longs:
    """So many zeros, which take no place."""
    return np.broadcast_to(_ZERO, number)


def _picked(column: Longs, places: Longs) -> Longs:
    """Some rows of a column; of `zeros`, as many of it."""
    return zeros(len(places)) if column.base is _ZERO else column.take(places)


def all_laid(parts: Sequence[Laid]) -> Laid:
    """Several lots of rows as one."""
    parts = [part for part in parts if len(part.hand)] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    columns = zip(*[vars(part).values() for part in parts], strict=True)
    return Laid(*[np.concatenate(column) for column in columns])


def none() -> Laid:
    """No row."""
    return Laid(*[np.zeros(0, np.int64)] * (2 + LAYOUT_COLUMNS))


def counts_of(tiles: tuple[int, ...]) -> Longs:
    """How many tiles of each kind there are."""
    return np.bincount(np.array(tiles, np.int64), minlength=KINDS)


def two_keys(keys: Longs) -> tuple[Column, Column]:
    """The keys of three suits as one column, and those of the honours."""
    suits = keys[0] | keys[1] << SUIT_BITS | keys[2] << 2 * SUIT_BITS
    return (suits, WIDE), (keys[3], HONOUR_BITS)


def coded(layout: Layout) -> tuple[int, ...]:
    """A layout as the numbers of a row."""
    chows, pungs, pairs, loose = layout
    masks = [mask_of(tiles) for tiles in (chows, pungs, pairs)]
    twice = mask_of(tile for tile in pairs if pairs.count(tile) > 1)
    suits = sum([BASE ** (tile % 9) << SUIT_BITS * (tile // 9) for tile in loose if tile < STARTS[-1]])
    honours = sum([BASE ** (tile - STARTS[-1]) for tile in loose if tile >= STARTS[-1]])
    return chow_code(chows), *masks, twice, number_of_sets(len(chows), len(pungs)), suits, honours


def loose_numbers(suits: Longs, honours: Longs) -> Longs:
    """How many loose tiles of each suit there are in some rows, as one number."""
    keys = [*[suits >> SUIT_BITS * suit & (1 << SUIT_BITS) - 1 for suit in range(3)], honours]
    numbers = Tallies(np.stack(keys)).of_suits
    found: Longs = numbers[0] | numbers[1] << 4 | numbers[2] << 8 | numbers[3] << 12
    return found


def loose_tiles(suits: int, honours: int) -> tuple[int, ...]:
    """The loose tiles of a row."""
    found: list[int] = []
    if not (suits or honours):
        return ()
    for suit in range(3):
        key = suits >> SUIT_BITS * suit & (1 << SUIT_BITS) - 1
        for rank in range(9):
            found += [9 * suit + rank] * (key // BASE**rank % BASE)
    for rank in range(7):
        found += [27 + rank] * (honours // BASE**rank % BASE)
    return tuple(found)
