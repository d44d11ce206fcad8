"""Whoever plays, the figures are the same: one process, several, those of Dask, and where some of them are killed."""

from __future__ import annotations

import os
import signal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Comparison
from mjrules.cli import compare, main
from mjrules.compare import comparison as comparison_module
from mjrules.compare.errors import CompareError
from mjrules.compare.stretch import STRETCH, Stretch, StretchTask
from mjrules.simulation import pool
from mjrules.simulation.over_dask import dask_workers
from mjrules.simulation.pool import cores
from tests.compare.toys import toy, toy_folder, toys_in
from tests.kit.dask_workers import wait_for_two_workers
from tests.kit.processes import ExecutorHere, children, interrupted
from tests.kit.profile import amount

HANDS = amount(12, 12, 300) * STRETCH + 1
"""With a last stretch that is not whole."""


@cache
def alone() -> Comparison:
    """What one process finds."""
    return mjrules.compare_rulesets(toy("toy"), toy("higher"), HANDS, 1, players="random")


def counted(task: StretchTask) -> dict[str, Any]:
    """Stands for a stretch that is played: the number of its task, by which one is told from another."""
    return Stretch(task.number, task.hands, 0, 0, {"hands": task.number}, {}).to_record()


@cache
def counted_alone() -> str:
    """The digest of such stretches, one after the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison_module, "play_stretch", counted)
        return compared(1).digest


def compared(given: Any) -> Comparison:
    return mjrules.compare_rulesets(toy("toy"), toy("higher"), 3 * STRETCH, players="random", workers=given)


@pytest.mark.parametrize(("ends_at", "fails"), [((), False), ((2,), False), ((2, 3, 3), False), ((2, 2, 2), True)])
def test_processes_that_end_are_replaced(
    ends_at: tuple[int, ...], fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", ExecutorHere)
    monkeypatch.setattr(comparison_module, "play_stretch", counted)
    monkeypatch.setattr(ExecutorHere, "ends_at", ends_at)
    monkeypatch.setattr(ExecutorHere, "asked", [], raising=False)
    if fails:
        with pytest.raises(CompareError, match="the processes ended 3 times before the work on stretch 2 was done"):
            compared(2)
    else:
        assert compared(2).digest == counted_alone()


@pytest.mark.parametrize(("hands", "asked"), [(STRETCH, []), (STRETCH + 1, [1, 2])])
def test_a_short_comparison_begins_no_process(
    hands: int, asked: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", ExecutorHere)
    monkeypatch.setattr(ExecutorHere, "asked", [], raising=False)
    monkeypatch.setattr(compare, "cores", lambda: 2)
    files = [str(toy_folder() / f"{name}.yaml") for name in ("toy", "higher")]
    assert main(["compare", *files, "--hands", str(hands), "--players", "random", "--quiet"]) == 0
    assert ExecutorHere.asked == asked


def test_how_many_run_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert cores() == 5


# Real processes


def kill_one_in_the_middle(pids: Any, comparison: Comparison, given: Any) -> None:
    """Run a comparison, and end one of its processes without warning when a third is done."""
    killed = False
    for hands in comparison.run(HANDS, workers=given):
        if not killed and hands >= HANDS / 3:
            os.kill(pids()[0], signal.SIGKILL)
            killed = True
    assert killed


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_two_processes_play_the_same(killed: bool) -> None:
    comparison = Comparison(toy("toy"), toy("higher"), 1, "random")
    if killed:
        kill_one_in_the_middle(children, comparison, 2)
    else:
        assert list(comparison.run(HANDS, workers=2))
    assert (comparison.digest, comparison.hands) == (alone().digest, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_workers_of_dask_play_the_same(killed: bool, cluster: tuple[str, list[int]]) -> None:
    address, pids = cluster
    comparison = Comparison(toy("toy"), toy("higher"), 1, "random")
    wait_for_two_workers(address)
    if killed:
        kill_one_in_the_middle(lambda: pids, comparison, dask_workers(address))
    else:
        assert list(comparison.run(HANDS, workers=dask_workers(address)))
    assert (comparison.digest, comparison.hands) == (alone().digest, HANDS)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no list of processes here")
def test_an_interrupted_command_leaves_no_process_behind(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches every process; the command tells what was played, and goes on from its file."""
    folder, out = tmp_path, tmp_path / "a.jsonl"
    toys_in(folder)
    command = ["compare", "toy.yaml", "higher.yaml", "--players", "random", "--seed", "1", "--hands", "1000000"]
    told, _ = interrupted([*command, "--workers", "2", "--out", str(out), "--json"], out, 4)
    assert b'"digest"' in told
