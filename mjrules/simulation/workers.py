"""Who does the tasks of a long run: this process, several processes of this machine, or workers of a Dask scheduler.

Each gives what comes of the tasks in their order, with a few under way for each worker, whoever is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from .errors import WorkError
from .pool import Done, Pool, Task


class Workers(Protocol):
    """Does tasks, whatever they are, and gives what comes of each, in order."""

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task], /) -> Iterator[Done]:
        """What `work` gives for each of the tasks."""


def workers_of(workers: int | AbstractContextManager[Workers]) -> AbstractContextManager[Workers]:
    """Those that a caller names: so many processes, or others. Raises WorkError for a number below 1."""
    if not isinstance(workers, int):
        return workers
    if workers < 1:
        raise WorkError(f"{workers} processes cannot play: expected 1 or more")
    return here() if workers == 1 else processes(workers)


@contextmanager
def here() -> Iterator[Workers]:
    """This process works by itself."""

    def alone(work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        return map(work, tasks)

    yield alone


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """So many processes of this machine; those that are killed are replaced, and what they did is done again."""
    with Pool(number) as pool:
        yield pool.done
