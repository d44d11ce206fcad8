"""Logs: what is saved is loaded and replayed, the same; what is not so is refused, with line and reason."""

from __future__ import annotations

import errno
import gzip
import json
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mjrules
from mjrules import LogError, Match, MjrulesError, Ruleset, Table, TableError, load_match, load_table
from mjrules.hooks import HouseRule, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.match.match import play_out
from mjrules.play.event_fields import read_tiles, tiles_text
from mjrules.play.events import Won
from mjrules.play.house_rules import HandsBefore
from mjrules.ruleset.files.find import known_ids
from mjrules.ruleset.load import load
from tests.kit.cases import CASES_FOLDER
from tests.kit.playing import chooser
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING

Record = dict[str, Any]
PLAYERS = ["Ann", "Bob", "Cleo", "Dan"]


def played(id: str, seed: int | str = 10) -> Table:
    """A hand that is over."""
    table = Table(load(id), seed)
    play_out(table, chooser(seed))
    return table


def records(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What is saved is loaded


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 7))
def test_a_hand_is_loaded_as_it_was_saved(id: str, tmp_path: Path) -> None:
    table, path = played(id), tmp_path / "hand.jsonl"
    table.save(path)
    loaded = load_table(path)
    assert loaded.events == table.events
    assert (loaded.ruleset.hash, loaded.seed, loaded.fields) == (table.ruleset.hash, table.seed, table.fields)
    loaded.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_a_log_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, path = played("chinese-basic"), tmp_path / "hand.jsonl"
    path.write_text("before", encoding="utf-8")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as within:
        within.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left") as found:
            table.save(path)
    assert found.value.filename == str(path)
    assert [own.read_text(encoding="utf-8") for own in tmp_path.iterdir()] == ["before"]
    (tmp_path / "link.jsonl").symlink_to(path)
    table.save(tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert load_table(path).events == table.events


def test_threads_that_save_to_one_file_wait_for_each_other(tmp_path: Path) -> None:
    tables, path = [played("chinese-basic", seed) for seed in range(4)], tmp_path / "hand.jsonl"

    def save(table: Table) -> None:
        for _ in range(20):
            table.save(path)

    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(save, tables))
    assert load_table(path).events in [table.events for table in tables]
    assert [own.name for own in tmp_path.iterdir()] == [path.name]


def test_any_log_is_replayed(tmp_path: Path) -> None:
    match = Match(load("chinese-basic"), 5, PLAYERS)
    match.play(chooser("chinese-basic"), hands=2)
    match.save(tmp_path / "match.jsonl.gz")
    steps = list(mjrules.replay_log(tmp_path / "match.jsonl.gz"))
    assert [step.event for step in steps if step.event.kind == "end"] == [table.end for table in match.played]
    games = CASES_FOLDER / "chinese-official" / "games.jsonl"
    ends = [step for step in mjrules.replay_log(games) if step.event.kind == "end"]
    assert len(ends) == len(games.read_text(encoding="utf-8").splitlines())
    assert all(step.table is not None and step.table.end == step.event for step in ends)
    again = mjrules.replay_log(str(games), "chinese-official/botzone", format="botzone")
    assert [step.event for step in again if step.event.kind == "end"] == [step.event for step in ends]


@pytest.mark.parametrize(
    ("text", "format", "error", "reason"),
    [
        ("{}", None, LogError, "line 1: expected the header of a log, or a game: known are mjrules, botzone"),
        ("{}", "mjrules", LogError, "line 1: expected the header of a log, with the fields"),
        ("", None, LogError, "line 1: the file is empty"),
        ("{}", "botzon", MjrulesError, '"botzon" is not a format (did you mean "botzone"?)'),
        ("<mjloggm", None, LogError, "line 1: column "),
    ],
)
def test_what_is_no_log_is_not_replayed(
    text: str, format: str | None, error: type[Exception], reason: str, tmp_path: Path
) -> None:
    (tmp_path / "a").write_text(text, encoding="utf-8")
    with pytest.raises(error, match=f"^{re.escape(reason)}"):
        list(mjrules.replay_log(tmp_path / "a", format=format))


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 7))
def test_a_match_is_loaded_as_it_was_saved(id: str, tmp_path: Path) -> None:
    ruleset, path = load(id), tmp_path / "match.jsonl.gz"
    match = Match(ruleset, 5, PLAYERS[: len(ruleset.definition.table.seats)])
    match.play(chooser(id), hands=4)
    match.save(path)
    loaded = load_match(path)
    assert list(map(str, loaded.log)) == list(map(str, match.log))
    assert [table.events for table in loaded.played] == [table.events for table in match.played]
    assert (loaded.totals, loaded.pots, loaded.rotation) == (match.totals, match.pots, match.rotation)
    loaded.save(tmp_path / "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes() == path.read_bytes()
    assert path.read_bytes()[:2] == b"\x1f\x8b"


@pytest.mark.slow
def test_a_hand_is_loaded_from_every_point_that_it_is_stopped_at(tmp_path: Path) -> None:
    table, path = played("western"), tmp_path / "hand.jsonl"
    while True:
        table.save(path)
        assert load_table(path, table.ruleset, unfinished=True).events == table.events
        undone = table.undo()
        if undone is None:
            break


def test_undo_and_the_same_again_give_the_same_log_even_across_the_end_of_a_hand(tmp_path: Path) -> None:
    table = load_table(saved(played("western"), tmp_path))
    events = table.events
    assert table.over
    undone = []
    while (action := table.undo()) is not None:
        undone.append(action)
    assert not table.over
    for action in reversed(undone):
        table.do(action)
    assert table.events == events


def test_a_match_that_goes_on_after_it_was_loaded_goes_on_as_the_first_would(tmp_path: Path) -> None:
    match, path = Match(load("western"), "club night", PLAYERS, seat=False), tmp_path / "match.jsonl"
    match.play(chooser(1), hands=2)
    match.next_hand()
    match.save(path)
    loaded = load_match(path, unfinished=True)
    for one in (match, loaded):
        one.play(chooser(2), hands=2)
    assert list(map(str, loaded.log)) == list(map(str, match.log))
    assert loaded.totals == match.totals
    assert not any(event.kind == "seated" for event in loaded.log)


def test_a_pot_that_is_switched_stands_where_it_was_switched(tmp_path: Path) -> None:
    match, path = Match(load("classical", {"stake": 10}), 1, PLAYERS), tmp_path / "match.jsonl"
    match.switch("goulash", False)
    match.play(chooser(1), hands=1)
    match.switch("goulash", True)
    match.next_hand()
    match.switch("goulash", False)
    match.play(chooser(2), hands=1)
    match.save(path)
    order = [record["event"] for record in records(path)[1:] if record["event"] in ("begin", "switched", "closed")]
    assert order == ["begin", "switched", "closed", "switched", "begin", "switched", "closed"]
    loaded = load_match(path)
    assert (loaded.on, loaded.pots) == (match.on, match.pots)
    loaded.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_a_ruleset_of_a_file_is_named_when_its_log_is_loaded(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("id: club\nextends: western\nset: {limit: 500}\n", encoding="utf-8")
    table = Table(load(str(club)), 10)
    play_out(table, chooser(10))
    path = saved(table, tmp_path)
    assert load_table(path, str(club)).events == load_table(path, load(str(club))).events == table.events
    assert message(path) == (
        'line 1: the ruleset club of the log cannot be used: there is no ruleset "club" '
        f"(known: {', '.join(known_ids())})"
    ) or message(path).startswith("line 1: the ruleset club of the log cannot be used: ")


# Hands under other options than the match


class Louder:
    """After two hands the limit is another."""

    @hookimpl
    def mj_house_rules(self) -> Sequence[HouseRule]:
        def options(settings: Mapping[str, Any], drawn: HandsBefore) -> Mapping[str, Any]:
            return {"limit": 300} if drawn.hands == 1 else {}

        return [HouseRule("louder", "the second hand has a lower limit", options=options)]


@pytest.fixture
def louder(tmp_path: Path) -> Ruleset:
    path = tmp_path / "louder.yaml"
    path.write_text("id: louder\nextends: western\nplugins: {add: [louder]}\nhouse_rules: {louder: {}}\n")
    return load(str(path), available={**available_plugins(), "louder": Louder})


def test_a_hand_under_other_options_tells_them(louder: Ruleset, tmp_path: Path) -> None:
    match, path = Match(louder, 1, PLAYERS), tmp_path / "match.jsonl"
    match.play(chooser(1), hands=3)
    match.save(path)
    told = [record for record in records(path)[1:] if "event" not in record]
    assert [(record["hand"], record["options"]["limit"]) for record in told] == [(2, 300)]
    assert told[0]["hash"] == match.played[1].ruleset.hash != louder.hash
    loaded = load_match(path, louder)
    loaded.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_options_of_a_hand_that_are_missing_wrong_or_needless_are_refused(louder: Ruleset, tmp_path: Path) -> None:
    match, path = Match(louder, 1, PLAYERS), tmp_path / "match.jsonl"
    match.play(chooser(1), hands=3)
    match.save(path)
    good = records(path)
    place = next(number for number, record in enumerate(good) if number and "event" not in record)

    def refused(lines: list[Record]) -> str:
        write(path, lines)
        with pytest.raises(LogError) as caught:
            load_match(path, louder)
        return str(caught.value)

    own = match.played[1].ruleset.hash
    assert refused(good[:place] + good[place + 1 :]) == (
        f"line {place + 1}: this hand has other options, of the hash {own}: expected them before it"
    )
    wrong = {**good[place], "options": {**good[place]["options"], "limit": 400}}
    assert refused([*good[:place], wrong, *good[place + 1 :]]) == (
        f"line {place + 1}: options.limit: expected 300, found 400"
    )
    first = next(number for number, record in enumerate(good) if record.get("event") == "begin")
    assert refused([*good[:first], good[place], *good[first:]]) == (
        f"line {first + 1}: this hand is played under the options of the match"
    )
    assert refused([*good[: place + 1], *good[place + 2 :]]) == (
        f"line {place + 2}: expected the beginning of a hand, found deal"
    )


# What is refused


def saved(table: Table | Match, folder: Path) -> Path:
    path = folder / "log.jsonl"
    table.save(path)
    return path


def write(path: Path, lines: Sequence[Record]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def message(path: Path, reader: Callable[[Path], object] = load_table) -> str:
    with pytest.raises(LogError) as caught:
        reader(path)
    return str(caught.value)


class Log:
    """A log that can be spoilt."""

    def __init__(self, lines: list[Record], path: Path) -> None:
        self.lines, self.path = lines, path

    def at(self, kind: str, **fields: Any) -> int:
        """The index of the first event of a kind with these fields."""
        return next(
            index
            for index, line in enumerate(self.lines)
            if line.get("event") == kind and all(line.get(name) == value for name, value in fields.items())
        )

    def refused(self, change: Callable[[list[Record]], object], reader: Callable[[Path], object] = load_table) -> str:
        """Why the log is refused once it is changed."""
        lines = json.loads(json.dumps(self.lines))
        change(lines)
        write(self.path, lines)
        return message(self.path, reader)


@pytest.fixture(scope="module")
def western() -> Table:
    """A hand with a pung, won on a discard, in which nobody declares anything."""
    for seed in range(200):
        table = played("western", seed)
        kinds, won = {event.kind for event in table.log}, table.log[-2]
        if "pung" in kinds and "declare" not in kinds and isinstance(won, Won) and won.how == "claimed":
            return table
    raise AssertionError("no such hand")


@pytest.fixture
def log(western: Table, tmp_path: Path) -> Log:
    path = saved(western, tmp_path)
    return Log(records(path), path)


def put(index: int, **fields: Any) -> Callable[[list[Record]], object]:
    return lambda lines: lines[index].update(fields)


def without(index: int) -> Callable[[list[Record]], object]:
    return lambda lines: lines.pop(index)


@pytest.mark.slow
def test_headers_that_are_missing_or_wrong(log: Log) -> None:
    header = 'line 1: expected the header of a log, with the fields "mjrules" and "log"'
    assert log.refused(without(0)) == header
    for version in ({"a": [1]}, 1, "new", "1" * 61, "0.1\n"):
        assert log.refused(put(0, mjrules=version)).startswith(
            f'line 1: mjrules: expected a version, such as "{mjrules.__version__}"'
        )
    assert log.refused(put(0, log=2)) == "line 1: log: expected 1, got 2"
    assert log.refused(put(0, of="game")) == 'line 1: of: expected "hand" or "match", got "game"'
    assert log.refused(put(0, of="match")) == 'line 1: the header of a match has no field "fields"'
    assert log.refused(put(0, colour="red")) == 'line 1: the header of a hand has no field "colour"'
    assert log.refused(lambda lines: lines[0].pop("hash")) == "line 1: hash: missing from the header"
    assert log.refused(put(0, seed=[1])) == "line 1: seed: a list is not allowed here"
    assert log.refused(put(0, fields={"x": "y"})) == 'line 1: fields.x: expected a whole number, got "y"'
    log.path.write_text("")
    assert message(log.path) == "line 1: the file is empty: expected the header of a log"
    log.path.write_text("[1]\n")
    assert message(log.path) == "line 1: expected a JSON object, got a list"


def test_logs_under_another_hash(log: Log, western: Table, tmp_path: Path) -> None:
    own, other = western.ruleset.hash, "0" * 64
    assert log.refused(put(0, hash=other)) == (
        f"line 1: the ruleset western has changed since the log was written: its hash is {own}, that of the log {other}"
    )
    write(log.path, log.lines)
    hong_kong, lower = load("hong-kong"), load("western", {"limit": 500})
    with pytest.raises(LogError) as caught:
        load_table(log.path, hong_kong)
    assert str(caught.value) == (
        f"line 1: the log was played under western, not under hong-kong: "
        f"its hash is {hong_kong.hash}, that of the log {own}"
    )
    with pytest.raises(LogError, match="line 1: the log was played under western, not under hong-kong"):
        load_table(log.path, "hong-kong")  # which has not the options of the log
    with pytest.raises(LogError) as caught:
        load_table(log.path, lower)
    assert str(caught.value) == (
        f"line 1: the log was played under other options of western: its hash is {lower.hash}, that of the log {own}"
    )
    assert log.refused(put(0, options={"limits": 5})).startswith(
        'line 1: the ruleset western of the log cannot be used: options.limits: unknown option "limits"'
    )


def test_files_that_are_broken(log: Log, tmp_path: Path) -> None:
    data = log.path.read_bytes()
    third = data.index(b"\n", data.index(b"\n") + 1) + 1
    log.path.write_bytes(data[: third + 10])
    assert message(log.path).startswith("line 3: this is not JSON: ")
    log.path.write_bytes(data[:third] + b"\xff" + data[third:])
    assert message(log.path) == "line 3: byte 0xff is not UTF-8 text"
    log.path.write_bytes(data[:third] + b"\n" + data[third:])
    assert message(log.path).startswith("line 3: this is not JSON: Expecting value")
    packed = gzip.compress(data)
    log.path.write_bytes(packed[: len(packed) // 2])
    assert "the compressed file ends in the middle" in message(log.path)
    log.path.write_bytes(packed[:20] + b"\x00\x00\x00" + packed[23:])
    assert "the compressed file is broken" in message(log.path)
    log.path.write_bytes(b"\x1f\x8bnothing that was ever compressed")
    assert message(log.path) == "line 1: the compressed file is broken"
    with pytest.raises(FileNotFoundError):
        load_table(tmp_path / "nowhere.jsonl")


def test_walls_that_are_forged(log: Log) -> None:
    begin = log.lines[1]

    def tiles(text: str) -> str:
        return log.refused(put(1, tiles=text))

    assert tiles("1x") == 'line 2: begin: tiles: "1x" is not a tile: expected numbers followed by m, p, s or z, ' + (
        "f1-f4, s1-s4, a1-a4 or J"
    )
    assert log.refused(put(1, tiles=5)) == "line 2: begin: tiles: expected tiles as text, got 5"
    assert tiles(begin["tiles"] + "1m") == "line 2: begin: the wall has 5 x 1m, of which there are 4"
    fewer = tiles_text(read_tiles(begin["tiles"])[1:])
    assert tiles(fewer).startswith("line 2: begin: the wall lacks ")
    assert log.refused(put(1, dice_east=[7, 1])) == (
        "line 2: begin: expected two dice for East and two for the owner of the wall"
    )
    assert log.refused(put(1, wall="X")) == (
        f"line 2: begin: the dice break the wall of {begin['wall']} behind stack {begin['stack_from_right']}"
    )
    assert log.refused(put(1, round="X")) == 'line 2: begin: round: expected E, S, W, N, got "X"'
    assert log.refused(put(1, hand=0)) == "line 2: begin: hand: expected a whole number from 1, got 0"
    wall = Table(load("western"), 11).log[0].to_record("ESWN")["tiles"]
    assert tiles(wall).startswith('line 3: deal: tiles: expected "')


@pytest.mark.slow
def test_events_that_do_not_follow(log: Log) -> None:
    drawn, discard = log.at("drawn", word="wall"), log.at("discard")
    tile = log.lines[drawn]["tile"]
    assert log.refused(put(drawn, tile="7z" if tile != "7z" else "6z")) == (
        f'line {drawn + 1}: drawn: tile: expected "{tile}", found "{"7z" if tile != "7z" else "6z"}"'
    )
    seat = log.lines[drawn]["seat"]
    assert log.refused(without(drawn)) == f"line {drawn + 1}: expected drawn of {seat}, found discard"
    assert log.refused(without(2)) == 'line 3: deal: seat: expected "E", found "S"'
    assert log.refused(without(discard)) == (
        f"line {discard + 1}: drawn does not follow here: expected a decision of E"
    )
    assert log.refused(put(discard, event="discrad")) == (
        f"line {discard + 1}: 'discrad' is not an event (did you mean \"discard\"?)"
    )
    assert log.refused(put(discard, seat="Q")) == f"line {discard + 1}: there is no seat 'Q': E, S, W, N"
    assert log.refused(lambda lines: lines[discard].pop("seat")) == (
        f"line {discard + 1}: discard: expected the seat of who decides: E"
    )
    assert log.refused(lambda lines: lines[discard].pop("event")) == f"line {discard + 1}: expected an event"
    assert log.refused(put(discard, comment="!")) == f"line {discard + 1}: comment means nothing with discard"
    assert log.refused(lambda lines: lines.insert(discard, {"event": "closed"})) == (
        f"line {discard + 1}: closed belongs to a match, and this is the log of a hand"
    )
    assert log.refused(lambda lines: lines.insert(discard, lines[1])) == (
        f"line {discard + 1}: a second hand begins: this is the log of one"
    )
    assert log.refused(without(1)) == "line 2: expected the beginning of a hand, found deal"


def test_decisions_that_are_not_legal(log: Log) -> None:
    discard = log.at("discard")
    line = log.lines[discard]
    held = {tile for event in log.lines if event.get("event") == "deal" for tile in event["tiles"]}
    assert held
    assert log.refused(put(discard, tile="f1", named="f1")) == (
        f"line {discard + 1}: E: discard f1: there is no such tile in the hand"
    )
    assert log.refused(put(discard, seat="S")) == f"line {discard + 1}: S: discard {line['tile']}: it is the turn of E"
    pung = log.at("pung")
    tile, seat = log.lines[pung]["tile"], log.lines[pung]["seat"]
    assert log.refused(put(pung, tiles="12m")) == (
        f"line {pung + 1}: {seat}: pung 12m: these tiles make no pung with {tile}"
    )
    assert log.refused(put(pung, event="kong")).startswith(f"line {pung + 1}: {seat}: kong {tile[0] * 2}{tile[1]}: ")
    mahjong = log.at("mahjong")
    other = "E" if log.lines[mahjong]["seat"] != "E" else "S"
    assert log.refused(put(mahjong, seat=other)).startswith(f"line {mahjong + 1}: {other}: mahjong ")


def test_results_that_are_forged(log: Log) -> None:
    end = log.at("end")
    line = log.lines[end]
    seat = line["winners"][0]

    def forged(**fields: Any) -> str:
        return log.refused(put(end, **fields))

    net, score = line["net"][seat], line["scores"][seat]
    assert forged(net={**line["net"], seat: net + 1}) == (
        f"line {end + 1}: end: net.{seat}: expected {net}, found {net + 1}"
    )
    assert forged(scores={**line["scores"], seat: True}) == (
        f"line {end + 1}: end: scores.{seat}: expected {score}, found true"
    )
    first = line["transfers"][0]
    assert forged(transfers=[{**first, "amount": 7}, *line["transfers"][1:]]) == (
        f"line {end + 1}: end: transfers[0].amount: expected {first['amount']}, found 7"
    )
    assert log.refused(lambda lines: lines[end].pop("hands")).startswith(f"line {end + 1}: end: hands: expected {{")
    won = log.at("won")
    assert log.refused(put(won, word="drawn")) == f'line {won + 1}: won: word: expected "claimed", found "drawn"'


def test_logs_that_stop_or_go_on(log: Log) -> None:
    size = len(log.lines)
    early = "the log ends before the hand does"
    assert log.refused(lambda lines: lines.pop()) == f"line {size}: {early}"
    discard = log.at("discard")
    write(log.path, log.lines[: discard + 1])
    assert message(log.path) == f"line {discard + 2}: {early}"
    table = load_table(log.path, unfinished=True)
    assert not table.over
    assert [event.to_record(table.seats) for event in table.log][:discard] == log.lines[1 : discard + 1]
    write(log.path, log.lines[:1])
    assert message(log.path) == "line 2: the log ends before a hand begins"
    with pytest.raises(LogError, match=r"^line 2: the log ends before a hand begins$"):
        load_table(log.path, unfinished=True)
    assert log.refused(lambda lines: lines.append(lines[discard])) == (
        f"line {size + 1}: the hand is over, but the log goes on: discard"
    )


@pytest.fixture(scope="module")
def closed() -> Match:
    match = Match(load("western"), 3, PLAYERS)
    match.play(chooser(3), hands=3)
    return match


@pytest.fixture
def of_match(closed: Match, tmp_path: Path) -> Log:
    path = saved(closed, tmp_path)
    return Log(records(path), path)


@pytest.mark.slow
def test_logs_of_matches_that_are_forged(of_match: Log) -> None:
    def refused(change: Callable[[list[Record]], object]) -> str:
        return of_match.refused(change, load_match)

    lines, closed = of_match.lines, of_match.at("closed")
    totals = lines[closed]["totals"]
    assert refused(put(closed, totals={**totals, "Ann": 12345})) == (
        f"line {closed + 1}: closed: totals.Ann: expected {totals['Ann']}, found 12345"
    )
    assert refused(without(closed)) == f"line {closed + 1}: a hand begins before the last one is closed"
    assert (
        refused(lambda lines: lines.insert(closed, lines[closed])) == f"line {closed + 2}: the hand is closed already"
    )
    assert refused(without(closed - 1)) == f"line {closed}: expected end, found closed"
    order = lines[1]["players"]
    assert refused(put(1, players=order[::-1])) == (
        f'line 2: seated: players[0]: expected "{order[0]}", found "{order[3]}"'
    )
    assert refused(without(1)) == "line 2: expected seated before the first hand"
    assert refused(put(0, seat=False)) == "line 3: expected no seated before the first hand"
    assert refused(put(0, players=["Ann"])) == "line 3: begin: expected 4 different players, got 1"
    assert refused(put(0, players=[1, 2, 3, 4])) == "line 1: players: expected names, got 1"
    assert refused(lambda lines: lines.insert(closed + 1, lines[1])) == (
        f"line {closed + 2}: the players are seated once, before the first hand"
    )
    assert (
        refused(lambda lines: lines.insert(1, lines[closed]))
        == "line 2: expected the beginning of a hand, found closed"
    )
    assert refused(lambda lines: lines.insert(closed + 1, {"event": "switched", "word": "kitty", "on": True})) == (
        f"line {closed + 2}: switched: western has no pot 'kitty' with a stake (goulash)"
    )
    begin = of_match.at("begin", hand=2)
    assert refused(put(begin, round="N")) == f'line {begin + 1}: begin: round: expected "E", found "N"'
    assert refused(lambda lines: lines.pop()) == f"line {len(lines)}: the log ends before the hand is closed"
    write(of_match.path, lines)
    assert message(of_match.path) == "line 1: this is the log of a match, which load_match reads"


@pytest.mark.slow
def test_every_line_that_is_changed_dropped_or_repeated_is_noticed(log: Log, western: Table) -> None:
    for index in range(1, len(log.lines)):
        for change in (without(index), _repeat(index), put(index, tile="?x")):
            assert log.refused(change, lambda path: load_table(path, western.ruleset)).startswith("line ")


def _repeat(index: int) -> Callable[[list[Record]], object]:
    return lambda lines: lines.insert(index, lines[index])


# Hands that were played elsewhere.

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
PAID = {"Ann": 24, "Bob": -8, "Cleo": -8, "Dan": -8}


@pytest.mark.parametrize("hands", thinned(["epep", "e", "ee", "pe", "ep", "pee"], 6))
@pytest.mark.parametrize("seat", [True, False])
def test_hands_that_were_played_elsewhere_are_saved_with_the_others(tmp_path: Path, hands: str, seat: bool) -> None:
    match = Match(load("western"), 5, NAMES, seat=seat)
    for hand in hands:
        if hand == "e":
            match.enter(["Ann"], PAID)
        else:
            match.play(chooser(hands), hands=1)
    match.save(tmp_path / "match.log")
    again = load_match(tmp_path / "match.log")
    assert (again.totals, again.pots, again.finished, again.players) == (
        match.totals, match.pots, len(hands), match.players
    )  # fmt: skip
    assert [event for _, event in again.history()] == [event for _, event in match.history()]
    again.save(tmp_path / "again.log")
    assert (tmp_path / "again.log").read_bytes() == (tmp_path / "match.log").read_bytes()


WRONG_ENTRIES: dict[str, tuple[list[str], dict[str, int], str]] = {
    "a stranger wins": (["Eve"], {}, "'Eve' is not a player of this match: Ann, Bob, Cleo, Dan"),
    "a stranger pays": (["Ann"], {"Ann": 1, "Eve": -1}, "'Eve' is not a player of this match: Ann, Bob, Cleo, Dan"),
    "somebody wins twice": (["Bob", "Ann", "Bob"], {}, "'Bob' wins twice"),
    "too much is paid": (["Ann"], {"Ann": 2, "Bob": -1}, "what the players pay one another sums to 1, not to zero"),
}


@pytest.mark.parametrize(("winners", "paid", "said"), WRONG_ENTRIES.values(), ids=list(WRONG_ENTRIES))
def test_a_hand_that_cannot_have_been_played_is_not_entered(
    tmp_path: Path, winners: list[str], paid: dict[str, int], said: str
) -> None:
    match = Match(load("western"), 5, NAMES, seat=False)
    with pytest.raises(TableError, match=re.escape(said)):
        match.enter(winners, paid)
    assert (match.finished, match.log) == (0, [])
    match.enter(["Ann"], PAID)
    match.save(tmp_path / "match.log")
    text = (tmp_path / "match.log").read_text(encoding="utf-8")
    entered = json.dumps({"event": "entered", "winners": winners, "paid": paid})
    changed = [entered if "entered" in line else line for line in text.splitlines()]
    (tmp_path / "match.log").write_text("\n".join(changed), encoding="utf-8")
    with pytest.raises(LogError, match=re.escape(f"line 2: entered: {said}")):
        load_match(tmp_path / "match.log")


def test_amounts_of_a_library_are_entered_as_whole_numbers(tmp_path: Path) -> None:
    match = Match(load("riichi"), 5, NAMES, seat=False)
    eight: Any = np.int64(8)
    match.enter(["Ann"], {"Ann": eight, "Bob": -eight}, {"sticks": {"Cleo": eight}})
    match.save(tmp_path / "match.log")
    assert load_match(tmp_path / "match.log").totals == match.totals
    for amount in (8.0, True, "8", 10**99):
        with pytest.raises(TableError, match=r"^Ann: expected (a whole number|less than 100 digits), got "):
            match.enter(["Ann"], {"Ann": amount, "Bob": 0})  # type: ignore[dict-item]
        with pytest.raises(TableError, match=r"^sticks: Ann: expected (a whole number|less than 100 digits), got "):
            match.enter(["Ann"], {}, {"sticks": {"Ann": amount}})  # type: ignore[dict-item]
    assert match.finished == 1


def test_a_hand_is_not_entered_in_the_middle_of_another() -> None:
    match = Match(load("chinese-official"), 5, NAMES)
    match.table.do(match.table.legal_actions("E")[0])
    with pytest.raises(TableError, match="between two hands"):
        match.enter(["Ann"], PAID)


def test_the_log_of_an_entered_hand_is_closed(tmp_path: Path) -> None:
    match = Match(load("western"), 5, NAMES, seat=False)
    match.enter(["Ann"], PAID)
    match.save(tmp_path / "match.log")
    lines = (tmp_path / "match.log").read_text(encoding="utf-8").splitlines()
    (tmp_path / "match.log").write_text("\n".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(LogError, match="the log ends before the hand is closed"):
        load_match(tmp_path / "match.log")
