"""Large masks as words of 64 bits, a row of words for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .arrays import Longs

Words = NDArray[np.uint64]
"""Masks, [masks, words], the lowest bits first."""
WORD: Final = 64
_WORD: Final = (1 << WORD) - 1


def number_of_words(bits: int) -> int:
    """How many words hold so many bits."""
    return max(1, -(-bits // WORD))


def words_of(mask: int, words: int) -> list[int]:
    """A mask as words."""
    return [mask >> WORD * word & _WORD for word in range(words)]


def as_words(masks: Iterable[int], words: int) -> Words:
    """Masks as rows of words."""
    return np.array([words_of(mask, words) for mask in masks], np.uint64).reshape(-1, words)


def as_mask(words: Any) -> int:
    """The mask of a row of words."""
    return sum([word << WORD * place for place, word in enumerate(words.tolist())])


def meets(rows: Words, mask: int) -> NDArray[np.bool_]:
    """Which rows have a bit of a mask."""
    found = np.zeros(len(rows), np.bool_)
    for place in range(rows.shape[1]):
        own = mask >> WORD * place & _WORD
        if own:
            found |= rows[:, place] & np.uint64(own) != 0
    return found


def put(rows: Words, bit: int, where: NDArray[np.bool_] | bool = True) -> None:
    """Set a bit, given by its place, in some rows or in all."""
    rows[:, bit // WORD] |= np.asarray(where, np.uint64) << np.uint64(bit % WORD)


def put_rows(rows: Words, places: Longs, own: Words) -> None:
    """Set some rows, given by their places; word by word, for so numpy takes less than half the time."""
    for word in range(rows.shape[1]):
        rows[:, word][places] = own[:, word]


def close(rows: Words, places: Longs, own: Words) -> None:
    """Leave in some rows, given by their places, only what is in their `own`, or in the same one for all."""
    for word in range(rows.shape[1]):
        column = rows[:, word]
        column[places] &= own[:, word]


class Grown:
    """Rows of words that grow: what was added is there as one array when it is read."""

    def __init__(self, words: int) -> None:
        self._words = words
        self._rows = np.zeros((0, words), np.uint64)
        self._added: list[bytes] = []
        self._bytes, self._all = words * WORD // 8, (1 << words * WORD) - 1

    def add(self, mask: int) -> None:
        """Add a row."""
        self._added.append((mask & self._all).to_bytes(self._bytes, "little"))

    def of(self, numbers: Longs) -> Words:
        """The rows of some numbers."""
        return self.rows.take(numbers, axis=0)

    @property
    def rows(self) -> Words:
        """All rows."""
        if self._added:
            added = np.frombuffer(b"".join(self._added), "<u8").reshape(-1, self._words)
            self._rows = np.concatenate([self._rows, added.astype(np.uint64, copy=False)])
            self._added.clear()
        return self._rows


class GrownNumbers:
    """Whole numbers that grow, in one array when they are read."""

    def __init__(self) -> None:
        self._all = np.zeros(0, np.int64)
        self._added: list[int] = []

    def add(self, number: int) -> None:
        """Add a number."""
        self._added.append(number)

    def extend(self, numbers: Longs) -> None:
        """Add several numbers."""
        self._added += numbers.tolist()

    def __len__(self) -> int:
        return len(self._all) + len(self._added)

    def of(self, places: Longs) -> Longs:
        """The numbers at some places."""
        if self._added:
            self._all = np.concatenate([self._all, np.array(self._added, np.int64)])
            self._added.clear()
        return self._all.take(places)
