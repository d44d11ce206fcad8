"""Which of two choices of the same rank is better: told by the parts in which they differ, and kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..scoring.select import Tie, TieEntry
from .arrays import Longs, Truths
from .bit_rows import GrownNumbers
from .choosing import Choosing
from .numbering import NARROW, Numbered

_MOST_KEPT: Final = 1 << 12
"""So many verdicts are kept."""
_OPEN: Final = 2
"""In place of a verdict: it depends on what both choices have alike, too."""


class _More(NamedTuple):
    """What one of two choices awards besides all that the other does: its first entry.

    The choice with more is the `better` one (1 the first, -1 the second) where something stands behind that entry.
    """

    better: int
    entry: TieEntry


class Verdicts:
    """Tells which of two choices is better, of all that one thing chooses.

    What they have alike tells nothing, unless one of them awards all that the other does, and more: so the verdicts on
    few parts serve many choices.
    """

    def __init__(self, choosing: Choosing) -> None:
        self._choosing = choosing
        self._forget()

    def __len__(self) -> int:
        return max(len(self._numbers), len(self._beside_numbers))

    def _forget(self) -> None:
        """Forget all verdicts."""
        self._numbers, self._kept = Numbered(), GrownNumbers()
        self._open: dict[int, _More] = {}
        self._last: dict[tuple[int, int], Tie] = {}
        """The last entry of what parts award, by these and their numbers; nothing where they award nothing."""
        self._beside_numbers, self._beside_kept = Numbered(), GrownNumbers()
        """The verdicts that were left open, by these and what is alike beside them."""

    def compare(self, choice: Sequence[Longs], rows: Longs, others: Longs) -> Longs:
        """Which of two readings of the same rank is better, given by their rows, by the numbers of what was chosen for
        all readings: 1 the first, -1 the second, 0 where the same is awarded."""
        found = np.zeros(len(rows), np.int64)
        one, other = [np.stack(self._choosing.parts([own.take(places) for own in choice])) for places in (rows, others)]
        differ = np.flatnonzero((one != other).any(axis=0))
        if len(differ):
            one, other = one[:, differ], other[:, differ]
            found[differ] = self._verdicts(one, other, one == other)
        return found

    def _verdicts(self, one: Longs, other: Longs, alike: Truths) -> Longs:
        """The verdicts on choices, given by the numbers of their parts, that are not all `alike`."""
        if len(self) > _MOST_KEPT:
            self._forget()
        first, second = np.where(alike, 0, one), np.where(alike, 0, other)
        numbers, fresh = self._numbers.of([(own, NARROW + 1) for own in (*first, *second)])
        for pair in fresh.tolist():
            self._keep(self._ties(first[:, pair]), self._ties(second[:, pair]))
        found = self._kept.of(numbers)
        pairs = np.flatnonzero(found == _OPEN)
        if len(pairs):
            found[pairs] = self._beside(numbers[pairs], np.where(alike[:, pairs], one[:, pairs], 0))
        return found

    def _beside(self, verdicts: Longs, same: Longs) -> Longs:
        """Verdicts that were left open, beside the numbers of the parts that are alike, 0 for the others."""
        numbers, fresh = self._beside_numbers.of([(verdicts, NARROW), *[(own, NARROW + 1) for own in same]])
        for pair in fresh.tolist():
            self._beside_kept.add(self._closed(int(verdicts[pair]), same[:, pair].tolist()))
        return self._beside_kept.of(numbers)

    def _closed(self, verdict: int, parts: Sequence[int]) -> int:
        """A verdict that was left open, beside parts that are alike, given by their numbers."""
        more = self._open[verdict]
        behind = any(self._stands_behind(part, number, more.entry) for part, number in enumerate(parts) if number)
        return more.better if behind else -more.better

    def _keep(self, first: Tie, second: Tie) -> None:
        """Keep the verdict on two choices by what their parts award that are not alike."""
        shorter = min(len(first), len(second))
        if len(first) != len(second) and first[:shorter] == second[:shorter]:
            longer = max(first, second, key=len)
            self._open[len(self._kept)] = _More(1 if longer is first else -1, longer[shorter])
            self._kept.add(_OPEN)
        else:
            self._kept.add((first < second) - (second < first))

    def _ties(self, parts: NDArray[np.int64]) -> Tie:
        """What tells a choice apart, sorted, by the numbers of its parts."""
        awarded = [self._choosing.awarded(part, number) for part, number in enumerate(parts.tolist()) if number]
        return tuple(sorted(chain.from_iterable(awarded)))

    def _stands_behind(self, part: int, number: int, entry: TieEntry) -> bool:
        """Whether a part, by its number, awards something that stands behind an entry."""
        last = self._last.get((part, number))
        if last is None:
            last = self._last[part, number] = tuple(sorted(self._choosing.awarded(part, number))[-1:])
        return bool(last) and last[0] > entry
