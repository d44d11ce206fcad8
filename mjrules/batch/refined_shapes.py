"""Sets and a pair of which a shape asks more: which ways to split many hands it takes."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

import numpy as np

from ..hands.pieces import CHOW, KONG, PAIR, PUNG, can_stand
from ..shapes.pattern_grammar import SetPart
from ..shapes.selectors import Env
from ..shapes.shape import Shape
from ..shapes.splitting import Layout
from ..tiles.tile import KINDS, tiles_of
from .arrays import Longs, Truths, number_of_kinds
from .laid_tiles import Laid
from .numbering import Numbered
from .rows import Rows, declared_sets
from .suits import CHOW_BITS, chows_in
from .table_sizes import fills

_FORMS: Final = (CHOW, PUNG, PAIR)


class _Fit(NamedTuple):
    """The tiles of chows, pungs and pairs that fit, as masks."""

    chows: int
    pungs: int
    pairs: int


class _Way:
    """How a shape may be filled with its suit letters bound.

    `exact`: whether the numbers of sets that fit some of its parts tell all; then `limits` are those that are not
    exceeded: of chows, pungs and pairs that fit nothing but some parts, with how many there are of these parts.
    """

    def __init__(self, shape: Shape, letters: Env) -> None:
        places = Counter(shape.sets)
        self.fits = [_fit(part, letters) for part in places]
        self.least = list(places.values())
        self.every = _Fit(*[reduce(or_, [fit[form] for fit in self.fits]) for form in range(3)])
        self.limits: list[tuple[_Fit, int]] = []
        self.exact = not shape.distinct and all(_is_told_by_tile(part, letters) for part in places)
        for chosen in range(1, (1 << len(places)) - 1) if self.exact else ():
            number = sum([own for place, own in enumerate(places.values()) if chosen >> place & 1])
            others = [fit for place, fit in enumerate(self.fits) if not chosen >> place & 1]
            only = _Fit(*[self.every[form] & ~reduce(or_, [fit[form] for fit in others]) for form in range(3)])
            self.limits.append((only, number))
            self.exact &= only.chows in (0, self.every.chows)

    def may_fill(self, chows: Longs, pungs: Longs, pairs: Longs) -> Truths:
        """Which sets may, as far as all parts that are alike have enough sets that fit, and every set a part."""
        some = []
        for fit, least in zip(self.fits, self.least, strict=True):
            if fit.chows or least == 1:
                some.append((chows & fit.chows) | (pungs & fit.pungs) | (pairs & fit.pairs) != 0)
            else:
                some.append(number_of_kinds(pungs & fit.pungs) + number_of_kinds(pairs & fit.pairs) >= least)
        other = (chows & ~self.every.chows) | (pungs & ~self.every.pungs) | (pairs & ~self.every.pairs)
        found: Truths = np.logical_and.reduce(some) & (other == 0)
        return found

    def fill(self, number_of_chows: Longs, pungs: Longs, pairs: Longs) -> Truths:
        """Which of the sets that may do so fill the shape."""
        found = np.ones(len(pungs), np.bool_)
        for only, most in self.limits:
            number = number_of_kinds(pungs & only.pungs) + number_of_kinds(pairs & only.pairs)
            found &= number + (number_of_chows if only.chows else 0) <= most
        return found


def _is_told_by_tile(part: SetPart, letters: Env) -> bool:
    """Whether its form and its tile tell whether a set fits a part, whatever else there is."""
    if part.which.dynamic or part.must or part.must_not:
        return False
    every = [(form, tile) for form in part.forms for tile in range(KINDS) if can_stand(form, tile)]
    return all(part.bind(form, tile, letters) in (None, letters) for form, tile in every)


class Refined:
    """Tells which layouts a shape takes. Sets that cannot be what it asks are left out at once; where the tiles do not
    tell the rest, the shape itself is asked, once for all hands that have the same sets."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._ways = [_Way(shape, binding.letters) for binding in shape.bindings]
        self._exact = all(way.exact for way in self._ways)
        self._kongs = sum(part.must & KONG > 0 for part in shape.sets)
        self._declared, self._numbers = Numbered(), Numbered()
        self._asked = np.zeros(0, np.bool_)

    @property
    def size(self) -> int:
        """How many rows the table has."""
        return max(len(self._numbers), len(self._declared))

    def of(self, split: Laid, rows: Rows, hands: Longs) -> Longs:
        """The rows of layouts that the shape takes, of hands that may have it."""
        may = np.zeros(len(rows), np.bool_)
        may[hands] = True
        own = np.flatnonzero(may.take(split.hand))
        own = own[split.number_of_pairs[own] == self._shape.pairs]
        hand = split.hand[own]
        if self._kongs:
            own = own[rows.kongs.take(hand) >= self._kongs]
            hand = split.hand[own]
        chows, pungs = split.chow_mask[own] | rows.chow_mask[hand], split.pungs[own] | rows.pungs[hand]
        pairs = split.pairs[own]
        fits = np.zeros(len(own), np.bool_)
        for way in self._ways:
            some = np.flatnonzero(way.may_fill(chows, pungs, pairs))
            if self._exact and len(some):
                number = split.number_of_chows[own[some]] + rows.declared_chows(hand[some])
                some = some[way.fill(number, pungs[some], pairs[some])]
            fits[some] = True
        own = own[fits]
        return own if self._exact or not len(own) else self._that_it_takes(split, rows, own)

    def _that_it_takes(self, split: Laid, rows: Rows, own: Longs) -> Longs:
        """Those of some rows of layouts that the shape takes when it is asked."""
        hand = split.hand[own]
        columns = [(split.chows[own], 3 * CHOW_BITS), (split.pungs[own], KINDS), (split.pairs[own], KINDS)]
        columns.append(declared_sets(rows, hand, self._declared))
        columns += [rows.winds_told(hand)] if self._shape.dynamic else []
        numbers, fresh = self._numbers.of(columns)
        if len(fresh):
            self._ask(split, rows, own[fresh])
        found: Longs = own[self._asked[numbers]]
        return found

    @fills
    def _ask(self, split: Laid, rows: Rows, own: Longs) -> None:
        """Ask about rows of layouts that are new."""
        new = [self._asks(split, row, rows) for row in own.tolist()]
        self._asked = np.concatenate([self._asked, np.array(new, np.bool_)])

    def _asks(self, split: Laid, row: int, rows: Rows) -> bool:
        hand, pairs = int(split.hand[row]), tiles_of(int(split.pairs[row]))
        layout: Layout = chows_in(int(split.chows[row])), tiles_of(int(split.pungs[row])), pairs, ()
        return self._shape.asks(layout, rows.columns.pieces(hand), rows.environment(hand))


def _fit(part: SetPart, env: Env) -> _Fit:
    """The tiles that fit a part, its suit letters being bound, for each form."""
    masks = []
    for form in _FORMS:
        own = 0
        if form in part.forms:
            for tile in range(KINDS):
                if can_stand(form, tile) and (part.which.dynamic or part.bind(form, tile, env) is not None):
                    own |= 1 << tile
        masks.append(own)
    return _Fit(*masks)
