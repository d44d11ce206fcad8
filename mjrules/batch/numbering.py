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

FEW_BITS: Final = 16
"""Keys of no more bits are numbered by an array that has a place for each."""
WIDE: Final = 62
"""No key has more bits."""
NARROW: Final = 22
"""The bits of a number: no numbering goes further, for the tables begin anew long before."""
_FEW: Final = 1 << 12
_FIRST: Final = 10
_SPARSE: Final = 4
"""So many places there are for every key that is kept."""
_MIXED: Final = np.uint64(0x9E3779B97F4A7C15)


class Numbering:
    """Numbers keys from 0 on.

    Keys are kept in a sparse array, each at a place that some of its bits, mixed, tell, or at the next that was free.
    """

    def __init__(self) -> None:
        self._known = 0
        self._spread(_FIRST)

    def __len__(self) -> int:
        return self._known

    def _spread(self, bits: int) -> None:
        """Begin with an empty array of so many bits."""
        self._shift = np.uint64(64 - bits)
        self._last = (1 << bits) - 1
        self._keys = np.full(1 << bits, -1, np.int64)
        self._found = np.zeros(1 << bits, np.int32)

    def _keep(self, keys: Longs, numbers: Longs) -> None:
        """Lay keys that are not there yet into the array, each once."""
        places = self._places(keys)
        left = np.arange(len(keys))
        while len(left):
            own, wanted = places[left], keys[left]
            free = self._keys[own] < 0
            self._keys[own[free]] = wanted[free]
            laid = self._keys[own] == wanted
            self._found[own[laid]] = numbers[left[laid]]
            left = left[~laid]
            places[left] = (places[left] + 1) & self._last

    def _places(self, keys: Longs) -> Longs:
        return ((keys.view(np.uint64) * _MIXED) >> self._shift).view(np.int64)

    def of(self, keys: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, none negative, and for every number that is new, in order, where its key is."""
        numbers, missing = self.known(keys)
        fresh: list[Places] = []
        while len(missing):
            # most keys are met often, so those of a few rows are first numbered, and then known in the others
            some, missing = missing[:_FEW], missing[_FEW:]
            different, first, back = np.unique(keys[some], return_index=True, return_inverse=True)
            new = np.arange(self._known, self._known + len(different))
            numbers[some] = new[back]
            fresh.append(some[first])
            self._add(different, new)
            if len(missing):
                numbers[missing], left = self.known(keys[missing])
                missing = missing[left]
        return numbers, np.concatenate(fresh) if fresh else missing

    def _add(self, keys: Longs, numbers: Longs) -> None:
        """Keep keys that are new, with the numbers that follow those given before."""
        self._known += len(keys)
        if self._known * _SPARSE > self._last:
            there = self._keys >= 0
            kept, told = self._keys[there], self._found[there].astype(np.int64)
            self._spread((self._known * _SPARSE).bit_length())
            self._keep(kept, told)
        self._keep(keys, numbers)

    def known(self, keys: Longs) -> tuple[Longs, Places]:
        """The numbers of keys, and which keys have none."""
        places = self._places(keys)
        numbers = self._found.take(places).astype(np.int64)
        there = self._keys.take(places)
        return numbers, self._found_further(keys, places, there, numbers)

    def _found_further(self, keys: Longs, places: Longs, there: Longs, numbers: Longs) -> Places:
        """Look for keys behind the places where they should be; gives those that are nowhere."""
        asked = np.flatnonzero(there != keys)
        if not len(asked):
            return asked
        nowhere: list[Places] = []
        there, places, wanted = there.take(asked), places.take(asked), keys.take(asked)
        while True:
            left = np.flatnonzero(there >= 0)
            if len(left) < len(asked):
                nowhere.append(asked[there < 0])
                if not len(left):
                    break
                asked, places, wanted = asked.take(left), places.take(left), wanted.take(left)
            places = places + 1 & self._last
            there = self._keys.take(places)
            right = there == wanted
            found = np.flatnonzero(right)
            numbers[asked.take(found)] = self._found.take(places.take(found))
            left = np.flatnonzero(~right)
            if not len(left):
                break
            asked, places, wanted, there = asked.take(left), places.take(left), wanted.take(left), there.take(left)
        return np.sort(np.concatenate(nowhere)) if nowhere else asked[:0]


class Direct:
    """Numbers small keys from 0 on: each has its place in an array."""

    def __init__(self, bits: int) -> None:
        self._known = 0
        self._numbers = np.full(1 << bits, -1, np.int32)

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


class Numbered:
    """Numbers what several columns are together, from 0 on."""

    def __init__(self) -> None:
        self._packing = Packing()
        self._numbering: Numbering | Direct | None = None

    def __len__(self) -> int:
        return 0 if self._numbering is None else len(self._numbering)

    @property
    def most(self) -> int:
        """How many numbers it has given, or needed on the way, at most."""
        return max(len(self), self._packing.most)

    def of(self, columns: Iterable[Column]) -> tuple[Longs, Places]:
        """The numbers of the rows of columns, and for every number that is new, in order, where it is."""
        keys, bits = self._packing.together(columns)
        if self._numbering is None:
            self._numbering = Direct(bits) if bits <= FEW_BITS else Numbering()
        return self._numbering.of(keys)
