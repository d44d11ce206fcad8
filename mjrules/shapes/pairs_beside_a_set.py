"""Any pairs beside one set: the kinds there an odd number of times tell the set, so there is one way at most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from ..hands.pieces import CHOW, CHOW_KINDS, PAIR, PUNG
from ..tiles.tile import ALL_KINDS, KINDS, kinds_in, odd_kinds, tiles_of
from .pattern_grammar import Part, SetPart
from .selectors import ANY
from .splitting import Counts, Layout

CHOW_MASKS: Final = tuple([7 << tile for tile in tiles_of(CHOW_KINDS)])
"""The kinds of every chow."""


def set_beside_pairs(parts: Sequence[Part]) -> SetPart | None:
    """The only set of parts that are nothing else but any pairs, two or more; None of other parts."""
    sets = [part for part in parts if isinstance(part, SetPart)]
    if len(sets) < len(parts) or any(part.which is not ANY or part.must or part.must_not for part in sets):
        return None
    others = [part for part in sets if PAIR not in part.forms]
    return others[0] if len(others) == 1 and len(sets) > 2 else None


def layout_beside_pairs(counts: Counts, forms: frozenset[int], *, declared: bool) -> Layout | None:
    """Tiles as pairs and a set of one of these forms, which may be declared; None where they are not that."""
    mask = odd_kinds(counts)
    odd = tiles_of(mask)
    if declared:
        return None if odd else ((), (), halves(counts), ())
    if len(odd) == 1 and PUNG in forms and counts[odd[0]] > 1:
        return (), odd, halves(counts, odd * 3), ()
    if len(odd) == 3 and CHOW in forms and mask in CHOW_MASKS:
        return odd[:1], (), halves(counts, odd), ()
    return None


def may_complete(counts: Counts) -> int:
    """The kinds of which one more may make tiles pairs and a set, as a mask; no others do."""
    odd = odd_kinds(counts)
    if odd.bit_count() == 2:  # a chow lacks its third tile, or one of them is not the pung's
        return (odd | odd << 1 | odd << 2 | odd >> 1 | odd >> 2) & ALL_KINDS
    return kinds_in(counts) if not odd else odd if odd.bit_count() in (1, 4) else 0


def halves(counts: Sequence[int], taken: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The tiles of the pairs in tiles when some are taken, of which those left are there an even number of times."""
    left = list(counts)
    for tile in taken:
        left[tile] -= 1
    return tuple([tile for tile in compress(range(KINDS), left) for _ in range(left[tile] // 2)])
