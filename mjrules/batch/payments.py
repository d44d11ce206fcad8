"""Who pays for many wins: the settlement of one hand, asked once for all hands that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..budget import Question
from ..errors import HandError, PluginError
from ..hands.hand import Hand
from ..scoring import payers
from ..scoring.explanation.explainer import Explainer
from ..scoring.item import won_items
from ..scoring.select import Selection
from ..settlement_method import ITEMS, WonItem, net_amounts
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
    """A hand that was scored by itself, its jokers standing for tiles, and what counts in it."""

    row: int
    hand: Hand
    selection: Selection


class Settler:
    """Settles the wins of some columns under one ruleset. Raises PluginError where a plugin fails."""

    def __init__(self, explainer: Explainer, columns: Columns) -> None:
        self._explainer, self._columns = explainer, columns
        book, number = explainer.scorer.book, len(columns)
        self._reads_items = book.settlement is not None and ITEMS in book.settlement.reads
        seats = book.seats
        self.payments = Payments(seats, np.zeros(number, np.bool_), np.zeros((number, len(seats)), np.int64))

    def settle(self, worths: Sequence[Worth], alone: Sequence[Alone], minimum_met: Truths) -> Payments:
        """The payments of wins that are worth the minimum."""
        for worth in worths:
            met = np.flatnonzero(minimum_met[worth.rows])
            if len(met):
                self._together(worth.rows[met], worth.choosing, tuple([own[met] for own in worth.choices]))
        for row, hand, selection in alone:
            if minimum_met[row]:
                found = self._amounts(hand, selection)
                if found is not None:
                    self.payments.settled[row], self.payments.amounts[row] = True, found
        return self.payments

    def _together(self, rows: Longs, choosing: Choosing, choices: Sequence[Longs]) -> None:
        telling, columns = choosing.value_told, self._said(rows)
        selections: dict[ChoiceNumbers, Selection] = {}
        columns += [(own, NARROW + 1) for own in choices[:telling]]
        if self._reads_items:
            telling = len(choices)
            columns.append((self._numbered_items(choosing, choices, selections), NARROW))
        numbers, fresh = Numbered().of(columns)
        amounts = np.zeros((len(fresh), len(self.payments.seats)), np.int64)
        settled = np.zeros(len(fresh), np.bool_)
        for number, place in enumerate(fresh.tolist()):
            choice = tuple([int(own[place]) for own in choices])
            told = choice[:telling]
            if told not in selections:
                selections[told] = choosing.selection(choice)
            found = self._amounts(self._columns.hand(int(rows[place])), selections[told])
            if found is not None:
                settled[number], amounts[number] = True, found
        self.payments.settled[rows] = settled[numbers]
        self.payments.amounts[rows] = amounts[numbers]

    @staticmethod
    def _numbered_items(
        choosing: Choosing, choices: Sequence[Longs], selections: dict[ChoiceNumbers, Selection]
    ) -> Longs:
        """For each hand the number of what counts in it; it may be the same for choices on different sets.

        What each choice awards is added to `selections`.
        """
        known: dict[tuple[WonItem, ...], int] = {}
        numbers, fresh = Numbered().of([(own, NARROW + 1) for own in choices])
        found: list[int] = []
        for choice in zip(*[own.take(fresh).tolist() for own in choices], strict=True):
            selection = selections[choice] = choosing.selection(choice)
            found.append(known.setdefault((*won_items(selection),), len(known)))
        return np.array(found, np.int64)[numbers]

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

    def _amounts(self, hand: Hand, selection: Selection) -> list[int] | None:
        """What each seat gains or loses; None where the hand says too little, or is refused."""
        book = self._explainer.scorer.book
        if payers.unknown(hand, book):
            return None
        try:
            with Question():
                transfers = payers.transfers(hand, selection, book)
        except HandError:  # which `explain` tells of the hand
            return None
        except PluginError as error:
            raise self._explainer.sheet.failure(error, hand) from error
        return None if transfers is None else list(net_amounts(transfers, book.seats).values())
