"""Tiles of one suit, as keys: how they part into sets and a pair, and what they wait for; every answer is kept.

A key is the numbers of tiles of each rank in base 5, the lowest rank first. Answers come from the splitting that one
hand uses, when a key is met for the first time; they depend on no ruleset and are shared by all.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..shapes.splitting import STARTS, splits, waiting
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
_HONOURS: Final = 3
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
    """The ways in which the tiles of a suit, or the honours, part into sets and at most one pair, row after row."""

    def __init__(self, *, honours: bool) -> None:
        self._honours = honours
        self._of = np.full(BASE ** _RANKS[_HONOURS if honours else 0], -1, np.int32)
        self._spans = np.zeros((0, 2), np.int64)
        self._ways = np.zeros((0, 5), np.int64)

    def spans(self, keys: Longs) -> Longs:
        """For every key its first way and the number of its ways."""
        rows = self._of.take(keys)
        if (rows < 0).any():
            with _LOCK:
                self._add(_unknown(self._of, keys))
            rows = self._of.take(keys)
        return self._spans.take(rows, axis=0)

    def _add(self, keys: list[int]) -> None:
        spans: list[tuple[int, int]] = []
        found: list[tuple[int, ...]] = []
        for key in keys:
            ways = splits(*_ranks_and_start(key, honours=self._honours))
            spans.append((len(self._ways) + len(found), len(ways)))
            for chows, pungs, pairs, _ in ways:
                sets = number_of_sets(len(chows), len(pungs))
                found.append((chow_code(chows), mask_of(chows), mask_of(pungs), mask_of(pairs), sets))
        known = len(self._spans)
        self._ways = np.concatenate([self._ways, np.array(found, np.int64).reshape(-1, 5)])
        self._spans = np.concatenate([self._spans, np.array(spans, np.int64).reshape(-1, 2)])
        self._of[keys] = np.arange(known, len(self._spans))

    def ways(self, rows: Longs, suit: int) -> Any:
        """Of ways, by their rows, as those of a suit: chows as a number, masks of chows, pungs and pair, and sets.

        See `chow_code` and `number_of_sets`; honours are the last of the suits.
        """
        found = self._ways.take(rows, axis=0).T.copy()
        if not self._honours:
            found[0] <<= CHOW_BITS * suit
            found[1:4] <<= STARTS[suit]
        return found


class Awaited:
    """What the tiles of a suit, or the honours, wait for, row after row."""

    def __init__(self, *, honours: bool) -> None:
        self._honours = honours
        self._of = np.full(BASE ** _RANKS[_HONOURS if honours else 0], -1, np.int32)
        self._table = np.zeros((0, 3), np.int64)

    def waits(self, keys: Longs, suit: int) -> Any:
        """For every key, as that of a suit: `over` when parted by threes, `complete`, and the mask of `kinds`."""
        rows = self._of.take(keys)
        if (rows < 0).any():
            with _LOCK:
                self._add(_unknown(self._of, keys))
            rows = self._of.take(keys)
        found = self._table.take(rows, axis=0).T.copy()
        if not self._honours:
            found[2] <<= STARTS[suit]
        return found

    def _add(self, keys: list[int]) -> None:
        asked = [waiting(*_ranks_and_start(key, honours=self._honours)) for key in keys]
        new = [(own.over, own.complete, own.kinds) for own in asked]
        known = len(self._table)
        self._table = np.concatenate([self._table, np.array(new, np.int64).reshape(-1, 3)])
        self._of[keys] = np.arange(known, len(self._table))


def _unknown(known: NDArray[np.int32], keys: Longs) -> list[int]:
    """The keys that have no row yet, each once."""
    found: list[int] = np.unique(keys[known.take(keys) < 0]).tolist()
    return found


def _ranks_and_start(key: int, *, honours: bool) -> tuple[tuple[int, ...], int]:
    suit = _HONOURS if honours else 0
    return ranks_of(key, suit), STARTS[suit]


_LOCK: Final = Lock()
_PARTED: Final = (*[Parted(honours=False)] * 3, Parted(honours=True))
_AWAITED: Final = (*[Awaited(honours=False)] * 3, Awaited(honours=True))
"""The same for all rulesets."""


def parted(keys: Longs) -> list[Longs]:
    """For the suit keys of hands, of each suit the first way to part it and the number of ways."""
    return [table.spans(keys[:, suit]) for suit, table in enumerate(_PARTED)]


def ways_of(rows: Sequence[Longs]) -> Any:
    """The ways of all suits together, by their rows for each suit: see `Parted.ways`."""
    return sum([table.ways(own, suit) for suit, (table, own) in enumerate(zip(_PARTED, rows, strict=True))])


def awaited(keys: Longs) -> list[Any]:
    """For the suit keys of hands, of each suit what it waits for: see `Awaited.waits`."""
    return [table.waits(keys[:, suit], suit) for suit, table in enumerate(_AWAITED)]
