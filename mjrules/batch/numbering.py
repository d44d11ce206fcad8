"""Numbering: keys, rows of whole numbers, get small numbers in the order in which they are met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .arrays import Longs

Places = NDArray[np.intp]
Column = tuple[Longs, int]
"""Longs, with the number of bits that hold each of them."""

FEW_BITS: Final = 16
"""Keys of no more bits are numbered by an array that has a place for each."""
WIDE: Final = 62
"""The bits that a number may have which is not negative and with which something may be counted."""
NARROW: Final = 22
"""The bits of a number: no numbering goes further, for the tables begin anew long before."""
_WORD: Final = 64
_FEW: Final = 1 << 12
_FIRST: Final = 10
_SPARSE: Final = 4
"""So many places there are for every key that is kept."""
_MIXED: Final = 0x9E3779B97F4A7C15
_NO_NUMBER: Final = -1


class Numbering:
    """Numbers keys from 0 on: rows of as many words as it is told.

    A key is kept at a place in sparse arrays that its bits, mixed, tell; those that find theirs taken are kept in a
    further table, which mixes otherwise.
    """

    def __init__(self, words: int = 1, level: int = 0) -> None:
        self._width, self._level = words, level
        self._mixing = np.uint64(pow(_MIXED, 2 * level + 1, 1 << _WORD))
        self._known = 0
        self._spread(_FIRST)

    def __len__(self) -> int:
        return self._known

    def _spread(self, bits: int) -> None:
        """Begin with empty arrays of so many bits."""
        self._shift, self._most = np.uint64(_WORD - bits), (1 << bits) // _SPARSE
        self._numbers = np.full(1 << bits, _NO_NUMBER, np.int32)
        self._words = np.zeros((self._width, 1 << bits), np.int64)
        # where no key is, there is one that is looked for elsewhere: zeros, and in their own place another
        self._words[0, 0] = next(own for own in count(1) if self._places(self._only(own))[0])
        self._further: Numbering | None = None

    def _only(self, first: int) -> Sequence[Longs]:
        """A key with nothing but a first word."""
        return [np.array([first if word == 0 else 0]) for word in range(self._width)]

    def _places(self, words: Sequence[Longs]) -> Places:
        mixed = words[0].view(np.uint64) * self._mixing
        for own in words[1:]:
            mixed += own.view(np.uint64)
            mixed *= self._mixing
        mixed >>= self._shift
        return mixed.view(np.int64)

    def known(self, *words: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, and which keys have none."""
        places = self._places(words)
        numbers = self._numbers.take(places).astype(np.int64)
        other = self._words[0].take(places) != words[0]
        for kept, own in zip(self._words[1:], words[1:], strict=True):
            other |= kept.take(places) != own
        asked = np.flatnonzero(other)
        if self._further is None or not len(asked):
            return numbers, asked
        numbers[asked], missing = self._further.known(*[own.take(asked) for own in words])
        return numbers, asked.take(missing)

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
            self._add([own.take(fresh[-1]) for own in words], self._known + np.arange(len(first)))
            if len(missing):
                numbers[missing], left = self.known(*[own.take(missing) for own in words])
                missing = missing[left]
        return numbers, np.concatenate(fresh) if fresh else missing

    def _add(self, words: Sequence[Longs], numbers: Longs) -> None:
        """Keep keys that are new."""
        self._known += len(numbers)
        if self._known > self._most:
            before, told = self._kept()
            words = [np.concatenate(own) for own in zip(before, words, strict=True)]
            numbers = np.concatenate([told, numbers])
            self._spread((self._known * _SPARSE).bit_length())
        places = self._places(words)
        free = np.flatnonzero(self._numbers.take(places) < 0)
        self._numbers[places[free]] = numbers[free]
        laid = self._numbers.take(places) == numbers
        for kept, own in zip(self._words, words, strict=True):
            kept[places[laid]] = own[laid]
        if not laid.all():
            self._further = self._further or Numbering(self._width, self._level + 1)
            self._further._add([own[~laid] for own in words], numbers[~laid])

    def _kept(self) -> tuple[Sequence[Longs], Longs]:
        """All keys, and their numbers."""
        there = np.flatnonzero(self._numbers >= 0)
        words, numbers = self._words.take(there, axis=1), self._numbers.take(there).astype(np.int64)
        if self._further is None:
            return list(words), numbers
        more, told = self._further._kept()
        return list(np.concatenate([words, more], axis=1)), np.concatenate([numbers, told])


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
        first = np.full(len(self._numbers), -1, np.intp)
        first[keys[missing[::-1]]] = missing[::-1]  # of equal keys the first one stays
        different = np.flatnonzero(first >= 0)
        self._numbers[different] = np.arange(self._known, self._known + len(different))
        self._known += len(different)
        return self._numbers.take(keys).astype(np.int64), first[different]


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
