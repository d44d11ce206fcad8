"""Who does the tasks of a long run: this process, several processes of this machine, or workers of a Dask scheduler.

Each gives what comes of the tasks in their order, with a few under way for each worker, whoever is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from operator import index
from typing import Final, Protocol, SupportsIndex

from .errors import WorkError
from .pool import Done, Pool, Task

MOST_PROCESSES: Final = 1_000
"""How many processes may play: a slip of the finger shall not bring a machine down."""


class Workers(Protocol):
    """Does tasks, whatever they are, and gives what comes of each, in order."""

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task], /) -> Iterator[Done]:
        """What `work` gives for each of the tasks."""


def workers_of(workers: SupportsIndex | AbstractContextManager[Workers]) -> AbstractContextManager[Workers]:
    """Those that a caller names: so many processes, or others. Raises WorkError for less than 1 of them or too many."""
    if isinstance(workers, AbstractContextManager):
        return workers
    try:
        number = index(workers)
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_PROCESSES:
        raise WorkError(f"workers: expected a whole number from 1 to {MOST_PROCESSES:,}, got {workers!r}")
    return here() if number == 1 else processes(number)


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
