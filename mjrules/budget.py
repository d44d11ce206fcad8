"""The budget of work: how many steps a question may take, counted alike on every machine.

A question is what somebody asks: a score, an explanation, waits, a settlement, one decision at the table, the check
of a file or one example in it. What would go on for hours ends with the error `too_complex`; nothing is left half done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from .errors import HandError, printable

STEPS: Final = 2_000_000
"""The steps of a question, where nobody says otherwise: some seconds of work."""


class TooComplexError(HandError):
    """A question that takes more steps than it may. `on` is the work, and what it was done on."""

    def __init__(self, steps: int, on: str) -> None:
        self.steps = steps
        self.on: tuple[str, ...] = (on,)
        super().__init__("too_complex", "", "")
        self._tell()

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.steps, self.on)

    def within(self, what: str) -> TooComplexError:
        """The same error, which tells also on what the work was done."""
        self.on = (*self.on, what)
        self._tell()
        return self

    def _tell(self) -> None:
        work, *where = self.on
        self.message = printable(f"more than {self.steps} steps are needed: {': '.join([work, *where])}")
        self.args = (self.message,)


def _again(steps: int, on: tuple[str, ...]) -> TooComplexError:
    error = TooComplexError(steps, on[0])
    for what in on[1:]:
        error.within(what)
    return error


class _Work:
    """What is left of the steps of a question."""

    __slots__ = ("left", "steps")

    def __init__(self, steps: int) -> None:
        self.left = self.steps = steps


_STEPS: ContextVar[int] = ContextVar("steps", default=STEPS)
_WORK: ContextVar[_Work | None] = ContextVar("work", default=None)


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

    def __exit__(self, *error: object) -> None:
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
