"""The ruleset chinese-official against the tables of its sources."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import mjrules
from mjrules.declared.values import several
from mjrules.ruleset.definition import RuleEntry
from tests.kit.cases import case_records

TYPES = {
    "honors": 10,
    "chows": 16,
    "pungs": 19,
    "seven_pairs": 2,
    "suits": 7,
    "terminals": 8,
    "knitted": 2,
    "waits": 12,
    "special": 5,
}
"""How many fans of each type the table of guide-to-mahjong has."""
PER_VALUE = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13}
"""How many fans of each value the 1998 book has; guide-to-mahjong prints the same list."""
CONCEALED = {
    "pungs": {
        "two_concealed_pungs",
        "three_concealed_pungs",
        "four_concealed_pungs",
        "concealed_kong",
        "two_concealed_kongs",
    },
    "waits": {"concealed_hand", "fully_concealed_hand"},
}
"""The five concealed hands among those of pungs, and the two among the waits (guide-to-mahjong)."""
BY_OPTION = {"own_flower", "all_bonus_tiles", "concealed_kong_beside"}
"""Rules that only an option switches on."""


def fans(ruleset: mjrules.Ruleset) -> dict[str, RuleEntry]:
    """The 81 fans, which have numbers."""
    return {id: rule for id, rule in ruleset.definition.rules.items() if rule.nr is not None}


def test_eighty_one_fans(official: mjrules.Ruleset) -> None:
    assert sorted(int(rule.nr or 0) for rule in fans(official).values()) == list(range(1, 82))
    assert set(official.definition.rules) - set(fans(official)) == {"melded_and_concealed_kong"} | BY_OPTION
    assert {rule.id for rule in official.book.rules} == set(official.definition.rules) - BY_OPTION


def test_numbers_per_type(official: mjrules.Ruleset) -> None:
    assert Counter(rule.type for rule in fans(official).values()) == TYPES


def test_numbers_per_value(official: mjrules.Ruleset) -> None:
    assert Counter(rule.worth["fan"] for rule in fans(official).values()) == PER_VALUE


def test_numbers_per_value_of_the_other_edition() -> None:
    counted = Counter(rule.worth["fan"] for rule in fans(mjrules.load("chinese-official/wmo2006")).values())
    assert (counted[8], counted[6]) == (10, 6)


@pytest.mark.parametrize("kind", CONCEALED)
def test_concealed_hands(official: mjrules.Ruleset, kind: str) -> None:
    found = {id for id, rule in fans(official).items() if rule.type == kind and "concealed" in several(rule.group)}
    assert found == CONCEALED[kind]


def test_every_fan_has_a_chinese_name(official: mjrules.Ruleset) -> None:
    names = [rule.names["zh"] for rule in official.definition.rules.values()]
    assert len(set(names)) == 84


@pytest.mark.parametrize(
    ("alias", "rule"),
    [
        ("All Even", "all_even_pungs"),
        ("Two Dragons", "two_dragon_pungs"),
        ("Pung of Prevalent Wind", "prevalent_wind"),
        ("Pung of Seat Wind", "seat_wind"),
        ("Last Tile", "last_of_its_kind"),
        ("Tile Claim", "last_tile_claim"),
        ("No Honor Tiles", "no_honors"),
        ("Pair Wait", "single_wait"),
        ("Self Drawn", "self_drawn"),
        ("Flowers", "flower_tiles"),
        ("Three Suit Terminal Chows", "three_suited_terminal_chows"),
        ("三同刻", "triple_pung"),
        ("Pung of Terminals or Honors", "pung_of_terminals_or_honors"),
        ("Last of its Kind", "last_of_its_kind"),
    ],
)
def test_names_of_the_documents(official: mjrules.Ruleset, alias: str, rule: str) -> None:
    assert official.origins.paths(alias) == [("rules", rule)]


def test_penalties(official: mjrules.Ruleset) -> None:
    penalties = official.definition.penalties
    assert penalties["false_mahjong"].each == 10
    assert penalties["false_mahjong_not_ready"].each == 20
    assert penalties["empty_call"].each == (0, 5, 10, 20)
    assert {penalties[name].then for name in ("other_false_call", "wrong_number_of_tiles")} == {"dead_hand"}


def test_other_edition_is_the_preset() -> None:
    other = mjrules.load("chinese-official/wmo2006")
    assert other.hash == mjrules.load("chinese-official", {"wmo2006": True}).hash
    assert other.hash != mjrules.load("chinese-official").hash


def test_other_edition_scores_like_the_preset() -> None:
    cases = case_records("chinese-official/hands")[::8]
    own = [{**case, "ruleset": "chinese-official/wmo2006"} for case in cases]
    scored = [record["total"] for record in mjrules.score_records(own)]
    assert scored == [record["total"] for record in mjrules.score_records(cases, options={"wmo2006": True})]
    assert scored != [record["total"] for record in mjrules.score_records(cases)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"bonus_tiles": False},
        {"own_flower": 2},
        {"all_bonus_tiles": "win"},
        {"dead_wall": 14, "east_passes_to": "left"},
    ],
    ids=lambda options: next(iter(options)),
)
def test_hands_without_bonus_tiles_score_the_same_under_the_options_for_them(options: dict[str, Any]) -> None:
    cases = [case for case in case_records("chinese-official/hands") if not case["flowers"]][::8]
    scored = [record["items"] for record in mjrules.score_records(cases, options=options)]
    assert scored == [record["items"] for record in mjrules.score_records(cases)]


def test_the_game_without_bonus_tiles_has_136_tiles() -> None:
    copies = mjrules.load("chinese-official", {"bonus_tiles": False}).book.tiles.copies
    assert sum(copies) == 136
    assert sum(mjrules.load("chinese-official").book.tiles.copies) == 144


@pytest.mark.parametrize(("seat", "own"), [("E", "f1s1"), ("S", "f2s2"), ("W", "f3s3"), ("N", "f4s4")])
def test_flowers_of_the_own_wind(seat: str, own: str) -> None:
    ruleset = mjrules.load("chinese-official", {"own_flower": 2})
    hand = "(567m) 789m4666p123s +5p round=W from=right"
    plain = ruleset.score(ruleset.parse(f"{hand} seat={seat}"))
    both = ruleset.score(ruleset.parse(f"{hand} seat={seat} flowers={own}"))
    every = ruleset.score(ruleset.parse(f"{hand} seat={seat} flowers=f1234s1234"))
    assert (both.total - plain.total, every.total - plain.total) == (4, 10)
    assert both.counted == every.counted == plain.counted


def test_options_of_the_table_are_part_of_the_table() -> None:
    table = {"dead_wall": 14, "east_passes_to": "left", "concealed_kongs": "outer_up"}
    standard = {"dead_wall": 0, "east_passes_to": "right", "concealed_kongs": "all_down"}
    for options, wanted in ((table, table), ({}, standard)):
        found = mjrules.load("chinese-official", options).definition.table
        assert {key: getattr(found, key) for key in wanted} == wanted
