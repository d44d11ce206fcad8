"""Records in words of the command line are the records that JSON would say."""

from __future__ import annotations

from typing import Any

import pytest

from mjrules.cli import main
from mjrules.cli.arguments import UsageError
from mjrules.cli.record_words import record_in_words


@pytest.mark.parametrize(
    ("words", "record"),
    [
        (
            "rotation Ann Bo Cy Di won Ann draw Bo+Cy",
            {"kind": "rotation", "players": ["Ann", "Bo", "Cy", "Di"], "events": ["Ann", "draw", ["Bo", "Cy"]]},
        ),
        ("rotation Ann Bo Cy Di", {"kind": "rotation", "players": ["Ann", "Bo", "Cy", "Di"], "events": []}),
        ("wall_break 4 3 2 5", {"kind": "wall_break", "dice_east": [4, 3], "dice_owner": [2, 5]}),
        ("wall_break dice_east=4,3", {"kind": "wall_break", "dice_east": [4, 3]}),
        ("penalty false_call S count=2", {"kind": "penalty", "event": "false_call", "player": "S", "count": 2}),
        ("penalty late S,W affected=E", {"kind": "penalty", "event": "late", "player": ["S", "W"], "affected": "E"}),
        ("goulash winner=null", {"kind": "goulash", "winner": None}),
        ('charleston passes=[{"a":1}]', {"kind": "charleston", "passes": [{"a": 1}]}),
    ],
)
def test_words_are_a_record(words: str, record: dict[str, Any]) -> None:
    assert record_in_words(words.split()) == record


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("wall_break 4 3 2", 'wall_break: "4" is not understood: expected four numbers, the dice of East and of the'),
        ("wall_brake 4 3 2 5", '"wall_brake" is no kind of record (did you mean "wall_break"?)'),
        ("penalty late S E W", 'penalty: "W" is not understood: expected FIELD=VALUE'),
        ("penalty event=late late", "event is given twice"),
        ("penalty late player=S player=W", "player is given twice"),
        ("charleston passes=[1", '"[1" is not JSON'),
    ],
)
def test_words_that_mean_nothing_are_told(words: str, said: str) -> None:
    with pytest.raises(UsageError) as told:
        record_in_words(words.split())
    assert str(told.value).startswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["penalti", "false_mahjong", "S"], '"penalti" is no kind of record (did you mean "penalty"?)'),
        (["penalty", "false_mahjong", ""], 'player: expected one of E, S, W, N, got ""'),
        (["EEE", "S"], "seat: hand 1 does not say whose it is: seat=E, S, W, N"),
    ],
)
def test_what_is_meant_as_a_record_is_no_hand(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", *words, "--ruleset", "western"]) in (1, 2)
    assert capsys.readouterr().err == f"mjrules: {said}\n"


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (
            ["table", "rotation", "Ann", "Bo", "Cy", "Di", "won", "Ann", "draw", "Cy"],
            '{"kind": "rotation", "players": ["Ann", "Bo", "Cy", "Di"], "events": ["Ann", "draw", "Cy"]}',
        ),
        (
            ["settle", "penalty", "false_mahjong", "S"],
            '{"kind": "penalty", "event": "false_mahjong", "player": "S"}',
        ),
        (
            ["settle", "goulash", "draws_before=2", "winner=S"],
            '{"kind": "goulash", "draws_before": 2, "winner": "S"}',
        ),
    ],
)
def test_an_answer_is_the_same_in_words_and_in_json(
    capsys: pytest.CaptureFixture[str], argv: list[str], text: str
) -> None:
    assert main([*argv, "--ruleset", "western"]) == 0
    said = capsys.readouterr().out
    assert main([argv[0], text, "--ruleset", "western"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("words", "paid"),
    [
        (["ready=E"], "  South  pays  East  1000  (Ready)\n  West   pays  East  1000  (Ready)\n"),
        (["ready=E,S"], "  West  pays  East   1000  (Ready)"),
        ([], "transfers\n  Nobody pays.\n"),
    ],
)
def test_who_pays_whom_is_told_of_what_a_house_rule_answers(
    words: list[str], paid: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "drawn_hand", *words, "--ruleset", "riichi-sanma"]) == 0
    out = capsys.readouterr().out
    assert paid in out
    assert "{" not in out
