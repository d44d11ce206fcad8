"""Tiles of the kinds that a field of the record says are jokers, or what they are."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import mjrules
from mjrules.cli import main
from mjrules.tiles.tile import TEXT

CLUB = """\
id: club
extends: root
plugins: [combinations, sum, wild]
scoring: {method: sum}
fields: {wild: {type: tiles, about: the wild tiles, jokers: true}}
rules:
  joker: {points: 1, each: true, when: {tiles: [J]}}
  no_joker: {points: 2, when: {tiles: {J: 0}}}
  all_pungs: {points: 6, when: {sets: pung}}
"""


def club(folder: Path, more: str = "", plugins: str = "wild") -> mjrules.Ruleset:
    """A ruleset in which every joker is worth a point, and a hand without any two."""
    path = folder / "club.yaml"
    path.write_text(CLUB.replace(", wild]", f", {plugins}]" if plugins else "]") + more, encoding="utf-8")
    return mjrules.load(path)


@pytest.mark.parametrize(
    ("hand", "items"),
    [
        ("123m456p789s11z7p5m +7s from=left wild=7p", None),
        ("123m456p789s11z7p5m +6m from=left wild=7p", {"joker": 1}),
        ("123m456p789s11z7p7p +9p from=left wild=7p", {"joker": 2}),
        ("123m456p789s11z7p7p +9p from=left", None),
        ("123m456p789s11z5m6m +7p from=left wild=7p", {"joker": 1}),
        ("123m456p789s11z68p +7p from=left wild=7p", {"no_joker": 2}),
        ("(777p)123m456p11z5m6m +7m from=left wild=7p", {"no_joker": 2}),
        ("111m222p333s44s7p8p +1z from=left wild=7p8p", {"all_pungs": 6, "joker": 2}),
        ("111m222p333s44s7p8p +4z from=left wild=7p8p", {"all_pungs": 6, "joker": 2}),
        ("111m222p333s7p8p8p4s +4s from=left wild=7p8p", {"all_pungs": 6, "joker": 3}),
        ("111m222p333s44s5z5z +1z from=left wild=5z6z", {"all_pungs": 6, "joker": 2}),
    ],
)  # fmt: skip
def test_such_tiles_are_jokers_or_what_they_are(tmp_path: Path, hand: str, items: dict[str, int] | None) -> None:
    ruleset = club(tmp_path)
    if items is None:
        with pytest.raises(mjrules.HandError):
            ruleset.score(ruleset.parse(hand))
    else:
        assert {item.id: item.value for item in ruleset.score(ruleset.parse(hand)).items} == items


def test_a_hand_waits_with_them(tmp_path: Path) -> None:
    ruleset = club(tmp_path)
    waits = ruleset.waits(ruleset.parse("123m456p789s11z7p5m wild=7p"))
    assert [TEXT[wait.tile] for wait in waits] == ["3m", "4m", "5m", "6m", "7m", "7p", "1z"]


def test_they_may_win_by_themselves(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "  three: {points: 9, wins: true, when: {tiles: {J: 3}}}\n")
    assert ruleset.score(ruleset.parse("147m259p36s123z7p8p +7p from=left wild=7p8p")).total == 9
    with pytest.raises(mjrules.HandError):
        ruleset.score(ruleset.parse("147m259p36s123z7p8p +7p from=left wild=8p"))


def test_a_rule_on_jokers_is_found_to_have_a_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club(tmp_path)
    assert main(["check", str(tmp_path / "club.yaml")]) == 0
    assert "no hand was found" not in capsys.readouterr().out


def test_it_is_said_where_no_plugin_says_what_they_stand_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club(tmp_path, plugins="")
    assert main(["check", str(tmp_path / "club.yaml")]) == 0
    assert "jokers stand for no other tile, for no plugin says it (known: wild)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            "A joker stands for any tile but bonus tiles. Tiles like the wild tiles are jokers too, or what they are.",
        ),
        ("zh", "百搭可代花牌以外的任何牌。与“野牌”相同的牌也是百搭，也可作本身用。"),
    ],
)
def test_the_rulebook_says_it(tmp_path: Path, lang: str, told: str) -> None:
    club(tmp_path)
    (tmp_path / "club.words.zh.yaml").write_text("fields: {wild: 野牌}\n", encoding="utf-8")
    assert main(["rulebook", str(tmp_path / "club.yaml"), "--lang", lang, "--out", str(tmp_path / "paper")]) == 0
    text = (tmp_path / "paper" / "rulebook.txt").read_text(encoding="utf-8")
    assert told.replace(" ", "") in "".join(text.split())


@pytest.mark.parametrize(("lang", "won"), [("en", "Won on 7p, "), ("zh", "  7p\n")])
def test_the_hand_is_shown_with_the_tiles_that_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, won: str
) -> None:
    ruleset = club(tmp_path)
    text = "123m456p789s11z5m8p +7p from=left wild=7p8p"
    assert main(["explain", text, "--ruleset", str(tmp_path / "club.yaml"), "--lang", lang]) == 0
    told = capsys.readouterr().out
    first = next(line for line in told.splitlines() if line.startswith(("Hand", "手牌")))
    assert "J" not in first
    assert "8p" in first
    assert won in told
    score = ruleset.score(text)
    assert str(pickle.loads(pickle.dumps(score))) == str(score)
