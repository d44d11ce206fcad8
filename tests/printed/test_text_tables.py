"""Texts in lines: words stay whole, and a text in Chinese may be broken behind any of its characters."""

from __future__ import annotations

from textwrap import TextWrapper

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.cli import main
from mjrules.text_tables import COLUMNS, columns, folded, lines_within, paragraph, width
from tests.kit.profile import examples

LONG = "牌型为一种花色的一四七、另一种花色的二五八、第三种花色的三六九、字牌中不同的十四张；或一四七、二五八、三六九。"


def test_a_text_in_chinese_is_broken_by_what_it_takes_on_a_terminal() -> None:
    assert lines_within(LONG, 40) == [
        "牌型为一种花色的一四七、另一种花色的二五",
        "八、第三种花色的三六九、字牌中不同的十四",
        "张；或一四七、二五八、三六九。",
    ]


def test_no_mark_begins_a_line_and_no_bracket_ends_one() -> None:
    assert lines_within("一二三四五，六七", 10) == ["一二三四", "五，六七"]
    assert lines_within("一二三四（五六）", 10) == ["一二三四", "（五六）"]


def test_words_and_numbers_stay_whole_among_chinese() -> None:
    assert lines_within("选用 --set minimum=VALUE，或写入文件", 24) == ["选用 --set", "minimum=VALUE，或写入文", "件"]
    assert lines_within("共 12345 番", 8) == ["共 12345", "番"]


def test_words_without_chinese_are_broken_at_spaces() -> None:
    assert lines_within("café au lait", 7) == ["café au", "lait"]
    assert lines_within("", 7) == []


@settings(max_examples=examples(200))
@given(st.text(" \tab-(.é×…'", max_size=80), st.integers(1, 40), st.integers(0, 4), st.integers(0, 8))
def test_words_without_chinese_are_broken_as_the_standard_library_does(
    text: str, room: int, first: int, rest: int
) -> None:
    """It would be loaded for every score in which a line is too wide, and knows no wide characters."""
    before, behind = " " * first, " " * rest
    text = text.replace("\t", " ").strip()
    usual = TextWrapper(room, before, behind, break_long_words=False, break_on_hyphens=False)
    assert lines_within(text, room, indent=before, hanging=behind) == [line.rstrip() for line in usual.wrap(text)]


def test_lines_behind_the_first_are_indented() -> None:
    assert lines_within("    一二三四五六七", 12, hanging="    ") == ["    一二三四", "    五六七"]
    assert folded(LONG, 4).splitlines()[1].startswith("    ")
    assert paragraph(LONG).splitlines()[0].startswith("  牌型")


@pytest.mark.parametrize("text", [LONG, f"注：{LONG}", LONG * 3])
def test_no_line_is_wider_than_there_is_room(text: str) -> None:
    table = columns([["12 番", "全不靠", text], ["2 番", "门前清", "没有副露"]], right=[0], most=COLUMNS)
    for shown in (folded(text, 4), paragraph(text), table):
        assert max(map(width, shown.splitlines())) <= COLUMNS
        assert "".join(LONG) in "".join(line.strip() for line in shown.splitlines()).replace("12 番  全不靠", "")


@pytest.mark.parametrize(
    "argv",
    [
        ("explain", "147m 258p 36s 12346z +5z from=left", "--ruleset", "chinese-official"),
        ("rule", "chinese-official", "大四喜"),
        ("rule", "hong-kong", "大四喜"),
        ("rule", "sichuan", "void_first"),
        ("waits", "1111m 333p 55s 66p 99m void=s", "--ruleset", "sichuan"),
        ("score", "123m 456m 789m 222z 5z !5z", "--ruleset", "bmja"),
        ("explain", "111222333444z5z !5z", "--ruleset", "western"),
    ],
)
def test_what_is_said_in_chinese_is_no_wider_than_a_terminal(
    argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*argv, "--lang", "zh"])
    out, err = capsys.readouterr()
    assert [line for line in (out + err).splitlines() if width(line) > COLUMNS] == []
