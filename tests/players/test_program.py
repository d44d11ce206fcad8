"""Players that are programs of their own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mjrules
from mjrules.match.match import play_out
from mjrules.players.program import ProgramPlayer, RunningProgram, end_programs, running, told_seed
from mjrules.table.view import view

FIRST = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"action": json.loads(line)["view"]["legal"][0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_programs()


def command(tmp_path: Path, program: str) -> str:
    path = tmp_path / "player.py"
    path.write_text(program, encoding="utf-8")
    return f'"{sys.executable}" "{path}"'


def asked(program: str, seconds: float = 10) -> str:
    table = mjrules.Table("zung-jung", seed=1)
    player = ProgramPlayer(program, table.ruleset, "1", seconds)
    return player(view(table, "E")).text()


def test_a_program_plays_a_hand_and_serves_all_seats(tmp_path: Path) -> None:
    name = f"program:{command(tmp_path, FIRST)}"
    table, again = mjrules.Table("zung-jung", seed=1), mjrules.Table("zung-jung", seed=1)
    players = {seat: mjrules.make_player(name, table.ruleset, seat) for seat in table.seats}
    play_out(table, lambda seen: players[seen.seat](seen))
    play_out(again, lambda seen: seen.legal[0])
    assert table.events == again.events


def test_a_program_is_told_what_its_seat_sees(tmp_path: Path) -> None:
    path = tmp_path / "told.json"
    program = f"""
import json, sys
line = sys.stdin.readline()
open({str(path)!r}, "w").write(line)
print(json.dumps({{"action": json.loads(line)["view"]["legal"][-1]}}), flush=True)
sys.stdin.read()
"""
    asked(command(tmp_path, program))
    told = json.loads(path.read_text())
    table = mjrules.Table("zung-jung", seed=1)
    assert (told["ruleset"], told["hash"], told["options"], told["seed"]) == (
        "zung-jung", table.ruleset.hash, {"minimum": "0", "payoff": "discarder"}, told_seed("1"),
    )  # fmt: skip
    assert told["view"] == view(table, "E").to_record()


def test_threads_that_ask_one_program_start_it_once(tmp_path: Path) -> None:
    program = command(tmp_path, FIRST)
    with ThreadPoolExecutor(4) as threads:
        started = list(threads.map(running, [program] * 4))
    assert len({*map(id, started)}) == 1


def test_a_program_does_not_learn_of_what_the_wall_is_made() -> None:
    assert told_seed("7/1/1/choices/E") == told_seed("7/1/1/choices/E")
    assert "7/1" not in told_seed("7/1/1/choices/E") != told_seed("7/1/1/choices/S")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("print('no JSON', flush=True)", 'answers "no JSON": expected a line of JSON'),
        ("print('[1]', flush=True)", 'answers a list: expected an object with an action, such as {"action": "pass"}'),
        (
            """print('{"action": "discard 5x"}', flush=True)""",
            'chooses "discard 5x", which is not legal (did you mean "discard ',
        ),
        ("sys.exit(3)", "has ended (exit status 3) without an answer"),
    ],
)
def test_what_a_program_does_wrong_is_told(tmp_path: Path, answer: str, said: str) -> None:
    with pytest.raises(mjrules.PlayerError) as error:
        asked(command(tmp_path, f"import sys\nsys.stdin.readline()\n{answer}\nsys.stdin.read()\n"))
    assert str(error.value).startswith('the player "program:')
    assert said in str(error.value)


def test_a_program_that_thinks_too_long_is_ended(tmp_path: Path) -> None:
    with pytest.raises(mjrules.PlayerError, match=r"has not answered within 0\.2 seconds"):
        asked(command(tmp_path, "import sys\nsys.stdin.read()\n"), seconds=0.2)


def test_a_program_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjrules.players.program.SECONDS_TO_END", 0.1)
    program = RunningProgram(command(tmp_path, "import time\ntime.sleep(60)\n"))
    program.end()
    with pytest.raises(mjrules.PlayerError, match="has ended"):
        program.ask({})


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no-such-program-here", "No such file or directory"),
        ("", "expected a command"),
        (" ", "expected a command"),
        ("'open", "No closing quotation"),
    ],
)
def test_a_program_that_cannot_be_started_is_told(name: str, reason: str) -> None:
    with pytest.raises(mjrules.PlayerError, match=f"cannot be started: {reason}$"):
        running(name)


def test_no_program_is_run_that_a_stranger_names() -> None:
    with pytest.raises(mjrules.PlayerError, match="is a program, and none is run that a file or a stranger names"):
        mjrules.make_player("program:rm -r everything", "zung-jung", "1", programs=False)
