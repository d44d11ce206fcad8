"""What a program does for its speed; as a function a command leaves that to the program that calls it."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Iterator

import pytest

from mjrules import cli
from mjrules.cli import main, pauses


class Kept:
    """Something in a circle, which only a look for garbage finds."""

    def __init__(self, circle: list[object]) -> None:
        self.circle = circle


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


def test_what_a_hand_leaves_is_looked_through_between_hands_and_then_never_again() -> None:
    gc.set_threshold(1234)
    pauses.between_hands()
    assert gc.get_freeze_count() == 0
    pauses.start()
    pauses.play()
    gc.unfreeze()
    loop: list[object] = []
    loop.append(loop)
    gone = weakref.finalize(kept := Kept(loop), int)
    loop.append(kept)
    del loop, kept
    pauses.between_hands()
    assert not gone.alive
    assert gc.get_freeze_count()


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
