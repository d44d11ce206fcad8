"""What further fields of records say that are no numbers: numbered for all columns alike, each read once."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..errors import HandError
from ..hands.declared_fields import FieldValue, field_value
from ..scoring.rulebook import Rulebook
from ..tiles.tile import ALL_KINDS, KIND, KINDS, mask_of
from .arrays import Longs, Truths
from .bit_rows import GrownNumbers
from .columns import Columns

SAYS_TILES: Final = 1 << KINDS
"""Beside the kinds of the tiles that a field says: it says tiles."""


class SaidFields:
    """Reads what fields say. `numbers` are the numbers of values by field; 0 says nothing."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self.numbers: dict[str, dict[Any, int]] = {field.name: {None: 0} for field in book.others}
        self._read: dict[str, list[FieldValue]] = {field.name: [] for field in book.others}
        self._right = {field.name: GrownNumbers() for field in book.others}
        self._kinds = {field.name: GrownNumbers() for field in book.others}

    @property
    def size(self) -> int:
        """How many values the field has that has said most."""
        return max(map(len, self.numbers.values()), default=0)

    def read(self, columns: Columns) -> None:
        """Read what is new in columns whose values have these numbers."""
        for name, known in self._read.items():
            for value in columns.values.get(name, ())[len(known) :]:
                said, right = (None, True) if value is None else self._read_one(name, value)
                known.append(said)
                self._right[name].add(right)
                tiles = said if isinstance(said, tuple) else ()
                kinds = mask_of(map(KIND.__getitem__, tiles)) & ALL_KINDS
                self._kinds[name].add(kinds | SAYS_TILES if tiles else 0)

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
        return self._kinds[name].of(columns.further[hands, columns.field_names.index(name)])

    def of(self, columns: Columns, hands: Longs) -> list[tuple[tuple[str, FieldValue], ...]]:
        """What the fields of some hands say, as one hand says it."""
        names = columns.field_names
        told = [(name, read, names.index(name)) for name, read in self._read.items() if name in names]
        every = columns.further.take(hands, axis=0).tolist()
        return [tuple([(name, read[own[place]]) for name, read, place in told if own[place]]) for own in every]
