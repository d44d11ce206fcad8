"""Which discards leave a hand that waits: a quick look at all shapes, a long one at those that come into question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..hands.pieces import CLAIMED, Piece, tiles_in
from ..tiles.tile import SUIT_KINDS, Tile, mask_of, tiles_of
from .glance import Glance, of_sets
from .selectors import Env
from .shape import Shape
from .splitting import Counts

_SUIT_MASK: Final = SUIT_KINDS[0] | SUIT_KINDS[1] | SUIT_KINDS[2]
FIRST_RANKS: Final = 1 | 1 << 9 | 1 << 18
LAST_RANKS: Final = FIRST_RANKS << 8
"""The suit tiles, those of rank 1 and those of rank 9, as masks."""


class Reach:
    """The shapes that a hand may wait for."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self._shapes = tuple(shapes)
        self.glance = Glance(self._shapes)
        self._by_melds: dict[tuple[int, bool], tuple[Shape, ...]] = {}

    def ready_discards(self, melds: tuple[Piece, ...], counts: Counts, present: int, env: Env) -> Iterator[Tile]:
        """The tiles after whose discard a hand waits, which has a tile too many and no joker; some of them twice.

        `counts` are the concealed tiles, `present` their kinds, `env` has the classes that depend on the hand.
        """
        sets = [shape for shape in self._admitted(melds) if of_sets(shape)]
        for_sets = self.glance.discards_for_sets(melds, counts, present)
        yield from self._leaving(sets, for_sets, melds, counts, present, env)
        others = self.glance.near_others(melds, counts, present)
        yield from self._leaving(others, tiles_of(present), melds, counts, present, env)

    def _leaving(
        self,
        shapes: Sequence[Shape],
        tiles: Iterable[Tile],
        melds: tuple[Piece, ...],
        counts: Counts,
        present: int,
        env: Env,
    ) -> Iterator[Tile]:
        """Those of some tiles after whose discard a hand waits in one of some shapes."""
        near = self._in_reach(shapes, melds, counts, present, env)
        for tile in tiles if near else ():
            own = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
            kinds = present if own[tile] else present & ~(1 << tile)
            if any(shape.waits(melds, own, env, kinds) for shape in near):
                yield tile

    def in_reach(self, melds: tuple[Piece, ...], counts: Counts, present: int, env: Env, jokers: int) -> list[Shape]:
        """The shapes for which a hand with a tile too many may wait after a discard; it waits for no others.

        `counts` are the concealed tiles beside the jokers, `present` their kinds.
        """
        return self._in_reach(self._admitted(melds), melds, counts, present, env, jokers)

    def _admitted(self, melds: tuple[Piece, ...]) -> tuple[Shape, ...]:
        """The shapes of hands with such sets."""
        key = len(melds), any(meld & CLAIMED for meld in melds)
        shapes = self._by_melds.get(key)
        if shapes is None:
            shapes = self._by_melds[key] = tuple([shape for shape in self._shapes if shape.admits(melds)])
        return shapes

    @staticmethod
    def _in_reach(
        shapes: Sequence[Shape], melds: tuple[Piece, ...], counts: Counts, present: int, env: Env, jokers: int = 0
    ) -> list[Shape]:
        """Those of some shapes that are in reach."""
        if not shapes:
            return []
        there = present | mask_of([tile for meld in melds for tile in tiles_in(meld)])
        kinds, found = present.bit_count(), []
        alone, odd = _alone(counts, present) - jokers, sum([counts[tile] & 1 for tile in tiles_of(present)]) - jokers
        for shape in shapes:
            if not shape.least_kinds - 1 - jokers <= kinds <= shape.most_kinds + 1:
                continue
            if (odd if shape.only_pairs else alone if len(shape.sets) == len(shape.parts) else 0) > 2:
                continue
            for binding in shape.bindings:
                outside = present & ~binding.allowed
                if outside & (outside - 1):
                    continue
                missing = binding.fixed & ~present | binding.needed & ~there
                if missing.bit_count() > 1 + jokers:
                    continue
                if jokers or shape.may_be_near(binding, counts, env):
                    found.append(shape)
                    break
        return found


def _alone(counts: Counts, present: int) -> int:
    """How many tiles make no pair, and no two tiles of a chow, with another one."""
    suits = present & _SUIT_MASK
    beside = (suits & ~FIRST_RANKS) >> 1 | (suits & ~LAST_RANKS) << 1
    between = (suits & ~(FIRST_RANKS | FIRST_RANKS << 1)) >> 2 | (suits & ~(LAST_RANKS | LAST_RANKS >> 1)) << 2
    return sum([counts[tile] == 1 for tile in tiles_of(present & ~(beside | between))])
