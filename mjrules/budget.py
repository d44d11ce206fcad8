"""The budget of work: how many steps a question may take, counted alike on every machine.

A question is what somebody asks: a score, an explanation, waits, a settlement, one decision at the table, the check
of a file or one example in it. What would go on for hours ends with the error `too_complex`; nothing is left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import local
from typing import Final

from .errors import TooComplexError

STEPS: Final = 2_000_000
"""The steps of a question, where nobody says otherwise: some seconds of work."""


class _Work:
    """The question that is asked in a thread: its steps and what is left of them; or none is asked."""

    __slots__ = ("asked", "left", "steps")

    def __init__(self) -> None:
        self.asked, self.left, self.steps = False, 0, 0


_STEPS: Final[ContextVar[int]] = ContextVar("steps", default=STEPS)
_HERE: Final = local()


def _work() -> _Work:
    """The work of this thread; one object for each, as to make one for each question would take longer."""
    work: _Work | None = getattr(_HERE, "work", None)
    if work is None:
        work = _HERE.work = _Work()
    return work


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

    __slots__ = ("_work",)

    def __enter__(self) -> None:
        work = _work()
        self._work: _Work | None = None
        if not work.asked:
            work.steps = work.left = _STEPS.get()
            work.asked = True
            self._work = work

    def __exit__(self, kind: object, error: object, where: object) -> None:
        if self._work is not None:
            self._work.asked = False


@contextmanager
def spent() -> Iterator[Callable[[], int]]:
    """What is asked within it is one question; what it gives back tells how many steps that has taken so far."""
    with Question():
        work = _work()
        before = work.left
        yield lambda: before - work.left


def spend(steps: int, on: str) -> None:
    """Take steps of the question that is asked. Raises TooComplexError where none are left; `on` is the work."""
    work = _work()
    if work.asked:
        work.left -= steps
        if work.left < 0:
            raise TooComplexError(work.steps, on)
