"""The rulesets of Zung Jung: their lists, limits and payments, and a plain reference that they are compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import mjrules
from mjrules import Hand, Ruleset, Score
from mjrules.ruleset.definition import RuleEntry
from tests.kit.cases import case_records
from tests.kit.profile import amount
from tests.rulesets.zung_jung import reference as reference

HANDS = amount(100, 600, 60_000)
EDITIONS = {"zung-jung": reference.WORTH, "zung-jung/wsom": {**reference.WORTH, **reference.WSOM}}


@cache
def loaded(id: str = "zung-jung") -> Ruleset:
    return mjrules.load(id)


def rules(id: str = "zung-jung") -> dict[str, RuleEntry]:
    """The patterns by id; without the hand that has none."""
    return {name: rule for name, rule in loaded(id).definition.rules.items() if name != "chicken_hand"}


def scored(text: str, **options: Any) -> Score:
    return mjrules.load("zung-jung", options).score(Hand.parse(text))


def counts(score: Score) -> dict[str, int]:
    """How often each pattern counts, by its number."""
    return {item.number: item.count for item in score.items if item.number}


# The list.


@pytest.mark.parametrize("id", EDITIONS)
def test_the_list(id: str) -> None:
    assert {rule.nr: rule.worth["points"] for rule in rules(id).values()} == EDITIONS[id]
    assert len(rules(id)) == 44


def test_of_each_series_only_one_pattern_counts() -> None:
    """The first two figures of a number are its series; a pattern without a third stands alone in it."""
    for name, rule in rules().items():
        category, series, *place = str(rule.nr).split(".")
        alike = {other for other, data in rules().items() if str(data.nr).startswith(f"{category}.{series}.")}
        members = {other for other, data in rules().items() if data.series == rule.series}
        assert members == alike if place else rule.series is None, name


def test_names() -> None:
    assert len({rule.names["zh"] for rule in rules().values()}) == 44
    for name, rule in (
        ("Half Flush", "mixed_one_suit"),
        ("十三么九", "thirteen_terminals"),
        ("Win on Kong", "win_on_kong"),
    ):
        assert loaded().origins.paths(name) == [("rules", rule)]


def test_the_patterns_of_every_category_are_of_one_type() -> None:
    types = {(str(rule.nr).split(".")[0], rule.type) for rule in rules().values()}
    assert len(types) == 10


def test_every_pattern_has_an_example_of_its_own() -> None:
    shown = Counter(name for example in loaded().examples for name in example.items or ())
    assert set(rules()) <= set(shown)


# A plain reference.


def difference(record: Mapping[str, Any], id: str) -> str:
    """What is wrong with the score of a record; nothing where it is the reference's."""
    right = reference.answer(dict(record), EDITIONS[id])
    hand = {key: value for key, value in record.items() if value is not None and key in (*KEYS, "from")}
    score = loaded(id).score(Hand.from_record(hand))
    delta = None if score.payments is None else list(score.payments.values())
    assert right is not None
    if (score.total, delta) != (right.total, right.delta) or counts(score) not in right.patterns:
        return f"{hand}: {score.total} {counts(score)} {delta}, expected {right}"
    return ""


KEYS = ("melds", "concealed", "win", "seat", "round", "self_drawn", "flags")


@pytest.mark.parametrize(("id", "seed"), [("zung-jung", 1), ("zung-jung/wsom", 2)])
def test_random_hands_score_as_in_the_reference(id: str, seed: int) -> None:
    wrong = [text for record in reference.random_records(seed, HANDS) if (text := difference(record, id))]
    assert not wrong


def test_the_reference_scores_the_cases() -> None:
    for case in case_records("zung-jung/hands"):
        right, expect = reference.answer(case), case["expect"]
        assert right is not None
        assert (right.total, right.delta) == (expect["points"], expect["delta"]), case["id"]


@pytest.mark.slow
def test_the_random_hands_have_every_pattern() -> None:
    found: set[str] = set()
    for record in reference.random_records(3, 1000):
        found.update(*reference.all_patterns(record))
    assert found == set(reference.WORTH)


# Limits.

CAPPED = "(4444z) [5555z] [6666z] 777z6m !6m seat=S kong_replacement"
TWO_LIMITS = "(111z) (222z) (333z) 44z77z +7z seat=N from=left"


def test_the_total_can_be_rebuilt_from_the_explanation() -> None:
    """From its items and what was cut; and whatever did not enter is told."""
    for record in reference.random_records(4, 300):
        hand = Hand.from_record({key: record[key] for key in KEYS})
        score = loaded().score(hand)
        assert score.total == sum(item.value for item in score.items) - score.explanation.cut, record
        told = {item.id for item in score.explanation.not_counted if item.because == "limit"}
        accepted = {award.rule.id for award in loaded().scorer.best(hand).selection.awards}
        assert accepted == told | {item.id for item in score.items}, record


def test_a_sum_is_cut() -> None:
    score = scored(CAPPED)
    assert (score.total, score.explanation.cut, score.to_record()["raw"]) == (320, 70, 390)
    assert len(score.items) == 7


def test_of_two_limits_one_is_named_and_the_other_told() -> None:
    score = scored(TWO_LIMITS)
    assert [item.id for item in score.items] == ["small_four_winds"]
    told = {item.id: (item.because, item.by) for item in score.explanation.not_counted}
    assert told["all_honors"] == told["all_triplets"] == ("limit", ("small_four_winds",))
    assert told["big_three_winds"] == ("excluded", ("small_four_winds",))


# Payment, minimum, tiles.


@pytest.mark.parametrize(
    ("hand", "payoff", "payments"),
    [
        ("(123p) (555p) 789p4446z +6z seat=S from=right", "discarder", [-25, 120, -70, -25]),
        ("(123p) (555p) 789p4446z +6z seat=S from=left", "discarder", [-70, 120, -25, -25]),
        ("(123p) (555p) 789p4446z +6z seat=S from=right", "everybody", [-40, 120, -40, -40]),
        ("(123p) (555p) 789p4446z !6z seat=S", "discarder", [-40, 120, -40, -40]),
        ("223344m567p34s88s +5s seat=E from=right", "discarder", [75, -25, -25, -25]),
        ("(111m) (444p) (777s) 88p22z +8p seat=E from=right", "discarder", [90, -40, -25, -25]),
        (TWO_LIMITS, "discarder", [-25, -25, -910, 960]),
        (TWO_LIMITS, "everybody", [-320, -320, -320, 960]),
    ],
)
def test_payments(hand: str, payoff: str, payments: list[int]) -> None:
    score = scored(hand, payoff=payoff)
    assert list((score.payments or {}).values()) == payments


def test_the_official_variant_has_a_minimum() -> None:
    five, one = "(123m) (456m) (678p) 78s55z +9s seat=S", "(111z) (555p) (234m) 67s99m +8s seat=N"
    for text, met in ((five, True), (one, False)):
        assert scored(text).minimum_met
        assert scored(text, minimum=5).minimum_met is met


@pytest.mark.parametrize(
    ("bonus", "said"), [("f1", "1 bonus tile: "), ("s4", "1 bonus tile: "), ("2", "2 bonus tiles: ")]
)
def test_there_are_no_bonus_tiles(bonus: str, said: str) -> None:
    with pytest.raises(mjrules.HandError, match=f"^{said}the game has 0$") as error:
        scored(f"(123m) (456m) (678p) 78s55z +9s flowers={bonus}")
    assert error.value.code == "bad_record"


def test_what_is_not_expressed_is_told() -> None:
    assert [item.id for item in loaded().definition.unsupported] == ["bonus_tiles"]
