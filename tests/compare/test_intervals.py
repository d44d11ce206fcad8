"""Intervals: worked out as by a plain formula, whatever the order, and as wide as they must be."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from mjrules.compare.intervals import FEW, LESS, MORE, SAME, UNCLEAR, Estimate, Figure, estimate
from mjrules.compare.moments import Moments
from mjrules.compare.stretch import Stretch
from mjrules.simulation.margins import t_quantile
from tests.kit.profile import amount

DRAWS = Figure("draws", "hands", scale=100)
WORTH = Figure("worth", "wins")
SPREAD = Figure("worth", "wins", squares="worth squared")
PAID = Figure("net squared", "places", root=True)


def stretch(number: int, draw: Random, *, more: float = 0.0, hands: int = 20) -> Stretch:
    """A stretch whose hands share their luck under both rulesets; under B there are more draws."""
    sides = []
    luck = [(draw.random(), draw.randrange(1, 9)) for _ in range(hands)]
    for extra in (0.0, more):
        worths = [own + draw.randrange(2) for chance, own in luck if chance >= 0.3 + extra]
        sides.append(
            {
                "hands": hands,
                "draws": hands - len(worths),
                "wins": len(worths),
                "worth": sum(worths),
                "worth squared": sum(worth * worth for worth in worths),
                "places": 4 * hands,
                "net squared": sum(12 * worth * worth for worth in worths),
            }
        )
    return Stretch(number, hands, hands, 0, *sides)


def told(stretches: Sequence[Stretch], figure: Figure) -> Estimate:
    moments = Moments()
    for own in stretches:
        moments.add(own)
    return estimate(moments, figure)


def some(number: int, seed: int = 1, more: float = 0.0) -> list[Stretch]:
    draw = Random(seed)
    return [stretch(place, draw, more=more) for place in range(1, number + 1)]


def test_the_difference_of_a_mean_is_that_of_pairs() -> None:
    """The interval of Student's paired t, worked out plainly."""
    stretches = some(30, more=0.1)
    pairs = [100 * (own.b["draws"] - own.a["draws"]) / 20 for own in stretches]
    half = 2.045 * stdev(pairs) / sqrt(30)
    found = told(stretches, DRAWS)
    assert found.difference == pytest.approx(mean(pairs))
    assert found.low == pytest.approx(mean(pairs) - half, abs=1e-3)
    assert found.high == pytest.approx(mean(pairs) + half, abs=1e-3)
    assert found.verdict == MORE


def by_leaving_out(stretches: Sequence[Stretch], figure: Figure) -> float:
    """The error of a difference by the jackknife, which knows nothing of derivatives."""
    left = [
        told([*stretches[:place], *stretches[place + 1 :]], figure).difference or 0.0 for place in range(len(stretches))
    ]
    number = len(stretches)
    return sqrt((number - 1) / number * sum((own - mean(left)) ** 2 for own in left))


@pytest.mark.parametrize("figure", [WORTH, SPREAD, PAID], ids=["mean", "spread", "root"])
def test_the_error_of_a_quotient_is_that_of_the_jackknife(figure: Figure) -> None:
    stretches = some(24, seed=3, more=0.2)
    found = told(stretches, figure)
    assert found.low is not None
    assert found.high is not None
    error = (found.high - found.low) / 2 / t_quantile(23)
    assert error == pytest.approx(by_leaving_out(stretches, figure), rel=0.08)


def test_the_spread_is_the_standard_deviation_of_wins() -> None:
    found = told(some(12), SPREAD)
    moments = Moments()
    for own in some(12):
        moments.add(own)
    sums = moments.sums["a"]
    average = sums["worth"] / sums["wins"]
    assert found.a == pytest.approx(sqrt(sums["worth squared"] / sums["wins"] - average * average))


def test_the_order_of_stretches_changes_nothing() -> None:
    stretches = some(25, more=0.1)
    for figure in (DRAWS, WORTH, SPREAD, PAID):
        assert told(stretches, figure) == told(stretches[::-1], figure)


def test_hands_played_alike_make_the_interval_narrower() -> None:
    """The same stretches in pairs that do not belong together differ as much, but vary more."""
    stretches = some(40, more=0.1)
    mixed = [
        Stretch(own.number, 20, 20, 0, own.a, other.b)
        for own, other in zip(stretches, [*stretches[1:], stretches[0]], strict=True)
    ]
    pairs, apart = told(stretches, DRAWS), told(mixed, DRAWS)
    assert pairs.difference == pytest.approx(apart.difference)
    assert pairs.high is not None
    assert pairs.low is not None
    assert apart.high is not None
    assert apart.low is not None
    assert pairs.high - pairs.low < 0.7 * (apart.high - apart.low)


@pytest.mark.parametrize(("figure", "number"), [(DRAWS, 30), (WORTH, 20), (SPREAD, 20), (PAID, 20)])
def test_intervals_cover_the_truth_as_often_as_they_say(figure: Figure, number: int) -> None:
    truth = told(some(amount(400, 4000, 40_000), seed=99, more=0.1), figure).difference
    assert truth is not None
    runs = amount(number, 400, 4000)
    missed = 0
    for seed in range(runs):
        found = told(some(15, seed=1000 + seed, more=0.1), figure)
        assert found.low is not None
        assert found.high is not None
        missed += not found.low <= truth <= found.high
    assert 0.02 * runs - 1 <= missed <= 0.05 * runs + 3 * sqrt(0.0475 * runs)


def test_equal_rulesets_differ_no_more_often_than_by_chance() -> None:
    runs = amount(30, 400, 4000)
    verdicts = [told(some(15, seed=seed), DRAWS).verdict for seed in range(runs)]
    seen = sum(verdict in (MORE, LESS) for verdict in verdicts)
    assert seen <= 0.05 * runs + 3 * sqrt(0.0475 * runs)


# What is told


def test_what_is_the_same_in_every_stretch() -> None:
    stretches = [Stretch(own.number, 20, 20, 20, own.a, own.a) for own in some(12)]
    found = told(stretches, DRAWS)
    assert (found.verdict, found.difference, found.low, found.high, found.hands_needed) == (SAME, 0.0, None, None, None)


def test_strangers_that_come_out_alike_by_chance_are_not_the_same() -> None:
    """Nobody has won: that says as little of the difference as one win would."""
    stretches = [Stretch(own.number, 20, 0, 0, own.a, own.a) for own in some(12)]
    found = told(stretches, DRAWS)
    assert (found.verdict, found.difference, found.low, found.high) == (FEW, 0.0, None, None)


def test_what_differs_in_few_stretches_has_no_interval() -> None:
    found = told(some(9, more=0.3), DRAWS)
    assert (found.verdict, found.low, found.high) == (FEW, None, None)
    assert found.difference is not None


@pytest.mark.parametrize(
    ("stretches", "differing", "few"), [(10, 5, False), (10, 4, True), (40, 10, False), (40, 9, True)]
)
def test_how_often_it_must_differ(stretches: int, differing: int, few: bool) -> None:
    same = {"hands": 20, "draws": 3}
    other = [{**same, "draws": 3 + (number <= differing)} for number in range(1, stretches + 1)]
    found = told([Stretch(number, 20, 20, 0, same, own) for number, own in enumerate(other, 1)], DRAWS)
    assert (found.verdict == FEW) == few


def test_what_nothing_is_known_of() -> None:
    found = told([Stretch(1, 20, 20, 20, {"hands": 20, "draws": 20}, {"hands": 20, "draws": 20})], WORTH)
    assert found == Estimate(None, None)


def test_an_unclear_difference_says_how_many_hands_would_tell_in_four_of_five_runs() -> None:
    strangers = [
        Stretch(own.number, 20, 0, 0, own.a, other.b) for own, other in zip(some(15), some(15, 2), strict=True)
    ]
    found = told(strangers, DRAWS)
    assert found.verdict == UNCLEAR
    assert found.low is not None
    assert found.high is not None
    assert found.difference is not None
    interval = (found.high - found.low) / 2 / found.difference
    assert found.hands_needed == pytest.approx(300 * (interval * (1.96 + 0.8416) / 1.96) ** 2, rel=1e-3)


def test_wins_that_are_all_worth_the_same_have_no_spread() -> None:
    wins = {"hands": 20, "wins": 10, "worth": 40, "worth squared": 160}
    stretches = [Stretch(own, 20, 20, 0, wins, {**wins, "worth": 80, "worth squared": 640}) for own in range(1, 13)]
    found = told(stretches, SPREAD)
    assert (found.a, found.b, found.verdict) == (0.0, 0.0, UNCLEAR)


def test_one_stretch_has_no_variance() -> None:
    moments = Moments()
    moments.add(some(1)[0])
    assert moments.variance({}) == 0
