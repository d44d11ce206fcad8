"""Shapes of groups of single tiles of one rank, such as `(an bn)`: told of many hands rank by rank."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Final

import numpy as np

from ..shapes.pattern_grammar import LoosePart
from ..shapes.selectors import LooseRank
from ..shapes.shape import Binding, Shape
from .arrays import Longs
from .laid_tiles import Laid, two_keys
from .rows import Rows
from .suits import BASE
from .tallies import COUNT_BITS, ONE_KIND

_NUMBER_BITS: Final = 5
_RANKS: Final = 9
_Group = tuple[str, ...]
"""The letters of the suits of its tiles."""


class RankGroups:
    """Finds the hands that are groups of a shape and nothing else; there is one way at most to lay them out."""

    def __init__(self, place: int, tables: list[Longs], wanted: int) -> None:
        self._place, self._tables, self._wanted = place, tables, wanted

    @classmethod
    def made(cls, shape: Shape, place: int) -> RankGroups | None:
        """Of a shape that has nothing but such groups, of which the tiles of a rank tell how many there are of each."""
        groups = _groups(shape)
        if not groups or shape.distinct:
            return None
        tables = [_table(list(groups), binding) for binding in shape.bindings]
        if any(table is None for table in tables):
            return None
        wanted = sum([number << _NUMBER_BITS * own for own, number in enumerate(groups.values())])
        return cls(place, [table for table in tables if table is not None], wanted)

    def laid(self, rows: Rows, asked: Longs) -> Laid:
        """Every way to lay out some hands: all tiles are loose."""
        keys, counts = rows.keys.take(asked, axis=1), rows.tally.counts_of(asked)[:3]
        tiles = [counts >> COUNT_BITS * rank & ONE_KIND for rank in range(_RANKS)]
        places = [own[0] * BASE**2 + own[1] * BASE + own[2] for own in tiles]
        found = np.zeros(len(asked), np.bool_)
        for table in self._tables:
            numbers = [table.take(own) for own in places]
            found |= (np.minimum.reduce(numbers) >= 0) & (np.sum(numbers, axis=0) == self._wanted)
        hand = asked[found & (keys[3] == 0)]
        nothing = np.zeros(len(hand), np.int64)
        (suits, _), (honours, _) = two_keys(rows.keys[:, hand])
        return Laid(hand, nothing + self._place, nothing, nothing, nothing, nothing, nothing, nothing, suits, honours)


def _groups(shape: Shape) -> Counter[_Group]:
    """How many there are of each group; none where a part is something else."""
    found = Counter[_Group]()
    letters: list[str] = []
    for part in shape.parts:
        own = part.tiles if isinstance(part, LoosePart) else ()
        tiles = [tile for tile in own if isinstance(tile, LooseRank) and not tile.offset]
        ranks = {tile.rank for tile in tiles}
        if len(ranks) != 1 or len(tiles) < len(own):
            return Counter()
        letters += ranks
        found[tuple(sorted([tile.suit for tile in tiles]))] += 1
    return found if len(set(letters)) == len(letters) else Counter()


def _table(groups: list[_Group], binding: Binding) -> Longs | None:
    """For the tiles of a rank in the three suits how many there are of each group, -1 where they are no groups; None
    where they may be several."""
    found = np.full(BASE**3, -1, np.int64)
    for numbers in product(range(BASE), repeat=len(groups)):
        tiles = [0, 0, 0]
        for number, group in zip(numbers, groups, strict=True):
            for letter in group:
                tiles[binding.letters[letter]] += number
        if max(tiles) < BASE:
            place = tiles[0] * BASE**2 + tiles[1] * BASE + tiles[2]
            if found[place] >= 0:
                return None
            found[place] = sum([number << _NUMBER_BITS * own for own, number in enumerate(numbers)])
    return found
