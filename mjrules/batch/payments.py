"""Who pays for many wins: the settlement of one hand, asked once for all hands that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..budget import Question
from ..errors import PluginError
from ..hands.hand import Hand
from ..scoring import payers
from ..scoring.explanation.explainer import Explainer
from ..scoring.policy import Value
from ..settlement_method import net_amounts
from .arrays import Longs, Truths
from .choosing import ChoiceNumbers, Choosing
from .columns import BONUS_TILES, Columns
from .numbering import NARROW, Column, Numbered

_BYTE = 8
_MELD_BITS = 14
_FIELD_BITS = 31


class Payments(NamedTuple):
    """What wins cost: `settled`, bool [hands], whether a hand tells all that must be known, and is worth the minimum;
    `amounts`, int64 [hands, seats], what each of the `seats` gains or loses, 0 where it is not settled."""

    seats: tuple[str, ...]
    settled: NDArray[np.bool_]
    amounts: NDArray[np.int64]


class Worth(NamedTuple):
    """What the best readings of some hands are worth: their `rows`, and the choices that a table knows."""

    rows: Longs
    choosing: Choosing
    choices: tuple[Longs, ...]


class Alone(NamedTuple):
    """A hand that was scored by itself, its jokers standing for tiles, and what it is worth."""

    row: int
    hand: Hand
    value: Value


class Settler:
    """Settles the wins of some columns under one ruleset. Raises PluginError where a plugin fails."""

    def __init__(self, explainer: Explainer, columns: Columns) -> None:
        self._explainer, self._columns = explainer, columns
        seats = explainer.scorer.book.seats
        number = len(columns)
        self.payments = Payments(seats, np.zeros(number, np.bool_), np.zeros((number, len(seats)), np.int64))

    def settle(self, worths: Sequence[Worth], alone: Sequence[Alone], minimum_met: Truths) -> Payments:
        """The payments of wins that are worth the minimum."""
        for worth in worths:
            met = np.flatnonzero(minimum_met[worth.rows])
            if len(met):
                self._together(worth.rows[met], worth.choosing, tuple([own[met] for own in worth.choices]))
        for row, hand, value in alone:
            if minimum_met[row]:
                found = self._amounts(hand, value)
                if found is not None:
                    self.payments.settled[row], self.payments.amounts[row] = True, found
        return self.payments

    def _together(self, rows: Longs, choosing: Choosing, choices: Sequence[Longs]) -> None:
        columns = [(own, NARROW + 1) for own in choices[: choosing.value_told]]
        numbers, fresh = Numbered().of([*columns, *self._said(rows)])
        amounts = np.zeros((len(fresh), len(self.payments.seats)), np.int64)
        settled = np.zeros(len(fresh), np.bool_)
        values: dict[ChoiceNumbers, Value] = {}
        for number, place in enumerate(fresh.tolist()):
            choice = tuple([int(own[place]) for own in choices])
            told = choice[: choosing.value_told]
            if told not in values:
                values[told] = choosing.selection(choice).value
            found = self._amounts(self._columns.hand(int(rows[place])), values[told])
            if found is not None:
                settled[number], amounts[number] = True, found
        self.payments.settled[rows] = settled[numbers]
        self.payments.amounts[rows] = amounts[numbers]

    def _said(self, rows: Longs) -> list[Column]:
        """All that a settlement may know of some hands: see `WonHand`."""
        own = self._columns.rows(rows)
        found: list[Column] = [
            (own.self_drawn.astype(np.int64), 1),
            (own.source.astype(np.int64), 2),
            (own.seat.astype(np.int64), 2),
            (own.round.astype(np.int64), 2),
            (own.bonus.astype(np.int64), _BYTE),
            (own.bonus_known.astype(np.int64), 1),
            (own.flags.astype(np.int64), len(own.flag_names)),
        ]
        found += [(column.astype(np.int64), _BYTE) for column in own.tiles[:, BONUS_TILES].T]
        found += [(column.astype(np.int64), _MELD_BITS) for column in own.melds.T]
        return [*found, *[(column, _FIELD_BITS) for column in own.further.T]]

    def _amounts(self, hand: Hand, value: Value) -> list[int] | None:
        """What each seat gains or loses; None where the hand says too little."""
        book = self._explainer.scorer.book
        if payers.unknown(hand, book):
            return None
        try:
            with Question():
                transfers = payers.transfers(hand, value, book)
        except PluginError as error:
            raise self._explainer.sheet.failure(error, hand) from error
        return None if transfers is None else list(net_amounts(transfers, book.seats).values())
