"""`mjrules replay`: what it tells of logs, and how it refuses them."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from mjrules import Match, Table, load
from mjrules.cli import main
from mjrules.hooks import LogFormat, LogLine, LogStep, hookimpl, manager, read_xml
from mjrules.hooks.manager import available_plugins
from mjrules.match.match import play_out
from mjrules.play.event_fields import tiles_text
from mjrules.play.events import Moved
from mjrules.tiles.tile import BONUS
from tests.kit.cases import CASES_FOLDER
from tests.kit.playing import chooser
from tests.kit.plugins import without_place

Run = Callable[..., tuple[int, str, str]]
PLAYERS = ["Ann", "Bob", "Cleo", "Dan"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        status = main(["replay", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def match(tmp_path: Path) -> Match:
    match = Match(load("western"), 3, PLAYERS)
    match.play(chooser(3), hands=2)
    match.save(tmp_path / "match.jsonl.gz")
    return match


@pytest.fixture
def game(tmp_path: Path) -> str:
    shutil.copy(CASES_FOLDER / "chinese-official" / "games.jsonl", tmp_path / "games.jsonl")
    return "games.jsonl"


def test_a_match_is_verified(run: Run, match: Match) -> None:
    events = len(match.log) + sum(len(table.log) for table in match.played)
    won = sum(bool(table.end.winners) for table in match.played)
    result = f"All right: 2 hands; {events} events, {won} won, {2 - won} without a winner.\n"
    assert run("match.jsonl.gz", "--quiet") == (0, result, "")
    status, out, _ = run("match.jsonl.gz", "--json")
    assert (status, json.loads(out)) == (
        0,
        {
            "file": "match.jsonl.gz",
            "format": "mjrules",
            "valid": True,
            "ruleset": "western",
            "hash": match.ruleset.hash,
            "hands": 2,
            "events": events,
            "wins": won,
            "draws": 2 - won,
        },
    )


def test_a_match_is_told_so_that_it_fits_a_terminal(run: Run, match: Match) -> None:
    status, out, err = run("match.jsonl.gz")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "Players: " + ", ".join(match.rotation.players)
    assert "Hand 1, East round" in lines
    assert "Hand 2, East round" in lines
    assert max(map(len, lines)) <= 80
    assert sum(" discards " in line for line in lines) == sum(
        event.kind == "discard" for table in match.played for event in table.log
    )
    assert lines[-1].startswith("All right: 2 hands")


SECOND_DISCARD = "15"
"""After how many events the second tile of the game lies on the table."""
GAME = """\
Hand 1, North round

  East   48m24668p67788s5z
  South  22556m17p1234s11z
  West   3466788m147p556s
  North  39m399p59s234455z

  East draws 6z
  East discards 5z
  North claims 5z from East: pung 555z
  North discards 2z
All right: 8 hands; 1007 events, 7 won, 1 without a winner.
"""
END = """\
  East wins on the discard of West, 6m

East  13  wins on a discard of West
      6  fan  Mixed Shifted Chows  456m 678p 567s
      2  fan  Concealed Hand
      2  fan  All Chows
      2  fan  All Simples
      1  fan  Mixed Double Chow    456m 456p
"""


def test_a_game_is_told(run: Run, game: str) -> None:
    status, out, _ = run(game)
    assert status == 0
    assert END in out
    assert "  North claims 5z from East: pung 555z\n" in out
    assert run(game, "--to", SECOND_DISCARD, "--format", "botzone")[1] == GAME


def test_each_step_waits_for_enter(run: Run, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = io.StringIO("\n" * 5000)
    monkeypatch.setattr(sys, "stdin", pressed)
    status = run(game, "--step", "--to", "20")[0]
    assert status == 0
    assert 5 < pressed.tell() <= 20


def test_a_log_comes_on_standard_input(run: Run, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = (tmp_path / "match.jsonl.gz").read_bytes()
    for data in (packed, gzip.decompress(packed)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert run("-", "--quiet") == run("match.jsonl.gz", "--quiet")
    assert run("-", "--step") == (
        2,
        "",
        "mjrules: --step waits for Enter on standard input, from which the log comes: name its file\n",
    )


def test_logs_that_are_refused(run: Run, match: Match, game: str, tmp_path: Path) -> None:
    lines = (tmp_path / game).read_text(encoding="utf-8").splitlines()
    (tmp_path / "bad.jsonl").write_text("\n".join([lines[0], lines[1].replace('"fan_total":14', '"fan_total":15')]))
    reason = "game bz005: end: fan_total: expected 14, found 15"
    assert run("bad.jsonl", "--quiet") == (1, "", f"mjrules: bad.jsonl: line 2: {reason}\n")
    status, out, err = run("bad.jsonl", "--json")
    told = json.loads(out)
    assert (status, err, told["valid"], told["hands"], told["error"]) == (
        1,
        "",
        False,
        1,
        {"line": 2, "message": reason},
    )
    (tmp_path / "foreign.jsonl").write_text('{"type": "begin_game"}\n')
    assert run("foreign.jsonl") == (
        1,
        "",
        "mjrules: foreign.jsonl: line 1: expected the header of a log, or a game: "
        "known are mjrules, botzone, mjai, sichuan-bloody, tenhou\n",
    )
    (tmp_path / "empty.jsonl").write_text("")
    assert run("empty.jsonl")[2] == "mjrules: empty.jsonl: line 1: the file is empty: expected the header of a log\n"
    assert run(game, "--format", "mjrules")[2] == (
        f'mjrules: {game}: line 1: expected the header of a log, with the fields "mjrules" and "log"\n'
    )
    assert run("match.jsonl.gz", "--format", "botzone", "--quiet")[0] == 1


def test_a_game_of_other_rules_is_refused_in_words(run: Run) -> None:
    """What its format asks of the ruleset is not there; that was told as a failure of the plugin."""
    file = str(CASES_FOLDER / "riichi" / "mjai_games.jsonl")
    assert run(file, "--ruleset", "hong-kong")[2] == 'mjrules: hong-kong has no house rule "indicators"\n'


def test_formats_that_nobody_provides(run: Run) -> None:
    assert run("nowhere.jsonl", "--format", "botzon") == (
        2,
        "",
        'mjrules: --format: "botzon" is not a format (did you mean "botzone"?)\n',
    )
    assert run("nowhere.jsonl", "--format", "x")[2] == (
        'mjrules: --format: "x" is not a format (known: mjrules, botzone, mjai, sichuan-bloody, tenhou)\n'
    )


def test_formats_of_other_plugins(run: Run, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Other:
        @hookimpl
        def mj_log_formats(self) -> list[LogFormat]:
            return [LogFormat("other", "", lambda record: "events" in record, lambda lines, ruleset: [])]

    installed = {**available_plugins(), "broken": lambda: import_module("mjrules_nowhere"), "other": Other}
    monkeypatch.setattr(manager, "available_plugins", lambda: installed)
    assert run(game) == (
        2,
        "",
        "mjrules: --format: the file may be of several formats: name botzone or other\n",
    )
    assert run(game, "--format", "other") == (0, "All right: 0 hands; 0 events, 0 won, 0 without a winner.\n", "")
    assert run(game, "--format", "botzone", "--quiet")[0] == 0
    broken = "plugin \"broken\" cannot be imported: ModuleNotFoundError: No module named 'mjrules_nowhere'"
    assert without_place(run(game, "--format", "brokn")[2]).endswith(f"; {broken}\n")
    (tmp_path / "foreign.jsonl").write_text("{}\n")
    assert without_place(run("foreign.jsonl")[2]).endswith(
        f"a game: known are mjrules, botzone, mjai, sichuan-bloody, tenhou, other; {broken}\n"
    )


class Pages:
    """A format that is not JSON lines, in which games are written, too."""

    @hookimpl
    def mj_log_formats(self) -> list[LogFormat]:
        return [
            LogFormat(
                "pages",
                "",
                lambda record: "page" in record,
                self.replay,
                begins="<pages",
                read_text=self.read,
                write=self.write,
            )
        ]

    @staticmethod
    def read(text: str) -> Iterator[LogLine]:
        for element in read_xml(text, "pages"):
            yield element.line, {"page": element.number("seed", 10)}

    @staticmethod
    def replay(lines: Iterable[LogLine], ruleset: object) -> Iterator[LogStep]:
        for number, record in lines:
            table = Table("hong-kong", record["page"])
            for event in table.log:
                yield number, event, table

    @staticmethod
    def write(steps: Iterable[LogStep]) -> Iterator[dict[str, object]]:
        for number, event, _ in steps:
            yield {"line": number, "kind": event.kind}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "available_plugins", lambda: {**available_plugins(), "pages": Pages})


@pytest.mark.usefixtures("pages")
def test_files_that_are_not_json(run: Run, tmp_path: Path) -> None:
    text = "<pages>\n<page seed='1'/>\n<page seed='2'/></pages>"
    (tmp_path / "pages.xml").write_text(text)
    (tmp_path / "pages.gz").write_bytes(gzip.compress(text.encode()))
    told = "All right: 2 hands, the last of which is not over; 54 events, 0 won, 0 without a winner.\n"
    for words in (["pages.xml"], ["pages.gz"], ["pages.xml", "--format", "pages"]):
        assert run(*words, "--quiet") == (0, told, "")
    (tmp_path / "pages.xml").write_text(text.replace("'2'", "'20'"))
    said = 'mjrules: "pages.xml" cannot be read: line 3: column 1, page: seed: expected 0 to 9, got 20\n'
    assert run("pages.xml") == (2, "", said)
    (tmp_path / "pages.xml").write_text(text + "x" * 5_000_000)
    assert run("pages.xml")[2] == "mjrules: pages.xml: line 1: the file is longer than 4000000 bytes\n"
    (tmp_path / "other.xml").write_text("<other/>")
    assert run("other.xml")[2].startswith("mjrules: other.xml: line 1: this is not JSON: ")
    assert run("other.xml", "--format", "pages")[2].endswith("line 1: column 1, other: expected pages\n")
    assert run("other.xml", "--format", "botzone")[0] == 1


@pytest.mark.usefixtures("pages")
def test_games_are_written_in_another_format(run: Run, match: Match) -> None:
    status, out, err = run("match.jsonl.gz", "--to", "pages")
    written = [json.loads(line) for line in out.splitlines()]
    assert (status, err, len(written)) == (0, "", len(match.log) + sum(len(table.log) for table in match.played))
    assert written[:2] == [{"line": 2, "kind": "seated"}, {"line": 3, "kind": "begin"}]
    assert run("match.jsonl.gz", "--to", "page") == (
        2,
        "",
        "mjrules: --to: expected a number of events or a format, "
        'got "page": no plugin writes it (did you mean "pages"?)\n',
    )
    assert run("match.jsonl.gz", "--to", "pages", "--json")[2] == (
        "mjrules: --to pages prints the game, and --json the result: choose one\n"
    )


def test_our_own_logs_ask_no_plugin(run: Run, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjrules.cli.replay.log_formats", None)
    assert run("match.jsonl.gz", "--quiet")[0] == 0
    assert run("match.jsonl.gz", "--quiet", "--format", "mjrules")[0] == 0


def test_logs_that_stop_within_a_hand(run: Run, tmp_path: Path) -> None:
    table = Table(load("western"), 10)
    play_out(table, chooser(10))
    for _ in range(3):
        table.undo()
    table.save(tmp_path / "hand.jsonl")
    line = len(table.log) + 2
    early = f"mjrules: hand.jsonl: line {line}: the log ends before the hand does\n"
    assert run("hand.jsonl", "--quiet") == (1, "", early)
    told = f"All right: 1 hand, the last of which is not over; {line - 2} events, 0 won, 0 without a winner.\n"
    assert run("hand.jsonl", "--quiet", "--unfinished") == (0, told, "")


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    assert run("nowhere.jsonl") == (2, "", 'mjrules: there is no file "nowhere.jsonl"\n')
    assert run(str(tmp_path))[0] == 2


def test_what_house_rules_have_players_do_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(load("western/us"), 3)
    match.play(chooser(4), hands=1)
    match.save(tmp_path / "us.jsonl")
    assert main(["replay", str(tmp_path / "us.jsonl")]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^  East chooses \S+ to pass on$", told, re.MULTILINE)
    assert re.search(r"^  East passes \S+ to South$", told, re.MULTILINE)
    assert re.search(r"^  East says (yes|no)$", told, re.MULTILINE)


def test_the_hands_are_told_as_they_are_after_an_exchange(run: Run, tmp_path: Path) -> None:
    """Bonus tiles may be passed on, too, and are laid down by who has them then."""
    table = Table(load("western", {"charleston": "first", "bonus_in_exchange": "exchanged"}), 7)
    while table.state.phase.name == "deal":
        seat = table.to_act()[0]
        table.do(max(table.legal_actions(seat), key=lambda action: sorted(getattr(action, "tiles", ()))))
    table.save(tmp_path / "hand.jsonl")
    status, out, err = run("hand.jsonl", "--unfinished")
    assert (status, err) == (0, "")
    for player in table.state.players[1:]:  # East has drawn another tile
        assert f" {tiles_text(player.tiles())}" in out
    assert any(tile in BONUS for event in table.happened(Moved) for tile in event.tiles)


def test_names_are_used(run: Run, match: Match) -> None:
    status, out, err = run("match.jsonl.gz", "--names", "words", "--to", "80")
    assert (status, err) == (0, "")
    assert re.search(r"discards (\d (character|dot|bamboo)|(East|South|West|North)|\w+ Dragon)$", out, re.MULTILINE)
    assert not re.search(r"\b\d[mpsz]\b", out)
