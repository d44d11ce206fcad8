"""How hands are read: the pieces of their best readings, the same that one hand has, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

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
)
from ..tiles.tile import KINDS
from .arrays import Longs, spread
from .columns import CHOWS, CLAIMED_KONGS, CONCEALED_KONGS, PLAIN_MELDS, PROMOTED_KONGS, PUNGS
from .laid_tiles import SUIT_BITS
from .readings import NOT_COMPLETED, Readings, wait_numbers
from .rows import Rows
from .suits import BASE, CHOW_BASE, CHOW_BITS
from .tallies import SUIT_OF

_PIECE_BITS: Final = 16
_NOWHERE: Final = -KINDS
"""In place of the kind of the winning tile, where nothing was completed."""
_CLAIMED: Final = DECLARED | CLAIMED | OPEN
_FACTS: Final = {
    CHOWS: _CLAIMED | TAKEN,
    PUNGS: _CLAIMED | TAKEN,
    CLAIMED_KONGS: _CLAIMED | KONG,
    PROMOTED_KONGS: _CLAIMED | KONG | TAKEN,
    CONCEALED_KONGS: DECLARED | KONG,
}
"""The facts of declared sets, as `Meld.piece` has them."""
_DECLARED: Final = np.array(
    [
        (CHOW if what == CHOWS else PUNG) << FORM | lowest << TILE | facts
        for what, facts in sorted(_FACTS.items())
        for lowest in range(KINDS)
    ],
    np.int64,
)
"""The pieces of declared sets by their numbers, from 0 on."""
_KINDS: Final = np.arange(KINDS)
_SUIT_OF: Final = SUIT_OF[:KINDS]
_RANK_OF: Final = _KINDS - 9 * _SUIT_OF
PlacedPieces = tuple[Longs, Longs]
"""Pieces, those of a row behind those of the row before, and where those of each row begin; then where all end."""


class HandsRead(NamedTuple):
    """How some hands are read, by their `rows`: `shape` is its place in `names`, `wait` that in WAIT_NAMES.

    The `pieces` of all stand one behind the other, sorted as in a `Reading`; those of a hand begin at its `first`.
    """

    rows: Longs
    names: Sequence[str]
    shape: Longs
    wait: Longs
    pieces: Longs
    first: Longs


def read_as(places: Longs, readings: Readings, rows: Rows, names: Sequence[str]) -> HandsRead:
    """How hands are read whose places these are, a reading for each."""
    return HandsRead(places, names, readings.laid.shape, wait_numbers(readings, rows), *pieces_of(readings, rows))


def pieces_of(readings: Readings, rows: Rows) -> PlacedPieces:
    """The pieces of readings."""
    laid, number = readings.laid, len(readings)
    found = [_declared(readings, rows)]
    own, kind = _in_masks(laid.chow_mask)
    codes = laid.chows.take(own) >> CHOW_BITS * _SUIT_OF.take(kind) & (1 << CHOW_BITS) - 1
    pick, copy = spread(codes // CHOW_BASE ** _RANK_OF.take(kind) % CHOW_BASE)
    concealed = _Concealed(readings, rows)
    found.append(concealed.pieces(CHOW, own.take(pick), kind.take(pick), copy))
    for form, mask, copy_of in ((PUNG, laid.pungs, 0), (PAIR, laid.pairs, 0), (PAIR, laid.twice, 1)):
        own, kind = _in_masks(mask)
        found.append(concealed.pieces(form, own, kind, np.full(len(own), copy_of)))
    found.append(concealed.pieces(LOOSE, *_loose(readings)))
    keys = np.sort(np.concatenate(found))
    first = np.zeros(number + 1, np.int64)
    np.cumsum(np.bincount(keys >> _PIECE_BITS, minlength=number), out=first[1:])
    return keys & (1 << _PIECE_BITS) - 1, first


class _Concealed:
    """The pieces of readings that were not declared."""

    def __init__(self, readings: Readings, rows: Rows) -> None:
        hand = readings.laid.hand
        self._form, self._tile = readings.form, readings.tile
        self._win = np.where(readings.form == NOT_COMPLETED, _NOWHERE, rows.win_kind.take(hand))
        drawn = rows.columns.self_drawn.take(hand)
        self._how = np.where(drawn, COMPLETED | WINNING, COMPLETED | WINNING | OPEN | TAKEN)

    def pieces(self, form: int, rows: Longs, tiles: Longs, copies: Longs) -> Longs:
        """Pieces behind their rows; of those alike, the first may be the one that the winning tile completed."""
        behind = self._win.take(rows) - tiles
        holds = (behind >= 0) & (behind <= 2) if form == CHOW else behind == 0
        done = (copies == 0) & (self._form.take(rows) == form) & (self._tile.take(rows) == tiles)
        facts = np.where(done, self._how.take(rows), np.where(holds, WINNING, 0))
        found: Longs = rows << _PIECE_BITS | form << FORM | tiles << TILE | facts
        return found


def _in_masks(masks: Longs) -> tuple[Longs, Longs]:
    """The rows and the kinds of masks."""
    some = np.flatnonzero(masks != 0)
    own, kinds = np.nonzero(masks.take(some)[:, None] >> _KINDS & 1)
    return some.take(own), kinds


def _loose(readings: Readings) -> tuple[Longs, Longs, Longs]:
    """The loose tiles: their rows, their kinds, and which of several alike each is."""
    laid = readings.laid
    some = np.flatnonzero(laid.loose | laid.loose_honours != 0)
    suits = laid.loose.take(some)
    keys = np.stack(
        [*[suits >> SUIT_BITS * suit & (1 << SUIT_BITS) - 1 for suit in range(3)], laid.loose_honours[some]]
    )
    numbers = keys[_SUIT_OF] // (BASE**_RANK_OF)[:, None] % BASE
    kinds, own = np.nonzero(numbers)
    pick, copy = spread(numbers[kinds, own])
    return some.take(own.take(pick)), kinds.take(pick), copy


def _declared(readings: Readings, rows: Rows) -> Longs:
    """The pieces of declared sets, behind their rows."""
    hand = readings.laid.hand
    melds = rows.columns.melds.take(hand, axis=0).astype(np.int64) >> 2
    own, place = np.nonzero(melds)
    pieces = _DECLARED.take((melds[own, place] - 1) % PLAIN_MELDS)
    behind = rows.win_kind.take(hand).take(own) - (pieces >> TILE & (1 << FORM - TILE) - 1)
    holds = (behind >= 0) & (behind <= np.where(pieces >> FORM == CHOW, 2, 0))
    found: Longs = own << _PIECE_BITS | pieces | np.where(holds, WINNING, 0)
    return found


class Earliest:
    """Of the readings of a hand that award the same as its best one, the earliest, as one hand chooses.

    `compare` tells which of two readings of the same rank is better, given by their rows, by the numbers of what is
    chosen for all; 0 where they award the same.
    """

    def __init__(
        self,
        readings: Readings,
        rows: Rows,
        names: Sequence[str],
        compare: Callable[[Sequence[Longs], Longs, Longs], Longs],
    ) -> None:
        self._readings, self._rows, self._names, self._compare = readings, rows, names, compare

    def of(self, best: Longs, rank: Longs, choices: Sequence[Longs]) -> Longs:
        """The rows of the earliest readings in place of those of the best ones."""
        hand = self._readings.laid.hand
        best_of = np.zeros(int(hand.max(initial=-1)) + 1, np.int64)
        place_of = best_of.copy()
        best_of[hand[best]], place_of[hand[best]] = best, np.arange(len(best))
        rival = best_of.take(hand)
        tied = np.flatnonzero((rank == rank.take(rival)) & (rival != np.arange(len(hand))))
        tied = tied[self._compare(choices, tied, rival.take(tied)) == 0]
        if not len(tied):
            return best
        found, asked = best.copy(), np.concatenate([np.unique(rival[tied]), tied])
        orders = dict(zip(asked.tolist(), self._orders(asked), strict=True))
        for row, place in zip(tied.tolist(), place_of[hand[tied]].tolist(), strict=True):
            if orders[row] < orders[int(found[place])]:
                found[place] = row
        return found

    def _orders(self, asked: Longs) -> list[Any]:
        """What readings are compared by."""
        own = self._readings.rows(asked)
        pieces, first = (numbers.tolist() for numbers in pieces_of(own, self._rows))
        shapes = own.laid.shape.tolist()
        return [(self._names[shape], pieces[first[row] : first[row + 1]]) for row, shape in enumerate(shapes)]
