"""Several processes of this machine that do tasks, whatever the tasks are; what they give comes in order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait
from types import TracebackType
from typing import Final, TypeVar

from .errors import WorkError

AHEAD: Final = 4
"""How many tasks are under way for each worker."""
POOLS_TRIED: Final = 3
"""How often the processes may end before the same task is done."""
_SOON: Final = 5
"""For how many seconds an ended process is waited for, so that nothing of it is left."""

Task = TypeVar("Task")
Done = TypeVar("Done")


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


class Pool:
    """So many processes that work, begun anew where some of them end: what these did is done again.

    Only a few tasks are under way for each process. Used by `with`; at its end the processes end, whatever they are at,
    and with them go the files that they made for themselves.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._folder = tempfile.TemporaryDirectory(prefix="mjrules-", ignore_cleanup_errors=True)
        self._executor = self._begin()

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        running = list((getattr(self._executor, "_processes", None) or {}).values())
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
        for process in running:
            process.join(_SOON)
        self._folder.cleanup()

    def done(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        """What comes of each task, in their order. Raises WorkError where the processes end again and again."""
        coming = iter(tasks)
        waiting: deque[tuple[Task, Future[Done]]] = deque()
        tries = 0
        while True:
            for task in islice(coming, AHEAD * self.number - len(waiting)):
                waiting.append((task, self._ask(work, task)))
            if not waiting:
                return
            try:
                done = waiting[0][1].result()
            except BrokenProcessPool:
                tries += 1
                if tries == POOLS_TRIED:
                    raise WorkError(
                        f"the processes ended {POOLS_TRIED} times before the work on {waiting[0][0]} was done"
                    ) from None
                self._executor = self._begin()
                waiting = deque((task, self._ask(work, task)) for task, _ in waiting)
            else:
                tries = 0
                waiting.popleft()
                yield done

    def _ask(self, work: Callable[[Task], Done], task: Task) -> Future[Done]:
        """What comes of a task. A pool that has ended takes none any more, and says so as by those that it had."""
        try:
            return self._executor.submit(work, task)
        except BrokenProcessPool as error:
            ended: Future[Done] = Future()
            ended.set_exception(error)
            return ended

    def _begin(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        given = (gc.get_threshold(), self._folder.name)
        return ProcessPoolExecutor(self.number, mp_context=context, initializer=_begin_worker, initargs=given)


def _begin_worker(collections: tuple[int, int, int], folder: str) -> None:
    """Leave Ctrl-C to the process that began this one, end with it, however it ends, and look for garbage as often.

    Temporary files are made in a folder of that process, for one that is ended takes none of its own away.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*collections)
    tempfile.tempdir = folder
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
