"""How many tiles are surely missing to shapes that are no sets and a pair: sums over the kinds of tiles that are held.

For each way to bind the letters of a shape there are a few bounds. Each leaves some tiles to chance, and says of every
kind how many of the others its tiles may be at most. What no tiles are for is missing, so the largest bound counts. A
bound has a lane of its own in one number, in which the kinds are added up for all bounds at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ..hands.pieces import CHOW, PAIR, PUNG, Piece
from ..tiles.tile import ALL_KINDS, KINDS, RANKS, SUIT_KINDS, Tile, tiles_of
from .matcher import SIZE
from .pattern_grammar import LoosePart, Part, SetPart
from .selectors import Env, LooseRank, Selector
from .shape import Shape
from .splitting import STARTS

_LANE: Final = 8
_HIGH: Final = 1 << _LANE - 1
"""The bit of a lane that no sum reaches: no hand has so many tiles."""
_RANKS: Final = SUIT_KINDS[0]
_SUITS: Final = SUIT_KINDS[0] | SUIT_KINDS[1] | SUIT_KINDS[2]
_TWICE: Final = _SUITS.bit_length()
"""Where in a mask of ranks, which has each once for one tile, stand those of which there are two."""
_EACH_RANK: Final = _RANKS | _RANKS << _TWICE
_ALL: Final = _HIGH - 1
"""No fewer tiles than there are of a kind."""
_COPIES: Final = 4
"""What allows so many tiles of every kind, says nothing."""


class _Bound(NamedTuple):
    """What a hand has of a shape at most: `free` tiles, and those that each kind may be.

    A declared set takes `by_meld` of what is free. Of each kind so many may be `single` tiles; beside these, or in
    place of them, two of a kind are one more in `pairs`, and three two more in `pungs`, given as masks of kinds; where
    all are `distinct`, there is one pair of a kind. Of the suits of `groups`, whose tiles stand in groups of one rank
    and of different suits, the first tile of every group is among the free ones: so many of a rank as there are of the
    kind of which there are the most.
    """

    free: int
    by_meld: int
    single: tuple[int, ...]
    pungs: int = 0
    pairs: int = 0
    distinct: bool = False
    groups: tuple[int, ...] = ()

    def beside(self, kind: Tile, number: int) -> int:
        """What so many tiles of a kind are more than single ones, in pairs and pungs."""
        found = 0
        if self.pairs >> kind & 1:
            found = min(number // 2, 1) if self.distinct else number // 2
        if self.pungs >> kind & 1:
            found = max(found, 2 * (number // 3) + (number % 3 == 2))
        return found


_Groups = tuple[int, tuple[int, ...], list[int]]
"""Groups of some suits: the lanes of the bindings that have them, where the kinds of these suits begin, and what is
taken off for so many ranks."""
Bounds = tuple[_Bound | None, ...]
"""The bounds of shapes, lane by lane; None where a shape has fewer than others."""


class ShapeLanes:
    """The bounds of shapes, as lanes of one number: the first bound of every binding, then the second of each."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        bound = [(shape, tuple(_bounds(shape, binding.letters))) for shape in shapes for binding in shape.bindings]
        self._shape_of = [shape for shape, _ in bound]
        most = max([len(bounds) for _, bounds in bound], default=0)
        self._bounds = [
            (shape, bounds[place] if place < len(bounds) else None) for place in range(most) for shape, bounds in bound
        ]
        self._widths = [_LANE * len(bound) * step for step in (1, 2) if step < most]
        """How far lanes are moved so that the first of a binding has the high bits of all, of which there are at most
        four."""
        self._high = _lanes([_HIGH] * len(self._bounds))
        self._single = [
            [0 if bound is None else bound.single[kind] for _, bound in self._bounds] for kind in range(KINDS)
        ]
        """For each kind how many single tiles it may be, lane by lane."""
        self._beside = [
            (place, bound)
            for place, (_, bound) in enumerate(self._bounds)
            if bound is not None and bound.pungs | bound.pairs
        ]
        self.bounds: Bounds = tuple([bound for _, bound in self._bounds])
        self._each: dict[tuple[Tile, int], int] = {}
        """What so many tiles of a kind say, as far as it was asked."""
        grouped = dict.fromkeys([bound.groups for _, bound in self._bounds if bound is not None and bound.groups])
        self._grouped = [self._of_groups(suits, len(bound)) for suits in grouped]

    def of_suit(self, first: Tile, counts: Sequence[int]) -> int:
        """What tiles of kinds in a row say, of which there are so many each."""
        return sum([self._of_kind(kind, number) for kind, number in enumerate(counts, first) if number])

    def of_ranks(self, near: int, present: int, pairs: int) -> int:
        """What is taken off for groups of one rank, where some lanes are `near`, which the tiles say of these.

        `present` are the kinds that are held, `pairs` those of which there are two or more, as far as it is known.
        """
        held, found = present & _SUITS | (pairs & _SUITS) << _TWICE, 0
        for lanes, starts, told in self._grouped:
            if near & lanes:
                ranks = 0
                for start in starts:
                    ranks |= held >> start
                found += told[(ranks & _EACH_RANK).bit_count()]
        return found

    def relevant(self, melds: tuple[Piece, ...]) -> int:
        """The lanes of the shapes that hands with such sets may have, as their high bits."""
        return _lanes([_HIGH * shape.admits(melds) for shape in self._shape_of])

    def limits(self, melds: int, most: int) -> tuple[int, ...]:
        """What each lane reaches at most where so many sets are declared: if no tile is missing, if one is, to `most`.

        A lane that says nothing reaches no limit. Every one has its high bit besides.
        """
        return tuple([_lanes([_HIGH + limit for limit in self._limits(melds, number)]) for number in range(most + 1)])

    def near(self, told: int, limits: int, relevant: int) -> int:
        """Those of some lanes whose limits are not reached by any bound, so that fewer tiles may be missing."""
        far = limits - told & self._high
        for width in self._widths:
            far |= far >> width
        return relevant & ~far

    def shapes_of(self, lanes: int) -> list[Shape]:
        """The shapes of lanes."""
        found: dict[Shape, None] = {}
        for place, shape in enumerate(self._shape_of):
            if lanes & _HIGH << place * _LANE:
                found[shape] = None
        return list(found)

    def _of_groups(self, suits: tuple[int, ...], bindings: int) -> _Groups:
        """What is taken off for groups of some suits; there are so many lanes of the first bounds."""
        own = [bound is not None and bound.groups == suits for _, bound in self._bounds]
        first = _lanes([_HIGH * any(own[place::bindings]) for place in range(bindings)])
        starts = tuple([STARTS[suit] for suit in suits])
        return first, starts, [_lanes([number * grouped for grouped in own]) for number in range(2 * RANKS["m"] + 1)]

    def _of_kind(self, kind: Tile, number: int) -> int:
        found = self._each.get((kind, number))
        if found is None:
            lanes = [min(number, single) for single in self._single[kind]]
            for place, bound in self._beside:
                lanes[place] += bound.beside(kind, number)
            found = self._each[kind, number] = _lanes(lanes)
        return found

    def _limits(self, melds: int, missing: int) -> list[int]:
        found = []
        for shape, bound in self._bounds:
            left = -1 if bound is None else shape.size - bound.free - (3 - bound.by_meld) * melds - missing
            found.append(max(left, -1))
        return found


def _lanes(numbers: list[int]) -> int:
    """Numbers, each in its lane."""
    return int.from_bytes(numbers, "little")


def _bounds(shape: Shape, env: Env) -> Iterator[_Bound]:
    """The bounds of a shape whose suit letters are bound, without those that never say anything."""
    alone, everything = _single(shape.parts, env, sets=False), _single(shape.parts, env, sets=True)
    in_sets = sum([min(map(SIZE.__getitem__, part.forms)) for part in shape.sets])
    found = [_Bound(0, 0, everything)]
    if shape.sets or shape.picks:
        found.append(_Bound(in_sets + shape.picked, 3, alone))
    if shape.sets and not any(CHOW in part.forms for part in shape.sets):
        pungs, pairs = _of_form(shape, PUNG, env), _of_form(shape, PAIR, env)
        found.append(_Bound(len(shape.sets) + shape.picked, 1, alone, pungs, pairs, shape.distinct))
    groups = [part for part in shape.parts if isinstance(part, LoosePart) and _hangs_together(part)]
    if groups:
        suits = tuple(sorted({env[tile.suit] for part in groups for tile in part.tiles if isinstance(tile, LooseRank)}))
        single = tuple([_ALL if kind < 27 and kind // 9 in suits else 0 for kind in range(KINDS)])
        in_groups = sum([len(part.tiles) for part in groups])
        found.append(_Bound(shape.size - in_groups + len(groups), 3, single, groups=suits))
    return (own for own in found if own.free < shape.size and min(own.single) < _COPIES)


def _single(parts: Sequence[Part], env: Env, *, sets: bool) -> tuple[int, ...]:
    """How many tiles of each kind single tiles are at most, or all tiles, which are in `sets` and picked besides."""
    most = [0] * KINDS
    for part in parts:
        if isinstance(part, LoosePart):
            for selector in part.tiles:
                _add(most, _fitting(selector, env), 1)
        elif not sets:
            continue
        elif isinstance(part, SetPart):
            fits = _fitting(part.which, env)
            own = fits | fits << 1 | fits << 2 if CHOW in part.forms else fits
            _add(most, own & ALL_KINDS, max([1 if form == CHOW else SIZE[form] for form in part.forms]))
        else:
            _add(most, _fitting(part.pool, env), 1)
    return tuple(most)


def _add(most: list[int], kinds: int, number: int) -> None:
    for kind in tiles_of(kinds):
        most[kind] += number


def _fitting(selector: Selector, env: Env) -> int:
    """The mask of the kinds that a selector may mean, suit letters being bound, whatever the hand."""
    return selector.candidates(env) & ALL_KINDS if selector.dynamic else selector.fitting(env)


def _of_form(shape: Shape, form: int, env: Env) -> int:
    """The mask of the kinds of which there may be a set of a form."""
    found = 0
    for part in shape.sets:
        if form in part.forms:
            found |= _fitting(part.which, env)
    return found


def _hangs_together(part: LoosePart) -> bool:
    """Whether the tiles of a group are all of one rank, and of different suits."""
    ranks = [tile for tile in part.tiles if isinstance(tile, LooseRank)]
    apart = len({tile.suit for tile in ranks}) == len(part.tiles)
    return apart and len({(tile.rank, tile.offset) for tile in ranks}) == 1
