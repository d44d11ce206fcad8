"""Who pays for many wins: the settlement of one hand, asked once for all that are alike in what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..budget import Question
from ..errors import HandError, PluginError
from ..hands.hand import Hand
from ..scoring import payers
from ..scoring.explanation.explainer import Explainer
from ..scoring.item import won_items
from ..scoring.select import Selection
from ..settlement_method import HANDS, ITEMS, net_amounts
from .arrays import Longs, Truths
from .choosing import Choosing
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
        self._reads = () if book.settlement is None else book.settlement.reads
        seats = book.seats
        self.payments = Payments(seats, np.zeros(number, np.bool_), np.zeros((number, len(seats)), np.int64))

    def settle(self, worths: Sequence[Worth], alone: Sequence[Alone], minimum_met: Truths) -> Payments:
        """The payments of wins that are worth the minimum; of none where the hands of the others must be known."""
        if HANDS in self._reads:
            return self.payments
        for worth in worths:
            met = np.flatnonzero(minimum_met[worth.rows])
            if len(met):
                self._together(worth.rows[met], worth.choosing, tuple([own[met] for own in worth.choices]))
        for row, hand, selection in alone:
            if minimum_met[row]:
                found = self._amounts(hand, hand, selection)
                if found is not None:
                    self.payments.settled[row], self.payments.amounts[row] = True, found
        return self.payments

    def _together(self, rows: Longs, choosing: Choosing, choices: Sequence[Longs]) -> None:
        """Settle wins together that are alike in all that a settlement looks at.

        It is asked about one of those that are worth the same to the same player; where it has looked at more of the
        hand, they are told apart by that, and it is asked again.
        """
        worths, selections = self._worths(choosing, choices)
        own = self._columns.rows(rows)
        alike = [(worths, NARROW), *_alike(own)]
        left: dict[frozenset[str], list[Longs]] = {frozenset(): [np.arange(len(rows))]}
        while left:
            seen, parts = left.popitem()
            places = np.concatenate(parts)
            columns = [(each.take(places), bits) for each, bits in (*alike, *_columns_of(own, seen))]
            numbers, fresh = Numbered().of(columns)
            amounts = np.zeros((len(fresh), len(self.payments.seats)), np.int64)
            settled = np.zeros(len(fresh), np.bool_)
            looked: dict[frozenset[str], list[int]] = {}
            for number, place in enumerate(places.take(fresh).tolist()):
                noted = set[str]()
                hand = self._columns.hand(int(rows[place]))
                found = self._amounts(hand, _Noting(hand, noted), selections[worths[place]])
                if not noted <= seen:
                    looked.setdefault(seen | noted, []).append(number)
                elif found is not None:
                    settled[number], amounts[number] = True, found
            self.payments.settled[rows.take(places)] = settled[numbers]
            self.payments.amounts[rows.take(places)] = amounts[numbers]
            for more, some in looked.items():
                left.setdefault(more, []).append(places[np.isin(numbers, some)])

    def _worths(self, choosing: Choosing, choices: Sequence[Longs]) -> tuple[Longs, list[Selection]]:
        """For each hand the number of what a settlement is told of its worth, and for each number what is awarded.

        It may be the same for choices on different sets.
        """
        told = choices if ITEMS in self._reads else choices[: choosing.value_told]
        numbers, fresh = Numbered().of([(own, NARROW + 1) for own in told])
        known: dict[Any, int] = {}
        found, selections = list[int](), list[Selection]()
        for choice in zip(*[own.take(fresh).tolist() for own in choices], strict=True):
            selection = choosing.selection(choice)
            value = selection.value
            items = (*won_items(selection),) if ITEMS in self._reads else ()
            number = known.setdefault((value.total, value.special, value.cut, repr(value.totals), items), len(known))
            if number == len(selections):
                selections.append(selection)
            found.append(number)
        return np.array(found, np.int64)[numbers], selections

    def _amounts(self, hand: Hand, shown: Any, selection: Selection) -> list[int] | None:
        """What each seat gains or loses; None where the hand says too little, or is refused.

        A settlement looks at what is `shown` in place of the hand.
        """
        book = self._explainer.scorer.book
        if payers.unknown(hand, book):
            return None
        try:
            with Question():
                transfers = payers.transfers(shown, selection, book)
        except HandError:  # which `explain` tells of the hand
            return None
        except PluginError as error:
            raise self._explainer.sheet.failure(error, hand) from error
        return None if transfers is None else list(net_amounts(transfers, book.seats).values())


class _Noting:
    """A hand as it is shown to a settlement, which notes what is looked at: attributes, and `fields.` with a name."""

    def __init__(self, hand: Hand, noted: set[str]) -> None:
        self._hand, self._noted = hand, noted

    def __getattr__(self, name: str) -> Any:
        if name == "fields":
            return _NotingFields(self._hand.fields, self._noted)
        if name not in _ALIKE:
            self._noted.add(name)
        return getattr(self._hand, name)


class _NotingFields(Mapping[str, Any]):
    """The further fields of a hand, which note what is looked at; all where they are gone through."""

    def __init__(self, fields: Mapping[str, Any], noted: set[str]) -> None:
        self._fields, self._noted = fields, noted

    def __getitem__(self, name: str) -> Any:
        self._noted.add(f"{_FIELD}{name}")
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        self._noted.add(_FIELD)
        return iter(self._fields)

    def __len__(self) -> int:
        self._noted.add(_FIELD)
        return len(self._fields)


_ALIKE: Final = frozenset(["seat", "source", "self_drawn"])
"""What is asked of every win."""
_FIELD: Final = "fields."


def _alike(own: Columns) -> list[Column]:
    """What is asked of every win, as columns."""
    return [(own.self_drawn.astype(np.int64), 1), (own.source.astype(np.int64), 2), (own.seat.astype(np.int64), 2)]


def _columns_of(own: Columns, seen: Iterable[str]) -> Iterator[Column]:
    """What was looked at, as columns."""
    for name in sorted(seen):
        if name.startswith(_FIELD):
            for place, field in enumerate(own.field_names):
                if name in (_FIELD, f"{_FIELD}{field}"):
                    yield own.further[:, place], _FIELD_BITS
        else:
            yield from _COLUMNS[name](own)


_COLUMNS: Final[Mapping[str, Callable[[Columns], list[Column]]]] = {
    "round": lambda own: [(own.round.astype(np.int64), 2)],
    "melds": lambda own: [(column.astype(np.int64), _MELD_BITS) for column in own.melds.T],
    "flags": lambda own: [(own.flags.astype(np.int64), len(own.flag_names))],
    "bonus_count": lambda own: [(own.bonus.astype(np.int64), _BYTE)],
    "bonus": lambda own: [
        (own.bonus_known.astype(np.int64), 1),
        *[(column.astype(np.int64), _BYTE) for column in own.tiles[:, BONUS_TILES].T],
    ],
}
"""What a settlement may look at in a hand, as columns: see `WonHand`."""
