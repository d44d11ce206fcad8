"""Who pays for many wins: the settlement of one hand, asked once for all that are alike in what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
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
from .bit_rows import GrownNumbers
from .choosing import Choosing
from .columns import BONUS_TILES, Columns
from .numbering import FULL, NARROW, Column, Numbered

_BYTE = 8
_MELD_BITS = 14
_FIELD_BITS = 31


class Payments(NamedTuple):
    """What wins cost: `settled`, bool [hands], whether a hand tells all that must be known, and is worth the minimum;
    `amounts`, int64 [hands, seats], what each of the `seats` gains or loses, 0 where it is not settled."""

    seats: tuple[str, ...]
    settled: NDArray[np.bool_]
    amounts: NDArray[np.int64]


class Alone(NamedTuple):
    """A hand that was scored by itself, its jokers standing for tiles, and what counts in it."""

    row: int
    hand: Hand
    selection: Selection


WinPaid = tuple[int, ...] | HandError | None
"""What each seat gains or loses by a win; why it is refused, or None where its hand says too little."""


class _Asked:
    """What was asked by some that a settlement looks at: `found` has a row for each answer, the place of what is paid,
    or, below 0, of what else was looked at, among `wider`, counted from the end."""

    def __init__(self) -> None:
        self.numbers, self.found = Numbered(), GrownNumbers()
        self.wider = list[frozenset[str]]()

    def look_wider(self, seen: frozenset[str]) -> None:
        """Add that more was looked at."""
        if seen not in self.wider:
            self.wider.append(seen)
        self.found.add(~self.wider.index(seen))


class Settlements:
    """What wins are paid that are scored together, kept for all that are alike in what a settlement looks at.

    It is asked about one of those that are worth the same to the same player; where it has looked at more of the hand,
    they are told apart by that, and it is asked again.
    """

    def __init__(self, explainer: Explainer, choosing: Choosing) -> None:
        self._explainer, self.choosing = explainer, choosing
        settlement = explainer.scorer.book.settlement
        self._reads = () if settlement is None else settlement.reads
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        """Begin with empty tables."""
        self._worth_numbers, self._worth_of = Numbered(), GrownNumbers()
        self._worths, self._selections = dict[Any, int](), list[Selection]()
        self._asked: dict[frozenset[str], _Asked] = {}
        self._paid, self._places = list[WinPaid](), dict[WinPaid, int]()

    def of(self, columns: Columns, rows: Longs, choices: Sequence[Longs]) -> tuple[Longs, Sequence[WinPaid]]:
        """What the wins of some rows are paid, as places in the answers; `choices` are their worth.

        Where the hands of the others must be known, nothing is. Raises PluginError where a plugin fails.
        """
        if HANDS in self._reads:
            return np.zeros(len(rows), np.int64), [None]
        with self._lock:
            try:
                found, paid = self._of(columns, rows, choices), self._paid
            except BaseException:
                self._begin()  # what tables were being filled with has no answers
                raise
            if max([len(self._worth_numbers), *[len(asked.found) for asked in self._asked.values()]]) > FULL:
                self._begin()
            return found, paid

    def _of(self, columns: Columns, rows: Longs, choices: Sequence[Longs]) -> Longs:
        worths = self._worth(choices)
        own = columns.rows(rows)
        alike = [(worths, NARROW), *_alike(own)]
        paid = np.zeros(len(rows), np.int64)
        left: dict[frozenset[str], list[Longs]] = {frozenset(): [np.arange(len(rows))]}
        while left:
            seen, parts = left.popitem()
            places = np.concatenate(parts)
            asked = self._asked_by(seen, own)
            told = [(each.take(places), bits) for each, bits in (*alike, *_columns_of(own, seen))]
            numbers, fresh = asked.numbers.of(told)
            for place in places.take(fresh).tolist():
                self._ask(asked, seen, columns.hand(int(rows[place])), self._selections[worths[place]])
            paid[places] = found = asked.found.of(numbers)
            for wider in np.unique(found[found < 0]).tolist():
                left.setdefault(asked.wider[~wider], []).append(places[found == wider])
        return paid

    def _asked_by(self, seen: frozenset[str], own: Columns) -> _Asked:
        """What was asked of hands by what is looked at; of what only these columns number nothing is kept."""
        if any(f"{_FIELD}{name}" in seen for name in own.values) or (_FIELD in seen and own.values):
            return _Asked()
        return self._asked.setdefault(seen, _Asked())

    def _ask(self, asked: _Asked, seen: frozenset[str], hand: Hand, selection: Selection) -> None:
        """Ask what a win is paid, and note it, or all that was looked at, where it was more than what is `seen`."""
        noted = set[str]()
        paid = _paid(self._explainer, hand, _Noting(hand, noted), selection)
        if not noted <= seen:
            asked.look_wider(seen | noted)
            return
        place = self._places.setdefault(paid, len(self._paid))
        if place == len(self._paid):
            self._paid.append(paid)
        asked.found.add(place)

    def _worth(self, choices: Sequence[Longs]) -> Longs:
        """For each hand the number of what a settlement is told of its worth.

        It may be the same for choices on different sets.
        """
        reads_items = ITEMS in self._reads
        told = choices if reads_items else [self.choosing.worths(choices)]
        numbers, fresh = self._worth_numbers.of([(own, NARROW + 1) for own in told])
        for choice in zip(*[own.take(fresh).tolist() for own in choices], strict=True):
            selection = self.choosing.selection(choice)
            value = selection.value
            items = (*won_items(selection),) if reads_items else ()
            key = value.total, value.special, value.cut, repr(value.totals), items
            number = self._worths.setdefault(key, len(self._worths))
            if number == len(self._selections):
                self._selections.append(selection)
            self._worth_of.add(number)
        return self._worth_of.of(numbers)


class Worth(NamedTuple):
    """What the best readings of some hands are worth: their `rows`, and the choices that a table knows, with what
    wins are paid for them."""

    rows: Longs
    choices: tuple[Longs, ...]
    settlements: Settlements


def settled(
    explainer: Explainer, columns: Columns, worths: Sequence[Worth], alone: Sequence[Alone], minimum_met: Truths
) -> Payments:
    """The payments of wins that are worth the minimum.

    Raises OverflowError for an amount that is too large, PluginError where a plugin fails.
    """
    seats, number = explainer.scorer.book.seats, len(columns)
    found = Payments(seats, np.zeros(number, np.bool_), np.zeros((number, len(seats)), np.int64))
    for worth in worths:
        met = np.flatnonzero(minimum_met[worth.rows])
        if len(met):
            rows = worth.rows[met]
            places, kept = worth.settlements.of(columns, rows, [choice[met] for choice in worth.choices])
            asked, answers = np.unique(places, return_inverse=True)
            paid = [kept[place] for place in asked.tolist()]  # of what is kept others may be more than columns hold
            settled = np.array([isinstance(own, tuple) for own in paid])
            amounts = np.array([own if isinstance(own, tuple) else (0,) * len(seats) for own in paid], np.int64)
            found.settled[rows], found.amounts[rows] = settled.take(answers), amounts.take(answers, axis=0)
    for row, hand, selection in alone:
        own = _paid(explainer, hand, hand, selection) if minimum_met[row] else None
        if isinstance(own, tuple):
            found.settled[row], found.amounts[row] = True, own
    return found


def _paid(explainer: Explainer, hand: Hand, shown: Any, selection: Selection) -> WinPaid:
    """What a win is paid; a settlement looks at what is `shown` in place of the hand. Raises PluginError."""
    book = explainer.scorer.book
    if payers.unknown(hand, book):
        return None
    try:
        with Question():
            transfers = payers.transfers(shown, selection, book)
    except HandError as error:
        return error
    except PluginError as error:
        raise explainer.sheet.failure(error, hand) from error
    return None if transfers is None else tuple(net_amounts(transfers, book.seats).values())


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
