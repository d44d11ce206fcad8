"""Who plays stretches: this process, several processes of this machine, or the workers of a Dask scheduler.

Each gives the records in the order of the tasks, with a few tasks under way for each worker, whoever is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..simulation.pool import Pool
from .stretch import StretchTask, play_stretch

Records = Iterator[dict[str, Any]]
Workers = Callable[[Iterable[StretchTask]], Records]
"""Plays tasks, and gives a record for each, in order."""


@contextmanager
def here() -> Iterator[Workers]:
    """This process plays by itself."""
    yield lambda tasks: map(play_stretch, tasks)


@contextmanager
def processes(number: int) -> Iterator[Workers]:
    """So many processes of this machine; those that are killed are replaced, and what they played is played again."""
    with Pool(number, play_stretch) as pool:
        yield pool.done
