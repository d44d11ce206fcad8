"""The plain reference of points and doubles: right on every given case, and on hands that show what options change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.kit.cases import case_records
from tests.kit.profile import thinned
from tests.rulesets.classical_base import reference as reference
from tests.rulesets.classical_base.hands import random_records
from tests.rulesets.classical_base.specials import EVENTS, SHAPES

FILES = (
    "western/hands",
    "western/random",
    "classical/hands",
    "classical/random",
    "classical-dmjl/hands",
    "bmja/hands",
)
CASES = [case for name in FILES for case in case_records(name) if case["expect"].get("total", 0) is not None]


@pytest.mark.parametrize("case", thinned(CASES, 40), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """Of what several special hands explain, the reference has all and a case any."""
    expect, value = case["expect"], reference.value(case)
    if not expect["valid"]:
        assert value is None
        return
    assert value is not None
    assert value.total == expect["total"]
    assert float(value.limits) == float(expect["limits"] or 0)
    if not expect["limits"]:
        assert (expect["points"], expect["doubles"]) in value.ways
    if "special_any" in expect:
        assert value.special == set(expect["special_any"])


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SHAPES)
def test_the_random_hands_have_every_special_hand(ruleset: str) -> None:
    """And all else: losers, fishing ones among them, and hands that are not complete."""
    missing = {*SHAPES[ruleset], *EVENTS[ruleset], "fishing", "not winning", "ordinary"}
    for record in random_records(ruleset, 2, 20_000):
        value = reference.value(record)
        if value is None:
            missing.discard("not winning")
        else:
            missing -= value.special if record["winner"] else {"fishing"} & set(record["flags"])
            missing -= set() if value.limits else {"ordinary"}
        if not missing:
            break
    assert not missing


# What options change, and what no case shows: points x doubles, or a multiple of the limit


def hand(text: str) -> dict[str, Any]:
    """A record from tiles in the hand, `+` or `!` and the winning tile, declared sets in brackets, and other words."""
    record: dict[str, Any] = {"melds": [], "win": None, "winner": False, "seat": "S", "round": "E", "flags": []}
    for word in text.split():
        if word[0] in "([":
            tiles = word.strip("()[]+")
            kind = "chow" if tiles[0] != tiles[1] else "kong" if len(tiles) == 5 else "pung"
            record["melds"].append(
                {"type": kind, "tiles": tiles, "concealed": word[0] == "[", "added": word[-1] == "+"}
            )
        elif word[0] in "+!":
            record |= {"win": word[1:], "winner": True, "self_drawn": word[0] == "!"}
        elif word[0].isdigit():
            record["concealed"] = word
        elif word in ("E", "S", "W", "N"):
            record["seat"] = word
        elif word[0] in "fs" and word[1:].isdigit():
            record.setdefault("flowers", []).extend(word[0] + number for number in word[1:])
        else:
            record["flags"].append(word)
    return record


L = Fraction(1)
READINGS: list[tuple[str, str, dict[str, Any], Any]] = [
    # A pair and a group of the wind that is both own and round wind.
    ("western", "123m456p789s78m11z +9m E", {}, (24, 0)),
    ("western", "123m456p789s78m11z +9m E", {"double_wind": "once"}, (22, 0)),
    ("western", "123m456p78m99s (111z) +9m E", {"double_wind": "once"}, (24, 1)),
    # Own tile and complete sets.
    ("western", "123m456p789s78m22s +9m f1234", {}, (36, 3)),
    ("western", "123m456p789s78m22s +9m f1234", {"bouquet_includes_own": True}, (36, 2)),
    ("western", "123m456p789s78m22s +9m f1234 s2", {"bouquet_includes_own": True}, (40, 3)),
    # The last tile: loose, last of the wall, final discard; a claimed one gives no standing hand.
    ("western", "123m456p78m22s (9999s) !9m kong_replacement", {}, (46, 0)),
    ("western", "123m456p78m22s (9999s) !9m kong_replacement", {"loose_counts_as_wall": True}, (48, 0)),
    ("western", "123m456p78m22s (9999s) !9m kong_replacement last_tile", {}, (56, 0)),
    ("western", "123m456p78m22s (999s) !9m last_tile", {"final_discard": "double"}, (36, 0)),
    ("western", "123m456p78m22s (999s) +9m last_tile", {"final_discard": "double"}, (24, 1)),
    ("western", "123m456p78m22s (999s) !9m standing_hand", {}, (126, 0)),
    ("western", "123m456p78m22s (999s) +9m standing_hand", {}, (24, 0)),
    ("western", "123m456p78m22s (999s) +9m original_call", {}, (24, 0)),
    ("western", "123m456p78m22s999s !9m", {"concealed_double": False}, (30, 0)),
    # Losers: four alike are a pung, one suit doubles.
    ("western", "1111m245m78m3355z", {}, (10, 1)),
    ("western", "1111m245m78m3355z", {"clean_double_losers": False}, (10, 0)),
    ("western", "1111m245m78m3355z dead_hand", {}, (0, 0)),
    # Special hands with kongs for pungs, with repeated pairs, with another colour.
    ("western", "555p666s777z9m [4444m] +9m", {}, (62, 1)),
    ("western", "555p666s777z9m [4444m] +9m", {"special_pungs": "kongs_too"}, L),
    ("western", "444m555p9m666s [7777z] +9m", {}, L),
    ("western", "222m555p9m888s [4444z] +9m", {}, (74, 0)),
    ("western", "222m555p9m888s [4444z] +9m", {"special_pungs": "kongs_too"}, L / 2),
    ("western", "222m555p9m888s (4444z) +9m", {"special_pungs": "kongs_too"}, (58, 0)),
    ("western", "123456789m3z [2222z] +3z", {}, (52, 2)),
    ("western", "123456789m3z [2222z] +3z", {"special_pungs": "kongs_too"}, L),
    ("western", "1111m335577p99s2z +2z", {}, L / 2),
    ("western", "1111m335577p99s2z +2z", {"four_identical_as_two_pairs": False}, None),
    ("western", "1111222244668s +8s", {"four_identical_as_two_pairs": False}, L),
    ("western", "1111224466883s +3s", {"four_identical_as_two_pairs": False}, None),
    ("western", "1111224466883s +3s", {"four_identical_as_two_pairs": False, "green_bamboos": "23468"}, L),
    ("western", "123456m23p789s22z !1p", {}, L),
    ("western", "123456m23p789s22z !1p", {"moon_requires_last_tile": True}, (24, 1)),
    # Fishing: only for what can still come, unless that is agreed.
    ("western", "19m19p19s1234567z fishing", {}, L * 4 / 5),
    ("western", "19m19p19s1234567z", {}, (0, 0)),
    ("western", "12346m99m777z [5555m] fishing", {}, (24, 2)),
    ("western", "12346m99m777z [5555m] fishing", {"fishing_exhausted": True}, L * 2 / 5),
    # Classical: fishing, losers without doubles, the roof, East's first draw.
    ("classical", "23m555p789s222z77m fishing", {}, (12, 2)),
    ("classical", "23m555p789s222z77m fishing", {"fishing_doubles": "none"}, (12, 1)),
    ("classical", "111m222m44p55s678s fishing", {}, (12, 1)),
    ("classical", "111m222m44p55s678s fishing", {"fishing_doubles": "all"}, (12, 2)),
    ("classical", "5m777m (222z) (999m) (333m) fishing", {}, (14, 1)),
    ("classical", "5m777m (222z) (999m) (333m) fishing", {"fishing_doubles": "all"}, (14, 3)),
    ("classical", "5m777m (222z) (999m) (333m) fishing", {"fishing_doubles": "all", "loser_doubles": False}, (14, 0)),
    ("classical", "333z4z (555z) (666z) (111z) +4z", {}, L),
    ("classical", "333z4z (555z) (666z) (111z) +4z", {"roof_off": True}, (36, 7)),
    ("classical", "123m456p789s78m22s !9m E original_hand", {}, (12, 2)),
    ("classical", "123m456p789s78m22s !9m E original_hand", {"original_hand": "limit"}, L),
    # A kong claimed for three tiles that were concealed.
    ("classical", "111m333p44s22p (9999s) !2p", {}, (44, 2)),
    ("classical-dmjl", "111m333p44s22p (9999s) !2p", {}, L),
    ("classical-dmjl", "111m333p44s22p (9999s)+ !2p", {}, (54, 2)),
    ("classical-dmjl", "111m44s22p (333p) (9999s) !2p", {}, (52, 2)),
    # Original call in kajongg's rulesets: not with three open sets, the last one and a pair counted.
    ("classical-dmjl", "78m22s456p (333p) (999s) !9m original_call", {}, (28, 1)),
    ("classical-dmjl", "78m22s456p (333p) (999s) +9m original_call", {}, (26, 0)),
    ("classical-dmjl", "123m567p8s (333p) (999s) +8s original_call", {}, (30, 0)),
    ("classical", "8s (567p) (333p) (999s) (222z) +8s original_call", {}, (24, 2)),
    ("bmja", "777m567p8s (333p) (999s) +8s original_call", {}, (30, 0)),
    ("bmja", "777m567p8s (333p) (999s) !8s original_call", {}, (32, 1)),
    # BMJA: one chow at most; seven different pairs; half limits, or what the hand itself is worth.
    ("bmja", "123m78m99s555p (111z) +9m", {}, None),
    ("bmja", "1199m1199p1122z3z +3z", {}, L / 2),
    ("bmja", "1111m9999p1122z3z +3z", {}, None),
    ("bmja", "1234567m123456p +7p f1", {}, L / 2),
    ("bmja", "1234567m123456p !7p f1234 s1234", {}, (34, 8)),
]


@pytest.mark.parametrize(("ruleset", "text", "options", "expected"), READINGS)
def test_reading(ruleset: str, text: str, options: dict[str, Any], expected: Any) -> None:
    value = reference.value(hand(text), ruleset, options)
    if expected is None:
        assert value is None
    elif isinstance(expected, tuple):
        assert value is not None
        assert value.limits == 0
        assert value.ways == {expected}
    else:
        assert value is not None
        assert value.limits == expected


@pytest.mark.parametrize(
    ("ruleset", "text", "options", "total"),
    [
        ("western", "333z4z (555z) (666z) (111z) +4z", {"limit": 300}, 600),
        ("western", "333z4z (555z) (666z) (111z) +4z", {"limit": None}, 2000),
        ("classical", "333z4z (555z) (666z) (111z) +4z", {"roof_off": True}, 36 * 2**7),
        ("classical-dmjl", "333z4z (555z) (666z) (111z) +4z", {"limit": None}, 46 * 2**5),
        ("bmja", "1234567m123456p +7p f12", {"special_bonus": "added"}, 500 + 8 * 2),
        ("bmja", "1234567m123456p f12", {"special_bonus": "added"}, 200 + 8 * 2),
        ("bmja", "333z4z (555z) (666z) (111z) +4z f12", {"special_bonus": "added"}, 1000),
    ],
)
def test_total(ruleset: str, text: str, options: dict[str, Any], total: int) -> None:
    value = reference.value(hand(text), ruleset, options)
    assert value is not None
    assert value.total == total


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(KeyError, match="western has no option"):
        reference.value(hand("19m19p19s1234567z"), "western", {"mahjong_points": 20})
