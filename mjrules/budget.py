"""The budget of work: how many steps a question may take, counted alike on every machine.

A question is what somebody asks: a score, an explanation, waits, a settlement, one decision at the table, the check
of a file or one example in it. What would go on for hours ends with the error `too_complex`; nothing is left half done.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Generic, TypeVar

from .errors import TooComplexError

STEPS: Final = 2_000_000
"""The steps of a question, where nobody says otherwise: some seconds of work."""


class WorkLeft:
    """The question that is asked in a thread: its steps, what is left of them, and which kept answers it has paid for;
    or none is asked."""

    __slots__ = ("asked", "left", "paid", "steps")

    def __init__(self) -> None:
        self.asked, self.left, self.steps = False, 0, 0
        self.paid: set[tuple[int, Hashable]] = set()


_STEPS: Final[ContextVar[int]] = ContextVar("steps", default=STEPS)
_WORK: Final[dict[int, WorkLeft]] = {}
"""The work of each thread; `threading.local` would say the same, and importing it takes a start a millisecond."""


def work_here() -> WorkLeft:
    """The work of this thread; one object for each, as to make one for each question would take longer."""
    thread = get_ident()
    return _WORK.get(thread) or _WORK.setdefault(thread, WorkLeft())


@contextmanager
def budget(steps: int) -> Iterator[None]:
    """Each question asked within it may take so many steps."""
    before = _STEPS.set(steps)
    try:
        yield
    finally:
        _STEPS.reset(before)


def steps_allowed() -> int:
    """How many steps each question may take that is asked from now on."""
    return _STEPS.get()


class Question:
    """A question, used by `with`: what is asked within it is a part of it, as it is of one asked already."""

    __slots__ = ("_work",)

    def __enter__(self) -> None:
        work = work_here()
        if work.asked:
            self._work: WorkLeft | None = None
            return
        work.steps = work.left = _STEPS.get()
        work.asked = True
        if work.paid:
            work.paid.clear()
        self._work = work

    def __exit__(self, kind: object, error: object, where: object) -> None:
        if self._work is not None:
            self._work.asked = False


@contextmanager
def spent() -> Iterator[Callable[[], int]]:
    """What is asked within it is one question; what it gives back tells how many steps that has taken so far."""
    with Question():
        work = work_here()
        before = work.left
        yield lambda: before - work.left


def spend(steps: int, on: str) -> None:
    """Take steps of the question that is asked. Raises TooComplexError where none are left; `on` is the work."""
    work = work_here()
    if work.asked:
        work.left -= steps
        if work.left < 0:
            raise TooComplexError(work.steps, on)


_Key = TypeVar("_Key", bound=Hashable)
_Answer = TypeVar("_Answer")


class KeptAnswers(Generic[_Key, _Answer]):
    """Answers that are kept for later questions, with the steps that each took.

    A question pays these steps once for each answer that it needs, whether it was kept already or not: so what was
    asked before changes neither how many steps a question takes nor whether it is too complex. While an answer is
    found, no other kept one may be asked for.
    """

    def __init__(self, on: str, most: int) -> None:
        self._on, self._most, self._size, self._mine = on, most, 0, id(self)
        self._answers: dict[_Key, tuple[_Answer, int]] = {}

    def get(self, key: _Key) -> _Answer | None:
        """The answer that is kept, paid for; None where none is. Raises TooComplexError."""
        found = self._answers.get(key)
        if found is None:
            return None
        answer, steps = found
        if steps:
            work = work_here()
            if work.asked and (paid := (self._mine, key)) not in work.paid:
                work.paid.add(paid)
                work.left -= steps
                if work.left < 0:
                    raise TooComplexError(work.steps, self._on)
        return answer

    def keep(self, key: _Key, answer: _Answer, steps: int, size: int = 1) -> None:
        """Keep an answer, which was paid for as it was found; where all are too large together, the others go."""
        if self._size + size > self._most:
            self.forget()
        self._size += size
        self._answers[key] = answer, steps
        work, paid = work_here(), (self._mine, key)
        if steps and work.asked:
            if paid in work.paid:
                work.left += steps
            work.paid.add(paid)

    def forget(self) -> None:
        """Keep nothing of what was found so far."""
        self._answers.clear()
        self._size = 0
