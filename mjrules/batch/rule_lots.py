"""Rules in lots: those of different lots never touch each other, so what each lot awards is told apart, by little."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from ..scoring.compiled_rules import Program
from ..scoring.rule import Amount
from ..scoring.select import AwardSelector, Tie, tie_entries
from ..scoring.values import Counted
from .answers import Answered
from .arrays import Longs
from .bit_rows import Grown, Words
from .located_rules import Located, Matched, masked
from .numbering import Numbered

_PLACE: Final = itemgetter(0)
_SHARED_BITS: Final = 16
"""So many bits tell of the rules on the whole hand that share a lot; more would be together in far more ways."""


class AwardedByLot(NamedTuple):
    """What a lot awards: what counts, and unusual worths."""

    counted: list[Counted]
    worths: dict[int, Amount]


class RuleLot:
    """The rules of a lot, as bits by their places; `combines`: whether they may stand on several sets."""

    def __init__(self, places: int, located: Located, words: int, *, combines: bool) -> None:
        program = located.program
        self.places, self.combines = places, combines
        self._ways = program.told_by_ways(places)
        self._rules = places | program.told_by_rules(places)
        found = _found_for(places, located)
        self._matched = [(group, Matched(located.founds, own)) for group, own in found]
        self._numbers = Numbered()
        self.rows = Grown(words)
        self.every: list[AwardedByLot] = []

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max([len(self._numbers), *[own.size for _, own in self._matched]])

    def numbers(self, answered: Answered, bits: Words) -> tuple[Longs, Longs]:
        """The numbers of what is awarded in readings, and for each that is new a reading with it."""
        columns = [own.numbers(answered.found[group], answered.open) for group, own in self._matched]
        return self._numbers.of([*columns, *masked(answered.open, self._ways), *masked(bits, self._rules)])

    def awarded(self, number: int) -> Tie:
        """What tells choices of the same rank apart, by the number of what the lot awards."""
        return tie_entries(self.every[number].counted)


def _found_for(places: int, located: Located) -> list[tuple[int, int]]:
    """Which groups find where some rules stand, with the ways of which they do."""
    ways = located.program.ways_of(places)
    return [(group, own & ways) for group, own in enumerate(located.finding) if own & ways]


def in_lots(selector: AwardSelector, located: Located) -> list[tuple[int, bool]]:
    """The rules in lots, as bits by their places, with whether those of a lot may stand on several sets.

    Rules share a lot that the same groups find; of those that stand on the whole hand, a few do.
    """
    combining = _combining(located.program, selector)
    apart = [combining] if combining else []
    for judged in selector.judged:
        apart = _joined(apart, 1 << judged.place | judged.touching)
    found: dict[tuple[int, ...], int] = {}
    number = 0
    for lot in apart:
        groups = tuple([group for group, _ in _found_for(lot, located)])
        bits = lot.bit_count() + located.program.told_by_ways(lot).bit_count()
        if not groups:
            number += bits
            groups = (-1 - (number - 1) // _SHARED_BITS,)
        found[groups] = found.get(groups, 0) | lot
    return [(lot, bool(lot & combining)) for lot in found.values()]


def _joined(lots: list[int], more: int) -> list[int]:
    """Lots with some rules more, which join those where some of them are."""
    for lot in lots:
        more |= lot if lot & more else 0
    return [*[lot for lot in lots if not lot & more], more]


def _combining(program: Program, selector: AwardSelector) -> int:
    """The rules that stand where a question found several sets, or may have, as bits by their places."""
    found = 0
    for number in program.finding_several_sets():
        for id in program.depending_on(program.found_for(number)):
            found |= 1 << selector.place_of[id]
    return found


def joined_awards(lots: Sequence[RuleLot], choice: Sequence[int]) -> tuple[list[Counted], dict[int, Amount]]:
    """What counts of all lots together, by the numbers of what each awards, and the unusual worths."""
    every = [lot.every[number] for lot, number in zip(lots, choice, strict=True)]
    worths: dict[int, Amount] = {}
    for awarded in every:
        if awarded.worths:
            worths.update(awarded.worths)
    return sorted([one for awarded in every for one in awarded.counted], key=_PLACE), worths
