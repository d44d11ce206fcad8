"""Rows: what is told of every hand of some columns before it is read."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..hands.hand import Hand
from ..hands.pieces import CHOW
from ..tiles.tile import JOKER, KIND, KINDS, STANDING, SUIT_KINDS
from .arrays import Longs
from .columns import (
    CHOWS,
    CLAIMED_KONGS,
    CONCEALED_KONGS,
    NO_WIN,
    PROMOTED_KONGS,
    PUNGS,
    Columns,
)
from .numbering import Keys
from .suits import chow_code, suit_keys

_KINDS_OF: Final = np.array([*KIND[:KINDS], *[KINDS] * 8, KINDS, *KIND[KINDS + 9 : STANDING]], np.int64)
"""The kind of every tile; 34 for bonus tiles and jokers."""
_BITS: Final = np.int64(1) << np.arange(KINDS, dtype=np.int64)


def _melds_table() -> dict[str, NDArray[np.int64]]:
    """For every declared set, by its number without sources, what it adds to a hand."""
    size = 1 + 5 * KINDS
    names = ("chows", "chow_mask", "pungs", "tiles", "claimed", "kong", "forms", "chow", "number")
    table = {name: np.zeros(size, np.int64) for name in names}
    for what in (CHOWS, PUNGS, CLAIMED_KONGS, PROMOTED_KONGS, CONCEALED_KONGS):
        for lowest in range(KINDS):
            row = 1 + KINDS * what + lowest
            chow = what == CHOWS
            if chow and not (lowest < 27 and lowest % 9 <= 6):
                continue
            kinds = (lowest, lowest + 1, lowest + 2) if chow else (lowest,)
            table["chows"][row] = chow_code((lowest,)) if chow else 0
            table["chow_mask"][row] = 1 << lowest if chow else 0
            table["pungs"][row] = 0 if chow else 1 << lowest
            table["tiles"][row] = sum(1 << kind for kind in kinds)
            table["claimed"][row] = what != CONCEALED_KONGS
            table["kong"][row] = what > PUNGS
            table["forms"][row] = 1 << MELD_FORMS[what]
            table["chow"][row] = chow
            table["number"][row] = 1
    return table


CONCEALED_CHOW, DECLARED_CHOW, TAKEN_CHOW, CONCEALED_PUNG, DECLARED_PUNG, TAKEN_PUNG = range(0, 24, 4)
MELD_FORMS: Final = (DECLARED_CHOW, DECLARED_PUNG, 24, 28, 32)
"""Where the number of sets of each form is in the code of forms: declared chows, pungs, and three sorts of kongs."""
CONCEALED_PAIR, TAKEN_PAIR, CONCEALED_LOOSE, TAKEN_LOOSE = 36, 40, 44, 49
FORM_BITS: Final = 50
_PLAIN: Final = 5 * KINDS
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
        self.held = there @ _BITS
        self.number = hidden.sum(axis=1, dtype=np.int64)
        self.kinds = np.bitwise_count(self.held).astype(np.int64)
        self.odd = (hidden & 1).any(axis=1)
        self._melds()
        self._hands: dict[int, Hand] = {}

    def __len__(self) -> int:
        return len(self.win)

    def _melds(self) -> None:
        """What the declared sets add."""
        told = self.columns.melds.astype(np.int64) >> 2
        number = len(told)
        self.melded = np.count_nonzero(told, axis=1)
        self.meld_numbers = told
        nothing = np.zeros(number, np.int64)
        self.chows, self.pungs, self.forms, self.kong_kinds = nothing, nothing, nothing, nothing
        self.chow_mask = nothing
        self.claimed, self.present = np.zeros(number, np.bool_), self.held
        self.kongs, counts, beside = nothing, self.hidden, nothing
        if not self.melded.any():
            self.counts, self.beside = counts, beside
            return
        counts = counts.copy()
        reds, plain = np.divmod(np.maximum(told - 1, 0), _PLAIN)
        plain = np.where(told > 0, plain + 1, 0)
        self.meld_reds = np.where(told > 0, reds, 0)
        for place in range(told.shape[1]):
            own = plain[:, place]
            if not own.any():
                continue
            self.chows = self.chows + _MELDS["chows"][own]
            self.chow_mask = self.chow_mask | _MELDS["chow_mask"][own]
            self.pungs = self.pungs | _MELDS["pungs"][own]
            self.forms = self.forms + _MELDS["forms"][own]
            self.claimed = self.claimed | (_MELDS["claimed"][own] > 0)
            tiles, kong = _MELDS["tiles"][own], _MELDS["kong"][own] > 0
            self.present = self.present | tiles
            self.kongs = self.kongs + kong
            self.kong_kinds = self.kong_kinds | np.where(kong, tiles, 0)
            self._lay(counts, own, kong)
            in_win = (tiles >> np.minimum(self.win_kind, KINDS - 1) & 1) * (self.win_kind < KINDS)
            copies = np.where(_MELDS["chow"][own] > 0, 1, np.where(kong, 4, 3))
            beside = beside + in_win * np.where(_MELDS["claimed"][own] > 0, copies, 0)
        self.counts, self.beside = counts, beside

    @staticmethod
    def _lay(counts: NDArray[np.uint8], own: Longs, kong: NDArray[np.bool_]) -> None:
        """Add the tiles of declared sets to the numbers of tiles."""
        rows = np.flatnonzero(own)
        what, lowest = np.divmod(own[rows] - 1, KINDS)
        chow = what == CHOW
        counts[rows, lowest] += np.where(chow, 1, np.where(kong[rows], 4, 3)).astype(np.uint8)
        for step in (1, 2):
            counts[rows[chow], lowest[chow] + step] += 1

    meld_reds: Longs = np.zeros((0, 0), np.int64)

    @cached_property
    def keys(self) -> Keys:
        """The suit keys of the concealed tiles."""
        return suit_keys(self.hidden)

    @cached_property
    def keys_before(self) -> Keys:
        """The suit keys of the concealed tiles before the win."""
        return suit_keys(self.before)

    @cached_property
    def fours(self) -> Longs:
        """The kinds concealed four times."""
        found: Longs = (self.hidden == 4) @ _BITS
        return found

    @cached_property
    def four(self) -> Longs:
        """The kinds there four times outside kongs."""
        found: Longs = (self.counts == 4) @ _BITS
        return found & ~self.kong_kinds

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
