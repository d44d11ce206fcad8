"""What tells a ruleset from its parent: each change once, options before what they bring about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.cli.diff import told_change
from mjrules.ruleset.differences import ABSENT, Difference, differences
from tests.kit.rulesets import loaded

CLUB = """
id: club
extends: western
title: {en: Club}
set: {limit: 500}
penalties:
  false_mahjong: {each: 150}
plugins: {add: [goulash_hands]}
rules:
  clean_pairs: null
  gerties_garter: {limit: 0.5}
  all_sevens: {doubles: 3, when: {tiles: 7mps}}
"""


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB.strip() + "\n", encoding="utf-8")
    return str(path)


def test_each_change_is_told_once(club: str) -> None:
    found = differences(loaded("western"), mjrules.load(club))
    assert found.options == (Difference(("limit",), 1000, 500),)
    assert [(item.path, item.was) for item in found.rules("new")] == [(("rules", "all_sevens"), ABSENT)]
    assert [(item.path, item.now) for item in found.rules("left out")] == [(("rules", "clean_pairs"), ABSENT)]
    assert found.rules("changed") == (Difference(("rules", "gerties_garter", "limit"), 1, 0.5),)
    assert [item.path for item in found.others] == [("plugins",), ("penalties", "false_mahjong", "each")]


def test_the_other_way_round_each_change_is_taken_back(club: str) -> None:
    one, other = loaded("western"), mjrules.load(club)
    there, back = differences(one, other), differences(other, one)
    assert [Difference(item.path, item.now, item.was) for item in there.options] == list(back.options)
    turned = {Difference(item.path, str(item.now), str(item.was)) for item in there.values}
    assert turned == {Difference(item.path, str(item.was), str(item.now)) for item in back.values}


@pytest.mark.parametrize("id", ["western", "sichuan", "chinese-official/wmo2006"])
def test_a_ruleset_does_not_differ_from_itself(id: str) -> None:
    assert not differences(loaded(id), loaded(id))


def test_what_a_file_changes_is_printed_in_words(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", club]) == 0
    assert capsys.readouterr().out == (
        "Club [club] beside Western [western]\n"
        "\n"
        "Options:\n"
        "  limit: 500 (was 1000). The most that points and doubles can bring one hand,\n"
        "      and what the limit hands are reckoned by.\n"
        "\n"
        "New rules:\n"
        "  All Sevens (all_sevens): when: {tiles: 7mps}, doubles: 3\n"
        "\n"
        "Rules left out:\n"
        "  Clean Pairs (clean_pairs)\n"
        "\n"
        "Rules changed:\n"
        "  Gertie's Garter (gerties_garter), limit: 0.5 (was 1)\n"
        "\n"
        "Other values:\n"
        "  plugins: with goulash_hands\n"
        "  penalties.false_mahjong.each: 150 (was 1000)\n"
    )
    main(["check", club])
    assert " ".join(capsys.readouterr().out.split()).endswith(
        "it is western, with 1 rule of its own, 1 rule changed, 1 rule left out, 1 option changed and 2 other values"
        " changed"
    )


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (["a", "b"], ["b", "a", "c"], "[b, a, c] (was [a, b])"),
        (["a", "b", "d"], ["a", "c", "d"], "with c; without b"),
        ([20, 10, -10, -20], [30, 10, -10, -30], "[30, 10, -10, -30] (was [20, 10, -10, -20])"),
        ([1, 2, 4, 8, 8], [1, 2, 4, 4], "[1, 2, 4, 4] (was [1, 2, 4, 8, 8])"),
        (
            [["mahjong"], ["kong", "pung"]],
            [["mahjong"], ["chow"]],
            "[[mahjong], [chow]] (was [[mahjong], [kong, pung]])",
        ),
        (["pung", "pung"], ["pung"], "[pung] (was [pung, pung])"),
    ],
)
def test_a_list_is_told_whole_where_more_than_its_words_matters(was: list[Any], now: list[Any], told: str) -> None:
    assert told_change(Difference(("match", "list"), was, now), ("match", "list")) == f"match.list: {told}"


def test_a_value_that_was_at_its_default_is_not_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: hong-kong\n"
        "table: {claim_order: [[mahjong], [kong], [pung], [chow]], rounds: 2, max_consecutive_east: 3}\n"
        "rules: {seat_wind: {each: true}}\n"
        "match: {start: 100}\n",
        encoding="utf-8",
    )
    assert main(["diff", str(path)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for said in (
        "seat_wind), each: true (was false)",
        "table.claim_order: [[mahjong], [kong], [pung], [chow]] (was [[mahjong], [kong, pung], [chow]])",
        "table.rounds: 2 (was 4)",
        "table.max_consecutive_east: 3 (new)",
        "match: {start: 100} (new)",
    ):
        assert said in told
    back = differences(mjrules.load(str(path)), loaded("hong-kong"))
    assert Difference(("table", "rounds"), 2, 4) in back.values
    assert Difference(("table", "max_consecutive_east"), 3, ABSENT) in back.values


def test_another_ruleset_may_be_named_and_a_root_must_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "western", "western"]) == 0
    assert capsys.readouterr().out.endswith("They are the same in everything that can change a score or the play.\n")
    assert main(["diff", "root"]) == 2
    assert capsys.readouterr().err == "mjrules: root extends no other ruleset: name the one to compare it with\n"
