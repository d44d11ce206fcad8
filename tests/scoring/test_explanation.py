"""What an explanation tells beyond what counts: the way to the total, hands that were nearly made, unfinished ones."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.conditions.formula import TRUE
from mjrules.errors import PluginError
from mjrules.hooks import Award, Step
from mjrules.hooks.guard import checked
from mjrules.hooks.manager import Plugins
from mjrules.ruleset.building.build import typed_settings
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring.rule import Amount, Rule
from mjrules.testing import check_laws
from mjrules.tiles.tile import TEXT, format_tiles, parse_tiles
from tests.kit.profile import thinned

DOUBLING = Plugins(["doubling"]).by_name("mj_scoring_methods")["doubling"]
HOUSE = """
id: house
extends: root
title: House
plugins: [combinations, doubling]
terms: {closed: {sets: {claimed set: 0}}}
scoring:
  method: doubling
  limit: 200
  ordinary: [standard, unfinished]
  waits: possible
  fishing: {share: 0.5, of: special}
groups: {special: special hands}
rules:
  going_out: {points: 10}
  pung: {for: all, each: true, points: 4, when: {sets: [triplet]}}
  own_wind: {for: all, doubles: 1, when: {sets: [pung own_wind]}}
  one_suit: {for: all, doubles: 3, when: {suits: 1}}
  flower: {for: all, each: true, aside: true, points: 1, when: {bonus: [any]}}
  snake: {group: special, limit: 1, concealed: true, hand: [1234567a, 1234567z]}
  pairs: {group: special, limit: 0.5, concealed: true, hand: [7 x pair]}
  lantern: {group: special, limit: 1, but: {closed: 2}, hand: [pung 7z, pung own_wind, 1234567a, 1 of 1234567a]}
  treasure: {group: special, limit: 1, concealed: true, hand: [4 x triplet, pair]}
  plain: {group: special, limit: 1, hand: [4 x chow a, pair 2345678a], when: {bonus: {any: 0}}}
  last_plum: {limit: 1, when: {winning_tile: 5p, flag: last_tile}}
  half: {limit: 0.25, when: {winning_tile: 9m5p}}
  late_chows: {limit: 1, hand: [4 x chow a, pair 2345678a], when: {flag: last_tile}}
  hidden: {limit: 1, concealed: true, hand: [4 x pung honor, pair honor]}
examples:
  - {hand: "(222m) 33m 111z 444p 66s !3m", total: 52}
  - {hand: "123456m 1234567z fishing", total: 100}
  - {hand: "11m 33p 55s 77m 99p 1z 22z !1z flowers=f1", total: 101}
  - {hand: "(222m) 33m 111z 444p 5p +5p last_tile", total: 200}
  - {hand: "(222m) 33m 111z 444m 66m !3m", total: 200}
"""
Explain = Callable[..., str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("house") / "house.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def house(path: str) -> mjrules.Ruleset:
    return mjrules.load(path)


@pytest.fixture
def explain(path: str, capsys: pytest.CaptureFixture[str]) -> Explain:
    """What `explain` prints of a hand: without the hand itself and without why each item counts."""

    def run(hand: str, *more: str) -> str:
        assert main(["explain", hand, "--ruleset", path, *more]) == 0
        score, reasons = re.split("Why these points:|Nothing counts.", capsys.readouterr().out)
        return score[score.index("Read ") :] + reasons.partition("\n\n")[2].rpartition("Ruleset house")[0]

    return run


# The way to the total.

PRODUCT = """\
Read   (222m)  333m*  444p  111z  66s

  10  points  Going Out
  16  points  Pung (4 x 4)          222m, 333m, 444p, 111z
   1  double  Own Wind              111z
   =          26 points x 2^1 = 52
  52          Total points

Missed by one condition:
  Treasure  would need no claimed set

"""
CUT = """\
Read   (222m)  333m*  444m  111z  66m

   10  points   Going Out
   16  points   Pung (4 x 4)            222m, 333m, 444m, 111z
    1  point    Flower
    3  doubles  One Suit
    1  double   Own Wind                111z
    =           27 points x 2^4 = 432
    =           cut at the limit = 200
  200           Total points

"""
SPECIAL = """\
Read   11m  77m  33p  99p  55s  11z*  22z

    2  points   Flower (2 x 1)
  0.5  x limit  Pairs
    =           0.5 x the limit of 200 = 100
    =           plus 2 points, no doubles = 102
  102           Total points

"""
INSTEAD = """\
Read   (222m)  333m  444p  111z  55p*

    1  point    Flower
    1  x limit  Last Plum
    =           1 x the limit of 200 = 200
    =           plus 1 point, no doubles = 201
    =           cut at the limit = 200
  200           Total points

Not counted, because something else counts in its place:
  Going Out                          Last Plum counts alone
  Half                               Last Plum counts alone
  Own Wind   111z                    Last Plum counts alone
  Pung       222m, 333m, 444p, 111z  Last Plum counts alone
  They would come to 27 points x 2^1 = 54.

"""
DEARER = """\
Read   999m*  (222p)  444p  111z  66s

  10  points  Going Out
  16  points  Pung (4 x 4)          999m, 222p, 444p, 111z
   1  double  Own Wind              111z
   =          26 points x 2^1 = 52
  52          Total points

Not counted, because something else counts in its place:
  Half  the others are worth more
  They would come to 0.25 x the limit of 200 = 50.

Missed by one condition:
  Treasure  would need no claimed set

"""
LOSER = """\
Read   11m  33m  55m  77m  11z  22z  5z

  3  doubles  One Suit
  =           0 points x 2^3 = 0
  0           Total points

Had it been finished by drawing:
  5z  100  Pairs

"""
FISHING = """\
Read   1m  2m  3m  4m  5m  6m  7m*  1z  2z  3z  4z  5z  6z  7z
Fishing for 7m

  0.5  x limit  Snake
    =           0.5 x the limit of 200 = 100
  100           Total points

Had it been finished by drawing:
  7m  200  Snake

Other ways to read the hand:
  0  1m 2m 3m 4m 5m 6m 1z 2z 3z 4z 5z 6z 7z  0 points x 2^3 = 0

"""


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("(222m) 33m 111z 444p 66s !3m", PRODUCT),
        ("(222m) 33m 111z 444m 66m !3m flowers=f1", CUT),
        ("11m 33p 55s 77m 99p 1z 22z !1z flowers=f1s1 seat=S", SPECIAL),
        ("(222m) 333m 111z 444p 5p +5p last_tile flowers=f1", INSTEAD),
        ("(222p) 99m 111z 444p 66s !9m", DEARER),
        ("11335577m 11z 22z 5z", LOSER),
        ("123456m 1234567z fishing", FISHING),
    ],
)
def test_the_whole_text(explain: Explain, hand: str, expected: str) -> None:
    assert explain(hand) == expected


def award(unit: str, each: Amount, times: int = 1, *, aside: bool = False) -> Award:
    return Award(Rule(unit, unit, each, TRUE, aside=aside), times, each, ())


POINTS, TWO_DOUBLES = award("points", 6, 3), award("doubles", 2)


@pytest.mark.parametrize(
    ("awards", "settings", "expected"),
    [
        ([POINTS, TWO_DOUBLES], {}, [("18 points x 2^2", 72)]),
        ([POINTS], {"limit": 18}, [("18 points, no doubles", 18)]),
        ([award("points", 1)], {}, [("1 point, no doubles", 1)]),
        ([POINTS, TWO_DOUBLES], {"limit": 71}, [("18 points x 2^2", 72), ("cut at the limit", 71)]),
        ([POINTS, TWO_DOUBLES], {"limit": 71, "roof_off": True}, [("18 points x 2^2", 72)]),
        ([award("limit", 2)], {"limit": 50}, [("2 x the limit of 50", 100), ("cut at the limit", 50)]),
        ([award("limit", 2)], {"limit": 50, "special_over_limit": True}, [("2 x the limit of 50", 100)]),
        ([award("limit", 2)], {"roof_off": True, "own_limit": 30}, [("2 x the limit of 30", 60)]),
        (
            [award("limit", 1), award("points", 4, aside=True), award("doubles", 1, aside=True)],
            {"limit": 50, "special_over_limit": True},
            [("1 x the limit of 50", 50), ("plus 4 points x 2^1", 58), ("cut at the limit", 50)],
        ),
        ([award("doubles", 3)], {"limit": 9}, [("0 points x 2^3", 0)]),
    ],
)
def test_the_steps_of_points_and_doubles(
    awards: Sequence[Award], settings: dict[str, Any], expected: list[tuple[str, int]]
) -> None:
    given = typed_settings(DOUBLING.settings, settings)
    steps = DOUBLING.steps(awards, given)
    assert list(steps) == [Step(*step) for step in expected]
    assert steps[-1].value == DOUBLING.value(awards, given).total


def test_units_are_printed_by_number() -> None:
    words = [DOUBLING.word(amount, unit) for unit in DOUBLING.units for amount in (0, 1, 2)]
    assert words == ["points", "point", "points", "doubles", "double", "doubles", *["x limit"] * 3]
    assert Plugins(["sum"]).by_name("mj_scoring_methods")["sum"].word(2, "fan") == "fan"


def test_the_summary_and_the_table_of_a_ruleset_have_units(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", path]) == 0
    counted = "7 of 1 x limit, 1 of 0.5 x limit, 1 of 0.25 x limit, 1 of 3 doubles, 1 of 1 double"
    told = " ".join(capsys.readouterr().out.split())
    assert f"14 rules: {counted}, 1 of 10 points, 1 of 4 points, 1 of 1 point; minimum 0" in told
    assert main(["rulesets", path, "--table", "value"]) == 0
    worth = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert worth[-5:] == [["3", "doubles"], ["1", "double"], ["10", "points"], ["4", "points"], ["1", "point"]]
    assert all(unit == "x" for _, unit in worth[:-5])


def test_a_method_whose_steps_fail_is_told() -> None:
    def fail(*_: object) -> list[Step]:
        raise ValueError("no way")

    odd = checked("odd", "mj_scoring_methods", dataclasses.replace(DOUBLING, steps=fail))
    with pytest.raises(PluginError, match='steps of the method "doubling": ValueError: no way'):
        odd.steps([], {})


def test_no_item_no_steps(house: mjrules.Ruleset) -> None:
    score = house.score(mjrules.Hand.parse("123m 222s dead_hand"))
    assert (score.total, score.explanation.steps, score.explanation.unread_flags) == (0, (), ())
    assert (score.explanation.finished, score.explanation.nearest) == ((), ())
    assert "steps" not in score.explanation.to_record()


@pytest.mark.slow
def test_laws(path: str) -> None:
    check_laws(path, hands=60, seed=3)


# Hands that were nearly made.


def missed(house: mjrules.Ruleset, hand: str) -> dict[str, str]:
    """What the nearest hands would need."""
    return {item.id: item.needs for item in house.score(mjrules.Hand.parse(hand)).explanation.nearest}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("(777z) (222z) 1234567p !7p", {"lantern": "South as seat wind"}),
        ("(777z) (222z) 1234567p !7p seat=S", {}),
        ("123m 123m 456m 789m 5m flowers=f1 !5m", {"plain": "bonus: {any: 0}"}),
        ("(123m) 123m 456m 789m 5m flowers=f1 !5m", {"plain": "bonus: {any: 0}"}),
        ("111m 222m 333m 456m 8m +8m flowers=f1", {"plain": "bonus: {any: 0}"}),
        ("(222m) 33m 555z 444p 66s !3m", {"treasure": "no claimed set"}),
        ("(1111z) 222z 333z 444z 5z !5z", {"hidden": "no claimed set"}),
        ("(2222m) 33m 555z 444p 66s !3m", {}),
        ("112233m 123p 345p 5z +5z", {"pairs": "1p and 2p in place of 4p and 5p"}),
        ("(123m) 123m 123p 345p 5z +5z", {}),
        ("222m 33m 555z 456p 66s !3m", {"treasure": "4p and 4p (or another way) in place of 5p and 6p"}),
        ("[2222m] 33m 555z 444p 66s !3m", {}),
        ("112233m 123p 234p 5z +5z", {"pairs": "1p in place of 4p"}),
        ("(123m) 123m 123p 234p 5z +5z", {"pairs": "1p in place of 4p; no claimed set"}),
        ("(123m) (123p) 123m 234p 5z !5z", {"pairs": "1p in place of 4p; no claimed set"}),
    ],
)
def test_conditions_and_tiles_that_are_missed(house: mjrules.Ruleset, hand: str, expected: dict[str, str]) -> None:
    assert missed(house, hand) == expected


@pytest.mark.parametrize(("flowers", "told"), [("f1", ["pairs"]), ("f1f2", ["pairs"]), ("f1f2f3", [])])
def test_only_hands_worth_more_are_told(house: mjrules.Ruleset, flowers: str, told: list[str]) -> None:
    """Six pairs, one tile from the seventh, which are worth 100: the hand has 8 x (10 + a point for each flower)."""
    score = house.score(mjrules.Hand.parse(f"123m 123m 567m 678m 9m +9m flowers={flowers}"))
    assert score.total == 8 * (10 + len(flowers) // 2)
    assert [item.id for item in score.explanation.nearest] == told


def test_the_most_that_a_rule_is_worth_decides(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    """A lantern in hand is worth two limits, so it is told beside a hand that is worth one."""
    over = ruleset(HOUSE.replace("limit: 200", "limit: 200\n  special_over_limit: true"))
    hand = "777z 222z 1234567p !7p seat=W flowers=f1234s1234"
    assert over.score(mjrules.Hand.parse(hand)).total == 200
    assert missed(over, hand) == {"lantern": "South as seat wind"}


@pytest.mark.parametrize("ruleset", ["chinese-official", "zung-jung"])
def test_other_families_have_near_hands_too(ruleset: str) -> None:
    """Rules that ask for more than a shape are not told: nobody knows what they would say of other tiles."""
    assert missed(mjrules.load(ruleset), "112233m 123p 234p 5z +5z") == {"seven_pairs": "1p in place of 4p"}


def test_a_record_has_the_tiles(house: mjrules.Ruleset) -> None:
    explanation = house.score(mjrules.Hand.parse("22m 33m 44p 55p 6s 6s 7s 7s 1z")).explanation
    assert [(item.tiles, item.total) for item in explanation.finished] == [((27,), 100)]
    explanation = house.score(mjrules.Hand.parse("22m 33m 44p 55p 66s 7s 8s 1z")).explanation
    (entry,) = explanation.to_record()["not_counted"]
    assert entry["exchanges"][0] == {"missing": "78s", "too_much": "1z"}
    assert {**entry, "exchanges": None} == {
        "id": "pairs",
        "name": "Pairs",
        "because": "near_miss",
        "by": ["hand"],
        "needs": "7s and 8s in place of 1z",
        "exchanges": None,
    }


def test_words_for_tiles_are_used(explain: Explain) -> None:
    text = explain("22m 33m 44p 55p 66s 7s 8s 1z", "--names", "words")
    assert "would need 7 bamboo and 8 bamboo in place of East\n" in text


def test_the_search_waits_until_it_is_asked_for(house: mjrules.Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("mjrules.scoring.explanation.missed_hands.nearest", fail)
    score = house.score(mjrules.Hand.parse("222m 33m 555z 456p 66s !3m"))
    score.to_record()
    assert score.explanation.not_counted == ()
    with pytest.raises(AssertionError, match="searched"):
        _ = score.explanation.nearest


# Hands that were not finished.


def test_the_worth_of_an_unfinished_hand(house: mjrules.Ruleset) -> None:
    """Either pair may become a pung: 10 + 3 x 4 points, doubled for the own wind that is one of them."""
    explanation = house.score(mjrules.Hand.parse("111m 11z 22p 333s 456s")).explanation
    assert explanation.to_record()["finished"] == [
        {"tiles": ["1z"], "total": 44, "items": ["going_out", "pung", "own_wind"]},
        {"tiles": ["2p"], "total": 22, "items": ["going_out", "pung"]},
    ]
    assert [(item.tiles, item.reading.shape) for item in explanation.finished] == [
        ((27,), "standard"),
        ((10,), "standard"),
    ]


@pytest.mark.parametrize("waits", ["possible", "formal"])
def test_a_tile_of_which_all_are_held_does_not_finish_a_hand(
    ruleset: Callable[[str], mjrules.Ruleset], waits: str
) -> None:
    house = ruleset(HOUSE.replace("waits: possible", f"waits: {waits}"))
    assert house.score(mjrules.Hand.parse("1111m 234p 567p 789p")).explanation.finished == ()


def test_who_finished_a_hand_fishes_no_more(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    house = ruleset(HOUSE.replace("    going_out:", "    ready: {points: 5, when: {flag: fishing}}\n    going_out:"))
    (found,) = house.score(mjrules.Hand.parse("111m 22p 333s 444s 5s 7s fishing")).explanation.finished
    assert [item.id for item in found.items] == ["going_out", "pung"]


def test_a_flag_that_need_not_be_called_is_not_read(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    house = ruleset(HOUSE.replace("share: 0.5,", "share: 0.5, called: false,"))
    score = house.score(mjrules.Hand.parse("123456m 1234567z fishing"))
    assert (score.total, score.explanation.unread_flags) == (100, ("fishing",))


@pytest.mark.parametrize(("flags", "unread"), [("fishing", ()), ("fishing earth", ("earth",)), ("dead_hand", ())])
def test_flags_that_fishing_reads(house: mjrules.Ruleset, flags: str, unread: tuple[str, ...]) -> None:
    score = house.score(mjrules.Hand.parse(f"123456m 1234567z seat=S {flags}"))
    assert score.explanation.unread_flags == unread


def test_bundled_records_have_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A verbose record of a bundled ruleset of this family has steps that lead to the total."""
    hand = "(222m) 33m 555z 444p 66s !3m"
    assert main(["score", hand, "--ruleset", "western", "--json", "--verbose"]) == 0
    record = mjrules.records.read_json(capsys.readouterr().out)
    assert record["steps"][-1]["value"] == record["total"]
    assert {item["because"] for item in record["not_counted"]} == {"near_miss"}


# What is told of near hands is true.


def changed(hand: mjrules.Hand, item: mjrules.NotCounted) -> mjrules.Hand:
    """The hand as it would be with what it needs: other tiles, claimed sets back in hand, another wind."""
    record = hand.to_record()
    if "concealed" in item.by:
        back = [meld for meld in record["melds"] if meld["type"] != "kong"]
        kongs = [meld for meld in record["melds"] if meld["type"] == "kong"]
        record["melds"] = [{"type": "kong", "tiles": meld["tiles"], "concealed": True} for meld in kongs]
        record["concealed"] += "".join(meld["tiles"] for meld in back)
    for wind in ("seat", "round"):
        if wind in item.by:
            record[wind] = item.needs[0]
    if item.exchanges:
        held = Counter(parse_tiles(record["concealed"] + (record["win"] or "")))
        held += Counter(item.exchanges[0].missing)
        held.subtract(item.exchanges[0].too_much)
        assert min(held.values()) >= 0, item
        *tiles, win = held.elements()
        record.update(concealed=format_tiles(tiles), win=TEXT[win], winner=True, flags=[])
    return mjrules.Hand.from_record(record)


def held(ruleset: mjrules.Ruleset, hand: mjrules.Hand) -> set[str]:
    """The rules that hold for some reading of a hand."""
    scorer = ruleset.scorer
    return {rule.id for _, _, answers in scorer.answered(hand) for rule in scorer.rules_held(answers)}


def spoilt(hand: mjrules.Hand, rng: random.Random) -> mjrules.Hand:
    """The hand of a player who lacks two of its tiles and has another in their place."""
    own = [*hand.concealed, *([] if hand.win is None else [hand.win])]
    rng.shuffle(own)
    left = [tile for tile in range(34) if hand.counts[tile] < 4]
    tiles = tuple(sorted([*own[2:], rng.choice(left)]))
    return dataclasses.replace(
        hand, concealed=tiles, win=None, winner=False, self_drawn=False, flags=frozenset(), declared=False
    )


@pytest.mark.parametrize("name", thinned(["western", "classical", "chinese-official", "zung-jung"], 4))
def test_what_is_told_of_near_hands_is_true(name: str) -> None:
    """With what a hand is told to need, the rule holds that was missed; without it, it does not."""
    ruleset, rng, told = mjrules.load(name), random.Random(3), 0
    for hand in random_hands(ruleset, 60, 7):
        for own in (hand, spoilt(hand, rng)):
            for item in ruleset.score(own).explanation.nearest:
                if item.exchanges or {"concealed", "seat", "round"} & set(item.by):
                    told += 1
                    assert item.id in held(ruleset, changed(own, item)), (own.to_text(), item)
                    assert item.id not in held(ruleset, own), (own.to_text(), item)
    assert told > 3
