"""Differences between two rulesets with intervals that cover the truth in 95 runs of 100, by pairs of stretches.

A stretch is the unit: the hands in it hang together, those of different stretches do not. What a figure comes to is a
function of sums, such as draws by hands; its difference varies from stretch to stretch as the sums do, each weighted
with how much the figure changes with it (the delta method). Both rulesets stand in one weighted sum, so what they have
in common by playing the same walls falls out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from ..simulation.margins import COVERED, t_quantile
from .moments import Moments

LEAST: Final = 10
"""How many stretches there must be before an interval is given, and in how many of them, or in how great a part, namely
half, the rulesets must differ in what a figure is made of."""

_HOPELESS: Final = 1e-4
"""A difference that is so small a part of its interval says nothing about how many hands would tell."""

_TELLING: Final = 0.8
"""How often the interval of `hands_needed` hands leaves zero out, where the difference is as large as it looks. If it
just reached zero then, it would tell in every other run."""

MORE, LESS, UNCLEAR, SAME, FEW = "more", "less", "unclear", "same", "few"
"""What is told of a difference: more or less under B; not to be told with so few hands; none in any stretch, on the
same walls; and what happened too seldom for an interval."""


class Figure(NamedTuple):
    """How a figure is made of sums.

    By default it is `of` for each `by`, times `scale`. With `squares` it is the standard deviation of what has the sum
    `of` and that sum of squares; with `root` the root of the quotient.
    """

    of: str
    by: str
    scale: int = 1
    squares: str = ""
    root: bool = False

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that it is made of."""
        return tuple(filter(None, (self.of, self.by, self.squares)))


@dataclass(frozen=True)
class Estimate:
    """A figure under both rulesets, the difference, and the interval of it; None where there is none.

    `hands_needed` says of an unclear difference about how many hands would tell in four of five runs, if it is as large
    as it seems.
    """

    a: float | None
    b: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    verdict: str = FEW
    hands_needed: int | None = None


def estimate(moments: Moments, figure: Figure) -> Estimate:
    """What the stretches say of a figure."""
    sides = {side: _value(moments, side, figure) for side in ("a", "b")}
    (a, weights_a), (b, weights_b) = sides["a"], sides["b"]
    if a is None or b is None:
        return Estimate(a, b)
    differing = max(moments.differ[name] for name in figure.sums)
    if not differing:
        return Estimate(a, b, 0.0, verdict=SAME if moments.walls else FEW)
    if moments.stretches < LEAST or differing < min(LEAST, moments.stretches / 2):
        return Estimate(a, b, b - a)
    weights = {("a", name): -weight for name, weight in weights_a.items()}
    weights |= {("b", name): weight for name, weight in weights_b.items()}
    error = sqrt(max(moments.variance(weights), Fraction(0)) / moments.stretches)
    half, found = t_quantile(moments.stretches - 1) * error, b - a
    low, high = found - half, found + half
    verdict = MORE if low > 0 else LESS if high < 0 else UNCLEAR
    hopeful = verdict == UNCLEAR and abs(found) > half * _HOPELESS
    needed = round(moments.hands * (_wider() * half / found) ** 2) if hopeful else None
    return Estimate(a, b, found, low, high, verdict, needed)


@cache
def _wider() -> float:
    """How much of half an interval a difference must be on average to be told as often as it shall."""
    normal = NormalDist().inv_cdf
    certain = normal((1 + COVERED) / 2)
    return (certain + normal(_TELLING)) / certain


def _value(moments: Moments, letter: str, figure: Figure) -> tuple[float | None, dict[str, Fraction]]:
    """A figure of one ruleset, and how much it changes with each sum; None where it is made of nothing."""
    total, whole = (moments.mean((letter, name)) for name in (figure.of, figure.by))
    if not whole:
        return None, {}
    quotient = total / whole
    weights = {figure.of: 1 / whole, figure.by: -quotient / whole}
    if figure.squares:
        square = moments.mean((letter, figure.squares)) / whole
        weights = {figure.squares: 1 / whole, figure.of: -2 * quotient / whole}
        weights[figure.by] = (2 * quotient * quotient - square) / whole
        quotient = square - quotient * quotient
    if not (figure.squares or figure.root):
        return float(figure.scale * quotient), {name: figure.scale * weight for name, weight in weights.items()}
    if quotient <= 0:
        return 0.0, dict.fromkeys(weights, Fraction(0))
    value = sqrt(quotient)
    return value, {name: weight / Fraction(2 * value) for name, weight in weights.items()}
