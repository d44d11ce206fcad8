"""Rules that no hand has: told where a club has written one, or where its options leave none for an inherited rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules.cli import main

CLUB = """\
id: club
extends: chinese-basic
set: {bonus_tiles: false}
rules:
  two_whites: {points: 1, when: {sets: [pung 5z, pung 5z]}}
  white: {points: 1, when: {sets: [pung 5z]}}
  whites: {points: 1, when: {sets: [pung 5z]}, excluded_by: [white]}
"""


def checked(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `check` says of a file, in one line."""
    club = tmp_path / "club.yaml"
    club.write_text(text, encoding="utf-8")
    assert main(["check", str(club)]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_rules_that_no_hand_has_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = checked(tmp_path, CLUB, capsys)
    assert 'note: rule "two_whites": no hand was found that has it; perhaps there is none' in told
    assert 'note: rule "whites": no hand was found in which it counts; in ' in told
    assert "note: as options and rules now are, no hand was found of the inherited flower_tiles" in told
    assert '"white"' not in told


def test_a_ruleset_that_only_changes_a_worth_makes_no_rule_impossible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "id: club\nextends: chinese-basic\nrules: {self_drawn: {points: 5}}\n"
    assert "no hand" not in checked(tmp_path, text, capsys)


def test_a_rule_that_asks_for_jokers_in_every_set_is_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "rules: {jokers_all_over: {points: 1, when: {every_set_has: J}}}\n"
    text = f"id: club\nextends: chinese-basic\nplugins: {{add: [wild]}}\ntiles: {{J: 8}}\n{rules}"
    assert "1 rule of its own" in checked(tmp_path, text, capsys)


@pytest.mark.parametrize(
    "when",
    [
        "{tiles: {shown: 1+}}",
        "{sets: [pung shown]}",
        "{sets: {chow: 0}, tiles: {not shown: 14}}",
        "{tiles: shown or honours}",
    ],
)
def test_a_rule_on_the_tiles_of_a_field_is_looked_for(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = "fields: {shown: {type: tiles, about: tiles turned up}}\n"
    text = f"id: club\nextends: chinese-basic\n{fields}rules: {{own_rule: {{points: 1, when: {when}}}}}\n"
    assert "own_rule" not in checked(tmp_path, text, capsys)


@pytest.mark.parametrize("when", ["{all own tile: 2}", "{f1: 2}", "{flower: 8}", "{any: 10+}"])
def test_a_rule_on_more_than_one_copy_of_bonus_tiles_is_looked_for(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f"rules: {{own_rule: {{points: 1, when: {{bonus: {when}}}}}}}\n"
    text = (
        "id: club\nextends: root\nplugins: [combinations, sum]\nscoring: {method: sum}\ntiles: {f1234: 2, s1234: 2}\n"
    )
    assert "own_rule" not in checked(tmp_path, text + rules, capsys)


@pytest.mark.parametrize("tiles", ["2345678p", "{2345678p: 14}"])
def test_seven_pairs_of_few_tiles_are_found(tiles: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = f"rules: {{wheels: {{yakuman: 1, when: {{shape: seven_pairs, tiles: {tiles}}}}}}}"
    assert "no hand" not in checked(tmp_path, f"id: club\nextends: riichi\n{rule}\n", capsys)


@pytest.mark.slow
def test_inherited_rules_are_told_up_to_some(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "id: club\nextends: western\nset: {special_hands: false}\n"
    assert "windy_dragons and perhaps of others" in checked(tmp_path, text, capsys)


def test_a_rule_that_asks_for_exactly_two_tiles_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "id: club\nextends: chinese-basic\nrules: {two_greens: {points: 1, when: {tiles: {6z: 2, 5z: 3+}}}}\n"
    assert "no hand" not in checked(tmp_path, text, capsys)


def test_hands_are_found_for_rules_of_jokers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jokers.yaml"
    path.write_text(
        """
id: jokers
extends: root
plugins: [combinations, sum, wild]
tiles: {J: 4}
scoring: {method: sum}
rules:
  win: {points: 1}
  each_joker: {points: 1, each: true, when: {tiles: [J]}}
  two_and_pungs: {points: 2, when: {tiles: {J: 2}, sets: pung}}
  on_a_joker: {points: 2, when: {winning_tile: J}}
  four_jokers: {points: 30, wins: true, when: {tiles: {J: 4}}}
  five_jokers: {points: 30, when: {tiles: {J: 5}}}
""",
        encoding="utf-8",
    )
    assert main(["check", str(path)]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if "note:" in line]
    assert len(notes) == 1
    assert "five_jokers" in notes[0]
