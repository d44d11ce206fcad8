"""Games of riichi as mjai events: they are played again, come to what they say, and are written as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import LogError
from mjrules.cli import main
from mjrules.hooks import LogStep, events
from mjrules_log_mjai.games import is_game
from mjrules_log_mjai.replay import replay
from mjrules_log_mjai.write import write
from mjrules_log_tenhou.replay import replay as tenhou
from tests.kit.cases import case_records
from tests.kit.laid import laid, play
from tests.kit.playing import chooser
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded

Record = dict[str, Any]
GAMES = {record["id"]: record for record in case_records("riichi/mjai_games")}


def replayed(*records: Record, ruleset: mjrules.Ruleset | None = None) -> list[LogStep]:
    return list(replay(enumerate(map(json.loads, map(json.dumps, records)), 1), ruleset))


def plain(event: Record) -> Record:
    """An event with tiles in order, and without whether a tile was discarded that had just been drawn."""
    found = {name: value for name, value in event.items() if name != "tsumogiri"}
    if "tehais" in found:
        found["tehais"] = [sorted(hand) for hand in found["tehais"]]
    return found | ({"consumed": sorted(found["consumed"])} if "consumed" in found else {})


@pytest.mark.parametrize("id", GAMES)
def test_games_are_played_again_and_written_as_they_were(id: str) -> None:
    game = GAMES[id]
    written = list(write(replayed(game)))
    assert is_game(game)
    assert [plain(event) for event in written] == [plain(event) for event in game["events"]]


def test_an_event_on_each_line_is_a_game_too() -> None:
    (game, _) = GAMES.values()
    own, whole = replayed(*game["events"]), replayed(game)
    assert is_game(game["events"][0])
    assert is_game(game["events"][1])
    assert [event for _, event, _ in own] == [event for _, event, _ in whole]
    assert own[0][0] == 2


def test_a_hand_that_stands_alone_is_written_with_its_number() -> None:
    (told,) = (record for record in case_records("riichi/tenhou_rounds") if record["id"] == "t10-03")
    start = next(event for event in write(tenhou([(1, told)], None)) if event["type"] == "start_kyoku")
    assert (start["kyoku"], start["oya"], start["scores"]) == (4, 3, told["scores"])


def test_who_is_east_first_has_seat_0_in_a_match_whatever_the_players_are_called() -> None:
    names = ["seat 2", "seat 3", "seat 0", "seat 1"]
    match = mjrules.Match(loaded("riichi/tenhou"), 1, names, seat=False)
    match.play(chooser(1), hands=1)
    start = next(
        event for event in write((0, *step[::-1]) for step in match.history()) if event["type"] == "start_kyoku"
    )
    assert (start["kyoku"], start["oya"]) == (1, 0)


CASES = ["riichi/tenhou", "riichi/mjsoul", "riichi-sanma/tenhou", "riichi-sanma/mjsoul", "riichi/ema2016"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", thinned(range(20), 10))
def test_what_is_played_here_is_written_and_played_again(seed: int) -> None:
    rules = loaded(CASES[seed % len(CASES)])
    match = mjrules.Match(rules, seed, seat=False)
    match.play(chooser(seed, claims=(0.1, 0.4)[seed % 2]))
    written = list(write((0, event, table) for table, event in match.history()))
    again = [event for _, event, _ in replayed(*written, ruleset=rules) if isinstance(event, events.Closed)]
    first = [event for event in match.log if isinstance(event, events.Closed)]
    assert [[*event.totals.values()] for event in again] == [[*event.totals.values()] for event in first]
    assert len(again) == len(match.played)


@pytest.mark.parametrize(("mode", "length"), [("4p-red-half", "both_winds"), ("4p-red-east", "east_only")])
def test_a_game_is_played_by_its_mode(mode: str, length: str) -> None:
    game = GAMES["four players"]
    first = next(number for number, event in enumerate(game["events"], 1) if event["type"] == "end_kyoku")
    table = replayed({"mode": mode, "events": game["events"][:first]})[0][2]
    assert table.ruleset.options.chosen["game_length"] == length


FAR = "147m258p369s2347z"
EARLY: dict[str, tuple[dict[str, str], str, str]] = {
    "nine_terminals": ({"E": "19m19p1s1234z25588m"}, "", "E call_off"),
    "four_winds": (
        dict.fromkeys("ESWN", FAR), "", "E discard 2z; S discard 2z; W discard 2z; N discard 2z",
    ),
    "four_kongs": (
        {"E": "1111z2222z147m258p", "S": "3333z4444z36m69p7z", "W": "11p"}, "5z6z",
        "E kong 1z; E kong 2z; E discard 1s; S kong 3z; S kong 4z; S discard 7z",
    ),
    "all_declared": (
        {
            "E": "234m567m234p67s99s1z", "S": "234m567m456p67p11s",
            "W": "234m567m567s789s2z", "N": "123m345s123p789p7z",
        },
        "1z3z4z",
        "E declare riichi; E discard 1z; S declare riichi; S discard 1z; W declare riichi; W discard 3z; "
        "N declare riichi; N discard 4z",
    ),
    "three_winners": (
        {"E": "5s", "S": "234m567m234p67s99s", "W": "234m567m345p67s77p", "N": "345m567m456p34s11p"}, "",
        "E discard 5s; S mahjong; W mahjong; N mahjong",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", EARLY)
def test_hands_that_end_early_are_played_again_even_if_it_is_not_said_why(why: str) -> None:
    rules = loaded("riichi/tenhou", red_fives="none")
    hands, draws, moves = EARLY[why]
    table = laid(rules, hands, draws, "1p1s2s3s1m9m2m8m3m7m4m6m5p6p" * (why == "four_kongs"), points=[25000] * 4)
    play(table, moves)
    told = list(write((0, event, table) for event in table.log))
    for reason in (True, False):
        said = [{key: value for key, value in event.items() if reason or key != "reason"} for event in told]
        again = [event for _, event, _ in replayed(*said, ruleset=rules)]
        assert [event.why for event in again if isinstance(event, events.Exhausted)] == [why]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"red_fives": "none"}, {"game_length": "east_only"}])
def test_the_beginning_of_a_game_says_by_what_it_is_played(options: dict[str, str]) -> None:
    match = mjrules.Match(loaded("riichi-sanma/tenhou", **options), 2, seat=False)
    match.play(chooser(2))
    again = replayed(*write((0, event, table) for table, event in match.history()))
    assert again[0][2].ruleset.hash == match.ruleset.hash
    assert isinstance(again[-1][1], events.MatchOver)


def refused(change: Callable[[list[Record]], object], id: str = "four players") -> str:
    """Why a game is refused once its events are changed."""
    game = json.loads(json.dumps(GAMES[id]))
    change(game["events"])
    with pytest.raises(LogError) as caught:
        replayed(game)
    return str(caught.value)


def put(number: int, **fields: Any) -> Callable[[list[Record]], object]:
    """Other fields of an event, counted from 1."""
    return lambda told: told[number - 1].update(fields)


def lacking(number: int, name: str) -> Callable[[list[Record]], object]:
    return lambda told: told[number - 1].pop(name)


LAST = next(number for number, event in enumerate(GAMES["four players"]["events"], 1) if event["type"] == "hora")
REFUSED: list[tuple[Callable[[list[Record]], object], str]] = [
    (put(2, bakaze="X"), 'event 2, start_kyoku: bakaze: expected a wind, E, S, W, N, got "X"'),
    (put(2, kyoku=5), "event 2, start_kyoku: kyoku: expected 1 to 4, got 5"),
    (put(2, scores=[1]), "event 2, start_kyoku: scores: expected a list of 3 or 4 numbers"),
    (put(2, scores=[1, 2, 3, "4"]), "event 2, start_kyoku: scores: expected a whole number"),
    (put(2, tehais=[["5mr"]] * 4), "event 2, start_kyoku: tehais[0]: expected 13 tiles"),
    (put(2, dora_marker="0m"), 'event 2, start_kyoku: dora_marker: "0m" is not a tile'),
    (lacking(2, "oya"), "event 2, start_kyoku: oya: missing"),
    (put(2, oya=1), "event 2, start_kyoku: oya: expected 0, who deals kyoku 1, got 1"),
    (put(2, kyoku=2, oya=1), "game four players, E2.0: event 3, tsumo 0 N: expected seat 1 to draw 4z"),
    (put(3, type="tsmo"), 'event 3: "tsmo" is not an event (did you mean "tsumo"?)'),
    (put(3, type="end_kyoku"), "event 2, start_kyoku: expected hora or ryukyoku, the end of the hand"),
    (put(3, actor=4), "event 3, tsumo 4 N: actor: expected a seat, 0 to 3, got 4"),
    (put(4, pai="9s", tsumogiri=True), "game four players, E1.0: event 4, dahai 0 9s: the tile drawn is 4z"),
    (put(4, actor=1), "game four players, E1.0: event 4, dahai 1 F: discard 6z: "),
    (put(4, type="reach"), "game four players, E1.0: event 4, reach 0: declare riichi: "),
    (put(4, type="kita"), "game four players, E1.0: event 4, kita 0 F: "),
    (put(4, type="ankan", consumed=["F"] * 4), "game four players, E1.0: event 4, ankan 0: kong 6z: "),
    (put(4, type="chi", target=3, consumed=["2s"]), "event 4, chi 0 F: consumed: expected 2 tiles"),
    (
        put(4, type="dora", dora_marker="1m"),
        "game four players, E1.0: event 5, tsumo 1 C: the tiles turned up are 2p, ",
    ),
    (put(LAST, actor=0), "game four players, E1.0: end: mahjong 6m: "),
    (put(LAST, deltas=[0, 0, 0, 0]), "game four players, E1.0: end: gains: expected [-1000, 2000, -500, -500], "),
    (put(LAST, target=0), "game four players, E1.0: end: from: expected 1, found 0"),
    (put(LAST, ura_markers=["E"]), "game four players, E1.0: end: ura_markers: expected [], found ['1z']"),
    (
        lambda told: told.insert(LAST - 1, {"type": "reach_accepted", "actor": 2}),
        "game four players, E1.0: end: put into pots: expected [], found [2]",
    ),
    (put(LAST, deltas="x"), f"event {LAST}, hora 1: deltas: expected a list of 4 numbers"),
    (
        put(241, reason="sanchaho"),
        "game four players, E2.0: end: why: expected [''], found ['three_winners']",
    ),
    (
        put(LAST, type="ryukyoku", reason="odd"),
        'game four players, E1.0: end: reason: "odd" is not why nobody wins',
    ),
]


def test_three_players_have_three_hands_in_a_round() -> None:
    reason = "line 1: event 2, start_kyoku: kyoku: expected 1 to 3, got 4"
    assert refused(put(2, kyoku=4, oya=2), "three players") == reason


@pytest.mark.parametrize(("change", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_games_that_are_not_so_are_refused(change: Callable[[list[Record]], object], reason: str) -> None:
    assert refused(change).startswith(f"line 1: {reason}")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rule": "nowhere"}, 'rule: expected tenhou or mjsoul, got "nowhere"'),
        ({"mode": "5p-red-half"}, 'mode: expected one such as 4p-red-half, got "5p-red-half"'),
        ({"mode": 4}, "mode: expected one such as 4p-red-half, got 4"),
        ({"events": 3}, "events: expected a list of events"),
        ({"events": [3]}, "event 1: expected an object, got 3"),
        ({"scores": [1, 2, 3, 4]}, "game four players, E2.0: end: the match is not over"),
        ({"name": 1}, 'a game has no field "name"'),
    ],
)
def test_records_of_games_are_looked_at(fields: Record, reason: str) -> None:
    with pytest.raises(LogError) as error:
        replayed({**GAMES["four players"], **fields})
    assert str(error.value).startswith(f"line 1: {reason}")


def test_the_command_writes_mjai(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(GAMES["three players"]) + "\n", encoding="utf-8")
    assert main(["replay", str(path), "--to", "mjai"]) == 0
    written = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [plain(event) for event in written] == [plain(event) for event in GAMES["three players"]["events"]]


def test_only_games_of_riichi_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = mjrules.Match("western", 3)
    match.save(tmp_path / "match.jsonl")
    assert main(["replay", str(tmp_path / "match.jsonl"), "--to", "mjai", "--unfinished"]) == 1
    assert capsys.readouterr().err.endswith(
        "line 3: a game of western cannot be written as mjai, which is for riichi\n"
    )
