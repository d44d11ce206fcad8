"""Numbering: keys, whole numbers of up to 62 bits, get small numbers in the order in which they are met."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .arrays import Longs

Places = NDArray[np.intp]
Column = tuple[Longs, int]
"""Longs, with the number of bits that hold each of them."""

WIDE: Final = 62
"""No key has more bits."""
NARROW: Final = 22
"""The bits of a number: no numbering goes further, for the tables begin anew long before."""
_FIRST: Final = 10
_SPARSE: Final = 8
"""So many places there are for every key that is kept."""
_MIXED: Final = np.uint64(0x9E3779B97F4A7C15)


class Numbering:
    """Numbers keys from 0 on.

    Longs are looked up in a sparse array by some of their bits, mixed; those that were pushed from their place
    by another are looked up one by one.
    """

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._spread(_FIRST)

    def __len__(self) -> int:
        return len(self._numbers)

    def _spread(self, bits: int) -> None:
        """Lay the keys out in an array of so many bits."""
        self._shift = np.uint64(64 - bits)
        self._keys = np.full(1 << bits, -1, np.int64)
        self._found = np.zeros(1 << bits, np.int64)
        self._room = (1 << bits) // _SPARSE
        if self._numbers:
            self._keep(
                np.fromiter(self._numbers, np.int64, len(self._numbers)), np.arange(len(self._numbers), dtype=np.int64)
            )

    def _keep(self, keys: Longs, numbers: Longs) -> None:
        places = self._places(keys)
        self._keys[places] = keys
        self._found[places] = numbers

    def _places(self, keys: Longs) -> Longs:
        return ((keys.view(np.uint64) * _MIXED) >> self._shift).view(np.int64)

    def of(self, keys: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, none negative, and for every number that is new, in order, where its key is."""
        places = self._places(keys)
        numbers = self._found[places]
        missing = np.flatnonzero(self._keys[places] != keys)
        if not len(missing):
            return numbers, missing
        different, first, back = np.unique(keys[missing], return_index=True, return_inverse=True)
        known, before = self._numbers, len(self._numbers)
        told = np.fromiter([known.setdefault(key, len(known)) for key in different.tolist()], np.int64, len(different))
        numbers[missing] = told[back]
        fresh = missing[first[told >= before]]
        if len(known) > self._room:
            self._spread(int(len(known) * _SPARSE).bit_length() + 1)
        else:
            self._keep(different, told)
        return numbers, fresh


class Packing:
    """Puts several columns into one; where they do not fit, they are numbered."""

    def __init__(self) -> None:
        self._numberings: dict[int, Numbering] = {}

    def together(self, columns: Iterable[Column]) -> Column:
        """One column, equal where all columns are equal."""
        keys: Any = 0
        bits = 0
        for place, (own, more) in enumerate(columns):
            if bits + more > WIDE:
                keys, bits = self._number(2 * place, keys), NARROW
            width = more
            if bits + width > WIDE:
                own, width = self._number(2 * place + 1, own), NARROW
            keys = keys << width | own if bits else own
            bits += width
        return keys, bits

    def _number(self, place: int, keys: Longs) -> Longs:
        return self._numberings.setdefault(place, Numbering()).of(keys)[0]

    def numbered(self, *columns: Column) -> Longs:
        """Numbers for what several columns are together."""
        return self._number(-1, self.together(columns)[0])

    @property
    def most(self) -> int:
        """How many numbers it has given at one place at most."""
        return max(map(len, self._numberings.values()), default=0)
