"""What a program does for its speed; as a function a command leaves that to the program that calls it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from mjrules import cli
from mjrules.cli import main, pauses


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_a_program_looks_for_garbage_more_often_once_hands_are_played() -> None:
    pauses.start()
    assert main(["simulate", "--ruleset", "hong-kong", "--hands", "1", "--quiet", "--workers", "1"]) == 0
    assert gc.get_threshold()[0] == pauses.WHILE_PLAYING
    assert gc.get_freeze_count()


def test_a_command_called_as_a_function_leaves_that_as_it_was() -> None:
    gc.set_threshold(1234)
    assert main(["simulate", "--ruleset", "hong-kong", "--hands", "1", "--quiet", "--workers", "1"]) == 0
    assert (gc.get_threshold()[0], gc.get_freeze_count()) == (1234, 0)


@pytest.mark.parametrize(("before", "after"), [(None, "1"), ("4", "4")])
def test_a_program_multiplies_in_one_thread_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, before: str | None, after: str
) -> None:
    name = "OPENBLAS_NUM_THREADS"
    monkeypatch.setenv(name, before or "")
    if before is None:
        monkeypatch.delenv(name)
    monkeypatch.setattr(cli, "main", lambda: 0)
    assert cli.program() == 0
    assert os.environ[name] == after
