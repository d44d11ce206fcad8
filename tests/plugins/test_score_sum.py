"""The limits of the method `sum`: a cap that cuts sums, and rules that count alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mjrules
from mjrules.cli import main
from mjrules.conditions.formula import TRUE
from mjrules.hooks import Award, Value
from mjrules.hooks.manager import Plugins
from mjrules.ruleset.building.build import typed_settings
from mjrules.scoring.rule import Rule

SUM = Plugins(["sum"]).by_name("mj_scoring_methods")["sum"]
Load = Callable[[str], mjrules.Ruleset]

RULES = """
id: limits
extends: root
title: Limits
plugins: [combinations, sum]
scoring:
  method: sum
  minimum: 4
  LIMITS
rules:
  pungs: {points: 6, when: {sets: pung}}
  dragons: {points: 5, each: true, when: {sets: [pung dragon]}}
  honor_hand: {points: 20, nr: 2, when: {tiles: honors}}
  wind_hand: {points: 20, nr: 1, when: {sets: [3 x pung wind]}}
  four_winds: {points: 30, when: {sets: [4 x pung wind]}}
  flower: {points: 7, each: true, aside: true, when: {bonus: [any]}}
"""
TWO_DRAGONS = "(555z) (666z) 222m99m44m +4m"
"""Worth 6 + 2 x 5."""
THREE_WINDS = "(111z) (222z) (333z) 555m7z +7z"
ALL_HONORS = "(111z) (222z) (333z) 555z7z +7z"
FOUR_WINDS = "(111z) (222z) (333z) 444z7z +7z"


def with_limits(settings: str) -> str:
    """The ruleset with settings such as `cap: 5, alone_from: 7`."""
    return RULES.replace("LIMITS", settings.replace(", ", "\n  "))


@pytest.fixture
def limits(ruleset: Load) -> Load:
    """Loads the ruleset with some settings."""
    return lambda settings: ruleset(with_limits(settings))


def award(each: int, times: int = 1, *, aside: bool = False) -> Award:
    """A rule that counts so often."""
    return Award(Rule("a", "points", each, TRUE, aside=aside), times, each, ())


TWO_AND_A_FLOWER = [award(10), award(4, 2), award(1, 3, aside=True)]
"""10 + 2 x 4, and 3 x 1 besides."""


@pytest.mark.parametrize(
    ("settings", "awards", "value"),
    [
        ({}, TWO_AND_A_FLOWER, Value(21, 18, (21,))),
        ({}, [], Value(0, 0, (0,))),
        ({"cap": 21}, TWO_AND_A_FLOWER, Value(21, 18, (21, 0, 21), {"raw": 21})),
        ({"cap": 20}, TWO_AND_A_FLOWER, Value(20, 18, (20, 0, 21), {"raw": 21}, cut=1)),
        ({"cap": 15}, TWO_AND_A_FLOWER, Value(15, 15, (15, 0, 21), {"raw": 21}, cut=6)),
        ({"alone_from": 11}, TWO_AND_A_FLOWER, Value(21, 18, (21, 0, 21))),
        ({"alone_from": 10}, TWO_AND_A_FLOWER, Value(10, 10, (10, 10, 10), kept=(0,))),
        ({"alone_from": 10}, [award(8), award(10, aside=True)], Value(10, 0, (10, 10, 10), kept=(1,))),
        ({"alone_from": 10}, [award(6, 2), award(10, 2)], Value(20, 20, (20, 20, 20), kept=(1,))),
        ({"alone_from": 10}, [], Value(0, 0, (0, 0, 0))),
        ({"alone_from": 10, "cap": 9}, [award(10)], Value(10, 10, (10, 10, 10), {"raw": 10}, kept=(0,))),
    ],
)
def test_value(settings: dict[str, int], awards: list[Award], value: Value) -> None:
    assert SUM.value(awards, typed_settings(SUM.settings, settings)) == value


def test_where_the_rank_is_the_sum() -> None:
    assert SUM.adds(typed_settings(SUM.settings, {}))
    assert not SUM.adds(typed_settings(SUM.settings, {"cap": 9}))
    assert not SUM.adds(typed_settings(SUM.settings, {"alone_from": 9}))
    assert SUM.adds(typed_settings(SUM.settings, {"cap": "none", "alone_from": "none"}))


@pytest.mark.parametrize(
    ("settings", "hand", "total", "items", "raw"),
    [
        ("", TWO_DRAGONS, 16, "pungs dragons", None),
        ("cap: 17", TWO_DRAGONS, 16, "pungs dragons", 16),
        ("cap: 16", TWO_DRAGONS, 16, "pungs dragons", 16),
        ("cap: 15", TWO_DRAGONS, 15, "pungs dragons", 16),
        ("cap: 15", ALL_HONORS, 15, "wind_hand honor_hand pungs dragons", 51),
        ("alone_from: 21", ALL_HONORS, 51, "wind_hand honor_hand pungs dragons", None),
        ("alone_from: 20", ALL_HONORS, 20, "wind_hand", None),
        ("alone_from: 20", TWO_DRAGONS, 16, "pungs dragons", None),
        ("alone_from: 5", TWO_DRAGONS, 6, "pungs", None),
        ("alone_from: 10", TWO_DRAGONS, 16, "pungs dragons", None),
        ("cap: 15, alone_from: 20", THREE_WINDS, 20, "wind_hand", 20),
        ("cap: 15, alone_from: 20", FOUR_WINDS, 30, "four_winds", 30),
        ("cap: 15, alone_from: 30", FOUR_WINDS, 30, "four_winds", 30),
        ("cap: 15, alone_from: 20", TWO_DRAGONS, 15, "pungs dragons", 16),
        ("cap: 15, alone_from: 20", "(444p) (555p) 222m99m44s +4s flowers=f1", 13, "flower pungs", 13),
    ],
)
def test_limits(limits: Load, settings: str, hand: str, total: int, items: str, raw: int | None) -> None:
    score = limits(settings).score(mjrules.Hand.parse(hand))
    assert score.total == total
    assert [item.id for item in score.items] == items.split()
    assert score.to_record().get("raw") == raw
    assert score.explanation.total == total
    assert sum(item.value for item in score.items) - score.explanation.cut == total


def test_an_option_may_take_a_limit_away(ruleset: Load) -> None:
    places = "[scoring.cap, scoring.alone_from]"
    options = f"options: {{top: {{of: {places}, values: {{none: none, low: 15}}}}}}\n"
    text = with_limits("cap: none, alone_from: none")
    assert ruleset(text + options).score(mjrules.Hand.parse(ALL_HONORS)).total == 51
    assert ruleset(text + options + "set: {top: low}\n").score(mjrules.Hand.parse(ALL_HONORS)).total == 20


def test_the_minimum_is_tested_on_what_counts(limits: Load) -> None:
    bonus = "123m456p78p77s111z +9p flowers=f1"
    for settings in ("cap: 5", "alone_from: 7", "cap: 5, alone_from: 7"):
        score = limits(settings).score(mjrules.Hand.parse(bonus))
        assert (score.counted, score.minimum_met) == (0, False), settings
    score = limits("cap: 5").score(mjrules.Hand.parse(TWO_DRAGONS))
    assert (score.counted, score.minimum_met) == (5, True)


def test_what_does_not_enter_is_told(limits: Load) -> None:
    explanation = limits("cap: 15, alone_from: 20").score(mjrules.Hand.parse(ALL_HONORS)).explanation
    told = [(item.id, item.because, item.by, item.tiles) for item in explanation.not_counted]
    assert told == [
        ("dragons", "limit", ("wind_hand",), "555z"),
        ("honor_hand", "limit", ("wind_hand",), ""),
        ("pungs", "limit", ("wind_hand",), ""),
    ]
    assert explanation.cut == 0
    assert "cut" not in explanation.to_record()


def test_what_is_cut_is_told(limits: Load) -> None:
    explanation = limits("cap: 15").score(mjrules.Hand.parse(ALL_HONORS)).explanation
    assert explanation.not_counted == ()
    assert explanation.to_record()["cut"] == 36


@pytest.mark.parametrize(
    ("honors", "winds", "first"), [(2, 1, "wind_hand"), (1, 2, "honor_hand"), (3, 3, "honor_hand")]
)
@pytest.mark.parametrize("turned", [False, True])
def test_of_equal_rules_the_lower_number_counts_alone(
    ruleset: Load, honors: int, winds: int, first: str, turned: bool
) -> None:
    """Where the numbers are equal the earlier id does, and the order in the file means nothing."""
    text = with_limits("alone_from: 20")
    lines = text.replace("nr: 2", f"nr: {honors}").replace("nr: 1", f"nr: {winds}").splitlines()
    rules = lines.index("rules:") + 1
    own = lines[rules:]
    score = ruleset("\n".join([*lines[:rules], *(own[::-1] if turned else own)])).score(mjrules.Hand.parse(ALL_HONORS))
    assert [item.id for item in score.items] == [first]


TWO_WAYS = """
id: two-ways
extends: root
plugins: [combinations, sum]
scoring:
  method: sum
  cap: 20
  alone_from: LEAST
rules:
  chows: {points: CHOWS, when: {sets: [2 x chow x]}}
  pungs: {points: PUNGS, when: {sets: [pung a n..n+2]}}
"""


@pytest.mark.parametrize(
    ("chows", "pungs", "least", "total", "named"),
    [
        (30, 25, 99, 20, "chows"),
        (25, 30, 99, 20, "pungs"),
        (40, 20, 20, 40, "chows"),
        (20, 40, 20, 40, "pungs"),
        (30, 20, 35, 20, "chows"),
    ],
)
def test_of_equal_readings_the_dearer_one_is_named(
    ruleset: Load, chows: int, pungs: int, least: int, total: int, named: str
) -> None:
    """111222333m is three equal chows, or three pungs in a row."""
    text = TWO_WAYS.replace("CHOWS", str(chows)).replace("PUNGS", str(pungs)).replace("LEAST", str(least))
    score = ruleset(text).score(mjrules.Hand.parse("111222333m789p5z +5z"))
    assert (score.total, [item.id for item in score.items]) == (total, [named])


@pytest.mark.parametrize(("cap", "chows"), [("cap: 20", 19), ("cap: 20", 10), ("", 10)])
def test_a_reading_with_a_rule_that_counts_alone_is_named_first(ruleset: Load, cap: str, chows: int) -> None:
    """Its value is that of the other reading, which may be cut from a greater sum."""
    text = TWO_WAYS.replace("CHOWS", str(chows)).replace("PUNGS", "20").replace("LEAST", "20").replace("cap: 20", cap)
    text += f"  other_chows: {{points: {chows}, when: {{sets: [3 x chow x]}}}}\n"
    score = ruleset(text).score(mjrules.Hand.parse("111222333m789p5z +5z"))
    assert (score.total, [item.id for item in score.items]) == (20, ["pungs"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("cap: 0", "scoring.cap: expected 1 or more, got 0"),
        ("cap: many", 'scoring.cap: expected a whole number, got "many"'),
        ("alone_from: 0.5", "scoring.alone_from: expected a whole number, got 0.5"),
        ("alone: 7", 'scoring.alone: unknown key "alone" (did you mean "alone_from"?)'),
    ],
)
def test_settings_are_checked(limits: Load, settings: str, said: str) -> None:
    with pytest.raises(mjrules.RulesetError) as error:
        limits(settings)
    assert [f"{problem.path}: {problem.message}" for problem in error.value.problems] == [said]


CUT = """\
   20  Wind Hand         111z 222z 333z
   20  Honor Hand
    6  Pungs
    5  Dragons           555z
  -36  Cut by the limit
   15  Total points
"""
ALONE = """\
  20  Wind Hand     111z 222z 333z
  20  Total points

The minimum of 4 is met (20).

Why these points:
  Wind Hand  three pungs of winds

Not counted, because something else counts in its place:
  Dragons     555z  Wind Hand counts alone
  Honor Hand        Wind Hand counts alone
  Pungs             Wind Hand counts alone
"""


@pytest.mark.parametrize(("settings", "expected"), [("cap: 15", CUT), ("cap: 15, alone_from: 20", ALONE)])
def test_limits_on_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str, expected: str) -> None:
    path = tmp_path / "limits.yaml"
    path.write_text(with_limits(settings), encoding="utf-8")
    assert main(["explain", ALL_HONORS, "--ruleset", str(path)]) == 0
    assert expected in capsys.readouterr().out
