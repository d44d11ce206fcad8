"""What suit keys say of their tiles: which kinds there are, and how many of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from ..shapes.splitting import STARTS
from ..tiles.tile import KINDS
from .arrays import Longs, Truths
from .suits import BASE

COUNT_BITS: Final = 6
"""The bits that the number of tiles of a kind takes in the counts of a suit."""
ALL_SUITS: Final = len(STARTS)
ONE_KIND: Final = (1 << COUNT_BITS) - 1
"""All bits that count the tiles of a kind. The rest of counts, divided by this, is their sum."""
_LOW_RANKS: Final = 5
_RANKS: Final = 9
_HALF: Final = BASE**_LOW_RANKS
_HELD, _ODD, _TWOS, _THREES, _FOURS = range(0, 5 * _RANKS, _RANKS)
_NUMBER: Final = 5 * _RANKS
_HIGHEST: Final = np.array(
    [[sum([1 << COUNT_BITS * (rank + 1) - 1 for rank in range(min(_RANKS, KINDS - start))])] for start in STARTS]
)
"""The highest bit of the number of each kind, [4, 1]."""

SUIT_OF: Final = np.minimum(np.arange(KINDS + 1) // _RANKS, ALL_SUITS - 1)
_PLACE_OF: Final = np.array([COUNT_BITS * (kind % _RANKS) for kind in range(KINDS + 1)], np.int64)
"""The suit of each kind, and where its number is in the counts of the suit; behind them a place where none is."""


def _half(first: int, ranks: int) -> tuple[Longs, Longs, Longs]:
    """For every number of tiles of some ranks, as part of a key, the masks and the number, the counts, and the part of
    the key that pairs and triplets make."""
    keys = np.arange(BASE**ranks)
    masks, counts, sets = np.zeros((3, len(keys)), np.int64)
    for rank in range(ranks):
        own = keys // BASE**rank % BASE
        for start, holds in (
            (_HELD, own > 0),
            (_ODD, own % 2),
            (_TWOS, own == 2),
            (_THREES, own > 2),
            (_FOURS, own == 4),
        ):
            masks += holds.astype(np.int64) << start + first + rank
        masks += own << _NUMBER
        counts += own << COUNT_BITS * (first + rank)
        sets += np.minimum(own, 3) * (own > 1) * BASE ** (first + rank)
    return masks, counts, sets


_LOW: Final = _half(0, _LOW_RANKS)
_HIGH: Final = _half(_LOW_RANKS, _RANKS - _LOW_RANKS)


class Tallies:
    """The tiles of hands by their suit keys, [4, hands]; masks have a bit for each kind.

    `held` are the kinds that there are, `number` how many tiles there are. Of some hands, or of all, `odd` are the
    kinds there an odd number of times, `twos` twice, `threes` three times or more, `fours` four times.
    """

    def __init__(self, keys: Longs) -> None:
        self._high = keys // _HALF
        self._low = keys - self._high * _HALF
        self._masks = _LOW[0].take(self._low) + _HIGH[0].take(self._high)

    def _kinds(self, start: int, hands: Longs | None = None) -> Longs:
        masks = self._masks if hands is None else self._masks.take(hands, axis=1)
        own = masks >> start & (1 << _RANKS) - 1
        found: Longs = own[0] | own[1] << STARTS[1] | own[2] << STARTS[2] | own[3] << STARTS[3]
        return found

    @cached_property
    def counts(self) -> Longs:
        """How many tiles there are of each kind, [4, hands]: so many bits of each number for each rank."""
        return _LOW[1].take(self._low) + _HIGH[1].take(self._high)

    def counts_of(self, hands: Longs) -> Longs:
        """How many tiles some hands have of each kind, as `counts` are."""
        return _LOW[1].take(self._low.take(hands, axis=1)) + _HIGH[1].take(self._high.take(hands, axis=1))

    def numbers(self, hands: Longs) -> Longs:
        """How many tiles some hands have of each kind, [hands, 34]."""
        return kinds_counted(self.counts_of(hands))

    @property
    def keys_of_sets(self) -> Longs:
        """The part of suit keys that pairs and triplets make, of kinds there twice or more, [4, hands]."""
        return _LOW[2].take(self._low) + _HIGH[2].take(self._high)

    @cached_property
    def number(self) -> Longs:
        """How many tiles there are."""
        found: Longs = self.of_suits.sum(axis=0)
        return found

    @property
    def of_suits(self) -> Longs:
        """How many tiles there are of each suit, [4, hands]."""
        found: Longs = self._masks >> _NUMBER
        return found

    @cached_property
    def held(self) -> Longs:
        """The kinds that there are."""
        return self._kinds(_HELD)

    def odd(self, hands: Longs | None = None) -> Longs:
        """The kinds there an odd number of times."""
        return self._kinds(_ODD, hands)

    def twos(self, hands: Longs | None = None) -> Longs:
        """The kinds there twice."""
        return self._kinds(_TWOS, hands)

    def threes(self, hands: Longs | None = None) -> Longs:
        """The kinds there three times or four."""
        return self._kinds(_THREES, hands)

    def fours(self, hands: Longs | None = None) -> Longs:
        """The kinds there four times."""
        return self._kinds(_FOURS, hands)


def counts_word(suit: int, counts: Sequence[int]) -> int:
    """Numbers of tiles of a suit, of 34 numbers of kinds, as in `Tallies.counts`."""
    own = counts[STARTS[suit] : min(STARTS[suit] + _RANKS, KINDS)]
    return sum([number << COUNT_BITS * rank for rank, number in enumerate(own)])


def counts_words(numbers: Longs) -> Longs:
    """Numbers of tiles of the 34 kinds, [hands, 34], as in `Tallies.counts`."""
    ends = [min(start + _RANKS, KINDS) for start in STARTS]
    places = 1 << COUNT_BITS * np.arange(_RANKS)
    return np.stack([numbers[:, start:end] @ places[: end - start] for start, end in zip(STARTS, ends, strict=True)])


def contain(counts: Longs, least: Longs) -> Truths:
    """Which hands have at least as many tiles of each kind as there are in another."""
    found: Truths = ((counts | _HIGHEST) - least & _HIGHEST == _HIGHEST).all(axis=0)
    return found


def _reaching(counts: Longs, least: Sequence[int]) -> Longs:
    """Counts with nothing but the highest bit of each, which is set where there are enough."""
    words = [counts_word(suit, least) for suit in range(ALL_SUITS)]
    found: Longs = counts + (_HIGHEST - np.array(words)[:, None]) & _HIGHEST
    return found


def kinds_from(counts: Longs, least: Sequence[int]) -> Longs:
    """The kinds of which there are at least so many, as masks; `least` are numbers up to 32 for the 34 kinds."""
    found = np.zeros(counts.shape[1], np.int64)
    for enough, start in zip(_reaching(counts, least), STARTS, strict=True):
        some = np.flatnonzero(enough != 0)  # of numbers numpy takes six times as long as of truths
        if len(some):
            found[some] |= _first_bits(enough.take(some)) << start
    return found


def _first_bits(reached: Longs) -> Longs:
    """Masks of the ranks of which the highest bit is set."""
    found = np.zeros(len(reached), np.int64)
    for rank in range(_RANKS):
        found |= (reached >> COUNT_BITS * (rank + 1) - 1 & 1) << rank
    return found


def exceed(counts: Longs, most: Sequence[int]) -> Truths:
    """Which hands have more tiles of a kind than there may be; `most` are numbers up to 31 for the 34 kinds."""
    found: Truths = np.bitwise_or.reduce(_reaching(counts, [number + 1 for number in most])) != 0
    return found


def counted_of(counts: Longs, kinds: Longs) -> Longs:
    """How many tiles each hand has of a kind of its own, from what `Tallies.counts` are; nothing of kind 34, none."""
    suit = SUIT_OF.take(kinds)
    own = counts.ravel().take(suit * counts.shape[1] + np.arange(counts.shape[1]))
    found: Longs = own >> _PLACE_OF.take(kinds) & ONE_KIND
    return found


def tiles_counted(counts: Longs) -> Longs:
    """How many tiles there are in all suits together, fewer than 63, from what `Tallies.counts` are."""
    found: Longs = counts.sum(axis=0) % ONE_KIND
    return found


def kinds_counted(counts: Longs) -> Longs:
    """How many tiles there are of each kind, [hands, 34], from what `Tallies.counts` are."""
    found = np.empty((KINDS, counts.shape[1]), np.int64)
    for kind in range(KINDS):
        suit = min(kind // _RANKS, ALL_SUITS - 1)
        found[kind] = counts[suit] >> COUNT_BITS * (kind - STARTS[suit]) & (1 << COUNT_BITS) - 1
    return found.T
