"""Sums over stretches, and sums of products, exact whatever their order: what intervals are worked out from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from .stretch import Stretch
from .tally import (
    FROM_DISCARD,
    GAINED,
    HANDS,
    NET_SQUARES,
    PAID_BY_DISCARDER,
    PLACES,
    VALUE,
    WINS_OF_ALL,
    WORTH_SQUARES,
    WORTH_SUM,
)

Side = tuple[str, str]
"""A sum of one ruleset: `("a", "wins")`."""
Weights = Mapping[Side, Fraction]
"""How much a figure changes with each sum of a stretch."""

_BESIDE: Final[Mapping[str, tuple[str, ...]]] = {
    WORTH_SUM: (WINS_OF_ALL,),
    WORTH_SQUARES: (WORTH_SUM, WINS_OF_ALL),
    GAINED: (WINS_OF_ALL,),
    NET_SQUARES: (PLACES,),
    PAID_BY_DISCARDER: (FROM_DISCARD,),
}
"""The other sums of which figures are made together with one; of all that are not named, the number of hands."""


class Moments:
    """The sums of all stretches, the sums of their products, and in how many stretches the rulesets differ in a sum."""

    def __init__(self) -> None:
        self.stretches = self.hands = self.walls = self.same = 0
        self.sums: dict[str, Counter[str]] = {"a": Counter(), "b": Counter()}
        self.differ: Counter[str] = Counter()
        self._products: Counter[tuple[Side, Side]] = Counter()

    def add(self, stretch: Stretch) -> None:
        """Count a stretch."""
        self.stretches += 1
        self.hands += stretch.hands
        self.walls += stretch.walls
        self.same += stretch.same
        tallies = stretch.tallies
        for side, tally in tallies.items():
            self.sums[side].update(tally)
        names = {name for tally in tallies.values() for name in tally if not name.startswith(VALUE)}
        pairs: set[tuple[Side, Side]] = set()
        for name in names:
            self.differ[name] += stretch.a.get(name, 0) != stretch.b.get(name, 0)
            for other in (name, *_BESIDE.get(name, (HANDS,))):
                pairs |= {_ordered((one, name), (two, other)) for one, two in product(tallies, tallies)}
        for pair in pairs:
            (one, name), (two, other) = pair
            self._products[pair] += tallies[one].get(name, 0) * tallies[two].get(other, 0)

    def mean(self, side: Side) -> Fraction:
        """How much of a sum a stretch has, on average; zero where none was played."""
        return Fraction(self.sums[side[0]][side[1]], max(self.stretches, 1))

    def variance(self, weights: Weights) -> Fraction:
        """The variance of a weighted sum of a stretch; zero of fewer than two stretches."""
        if self.stretches < 2:
            return Fraction(0)
        squares = sum(
            weights[one] * weights[two] * self._products[_ordered(one, two)] for one, two in product(weights, weights)
        )
        mean = sum((weight * self.mean(side) for side, weight in weights.items()), Fraction(0))
        return (squares - self.stretches * mean * mean) / (self.stretches - 1)


def _ordered(one: Side, two: Side) -> tuple[Side, Side]:
    return (one, two) if one <= two else (two, one)
