"""Toy games of which everything is known exactly: the intervals of comparisons cover it as often as they say."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

import mjrules
from mjrules import Comparison
from mjrules.compare.intervals import FEW, LESS, MORE
from mjrules.compare.measures import Measured, figures
from mjrules.compare.stretch import STRETCH
from tests.compare.toys import expected, toy
from tests.kit.profile import amount

RUNS = amount(2, 18, 400)
HANDS = 12 * STRETCH


def truths(comparison: Comparison) -> dict[tuple[str, str], float]:
    """The true differences of what is compared, by kind and id."""
    exact = [expected(toy(name)) for name in ("toy", "higher")]
    found = {}
    for kind, id, _, _, figure in figures(comparison.moments, comparison.a, comparison.b, by_player=False):
        a, b = (value(own, figure.of, figure.by, figure.squares, root=figure.root) for own in exact)
        found[kind, id] = figure.scale * (b - a)
    return found


def value(sums: dict[str, Fraction], of: str, by: str, squares: str, *, root: bool) -> float:
    """A figure, by its definition."""
    mean = sums[of] / sums[by]
    if squares:
        return sqrt(sums[squares] / sums[by] - mean * mean)
    return sqrt(mean) if root else float(mean)


def covers(measured: Measured, truth: float) -> bool:
    found = measured.found
    assert found.low is not None
    assert found.high is not None
    return found.low - 1e-9 <= truth <= found.high + 1e-9


@pytest.mark.slow
def test_the_intervals_cover_what_is_true() -> None:
    """Of all intervals together one in twenty misses; none of them alone misses more often than chance may have it."""
    truth: dict[tuple[str, str], float] = {}
    hit: dict[tuple[str, str], int] = {}
    given: dict[tuple[str, str], int] = {}
    for seed in range(RUNS):
        comparison = mjrules.compare_rulesets(toy("toy"), toy("higher"), HANDS, seed, players="random")
        truth = truth or truths(comparison)
        for own in comparison.measured:
            key = (own.kind, own.id)
            if own.found.verdict != FEW:
                given[key] = given.get(key, 0) + 1
                hit[key] = hit.get(key, 0) + covers(own, truth[key])
    runs, all_hit = sum(given.values()), sum(hit.values())
    assert len(given) > 15
    assert 0.92 <= all_hit / runs <= 0.985, (all_hit, runs)
    for key, number in given.items():
        assert hit[key] >= 0.95 * number - 4 * sqrt(0.0475 * number), (key, hit[key], number)


@pytest.mark.slow
def test_equal_games_on_other_walls_do_not_differ_more_often_than_by_chance() -> None:
    """The wall is broken elsewhere under B, so the hands are others; but the game is the same, so the truth is zero."""
    seen = told = 0
    for seed in range(amount(2, 12, 400)):
        comparison = mjrules.compare_rulesets(toy("toy"), toy("broken"), HANDS, seed, players="random")
        assert not comparison.pairing.paired
        verdicts = [own.found.verdict for own in comparison.measured if own.found.verdict != FEW]
        told += len(verdicts)
        seen += sum(verdict in (MORE, LESS) for verdict in verdicts)
    assert told > 15
    assert seen <= 0.08 * told
