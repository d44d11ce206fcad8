"""What a hand may be made into under a ruleset: its rules, as far as tiles and sets tell when they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

from ..conditions.formula import Const
from ..distance.distances import Distances, GoalAsked, goals_to_make
from ..distance.goals import NO_LIMITS
from ..distance.limits import HandClasses, WayAsked, asked
from ..hands.pieces import Piece
from ..scoring.rule import Rule
from ..scoring.rulebook import Rulebook
from ..shapes.shape import Shape
from .candidates import Candidates

MOST_CHOICES: Final = 64
"""A rule that can be found on more sets than this is not aimed at: it comes by itself."""
MOST_AIMS: Final = 3000
"""How many goals are known for a hand at most."""
MOST_HANDS_KEPT: Final = 400
GREAT: Final = 1000
"""What a rule is worth in a unit in which the minimum is not counted."""


class GoodHand(NamedTuple):
    """Something to aim at: a shape, and what must be in it."""

    shape: Shape
    way: WayAsked


class Aims:
    """What hands may be made into under one ruleset, the goals of distances among them."""

    def __init__(self, book: Rulebook, distances: Distances) -> None:
        self.book, self.distances = book, distances
        self._kept: dict[tuple[tuple[Piece, ...], HandClasses], Candidates] = {}
        self._aims: dict[HandClasses, tuple[GoodHand, ...]] = {}

    def candidates(self, melds: tuple[Piece, ...], classes: HandClasses) -> Candidates:
        """Everything that a hand with these declared sets may become, and what of it has more worth; kept."""
        key = (melds, classes)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_HANDS_KEPT:
                self._kept.clear()
            found = self._kept[key] = Candidates(islice(self._goals(melds, classes), MOST_AIMS))
        return found

    def _goals(self, melds: tuple[Piece, ...], classes: HandClasses) -> Iterator[GoalAsked]:
        yield from map(GoalAsked, self.distances.goals(melds, classes))
        yield from goals_to_make(self.aims(classes), melds, classes)

    def aims(self, classes: HandClasses) -> tuple[GoodHand, ...]:
        """What rules ask of hands of plain sets, each once; where there is a minimum, what two of them ask as well.

        Other shapes are worth something by themselves.
        """
        found = self._aims.get(classes)
        if found is None:
            ways = [
                (shape, self._worth(rule), way)
                for shape in self.distances.shapes
                if shape.plain
                for rule in self.book.rules
                for way in self._asked(rule, shape, classes)
            ]
            alone = (GoodHand(shape, way) for shape, worth, way in ways if 2 * worth >= self.book.minimum)
            required = self.distances.required(classes)
            both = chain(alone, self._together(ways))
            found = self._aims[classes] = tuple(
                dict.fromkeys(
                    GoodHand(shape, whole)
                    for shape, way in both
                    for base in required[shape.name]
                    if (whole := way.both(base)) is not None
                )
            )
        return found

    def _asked(self, rule: Rule, shape: Shape, classes: HandClasses) -> Iterable[WayAsked]:
        """What a rule asks of a hand of a shape, where that is something, and not too little to aim at."""
        if isinstance(rule.when, Const) or rule.value <= 0:
            return ()
        ways = asked(rule.when, shape, classes)
        return [way for way in ways if way._replace(concealed=False) != WayAsked() and len(way.written) <= MOST_CHOICES]

    def _together(self, ways: Iterable[tuple[Shape, int, WayAsked]]) -> Iterator[GoodHand]:
        """Two things that reach the minimum together: of one at least is asked no set of its own."""
        least = self.book.minimum
        part = [one for one in ways if 0 < one[1] < least]
        for shape, worth, way in part:
            for other_shape, other_worth, other in part:
                fits = shape is other_shape and 2 * worth >= least <= worth + other_worth
                if fits and not other.written and other.limits != NO_LIMITS and other != way:
                    whole = way.both(other)
                    if whole is not None:
                        yield GoodHand(shape, whole)

    def _worth(self, rule: Rule) -> int:
        """What a rule is worth towards the minimum."""
        return int(rule.value) if rule.unit == self.book.method.main and not rule.aside else GREAT
