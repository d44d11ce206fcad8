"""Tiles of one suit, as keys: how they part into sets and a pair, and what they wait for; every answer is kept.

A key is the numbers of tiles of each rank in base 5, the lowest rank first. For keys of up to four sets and a pair all
answers are laid out at once; they are those of the splitting that one hand uses, which is asked for the rest. They
depend on no ruleset and are shared by all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..shapes.splitting import STARTS, Waiting, splits, waiting
from ..tiles.tile import ALL_KINDS, KINDS, mask_of
from .arrays import Longs, number_of_kinds, weighed
from .suit_ways import MOST_SETS, WaysOfTiles, every_way
from .table_sizes import fills

BASE: Final = 5
"""A key holds up to four tiles of a rank."""
CHOW_BASE: Final = 6
"""Up to five chows begin at a rank."""
CHOW_BITS: Final = 19
"""The bits that the chows of a suit take."""
SETS_BITS: Final = 4
"""The bits that the number of chows takes in that of sets."""
_HONOURS: Final = 3
_MOST_TILES: Final = 4 * 9 + 1
_RANKS: Final = (9, 9, 9, 7)
WEIGHTS: Final = np.zeros((KINDS, len(_RANKS)), np.float32)
"""What a tile of each kind adds to the keys of the suits."""
for _suit, _start in enumerate(STARTS):
    for _rank in range(_RANKS[_suit]):
        WEIGHTS[_start + _rank, _suit] = BASE**_rank


def suit_keys(counts: NDArray[Any]) -> Longs:
    """The keys of the suits of hands, [4, hands]; `counts` [hands, 34] are at most four each."""
    return as_keys(weighed(counts, WEIGHTS))


def as_keys(sums: NDArray[np.float32]) -> Longs:
    """Sums of weights as keys, [4, hands]."""
    return np.ascontiguousarray(sums.T).astype(np.int64)


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
    found: tuple[int, ...] = ()
    start = 0
    while code:
        own = code & (1 << CHOW_BITS) - 1
        if own:
            found += _chows_from(own, start)
        code >>= CHOW_BITS
        start += 9
    return found


@lru_cache(1 << 12)
def _chows_from(own: int, start: int) -> tuple[int, ...]:
    """The lowest tiles of the chows of a suit; kept, for suits have few of them."""
    found: list[int] = []
    for rank in range(7):
        found += [start + rank] * (own // CHOW_BASE**rank % CHOW_BASE)
    return tuple(found)


@cache
def _ways_told(suit: int) -> tuple[WaysOfTiles, Longs]:
    """Every way of a suit, or of the honours, and the key of its tiles."""
    told = every_way(_RANKS[suit], chows=suit != _HONOURS)
    return told, told.tiles @ BASE ** np.arange(_RANKS[suit])


@cache
def _numbers_told(suit: int) -> NDArray[np.int8]:
    """How many tiles each key says."""
    numbers = np.zeros(1, np.int8)
    for _ in range(_RANKS[suit]):
        numbers = (np.arange(BASE, dtype=np.int8)[:, None] + numbers).ravel()
    return numbers


class Parted:
    """The ways in which the tiles of a suit, or the honours, part into sets and at most one pair, row after row.

    They are laid out when they are first asked for; more tiles of a suit are rare, and split when they are met.
    """

    def __init__(self, *, honours: bool) -> None:
        self._suit = _HONOURS if honours else 0
        self._of = np.zeros(0, np.int32)
        self._ways = _OfSuits(_packed_ways, honours=honours)

    def spans(self, keys: Longs) -> NDArray[np.int32]:
        """For every key its ways, as one number: see `first_way` and `number_of_ways`."""
        if not len(self._of):
            with _LOCK:
                self._begin()
        found = self._of.take(keys)
        if found.min(initial=0) < 0:
            with _LOCK:
                self._add(_unknown(self._of, keys))
            found = self._of.take(keys)
        return found

    @fills
    def _begin(self) -> None:
        every, keys = _ways_told(self._suit)
        places = np.arange(_RANKS[self._suit])
        own = np.flatnonzero(every.tiles.max(axis=1) < BASE)
        own = own[np.lexsort((-(every.chows[own] @ CHOW_BASE ** places[::-1]), keys[own]))]
        chows, pungs, pairs = every.chows[own], every.pungs[own], every.pairs[own]
        sets = chows.sum(axis=1) | number_of_kinds(pungs) << SETS_BITS
        self._ways.add(np.stack([chows @ CHOW_BASE**places, (chows > 0) @ (1 << places), pungs, pairs, sets], axis=1))
        most = 3 * MOST_SETS + 2
        spans = np.array([0 if number <= most else -1 for number in range(_MOST_TILES)], np.int32)
        spans = spans.take(_numbers_told(self._suit))
        known, first, number = np.unique(keys[own], return_index=True, return_counts=True)
        spans[known] = first << _WAYS_BITS | number
        self._of = spans

    @fills
    def _add(self, keys: list[int]) -> None:
        spans: list[int] = []
        found: list[tuple[int, ...]] = []
        start = STARTS[self._suit]
        for key in keys:
            ways = splits(ranks_of(key, self._suit), start)
            spans.append(len(self._ways) + len(found) << _WAYS_BITS | len(ways))
            for chows, *others, _ in ways:
                masks = [mask_of(tiles) >> start for tiles in (chows, *others)]
                found.append((chow_code(chows), *masks, number_of_sets(len(chows), len(others[0]))))
        self._ways.add(np.array(found, np.int64).reshape(-1, _WAY_COLUMNS))
        self._of[keys] = spans

    def ways(self, rows: Longs, suit: int) -> Longs:
        """Ways of a suit by their rows, packed: see `ways_told`. Honours are the last of the suits."""
        return self._ways.of(rows, suit)


_WAYS_BITS: Final = 5
_WAY_COLUMNS: Final = 5


def _packed_ways(ways: Longs, suit: int) -> Longs:
    """Ways as those of a suit, in four words."""
    shifted = ways << np.array([CHOW_BITS * suit, *[STARTS[suit]] * 3, KINDS])
    shifted[:, 3] |= shifted[:, 4]
    found: Longs = shifted[:, :4]
    return found


def ways_told(packed: Longs) -> tuple[Longs, Longs, Longs, Longs, Longs]:
    """Of ways the chows as a number, masks of chows, pungs and pair, and sets.

    See `chow_code` and `number_of_sets`.
    """
    chows, chow_mask, pungs, pairs = np.ascontiguousarray(packed.T)
    return chows, chow_mask, pungs, pairs & ALL_KINDS, pairs >> KINDS


class _OfSuits:
    """Rows of a table as each suit has them, packed into two or four words, for such rows numpy takes at once."""

    def __init__(self, packed: Callable[[Longs, int], Longs], *, honours: bool) -> None:
        self._packed = packed
        self._suits = [_HONOURS] if honours else [*range(_HONOURS)]
        self._rows = dict[int, Longs]()

    def __len__(self) -> int:
        return len(self._rows[self._suits[0]])

    def add(self, rows: Longs) -> None:
        """Add rows, told as those of the lowest suit."""
        for suit in self._suits:
            more = self._packed(rows, suit)
            self._rows[suit] = np.concatenate([self._rows.get(suit, more[:0]), more])

    def of(self, numbers: NDArray[Any], suit: int) -> Longs:
        """Some rows, by their numbers."""
        return self._rows[suit].take(numbers, axis=0)


def first_way(spans: NDArray[np.int32]) -> Longs:
    """The first ways of spans."""
    return spans.astype(np.int64) >> _WAYS_BITS


def number_of_ways(spans: NDArray[np.int32]) -> Longs:
    """The numbers of ways of spans."""
    return spans.astype(np.int64) & (1 << _WAYS_BITS) - 1


class Awaited:
    """What the tiles of a suit, or the honours, wait for, row after row; laid out when it is first asked for."""

    def __init__(self, *, honours: bool) -> None:
        self._suit = _HONOURS if honours else 0
        self._of = np.zeros(0, np.int32)
        self._table = _OfSuits(_packed_waits, honours=honours)

    def waits(self, keys: Longs, suit: int) -> Longs:
        """For every key, as that of a suit, what it waits for, packed: see `waits_told`."""
        if not len(self._of):
            with _LOCK:
                self._begin()
        rows = self._of.take(keys)
        if rows.min(initial=0) < 0:
            with _LOCK:
                self._add(_unknown(self._of, keys))
            rows = self._of.take(keys)
        return self._table.of(rows, suit)

    @fills
    def _begin(self) -> None:
        (told, keys), number, start = _ways_told(self._suit), _RANKS[self._suit], STARTS[self._suit]
        most = 3 * MOST_SETS + 2
        codes = np.array([own % 3 if own < most else -1 for own in range(_MOST_TILES)], np.int32)
        codes = codes.take(_numbers_told(self._suit))
        codes[keys[told.tiles.max(axis=1) < BASE]] |= 4
        for rank in range(number):
            # a hand that lacks one tile has at most four of each
            lacking = (np.delete(told.tiles, rank, axis=1).max(axis=1) < BASE) & (told.tiles[:, rank] > 0)
            codes[keys[lacking] - BASE**rank] |= 8 << rank
        every = [Waiting(code & 3, bool(code & 4), code >> 3 << start) for code in range(8 << number)]
        self._table.add(np.array([wait_row(own, start) for own in every]))
        self._of = codes

    @fills
    def _add(self, keys: list[int]) -> None:
        start, known = STARTS[self._suit], len(self._table)
        self._table.add(np.array([wait_row(waiting(ranks_of(key, self._suit), start), start) for key in keys]))
        self._of[keys] = np.arange(known, len(self._table))


def _packed_waits(waits: Longs, suit: int) -> Longs:
    """What suits wait for as what one of them does, in two words."""
    state, kinds, incomplete = waits.T
    start = STARTS[suit]
    return np.stack([kinds << start | state << KINDS, incomplete << start], axis=1)


def waits_told(packed: Longs) -> tuple[Longs, Longs, Longs]:
    """The state of suits, and the kinds for which suits wait that are no whole number of sets: all of them, and those
    of suits that are not complete with a pair."""
    kinds, incomplete = np.ascontiguousarray(packed.T)
    return kinds >> KINDS, kinds & ALL_KINDS, incomplete


def wait_row(suit: Waiting, start: int = 0) -> tuple[int, int, int]:
    """What a suit waits for as the numbers of a row, its kinds counted from one on: see `waits_told`."""
    kinds, complete = suit.kinds >> start if suit.over else 0, bool(suit.complete)
    return _state(suit.over, complete=complete), kinds, 0 if complete else kinds


_STATE_BITS: Final = 4
WAITING, COMPLETE, OVER, SPOILT, BROKEN, PAIRED = range(0, 6 * _STATE_BITS, _STATE_BITS)
"""Where the state of suits says how many wait, how many of these are complete, how many tiles are over, how many
suits neither wait nor are complete, how many are not parted as they are, and how many of these have a pair."""


def _state(over: int, *, complete: bool) -> int:
    waits = over > 0
    found = waits << WAITING | (waits and complete) << COMPLETE | over << OVER
    found |= (not waits and not complete) << SPOILT | (over == 1 or not complete) << BROKEN
    return found | (over == 2) << PAIRED


def said(states: Longs, place: int) -> Longs:
    """One of the numbers of states."""
    found: Longs = states >> place & (1 << _STATE_BITS) - 1
    return found


def _unknown(known: NDArray[np.int32], keys: Longs) -> list[int]:
    """The keys that have no row yet, each once."""
    found: list[int] = np.unique(keys[known.take(keys) < 0]).tolist()
    return found


_LOCK: Final = Lock()
_PARTED: Final = (*[Parted(honours=False)] * 3, Parted(honours=True))
_AWAITED: Final = (*[Awaited(honours=False)] * 3, Awaited(honours=True))
"""The same for all rulesets."""


def parted(keys: Longs) -> list[NDArray[np.int32]]:
    """For the suit keys of hands the ways to part each suit; see `Parted.spans`."""
    return [table.spans(own) for table, own in zip(_PARTED, keys, strict=True)]


def ways_of(rows: Sequence[Longs]) -> tuple[Longs, Longs, Longs, Longs, Longs]:
    """The ways of all suits together, by their rows for each suit: see `ways_told`."""
    return ways_told(
        _summed([table.ways(own, suit) for suit, (table, own) in enumerate(zip(_PARTED, rows, strict=True))])
    )


def awaited(keys: Longs) -> tuple[Longs, Longs, Longs]:
    """What all suits together wait for, by the suit keys of hands: see `waits_told`."""
    return waits_told(
        _summed([table.waits(own, suit) for suit, (table, own) in enumerate(zip(_AWAITED, keys, strict=True))])
    )


def _summed(suits: Sequence[Longs]) -> Longs:
    """The sums of the rows of suits."""
    found = suits[0]
    for own in suits[1:]:
        found += own
    return found
