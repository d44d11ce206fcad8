"""The pieces of many readings, told apart by a few questions about each piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..hands.pieces import (
    CHOW,
    CLAIMED,
    COMPLETED,
    DECLARED,
    FORM,
    KONG,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    TAKEN,
    TILE,
    WINNING,
    can_stand,
)
from ..tiles.tile import KINDS
from .arrays import Longs, lowest_kind
from .columns import CHOWS, CLAIMED_KONGS, CONCEALED_KONGS, MELD_SORTS, PLAIN_MELDS, PROMOTED_KONGS, PUNGS
from .numbering import NARROW, Column, Numbered
from .readings import NOT_COMPLETED, Readings
from .views import MOST_PAIRS, Views

AsksPiece = Callable[[int], bool]
_MOST_PUNGS: Final = 5
_BITS: Final = 6
"""The bits of the number of a sort of pieces."""
_PIECES: Final = 1 << FORM + 2
_CONCEALED: Final = (0, WINNING, WINNING | COMPLETED, WINNING | COMPLETED | OPEN | TAKEN)
_CLAIMED: Final = DECLARED | CLAIMED | OPEN
_DECLARED: Final = {
    CHOWS: _CLAIMED | TAKEN,
    PUNGS: _CLAIMED | TAKEN,
    CLAIMED_KONGS: _CLAIMED | KONG,
    PROMOTED_KONGS: _CLAIMED | KONG | TAKEN,
    CONCEALED_KONGS: DECLARED | KONG,
}
"""The facts of declared sets."""
_FACTS: Final = np.array(
    [
        0,
        *[
            _DECLARED[what] * (what != CHOWS)
            for what in (place % PLAIN_MELDS // KINDS for place in range(MELD_SORTS - 1))
        ],
    ],
    np.uint8,
)
"""The facts of declared pungs and kongs, 0 for chows, by the numbers of sets without their sources."""


class Sorts:
    """Sorts pieces by what some questions say of each. Only pungs and pairs may be told apart."""

    def __init__(self, told: Sequence[AsksPiece]) -> None:
        self._told = tuple(told)
        self._sorts: dict[tuple[bool, ...], int] = {(False,) * len(self._told): 0}
        self._of = np.full(_PIECES, -1, np.int64)
        self.pairs = self._any(PAIR, _CONCEALED)

    @classmethod
    def made(cls, told: Sequence[AsksPiece]) -> Sorts | None:
        """Sorts by some questions; None where they tell other pieces apart than pungs and pairs, or too many."""
        sorts = cls(told)
        chows = (*_CONCEALED, _DECLARED[CHOWS], _DECLARED[CHOWS] | WINNING)
        if sorts._any(CHOW, chows) or sorts._any(LOOSE, _CONCEALED):
            return None
        return sorts if 1 << len(sorts._told) <= 1 << 2 * _BITS else None

    def _any(self, form: int, facts: Sequence[int]) -> bool:
        pieces = (form << FORM | tile << TILE | own for tile in range(KINDS) if can_stand(form, tile) for own in facts)
        return any(told(piece) for piece in pieces for told in self._told)

    def of(self, pieces: Longs) -> Longs:
        """The sorts of pieces; 0 is the sort of those of which nothing is true."""
        sorts = self._of.take(pieces)
        if sorts.min(initial=0) < 0:
            for piece in np.unique(pieces[sorts < 0]).tolist():
                said = tuple([bool(told(piece)) for told in self._told])
                self._of[piece] = self._sorts.setdefault(said, len(self._sorts))
            sorts = self._of.take(pieces)
        return sorts


def pieces_columns(views: Views, rows: Longs, sorts: Sorts, numbered: Numbered) -> Iterator[Column]:
    """What some questions about pieces tell apart in some readings, as columns."""
    readings = views.readings if len(rows) == len(views) else views.readings.rows(rows)
    laid, hands = readings.laid, views.rows
    win = np.where(readings.form == NOT_COMPLETED, -1, hands.win_kind.take(laid.hand))
    completed = COMPLETED | ~hands.columns.self_drawn.take(laid.hand) * np.int64(OPEN | TAKEN)
    declared = _declared(views)
    left = laid.pungs | hands.pungs.take(laid.hand)
    own = np.arange(len(rows))
    for _ in range(_MOST_PUNGS):
        there = np.flatnonzero(left != 0)
        own, left = own.take(there), left.take(there)
        tile = lowest_kind(left)
        facts = declared.take(laid.hand.take(own) * KINDS + tile).astype(np.int64)
        done = (readings.form.take(own) == PUNG) & (readings.tile.take(own) == tile) & (facts == 0)
        facts |= done * completed.take(own) | (tile == win.take(own)) * np.int64(WINNING)
        column = np.zeros(len(rows), np.int64)
        column[own] = sorts.of(PUNG << FORM | tile << TILE | facts) + 1
        yield column, _BITS
        left = left & (left - 1)
    if sorts.pairs:
        yield from _pairs(readings, win, completed, sorts, numbered)


def _pairs(readings: Readings, win: Longs, completed: Longs, sorts: Sorts, numbered: Numbered) -> Iterator[Column]:
    """The sort of the only pair; several pairs with all that may tell them apart.

    `win` is the kind of the winning tile, or -1, `completed` the facts of what it completed."""
    laid = readings.laid
    done = (readings.form == PAIR) * completed
    sort = _sort_of_pair(laid.pairs, readings.tile, win, done, sorts)
    more = np.zeros(len(laid.pairs), np.int64)
    many = np.flatnonzero(laid.has_several_pairs)
    if len(many):
        sort[many] = 0
        told = _each_pair(readings.rows(many), win[many], done[many], sorts)
        more[many] = 1 + numbered.of([(own, _BITS) for own in told])[0]
    yield more, NARROW + 1
    yield sort, _BITS


def _sort_of_pair(pairs: Longs, completed: Longs, win: Longs, done: Longs, sorts: Sorts) -> Longs:
    """The sort of the first of some pairs, and 1 more; 0 for none. `completed` is the tile of the completed piece."""
    there = pairs != 0
    tile = there * lowest_kind(pairs)
    facts = (tile == win) * np.int64(WINNING) | (completed == tile) * done
    found: Longs = there * (sorts.of(PAIR << FORM | tile << TILE | facts) + 1)
    return found


def _each_pair(readings: Readings, win: Longs, done: Longs, sorts: Sorts) -> Iterator[Longs]:
    """The sorts of all pairs in their order; of two alike, only the first may be the completed one."""
    left, twice = readings.laid.pairs, readings.laid.twice
    for _ in range(MOST_PAIRS):
        yield _sort_of_pair(left, readings.tile, win, done, sorts)
        yield _sort_of_pair(left & -left & twice, readings.tile, win, np.zeros_like(done), sorts)
        left = left & (left - 1)


def _declared(views: Views) -> NDArray[np.uint8]:
    """The facts of the declared pungs and kongs of hands, kind by kind, 34 of each hand in a row; 0 for others."""
    found = np.zeros(len(views.rows) * KINDS, np.uint8)
    for numbers in views.rows.meld_numbers.T:
        facts = _FACTS.take(numbers)
        rows = np.flatnonzero(facts != 0)
        found[rows * KINDS + (numbers.take(rows) - 1) % KINDS] = facts.take(rows)
    return found
