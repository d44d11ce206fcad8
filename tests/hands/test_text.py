"""Hand text, as people type it: every form, what is assumed, and what is said where it cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError
from mjrules.cli import main

OFFICIAL = mjrules.load("chinese-official")
ROOT = mjrules.load("root")


def record(text: str) -> dict[str, Any]:
    """The record of a hand text, without the fields that say nothing."""
    full = OFFICIAL.parse(text).to_record()
    usual = {"melds": [], "winner": True, "flowers": [], "flags": [], "declared": False, "seat": "E", "round": "E"}
    return {key: value for key, value in full.items() if usual.get(key) != value}


MARKS = "put + before a winning tile that was claimed, ! before one that was drawn"


def refusal(text: str) -> tuple[str, str]:
    """The field and message with which a hand text is refused, read and scored by Chinese Official."""
    with pytest.raises(HandError) as caught:
        OFFICIAL.score(OFFICIAL.parse(text))
    assert caught.value.code == "bad_record"
    return caught.value.field, caught.value.message


# Every form.

WON = {"concealed": "123m456p789s1112z", "win": "2z", "self_drawn": False}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p789s1112z +2z", {}),
        ("123m456p789s1112z !2z", {"self_drawn": True}),
        ("123m 456p 789s 111z 2z + 2z", {}),
        ("1 2 3m 45 6p 7 8 9s 1 1 1 2z +2z", {}),
        ("123 m 456 p 789 s 1112 z + 2 z", {}),
        ("1 2 3 m 4 5 6 p 7 8 9 s 1 1 1 2 z +2z", {}),
        ("  123m456p789s1112z+2z  ", {}),
        ("\t123m\n456p789s1112z !\t2z\n", {"self_drawn": True}),
        ("2z 111z 789s 456p 321m +2z", {}),
        ("1m2m3m 4p5p6p 7s8s9s 1z1z1z2z +2z", {}),
        ("🀇🀈🀉 🀜🀝🀞 🀖🀗🀘 🀀🀀🀀🀁 +🀁", {}),
        ("🀇🀈🀉456p789s🀀🀀🀀2z +🀁", {}),
        ("123m456p789s1112z +2z seat=S", {"seat": "S"}),
        ("123m456p789s1112z +2z round=N seat=W", {"seat": "W", "round": "N"}),
        ("seat=W round=N 123m456p789s1112z +2z", {"seat": "W", "round": "N"}),
        ("123m456p seat=S 789s1112z +2z", {"seat": "S"}),
        ("123m456p789s1112z seat=S +2z", {"seat": "S"}),
        ("123m456p789s1112z +2z from=left", {"from": "left"}),
        ("123m456p789s1112z +2z from=across", {"from": "across"}),
        ("123m456p789s1112z +2z from=right", {"from": "right"}),
        ("123m456p789s1112z +2z last_tile", {"flags": ["last_tile"]}),
        ("last_tile 123m456p789s1112z +2z", {"flags": ["last_tile"]}),
        ("123m456p789s1112z last_tile +2z fishing", {"flags": ["fishing", "last_tile"]}),
        ("123m456p789s1112z +2z fishing fishing", {"flags": ["fishing"]}),
        ("123m456p789s1112z +2z declared", {"declared": True}),
        ("123m456p789s1112z +2z declared=true", {"declared": True}),
        ("123m456p789s1112z +2z flowers=2", {"flowers": 2}),
        ("123m456p789s1112z +2z flowers=0", {}),
        ("123m456p789s1112z +2z flowers=f1", {"flowers": ["f1"]}),
        ("123m456p789s1112z +2z flowers=f1s3", {"flowers": ["f1", "s3"]}),
        ("123m456p789s1112z +2z flowers=s31f2", {"flowers": ["f2", "s1", "s3"]}),
        ("123m456p789s1112z +2z flowers=🀢🀨", {"flowers": ["f1", "s3"]}),
    ],
)
def test_a_hand_without_declared_sets(text: str, expected: dict[str, Any]) -> None:
    assert record(text) == {**WON, **expected}


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("(123m)", [("chow", "123m", False)]),
        ("( 1 2 3 m )", [("chow", "123m", False)]),
        ("(312m)", [("chow", "123m", False)]),
        ("(1m2m3m)", [("chow", "123m", False)]),
        ("(🀇🀈🀉)", [("chow", "123m", False)]),
        ("(555z)", [("pung", "555z", False)]),
        ("(5555z)", [("kong", "5555z", False)]),
        ("[5555z]", [("kong", "5555z", True)]),
        ("[5z 5z 5z 5z]", [("kong", "5555z", True)]),
        ("[ 55 55z ]", [("kong", "5555z", True)]),
        ("(555z)[1111z](789s)", [("pung", "555z", False), ("kong", "1111z", True), ("chow", "789s", False)]),
        ("[1111z] (789s)", [("kong", "1111z", True), ("chow", "789s", False)]),
        ("(white white white)", [("pung", "555z", False)]),
        ("(White Dragon white 5z)", [("pung", "555z", False)]),
        ("(3 bamboo 4 bamboo 5 bamboo)", [("chow", "345s", False)]),
        ("[red dragon Red Dragon RED red]", [("kong", "7777z", True)]),
    ],
)
def test_declared_sets(text: str, melds: list[tuple[str, str, bool]]) -> None:
    rest = ["234m", "567m", "345p", "66p7p"][len(melds) - 1 :]
    for whole in (f"{text} {' '.join(rest)} +7p", f"{' '.join(rest)} {text} +7p", f"{' '.join(rest)} +7p {text}"):
        hand = OFFICIAL.parse(whole).to_record()
        assert [(meld["type"], meld["tiles"], meld["concealed"]) for meld in hand["melds"]] == melds
        assert hand["win"] == "7p"


@pytest.mark.parametrize("given", [None, 5, b"123m", ["123m"], {}])
def test_what_is_no_text_is_refused(given: Any) -> None:
    for read in (Hand.parse, mjrules.load("hong-kong").parse):
        with pytest.raises(HandError, match=r"^expected a hand text, got "):
            read(given)


def test_sets_may_stand_directly_beside_tiles() -> None:
    assert record("123m(789s)22z[1111z]45p+6p") == record("(789s) [1111z] 123m 45p 22z +6p")


def test_the_hand_of_the_documentation() -> None:
    assert record("(789s) [1111z] 2345688p +7p seat=S round=E from=left last_of_kind flowers=f1s3") == {
        "melds": [
            {"type": "chow", "tiles": "789s", "concealed": False},
            {"type": "kong", "tiles": "1111z", "concealed": True},
        ],
        "concealed": "2345688p",
        "win": "7p",
        "self_drawn": False,
        "seat": "S",
        "from": "left",
        "flags": ["last_of_kind"],
        "flowers": ["f1", "s3"],
    }


# How the hand ended.


@pytest.mark.parametrize(
    ("text", "winner", "win", "self_drawn", "flags"),
    [
        ("123m456p789s1112z +2z", True, "2z", False, []),
        ("123m456p789s1112z !2z", True, "2z", True, []),
        ("123m456p789s1112z", False, None, False, []),
        ("(123m) 456p789s1112z", False, None, False, []),
        ("[5555z] (123m) 789s1112z", False, None, False, []),
        ("123m456p789s11122z", True, None, True, ["heaven"]),
        ("123m456p789s11122z heaven", True, None, True, ["heaven"]),
        ("[5555z] 456p789s11122z", True, None, True, ["heaven"]),
    ],
)
def test_marks_and_numbers_of_tiles(
    text: str, winner: bool, win: str | None, self_drawn: bool, flags: list[str]
) -> None:
    hand = OFFICIAL.parse(text).to_record()
    assert (hand["winner"], hand["win"], hand["self_drawn"], hand["flags"]) == (winner, win, self_drawn, flags)


UNMARKED = (
    "no tile is marked as the winning one: put + (claimed) or ! (drawn) before it; "
    "only East wins with the hand as dealt"
)


@pytest.mark.parametrize(
    "text",
    ["(123m) 456p789s11122z", "(5555z) 456p789s11122z", "123m456p789s11122z seat=S", "[5555z] 456p789s11122z seat=N"],
)
def test_a_hand_without_a_mark_that_cannot_be_as_dealt(text: str) -> None:
    assert refusal(text) == ("win", UNMARKED)


@pytest.mark.parametrize("text", ["(123m) 456p789s11122z heaven", "123m456p789s11122z seat=S heaven"])
def test_a_hand_as_dealt_is_easts_and_nothing_was_claimed(text: str) -> None:
    with pytest.raises(HandError) as caught:
        OFFICIAL.score(OFFICIAL.parse(text))
    assert (caught.value.code, caught.value.field) == ("contradiction", "flags")


@pytest.mark.parametrize("tiles", ["", "1m", "12m", "123m456p789s1112z", "123m456p789s11122z", "123m456p789s111222z"])
@pytest.mark.parametrize("seat", ["E", "S"])
def test_a_dead_hand_did_not_win_however_many_tiles_it_has(tiles: str, seat: str) -> None:
    hand = OFFICIAL.parse(f"{tiles} dead_hand seat={seat}")
    assert not hand.winner
    assert OFFICIAL.score(hand).total == 0


@pytest.mark.parametrize(
    ("text", "have"),
    [
        ("123m456p789s111z", 12),
        ("123m456p789s111222z", 15),
        ("123m456p789s111z +2z", 13),
        ("123m456p789s11122z +2z", 15),
        ("1m", 1),
        ("(123m) 456p", 6),
    ],
)
def test_wrong_numbers_of_tiles(text: str, have: int) -> None:
    with pytest.raises(HandError) as caught:
        OFFICIAL.score(OFFICIAL.parse(text))
    assert caught.value.code == "wrong_tile_count"
    assert caught.value.message.startswith(f"the hand has {have} tile{'' if have == 1 else 's'} (")


# Words.


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("red dragon Red red chung 345s 345s 78p 9p 9p +6p", "77z77z345s345s78p99p +6p"),
        ("3 bamboo 4 bamboo 5 Bamboos 456m 777p 1122z +1z", "345s456m777p1122z +1z"),
        ("3 circles 4 circles 5 circle 3 dots 4 dot 5p 1122z 99m +9m", "345345p1122z99m +9m"),
        ("1 character 2 characters 3 wan 4 crack 5 cracks 6m 77m 789s 5z +white dragon", "12345677m789s5z +5z"),
        ("east East EAST 123m 456m 789m south ! south wind", "111z123456789m2z !2z"),
        ("123m 456p 789s 111z 2z +South", "123m456p789s1112z +2z"),
        ("123m 456p 789s 111z 2z +  south   wind", "123m456p789s1112z +2z"),
        ("123m 456p 789s 111z 2z + South last_tile", "123m456p789s1112z +2z last_tile"),
        (
            "123m 456p 789s 111z last_tile south + south declared seat=S",
            "123m456p789s1112z +2z last_tile declared seat=S",
        ),
        ("123m 456p 78s 111z 22z +9 bamboo fishing", "123m456p78s11122z +9s fishing"),
        ("123m 456p 78s 111z 22z !9 bamboo", "123m456p78s11122z !9s"),
        ("(east east east) [red red red red] 4 dots 5p 6 circles 789s 2z +2z", "(111z) [7777z] 456p 789s 2z +2z"),
        ("Dong dong Ton 123m456p789s Nan +nan", "111z123m456p789s2z +2z"),
        ("po Haku soap 123m456p789s fat +hatu", "555z123m456p789s6z +6z"),
        ("peacock 2s3s sparrow 23s 456p 789m gate +The Gate", "123123s456p789m8s +8s"),
    ],
)
def test_words_for_tiles(text: str, same: str) -> None:
    assert OFFICIAL.parse(text) == OFFICIAL.parse(same)


@pytest.mark.parametrize(("word", "meanings"), [("Moon", ["1p", "s4"]), ("moon", ["1p", "s4"]), ("MOON", ["1p", "s4"])])
def test_a_word_of_two_meanings_is_refused_naming_both(word: str, meanings: list[str]) -> None:
    for text, field in ((f"123m456p789s111z {word} +2z", "concealed"), (f"123m456p789s1112z +{word}", "win")):
        where, message = refusal(text)
        assert where == field
        assert message.startswith(f'"{word}" has several meanings: {meanings[0]} (')
        assert f" or {meanings[1]} (" in message


@pytest.mark.parametrize("word", ["Moon", "Bamboo", "Plum"])
def test_the_root_takes_no_side_between_meanings(word: str) -> None:
    with pytest.raises(HandError, match=f'^"{word}" has several meanings: '):
        ROOT.parse(f"123m456p789s111z {word} +2z")


@pytest.mark.parametrize("word", ["circles", "dots", "Characters", "wan"])
def test_a_suit_needs_its_number(word: str) -> None:
    message = f'"{word}" is a suit: expected a number before it, as in "3 {word}"'
    assert refusal(f"123m456p789s111z {word} +2z") == ("concealed", message)
    assert refusal(f"123m456p789s1112z +{word}") == ("win", message)


def test_words_belong_to_a_ruleset() -> None:
    with pytest.raises(HandError) as caught:
        OFFICIAL.score(Hand.parse("123m456p789s111z south +2z"))
    assert caught.value.message.startswith('unknown flag "south"')


# What cannot be read.

CLOSED = "is not closed: declared sets go in (…), concealed kongs in […]"
SETS = "three in a row, three alike or four alike"


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("(123m 456p789s1112z +2z", "text", f'"(" {CLOSED}'),
        ("[1111z 456p789s22z +2z", "text", f'"[" {CLOSED}'),
        ("123m456p789s1112z +2z (", "text", f'"(" {CLOSED}'),
        ("((123m)) 456p789s1112z +2z", "text", f'"(" {CLOSED}'),
        ("(123m] 456p789s1112z +2z", "text", f'"(" {CLOSED}'),
        ("(12m) 456p789s1112z +2z", "melds[0]", f'"12m" is not a set: expected {SETS}'),
        ("(123m) (124m) 789s1112z +2z", "melds[1]", f'"124m" is not a set: expected {SETS}'),
        ("(123z) 456p789s1112z +2z", "melds[0]", f'"123z" is not a set: expected {SETS}'),
        ("(11111m) 456p789s1112z +2z", "melds[0]", f'"11111m" is not a set: expected {SETS}'),
        ("() 123m456p789s1112z +2z", "melds[0]", f'"" is not a set: expected {SETS}'),
        ("[] 123m456p789s1112z +2z", "melds[0]", '"" is not a set: expected four alike'),
        ("[12m] 456p789s1112z +2z", "melds[0]", '"12m" is not a set: expected four alike'),
        ("(8z8z8z) 456p789s1112z +2z", "melds[0]", 'there is no tile "8z": z runs from 1z to 7z'),
        ("(123) 456p789s1112z +2z", "melds[0]", '"123" has no suit letter: expected m, p, s or z after the numbers'),
        ("123m456p789s1112z +2z +2z", "win", "only one winning tile can be marked with + or !"),
        ("123m456p789s1112z +2z !2z", "win", "only one winning tile can be marked with + or !"),
        ("123m456p789s1112z !! 2z", "win", "only one winning tile can be marked with + or !"),
        ("123m456p789s1112z +", "win", 'expected the winning tile after "+"'),
        ("123m456p789s1112z !", "win", 'expected the winning tile after "!"'),
        ("123m456p789s1112z + last_tile", "win", 'expected the winning tile after "+"'),
        ("+", "win", 'expected the winning tile after "+"'),
        ("123m456p789s1112z +22z", "win", 'expected one winning tile, got "22z"'),
        ("123m456p789s1112z +2z 3z", "win", 'expected one winning tile, got "2z 3z"'),
        ("123m456p789s1112z +9z", "win", 'there is no tile "9z": z runs from 1z to 7z'),
        ("123m456p789s1112z +f1", "win", "bonus tiles go in the field flowers, not among the tiles of the hand"),
        (
            "123m456p789s1112z f1 +2z",
            "concealed",
            "bonus tiles go in the field flowers, not among the tiles of the hand",
        ),
        ("123m456p789s1118z +2z", "concealed", 'there is no tile "8z": z runs from 1z to 7z'),
        (
            "123m456p789s1112 +2z",
            "concealed",
            '"1112" has no suit letter: expected m, p, s or z after the numbers',
        ),
        ("123m456p789s0p12z +2z", "concealed", "this game has no 0p"),
        ("123m456p789s111zJ +2z", "concealed", "this game has no J"),
        ("123m456p789s1112z +J", "win", "this game has no J"),
        ("123m456p789s1112z +2z seat=X", "seat", 'expected one of E, S, W, N, got "X"'),
        ("123m456p789s1112z +2z seat=", "seat", 'expected one of E, S, W, N, got ""'),
        ("123m456p789s1112z +2z round=5", "round", "expected one of E, S, W, N, got 5"),
        ("123m456p789s1112z +2z from=me", "from", 'expected one of left, across, right, got "me"'),
        ("123m456p789s1112z +2z flowers=13", "flowers", "expected 0 to 12 bonus tiles, got 13"),
        ("123m456p789s1112z +2z flowers=-1", "flowers", "expected 0 to 12 bonus tiles, got -1"),
        (
            "123m456p789s1112z +2z flowers=f5",
            "flowers",
            'there is no bonus tile "f5": they run from f1 to f4',
        ),
        ("123m456p789s1112z +2z flowers=1m", "flowers", 'expected bonus tiles f1-f4, s1-s4 and a1-a4, got ["1m"]'),
        (
            "123m456p789s1112z +2z flowers=x",
            "flowers",
            '"x" is not a bonus tile: expected f1-f4, s1-s4, a1-a4, a name such as plum, or how many there are',
        ),
        ("123m456p789s1112z +2z seat=S seat=S", "seat", '"seat" is given twice'),
        ("seat=S 123m456p789s1112z +2z seat=W", "seat", '"seat" is given twice'),
        ("123m456p789s1112z +2z flowers=1 flowers=2", "flowers", '"flowers" is given twice'),
        ("123m456p789s1112z +2z saet=S", "saet", 'unknown field "saet" (did you mean "seat"?)'),
        ("123m456p789s1112z +2z Seat=S", "Seat", 'unknown field "Seat" (did you mean "seat"?)'),
        ("123m456p789s1112z +2z last-tile", "flags", 'unknown flag "last-tile" (did you mean "last_tile"?)'),
        ("123m456p789s1112z +2z lasttile", "flags", 'unknown flag "lasttile" (did you mean "last_tile"?)'),
        ("123m456p789s1112z +2z declared=1", "declared", "expected true or false, got 1"),
        (
            "123m456p789s1112z win=2z",
            "win",
            f'a hand text has no "win": {MARKS}',
        ),
        (
            "123m456p789s1112z 2z self_drawn",
            "self_drawn",
            f'a hand text has no "self_drawn": {MARKS}',
        ),
        *(
            (f"123m456p789s1112z {said}", word, f'a hand text has no "{word}": {MARKS}')
            for said, word in (
                ("+2z selfdrawn", "selfdrawn"),
                ("+2z self-drawn", "self-drawn"),
                ("!2z drawn", "drawn"),
                ("self drawn 2z", "self"),
                ("2z tsumo", "tsumo"),
                ("zimo 2z", "zimo"),
                ("ron 2z", "ron"),
                ("+2z by discard", "discard"),
            )
        ),
    ],
)
def test_texts_that_cannot_be_read(text: str, field: str, message: str) -> None:
    assert refusal(text) == (field, message)


@pytest.mark.parametrize("text", [") 123m456p789s1112z +2z", "123m) 456p789s1112z +2z", "123m456p789s1112z +2z ]"])
def test_a_bracket_that_was_never_opened_is_not_called_unclosed(text: str) -> None:
    field, message = refusal(text)
    assert field == "text"
    assert "not closed" not in message


@pytest.mark.parametrize(
    "extra",
    [
        "flags=heaven",
        "flags=5",
        "flags=true",
        "melds=5",
        "melds=123m",
        "concealed=123m",
        "concealed=5",
        "win=3z",
        "winner=false",
        "winner=5",
        "self_drawn=true",
        "self_drawn=5",
        "ruleset=nonsense",
        "options=5",
    ],
)
@pytest.mark.parametrize("hand", ["123m456p789s1112z +2z", "123m456p789s1112z", "123m456p789s11122z"])
def test_what_has_a_form_of_its_own_is_not_overruled_by_a_key(hand: str, extra: str) -> None:
    with pytest.raises(HandError) as caught:
        OFFICIAL.score(OFFICIAL.parse(f"{hand} {extra}"))
    assert caught.value.code == "bad_record"


@pytest.mark.parametrize("text", ["seat = S", "seat =S", "seat= S"])
def test_spaces_may_not_tear_a_key_from_its_value(text: str) -> None:
    assert refusal(f"123m456p789s1112z +2z {text}")[0] in ("seat", "flags", "text")


# What the command line prints about it.


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What `mjrules score` prints for a hand that can be used."""
    assert main(["score", *argv, "--ruleset", "chinese-official"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.fixture(autouse=True)
def no_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No config file of the person who runs the tests is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("winds", "line"),
    [
        ("", "Seat   East, round East (seat and round assumed)"),
        ("seat=S", "Seat   South, round East (round assumed)"),
        ("round=W", "Seat   East, round West (seat assumed)"),
        ("seat=E", "Seat   East, round East (round assumed)"),
        ("南家", "Seat   South, round East (round assumed)"),
        ("门风西 南风圈", "Seat   West, round South"),
        ("ｓｅａｔ＝Ｎ", "Seat   North, round East (round assumed)"),
        ("seat=N round=E", "Seat   North, round East"),
        ("round=S seat=S", "Seat   South, round South"),
    ],
)
def test_assumed_winds_are_told(capsys: pytest.CaptureFixture[str], winds: str, line: str) -> None:
    assert line in printed(capsys, f"123m456p789s1112z +2z {winds}").splitlines()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("123m456p789s1112z +2z", ["Hand   123m456p789s1112z", "Won on 2z, claimed"]),
        ("123m456p789s1112z +2z from=left", ["Won on 2z, claimed from the left"]),
        ("123m456p789s1112z +2z from=across", ["Won on 2z, claimed from across"]),
        ("123m456p789s1112z +2z from=right", ["Won on 2z, claimed from the right"]),
        ("123m456p789s1112z !2z", ["Won on 2z, drawn"]),
        ("123m456p789s11122z", ["Hand   123m456p789s11122z", "Complete as dealt", "Flags  heaven"]),
        ("(789s) [1111z] 2345688p +7p", ["Hand   (789s)  [1111z]  2345688p"]),
        ("123m456p789s1112z +2z flowers=3", ["Bonus  3"]),
        ("123m456p789s1112z +2z flowers=s3f1", ["Bonus  f1s3"]),
        ("123m456p789s1112z +2z fishing last_tile", ["Flags  fishing, last_tile"]),
        ("east east east 123m 4 dots 56p 789s south +south", ["Hand   123m456p789s1112z", "Won on 2z, claimed"]),
    ],
)
def test_the_hand_is_printed_as_understood(capsys: pytest.CaptureFixture[str], text: str, lines: list[str]) -> None:
    out = printed(capsys, text).splitlines()
    assert [line for line in lines if line not in out] == []


def test_a_player_who_did_not_win_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "123m456p789s1112z")
    assert "did not win" in out.lower()


def test_a_hand_text_and_its_record_score_alike(capsys: pytest.CaptureFixture[str]) -> None:
    text = "(789s) [1111z] 2345688p +7p seat=S round=E from=left flowers=f1s3"
    from_text = json.loads(printed(capsys, text, "--json"))
    from_record = json.loads(printed(capsys, json.dumps(OFFICIAL.parse(text).to_record()), "--json"))
    assert from_text == from_record


def test_a_promoted_pung() -> None:
    hand = Hand.parse("(4444s+) (222m) 55p678s11z +1z")
    assert [meld.added for meld in hand.melds] == [True, False]
    assert hand.to_text().startswith("(4444s+) (222m)")


@pytest.mark.parametrize("text", ["(444s+)", "(345s+)", "[4444s+]"])
def test_only_a_claimed_pung_is_promoted(text: str) -> None:
    with pytest.raises(HandError, match="only a claimed pung can be promoted"):
        Hand.parse(f"{text} 55p678s11z222m +1z")


def test_a_win_without_a_winning_tile_is_drawn_or_taken_from_another_player() -> None:
    drawn, taken = Hand.parse("123m won flowers=f1"), Hand.parse("123m won from=left flowers=f1")
    assert (drawn.winner, drawn.self_drawn, taken.winner, taken.self_drawn) == (True, True, True, False)
    assert [Hand.parse(hand.to_text()) for hand in (drawn, taken)] == [drawn, taken]
