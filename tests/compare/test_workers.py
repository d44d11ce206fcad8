"""Whoever plays, the figures are the same: one process, several, those of Dask, and where some of them are killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mjrules
from mjrules import Comparison
from mjrules.compare import over_dask, workers
from mjrules.compare.errors import CompareError
from mjrules.compare.stretch import STRETCH, Stretch, StretchTask
from mjrules.compare.workers import Workers, processes
from mjrules.simulation import pool
from mjrules.simulation.pool import cores
from tests.compare.toys import toy, toys_in
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

    @contextmanager
    def one_by_one() -> Iterator[Workers]:
        yield lambda tasks: map(counted, tasks)

    return compared(one_by_one()).digest


def compared(given: Any) -> Comparison:
    return mjrules.compare_rulesets(toy("toy"), toy("higher"), 3 * STRETCH, players="random", workers=given)


@pytest.mark.parametrize(("ends_at", "fails"), [((), False), ((2,), False), ((2, 3, 3), False), ((2, 2, 2), True)])
def test_processes_that_end_are_replaced(
    ends_at: tuple[int, ...], fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", ExecutorHere)
    monkeypatch.setattr(workers, "play_stretch", counted)
    monkeypatch.setattr(ExecutorHere, "ends_at", ends_at)
    monkeypatch.setattr(ExecutorHere, "asked", [], raising=False)
    if fails:
        with pytest.raises(CompareError, match="the processes ended 3 times before stretch 2 was played"):
            compared(processes(1))
    else:
        assert compared(processes(1)).digest == counted_alone()


class _Client:
    """Stands for a client of Dask."""

    def __init__(self, address: str, **how: object) -> None:
        if address == "nowhere":
            raise OSError("refused")
        self.address = address

    def __enter__(self) -> _Client:
        return self

    def __exit__(self, *rest: object) -> None:
        """Nothing is held."""

    def wait_for_workers(self, number: int, timeout: float) -> None:
        if self.address == "idle":
            raise TimeoutError

    def nthreads(self) -> dict[str, int]:
        return {"a": 1, "b": 2}

    def submit(self, work: Any, task: Any, **how: object) -> Future[Any]:
        future: Future[Any] = Future()
        if self.address == "odd":
            future.set_exception(ModuleNotFoundError("No module named 'mjrules'"))
        else:
            future.set_result(work(task))
        return future


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nowhere", "there is no Dask scheduler at nowhere: refused"),
        ("idle", "the Dask scheduler at idle has no workers: start some by dask worker"),
        ("odd", "a Dask worker failed: ModuleNotFoundError: No module named 'mjrules'"),
        ("fine", ""),
    ],
)
def test_a_scheduler(address: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=_Client))
    monkeypatch.setattr(over_dask, "play_stretch", counted)
    if reason:
        with pytest.raises(CompareError, match=reason):
            compared(over_dask.dask_workers(address))
    else:
        assert compared(over_dask.dask_workers(address)).digest == counted_alone()


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
        kill_one_in_the_middle(children, comparison, processes(2))
    else:
        assert list(comparison.run(HANDS, workers=processes(2)))
    assert (comparison.digest, comparison.hands) == (alone().digest, HANDS)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """A scheduler with two workers on this machine, begun as the page says; its address and the workers' processes."""
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    folder = tmp_path_factory.mktemp("dask")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    begin = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--no-dashboard"]
    work = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    ]
    with (folder / "log").open("w") as log:
        started = [subprocess.Popen(each, stdout=log, stderr=log, cwd=folder) for each in (begin, work, work)]
        try:
            yield address, [own.pid for own in started[1:]]
        finally:
            for own in started:
                own.kill()
                own.wait()


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_workers_of_dask_play_the_same(killed: bool, cluster: tuple[str, list[int]]) -> None:
    address, pids = cluster
    comparison = Comparison(toy("toy"), toy("higher"), 1, "random")
    wait_for_two(address)
    if killed:
        kill_one_in_the_middle(lambda: pids, comparison, over_dask.dask_workers(address))
    else:
        assert list(comparison.run(HANDS, workers=over_dask.dask_workers(address)))
    assert (comparison.digest, comparison.hands) == (alone().digest, HANDS)


def wait_for_two(address: str) -> None:
    """Wait until both workers are there."""
    from distributed import Client

    with Client(address, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=60)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no list of processes here")
def test_an_interrupted_command_leaves_no_process_behind(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches every process; the command tells what was played, and goes on from its file."""
    folder, out = tmp_path, tmp_path / "a.jsonl"
    toys_in(folder)
    command = ["compare", "toy.yaml", "higher.yaml", "--players", "random", "--seed", "1", "--hands", "1000000"]
    told, _ = interrupted([*command, "--workers", "2", "--out", str(out), "--json"], out, 4)
    assert b'"digest"' in told
