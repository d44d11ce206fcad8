"""The lines of a file of settlement records, settled: an answer as text for each, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from ..records import Rulesets, answer_read, read_line
from ..scored_lines.lines import AnsweredLine
from . import settling


class SettledLines:
    """Settles lines by the rulesets that their records choose; with `counters`, each transfer in counters too.

    `encode` makes JSON. Pickled, it begins anew with the same rulesets.
    """

    def __init__(
        self, rulesets: Rulesets, encode: Callable[[Mapping[str, Any]], str], *, counters: bool = False
    ) -> None:
        self._rulesets, self._encode, self._counters = rulesets, encode, counters
        self._settle = settling(rulesets, counters=counters)

    def __reduce__(self) -> tuple[Callable[..., SettledLines], tuple[Any, ...]]:
        return partial(SettledLines, counters=self._counters), (self._rulesets, self._encode)

    def answers(self, lines: Iterable[bytes]) -> Iterator[AnsweredLine]:
        """An answer for every line that is not blank, each as soon as it is read.

        Raises RulesetError where the chosen ruleset cannot be used.
        """
        return self.of_lot(enumerate(lines, 1))

    def of_lot(self, lot: Iterable[tuple[int, bytes]]) -> Iterator[AnsweredLine]:
        """The answers to some lines that were read, each with its number."""
        for number, line in lot:
            if line.strip():
                yield AnsweredLine.of(answer_read(read_line(line, number), self._settle), self._encode)
