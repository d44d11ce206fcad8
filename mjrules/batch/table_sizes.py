"""How much tables hold, and how long it took to fill them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from time import perf_counter
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import numpy as np

from ..scoring.select import Weighed
from ..scoring.standing import Standing

_OWN: Final = __name__.rpartition(".")[0]

_Args = ParamSpec("_Args")
_Given = TypeVar("_Given")


class TableSizes(NamedTuple):
    """How many `rows` all tables of answers and choices have, how many `bytes` they take with the numbers by which
    rows are found, and how many `seconds` it has taken to fill them.

    What all rulesets share is left out: the tables of suits, and the answers that the scorer of one hand keeps.
    """

    rows: int
    bytes: int
    seconds: float


class FillingTime:
    """The seconds that were taken to fill tables."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._running = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count what is done now; once, where it is counted already."""
        if self._running:
            yield
            return
        self._running, start = True, perf_counter()
        try:
            yield
        finally:
            self._running = False
            self.seconds += perf_counter() - start


_COUNTED: Final[ContextVar[FillingTime | None]] = ContextVar("filling time", default=None)


@contextmanager
def counting(time: FillingTime) -> Iterator[None]:
    """Count how long tables are filled for a while."""
    token = _COUNTED.set(time)
    try:
        yield
    finally:
        _COUNTED.reset(token)


def fills(method: Callable[_Args, _Given]) -> Callable[_Args, _Given]:
    """A method that fills a table: how long it takes is counted."""

    @wraps(method)
    def counted(*args: _Args.args, **kwargs: _Args.kwargs) -> _Given:
        time = _COUNTED.get()
        if time is None:
            return method(*args, **kwargs)
        with time.running():
            return method(*args, **kwargs)

    return counted


PARTS: Final[Mapping[type, Sequence[str]]] = {
    Standing: ("bits", "combined", "found", "masks", "views", "worths"),
    Weighed: ("choice", "counted", "rank", "standing", "value"),
}
"""The attributes of what is kept as it is; compiled classes do not say them."""


def bytes_held(roots: Iterable[object]) -> int:
    """How many bytes tables take, with their arrays and what they keep in lists, mappings and tuples."""
    seen, found, left = set[int](), 0, list[Any](roots)
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            found += one.nbytes
        elif isinstance(one, dict):
            found += sys.getsizeof(one)
            left += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            found += sys.getsizeof(one)
            left += one
        elif isinstance(one, (bytes, int, str)):
            found += sys.getsizeof(one)
        elif type(one) in PARTS:
            found += sys.getsizeof(one)
            left += [getattr(one, name) for name in PARTS[type(one)]]
        elif isinstance(one, partial):
            left += one.args
        elif type(one).__module__.startswith(_OWN):
            left += vars(one).values()
    return found
