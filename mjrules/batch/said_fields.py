"""What further fields of records say that are no numbers: numbered for all columns alike, each read once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from sys import intern
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import bounds
from ..errors import HandError
from ..hands.declared_fields import FieldValue, classes_said, field_value
from ..scoring.rulebook import Rulebook
from ..tiles.tile import ALL_KINDS, BY_TEXT, KIND, KINDS, TEXT, Tile, mask_of
from .arrays import Longs, Truths, spread
from .bit_rows import GrownNumbers
from .columns import Columns
from .numbering import Numbered

SAYS_TILES: Final = 1 << KINDS
"""Beside the kinds of the tiles that a field says: it says tiles."""


class SaidFields:
    """Reads what fields say; 0 is the number of saying nothing. `together` are the numbers of what several say."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._numbers: dict[str, dict[Any, int]] = {field.name: {None: 0} for field in book.others}
        self._values: dict[str, list[Any]] = {field.name: [None] for field in book.others}
        """What the fields have said, by these numbers."""
        self._read: dict[str, list[FieldValue]] = {field.name: [None] for field in book.others}
        self._right = {field.name: GrownNumbers() for field in book.others}
        self._kinds = {field.name: GrownNumbers() for field in book.others}
        for right in self._right.values():
            right.add(True)
        self._tiles: dict[str, NDArray[np.int8]] = {}
        self.together: dict[Hashable, Numbered] = {}
        self._last: dict[str, tuple[Sequence[Any], Longs]] = {}
        """For each field the values that columns had for it last, and their numbers, -1 for those not met yet: all lots
        of one table have the same values."""

    @property
    def size(self) -> int:
        """How many values the field has that has said most, or several fields have together."""
        packed = map(len, self.together.values())
        return max([0, *packed, *map(len, self._numbers.values())])

    def numbered(self, columns: Columns) -> Columns:
        """The same columns, with the numbers that have here what their fields say; what is new is read."""
        further = columns.further.copy()
        for place, name in enumerate(columns.field_names):
            if name in columns.values:
                further[:, place] = self._numbers_of(name, columns.values[name], further[:, place])
        return replace(columns, further=further, values=self._values)

    def _numbers_of(self, name: str, own: Sequence[Any], places: Longs) -> Longs:
        """The numbers of what hands say in a field, given by its place among the columns' own values."""
        before, numbers = self._last.get(name, (None, None))
        if numbers is None or before is not own:
            numbers = np.full(len(own), -1)
        found = numbers.take(places)
        if (found < 0).any():
            new = np.flatnonzero(np.bincount(places[found < 0], minlength=len(own)))
            values = [own[place] for place in new.tolist()]
            numbers[new] = self._numbers_met(name, [tuple(own) if type(own) is list else own for own in values])
            self._last.pop(name, None)
            if type(own) is tuple and list not in map(type, values):  # a list may change before it is seen again
                self._last[name] = own, numbers
            found = numbers.take(places)
        return found

    def _numbers_met(self, name: str, values: Sequence[Any]) -> list[int]:
        """The numbers of what a field says, some of it for the first time."""
        known = self._numbers[name]
        new = list(dict.fromkeys([value for value in values if value not in known]))
        if new:
            told = self._tiles_read(name, new) or [(_shared(value), *self._read_one(name, value)) for value in new]
            for value, said, right in told:
                known[value] = len(known)
                self._values[name].append(value)
                self._read[name].append(said)
                self._right[name].add(right)
        return [known[value] for value in values]

    def _tiles_read(self, name: str, values: Sequence[Any]) -> list[tuple[Any, FieldValue, bool]]:
        """Values that are lists of tiles, what they say, and whether the field may say it; nothing where any is not
        plainly one, as most are."""
        if self._book.fields[name].type != "tiles" or not {tuple}.issuperset(map(type, values)):
            return []
        try:
            tiles = [tuple(map(BY_TEXT.__getitem__, value)) for value in values]
        except (KeyError, TypeError):
            return []
        if max(map(len, tiles)) > bounds.HAND_TILES:
            return []
        there = frozenset([tile for tile, copies in enumerate(self._book.tiles.copies) if copies])
        return [(tuple(map(TEXT.__getitem__, own)), own, there.issuperset(own)) for own in tiles]

    def _read_one(self, name: str, value: object) -> tuple[FieldValue, bool]:
        """What a value says, and whether the field may say it."""
        book = self._book
        try:
            said = field_value(book.fields[name], value)
        except HandError:
            return None, False
        if book.fields[name].type == "seat" and said not in book.seats:
            return said, False
        return said, not isinstance(said, tuple) or all(map(book.tiles.copies.__getitem__, said))

    def are_right(self, columns: Columns, name: str) -> Truths:
        """Which hands say what a field may say."""
        found: Truths = self._right[name].of(columns.further[:, columns.field_names.index(name)]) != 0
        return found

    def kinds(self, columns: Columns, name: str, hands: Longs) -> Longs:
        """The kinds of the tiles that a field of some hands says, as masks, with SAYS_TILES where it says any."""
        if name not in columns.field_names:
            return np.zeros(len(hands), np.int64)
        known = self._kinds[name]
        for said in self._read[name][len(known) :]:
            known.add(_kinds_of(said))
        return known.of(columns.further[hands, columns.field_names.index(name)])

    def tiles(self, columns: Columns, name: str, hands: Longs) -> Longs:
        """The kinds of the tiles that a field of some hands says, a row for each of as many as any hand says; 34 where
        there are no more."""
        known = self._tiles.get(name, np.zeros((0, 0), np.int8))
        more = [said if isinstance(said, tuple) else () for said in self._read[name][len(known) :]]
        if more:
            known = self._tiles[name] = _laid_out(known, more)
        found: Longs = known.take(columns.further[hands, columns.field_names.index(name)], axis=0).T.astype(np.int64)
        return found

    def of(self, columns: Columns, hands: Longs) -> list[tuple[tuple[str, FieldValue], ...]]:
        """What the fields of some hands say, as one hand says it."""
        names = columns.field_names
        told = [(name, read, names.index(name)) for name, read in self._read.items() if name in names]
        every = columns.further.take(hands, axis=0).tolist()
        return [tuple([(name, read[own[place]]) for name, read, place in told if own[place]]) for own in every]

    def classes(self, columns: Columns, hands: Longs) -> list[tuple[tuple[str, int], ...]]:
        """The classes that the fields of some hands give, as masks."""
        every = self.of(columns, hands)
        told = {said: classes_said(self._book.others, said) for said in set(every)}
        return [told[said] for said in every]

    def numbers(self, columns: Columns, hands: Longs) -> list[tuple[tuple[str, int], ...]]:
        """The fields of some hands that are numbers, as one hand says them; 0 for those of which nothing is said."""
        names, told = columns.field_names, self._book.numbers
        every = [
            columns.further[hands, names.index(name)].tolist() if name in names else [0] * len(hands) for name in told
        ]
        return [tuple(zip(told, own, strict=True)) for own in zip(*every, strict=True)] if told else [()] * len(hands)


def _shared(value: Any) -> Any:
    """The same value; of its texts, which are few, each is kept once."""
    if type(value) is tuple:
        return tuple([intern(one) if type(one) is str else one for one in value])
    return value


def _laid_out(known: NDArray[np.int8], more: Sequence[tuple[Tile, ...]]) -> NDArray[np.int8]:
    """The kinds of tiles, those of a row behind one another, and rows more below what is known; 34 is none."""
    longest = np.array(list(map(len, more)))
    found = np.full((len(known) + len(more), max(known.shape[1], longest.max())), KINDS, np.int8)
    found[: len(known), : known.shape[1]] = known
    rows, places = spread(longest)
    found[len(known) + rows, places] = np.minimum([KIND[tile] for own in more for tile in own], KINDS)
    return found


def _kinds_of(said: FieldValue) -> int:
    """The kinds of the tiles that a field says, as a mask, with SAYS_TILES where it says any."""
    tiles = said if isinstance(said, tuple) else ()
    return mask_of(map(KIND.__getitem__, tiles)) & ALL_KINDS | SAYS_TILES if tiles else 0
