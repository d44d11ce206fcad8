"""Sets and a pair of which a shape asks more: which ways to split many hands it takes."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..hands.pieces import CHOW, PAIR, PUNG, can_stand
from ..shapes.pattern_grammar import SetPart
from ..shapes.readings import environment
from ..shapes.selectors import Env
from ..shapes.shape import Shape
from ..shapes.splitting import Layout
from ..tiles.tile import KINDS, tiles_of
from .arrays import Longs, Truths
from .laid import Laid
from .numbering import Numbered, Packing
from .rows import Rows, declared_sets
from .suits import CHOW_BITS, chows_in

_FORMS: Final = (CHOW, PUNG, PAIR)


class _Fit(NamedTuple):
    """The tiles of chows, pungs and pairs that fit, as masks."""

    chows: int
    pungs: int
    pairs: int


class Refined:
    """Tells which layouts a shape takes. Sets that cannot be what it asks are left out at once; others are asked about
    by the shape itself, once for all hands that have them."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        parts = list(dict.fromkeys(shape.sets))
        self._ways = [[_fit(part, binding.letters) for part in parts] for binding in shape.bindings]
        self._declared, self._numbers = Packing(), Numbered()
        self._asked = np.zeros(0, np.bool_)

    @property
    def size(self) -> int:
        """How many rows the table has."""
        return max(self._numbers.most, self._declared.most)

    def of(self, split: Laid, rows: Rows, may: Truths) -> Longs:
        """The rows of layouts that the shape takes, of hands that may have it."""
        own = np.flatnonzero(may[split.hand] & (split.number_of_pairs == self._shape.pairs))
        hand = split.hand[own]
        chows, pungs = split.chow_mask[own] | rows.chow_mask[hand], split.pungs[own] | rows.pungs[hand]
        pairs = split.pairs[own]
        fits = np.zeros(len(own), np.bool_)
        for way in self._ways:
            some = [(chows & fit.chows) | (pungs & fit.pungs) | (pairs & fit.pairs) != 0 for fit in way]
            every = [np.bitwise_or.reduce([fit[form] for fit in way]) for form in range(3)]
            other = (chows & ~every[0]) | (pungs & ~every[1]) | (pairs & ~every[2])
            fits |= np.logical_and.reduce(some) & (other == 0)
        own = own[fits]
        if not len(own):
            return own
        hand = split.hand[own]
        columns = [(split.chows[own], 3 * CHOW_BITS), (split.pungs[own], KINDS), (split.pairs[own], KINDS)]
        columns.append(declared_sets(rows, hand, self._declared))
        columns += [rows.winds_told(hand)] if self._shape.dynamic else []
        numbers, fresh = self._numbers.of(columns)
        if len(fresh):
            new = [self._asks(split, int(own[place]), rows) for place in fresh.tolist()]
            self._asked = np.concatenate([self._asked, np.array(new, np.bool_)])
        return own[self._asked[numbers]]

    def _asks(self, split: Laid, row: int, rows: Rows) -> bool:
        hand = rows.hand(int(split.hand[row]))
        pairs = tiles_of(int(split.pairs[row]))
        layout: Layout = chows_in(int(split.chows[row])), tiles_of(int(split.pungs[row])), pairs, ()
        return self._shape.asks(layout, hand.pieces, environment(hand.seat, hand.round))


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
