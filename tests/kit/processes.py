"""Other processes, as tests start them, and what stands for them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

PATIENCE = 900
"""After so many seconds a process hangs, however slow the machine is."""


class ExecutorHere:
    """Stands for processes: it does what it is asked at once, but ends at some tasks, and then takes none any more.

    `asked` are the numbers of the tasks that it took.
    """

    ends_at: tuple[int, ...] = ()
    asked: list[int]

    def __init__(self, *rest: object, **more: object) -> None:
        self._processes = {1: SimpleNamespace(terminate=lambda: None, join=lambda seconds: None)}
        self._ended = False

    def submit(self, work: Any, task: Any) -> Future[Any]:
        if self._ended:
            raise BrokenProcessPool("killed before")
        future: Future[Any] = Future()
        self.asked.append(task.number)
        if self.asked.count(task.number) <= self.ends_at.count(task.number):
            self._ended = True
            future.set_exception(BrokenProcessPool("killed"))
        else:
            future.set_result(work(task))
        return future

    def shutdown(self, **how: object) -> None:
        """Nothing is running."""


def interrupted(command: Sequence[str], out: Path, lines: int) -> tuple[bytes, bytes]:
    """What a command of mjrules prints that is stopped as by Ctrl-C in a terminal, once its file has so many lines.

    Raises AssertionError where it does not end as it should, or leaves a process behind.
    """
    run = subprocess.Popen(
        [sys.executable, "-m", "mjrules", *command],
        cwd=out.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while run.poll() is None and (not out.exists() or out.read_bytes().count(b"\n") < lines):
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    told, err = run.communicate(timeout=60)
    assert run.returncode == 130, err
    assert b"Traceback" not in err
    nobody_is_left(run.pid)
    return told, err


def children() -> list[int]:
    """The processes that this one has begun."""
    return [own.pid for own in multiprocessing.active_children() if own.pid is not None]


def nobody_is_left(group: int) -> None:
    """Wait until no process of a group is running. Raises AssertionError where some stay."""
    for _ in range(200):
        if not living(group):
            return
        time.sleep(0.05)
    raise AssertionError(living(group))


def living(group: int) -> list[str]:
    """The processes of a group that are running; those that have ended and wait to be noticed are not."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = path.read_text().rpartition(")")
            state, _, of = rest.split()[:3]
            if int(of) == group and state != "Z":
                found.append(name)
    return found
