"""Rows: what is told of every hand of some columns before it is read."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..hands.hand import Hand
from ..hands.pieces import CHOW, can_stand
from ..tiles.tile import JOKER, KIND, KINDS, STANDING, SUIT_KINDS, mask_of
from .arrays import Longs, Truths, kinds_where, number_of_kinds
from .columns import (
    CHOWS,
    CONCEALED_KONGS,
    NO_WIN,
    PLAIN_MELDS,
    PUNGS,
    Columns,
)
from .numbering import NARROW, Column, Packing
from .suits import chow_code, suit_keys

_KINDS_OF: Final = np.array([*KIND[:KINDS], *[KINDS] * 8, KINDS, *KIND[KINDS + 9 : STANDING]], np.int64)
"""The kind of every tile; 34 for bonus tiles and jokers."""


class _Melds(NamedTuple):
    """What declared sets add to a hand, a row for each by its number without sources and red fives; see `Rows`."""

    chows: Longs
    chow_mask: Longs
    pungs: Longs
    forms: Longs
    tiles: Longs
    claimed: Truths
    kong: Truths
    counts: NDArray[np.uint8]


def _melds_table() -> _Melds:
    size = 1 + PLAIN_MELDS
    chows, chow_mask, pungs, forms, tiles = np.zeros((5, size), np.int64)
    claimed, kong = np.zeros((2, size), np.bool_)
    table = _Melds(chows, chow_mask, pungs, forms, tiles, claimed, kong, np.zeros((size, KINDS), np.uint8))
    for what, form in enumerate(MELD_FORMS):
        for lowest in range(KINDS):
            row = 1 + KINDS * what + lowest
            if what != CHOWS:
                kinds, copies = [lowest], 3 if what == PUNGS else 4
                table.pungs[row] = 1 << lowest
            elif can_stand(CHOW, lowest):
                kinds, copies = [lowest, lowest + 1, lowest + 2], 1
                table.chows[row], table.chow_mask[row] = chow_code((lowest,)), 1 << lowest
            else:
                continue
            table.counts[row, kinds] = copies
            table.tiles[row] = mask_of(kinds)
            table.forms[row] = 1 << form
            table.claimed[row] = what != CONCEALED_KONGS
            table.kong[row] = what > PUNGS
    return table


CONCEALED_CHOW, DECLARED_CHOW, TAKEN_CHOW, CONCEALED_PUNG, DECLARED_PUNG, TAKEN_PUNG = range(0, 24, 4)
MELD_FORMS: Final = (DECLARED_CHOW, DECLARED_PUNG, 24, 28, 32)
"""Where the number of sets of each form is in the code of forms: declared chows, pungs, and three sorts of kongs."""
CONCEALED_PAIR, TAKEN_PAIR, CONCEALED_LOOSE, TAKEN_LOOSE = 36, 40, 44, 49
FORM_BITS: Final = 50
_WIND_BITS: Final = 4
_MELD_BITS: Final = 12
_MELDS: Final = _melds_table()


class Rows:
    """What is told of the hands of columns, a number or truth for each; masks have a bit for each kind.

    `held` and `present` are the kinds of the concealed tiles and of all, `number` and `kinds` how many concealed tiles
    and kinds there are, `melded` how many declared sets, `odd` whether a kind is concealed an odd number of times,
    `fours` and `four` the kinds concealed, and there in all, four times, those of kongs left out of the latter.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.win = columns.win.astype(np.int64)
        has_win = columns.win != NO_WIN
        self.win_kind = np.where(has_win, _KINDS_OF[np.where(has_win, self.win, 0)], KINDS)
        before = columns.tiles[:, :KINDS].copy()
        self.reds = columns.tiles[:, JOKER + 1 :].astype(np.int64)
        for red in range(JOKER + 1, STANDING):
            before[:, KIND[red]] += columns.tiles[:, red]
        self.before = before
        hidden = before.copy()
        rows = np.flatnonzero(self.win_kind < KINDS)
        hidden[rows, self.win_kind[rows]] += 1
        self.hidden = hidden
        self.jokers = (columns.tiles[:, JOKER] > 0) | (self.win == JOKER)
        there = hidden > 0
        self.held = kinds_where(there)
        self.number = hidden.sum(axis=1, dtype=np.int64)
        self.kinds = number_of_kinds(self.held)
        self.odd = (hidden & 1).any(axis=1)
        self._melds()
        self._hands: dict[int, Hand] = {}

    def __len__(self) -> int:
        return len(self.win)

    def _melds(self) -> None:
        """What the declared sets add."""
        told = self.columns.melds.astype(np.int64) >> 2
        number = len(told)
        reds, plain = np.divmod(np.maximum(told - 1, 0), PLAIN_MELDS)
        plain = np.where(told > 0, plain + 1, 0)
        self.melded, self.meld_numbers, self.meld_reds = np.count_nonzero(told, axis=1), told, reds
        nothing = np.zeros(number, np.int64)
        self.chows, self.chow_mask, self.pungs, self.forms = nothing, nothing, nothing, nothing
        self.kongs, self.kong_kinds, self.beside = nothing, nothing, nothing
        self.claimed, self.meld_kinds = np.zeros(number, np.bool_), nothing
        counts = self.hidden.copy() if self.melded.any() else self.hidden
        win, won = np.minimum(self.win_kind, KINDS - 1), self.win_kind < KINDS
        for place in range(told.shape[1]):
            own = plain[:, place]
            if not own.any():
                continue
            claimed, kong, tiles = _MELDS.claimed[own], _MELDS.kong[own], _MELDS.tiles[own]
            self.chows = self.chows + _MELDS.chows[own]
            self.chow_mask = self.chow_mask | _MELDS.chow_mask[own]
            self.pungs = self.pungs | _MELDS.pungs[own]
            self.forms = self.forms + _MELDS.forms[own]
            self.claimed = self.claimed | claimed
            self.meld_kinds = self.meld_kinds | tiles
            self.kongs = self.kongs + kong
            self.kong_kinds = self.kong_kinds | np.where(kong, tiles, 0)
            self.beside = self.beside + np.where(claimed & won, _MELDS.counts[own, win], 0)
            rows = np.flatnonzero(own)
            counts[rows] += _MELDS.counts[own[rows]]
        self.counts, self.present = counts, self.held | self.meld_kinds

    @cached_property
    def keys(self) -> Longs:
        """The suit keys of the concealed tiles."""
        return suit_keys(self.hidden)

    @cached_property
    def keys_before(self) -> Longs:
        """The suit keys of the concealed tiles before the win."""
        return suit_keys(self.before)

    @cached_property
    def held_before(self) -> Longs:
        """The kinds of the concealed tiles before the win."""
        return kinds_where(self.before > 0)

    @cached_property
    def fours(self) -> Longs:
        """The kinds concealed four times."""
        return kinds_where(self.hidden == 4)

    @cached_property
    def four(self) -> Longs:
        """The kinds there four times outside kongs."""
        return kinds_where(self.counts == 4) & ~self.kong_kinds

    def winds_told(self, hands: Longs | slice = slice(None)) -> Column:
        """Seat and round winds together, of some hands or of all."""
        return self.columns.seat[hands].astype(np.int64) << 2 | self.columns.round[hands], _WIND_BITS

    @cached_property
    def suits(self) -> Longs:
        """How many suits there are."""
        return sum([(self.present & suit != 0).astype(np.int64) for suit in SUIT_KINDS], np.zeros(len(self), np.int64))

    def hand(self, row: int) -> Hand:
        """The hand of a row; kept while these columns are scored."""
        hand = self._hands.get(row)
        if hand is None:
            hand = self._hands[row] = self.columns.hand(row)
        return hand


def declared_sets(rows: Rows, hands: Longs, packing: Packing) -> Column:
    """The declared sets of some hands, whatever their order and sources."""
    melds = np.sort(rows.meld_numbers[hands], axis=1)
    return packing.numbered(*[(melds[:, place], _MELD_BITS) for place in range(melds.shape[1])]), NARROW
