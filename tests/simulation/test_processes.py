"""Whoever plays a simulation, its hands are the same: this process, several, and where some are killed or go on."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.simulation import long_runs, matches_elsewhere, pool
from mjrules.simulation.errors import WorkError
from mjrules.simulation.long_runs import when_worth_it
from mjrules.simulation.result import HandResult
from mjrules.simulation.sent_rulesets import SentRuleset
from mjrules.simulation.simulation import Simulation
from mjrules.simulation.workers import MOST_PROCESSES, processes
from mjrules.table.errors import TableError
from tests.compare.toys import toy, toy_folder
from tests.kit.processes import ExecutorHere, children, interrupted
from tests.kit.profile import amount

HANDS = 26
"""With a last match that is not whole."""
AHEAD = 2
"""What processes do ahead costs time here."""


@cache
def alone(hands: int = HANDS) -> tuple[HandResult, ...]:
    """What one process plays."""
    return tuple(mjrules.simulate(toy("toy"), hands, 3))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file that one process writes."""
    path = tmp_path_factory.mktemp("alone") / "a.jsonl"
    list(mjrules.simulate(toy("toy"), HANDS, 3, out=path))
    return path.read_bytes()


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> type[ExecutorHere]:
    """Stands for processes in a test."""
    monkeypatch.setattr(pool, "ProcessPoolExecutor", ExecutorHere)
    monkeypatch.setattr(pool, "AHEAD", AHEAD)
    monkeypatch.setattr(matches_elsewhere, "HANDS_ELSEWHERE", 3)
    monkeypatch.setattr(ExecutorHere, "asked", [], raising=False)
    return ExecutorHere


@pytest.mark.parametrize(("number", "longest"), [(1, 3), (2, 3), (3, 3), (2, 100)])
def test_the_hands_are_those_of_one_process(
    number: int,
    longest: int,
    executor: type[ExecutorHere],
    written: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where a run stops in the middle of a match, and others go on."""
    monkeypatch.setattr(matches_elsewhere, "HANDS_ELSEWHERE", longest)
    path = tmp_path / "a.jsonl"
    run = Simulation(toy("toy"), 3).results(HANDS, path, matches_elsewhere.by_workers(processes(number)))
    assert tuple(islice(run, HANDS // 2)) == alone()[: HANDS // 2]
    del run
    assert path.read_bytes() == b"".join(written.splitlines(keepends=True)[: HANDS // 2 + 1])
    assert tuple(mjrules.simulate(toy("toy"), HANDS, 3, out=path, workers=4 - number)) == alone()
    assert path.read_bytes() == written
    assert tuple(mjrules.simulate(toy("toy"), HANDS - 2, 3, workers=2)) == alone()[:-2]


def test_few_matches_are_under_way(executor: type[ExecutorHere]) -> None:
    results = Simulation(toy("toy"), 3).results(10**9, None, matches_elsewhere.by_workers(processes(2)))
    for result in islice(results, HANDS):
        assert len(executor.asked) <= result.match - 1 + 2 * AHEAD
    assert executor.asked == sorted(set(executor.asked))


def test_no_more_matches_are_played_elsewhere_than_there_are_hands(executor: type[ExecutorHere]) -> None:
    assert tuple(mjrules.simulate(toy("toy"), 6, 3, workers=MOST_PROCESSES)) == alone(6)
    assert executor.asked == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("workers", "got"), [(0, "0"), (-1, "-1"), (MOST_PROCESSES + 1, "1001"), (1.5, "1.5"), (None, "None"), ("2", "'2'")]
)
def test_so_many_processes_there_cannot_be(workers: Any, got: str) -> None:
    with pytest.raises(WorkError, match=f"^workers: expected a whole number from 1 to 1,000, got {re.escape(got)}$"):
        list(mjrules.simulate(toy("toy"), HANDS, 3, workers=workers))


def test_processes_that_end_are_replaced(executor: type[ExecutorHere], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "ends_at", (1, 2, 2))
    assert tuple(mjrules.simulate(toy("toy"), HANDS, 3, workers=2)) == alone()
    monkeypatch.setattr(executor, "ends_at", (2,) * 9)
    with pytest.raises(WorkError, match="the processes ended 3 times before the work on match 2 was done"):
        list(mjrules.simulate(toy("toy"), HANDS, 3, workers=2))


@pytest.mark.parametrize("where", [(1, 1), (2, 1), (2, 2)], ids=str)
def test_a_hand_that_cannot_be_played_fails_as_in_one_process(
    where: tuple[int, int], executor: type[ExecutorHere], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After those before it, with the same error."""
    expected, play = alone(), Simulation.play

    def fails(simulation: Simulation) -> HandResult:
        match = simulation.match
        if (simulation.matches + match.over, 1 if match.over else match.hand) == where:
            raise TableError("the tiles fell on the floor")
        return play(simulation)

    monkeypatch.setattr(Simulation, "play", fails)
    found: list[HandResult] = []
    with pytest.raises(TableError, match="the tiles fell on the floor"):
        found.extend(mjrules.simulate(toy("toy"), HANDS, 3, workers=2))
    assert tuple(found) == tuple(own for own in expected if (own.match, own.hand) < where)


def test_what_keeps_processes_from_playing_is_told(
    executor: type[ExecutorHere], monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = mjrules.load(str(toy_folder() / "toy.yaml"))
    odd.files = None
    with pytest.raises(WorkError, match="toy was not loaded from files"):
        list(mjrules.simulate(odd, 1, workers=2))

    def load(sent: SentRuleset) -> None:
        raise WorkError(f"{sent.main} is another ruleset here")

    monkeypatch.setattr(SentRuleset, "load", load)
    with pytest.raises(WorkError, match=r"match 1: toy\.yaml is another ruleset here"):
        list(mjrules.simulate(toy("toy"), HANDS, 3, workers=2))


@pytest.mark.parametrize(
    ("seconds", "number", "names", "elsewhere"),
    [
        (0.0, 2, None, False),
        (1.0, 2, None, True),
        (1.0, None, None, True),
        (1.0, 1, None, False),
        (1.0, 2, ("program:one of a stranger",), False),
    ],
    ids=["short", "long", "all cores", "one core", "stranger"],
)
def test_others_play_where_it_takes_long(
    seconds: float,
    number: int | None,
    names: tuple[str, ...] | None,
    elsewhere: bool,
    executor: type[ExecutorHere],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From a match on that begins after some seconds, by a clock that each hand moves on."""
    simulation = Simulation(toy("toy"), 3)
    before = simulation.played_by.names
    monkeypatch.setattr(long_runs, "perf_counter", lambda: seconds * simulation.number)
    monkeypatch.setattr(pool, "cores", lambda: 3)
    if names is not None:
        simulation.played_by.names = names * len(before)
    assert tuple(simulation.results(HANDS, None, when_worth_it(number))) == alone()
    assert bool(executor.asked) == elsewhere
    if elsewhere:
        assert executor.asked[0] > 1


def test_the_command(executor: type[ExecutorHere], capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--ruleset", str(toy_folder() / "toy.yaml"), "--seed", "3", "--hands", str(HANDS), "--json"]
    told = set()
    for workers, asked in (((), False), (("--workers", "1"), False), (("--workers", "2"), True)):
        assert main([*command, "--quiet", *workers]) == 0
        told.add(capsys.readouterr().out)
        assert bool(executor.asked) == asked
    assert len(told) == 1
    assert main([*command, "--workers", "0"]) == 2
    assert "--workers 0: expected a number from 1 to 1,000" in capsys.readouterr().err


# Real processes


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
@pytest.mark.parametrize("number", [2, 3])
def test_real_processes_play_the_same_and_leave_no_file_behind(
    number: int, killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = amount(400, 400, 3000)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    found = []
    for result in mjrules.simulate(toy("toy"), hands, 3, workers=number):
        found.append(result)
        if killed and result.number == hands // 3:
            os.kill(children()[0], signal.SIGKILL)
    assert tuple(found) == alone(hands)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no list of processes here")
def test_an_interrupted_command_goes_on_and_leaves_no_process_behind(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    options = ["--ruleset", str(toy_folder() / "toy.yaml"), "--seed", "3", "--hands", "1000000"]
    command = ["simulate", *options, "--workers", "2", "--out", str(out), "--json"]
    told, err = interrupted(command, out, HANDS)
    assert err.count(b"Ctrl-C again stops at once") == 1
    assert b"stopped after" in err
    hands = out.read_bytes().count(b"\n") - 1
    assert f'"hands": {hands},'.encode() in told
    assert tuple(mjrules.simulate(toy("toy"), hands + 30, 3, out=out)) == alone(hands + 30)
