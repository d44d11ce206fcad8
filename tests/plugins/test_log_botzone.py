"""Games of the server Botzone: they are played again, and end as they did; what is not so is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import mjrules
from mjrules import LogError, Table
from mjrules.match.match import play_out
from mjrules.tiles.tile import parse_tiles
from mjrules_log_botzone.record import is_game, read_game
from mjrules_log_botzone.replay import RULESET, replay_game
from tests.kit.cases import case_records
from tests.kit.playing import chooser
from tests.kit.profile import thinned
from tests.plugins.botzone_games import as_record

Record = dict[str, Any]
GAMES = {record["id"]: record for record in case_records("chinese-official/games")}
MADE = {record["id"]: record for record in case_records("chinese-official/rare_games")}
"""Games that were made with rare ends, and scored by another judge."""


@pytest.fixture(scope="module")
def rules() -> mjrules.Ruleset:
    return mjrules.load(RULESET)


def replayed(record: Record, rules: mjrules.Ruleset) -> Table:
    return replay_game(read_game((3, json.loads(json.dumps(record)))), rules)


def refused(record: Record, rules: mjrules.Ruleset, change: Callable[[Record], object]) -> str:
    """Why a record is refused once it is changed."""
    record = json.loads(json.dumps(record))
    change(record)
    with pytest.raises(LogError) as caught:
        replayed(record, rules)
    return str(caught.value)


@pytest.mark.parametrize("id", GAMES)
def test_games_of_the_server_are_played_again(id: str, rules: mjrules.Ruleset) -> None:
    game = GAMES[id]
    table = replayed(game, rules)
    assert is_game(game)
    assert table.over
    assert [table.end.net[seat] for seat in "ESWN"] == game["end"]["delta"]


@pytest.mark.parametrize("seed", thinned(range(120), 6))
def test_games_that_another_judge_scores_are_played_again(seed: int, rules: mjrules.Ruleset) -> None:
    table = Table(rules, seed, round="ESWN"[seed % 4])
    play_out(table, chooser(seed, claims=(0.1, 0.3, 0.6)[seed % 3]))
    again = replayed(as_record(table), rules)
    assert again.end == table.end


def made(
    rules: mjrules.Ruleset, hands: tuple[str, ...], draws: tuple[str, ...], play: Callable[[Table], object]
) -> Record:
    """The record of a hand with these tiles."""
    wall: list[int] = []
    for hand, drawn in zip(hands, draws, strict=True):
        own = [*parse_tiles(hand), *parse_tiles(drawn)]
        wall += [*own, *[-1] * (34 - len(own))]
    table = Table(rules, wall=wall)
    play(table)
    return as_record(table)


def fans(record: Record) -> set[str]:
    return {name for name, _, _ in record["end"]["fan"]}


OTHERS = ("47m258p369s22345z", "259m369p147s2345z", "369m147p259s2345z")


def test_a_win_on_the_tile_for_a_concealed_kong(rules: mjrules.Ruleset) -> None:
    def play(table: Table) -> None:
        table.kong("E", "1m")
        table.mahjong("E")

    game = made(rules, ("111m234p567p78s99s", *OTHERS), ("1m6s", "", "", ""), play)
    assert [event[0] for event in game["events"]] == ["draw", "concealed_kong", "draw"]
    assert {"杠上开花", "暗杠"} <= fans(game)
    replayed(game, rules)
    change: Callable[[Record], object] = lambda record: record["events"].pop(1)  # noqa: E731
    assert refused(game, rules, change).startswith(
        "line 3: game made: event 2, draw 0 6s: nothing is drawn: seat 0 has"
    )


def fans_made() -> set[str]:
    return {name for game in MADE.values() for name, _, _ in game["end"].get("fan", ())}


@pytest.mark.parametrize("id", MADE)
def test_rare_games_are_played_again(id: str, rules: mjrules.Ruleset) -> None:
    game = MADE[id]
    table = replayed(game, rules)
    assert [table.end.net[seat] for seat in "ESWN"] == game["end"]["delta"]


def test_the_rare_games_have_every_rare_end() -> None:
    assert {"杠上开花", "抢杠和", "妙手回春", "海底捞月", "和绝张", "明暗杠", "暗杠", "明杠"} <= fans_made()
    claimed_last = [game for game in MADE.values() if game["events"][-2][0] in ("chow", "pung")]
    assert "draw" in {game["end"]["type"] for game in claimed_last}


# What is refused

GAME = GAMES["bz003"]


def end(**fields: Any) -> Callable[[Record], object]:
    return lambda record: record["end"].update(fields)


def event(number: int, *words: Any) -> Callable[[Record], object]:
    """Another event in place of one, counted from 1."""
    return lambda record: record["events"].__setitem__(number - 1, list(words))


REFUSED: list[tuple[Callable[[Record], object], str]] = [
    (lambda record: record.pop("end"), "end: missing from the record of a game"),
    (lambda record: record.update(winds=1), 'a game has no field "winds" (did you mean "hands"?)'),
    (lambda record: record.update(prevalent=5), "prevalent: expected 1 to 4, got 5"),
    (lambda record: record["hands"].pop(), "hands: expected a list of 4 hands"),
    (lambda record: record.update(events={}), "events: expected a list of events"),
    (lambda record: record["hands"].__setitem__(1, "1m"), "game bz003: hands[1]: expected 13 tiles, got 1"),
    (lambda record: record["hands"].__setitem__(1, "1x"), 'hands[1]: "1x" is not a tile'),
    (event(2, "discrad", 0, "5z"), 'event 2: "discrad" is not an event (did you mean "discard"?)'),
    (event(2, ["discard"], 0), "event 2: a list is not an event"),
    (lambda record: record["events"].__setitem__(1, "draw"), 'event 2: "draw" is not an event'),
    (event(2, "discard", 0), "event 2: discard: expected seat, tile"),
    (event(2, "discard", 4, "5z"), "event 2: discard: expected a seat, 0 to 3, got 4"),
    (event(2, "discard", 0, "55z"), "event 2: expected one tile, got 2"),
    (event(2, "discard", 0, "1m"), "game bz003: event 2, discard 0 1m: discard 1m: there is no such tile in the hand"),
    (event(2, "discard", 1, "1m"), "game bz003: event 2, discard 1 1m: discard 1m: it is the turn of E"),
    (event(1, "draw", 1, "6z"), "game bz003: expected the first event to be the draw of seat 0"),
    (event(3, "pung", 3, "555z", 1, "5z"), "game bz003: event 3, pung 3 555z: the tile to claim is 5z of seat 0"),
    (event(3, "pung", 3, "55z", 0, "5z"), "event 3, pung 3 55z: the tile claimed, 5z, makes no pung of these"),
    (
        event(3, "pung", 2, "555z", 0, "5z"),
        "game bz003: event 3, pung 2 555z: pung 55z: the hand has no tiles for a pung",
    ),
    (event(3, "chow", 1, "456z", 0, "5z"), "game bz003: event 3, chow 1 456z: chow 46z: "),
    (event(5, "draw", 1, "5m"), "game bz003: event 5, draw 1 5m: expected seat 0 to draw 5p"),
    (lambda record: record["events"].pop(4), "game bz003: event 5, discard 0 6z: "),
    (lambda record: record["events"].pop(), "game bz003: end: "),
    (end(type="error"), 'game bz003: end: type: expected win or draw, got "error"'),
    (end(type=["win"]), "game bz003: end: type: expected win or draw, got a list"),
    (end(type="draw"), "game bz003: end: a tile is drawn here that the record does not mention"),
    (end(who=1), "game bz003: end: mahjong 6m: "),
    (end(who="0"), 'game bz003: end: who: expected a seat, got "0"'),
    (end(tile="5m"), 'game bz003: end: tile: expected 6m, found "5m"'),
    (end(by="self"), 'game bz003: end: by: expected discard, found "self"'),
    (end(**{"from": 1}), "game bz003: end: from: expected 2, found 1"),
    (end(fan_total=14), "game bz003: end: fan_total: expected 13, found 14"),
    (end(delta=[37, -21, -8, -8]), "game bz003: end: delta: expected [37, -8, -21, -8], found [37, -21, -8, -8]"),
    (end(fan=[["三色三步高", 6, 2]]), "game bz003: end: fan: mixed_shifted_chows: expected 6 x 1, found 6 x 2"),
    (end(fan=[["三色", 6, 1]]), 'game bz003: end: fan: "三色" is not a fan'),
    (end(fan=[[["三色"], 6, 1]]), "game bz003: end: fan: a list is not a fan"),
    (end(fan=[["三色三步高", 6]]), "game bz003: end: fan: expected a name, a value and a count, got a list"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_games_that_are_not_so_are_refused(
    change: Callable[[Record], object], reason: str, rules: mjrules.Ruleset
) -> None:
    assert refused(GAME, rules, change).startswith(f"line 3: {reason}")


def test_more_draws_than_a_wall_has_are_refused(rules: mjrules.Ruleset) -> None:
    assert refused(GAME, rules, lambda record: record["events"].extend([["draw", 0, "1m"]] * 20)) == (
        "line 3: game bz003: seat 0 draws 25 tiles, its wall has 21"
    )
