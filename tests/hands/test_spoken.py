"""Tiles as people write them: a table of texts that say the same, and what is said where a text cannot be read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError
from mjrules.cli import main
from mjrules.hands.spoken import tiles_by_letters, with_marks
from mjrules.hands.text import read_with_remarks
from mjrules.ruleset.files.find import known_ids
from mjrules.sample_hands.random_hands import random_hands
from mjrules.words.chinese_tiles import chinese_tile
from tests.kit.cases import case_records
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

OFFICIAL = mjrules.load("chinese-official")
CASES = case_records("notation/texts")


@pytest.mark.parametrize("case", [case for case in CASES if "same" in case], ids=lambda case: case["text"])
def test_texts_that_say_the_same(case: dict[str, Any]) -> None:
    ruleset = mjrules.load(case.get("ruleset", "chinese-official"))
    assert ruleset.parse(case["text"]) == Hand.parse(case["same"])


@pytest.mark.parametrize("case", [case for case in CASES if "message" in case], ids=lambda case: case["text"])
def test_texts_that_are_refused_point_at_the_place(case: dict[str, Any]) -> None:
    ruleset = mjrules.load(case.get("ruleset", "chinese-official"))
    with pytest.raises(HandError) as caught:
        ruleset.score(case["text"])
    assert (caught.value.code, caught.value.field, caught.value.message) == (
        "bad_record",
        case["field"],
        case["message"],
    )


def test_the_command_line_points_at_the_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "1 dot 2 dots 3 dots 1 banb +2z", "--ruleset", "chinese-official"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        'mjrules: "banb" is not a tile (did you mean "bamb"?)',
        "    1 dot 2 dots 3 dots 1 banb +2z",
        "                          ^",
    ]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("123m456p789s1112z +2z seat=X", 22),
        ("123m 45q 789s 1112z +2z", 5),
        ("(123m) [12m] 456p +2z", 7),
        ("123m (456p 789s +2z", 5),
        ("123m456p789s1112z +2z saet=S", 22),
    ],
)
def test_what_is_wrong_is_pointed_at(capsys: pytest.CaptureFixture[str], text: str, at: int) -> None:
    assert main(["score", text, "--ruleset", "chinese-official"]) == 1
    assert capsys.readouterr().err.splitlines()[-2:] == [f"    {text}", f"    {' ' * at}^"]


def test_what_was_guessed_is_told() -> None:
    dealt = "No winning tile is marked with + or !, so this is taken as East's hand as dealt (heaven)."
    west = '"WWW" is read as West; the white dragon is Wh.'
    names = OFFICIAL.names
    assert read_with_remarks("123m456p789s11122z", names)[1] == (dealt,)
    assert read_with_remarks("123m456p789s WWW 22z", names)[1] == (dealt, west)
    assert read_with_remarks("123m456p789s11122z heaven", names)[1] == ()
    for said in ("heaven", "Heaven", "天和"):
        assert read_with_remarks(f"123m456p789s11122z {said}", names, {"heaven"})[1] == ()
    assert read_with_remarks("123m456p789s1112z +2z", names)[1] == ()
    drawn = "The tile was drawn (!), so from=left says nothing; write + where it was claimed."
    assert read_with_remarks("123m456p789s1112z !2z from=left", names)[1] == (drawn,)


def test_words_of_a_ruleset_are_words_only_beside_it() -> None:
    assert Hand.parse("123m456p789s11m22z EEE").flags == {"EEE"}


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in known_ids() if id != "root"])
def test_no_flag_of_a_bundled_ruleset_is_a_word_for_tiles(id: str) -> None:
    ruleset = mjrules.load(id)
    words = [flag for flag in ruleset.book.flags if flag in ruleset.names.known]
    assert words == []
    assert [flag for flag in ruleset.book.flags if tiles_by_letters(flag, ruleset.names)] == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("一二三万四五六饼七八九条一一饼五五饼 自摸五饼", "123m456p789s1155p !5p"),
        ("一二三万四五六饼七八九条一一饼五五饼 和五饼 from=left", "123m456p789s1155p +5p from=left"),
        ("一二三万四五六饼七八九条一一饼五五饼 胡：五饼", "123m456p789s1155p +5p"),
        ("123m456p789s1155p 自摸5p 南家 东风圈", "123m456p789s1155p !5p seat=S round=E"),
        ("門風北 圈風南 123m456p789s1155p 对家 点炮5p", "123m456p789s1155p +5p seat=N round=S from=across"),
        ("123m456p789s1155p 上家点炮5p", "123m456p789s1155p +5p from=left"),
        ("123m456p789s1155p +5p flowers=梅兰春", "123m456p789s1155p +5p flowers=f1f2s1"),
        ("123m456p789s1155p +5p flowers=梅，蘭", "123m456p789s1155p +5p flowers=f1f2"),
        ("123m456p789s1155p +5p 上家点炮", "123m456p789s1155p +5p from=left"),
        ("123m456p789s1155p 和5p 南家 对家點炮", "123m456p789s1155p +5p seat=S from=across"),
        ("上家点炮 123m456p789s1155p 胡5p", "123m456p789s1155p +5p from=left"),
        ("(1111z+) 123m456p55p78s 上家点炮9s", "(1111z+) 123m456p55p78s +9s from=left"),
        ("（碰白白白） 一二三万四五六饼七八九条一饼 點炮一饼", "(555z) 123m456p789s1p +1p"),
        ("（碰 白） 一二三万四五六饼七八九条一饼 自摸 一饼", "(555z) 123m456p789s1p !1p"),
        ("碰白 一二三万四五六饼七八九条一饼 点炮一饼", "(555z) 123m456p789s1p +1p"),
        ("碰白白白 吃四五六饼 一二三万七八九条一饼 自摸一饼", "(555z) (456p) 123m789s1p !1p"),
        ("碰五五五饼 吃一二三万 四五六饼七八九条白 和白", "(555p) (123m) 456p789s5z +5z"),
        ("明杠白 暗杠东 四五六饼七八九条一饼 和一饼", "(5555z) [1111z] 456p789s1p +1p"),
        ("明槓白白白白 暗槓一萬 四五六饼七八九条一饼 和一饼", "(5555z) [1111m] 456p789s1p +1p"),
        ("（明杠白） ［暗杠东］ 四五六饼七八九条一饼 和一饼", "(5555z) [1111z] 456p789s1p +1p"),
        ("（明杠 白） ［暗槓 东东东东］ 四五六饼七八九条一饼 和一饼", "(5555z) [1111z] 456p789s1p +1p"),
        ("（吃一二三万） ［杠东］ 四五六饼七八九条一饼 荣和一饼", "(123m) [1111z] 456p789s1p +1p"),
    ],
)
def test_sets_and_the_winning_tile_may_be_marked_in_chinese(written: str, meant: str) -> None:
    ruleset = mjrules.load("chinese-official")
    assert ruleset.parse(written) == ruleset.parse(meant)


@pytest.mark.parametrize("text", ["自摸", "和 自摸：五饼", "a自摸 胡", "(和) +"])
def test_marks_leave_every_character_at_its_place(text: str) -> None:
    assert len(with_marks(text)) == len(text)


def in_chinese(hand: Hand) -> str:
    """A hand as people type it in Chinese, with its situation as in hand text."""
    words = []
    for meld in hand.melds:
        tiles = list(map(chinese_tile, meld.tiles))
        called = {"pung": "碰", "chow": "吃", "kong": "暗杠" if meld.concealed else "明杠"}[meld.type]
        words.append(f"{called}{''.join(tiles if len(hand.melds) % 2 else tiles[:1])}")
        if meld.type == "chow":
            words[-1] = f"吃{''.join(tile[0] for tile in tiles)}{tiles[0][1]}"
    words.append("".join(map(chinese_tile, hand.concealed)))
    winds = dict(zip("ESWN", "东南西北", strict=True))
    words += [f"{winds[hand.seat]}家", f"{winds[hand.round]}风圈"]
    if hand.win is not None:
        side = {"left": "上家", "right": "下家", "across": "对家"}.get(hand.source or "", "")
        words.append(f"{'自摸' if hand.self_drawn else f'{side}点炮' if side else '和'}{chinese_tile(hand.win)}")
    kept = re.findall(r"(?<!\S)(?:[a-z_]+|(?!seat|round|from)[a-z_]+=\S+)(?!\S)", hand.to_text())
    return " ".join([*words, *kept])


@pytest.mark.parametrize("id", ["chinese-official", "hong-kong", "sichuan", "taiwanese", "western"])
def test_any_hand_may_be_typed_in_chinese(id: str) -> None:
    ruleset = loaded(id)
    for hand in random_hands(ruleset, amount(20, 150, 3000), seed=5):
        typed = ruleset.parse(in_chinese(hand))
        plain = ruleset.parse(hand.to_text())
        assert sorted(map(repr, typed.melds)) == sorted(map(repr, plain.melds)), in_chinese(hand)
        assert replace(typed, melds=()) == replace(plain, melds=()), in_chinese(hand)
