"""The budget of work: how many steps a question may take, counted alike on every machine.

A question is what somebody asks: a score, an explanation, waits, a settlement, one decision at the table, the check
of a file or one example in it. What would go on for hours ends with the error `too_complex`; nothing is left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from .errors import TooComplexError

STEPS: Final = 2_000_000
"""The steps of a question, where nobody says otherwise: some seconds of work."""


class _Work:
    """What is left of the steps of a question."""

    __slots__ = ("left", "steps")

    def __init__(self, steps: int) -> None:
        self.left = self.steps = steps


_STEPS: Final[ContextVar[int]] = ContextVar("steps", default=STEPS)
_WORK: Final[ContextVar[_Work | None]] = ContextVar("work", default=None)


@contextmanager
def budget(steps: int) -> Iterator[None]:
    """Each question asked within it may take so many steps."""
    before = _STEPS.set(steps)
    try:
        yield
    finally:
        _STEPS.reset(before)


class Question:
    """A question, used by `with`: what is asked within it is a part of it, as it is of one asked already."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = None if _WORK.get() is not None else _WORK.set(_Work(_STEPS.get()))

    def __exit__(self, kind: object, error: object, where: object) -> None:
        if self._before is not None:
            _WORK.reset(self._before)


@contextmanager
def spent() -> Iterator[Callable[[], int]]:
    """What is asked within it is one question; what it gives back tells how many steps that has taken so far."""
    with Question():
        work = _WORK.get()
        assert work is not None
        before = work.left
        yield lambda: before - work.left


def spend(steps: int, on: str) -> None:
    """Take steps of the question that is asked. Raises TooComplexError where none are left; `on` is the work."""
    work = _WORK.get()
    if work is not None:
        work.left -= steps
        if work.left < 0:
            raise TooComplexError(work.steps, on)
