"""The goals of hands with the same declared sets, made when they are first looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from ..distance.column_goals import ColumnGoal
from ..distance.distances import GoalAsked
from ..distance.goals import Goal
from ..hands.pieces import Piece, tiles_in
from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, Tile

MOST_NEEDS: Final = 20_000
MOST_OF_A_SHAPE: Final = 1_000_000
"""How many goals of one shape are given where nothing else is said: all."""


class Candidates:
    """Goals in the order in which they are known, told by what a hand lacks of the tiles that they must have.

    There are hundreds for each new declared set, and few are near the hand: so a goal is made when its turn comes.
    """

    def __init__(self, asked: Iterable[GoalAsked]) -> None:
        self._asked = tuple(asked)
        self._made: dict[int, Goal | None] = {}
        self._known: set[tuple[str, Goal]] = set()
        self._needs: dict[int, list[int]] = {}
        """The places of the goals that must have the same tiles, by these, as `_copy_bits` has them."""
        self._columns: list[int] = []
        """The places of those that tell themselves what they lack."""
        for place, one in enumerate(self._asked):
            if isinstance(one.goal, ColumnGoal):
                self._columns.append(place)
            else:
                self._needs.setdefault(_needs(one.goal.fixed, one.pieces), []).append(place)

    def nearest(self, counts: Counts, most: int = MOST_OF_A_SHAPE) -> Iterator[tuple[int, Goal]]:
        """Each goal once, with how many tiles are missing at least, those nearest to what they must have first.

        No more than `most` are given of one shape, so that the goals of one do not hide those of the others, and no
        more than twice as many in all.
        """
        levels: dict[int, list[int]] = {}
        not_held = ~_copy_bits(enumerate(counts))
        for needs, places in self._needs.items():
            levels.setdefault((needs & not_held).bit_count(), []).extend(places)
        for place in self._columns:
            levels.setdefault(self._asked[place].goal.lacking(counts), []).append(place)
        given: dict[str, int] = {}
        told = set[Goal]()
        for lacking in sorted(levels):
            for place in sorted(levels[lacking]):
                name = self._asked[place].goal.name
                number = given.get(name, 0)
                goal = self._goal(place) if number < most else None
                if goal is not None and goal not in told:
                    given[name] = number + 1
                    told.add(goal)
                    yield lacking, goal
                    if len(told) == 2 * most:
                        return

    def _goal(self, place: int) -> Goal | None:
        """The goal of a place; None where none can be made, or it is one that its shape had before.

        The same goals lack the same of every hand, so the first of a shape is made first, whatever hands are asked
        about; of two shapes that need not be so, for only so many of each are made.
        """
        if place not in self._made:
            goal = self._asked[place].made()
            name = self._asked[place].goal.name
            self._made[place] = None if goal is None or (name, goal) in self._known else goal
            if goal is not None:
                self._known.add((name, goal))
        return self._made[place]


@lru_cache(MOST_NEEDS)
def _needs(fixed: tuple[tuple[Tile, int], ...], pieces: tuple[Piece, ...]) -> int:
    """The tiles that a goal must have, with those of pieces, as `_copy_bits` has them."""
    found = Counter(dict(fixed))
    for piece in pieces:
        found.update(tiles_in(piece))
    return _copy_bits(found.items())


def _copy_bits(numbers: Iterable[tuple[Tile, int]]) -> int:
    """So many tiles of each kind as one number: a bit for every copy, all first copies before all second ones."""
    return sum([1 << KINDS * copy + kind for kind, number in numbers for copy in range(number)])
