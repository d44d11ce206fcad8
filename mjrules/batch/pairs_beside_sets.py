"""Any pairs beside one set, in many hands: how they are laid out, and what they wait for."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..hands.pieces import CHOW, CHOW_KINDS, PUNG
from ..shapes.pairs_beside_a_set import CHOW_MASKS
from ..shapes.shape import Shape
from ..tiles.tile import KINDS
from .arrays import Longs, Truths, lowest_kind, number_of_kinds
from .laid_tiles import Laid
from .rows import Rows
from .suits import chow_code, number_of_sets

_CODES: Final = np.array([chow_code((kind,)) if CHOW_KINDS >> kind & 1 else 0 for kind in range(KINDS)])
"""For every kind the chow that begins with it as a number."""


def laid_beside_pairs(rows: Rows, hands: Longs, shape: Shape, place: int) -> Laid:
    """Some hands laid out in a shape by its place; there is one way at most.

    The kinds that are there an odd number of times tell the set, as `shapes.pairs_beside_a_set` says.
    """
    odd, threes = rows.tally.odd(hands), rows.tally.threes(hands)
    low = odd & -odd
    concealed = rows.melded.take(hands) == 0
    pung = concealed & (odd == low) & (odd & threes != 0) & _may_be(shape, PUNG)
    chow = concealed & (odd == low * 7) & (low & CHOW_KINDS != 0) & _may_be(shape, CHOW)
    own = np.flatnonzero(pung | chow | (_may_be_declared(rows, hands, shape) & (odd == 0)))
    hand, odd, low, chow = hands.take(own), odd.take(own), low.take(own), chow.take(own)
    pungs, chow_mask = odd * pung.take(own), low * chow
    pairs = rows.held.take(hand) & (~odd | threes.take(own) * chow)
    codes = _CODES.take(lowest_kind(low), mode="clip") * chow
    sets = np.where(chow, number_of_sets(1, 0), (pungs != 0) * number_of_sets(0, 1))
    nothing = np.zeros(len(own), np.int64)
    return Laid(hand, nothing + place, codes, chow_mask, pungs, pairs, rows.tally.fours(hand), sets, nothing, nothing)


def _may_be(shape: Shape, form: int) -> bool:
    """Whether the set of a shape may have a form."""
    return shape.set_beside_pairs is not None and form in shape.set_beside_pairs.forms


def _may_be_declared(rows: Rows, hands: Longs, shape: Shape) -> Truths:
    """Which hands have declared one set that may be in the shape."""
    found: Truths = rows.melded.take(hands) == 1
    for form, masks in ((CHOW, rows.chow_mask), (PUNG, rows.pungs)):
        if not _may_be(shape, form):
            found &= masks.take(hands) == 0
    return found


def waits_beside_pairs(rows: Rows, hands: Longs, shape: Shape, odd: Longs, threes: Longs) -> Longs:
    """The kinds of which one more makes some hands, which lack one tile, pairs and a set, as masks; `odd` are the
    concealed kinds there an odd number of times before the win, `threes` those there three times or four."""
    number, concealed = number_of_kinds(odd), rows.melded.take(hands) == 0
    found: Longs = (_may_be_declared(rows, hands, shape) & (number == 1)) * odd
    two = concealed & (number == 2)
    if _may_be(shape, PUNG):
        triplets = odd & threes
        several = number_of_kinds(triplets)
        found |= (concealed & (number == 0)) * rows.held_before.take(hands)
        found |= two * np.where(several == 2, odd, (several == 1) * (odd & ~triplets))
    if _may_be(shape, CHOW):
        four = concealed & (number == 4)
        for mask in CHOW_MASKS:
            found |= (two & (odd & ~mask == 0)) * (mask & ~odd)
            found |= (four & (odd & mask == mask)) * (odd & ~mask)
    return found
