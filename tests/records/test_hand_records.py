"""Hand records: what is refused, with which code, at which field and in which words; and what score records hold."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, RulesetError, records, score_records

OFFICIAL = "chinese-official"
Record = dict[str, Any]

WON: Record = {"concealed": "123m456p789s1112z", "win": "2z"}
"""15 fan, claimed by East; the hand holds another copy of the winning tile."""
LONE: Record = {"concealed": "13m456p789s11122z", "win": "2m"}
"""A complete hand with one copy of the winning tile."""
KONG: Record = {"melds": [{"type": "kong", "tiles": "5555z"}], "concealed": "456p789s1112z", "win": "2z"}
HIDDEN_KONG: Record = {**KONG, "melds": [{"type": "kong", "tiles": "5555z", "concealed": True}]}
KONGS: Record = {
    "melds": [{"type": "kong", "tiles": "5555z"}, {"type": "kong", "tiles": "7777z", "concealed": True}],
    "concealed": "789s1112z",
    "win": "2z",
}
CHOW: Record = {"melds": [{"type": "chow", "tiles": "123m"}], "concealed": "456p789s1112z", "win": "2z"}
LOW: Record = {"concealed": "2344m567p345678s", "win": "4m"}
"""7 fan: below the minimum of 8."""
DEALT: Record = {"concealed": "123m456p789s11122z"}
LOSER: Record = {"concealed": "123m456p789s1112z", "winner": False}


_INBOX: list[Any] = []


def _coming() -> Iterator[Any]:
    while _INBOX:
        yield _INBOX.pop()


@cache
def stream(declared: bool, verbose: bool) -> Iterator[Record]:
    """One endless run of records under Chinese Official, so that it is loaded once."""
    return score_records(_coming(), OFFICIAL, declared=declared, verbose=verbose)


def scored(
    record: Any,
    ruleset: str = OFFICIAL,
    options: Record | None = None,
    *,
    declared: bool = False,
    verbose: bool = False,
) -> Record:
    """The score record of one hand record."""
    if ruleset != OFFICIAL or options is not None:
        (result,) = score_records([record], ruleset, options, declared=declared, verbose=verbose)
        return result
    _INBOX.append(record)
    try:
        return next(stream(declared, verbose))
    except BaseException:
        stream.cache_clear()
        raise


def refusal(record: Any, ruleset: str = OFFICIAL, **more: Any) -> tuple[str, str, str]:
    """Code, field and message with which a hand record is refused."""
    result = scored(record, ruleset, **more)
    assert set(result) == {"id", "valid", "error"}, result
    assert result["valid"] is False
    assert set(result["error"]) == {"code", "message", "field"}
    return result["error"]["code"], result["error"]["field"], result["error"]["message"]


def total(record: Record, ruleset: str = OFFICIAL, **more: Any) -> int:
    """The total of a hand record that must be usable."""
    result = scored(record, ruleset, **more)
    assert result["valid"], result
    return int(result["total"])


ONLY_JOKERS = "does not say what the jokers stand for: expected at least one other tile in the set"


def bad(record: Any, field: str, message: str, ruleset: str = OFFICIAL) -> None:
    """A record is refused as no record, at this field, in these words."""
    assert refusal(record, ruleset) == ("bad_record", field, message)


def child(folder: Path, **data: Any) -> str:
    """A ruleset of its own that extends Chinese Official; its path."""
    path = folder / "child.yaml"
    path.write_text(json.dumps({"id": "child", "extends": OFFICIAL, **data}), "utf-8")
    return str(path)


def written(value: Any) -> str:
    """A value as messages show it."""
    return json.dumps(value, ensure_ascii=False)


# Fields.


@pytest.mark.parametrize("value", [5, None, "123m", [1], [], True, 1.5])
def test_a_record_is_an_object(value: Any) -> None:
    bad(value, "", f"expected a JSON object, got {written(value)}")


@pytest.mark.parametrize(
    ("field", "nearest"),
    [
        ("flag", "flags"),
        ("meld", "melds"),
        ("Seat", "seat"),
        ("selfdrawn", "self_drawn"),
        ("self-drawn", "self_drawn"),
        ("conceal", "concealed"),
        ("rulset", "ruleset"),
        ("flower", "flowers"),
        ("option", "options"),
        ("declare", "declared"),
    ],
)
def test_an_unknown_field_is_refused_with_the_nearest(field: str, nearest: str) -> None:
    bad({**WON, field: None}, field, f'unknown field "{field}" (did you mean "{nearest}"?)')


@pytest.mark.parametrize("field", ["zzz", "", "dora", "void", "表"])
def test_a_field_like_no_other_is_refused(field: str) -> None:
    code, where, message = refusal({**WON, field: 1})
    assert (code, where) == ("bad_record", field)
    assert message.startswith(f'unknown field "{field}"')


@pytest.mark.parametrize(
    ("flag", "nearest"),
    [
        ("last-tile", "last_tile"),
        ("heavn", "heaven"),
        ("Heaven", "heaven"),
        ("robbing_the_kong", "robbing_kong"),
        ("last_of_its_kind", "last_of_kind"),
        ("kong_replacment", "kong_replacement"),
        ("deadhand", "dead_hand"),
    ],
)
def test_an_unknown_flag_is_refused_with_the_nearest(flag: str, nearest: str) -> None:
    bad({**WON, "flags": ["fishing", flag]}, "flags", f'unknown flag "{flag}" (did you mean "{nearest}"?)')


@pytest.mark.parametrize("field", ["expect", "about"])
@pytest.mark.parametrize("value", [None, 5, "x", {"total": 99, "valid": False}, [[]]])
def test_answers_and_notes_are_ignored(field: str, value: Any) -> None:
    assert total({**WON, field: value}) == 15


TRUTH: list[Any] = [None, 0, 1, 1.0, "true", "", "no", [], [True], {}]


@pytest.mark.parametrize("field", ["winner", "self_drawn", "declared"])
@pytest.mark.parametrize("value", TRUTH)
def test_fields_that_are_true_or_false(field: str, value: Any) -> None:
    bad({**WON, field: value}, field, f"expected true or false, got {written(value)}")


@pytest.mark.parametrize("field", ["seat", "round"])
@pytest.mark.parametrize("value", [None, 1, True, "", "e", "East", "1z", "ES", ["E"], {}])
def test_winds(field: str, value: Any) -> None:
    bad({**WON, field: value}, field, f"expected one of E, S, W, N, got {written(value)}")


@pytest.mark.parametrize("value", [0, True, "", "Left", "me", "S", ["left"], {}])
def test_who_discarded(value: Any) -> None:
    bad({**WON, "from": value}, "from", f"expected one of left, across, right, got {written(value)}")


@pytest.mark.parametrize("value", [None, 5, True, ["1m"], {}])
def test_concealed_tiles_are_text(value: Any) -> None:
    bad({**WON, "concealed": value}, "concealed", f'expected tiles as text such as "123m55z", got {written(value)}')


@pytest.mark.parametrize("value", [5, True, ["2z"], {}])
def test_the_winning_tile_is_text_or_null(value: Any) -> None:
    bad({**WON, "win": value}, "win", f'expected tiles as text such as "123m55z", got {written(value)}')


@pytest.mark.parametrize("value", ["", " ", "2z2z", "123m"])
def test_the_winning_tile_is_one(value: str) -> None:
    bad({**WON, "win": value}, "win", f"expected one winning tile, got {written(value)}")


@pytest.mark.parametrize("value", [None, 5, "123m", {}, True])
def test_melds_are_a_list(value: Any) -> None:
    bad({**WON, "melds": value}, "melds", f"expected a list of declared sets, got {written(value)}")


@pytest.mark.parametrize("value", [None, 5, True, "heaven", {}, [1], ["heaven", None], [["heaven"]]])
def test_flags_are_a_list_of_words(value: Any) -> None:
    bad({**WON, "flags": value}, "flags", f"expected a list of flags, got {written(value)}")


@pytest.mark.parametrize("value", [5, True, [], {}, 1.5])
def test_the_ruleset_is_text(value: Any) -> None:
    bad({**WON, "ruleset": value}, "ruleset", f"expected the id of a ruleset, got {written(value)}")


@pytest.mark.parametrize("value", [None, 5, "wmo2006=true", [], [["wmo2006", True]], True])
def test_options_are_an_object(value: Any) -> None:
    bad({**WON, "options": value}, "options", f"expected an object of options, got {written(value)}")


@pytest.mark.parametrize("value", [None, True, False, 2.0, 1.5, "", "f1", "2", {}])
def test_flowers_are_a_number_or_a_list(value: Any) -> None:
    bad({**WON, "flowers": value}, "flowers", f'expected a number or a list such as ["f1", "s3"], got {written(value)}')


@pytest.mark.parametrize("value", [-1, 13, 10**30])
def test_there_are_so_many_flowers(value: int) -> None:
    bad({**WON, "flowers": value}, "flowers", f"expected 0 to 12 bonus tiles, got {value}")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1], 'expected bonus tiles such as "f1" or "s3", got 1'),
        ([None], 'expected bonus tiles such as "f1" or "s3", got null'),
        (["f1", ["f2"]], 'expected bonus tiles such as "f1" or "s3", got ["f2"]'),
        (["f5"], 'there is no bonus tile "f5": they run from f1 to f4'),
        (["s0"], 'there is no bonus tile "s0": they run from s1 to s4'),
        (["f1", "1s"], 'expected bonus tiles f1-f4, s1-s4 and a1-a4, got ["f1", "1s"]'),
        (["J"], 'expected bonus tiles f1-f4, s1-s4 and a1-a4, got ["J"]'),
        (["0m"], 'expected bonus tiles f1-f4, s1-s4 and a1-a4, got ["0m"]'),
        (["x"], '"x" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
    ],
)
def test_flowers_that_are_none(value: Any, message: str) -> None:
    bad({**WON, "flowers": value}, "flowers", message)


def test_an_empty_text_is_no_flower() -> None:
    assert refusal({**WON, "flowers": [""]})[:2] == ("bad_record", "flowers")


@pytest.mark.parametrize("value", [0, []])
def test_no_flowers(value: Any) -> None:
    assert total({**WON, "flowers": value}) == 15


@pytest.mark.parametrize("value", [3, ["f1", "s1", "s4"], ["s4", "f1", "s1"]])
def test_flowers_as_a_number_or_a_list_count_alike(value: Any) -> None:
    assert total({**WON, "flowers": value}) == 18


@pytest.mark.parametrize("value", [["f1", "f1"], ["f1", "s2", "f3", "s2"]])
def test_every_flower_is_there_once(value: list[str]) -> None:
    code, field, message = refusal({**WON, "flowers": value})
    assert (code, field) == ("too_many_of_a_tile", "flowers")
    assert message.startswith(f"2 of {value[-1]}: the game has 1")


def test_flowers_in_a_game_without_them(tmp_path: Path) -> None:
    path = child(tmp_path, tiles={"f1234": 0, "s1234": 0})
    assert total({**WON, "flowers": 0}, path) == 15
    for value in (1, ["f1"]):
        assert refusal({**WON, "flowers": value}, path)[1] == "flowers"


COUNTED = "a rule reads which bonus tiles these are: name them (flowers=f1s3; in a record a list)"


@pytest.fixture
def own_flower(tmp_path: Path) -> str:
    """A ruleset with a rule that reads which bonus tiles there are."""
    rule = {"fan": 3, "when": {"bonus": ["own flower"]}, "source": "club"}
    return child(tmp_path, rules={"own_flower": rule})


def test_a_number_of_flowers_where_a_rule_reads_which(own_flower: str) -> None:
    bad({**WON, "flowers": 1}, "flowers", COUNTED, own_flower)
    assert total({**WON, "flowers": 0}, own_flower) == 15
    assert total({**WON, "flowers": ["f1"]}, own_flower) == total({**WON, "flowers": ["f2"]}, own_flower) + 3


# Tiles.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123", '"123" has no suit letter: expected m, p, s or z after the numbers'),
        ("12m3", '"3" has no suit letter: expected m, p, s or z after the numbers'),
        ("8z", 'there is no tile "8z": z runs from 1z to 7z'),
        ("0z", 'there is no tile "0z": z runs from 1z to 7z'),
        ("m", '"m" has no number before it: expected tiles such as 123m'),
        ("1m m", '"m" has no number before it: expected tiles such as 123m'),
        ("1x", '"1x" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
        ("1M", '"1M" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
        ("E", '"E" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
        ("１m", '"１" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
        ("f5", 'there is no bonus tile "f5": they run from f1 to f4'),
        ("f1", "bonus tiles go in the field flowers, not among the tiles of the hand"),
        ("1m🀦", "bonus tiles go in the field flowers, not among the tiles of the hand"),
        ("J", "this game has no J"),
        ("0m", "this game has no 0m"),
        ("🀪", "this game has no J"),
    ],
)
@pytest.mark.parametrize("field", ["concealed", "win"])
def test_texts_that_name_no_tile_of_the_hand(field: str, text: str, message: str) -> None:
    if field == "win" and "played without" not in message:
        assert refusal({**WON, field: text})[:2] == ("bad_record", field)
        return
    bad({**WON, field: text}, field, message)


@pytest.mark.parametrize(
    "concealed", ["1 2 3 m 456p 789s 1112z", "2z1z1z1z9s8s7s6p5p4p3m2m1m", "🀇🀈🀉456p789s🀀🀀🀀🀁", "123m456p789s1112z "]
)
def test_spellings_of_the_same_tiles(concealed: str) -> None:
    assert total({"concealed": concealed, "win": "🀁"}) == 15


def test_red_fives_where_the_game_has_them(tmp_path: Path) -> None:
    path = child(tmp_path, tiles={"0p": 1})
    red = {**WON, "concealed": "123m406p789s1112z"}
    assert total(red, path) == 15
    assert refusal(red)[0] == "bad_record"


# Declared sets.


@pytest.mark.parametrize("value", [None, 5, "123m", ["chow", "123m"]])
def test_a_declared_set_is_an_object(value: Any) -> None:
    bad({**CHOW, "melds": [value]}, "melds[0]", f"expected an object with type and tiles, got {written(value)}")


def meld(**fields: Any) -> Record:
    """A hand whose second declared set has these fields."""
    return {**KONG, "concealed": "789s1112z", "melds": [*KONG["melds"], {"type": "chow", "tiles": "456p", **fields}]}


@pytest.mark.parametrize("value", [None, 5, "", "Chow", "pair", "chows", [], {}])
def test_the_type_of_a_declared_set(value: Any) -> None:
    code, field, message = refusal(meld(type=value))
    assert (code, field) == ("bad_record", "melds[1].type")
    assert message.startswith(f"expected chow, pung or kong, got {written(value)}")


def test_a_misspelt_type_is_refused_with_the_nearest() -> None:
    message = 'expected chow, pung or kong, got "pong" (did you mean "pung"?)'
    bad(meld(type="pong"), "melds[1].type", message)


@pytest.mark.parametrize("value", [None, 5, ["4p", "5p", "6p"]])
def test_the_tiles_of_a_declared_set_are_text(value: Any) -> None:
    bad(meld(tiles=value), "melds[1].tiles", f'expected tiles as text such as "123m55z", got {written(value)}')


@pytest.mark.parametrize("field", ["concealed", "added"])
@pytest.mark.parametrize("value", TRUTH)
def test_the_marks_of_a_declared_set_are_true_or_false(field: str, value: Any) -> None:
    bad(meld(**{field: value}), f"melds[1].{field}", f"expected true or false, got {written(value)}")


@pytest.mark.parametrize("value", ["me", 5, True, "", "Left"])
def test_who_discarded_a_declared_set(value: Any) -> None:
    message = f"expected one of left, across, right, got {written(value)}"
    bad(meld(**{"from": value}), "melds[1].from", message)


def test_an_unknown_field_of_a_declared_set_is_refused_with_the_nearest() -> None:
    message = 'unknown field "form" of a declared set (did you mean "from"?)'
    bad(meld(form="left"), "melds[1].form", message)


@pytest.mark.parametrize(
    ("kind", "tiles", "message"),
    [
        ("chow", "", '"" is not a chow: expected three in a row of one suit'),
        ("chow", "12m", '"12m" is not a chow: expected three in a row of one suit'),
        ("chow", "1234m", '"1234m" is not a chow: expected three in a row of one suit'),
        ("chow", "124m", '"124m" is not a chow: expected three in a row of one suit'),
        ("chow", "12m3p", '"12m3p" is not a chow: expected three in a row of one suit'),
        ("chow", "891m", '"891m" is not a chow: expected three in a row of one suit'),
        ("chow", "8m9m1p", '"8m9m1p" is not a chow: expected three in a row of one suit'),
        ("chow", "123z", '"123z" is not a chow: expected three in a row of one suit'),
        ("chow", "111m", '"111m" is not a chow: expected three in a row of one suit'),
        ("chow", "JJJ", f'"JJJ" {ONLY_JOKERS}'),
        ("pung", "JJJ", f'"JJJ" {ONLY_JOKERS}'),
        ("kong", "JJJJ", f'"JJJJ" {ONLY_JOKERS}'),
        ("pung", "JJ", f'"JJ" {ONLY_JOKERS}'),
        ("pung", "5m6mJ", '"5m6mJ" is not a pung: expected three alike'),
        ("pung", "55mJJ", '"55mJJ" is not a pung: expected three alike'),
        ("kong", "55mJ", '"55mJ" is not a kong: expected four alike'),
        ("chow", "4mJ2m", '"4mJ2m" is not a chow: expected three in a row of one suit'),
        ("chow", "2m4mJ", '"2m4mJ" is not a chow: expected three in a row of one suit'),
        ("chow", "2mJ3m", '"2mJ3m" is not a chow: expected three in a row of one suit'),
        ("chow", "JJ2m", '"JJ2m" is not a chow: expected three in a row of one suit'),
        ("chow", "9mJJ", '"9mJJ" is not a chow: expected three in a row of one suit'),
        ("chow", "8m9mJ", '"8m9mJ" is not a chow: expected three in a row of one suit'),
        ("chow", "J1m2m", '"J1m2m" is not a chow: expected three in a row of one suit'),
        ("chow", "8mJ1p", '"8mJ1p" is not a chow: expected three in a row of one suit'),
        ("chow", "1zJ3z", '"1zJ3z" is not a chow: expected three in a row of one suit'),
        ("pung", "11m", '"11m" is not a pung: expected three alike'),
        ("pung", "112m", '"112m" is not a pung: expected three alike'),
        ("pung", "123m", '"123m" is not a pung: expected three alike'),
        ("pung", "1111m", '"1111m" is not a pung: expected three alike'),
        ("pung", "1m1p1s", '"1m1p1s" is not a pung: expected three alike'),
        ("kong", "111m", '"111m" is not a kong: expected four alike'),
        ("kong", "1112m", '"1112m" is not a kong: expected four alike'),
        ("kong", "11111m", '"11111m" is not a kong: expected four alike'),
        ("chow", "123", '"123" has no suit letter: expected m, p, s or z after the numbers'),
        ("pung", "888z", 'there is no tile "8z": z runs from 1z to 7z'),
        ("kong", "f1f2f3f4", "bonus tiles go in the field flowers, not among the tiles of the hand"),
    ],
)
def test_sets_that_are_none(kind: str, tiles: str, message: str) -> None:
    bad(meld(type=kind, tiles=tiles), "melds[1].tiles", message)


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        (
            {"concealed": True},
            "concealed",
            "a declared chow cannot be concealed: only a kong can (tiles kept in hand go in concealed)",
        ),
        (
            {"type": "pung", "tiles": "444p", "concealed": True},
            "concealed",
            "a declared pung cannot be concealed: only a kong can (tiles kept in hand go in concealed)",
        ),
        ({"added": True}, "added", "only a claimed pung can be promoted (added) to a kong"),
        (
            {"type": "pung", "tiles": "444p", "added": True},
            "added",
            "only a claimed pung can be promoted (added) to a kong",
        ),
        (
            {"type": "kong", "tiles": "4444p", "concealed": True, "added": True},
            "added",
            "only a claimed pung can be promoted (added) to a kong",
        ),
        (
            {"type": "kong", "tiles": "4444p", "concealed": True, "from": "left"},
            "from",
            "a concealed kong is claimed from nobody",
        ),
    ],
)
def test_marks_that_a_declared_set_cannot_have(fields: Record, field: str, message: str) -> None:
    bad(meld(**fields), f"melds[1].{field}", message)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tiles": "654p"},
        {"tiles": "4 5 6 p"},
        {"tiles": "🀜🀝🀞"},
        {"from": "left"},
        {"from": None},
        {"concealed": False, "added": False},
        {"type": "kong", "tiles": "4444p"},
        {"type": "kong", "tiles": "4444p", "added": True, "from": "right"},
        {"type": "kong", "tiles": "4444p", "concealed": True, "from": None},
    ],
)
def test_declared_sets_that_are_some(fields: Record) -> None:
    assert scored(meld(**fields))["valid"]


# Contradictions.

ROBBED_COPY = "robbing_kong: the other three copies are the robbed player's, and the hand holds another of this tile"
HEAVEN = "heaven: only East wins with the hand as dealt, and without a claimed set"
EARTH = "earth: only a player other than East, and without a claimed set"
REPLACED = "kong_replacement: the tile after a kong is drawn, by a player who has a kong"
TWO_KONGS = "kong_on_kong: two kongs, and the tile after the second one is drawn"
CLAIMED_COPY: Record = {
    "melds": [{"type": "chow", "tiles": "123m"}],
    "concealed": "13m789s11122z",
    "win": "2m",
}
CONTRADICTIONS: list[tuple[Record, list[str], str, str]] = [
    ({**LONE, "self_drawn": True}, ["robbing_kong"], "self_drawn", "robbing_kong: a robbed tile is not drawn"),
    (LONE, ["robbing_kong", "last_tile"], "flags", "robbing_kong: with last_tile: a kong needs a tile after it"),
    (
        LONE,
        ["robbing_kong", "kong_replacement"],
        "flags",
        "robbing_kong: with kong_replacement: the winning tile is either robbed or drawn",
    ),
    (WON, ["robbing_kong"], "flags", f"{ROBBED_COPY} (2z)"),
    (CLAIMED_COPY, ["robbing_kong"], "flags", f"{ROBBED_COPY} (2m)"),
    ({**WON, "self_drawn": True}, ["kong_replacement"], "flags", REPLACED),
    ({**CHOW, "self_drawn": True}, ["kong_replacement"], "flags", REPLACED),
    (KONG, ["kong_replacement"], "flags", REPLACED),
    (
        WON,
        ["last_of_kind"],
        "flags",
        "last_of_kind: the hand conceals another copy, which nobody can see, of this tile (2z)",
    ),
    ({**DEALT, "seat": "S"}, ["heaven"], "flags", HEAVEN),
    ({**DEALT, "seat": "N"}, ["heaven"], "flags", HEAVEN),
    (CHOW, ["heaven"], "flags", HEAVEN),
    (KONG, ["heaven"], "flags", HEAVEN),
    (WON, ["earth"], "flags", EARTH),
    ({**WON, "seat": "E"}, ["earth"], "flags", EARTH),
    ({**CHOW, "seat": "S"}, ["earth"], "flags", EARTH),
    ({**KONG, "seat": "W"}, ["earth"], "flags", EARTH),
    ({**KONG, "self_drawn": True}, ["kong_on_kong"], "flags", TWO_KONGS),
    ({**WON, "self_drawn": True}, ["kong_on_kong"], "flags", TWO_KONGS),
    (KONGS, ["kong_on_kong"], "flags", TWO_KONGS),
]


@pytest.mark.parametrize(("record", "flags", "field", "message"), CONTRADICTIONS)
def test_contradictions(record: Record, flags: list[str], field: str, message: str) -> None:
    assert refusal({**record, "flags": flags}) == ("contradiction", field, message)


@pytest.mark.parametrize(("record", "flags", "field", "message"), CONTRADICTIONS)
def test_without_the_flag_nothing_is_contradictory(record: Record, flags: list[str], field: str, message: str) -> None:
    assert scored({**record, "flags": []})["valid"]


@pytest.mark.parametrize("flags", [["robbing_kong", "kong_replacement"], ["kong_replacement", "robbing_kong"]])
@pytest.mark.parametrize("self_drawn", [True, False])
def test_robbed_and_replaced_at_once(flags: list[str], self_drawn: bool) -> None:
    assert refusal({**KONG, "self_drawn": self_drawn, "flags": flags})[0] == "contradiction"


@pytest.mark.parametrize(
    ("record", "flags"),
    [
        (LONE, ["robbing_kong"]),
        (LONE, ["last_tile"]),
        ({**LONE, "self_drawn": True}, ["last_tile"]),
        ({**KONG, "self_drawn": True}, ["kong_replacement"]),
        ({**HIDDEN_KONG, "self_drawn": True}, ["kong_replacement"]),
        ({**KONG, "self_drawn": True}, ["last_tile", "kong_replacement"]),
        (LONE, ["last_of_kind"]),
        ({**LONE, "self_drawn": True}, ["last_of_kind"]),
        (CLAIMED_COPY, ["last_of_kind"]),
        (DEALT, ["heaven"]),
        (WON, ["heaven"]),
        ({**WON, "self_drawn": True}, ["heaven"]),
        ({**HIDDEN_KONG, "self_drawn": True}, ["heaven"]),
        ({**WON, "seat": "S"}, ["earth"]),
        ({**WON, "seat": "N", "self_drawn": True}, ["earth"]),
        ({**HIDDEN_KONG, "seat": "W"}, ["earth"]),
        ({**KONGS, "self_drawn": True}, ["kong_on_kong"]),
        ({**KONGS, "self_drawn": True}, ["kong_on_kong", "kong_replacement", "last_tile"]),
        (WON, ["discard_after_kong"]),
        ({**WON, "self_drawn": True}, ["flower_replacement"]),
        (WON, ["standing_hand", "original_call", "original_hand", "fishing"]),
        (WON, ["fishing", "fishing"]),
    ],
)
def test_neighbours_of_contradictions(record: Record, flags: list[str]) -> None:
    assert scored({**record, "flags": flags})["valid"]


def test_a_flag_that_no_rule_reads_changes_nothing_and_is_told() -> None:
    plain = scored(WON, verbose=True)
    told = scored({**WON, "flags": ["standing_hand", "fishing"]}, verbose=True)
    assert told.pop("unread_flags") == ["fishing", "standing_hand"]
    assert plain.pop("unread_flags") == []
    assert told == plain


@pytest.mark.parametrize(
    ("melds", "concealed", "win", "shown"),
    [
        (["123m", "123m", "123m"], "23m44p", "1m", True),
        (["222z"], "456p789s1113m", "2z", None),
        (["111m", "234p"], "23m789s22z", "1m", True),
        (["123m", "123m"], "123p23m44p", "1m", False),
        (["123m", "123m"], "1m234567p", "1m", False),
        (["456m", "456m", "123p"], "56m22z", "4m", False),
    ],
)
def test_exposed_sets_may_show_the_last_of_a_kind(
    melds: list[str], concealed: str, win: str, shown: bool | None
) -> None:
    declared = [{"type": "pung" if item[0] == item[1] else "chow", "tiles": item} for item in melds]
    result = scored({"melds": declared, "concealed": concealed, "win": win})
    if shown is None:
        assert result["error"]["code"] == "not_winning"
        return
    ids = [item["id"] for item in result["items"]]
    assert ("last_of_its_kind" in ids) is shown


def test_the_last_of_a_kind_need_not_be_exposed_where_the_flag_says_so() -> None:
    gained = total({**LONE, "flags": ["last_of_kind"]}) - total(LONE)
    assert gained == 4


# Numbers of tiles.


@pytest.mark.parametrize(
    ("record", "have", "expected"),
    [
        ({}, 0, 14),
        ({"win": "1m"}, 1, 14),
        ({**WON, "concealed": "123m456p789s111z"}, 13, 14),
        ({**WON, "concealed": "123m456p789s11122z"}, 15, 14),
        ({**WON, "win": None}, 13, 14),
        ({**KONG, "concealed": "456p789s111z"}, 13, 14),
        ({**KONG, "concealed": "456p789s11122z"}, 15, 14),
        ({**KONGS, "concealed": "9s1112z"}, 12, 14),
        ({**KONGS, "concealed": "99s"}, 9, 14),
        ({**DEALT, "concealed": "123m456p789s1122z"}, 13, 14),
        ({**DEALT, "concealed": "123m456p789s111122z"}, 15, 14),
        ({**LOSER, "concealed": "123m456p789s111z"}, 12, 13),
        ({**LOSER, "concealed": "123m456p789s11122z"}, 14, 13),
        ({**LOSER, "melds": KONG["melds"], "concealed": "456p789s111z"}, 12, 13),
        ({"winner": False}, 0, 13),
    ],
)
def test_wrong_numbers_of_tiles(record: Record, have: int, expected: int) -> None:
    message = f"the hand has {have} tile{'' if have == 1 else 's'} (a kong counting three): expected {expected}"
    if have + 1 == expected and record.get("win") is None and record.get("winner", True):
        message += ", the winning tile among them"
    assert refusal(record) == ("wrong_tile_count", "concealed", message)


@pytest.mark.parametrize(
    "record",
    [WON, DEALT, KONG, HIDDEN_KONG, KONGS, LOSER, {**LOSER, "melds": KONG["melds"], "concealed": "456p789s1112z"}],
)
def test_right_numbers_of_tiles(record: Record) -> None:
    assert scored(record)["valid"]


def test_a_player_who_did_not_win() -> None:
    result = scored(LOSER)
    assert (result["total"], result["items"], result["minimum_met"]) == (0, [], False)
    assert "payments" not in result
    assert scored({**LOSER, "win": None}) == result
    bad({**LOSER, "win": "2z"}, "win", "a player who did not win has no winning tile: expected null")


def test_a_hand_as_dealt() -> None:
    result = scored({**DEALT, "win": None, "flags": ["heaven"]})
    assert result["total"] == 16
    assert result["payments"] == {"E": 72, "S": -24, "W": -24, "N": -24}
    assert result["reading"]["wait"] is None


@pytest.mark.parametrize("tiles", ["", "1m", "12345m", "123m456p789s11122z", "123456789m123456789p", "147m147m147m"])
def test_a_dead_hand_may_have_any_number_of_tiles_and_is_worth_nothing(tiles: str) -> None:
    result = scored({"concealed": tiles, "winner": False, "flags": ["dead_hand"]})
    assert (result["valid"], result["total"], result["items"]) == (True, 0, [])
    assert "payments" not in result


@pytest.mark.parametrize("record", [WON, DEALT, KONG, {**WON, "self_drawn": True, "flowers": 3}, {**WON, "win": "3z"}])
def test_a_dead_hand_is_worth_nothing_even_where_it_is_complete(record: Record) -> None:
    result = scored({**record, "flags": ["dead_hand"]})
    assert (result["valid"], result["total"], result["items"]) == (True, 0, [])
    assert result["minimum_met"] is False
    assert "payments" not in result


# Too many of a tile.


@pytest.mark.parametrize(
    ("record", "field", "tile"),
    [
        ({"concealed": "11111m456p789s22z", "win": "2z"}, "concealed", "1m"),
        ({"concealed": "1111m456p789s223z", "win": "1m"}, "win", "1m"),
        ({"concealed": "11111m456p789s222z"}, "concealed", "1m"),
        ({"concealed": "55555m456p789s22z", "winner": False}, "concealed", "5m"),
        ({**KONG, "concealed": "456p789s1115z", "win": "1z"}, "concealed", "5z"),
        ({**KONG, "win": "5z"}, "win", "5z"),
        ({**HIDDEN_KONG, "win": "5z"}, "win", "5z"),
        ({"melds": [{"type": "chow", "tiles": "123m"}] * 4, "concealed": "9p", "win": "1m"}, "win", "1m"),
    ],
)
def test_five_of_a_tile(record: Record, field: str, tile: str) -> None:
    assert refusal(record) == ("too_many_of_a_tile", field, f"5 of {tile}: the game has 4")


def test_the_same_kong_twice() -> None:
    code, _, message = refusal({**KONGS, "melds": KONG["melds"] * 2})
    assert (code, message) == ("too_many_of_a_tile", "8 of 5z: the game has 4")


def test_a_red_five_counts_as_a_five(tmp_path: Path) -> None:
    usual = "123456789mps1234567z"
    path = child(tmp_path, tiles={usual: None, "12346789mps1234567z": 4, "5ms": 4, "5p": 3, "0p": 1})
    fives = {"concealed": "0555p123m789s112z", "win": "1z"}
    assert refusal(fives, path)[0] == "not_winning"
    assert refusal({**fives, "win": "5p"}, path)[:2] == ("too_many_of_a_tile", "win")
    assert refusal({**fives, "concealed": "00p55p123m789s112z"}, path)[0] == "too_many_of_a_tile"


@pytest.mark.parametrize(
    ("concealed", "win", "north", "number"),
    [
        ("11m12p456p789p222z", "3p", 5, 5),
        ("44z12p456p789p222z", "3p", 3, 5),
        ("11m12p456p789p444z", "3p", 2, 5),
        ("11m123p456p789p44z", "4z", 2, 5),
        ("44z12p456p789p222z", "3p", 2, None),
        ("11m12p456p789p222z", "3p", 4, None),
    ],
)
def test_tiles_laid_aside_count_with_those_of_the_hand(
    concealed: str, win: str, north: int, number: int | None
) -> None:
    """For one hand and for many at once."""
    record = {"concealed": concealed, "win": win, "self_drawn": True, "seat": "S", "north": north}
    together = mjrules.load("riichi-sanma").batch().score([Hand.from_record(record)]).errors.get(0)
    if number is None:
        assert together is None
        assert total(record, "riichi-sanma")
    else:
        said = ("too_many_of_a_tile", "north", f"{number} of 4z: the game has 4")
        assert refusal(record, "riichi-sanma") == said
        assert together is not None
        assert (together.code, together.field, together.message) == said


@pytest.mark.parametrize("win", ["3z", "9m"])
def test_tiles_that_are_no_hand(win: str) -> None:
    message = "the tiles do not make a complete hand"
    assert refusal({**WON, "win": win}) == ("not_winning", "win", message)


def test_fourteen_tiles_as_dealt_that_are_no_hand() -> None:
    assert refusal({"concealed": "123m456p789s11123z"})[0] == "not_winning"


# The minimum.


def test_a_hand_below_the_minimum_is_scored() -> None:
    result = scored(LOW)
    assert (result["valid"], result["total"], result["minimum_met"]) == (True, 7, False)
    assert "payments" not in result


@pytest.mark.parametrize("how", ["record", "call", "both"])
def test_a_hand_below_the_minimum_is_refused_where_it_is_declared(how: str) -> None:
    record = LOW if how == "call" else {**LOW, "declared": True}
    wanted = ("below_minimum", "declared", "the hand is worth 7 towards the minimum of 8")
    assert refusal(record, declared=how != "record") == wanted


def test_flowers_do_not_help_towards_the_minimum() -> None:
    result = scored({**LOW, "flowers": 8})
    assert (result["total"], result["minimum_met"]) == (15, False)
    assert refusal({**LOW, "flowers": 8, "declared": True})[0] == "below_minimum"


@pytest.mark.parametrize("record", [WON, {**WON, "declared": True}, {**WON, "declared": False}])
def test_declaring_changes_nothing_where_the_minimum_is_met(record: Record) -> None:
    assert scored(record, declared=True) == scored(WON)


@pytest.mark.parametrize("minimum", [0, 8])
def test_who_did_not_win_declares_nothing(tmp_path: Path, minimum: int) -> None:
    path = child(tmp_path, scoring={"minimum": minimum}) if minimum != 8 else OFFICIAL
    assert total(LOSER, path, declared=True) == 0


# The order of the codes.

CODES = ["bad_record", "contradiction", "wrong_tile_count", "too_many_of_a_tile", "not_winning", "below_minimum"]
TILES: Mapping[tuple[str, ...], tuple[str, str]] = {
    (): (LOW["concealed"], LOW["win"]),
    ("wrong_tile_count",): ("2344m567p34567s", "4m"),
    ("too_many_of_a_tile",): ("234m567p2222234s", "5s"),
    ("not_winning",): ("2344m567p345678s", "9m"),
    ("wrong_tile_count", "too_many_of_a_tile"): ("22222m567p3456s", "4m"),
    ("wrong_tile_count", "not_winning"): ("2344m567p34567s", "9m"),
    ("too_many_of_a_tile", "not_winning"): ("2222m567p345678s", "2m"),
}
"""Tiles with these faults, and the winning tile."""


def faulty(codes: tuple[str, ...], field: str = "extra") -> Record:
    """A hand that has all these faults at once; any such hand is below the minimum."""
    concealed, win = TILES[tuple(code for code in codes if code in CODES[2:5])]
    record: Record = {"concealed": concealed, "win": win, "declared": True}
    if "contradiction" in codes:
        record.update(flags=["heaven"], seat="S")
    return {**record, field: "x"} if "bad_record" in codes else record


PAIRS = list(combinations(CODES, 2))


@pytest.mark.parametrize("codes", [*[(code,) for code in CODES], *PAIRS], ids="+".join)
def test_the_first_code_in_the_order_is_told(codes: tuple[str, ...]) -> None:
    assert refusal(faulty(codes))[0] == codes[0]


@pytest.mark.parametrize("codes", [pair for pair in PAIRS if pair[0] == "bad_record"])
def test_a_wrong_value_of_a_rulesets_own_field_is_told_first(tmp_path: Path, codes: tuple[str, ...]) -> None:
    path = child(tmp_path, fields={"streak": "wins in a row"})
    assert refusal(faulty(codes, "streak"), path)[:2] == ("bad_record", "streak")


@pytest.mark.parametrize("codes", [pair for pair in PAIRS if pair[0] == "bad_record"])
def test_a_number_of_flowers_where_a_rule_reads_which_is_told_first(own_flower: str, codes: tuple[str, ...]) -> None:
    record = {**faulty(codes[1:]), "flowers": 2}
    assert refusal(record, own_flower)[:2] == ("bad_record", "flowers")


# Fields and flags of a ruleset's own.


@pytest.fixture
def counting(tmp_path: Path) -> str:
    """A ruleset with a number field, a flag and a rule for each."""
    rules = {
        "in_a_row": {"fan": 5, "when": {"number": {"streak": "3+"}}, "source": "club"},
        "called_out": {"fan": 2, "when": {"flag": "shouted"}, "source": "club"},
    }
    return child(tmp_path, fields={"streak": "wins in a row"}, flags={"shouted": "said so aloud"}, rules=rules)


def test_a_field_of_a_rulesets_own(counting: str) -> None:
    assert [total({**WON, "streak": number}, counting) for number in (0, 2, 3, 13)] == [15, 15, 20, 20]
    assert refusal({**WON, "streak": 3})[0] == "bad_record"
    bad({**WON, "streek": 3}, "streek", 'unknown field "streek" (did you mean "streak"?)', counting)


@pytest.mark.parametrize("value", [None, True, "3", 3.0, -1, [], {}])
def test_a_field_of_a_rulesets_own_is_a_whole_number(counting: str, value: Any) -> None:
    bad({**WON, "streak": value}, "streak", f"expected a whole number, got {written(value)}", counting)


@pytest.fixture
def typed(tmp_path: Path) -> str:
    """A ruleset with a field of each type that is no number."""
    fields = {kind: {"type": kind, "about": f"a {kind}"} for kind in ("suit", "tile", "tiles")}
    fields["liable"] = {"type": "seat", "about": "who is liable"}
    rules = {
        "voided": {"fan": 5, "when": {"tiles": {"suit": 0}, "field": ["suit"]}, "source": "club"},
        "each_shown": {"fan": 1, "each": True, "when": {"field": ["tiles"]}, "source": "club"},
        "liable_south": {"fan": 3, "when": {"field": {"liable": "S"}}, "source": "club"},
        "shown_held": {"fan": 4, "when": {"tiles": {"tile": "1+"}}, "source": "club"},
    }
    return child(tmp_path, fields=fields, table={"seats": ["E", "S", "W"]}, rules=rules)


def test_fields_that_are_no_numbers(typed: str) -> None:
    plain = total(WON, typed)
    held = [suit for suit in "mps" if suit in WON["concealed"] + WON["win"]]
    for suit in "mps":
        assert total({**WON, "suit": suit}, typed) == plain + (0 if suit in held else 5)
    assert total({**WON, "tiles": ["1m", "1m", "5z"]}, typed) == total({**WON, "tiles": "11m5z"}, typed) == plain + 3
    assert total({**WON, "tiles": []}, typed) == plain
    assert [total({**WON, "liable": seat}, typed) for seat in "ES"] == [plain, plain + 3]
    assert total({**WON, "tile": WON["win"]}, typed) == plain + 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("suit", "z", 'expected a suit, one of m, p, s, got "z"'),
        ("suit", None, "expected a suit, one of m, p, s, got null"),
        ("suit", ["m"], 'expected a suit, one of m, p, s, got ["m"]'),
        ("liable", "e", 'expected a seat, one of E, S, W, N, got "e"'),
        ("liable", "N", "there is no seat N: E, S, W"),
        ("tile", "5m5m", 'expected a tile such as "5m", got "5m5m"'),
        ("tile", "", 'expected a tile such as "5m", got ""'),
        ("tile", ["5m"], 'expected a tile such as "5m", got ["5m"]'),
        ("tile", "5x", '"5x" is not a tile: expected numbers followed by m, p, s or z, f1-f4, s1-s4, a1-a4 or J'),
        ("tile", "J", "this game has no J"),
        ("tiles", 5, 'expected tiles such as ["1m", "5z"], got 5'),
        ("tiles", ["1m", 5], 'expected tiles such as ["1m", "5z"], got ["1m", 5]'),
        ("tiles", ["1m5z"], 'expected tiles such as ["1m", "5z"], got ["1m5z"]'),
        ("tiles", {"1m": 2}, 'expected tiles such as ["1m", "5z"], got {"1m": 2}'),
        ("tiles", ["1m", "0p"], "this game has no 0p"),
        ("tiles", "1" * 201 + "m", "more than 200 tiles"),
        ("suit", {"deep": [[]]}, 'expected a suit, one of m, p, s, got {"deep": [[]]}'),
    ],
)
def test_a_field_has_a_value_of_its_type(typed: str, name: str, value: Any, said: str) -> None:
    bad({**WON, name: value}, name, said, typed)


def test_fields_stand_in_hand_texts_and_are_printed(typed: str) -> None:
    ruleset = mjrules.load(typed)
    record = {**WON, "suit": "m", "liable": "S", "tiles": ["1m", "5z"]}
    hand = mjrules.Hand.from_record({name: value for name, value in record.items() if name != "ruleset"})
    assert hand.to_record()["tiles"] == ["1m", "5z"]
    assert "suit=m liable=S tiles=1m5z" in hand.to_text()
    again = ruleset.parse(hand.to_text())
    assert ruleset.score(again).total == ruleset.score(hand).total
    assert "\nFields suit=m, liable=S, tiles=1m5z\n" in str(ruleset.score(hand))


def test_a_flag_of_a_rulesets_own(counting: str) -> None:
    assert total({**WON, "flags": ["shouted"]}, counting) == 17
    assert refusal({**WON, "flags": ["shouted"]})[:2] == ("bad_record", "flags")
    bad({**WON, "flags": ["shuted"]}, "flags", 'unknown flag "shuted" (did you mean "shouted"?)', counting)


def test_a_seat_that_a_game_of_three_has_not(tmp_path: Path) -> None:
    path = child(tmp_path, table={"seats": ["E", "S", "W"]})
    bad({**WON, "seat": "N"}, "seat", "there is no seat N: E, S, W", path)
    assert total({**WON, "seat": "W", "round": "N"}, path) > 0


# Rulesets and options.

TWO_KONGS_HELD: Record = {
    "melds": [{"type": "kong", "tiles": tiles, "concealed": True} for tiles in ("1111m", "9999p")],
    "concealed": "234s567m5s",
    "win": "5s",
    "self_drawn": True,
}
"""13 fan, 15 where two concealed kongs are worth 8."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "own", "expected"),
    [
        (None, None, 13),
        ({"two_concealed_kongs": 8}, None, 15),
        ({"two_concealed_kongs": "8"}, None, 15),
        (None, {"two_concealed_kongs": 8}, 15),
        (None, {"two_concealed_kongs": "8"}, 15),
        ({"two_concealed_kongs": 8}, {"two_concealed_kongs": 6}, 13),
        ({"two_concealed_kongs": 8}, {"mixed_kongs": "none"}, 15),
        ({"wmo2006": True}, None, 15),
        ({"wmo2006": "true"}, None, 15),
        ({"wmo2006": False}, None, 13),
        (None, {"wmo2006": True}, 15),
        (None, {"wmo2006": False}, 13),
        ({"wmo2006": True}, {"two_concealed_kongs": 6}, 13),
        ({"two_concealed_kongs": 6}, {"wmo2006": True}, 15),
        (None, {"two_concealed_kongs": 6, "wmo2006": True}, 13),
        (None, {"wmo2006": True, "two_concealed_kongs": 6}, 13),
        (None, {"wmo2006": True, "kongs_1998": True}, 15),
    ],
)
def test_options_and_presets_and_the_records_own(chosen: Record | None, own: Record | None, expected: int) -> None:
    record = TWO_KONGS_HELD if own is None else {**TWO_KONGS_HELD, "options": own}
    assert total(record, options=chosen) == expected


def test_a_records_own_ruleset() -> None:
    edition = {**TWO_KONGS_HELD, "ruleset": "chinese-official/wmo2006"}
    records = [TWO_KONGS_HELD, edition, {**edition, "options": {"two_concealed_kongs": 6}}, TWO_KONGS_HELD]
    results = list(score_records(records, OFFICIAL))
    assert [(result["ruleset"], result["total"]) for result in results] == [
        (OFFICIAL, 13),
        ("chinese-official/wmo2006", 15),
        ("chinese-official/wmo2006", 13),
        (OFFICIAL, 13),
    ]


def test_a_choice_that_cannot_be_used_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Counter[str]()

    def noted(name: str, *args: Any, **how: Any) -> Any:
        looked[name] += 1
        return mjrules.load(name, *args, **how)

    monkeypatch.setattr(records, "load", noted)
    lost, wrong = {**WON, "ruleset": "nowhere"}, {**WON, "ruleset": "riichi", "options": {"open_tanya": "closed"}}
    other = {**wrong, "options": {"open_tanyao": "opened"}}
    results = list(score_records([lost, wrong, other] * 3, OFFICIAL))
    assert looked == {OFFICIAL: 1, "nowhere": 1, "riichi": 2}
    assert results == results[:3] * 3
    assert [result["error"]["field"] for result in results[:3]] == [
        "ruleset",
        "options.open_tanya",
        "options.open_tanyao",
    ]


def test_null_is_no_ruleset_of_its_own() -> None:
    assert total({**WON, "ruleset": None}) == 15


def test_records_that_name_their_rulesets_need_no_other() -> None:
    results = list(score_records([{**WON, "ruleset": OFFICIAL}, WON]))
    assert results[0]["total"] == 15
    assert (results[1]["error"]["code"], results[1]["error"]["field"]) == ("bad_record", "ruleset")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("chinese-offical", OFFICIAL),
        ("Chinese-Official", OFFICIAL),
        ("chinese-official/wmo2007", "chinese-official/wmo2006"),
        ("chinese_official", OFFICIAL),
    ],
)
def test_an_unknown_ruleset_is_refused_with_the_nearest(name: str, nearest: str) -> None:
    code, field, message = refusal({**WON, "ruleset": name})
    assert (code, field) == ("bad_record", "ruleset")
    assert message.startswith(f'unknown ruleset "{name}" (did you mean "{nearest}"?)')


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "zzz",
        "../root",
        "./none.yaml",
        "none.yml",
        "/",
        ".",
        "..",
        "a\0b",
        "./a\0b.yaml",
        "x" * 5000,
        "./" + "x" * 5000 + ".yaml",
        "~nobody-here/x.yaml",
        "~",
    ],
    ids=lambda name: repr(name[:12]),
)
def test_names_of_no_ruleset_refuse_the_line_and_no_other(name: str) -> None:
    results = list(score_records([WON, {**WON, "ruleset": name}, WON], OFFICIAL))
    assert [result["valid"] for result in results] == [True, False, True]
    assert (results[1]["error"]["code"], results[1]["error"]["field"]) == ("bad_record", "ruleset")


def test_a_ruleset_that_scores_nothing_refuses_the_line_and_no_other() -> None:
    results = list(score_records([WON, {**WON, "ruleset": "root"}, WON], OFFICIAL))
    assert [result["valid"] for result in results] == [True, False, True]
    message = 'the ruleset "root" has no scoring: it is a base for others'
    assert results[1]["error"] == {"code": "bad_record", "message": message, "field": "ruleset"}


def test_a_broken_ruleset_file_refuses_the_line_and_no_other(tmp_path: Path) -> None:
    path = child(tmp_path, scoring={"minimum": "six"})
    results = list(score_records([WON, {**WON, "ruleset": path}, WON], OFFICIAL))
    assert [result["valid"] for result in results] == [True, False, True]
    assert (results[1]["error"]["code"], results[1]["error"]["field"]) == ("bad_record", "ruleset")


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        (
            {"two_concealed_kong": 8},
            "options.two_concealed_kong",
            'unknown option "two_concealed_kong" (did you mean "two_concealed_kongs"?)',
        ),
        ({"wmo2007": True}, "options.wmo2007", 'unknown option "wmo2007" (did you mean "wmo2006"?)'),
        (
            {"two_concealed_kongs": 7},
            "options.two_concealed_kongs",
            'option two_concealed_kongs has no value "7" (known: 6, 8)',
        ),
        (
            {"two_concealed_kongs": None},
            "options.two_concealed_kongs",
            'option two_concealed_kongs has no value "none" (known: 6, 8)',
        ),
        (
            {"two_concealed_kongs": True},
            "options.two_concealed_kongs",
            'option two_concealed_kongs has no value "true" (known: 6, 8)',
        ),
        ({"use_twice": "yes"}, "options.use_twice", 'option use_twice has no value "yes" (known: false, true)'),
        ({"wmo2006": "yes"}, "options.wmo2006", 'preset wmo2006 is switched on by true, not by "yes"'),
        ({"wmo2006": 1}, "options.wmo2006", 'preset wmo2006 is switched on by true, not by "1"'),
    ],
)
def test_unknown_options_and_values(options: Record, field: str, message: str) -> None:
    bad({**WON, "options": options}, field, message)


@pytest.mark.parametrize("value", [None, "none"])
def test_null_and_none_are_the_same_option_value(value: str | None) -> None:
    assert total(KONGS) - total({**KONGS, "options": {"mixed_kongs": value}}) == 5 - (2 + 1)


@pytest.mark.parametrize("name", ["nonsense", "root", "./none.yaml"])
def test_a_chosen_ruleset_that_cannot_be_used_is_an_error_of_the_caller(name: str) -> None:
    with pytest.raises(RulesetError):
        list(score_records([WON], name))


def test_a_chosen_option_that_cannot_be_used_is_an_error_of_the_caller() -> None:
    with pytest.raises(RulesetError, match=r'option use_twice has no value "5" \(known: false, true\)'):
        list(score_records([WON], OFFICIAL, {"use_twice": 5}))


# Many records.


def test_results_come_in_order_and_bad_lines_do_not_stop_them() -> None:
    records = [
        {**WON, "id": "a"},
        {**WON, "id": "b", "win": "9m"},
        5,
        {"id": "d"},
        {**LOW, "id": "e"},
        {**KONG, "id": ""},
    ]
    results = list(score_records(records, OFFICIAL))
    assert [result["id"] for result in results] == ["a", "b", None, "d", "e", ""]
    assert [result["valid"] for result in results] == [True, False, False, False, True, True]


def test_records_are_scored_as_they_come() -> None:
    asked: list[int] = []

    def endless() -> Iterator[Record]:
        for number in range(1_000_000):
            asked.append(number)
            yield {**WON, "id": str(number)}

    results = score_records(endless(), OFFICIAL)
    assert [next(results)["id"], next(results)["id"]] == ["0", "1"]
    assert len(asked) <= 2


@pytest.mark.parametrize("id", ["x", "", "漢字", "a\nb", "\u2028", "x" * 1000])
@pytest.mark.parametrize("record", [WON, {"win": "9z"}, {"flags": 5}, {"ruleset": "none"}])
def test_ids_are_echoed(id: str, record: Record) -> None:
    assert scored({**record, "id": id})["id"] == id


def test_no_id_is_null() -> None:
    assert scored(WON)["id"] is None
    assert scored({})["id"] is None


def test_records_are_left_as_they_were() -> None:
    record = {
        **KONGS,
        "self_drawn": True,
        "flags": ["kong_on_kong"],
        "options": {"wmo2006": True},
        "flowers": ["s1", "f2"],
    }
    before = copy.deepcopy(record)
    assert scored(record, verbose=True) == scored(record, verbose=True)
    assert record == before


def test_only_other_records_see_other_options() -> None:
    records = [TWO_KONGS_HELD, {**TWO_KONGS_HELD, "options": {"two_concealed_kongs": 8}}, TWO_KONGS_HELD]
    assert [result["total"] for result in score_records(records, OFFICIAL)] == [13, 15, 13]


# Score records.

FULL: Record = {
    "id": "full",
    "melds": [{"type": "chow", "tiles": "123m", "from": "left"}, {"type": "kong", "tiles": "5555p", "concealed": True}],
    "concealed": "789p4568s",
    "win": "8s",
    "seat": "N",
    "round": "W",
    "from": "left",
    "flowers": ["f1", "s3"],
    "flags": ["last_tile"],
}


def test_a_whole_score_record() -> None:
    result = scored(FULL)
    ruleset = mjrules.load(OFFICIAL)
    items = result.pop("items")
    assert result == {
        "id": "full",
        "ruleset": OFFICIAL,
        "edition": ruleset.edition,
        "hash": ruleset.hash,
        "valid": True,
        "total": 22,
        "minimum_met": True,
        "reading": {
            "shape": "standard",
            "sets": [
                {"type": "chow", "tiles": "123m", "declared": True, "concealed": False, "completed": False},
                {"type": "chow", "tiles": "789p", "declared": False, "concealed": True, "completed": False},
                {"type": "chow", "tiles": "456s", "declared": False, "concealed": True, "completed": False},
                {"type": "kong", "tiles": "5555p", "declared": True, "concealed": True, "completed": False},
                {"type": "pair", "tiles": "88s", "declared": False, "concealed": False, "completed": True},
            ],
            "wait": "single",
        },
        "payments": {"E": -8, "S": -8, "W": -30, "N": 46},
    }
    assert [(item["id"], item["count"], item["each"], item["value"], item["tiles"]) for item in items] == [
        ("mixed_straight", 1, 8, 8, ["123m 789p 456s"]),
        ("last_tile_claim", 1, 8, 8, []),
        ("concealed_kong", 1, 2, 2, items[2]["tiles"]),
        ("no_honors", 1, 1, 1, []),
        ("single_wait", 1, 1, 1, []),
        ("flower_tiles", 2, 1, 2, []),
    ]


def test_one_item() -> None:
    (item,) = [item for item in scored(FULL)["items"] if item["id"] == "mixed_straight"]
    source = item.pop("source")
    assert item == {
        "id": "mixed_straight",
        "name": "Mixed Straight",
        "number": "39",
        "count": 1,
        "each": 8,
        "value": 8,
        "unit": "fan",
        "tiles": ["123m 789p 456s"],
    }
    assert source.startswith("book-1998 no. 39")


SCORED = [WON, LONE, LOW, DEALT, LOSER, KONG, HIDDEN_KONG, KONGS, CHOW, FULL, TWO_KONGS_HELD]


@pytest.mark.parametrize("record", SCORED)
def test_types_of_a_score_record(record: Record) -> None:
    result = scored(record)
    assert isinstance(result["total"], int)
    assert isinstance(result["minimum_met"], bool)
    assert isinstance(result["reading"], dict)
    assert len(result["hash"]) == 64
    assert set(result["hash"]) <= set("0123456789abcdef")
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert "not_counted" not in result


@pytest.mark.parametrize("record", SCORED)
def test_types_of_items(record: Record) -> None:
    items = scored(record)["items"]
    for item in items:
        assert list(item) == ["id", "name", "number", "count", "each", "value", "unit", "tiles", "source"]
        assert all(isinstance(item[key], str) and item[key] for key in ("id", "name", "unit", "source"))
        assert item["number"] is None or isinstance(item["number"], str)
        assert all(type(item[key]) is int for key in ("count", "each", "value"))
        assert item["value"] == item["count"] * item["each"] > 0
        assert isinstance(item["tiles"], list)
        assert all(isinstance(tiles, str) and tiles for tiles in item["tiles"])
    assert len({item["id"] for item in items}) == len(items)
    assert sum(item["value"] for item in items) == scored(record)["total"]


@pytest.mark.parametrize(
    ("record", "payments"),
    [
        (WON, None),
        ({**WON, "from": "left"}, {"E": 39, "S": -8, "W": -8, "N": -23}),
        ({**WON, "from": "right"}, {"E": 39, "S": -23, "W": -8, "N": -8}),
        ({**WON, "from": "across"}, {"E": 39, "S": -8, "W": -23, "N": -8}),
        ({**WON, "seat": "S", "from": "left"}, {"E": -21, "S": 37, "W": -8, "N": -8}),
        ({**WON, "self_drawn": True}, {"E": 75, "S": -25, "W": -25, "N": -25}),
        (DEALT, {"E": 72, "S": -24, "W": -24, "N": -24}),
        ({**LOW, "from": "left"}, None),
        ({**LOW, "from": "left", "flowers": 8}, None),
        (LOSER, None),
    ],
)
def test_payments_are_there_where_the_record_says_enough(record: Record, payments: Record | None) -> None:
    assert scored(record).get("payments") == payments


def test_what_was_not_counted_is_told_only_when_asked() -> None:
    result = scored(LOW, verbose=True)
    assert {key: value for key, value in result.items() if key in scored(LOW)} == scored(LOW)
    entries = {entry["id"]: entry for entry in result["not_counted"]}
    assert entries["no_honors"]["because"] == "excluded"
    assert set(entries["no_honors"]["by"]) == {"all_simples", "all_chows"}
    for entry in result["not_counted"]:
        assert {"id", "because", "by"} <= set(entry)
        assert entry["because"] in ("excluded", "limit", "policy", "near_miss")
        assert isinstance(entry["by"], list)


# Python.


@pytest.mark.parametrize(
    ("record", "code", "field"),
    [
        ({"win": 5}, "bad_record", "win"),
        ({"melds": [{"type": "chow", "tiles": "124m"}]}, "bad_record", "melds[0].tiles"),
        ({"flags": 1}, "bad_record", "flags"),
    ],
)
def test_a_hand_that_is_none_raises(record: Record, code: str, field: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand.from_record(record)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert str(caught.value) == caught.value.message


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({**WON, "extra": 1}, "bad_record"),
        ({**WON, "flags": ["heaven"], "seat": "S"}, "contradiction"),
        ({**WON, "concealed": "1m"}, "wrong_tile_count"),
        ({**KONG, "win": "5z"}, "too_many_of_a_tile"),
        ({**WON, "win": "9m"}, "not_winning"),
        ({**LOW, "declared": True}, "below_minimum"),
    ],
)
def test_a_hand_that_scores_nothing_raises(record: Record, code: str) -> None:
    ruleset = mjrules.load(OFFICIAL)
    with pytest.raises(HandError) as caught:
        ruleset.score(Hand.from_record(record))
    assert caught.value.code == code


def test_the_ruleset_and_options_of_a_record_are_for_those_who_load_rulesets() -> None:
    hand = Hand.from_record({**WON, "ruleset": "nonsense", "options": {"x": 1}, "id": "x", "expect": {}, "about": 5})
    score = mjrules.load(OFFICIAL).score(hand)
    assert (score.total, score.minimum_met, len(score.items)) == (15, True, 5)
