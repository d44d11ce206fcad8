"""What explains a refusal, as records have it and Python gives it; and names of tiles wherever tiles are printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main

NO_PAIR = "123m 456p 789s 111z 2z +3z"
WHY = (
    "The tiles make 123m  456p  789s  111z, and 2z 3z are left: no pair.",
    "One tile is missing.",
    "Without 2z it waits for 3z.",
    "Without 3z it waits for 2z.",
)
HANDS = ("(555z) 222p444678s1m", "(222m) 456p999s1117z +7z from=right", "147m258p369s1234z", "12m dead_hand")


@pytest.fixture(autouse=True)
def _no_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No config file of the person who runs the tests is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def error_of(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    """The error of the record that a command prints."""
    assert main([*argv, "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert set(record) == {"id", "valid", "error"}
    assert set(record["error"]) == {"code", "message", "field"}
    error: dict[str, Any] = record["error"]
    return error


@pytest.mark.parametrize("given", [NO_PAIR, '{"concealed": "123m456p789s1112z", "win": "3z"}'])
def test_the_message_of_a_record_has_the_reasons(capsys: pytest.CaptureFixture[str], given: str) -> None:
    error = error_of(capsys, "score", given, "--ruleset", "hong-kong")
    assert error["code"] == "not_winning"
    assert error["message"] == f"the tiles do not make a complete hand ({' '.join(WHY)})"


def test_the_message_of_a_settlement_has_the_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [HANDS[0], HANDS[1].replace("+7z", "+6z"), *HANDS[2:]]
    error = error_of(capsys, "settle", *texts, "--ruleset", "western")
    assert (error["code"], error["field"]) == ("not_winning", "hands.S.win")
    assert "The tiles make (222m)  456p  999s  111z, and 6z 7z are left: no pair." in error["message"]


def test_a_miscounted_record_has_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    error = error_of(capsys, "score", "123m 456p 789s 1112z 22z +3z", "--ruleset", "hong-kong")
    assert error["message"].endswith("(3 + 3 + 3 + 4 + 2 + 1 = 16: 123m  456p  789s  1112z  22z  +3z)")


def test_lines_of_files_are_refused_in_a_word(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").write_text('{"concealed": "123m456p789s1112z", "win": "3z"}\n', encoding="utf-8")
    assert main(["score", "--jsonl", "hands.jsonl", "--ruleset", "hong-kong"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["message"] == "the tiles do not make a complete hand"


@pytest.mark.parametrize(
    ("hand", "made", "missing"),
    [
        ("123m456p789s11p4sJ !9m", "123m  456p  789s  11p, and 9m 4s are left: one set is", "One tile is"),
        ("123m456p789s1p4sJJ !9m", "123m  456p  789s, and 9m 1p 4s are left: one set and the pair are", "One tile is"),
        ("123m456p78s1p4sJJ2z !9m", "123m  456p, and 9m 1p 478s 2z are left: 2 sets and the pair are", "2 tiles are"),
        ("123m456p1p4s2zJJJJ !9m", "123m  456p, and 9m 1p 4s 2z are left: 2 sets and the pair are", "One tile is"),
    ],
)
def test_jokers_are_not_missing(tmp_path: Path, hand: str, made: str, missing: str) -> None:
    path = tmp_path / "jokers.yaml"
    path.write_text("id: jokers\nextends: hong-kong\nplugins: {add: [wild]}\ntiles: {J: 4}\n", encoding="utf-8")
    assert mjrules.load(path).why_not(hand)[:2] == (f"The tiles make {made} missing.", f"{missing} missing.")


def test_python_gives_the_reasons() -> None:
    hong_kong = mjrules.load("hong-kong")
    assert hong_kong.why_not(NO_PAIR) == WHY
    assert hong_kong.why_not("123m 456p 789s 111z 2z +2z") == ()
    assert mjrules.load("bmja").why_not("123m 456p 777s 111z 2z")[1].startswith("2 chows, but this ruleset asks for")


@pytest.mark.parametrize(
    ("required", "why"),
    [
        (
            "any_of: [{suits: 1}, {sets: pung}, {sets: [pair 258mps]}]",
            "This ruleset asks for: tiles of one suit; or all sets are pungs; or a pair of 2s, 5s or 8s.",
        ),
        ("any_of: [{suits: 1}, {shape: pairs}]", "Tiles of 3 suits, but this ruleset asks for tiles of one suit."),
        (
            "any_of: [{suits: 1, sets: pung}, {suits: 2, sets: [pair 1s]}]",
            "This ruleset asks for: tiles of one suit and all sets are pungs; or tiles of two suits and a pair of 1s "
            "of bamboos.",
        ),
        (
            "all_of: [{any_of: [{suits: 1}, {suits: 3}]}, {sets: {pung: 1+}}]",
            "0 pungs, but this ruleset asks for at least one pung.",
        ),
    ],
)
def test_of_several_ways_to_win_all_are_told_that_are_as_near(required: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(
        "id: other\nextends: root\nplugins: [combinations, sum]\nscoring: {method: sum}\n"
        f"shapes: {{pairs: {{parts: [7 x pair]}}}}\nwin_requires: {{{required}}}\nrules: {{any: {{fan: 1}}}}\n",
        "utf-8",
    )
    assert mjrules.load(str(path)).why_not("123m 456m 789m 123p 6s +6s")[1:] == (why,)


def test_a_hand_that_waits_needs_no_reasons() -> None:
    assert mjrules.load("hong-kong").why_not("123m 456p 789s [5555z] 5m") == ()


def test_tiles_of_which_all_copies_are_held_are_not_waited_for() -> None:
    why = mjrules.load("hong-kong").why_not("2222m 456p 789s 111z +5p")
    assert why[1:] == ("One tile is missing.", "Without 2m it waits for 5p.")


def test_the_number_of_missing_tiles() -> None:
    assert mjrules.load("chinese-official").why_not("123m 456p 789s 13m 25z +9p")[1] == "2 tiles are missing."


@pytest.mark.parametrize(
    ("hand", "missed"),
    [
        ("(111m) 2345678999m +5m", {"from_the_wall", "gates_of_heaven"}),
        ("(111m) (999m) 222p 333s 4z +4z", {"from_the_wall"}),
    ],
)
def test_only_what_one_step_would_have_changed_is_missed(hand: str, missed: set[str]) -> None:
    explanation = mjrules.load("western").score(hand).explanation
    near = [item.id for item in (*explanation.not_counted, *explanation.nearest) if item.because == "near_miss"]
    assert set(near) == missed


def test_names_from_the_config_file_are_used_in_settlements(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "mjrules.yaml").write_text("ruleset: western\nnames: words\n", encoding="utf-8")
    assert main(["settle", *HANDS]) == 0
    by_config = capsys.readouterr().out
    assert "White Dragon, White Dragon, White Dragon" in " ".join(by_config.split())
    assert main(["settle", *HANDS, "--names", "words"]) == 0
    assert capsys.readouterr().out == by_config


def test_hands_that_cannot_be_together_are_told_first(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [HANDS[0].replace("(555z)", "(111z)"), *HANDS[1:]]
    assert main(["settle", *texts, "--ruleset", "western"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[2] == "Impossible: 1z comes 7 times in the hands, and the tile set has 4."
    assert main(["settle", *texts, "--ruleset", "western", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == [out[2].removeprefix("Impossible: ").rstrip(".")]


def test_names_are_used_in_tables(capsys: pytest.CaptureFixture[str]) -> None:
    hands = {seat: ["1m", "5z", "2p"] for seat in "ESWN"}
    passes = [{seat: ["1m", "5z", "2p"] for seat in "ESWN"}]
    record = {"kind": "charleston", "directions": ["right"], "hands": hands, "passes": passes}
    assert main(["table", json.dumps(record), "--ruleset", "western", "--names", "words"]) == 0
    assert "East   1 character, 2 dot, White Dragon" in capsys.readouterr().out
