"""The payments of many wins as the text of their records: each settled once for all that say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Final

import numpy as np

from ..budget import Question
from ..hands.hand import Hand
from ..scoring import payers
from ..scoring.policy import Value
from ..scoring.record_texts import RecordTexts
from ..scoring.rulebook import Rulebook
from ..settlement_method import net_amounts
from .arrays import Longs
from .columns import BONUS_TILES, Columns

_KEEP: Final = 1 << 16
_TOLD: Final = frozenset({"seat", "source", "self_drawn"})
"""What settlements are told apart by in any case."""
_SLOTS: Final = tuple(field.name for field in fields(Hand))


class _Watched(Hand):
    """A hand that notes what is looked at."""

    __slots__ = ("looked",)
    looked: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name not in _TOLD and name != "looked":
            self.looked.add(name)
        return super().__getattribute__(name)


def _watched(hand: Hand) -> _Watched:
    found = object.__new__(_Watched)
    for name in _SLOTS:
        object.__setattr__(found, name, getattr(hand, name))
    object.__setattr__(found, "looked", set[str]())
    return found


class PaymentTexts:
    """What the wins under one ruleset cost, as text. `values` are those by whose places wins are told apart."""

    def __init__(self, book: Rulebook, texts: RecordTexts, values: Sequence[Value]) -> None:
        self._book, self._texts, self._values = book, texts, values
        self._known: dict[tuple[Any, ...], str] = {}
        self._looked: dict[tuple[int, int], frozenset[str]] = {}
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

    def _ask(self, columns: Columns, row: int, value: int, situation: int, looked: frozenset[str] | None) -> str:
        if len(self._known) > _KEEP:
            self._known.clear()
        hand, book = columns.hand(row), self._book
        text, seen = "", frozenset(looked or ())
        if not payers.unknown(hand, book):
            watched = _watched(hand)
            with Question():
                transfers = payers.transfers(watched, self._values[value], book)
            seen |= frozenset(watched.looked)
            text = self._texts.paid(None if transfers is None else net_amounts(transfers, book.seats))
        if seen:
            self._looked[value, situation] = seen
            self._known[value, situation, seen, *_said(columns, row, seen)] = text
        else:
            self._known[value, situation] = text
        return text


def _said(columns: Columns, row: int, looked: frozenset[str]) -> Iterator[Any]:
    """What the hand of a row says to whoever looks at these parts of it; no concealed tiles matter to a settlement."""
    if not looked <= {"fields"}:
        yield columns.melds[row].tobytes()
    if not looked <= {"melds"}:
        yield tuple(columns.said(row).items()) if columns.further[row].any() else ()
    if not looked <= {"fields", "melds"}:
        yield columns.round[row], columns.flags[row], columns.bonus[row], columns.bonus_known[row]
        yield columns.tiles[row, BONUS_TILES].tobytes()
