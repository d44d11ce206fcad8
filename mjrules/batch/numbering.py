"""Numbering: keys, rows of whole numbers, get small numbers in the order in which they are met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arrays import Longs, first_places

Places = NDArray[np.intp]
Column = tuple[Longs, int]
"""Longs, with the number of bits that hold each of them."""

FEW_BITS: Final = 16
"""Keys of no more bits are numbered by an array that has a place for each."""
WIDE: Final = 62
"""The bits that a number may have which is not negative and with which something may be counted."""
NARROW: Final = 22
"""The bits of a number: no numbering goes further, for the tables begin anew long before."""
FULL: Final = 1 << (NARROW - 2)
"""Tables with more rows than this begin anew."""
_WORD: Final = 64
_FEW: Final = 1 << 12
_FIRST: Final = 10
_LAST: Final = 6
"""The bits of the places that there are at first, and of those in the smallest of further arrays."""
_SPARSE: Final = 2
"""So many places there are for every key at least."""
_LESS: Final = 2
"""So many bits of places fewer there are in each further array: few keys get so far."""
_MIXED: Final = 0x9E3779B97F4A7C15
_NO_NUMBER: Final = -1


class _Level(NamedTuple):
    """Numbers, each at the place that the bits of its key tell when they are mixed; -1 where none is."""

    mixing: np.uint64
    shift: np.uint64
    numbers: NDArray[np.int32]

    @classmethod
    def made(cls, level: int, bits: int) -> _Level:
        """Without a number; `level` tells how keys are mixed."""
        numbers = np.full(1 << bits, _NO_NUMBER, np.int32)
        return cls(np.uint64(pow(_MIXED, 2 * level + 1, 1 << _WORD)), np.uint64(_WORD - bits), numbers)

    def of(self, words: Sequence[Longs]) -> Places:
        """The places of keys."""
        mixed = words[0].view(np.uint64) * self.mixing
        for own in words[1:]:
            mixed += own.view(np.uint64)
            mixed *= self.mixing
        mixed >>= self.shift
        return mixed.view(np.int64)


class Numbering:
    """Numbers keys from 0 on: rows of as many words as it is told.

    The keys are kept in the order of their numbers, and the first one again behind them, where no number, -1, looks:
    it is always at its place. The numbers are at places in a sparse array that keys tell; those that find theirs taken
    are in a further array, where places are told otherwise.
    """

    def __init__(self, words: int = 1) -> None:
        self._known, self._bits = 0, _FIRST
        self._words = [np.zeros(0, np.int64)] * words
        self._levels: list[_Level] = []

    def __len__(self) -> int:
        return self._known

    def _at(self, level: _Level, words: Sequence[Longs]) -> tuple[Longs, Places]:
        """The numbers that keys have in an array, and which keys have none there."""
        numbers = level.numbers.take(level.of(words)).astype(np.int64)
        other = self._words[0].take(numbers) != words[0]
        for kept, own in zip(self._words[1:], words[1:], strict=True):
            other |= kept.take(numbers) != own
        return numbers, np.flatnonzero(other)

    def known(self, *words: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, and which keys have none."""
        if not self._levels:
            return np.zeros(len(words[0]), np.int64), np.arange(len(words[0]))
        numbers, missing = self._at(self._levels[0], words)
        for level in self._levels[1:]:
            if not len(missing):
                break
            numbers[missing], left = self._at(level, [own.take(missing) for own in words])
            missing = missing.take(left)
        return numbers, missing

    def of(self, *words: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, and for every number that is new, in order, where its key is."""
        numbers, missing = self.known(*words)
        fresh: list[Places] = []
        while len(missing):
            # most keys are met often, so those of a few rows are first numbered, and then known in the others
            some, missing = missing[:_FEW], missing[_FEW:]
            first, back = _different([own.take(some) for own in words])
            numbers[some] = self._known + back
            fresh.append(some[first])
            self._add([own.take(fresh[-1]) for own in words])
            if len(missing):
                numbers[missing], left = self.known(*[own.take(missing) for own in words])
                missing = missing[left]
        return numbers, np.concatenate(fresh) if fresh else missing

    def _add(self, words: Sequence[Longs]) -> None:
        """Keep keys that are new."""
        before, self._known = self._known, self._known + len(words[0])
        every = [np.concatenate([kept[:-1], own]) for kept, own in zip(self._words, words, strict=True)]
        self._words = [np.concatenate([own, own[:1]]) for own in every]
        if self._known * _SPARSE > 1 << self._bits:
            before, self._bits, self._levels = 0, (self._known * _SPARSE).bit_length(), []
        self._lay(np.arange(before, self._known))

    def _lay(self, numbers: Longs) -> None:
        """Put numbers where they are looked for."""
        for place in count():
            if not len(numbers):
                return
            if place == len(self._levels):
                self._levels.append(_Level.made(place, max(_LAST, self._bits - _LESS * place)))
            level = self._levels[place]
            places, there = level.of([own.take(numbers) for own in self._words]), level.numbers
            free = np.flatnonzero(there.take(places) < 0)[::-1]  # where several find a place free, the first one stays
            there[places[free]] = numbers[free]
            numbers = numbers[there.take(places) != numbers]


def _different(words: Sequence[Longs]) -> tuple[Places, Longs]:
    """Where each different key is first, in the order of keys, and for every key which of these it is."""
    order = np.lexsort(tuple(reversed(words)))
    new = np.zeros(len(order), np.bool_)
    new[:1] = True
    for own in words:
        sorted_words = own.take(order)
        new[1:] |= sorted_words[1:] != sorted_words[:-1]
    back = np.empty(len(order), np.int64)
    back[order] = np.cumsum(new) - 1
    return order[new], back


class Direct:
    """Numbers small keys from 0 on: each has its place in an array."""

    def __init__(self, bits: int) -> None:
        self._known = 0
        self._numbers = np.full(1 << bits, _NO_NUMBER, np.int32)

    def __len__(self) -> int:
        return self._known

    def of(self, keys: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, and for every number that is new, in order, where its key is."""
        numbers = self._numbers.take(keys)
        if numbers.min(initial=0) >= 0:
            return numbers.astype(np.int64), np.zeros(0, np.intp)
        missing = np.flatnonzero(numbers < 0)
        first = first_places(keys[missing], len(self._numbers))
        different = np.flatnonzero(first >= 0)
        self._numbers[different] = np.arange(self._known, self._known + len(different))
        self._known += len(different)
        return self._numbers.take(keys).astype(np.int64), missing.take(first[different])


def packed(columns: Iterable[Column]) -> list[Column]:
    """Columns put together into words, as many as fit into each."""
    found: list[Column] = []
    for own, more in columns:
        if found and found[-1][1] + more <= _WORD:
            keys, bits = found.pop()
            found.append((keys << more | own, bits + more))
        else:
            found.append((own, more))
    return found


def in_one_word(*columns: Column) -> Column:
    """Columns that fit into one."""
    [found] = packed(columns)
    return found


class Numbered:
    """Numbers what several columns are together, from 0 on; they have the same bits whenever it is asked."""

    def __init__(self) -> None:
        self._numbering: Numbering | Direct | None = None

    def __len__(self) -> int:
        return 0 if self._numbering is None else len(self._numbering)

    def of(self, columns: Iterable[Column]) -> tuple[Longs, Places]:
        """The numbers of the rows of columns, and for every number that is new, in order, where it is."""
        words = packed(columns)
        if self._numbering is None:
            bits = sum([own for _, own in words])
            self._numbering = Direct(bits) if bits <= FEW_BITS else Numbering(len(words))
        return self._numbering.of(*[keys for keys, _ in words])
