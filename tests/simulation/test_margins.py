"""Margins: as the plain formula has them, and of no fewer than can tell."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from mjrules.simulation.margins import FEWEST, margin, t_quantile


def told(values: list[int]) -> float | None:
    return margin(len(values), sum(values), sum(value * value for value in values))


def test_a_margin_is_that_of_the_plain_formula() -> None:
    draw = Random(5)
    values = [draw.randrange(-50, 80) for _ in range(30)]
    assert told(values) == pytest.approx(2.045 * stdev(values) / sqrt(30), rel=1e-3)


def test_it_covers_the_truth_as_often_as_it_says() -> None:
    draw = Random(7)
    covered = 0
    for _ in range(2000):
        values = [draw.randrange(13) for _ in range(20)]
        covered += abs(mean(values) - 6) <= (told(values) or 0)
    assert 0.935 <= covered / 2000 <= 0.965


def test_what_never_varies_has_no_margin() -> None:
    """Ten hands that nobody won do not show that nobody ever wins."""
    assert told([10**9] * FEWEST) is None


def test_of_few_nothing_is_told() -> None:
    assert told(list(range(FEWEST - 1))) is None
    assert margin(0, 0, 0) is None


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.706), (10, 2.228), (20, 2.086), (21, 2.0796), (30, 2.0423), (60, 2.0003), (100, 1.984), (100_000, 1.96)],
)
def test_the_quantiles_of_student(degrees: int, quantile: float) -> None:
    assert t_quantile(degrees) == pytest.approx(quantile, abs=6e-4)
