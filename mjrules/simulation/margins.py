"""How far an average of so many may be from the truth: the halves of intervals that cover it in 95 runs of 100."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final

COVERED: Final = 0.95
"""How often an interval covers the truth."""
FEWEST: Final = 10
"""How many there must be before an interval is given."""
_FEW_DEGREES: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
)  # fmt: skip
"""The quantiles of Student's t for 95 %, of 1 degree of freedom and more."""


def margin(number: int, total: int, squares: int) -> float | None:
    """The margin of the average of `number` values that are independent, by their sum and that of their squares.

    None for fewer than FEWEST, and where all are alike: then nothing tells how far others may be from them.
    """
    spread = number * squares - total * total  # exact, as these are whole numbers
    if number < FEWEST or not spread:
        return None
    return t_quantile(number - 1) * sqrt(spread / (number - 1)) / number


def t_quantile(degrees: int) -> float:
    """The quantile of Student's t for 95 %, of so many degrees of freedom, to three places."""
    if degrees <= len(_FEW_DEGREES):
        return _FEW_DEGREES[max(degrees, 1) - 1]
    normal = NormalDist().inv_cdf((1 + COVERED) / 2)
    cube, fifth = normal**3, normal**5
    return normal + (cube + normal) / (4 * degrees) + (5 * fifth + 16 * cube + 3 * normal) / (96 * degrees**2)
