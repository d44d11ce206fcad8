"""The lines of a file of records, answered by several processes, with the same answers in the same order."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeAlias

from ..budget import budget, steps_allowed
from ..errors import MjrulesError
from .lines import AnsweredLine, lots_of

_KEPT: Final = 4
"""For so many who ask a process keeps what answers, with its rulesets and tables."""


class AnswersLots(Protocol):
    """Answers lines, some thousands at a time; pickled, it begins anew with the same rulesets."""

    def of_lot(self, lot: Iterable[tuple[int, bytes]]) -> Iterator[AnsweredLine]:
        """The answers to some lines that were read, each with its number."""


class LinesTask(NamedTuple):
    """Lines to be answered, each with its number, by what answers lots, pickled."""

    answering: bytes
    lines: list[tuple[int, bytes]]
    steps: int

    def __str__(self) -> str:
        return f"lines {self.lines[0][0]:,} to {self.lines[-1][0]:,}"


LinesAnswered: TypeAlias = "list[AnsweredLine] | None"
"""The answers to the lines of a task; None where the process cannot answer."""
LineWorkers: TypeAlias = Callable[[Callable[[LinesTask], LinesAnswered], Iterable[LinesTask]], Iterator[LinesAnswered]]
"""Does tasks elsewhere, and gives what comes of each, in order."""


def answers_elsewhere(answering: AnswersLots, lines: Iterable[bytes], workers: LineWorkers) -> Iterator[AnsweredLine]:
    """An answer for every line that is not blank, lot by lot. What others cannot answer is answered here.

    Raises RulesetError where the chosen ruleset cannot be used, and what the workers raise where they stop.
    """
    sent, steps = pickle.dumps(answering), steps_allowed()
    asked: list[LinesTask] = []

    def tasks() -> Iterator[LinesTask]:
        for lot in lots_of(lines):
            asked.append(LinesTask(sent, lot, steps))
            yield asked[-1]

    for found in workers(answer_lot, tasks()):
        task = asked.pop(0)
        yield from answering.of_lot(task.lines) if found is None else found


def answer_lot(task: LinesTask) -> LinesAnswered:
    """The answers to the lines of a task."""
    try:
        # what plugins print must not come between the answers
        with budget(task.steps), redirect_stdout(sys.stderr):
            return list(_sent(task.answering).of_lot(task.lines))
    except MjrulesError:
        return None


@lru_cache(maxsize=_KEPT)
def _sent(sent: bytes) -> AnswersLots:
    """What answers here in place of what was sent; kept, with its tables."""
    found: AnswersLots = pickle.loads(sent)
    return found
