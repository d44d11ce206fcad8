"""Rows: what is told of every hand of some columns before it is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..hands.hand import Hand
from ..hands.pieces import CHOW, can_stand
from ..hands.record import SEATS
from ..shapes.readings import environment
from ..shapes.selectors import Env
from ..shapes.splitting import STARTS
from ..tiles.tile import BONUS_GROUPS, JOKER, KIND, KINDS, RED, STANDING, SUIT_KINDS, mask_of
from .arrays import Longs, Truths, number_of_kinds, weighed
from .columns import CHOWS, CONCEALED_KONGS, MELD_SORTS, MOST_MELDS, PLAIN_MELDS, PUNGS, RED_TILES, Columns
from .numbering import NARROW, Column, Numbered
from .suits import CHOW_BITS, WEIGHTS, as_keys, chow_code
from .tallies import ALL_SUITS, COUNT_BITS, Tallies, counted_of, counts_word, kinds_from

_KINDS_OF: Final = np.array([*[min(kind, KINDS) for kind in KIND[:STANDING]], KINDS], np.int64)
"""The kind of every tile; 34 for bonus tiles and jokers, and behind them all for none."""


CONCEALED_CHOW, DECLARED_CHOW, TAKEN_CHOW, CONCEALED_PUNG, DECLARED_PUNG, TAKEN_PUNG = range(0, 24, 4)
MELD_FORMS: Final = (DECLARED_CHOW, DECLARED_PUNG, 24, 28, 32)
"""Where the number of sets of each form is in the code of forms: declared chows, pungs, and three sorts of kongs."""
CONCEALED_PAIR, TAKEN_PAIR, CONCEALED_LOOSE, TAKEN_LOOSE = 36, 40, 44, 49
FORM_BITS: Final = 50
RED_BITS: Final = 4
"""The bits that the number of red fives of a suit takes."""
_WIND_BITS: Final = 4
_MELD_BITS: Final = 12
_MOST: Final = 4
_CLAIMED, _KONGS, _RED_SETS = 0, 4, 8
"""Where the numbers of claimed sets, of kongs, and of red fives of each suit are in what sets are counted by."""
_MELDED_AT: Final = CHOW_BITS * len(SUIT_KINDS)
_COUNTED_AT: Final = COUNT_BITS * (KINDS - STARTS[-1])
"""Where the number of sets is above chows, and what is counted above the counts of honours."""
_BLOSSOMS, _OTHERS, _SUMS = ALL_SUITS, ALL_SUITS + 1, ALL_SUITS + 2
"""What the sums of tiles are behind the keys of the suits: which flowers and seasons; and which animals, beside the
number of red fives, for all bonus tiles in one sum would be more than a float holds exact."""
_LETTERED: Final = (*BONUS_GROUPS["flower"], *BONUS_GROUPS["season"])
_ANIMALS: Final = BONUS_GROUPS["animal"]
_BONUS: Final = 3
"""The bits that the number of bonus tiles of a kind takes."""
_ANIMALS_FROM: Final = 1 << _BONUS * len(_LETTERED)
_REDS_FROM: Final = 1 << _BONUS * len(_ANIMALS)
BONUS_BITS: Final = _BONUS * len(_LETTERED + _ANIMALS)
"""The bits of the number that tells which bonus tiles there are."""


def _weights() -> NDArray[np.float32]:
    """What tiles add to the sums of a hand."""
    weights = np.zeros((STANDING, _SUMS), np.float32)
    weights[:KINDS, :ALL_SUITS] = WEIGHTS
    for place, tiles in ((_BLOSSOMS, _LETTERED), (_OTHERS, _ANIMALS)):
        weights[tiles, place] = [1 << _BONUS * own for own in range(len(tiles))]
    for red, kind in RED.items():
        weights[red, :ALL_SUITS] = WEIGHTS[kind]
        weights[red, _OTHERS] = _REDS_FROM
    return weights


_WEIGHTS: Final = _weights()
_KEYS_OF: Final = np.concatenate([WEIGHTS.T, np.zeros((ALL_SUITS, 1))], axis=1).astype(np.int64)
"""What a winning tile of every kind adds to the keys of suits, nothing behind them all."""


class _Melds:
    """What declared sets add to a hand, a row for each by its number without its source.

    `added` and `counts` are summed up, in rows of four words, which numpy takes at once: chows as a number and above it
    how many sets there are, forms, the masks of pungs, and those of kongs; the counts of each suit, and above those of
    the honours what is counted. `joined` are the masks of chows and of all kinds. `beside` is how many tiles of a kind
    are in a claimed set, by 35 times the number of the set and the kind, 34 for none.
    """

    def __init__(self) -> None:
        self.added, self.counts = np.zeros((2, MELD_SORTS, 4), np.int64)
        self.joined = np.zeros((MELD_SORTS, 2), np.int64)
        beside = np.zeros((MELD_SORTS, KINDS + 1), np.int64)
        for row in range(1, MELD_SORTS):
            reds, plain = divmod(row - 1, PLAIN_MELDS)
            what, lowest = divmod(plain, KINDS)
            if reds and lowest >= STARTS[-1]:
                continue
            own, chow = np.zeros(KINDS, np.int64), what == CHOWS
            if not chow:
                own[lowest] = 3 if what == PUNGS else 4
            elif can_stand(CHOW, lowest):
                own[lowest : lowest + 3] = 1
            else:
                continue
            kong, claimed, kinds = what > PUNGS, what != CONCEALED_KONGS, mask_of(np.flatnonzero(own).tolist())
            counted = claimed << _CLAIMED | kong << _KONGS | reds << _RED_SETS + RED_BITS * (lowest // 9)
            counts = [counts_word(suit, own.tolist()) for suit in range(ALL_SUITS)]
            chows, mask = chow_code((lowest,)) if chow else 0, 1 << lowest
            self.added[row] = chows | 1 << _MELDED_AT, 1 << MELD_FORMS[what], 0 if chow else mask, kinds if kong else 0
            self.counts[row] = *counts[:-1], counts[-1] | counted << _COUNTED_AT
            self.joined[row] = mask if chow else 0, kinds
            beside[row, :KINDS] = own if claimed else 0
        self.beside = beside.ravel()


_SETS: Final = _Melds()


class Rows:
    """What is told of the hands of columns, a number or truth for each; masks have a bit for each kind.

    `keys` and `keys_before` are the suit keys of the concealed tiles, with the winning tile and without it; `possible`,
    whether there are at most four of each; where it is false, they mean nothing. `present` are the kinds of all tiles,
    `number` and `kinds` how many concealed tiles and kinds there are, `melded` how many declared sets. `counts` are how
    many tiles there are in all, see `Tallies.counts`; `copies` how many like the winning tile, `alike` how many
    of these are concealed. `four` are the kinds there four times, those of kongs left out.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.win = columns.win.astype(np.int64)
        self.win_kind = _KINDS_OF.take(np.minimum(self.win, STANDING))
        sums = weighed(columns.tiles, _WEIGHTS)
        self.jokers = (columns.tiles[:, JOKER] > 0) | (columns.win == JOKER)
        self.reds: Longs | None = None
        """The concealed red fives; None where no hand has one."""
        self.keys_before = as_keys(sums[:, :ALL_SUITS])
        self.bonus_key = sums[:, _BLOSSOMS].astype(np.int64)
        if sums[:, _OTHERS].any():
            reds, animals = divmod(sums[:, _OTHERS].astype(np.int64), _REDS_FROM)
            self.bonus_key += _ANIMALS_FROM * animals
            self.reds = columns.tiles[:, RED_TILES].astype(np.int64) if reds.any() else None
        self._with_win()
        self.tally = Tallies(self.keys)
        self.held, self.number = self.tally.held, self.tally.number
        self.kinds = number_of_kinds(self.held)
        self._melds()
        self._hands: dict[int, Hand] = {}

    def __len__(self) -> int:
        return len(self.win)

    def _with_win(self) -> None:
        """The keys with the winning tile, and whether they are right."""
        tiles, keys = self.columns.tiles, self.keys_before
        possible = np.ones(len(self), np.bool_)
        if tiles.max(initial=0) > _MOST:
            possible &= (tiles <= _MOST).all(axis=1)
        if self.reds is not None:
            for red in RED:
                possible &= tiles[:, KIND[red]] + tiles[:, red] <= _MOST
        won = np.flatnonzero(self.win_kind < KINDS)
        kind = self.win_kind.take(won)
        before = tiles.ravel().take(won * STANDING + kind).astype(np.int64)
        if self.reds is not None:
            for red in RED:
                before += tiles[won, red] * (kind == KIND[red])
        possible[won] &= before < _MOST
        self.keys = keys + _KEYS_OF.take(self.win_kind, axis=1)
        self.alike = np.zeros(len(self), np.int64)
        self.alike[won] = before + 1
        if not possible.all():
            keys[:, ~possible] = 0
            self.keys[:, ~possible] = 0
            self.bonus_key[~possible] = 0
        self.possible = possible

    def _melds(self) -> None:
        """What the declared sets add."""
        self.meld_numbers = self.columns.melds >> 2
        number = len(self)
        added, counts = np.zeros((2, number, 4), np.int64)
        joined = np.zeros((number, 2), np.int64)
        self.beside = np.zeros(number, np.int64)
        for place in range(MOST_MELDS):
            own = self.meld_numbers[:, place].astype(np.int64)
            if own.any():
                added += _SETS.added.take(own, axis=0)
                counts += _SETS.counts.take(own, axis=0)
                joined |= _SETS.joined.take(own, axis=0)
                self.beside += _SETS.beside.take(own * (KINDS + 1) + self.win_kind)
        chows, self.forms, self.pungs, self.kong_kinds = np.ascontiguousarray(added.T)
        self.meld_counts: Longs = np.ascontiguousarray(counts.T)
        self.chow_mask, self.meld_kinds = np.ascontiguousarray(joined.T)
        self.chows, self.melded = chows & (1 << _MELDED_AT) - 1, chows >> _MELDED_AT
        counted = self.meld_counts[-1] >> _COUNTED_AT
        self.meld_counts[-1] &= (1 << _COUNTED_AT) - 1
        self.copies = self.alike + counted_of(self.meld_counts, self.win_kind)
        self.claimed: Truths = counted >> _CLAIMED & 15 > 0
        self.kongs: Longs = counted >> _KONGS & 15
        self.meld_reds: Longs = counted >> _RED_SETS
        self.present = self.held | self.meld_kinds

    @cached_property
    def counts(self) -> Longs:
        """How many tiles there are of each kind; see `Tallies.counts`."""
        return self.tally.counts + self.meld_counts

    @cached_property
    def held_before(self) -> Longs:
        """The kinds of the concealed tiles without the winning one."""
        found: Longs = self.held & ~((self.alike == 1) * (np.int64(1) << self.win_kind))
        return found

    @property
    def number_before(self) -> Longs:
        """How many concealed tiles there are without the winning one."""
        found: Longs = self.number - (self.alike > 0)
        return found

    @cached_property
    def four(self) -> Longs:
        """The kinds there four times outside kongs."""
        found: Longs = kinds_from(self.counts, [_MOST] * KINDS) & ~self.kong_kinds
        return found

    def bonus_beyond(self, copies: Sequence[int]) -> Truths:
        """Which hands have more bonus tiles of a kind than there are copies, by the tile."""
        more = highest = 0
        for place, tile in enumerate(_LETTERED + _ANIMALS):
            if copies[tile] < _MOST:
                # one too many reaches the highest bit
                more |= _MOST - 1 - copies[tile] << _BONUS * place
                highest |= _MOST << _BONUS * place
        found: Truths = self.bonus_key + more & highest != 0
        return found

    def declared_chows(self, hands: Longs) -> Longs:
        """How many declared chows some hands have."""
        found: Longs = self.forms.take(hands) >> DECLARED_CHOW & (1 << TAKEN_CHOW - DECLARED_CHOW) - 1
        return found

    def winds_told(self, hands: Longs | slice = slice(None)) -> Column:
        """Seat and round winds together, of some hands or of all."""
        return self.columns.seat[hands].astype(np.int64) << 2 | self.columns.round[hands], _WIND_BITS

    @cached_property
    def suits(self) -> Longs:
        """How many suits there are."""
        return sum([(self.present & suit != 0).astype(np.int64) for suit in SUIT_KINDS], np.zeros(len(self), np.int64))

    def environment(self, row: int) -> Env:
        """The masks of the classes that depend on the winds of a row."""
        return environment(SEATS[self.columns.seat[row]], SEATS[self.columns.round[row]])

    def hand(self, row: int) -> Hand:
        """The hand of a row; kept while these columns are scored."""
        hand = self._hands.get(row)
        if hand is None:
            hand = self._hands[row] = self.columns.hand(row)
        return hand


def declared_sets(rows: Rows, hands: Longs, numbered: Numbered) -> Column:
    """The declared sets of some hands, whatever their order and sources."""
    melds = np.sort(rows.meld_numbers[hands], axis=1).astype(np.int64)
    return numbered.of([(melds[:, place], _MELD_BITS) for place in range(melds.shape[1])])[0], NARROW
