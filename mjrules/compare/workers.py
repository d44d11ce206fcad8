"""Who plays stretches: this process, several processes of this machine, or the workers of a Dask scheduler.

Each gives the records in the order of the tasks, with a few tasks under way for each worker, whoever is faster.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Final

from .errors import CompareError
from .stretch import StretchTask, play_stretch

Records = Iterator[dict[str, Any]]
Workers = Callable[[Iterable[StretchTask]], Records]
"""Plays tasks, and gives a record for each, in order."""
AHEAD: Final = 4
"""How many tasks are under way for each worker."""
POOLS_TRIED: Final = 3
"""How often the processes may end before the same task is done."""


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def here() -> Iterator[Workers]:
    """This process plays by itself."""
    yield lambda tasks: map(play_stretch, tasks)


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """So many processes of this machine; those that are killed are replaced, and what they played is played again."""
    pool = _Pool(number)
    try:
        yield pool.play
    finally:
        pool.end()


def _begin_worker(collections: tuple[int, int, int]) -> None:
    """Leave Ctrl-C to the process that began this one, end with it, however it ends, and look for garbage as often."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*collections)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class _Pool:
    """Processes, begun anew where some of them end."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._executor = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        often = (gc.get_threshold(),)
        return ProcessPoolExecutor(self.number, mp_context=context, initializer=_begin_worker, initargs=often)

    def end(self) -> None:
        """End the processes, whatever they are at."""
        running = list((getattr(self._executor, "_processes", None) or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()

    def play(self, tasks: Iterable[StretchTask]) -> Records:
        """The records of tasks, in order."""
        coming = iter(tasks)
        waiting: deque[tuple[StretchTask, Future[dict[str, Any]]]] = deque()
        tries = 0
        while True:
            for task in islice(coming, AHEAD * self.number - len(waiting)):
                waiting.append((task, self._executor.submit(play_stretch, task)))
            if not waiting:
                return
            try:
                record = waiting[0][1].result()
            except BrokenProcessPool:
                tries += 1
                if tries == POOLS_TRIED:
                    number = waiting[0][0].number
                    raise CompareError(
                        f"the processes ended {POOLS_TRIED} times before stretch {number} was played"
                    ) from None
                self._executor = self._begin()
                waiting = deque((task, self._executor.submit(play_stretch, task)) for task, _ in waiting)
            else:
                tries = 0
                waiting.popleft()
                yield record
