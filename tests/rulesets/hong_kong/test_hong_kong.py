"""The ruleset of Hong Kong: its table of faan, the cap, what is paid, and a plain reference to compare it with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset, Score
from tests.kit.cases import case_records
from tests.kit.profile import amount
from tests.kit.references import counts, difference, hand_of, untold
from tests.rulesets.hong_kong import reference as reference
from tests.rulesets.hong_kong.reference import Table

HANDS = amount(180, 900, 60_000)
USUAL = Table()


@cache
def loaded(options: str = "{}") -> Ruleset:
    return mjrules.load("hong-kong", json.loads(options))


def scored(text: str, **options: Any) -> Score:
    return loaded(json.dumps(options)).score(Hand.parse(text))


def paid(score: Score) -> list[int] | None:
    return None if score.payments is None else list(score.payments.values())


# The table of faan.


def test_the_table() -> None:
    rules = loaded().definition.rules
    not_played = dict.fromkeys(("seven_pairs", "seven_flowers", "eight_flowers"), "none")
    assert {name: rule.worth["faan"] for name, rule in rules.items()} == {**reference.FAAN, **not_played}
    assert {name for name, rule in rules.items() if rule.aside} == set(reference.FLOWERS)
    assert {name for name, rule in rules.items() if rule.series == "whole_hand"} == set(reference.WHOLE)


def test_the_table_with_wins_by_flowers() -> None:
    rules = mjrules.load("hong-kong", {"flower_wins": "win"}).book.rules
    assert {rule.id: rule.value for rule in rules} == {
        id: faan for id, faan in reference.FAAN.items() if id != "seven_pairs"
    }


def test_every_rule_has_a_name_a_source_and_an_example() -> None:
    assert untold(loaded()) == []


@pytest.mark.parametrize(
    ("name", "rule"), [("Half Flush", "mixed_one_suit"), ("十三么", "thirteen_orphans"), ("All Pungs", "all_triplets")]
)
def test_names(name: str, rule: str) -> None:
    assert loaded().origins.paths(name) == [("rules", rule)]


# A plain reference.

KEYS = ("melds", "concealed", "win", "seat", "round", "self_drawn", "flowers", "flags", "from")


def wrong_in(record: Mapping[str, Any], table: Table) -> str:
    """What is wrong with the score of a record; nothing where it is the reference's."""
    right = reference.answer(dict(record), table)

    def also(score: Score) -> str:
        assert right is not None
        cap, known = table.cap_faan, reference.without_flowers(counts(score), table)
        raw = score.total if cap is None else score.to_record()["raw"]
        wrong = (score.total, raw, paid(score)) != (right.faan, right.raw, right.payments)
        wrong = wrong or score.counted != (known if cap is None else min(known, cap))
        return f"{score.total} {paid(score)}, expected {right}, {table}" if wrong else ""

    patterns = [] if right is None else right.patterns
    return difference(hand_of(record, KEYS), loaded(json.dumps(table.options())), patterns, also)


def test_random_hands_score_as_in_the_reference() -> None:
    wrong = [text for record in reference.random_records(1, HANDS) if (text := wrong_in(record, USUAL))]
    assert not wrong


@pytest.mark.parametrize("seed", range(2, 12))
def test_random_hands_under_random_options_score_as_in_the_reference(seed: int) -> None:
    table = reference.random_table(Random(seed))
    wrong = [text for record in reference.random_records(seed, HANDS // 9) if (text := wrong_in(record, table))]
    assert not wrong


def test_the_reference_scores_the_cases() -> None:
    for case in case_records("hong-kong/hands"):
        right, expect = reference.answer(case, USUAL), case["expect"]
        assert right is not None
        assert (right.raw, right.faan) == (expect["raw"], expect["faan"]), case["id"]
        assert expect["patterns"] in right.patterns, case["id"]
        assert reference.without_flowers(right.patterns[0], USUAL) == expect["qualifying"], case["id"]
        assert right.payments == expect.get("pay", {}).get("half_full"), case["id"]


@pytest.mark.slow
def test_the_random_hands_have_every_pattern() -> None:
    table = Table(seven_pairs=4, flower_wins=True)
    found: set[str] = set()
    for record in reference.random_records(3, 3000):
        found.update(*reference.all_patterns(record, table))
    assert found == {*reference.FAAN, "seven_pairs"}


# The cap and the minimum.

LIMIT = "19m19p19s1234567z !1m seat=S flowers=f1"


def test_what_the_cap_cuts_is_told() -> None:
    score = scored(LIMIT)
    assert (score.total, score.explanation.cut, score.to_record()["raw"]) == (10, 5, 15)


@pytest.mark.parametrize(("cap", "total"), [(8, 8), (10, 10), (13, 13), ("none", 15)])
def test_the_cap(cap: object, total: int) -> None:
    assert scored(LIMIT, cap_faan=cap).total == total


@pytest.mark.parametrize(("minimum", "met"), [(0, True), (1, True), (2, True), (3, False)])
def test_flowers_do_not_reach_the_minimum(minimum: int, met: bool) -> None:
    """A self-drawn concealed hand has 2 faan, and 2 more of its flowers."""
    score = scored("123m456p22278s99m !9s seat=S flowers=f2s2", minimum=minimum)
    assert (score.total, score.minimum_met) == (4, met)
    assert (score.payments is not None) is met


def test_parts_do_not_count_beside_the_price_of_a_whole_hand() -> None:
    """All Honours is 10; its parts, which come to 13, do not count."""
    score = scored("(111z) (555z) (666z) 7722z !7z seat=E round=E flowers=f2", cap_faan="none")
    assert (score.total, counts(score)) == (11, {"all_honours": 1, "self_draw": 1})
    told = {item.id: item.by for item in score.explanation.not_counted}
    assert told["big_three_dragons"] == told["all_triplets"] == told["seat_wind"] == ("all_honours",)


# Payment.

DISCARD = "(111m) (444p) (777s) 88p22z +8p seat=W from=left flowers=f1"
DRAWN = "(111m) (444p) (777s) 88p22z !8p seat=W flowers=f1"
ROBBED = "(123m) (444z) 456p78s99m +6s seat=W from=left robbing_kong flowers=f1"


@pytest.mark.parametrize(
    ("hand", "options", "payments"),
    [
        (DISCARD, {}, [0, -32, 32, 0]),
        (DISCARD, {"responsibility": "half"}, [-8, -16, 32, -8]),
        (DISCARD, {"stake": 10}, [0, -160, 160, 0]),
        (DISCARD, {"stake": 3, "responsibility": "half"}, [-12, -24, 48, -12]),
        (DRAWN, {}, [-32, -32, 96, -32]),
        (DRAWN, {"responsibility": "half"}, [-32, -32, 96, -32]),
        (DRAWN, {"spice": "full"}, [-32, -32, 96, -32]),
        (LIMIT, {"spice": "full"}, [-2048, 6144, -2048, -2048]),
        (LIMIT, {"cap_faan": "none"}, [-1536, 4608, -1536, -1536]),
        (LIMIT, {"cap_faan": "none", "spice": "full"}, [-65536, 196608, -65536, -65536]),
        (ROBBED, {"minimum": 1}, [0, -8, 8, 0]),
    ],
)
def test_payments(hand: str, options: dict[str, Any], payments: list[int]) -> None:
    assert paid(scored(hand, **options)) == payments


@pytest.mark.parametrize("faan", range(14))
@pytest.mark.parametrize("spice", ["half", "full"])
def test_the_multipliers(spice: str, faan: int) -> None:
    """The settings as the ruleset has them, asked for every number of faan."""
    ruleset = mjrules.load("hong-kong", {"spice": spice})
    method, settings = ruleset.book.settlement, ruleset.book.settlement_settings
    assert method is not None
    transfers = method.transfers(mjrules.hooks.Win("E", None, faan, ("E", "S", "W", "N")), settings)
    wanted = reference.HALF_SPICY[faan] if spice == "half" else 2**faan
    assert [transfer.amount for transfer in transfers] == [2 * wanted] * 3


# Flowers, and what is not expressed.

SEVEN = "1479m1479p147s12z won seat=W flowers=f1234s123"


def test_a_win_on_flowers_counts_nothing_else() -> None:
    score = scored(SEVEN, flower_wins="win")
    assert counts(score) == {"seven_flowers": 1}
    assert score.minimum_met
    assert {item.id for item in score.explanation.not_counted} == {
        "all_flowers",
        "own_flower",
        "own_season",
    }


def test_seven_flowers_are_no_win_unless_agreed() -> None:
    with pytest.raises(HandError) as error:
        scored(SEVEN)
    assert error.value.code == "wrong_tile_count"
    assert "expected 14, the winning tile among them" in str(error.value)


@pytest.mark.parametrize(("hand", "flag"), [(DRAWN, "flower_replacement"), (DISCARD, "discard_after_kong")])
def test_flags_that_give_nothing(hand: str, flag: str) -> None:
    assert counts(scored(f"{hand} {flag}")) == counts(scored(hand))
