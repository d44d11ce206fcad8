"""A glance at a hand: how many tiles are surely missing to a complete one, by a few sums.

Of sets and a pair it is told exactly, but for what is asked of the sets and for copies that there are not. For other
shapes there are bounds, and all of them are summed up at once. What the tiles of a suit say is kept. So a glance costs
as much for many shapes as for one. What it does not rule out is looked into.

A tile that comes brings a hand nearer by one, and a tile that goes never does. So a hand that is far needs no other
glance for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ..hands.pieces import CLAIMED, Piece
from ..tiles.tile import Tile, mask_of, tiles_of
from .missing_sets import ONE_COST, SetCosts, missing_sets
from .shape import REFINED, Shape
from .shape_lanes import Bounds, ShapeLanes
from .splitting import STARTS

_KEPT: Final = 1 << 14
"""Of how many tiles of each suit it is kept what they say."""
_Admitted = tuple[tuple[int, ...], int, tuple[int, ...]]
"""What hands with declared sets may become: where the costs of the sets and pairs that are left stand, the lanes of
other shapes, and their limits."""


_Told = list[dict[bytes, tuple[SetCosts, int]]]
"""What the tiles of each suit say, as far as they were asked: of sets and pairs, and of other shapes."""


@lru_cache(64)
def _told_of(most_sets: int, bounds: Bounds) -> _Told:
    """Where it is kept what tiles say: the same for the shapes of a ruleset that is loaded again."""
    return [{} for _ in STARTS]


class Glance:
    """Sees that hands are far from the shapes of a ruleset."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._of_sets = [shape for shape in shapes if of_sets(shape)]
        most_sets = max([len(shape.sets) - shape.pairs for shape in self._of_sets], default=0)
        self._sets = missing_sets(most_sets)
        self._lanes = ShapeLanes([shape for shape in shapes if not of_sets(shape)])
        self._most = max([shape.size for shape in shapes], default=0)
        self._joined = self._sets.joined
        self._told = _told_of(most_sets, self._lanes.bounds)
        self._by_melds: dict[tuple[int, bool], _Admitted] = {}
        self._bare = self._admitted(())

    def missing(self, melds: tuple[Piece, ...], counts: Sequence[int], present: int, pairs: int) -> int:
        """How many tiles are surely missing to a complete hand, whatever others go: never more than are.

        `counts` are the concealed tiles, without jokers and however many, `present` is the mask of their kinds, and
        `pairs` of those of which there are two or more, as far as that is known; all may go on behind the kinds.
        """
        shifts, lanes, limits = self._admitted(melds) if melds else self._bare
        m, p, s, z = suits = _suits(counts)
        joined = self._joined
        one, two, three, four = self._told
        try:
            (a, of_m), (b, of_p), (c, of_s), (d, of_z) = one[m], two[p], three[s], four[z]
            whole = joined[joined[a, b], joined[c, d]]
        except KeyError:
            (a, of_m), (b, of_p), (c, of_s), (d, of_z) = self._tell(suits)
            whole = self._sets.join(self._sets.join(a, b), self._sets.join(c, d))
        found = self._most
        for shift in shifts:
            missing = whole >> shift & ONE_COST
            if missing < found:
                found = missing
        if lanes:
            told = of_m + of_p + of_s + of_z
            near = self._lanes.near
            lanes = near(told, limits[found], lanes) if found else 0
            if lanes:
                told -= self._lanes.of_ranks(lanes, present, pairs)  # which brings no shape nearer
                while found and near(told, limits[found], lanes):
                    found -= 1
        return found

    def near_others(self, melds: tuple[Piece, ...], counts: Sequence[int], present: int) -> list[Shape]:
        """The shapes but sets and a pair to which no more than one tile may be missing."""
        _, lanes, limits = self._admitted(melds)
        told, near = sum([own for _, own in self._tell(_suits(counts))]), self._lanes.near
        lanes = near(told, limits[2], lanes)
        told -= self._lanes.of_ranks(lanes, present, mask_of([kind for kind in tiles_of(present) if counts[kind] > 1]))
        return self._lanes.shapes_of(near(told, limits[2], lanes))

    def discards_for_sets(self, melds: tuple[Piece, ...], counts: Sequence[int], present: int) -> Iterator[Tile]:
        """The kinds of which one may go, so that a hand with a tile too many waits for sets and a pair."""
        shifts, _, _ = self._admitted(melds)
        left = list(counts)
        for kind in tiles_of(present) if self._are_near(shifts, counts) else ():
            left[kind] -= 1
            if self._are_near(shifts, left):
                yield kind
            left[kind] += 1

    def _are_near(self, shifts: tuple[int, ...], counts: Sequence[int]) -> bool:
        """Whether no more than one tile is missing to sets and a pair."""
        whole = self._sets.of_suits(_suits(counts))
        return any(whole >> shift & ONE_COST < 2 for shift in shifts)

    def _tell(self, suits: Sequence[bytes]) -> list[tuple[SetCosts, int]]:
        """What the tiles of each suit say, as it is kept."""
        found = []
        for kept, start, suit in zip(self._told, STARTS, suits, strict=True):
            told = kept.get(suit)
            if told is None:
                if len(kept) >= _KEPT:
                    kept.clear()
                told = kept[suit] = self._sets.of_suit(suit), self._lanes.of_suit(start, suit)
            found.append(told)
        return found

    def _admitted(self, melds: tuple[Piece, ...]) -> _Admitted:
        """What hands with such sets may become."""
        claimed = False
        for meld in melds:
            if meld & CLAIMED:
                claimed = True
                break
        key = len(melds), claimed
        found = self._by_melds.get(key)
        if found is None:
            own = [shape for shape in self._of_sets if shape.admits(melds)]
            shifts = [self._sets.place(len(shape.sets) - shape.pairs - len(melds), shape.pairs) for shape in own]
            found = (
                tuple(dict.fromkeys(shifts)),
                self._lanes.relevant(melds),
                self._lanes.limits(len(melds), self._most),
            )
            self._by_melds[key] = found
        return found


def of_sets(shape: Shape) -> bool:
    """Whether a shape is sets and a pair at most, of which the suits alone tell how far a hand is from it."""
    return shape.plain or shape.way == REFINED


def _suits(counts: Sequence[int]) -> tuple[bytes, bytes, bytes, bytes]:
    """The tiles of each suit: bytes, which are looked up twice as quickly as tuples."""
    whole = bytes(counts)
    return whole[:9], whole[9:18], whole[18:27], whole[27:34]
