"""Tiles of one suit, as keys: how they part into sets and a pair, and what they wait for; every answer is kept.

A key is the numbers of tiles of each rank in base 5, the lowest rank first. Answers come from the splitting that one
hand uses, when a key is met for the first time.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..shapes.splitting import STARTS, Waiting, splits, waiting
from ..tiles.tile import mask_of
from .arrays import Longs

BASE: Final = 5
"""A key holds up to four tiles of a rank."""
CHOW_BASE: Final = 6
"""Up to five chows begin at a rank."""
CHOW_BITS: Final = 19
"""The bits that the chows of a suit take."""
SETS_BITS: Final = 4
"""The bits that the number of chows takes in that of sets."""
_RANKS: Final = (9, 9, 9, 7)
_ENDS: Final = (9, 18, 27, 34)
_WEIGHTS: Final = np.array([BASE**rank for rank in range(9)], np.int64)


def suit_keys(counts: NDArray[np.integer[Any]]) -> Longs:
    """The keys of the suits of hands, [hands, 4]; `counts` [hands, 34] are at most four each."""
    keys = np.empty((len(counts), 4), np.int64)
    for suit, (start, end) in enumerate(zip(STARTS, _ENDS, strict=True)):
        keys[:, suit] = counts[:, start:end] @ _WEIGHTS[: end - start]
    return keys


def number_of_sets(chows: int, pungs: int) -> int:
    """The numbers of chows and pungs as one."""
    return chows | pungs << SETS_BITS


def ranks_of(key: int, suit: int) -> tuple[int, ...]:
    """How many tiles of each rank a key says."""
    return tuple([key // BASE**rank % BASE for rank in range(_RANKS[suit])])


def chow_code(tiles: tuple[int, ...]) -> int:
    """Chows, by their lowest tiles, as a number; those of several lots of chows are added."""
    return sum([CHOW_BASE ** (tile % 9) << CHOW_BITS * (tile // 9) for tile in tiles])


def chows_in(code: int) -> tuple[int, ...]:
    """The lowest tiles of the chows of a number."""
    found: list[int] = []
    for suit in range(3):
        own = code >> CHOW_BITS * suit & (1 << CHOW_BITS) - 1
        for rank in range(7):
            found += [9 * suit + rank] * (own // CHOW_BASE**rank % CHOW_BASE)
    return tuple(found)


class Parted:
    """The ways in which the tiles of a suit part into sets and at most one pair, row after row.

    For the ways numbered from `first` of a key on, `number` of them: `chows` (as a number), `chow_mask`, `pungs` and
    `pair` (masks of tiles), `sets` (see `number_of_sets`).
    """

    def __init__(self, suit: int) -> None:
        self._suit = suit
        self._of = np.full(BASE ** _RANKS[suit], -1, np.int32)
        self._spans: list[tuple[int, int]] = []
        self._ways: list[tuple[int, int, int, int, int]] = []
        self._refresh()

    def _refresh(self) -> None:
        self._span = np.array(self._spans, np.int64).reshape(-1, 2)
        table = np.array(self._ways, np.int64).reshape(-1, 5)
        self.chows, self.chow_mask, self.pungs, self.pair, self.sets = table.T.copy()

    def spans(self, keys: Longs) -> Longs:
        """For every key its first way and the number of its ways."""
        rows = self._of[keys]
        if (rows < 0).any():
            for key in np.unique(keys[rows < 0]).tolist():
                self._add(key)
            self._refresh()
            rows = self._of[keys]
        found: Longs = self._span[rows]
        return found

    def _add(self, key: int) -> None:
        self._of[key] = len(self._spans)
        ways = splits(ranks_of(key, self._suit), STARTS[self._suit])
        self._spans.append((len(self._ways), len(ways)))
        for chows, pungs, pairs, _ in ways:
            sets = number_of_sets(len(chows), len(pungs))
            self._ways.append((chow_code(chows), mask_of(chows), mask_of(pungs), mask_of(pairs), sets))


class Awaited:
    """What the tiles of a suit wait for: `over` when parted by threes, `complete`, and the mask of `kinds`."""

    def __init__(self, suit: int) -> None:
        self._suit = suit
        self._of = np.full(BASE ** _RANKS[suit], -1, np.int32)
        self._rows: list[tuple[int, bool, int]] = []
        self._table = np.zeros((0, 3), np.int64)

    def of(self, keys: Longs) -> tuple[Longs, Longs, Longs]:
        """Over, complete and kinds for every key."""
        rows = self._of[keys]
        if (rows < 0).any():
            for key in np.unique(keys[rows < 0]).tolist():
                own: Waiting = waiting(ranks_of(key, self._suit), STARTS[self._suit])
                self._of[key] = len(self._rows)
                self._rows.append((own.over, own.complete, own.kinds))
            self._table = np.array(self._rows, np.int64)
            rows = self._of[keys]
        found: Any = self._table[rows].T
        return found[0], found[1], found[2]
