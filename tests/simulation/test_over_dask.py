"""A simulation that the workers of a Dask scheduler play: the same hands, and the same file, as one process."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.simulation.errors import WorkError
from mjrules.simulation.over_dask import dask_workers
from tests.compare.toys import toy, toy_folder
from tests.kit.dask_workers import ClientHere, wait_for_two_workers
from tests.kit.profile import amount

HANDS = amount(26, 400, 3000)


def played(path: Path, workers: Any = 1) -> bytes:
    """The file of a simulation, which names each hand that was played."""
    list(mjrules.simulate(toy("toy"), HANDS, 3, out=path, workers=workers))
    return path.read_bytes()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=ClientHere))


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nowhere", "there is no Dask scheduler at nowhere: refused"),
        ("idle", "the Dask scheduler at idle has no workers: start some by dask worker"),
        ("odd", "a Dask worker failed: ModuleNotFoundError: No module named 'mjrules'"),
    ],
)
def test_what_keeps_a_scheduler_from_playing_is_told(address: str, reason: str, client: None) -> None:
    with pytest.raises(WorkError, match=reason):
        list(mjrules.simulate(toy("toy"), 1, workers=dask_workers(address)))


def test_the_hands_are_those_of_one_process(client: None, tmp_path: Path) -> None:
    assert played(tmp_path / "dask.jsonl", dask_workers("fine")) == played(tmp_path / "alone.jsonl")


def test_the_command(client: None, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--ruleset", str(toy_folder() / "toy.yaml"), "--hands", "12", "--json", "--quiet"]
    told = set()
    for workers in ((), ("--scheduler", "fine")):
        assert main([*command, *workers]) == 0
        told.add(capsys.readouterr().out)
    assert len(told) == 1
    assert main([*command, "--scheduler", "nowhere"]) == 2
    assert "there is no Dask scheduler at nowhere" in capsys.readouterr().err
    assert main([*command, "--scheduler", "fine", "--workers", "2"]) == 2
    assert "name one of both" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_real_workers_play_the_same(killed: bool, cluster: tuple[str, list[int]], tmp_path: Path) -> None:
    address, pids = cluster
    wait_for_two_workers(address)
    path = tmp_path / "dask.jsonl"
    for result in mjrules.simulate(toy("toy"), HANDS, 3, out=path, workers=dask_workers(address)):
        if killed and result.number == HANDS // 3:
            os.kill(pids[0], signal.SIGKILL)
    assert path.read_bytes() == played(tmp_path / "alone.jsonl")
