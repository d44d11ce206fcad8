"""The payments of many wins as the text of their records: each settled once for all that say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ..batch.arrays import Longs
from ..batch.columns import BONUS_TILES, SOURCES, Columns
from ..budget import Question
from ..hands.hand import Hand
from ..hands.record import SEATS
from ..scoring import payers
from ..scoring.record_texts import RecordTexts
from ..scoring.rulebook import Rulebook
from ..scoring.select import Selection
from ..settlement_method import net_amounts

_KEEP: Final = 1 << 16
_TOLD: Final = frozenset({"seat", "source", "self_drawn", "looked", "read"})
"""What settlements are told apart by in any case; and what is noted."""
_NOTHING: Final = frozenset[str](), False, False


class _Looked(NamedTuple):
    """What a settlement has looked at in a hand: further `fields` by name, the `melds`, or anything else, `other`."""

    fields: frozenset[str] = frozenset()
    melds: bool = False
    other: bool = False

    def joined(self, more: _Looked) -> _Looked:
        """What both have looked at."""
        return _Looked(self.fields | more.fields, self.melds or more.melds, self.other or more.other)


class _Watched(Hand):
    """The hand of a row of columns that notes what is looked at: the names of attributes, and of further fields.

    What tells settlements apart in any case is said by itself; the rest of the hand is made when it is looked at.
    """

    __slots__ = ("columns", "looked", "read", "row", "whole")
    columns: Columns
    row: int
    whole: Hand | None
    looked: set[str]
    read: set[str]

    def __getattribute__(self, name: str) -> Any:
        own = super().__getattribute__
        if name in _TOLD:
            return own(name)
        if name == "fields":
            return _WatchedFields(own("columns").said(own("row")), self)
        own("looked").add(name)
        whole = own("whole")
        if whole is None:
            whole = own("columns").hand(own("row"))
            object.__setattr__(self, "whole", whole)
        return getattr(whole, name)


class _WatchedFields(Mapping[str, Any]):
    """The further fields of a hand; the names of those that are asked for are noted."""

    def __init__(self, fields: Mapping[str, Any], hand: _Watched) -> None:
        self._fields, self._hand = fields, hand

    def __getitem__(self, name: str) -> Any:
        self._hand.read.add(name)
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        self._hand.looked.add("fields")
        return iter(self._fields)

    def __len__(self) -> int:
        self._hand.looked.add("fields")
        return len(self._fields)


def _watched(columns: Columns, row: int) -> _Watched:
    found = object.__new__(_Watched)
    keep = object.__setattr__
    keep(found, "columns", columns)
    keep(found, "row", row)
    keep(found, "whole", None)
    keep(found, "looked", set[str]())
    keep(found, "read", set[str]())
    keep(found, "seat", SEATS[columns.seat[row]])
    keep(found, "source", SOURCES[columns.source[row]])
    keep(found, "self_drawn", bool(columns.self_drawn[row]))
    return found


def _looked_at(hand: _Watched) -> _Looked:
    return _Looked(frozenset(hand.read), "melds" in hand.looked, not hand.looked <= {"melds"})


class PaymentTexts:
    """What the wins under one ruleset cost, as text; `valued` is what counts by whose places they are told apart."""

    def __init__(self, book: Rulebook, texts: RecordTexts, valued: Sequence[Selection]) -> None:
        self._book, self._texts, self._valued = book, texts, valued
        self._known: dict[tuple[Any, ...], str] = {}
        self._looked: dict[tuple[int, int], _Looked] = {}
        """What the settlement looks at in hands of a value and a situation, if it looks at any."""

    @staticmethod
    def situations(columns: Columns, rows: Longs) -> Longs:
        """Who won, and how, as a number for each of some rows."""
        own = [column.take(rows).astype(np.int64) for column in (columns.self_drawn, columns.source, columns.seat)]
        found: Longs = own[0] << 4 | own[1] << 2 | own[2]
        return found

    def of(self, columns: Columns, row: int, value: int, situation: int) -> str:
        """The payments of the win of a row, where it says enough; its value and situation are given by number.

        Raises HandError and PluginError as the settlement of one hand.
        """
        text = self._known.get((value, situation))
        if text is None:
            looked = self._looked.get((value, situation))
            if looked is not None:
                text = self._known.get((value, situation, looked, *_said(columns, row, looked)))
            if text is None:
                text = self._ask(columns, row, value, situation, looked)
        return text

    def _ask(self, columns: Columns, row: int, value: int, situation: int, looked: _Looked | None) -> str:
        if len(self._known) > _KEEP:
            self._known.clear()
        watched, book = _watched(columns, row), self._book
        text, seen = "", looked or _Looked()
        if not payers.unknown(watched, book):
            with Question():
                transfers = payers.transfers(watched, self._valued[value], book)
            seen = seen.joined(_looked_at(watched))
            text = self._texts.paid(None if transfers is None else net_amounts(transfers, book.seats))
        if seen == _NOTHING:
            self._known[value, situation] = text
        else:
            self._looked[value, situation] = seen
            self._known[value, situation, seen, *_said(columns, row, seen)] = text
        return text


def _said(columns: Columns, row: int, looked: _Looked) -> Iterator[Any]:
    """What the hand of a row says to whoever looks at this of it, and sees no more: see `WonHand`."""
    if looked.melds or looked.other:
        yield columns.melds[row].tobytes()
    if looked.other:
        yield tuple(columns.said(row).items())
        yield columns.round[row], columns.flags[row], columns.bonus[row], columns.bonus_known[row]
        yield columns.tiles[row, BONUS_TILES].tobytes()
    elif looked.fields:
        further = columns.further[row].tolist()
        for name, number in zip(columns.field_names, further, strict=True):
            if name in looked.fields:
                yield columns.values[name][number] if name in columns.values else number
