"""Which rules hold for many readings, as bits by their places in the order of refusal, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..scoring.compiled_rules import Program
from ..scoring.question_groups import Found
from ..scoring.standing import Standing
from .answers import Answered, Founds
from .arrays import Longs
from .bit_rows import GrownNumbers, Words, as_mask, meets, number_of_words, put, words_of
from .numbering import NARROW, Column, Numbered
from .table_sizes import fills


class Located:
    """What stands somewhere, or at an unusual worth, for each number that is given to it: see `Standing`.

    `finding` are, for each group that finds matches, the ways of which it may find them; `places` are the rules, as
    bits, of which it is told where they stand.
    """

    def __init__(self, program: Program, founds: Founds, finding: Iterable[int], places: int = -1) -> None:
        self.program, self.founds, self.finding = program, founds, tuple(finding)
        self._places = number_of_words(len(program.places))
        self._numbered = Numbered()
        own_ways = program.ways_of(places)
        found = [(group, ways & own_ways) for group, ways in enumerate(self.finding) if ways & own_ways]
        self._matched = [(group, Matched(founds, ways)) for group, ways in found]
        self._those = places
        self.every: list[Standing] = []
        """For every number a reading with it: its matches and worths; its bits are those of that reading alone."""
        self._told_by_ways = program.told_by_ways(places)
        self._told_by_rules = program.told_by_rules(places)

    @property
    def size(self) -> int:
        """How many there are."""
        return max([len(self._numbered), *[own.size for _, own in self._matched]])

    def bits(self, answered: Answered) -> Words:
        """The rules that hold, for each reading."""
        program, still_open = self.program, answered.open
        bits = np.zeros((len(still_open), self._places), np.uint64)
        single = words_of(program.single, self._places)
        for word in range(min(self._places, still_open.shape[1])):
            bits[:, word] = still_open[:, word] & np.uint64(single[word])
        for ways, bit in program.several:
            put(bits, bit.bit_length() - 1, meets(still_open, ways))
        held: list[tuple[int, NDArray[np.bool_]]] = []
        layer = 0
        for own_layer, item in program.above:
            if own_layer != layer:
                for place, where in held:
                    put(bits, place, where)
                held, layer = [], own_layer
            where = np.zeros(len(bits), np.bool_)
            for way in item.ways:
                allowed = meets(still_open, 1 << way.number)
                for rules, wanted in way.rules:
                    allowed &= ~meets(bits, rules) if wanted else meets(bits, rules)
                where |= allowed
            held.append((item.place, where))
        for place, where in held:
            put(bits, place, where)
        return bits

    def numbers(self, answered: Answered, bits: Words) -> Longs:
        """For each reading the number of what stands somewhere, or at an unusual worth."""
        columns = [matched.numbers(answered.found[group], answered.open) for group, matched in self._matched]
        columns += masked(answered.open, self._told_by_ways)
        columns += masked(bits, self._told_by_rules)
        if not columns:
            columns = [(np.zeros(len(bits), np.int64), 1)]
        numbers, fresh = self._numbered.of(columns)
        if len(fresh):
            self._fill(answered, fresh)
        return numbers

    @fills
    def _fill(self, answered: Answered, rows: Longs) -> None:
        """Add what stands where in readings that are new."""
        for row in rows.tolist():
            self.every.append(standing_of(self._those, self.program.standing(answered.one(row))))

    def of_some(self, places: int) -> Located:
        """The same of some rules, as bits by their places."""
        return Located(self.program, self.founds, self.finding, places)


def standing_of(places: int, standing: Standing) -> Standing:
    """What stands of some rules, as bits by their places."""
    if not standing.bits & ~places:
        return standing
    masks = {place: own for place, own in standing.masks.items() if places >> place & 1}
    worths = {place: own for place, own in standing.worths.items() if places >> place & 1}
    return Standing(standing.bits & places, masks, worths)


class Matched:
    """What one group found, as far as it matters: where rules hold of which it is the match."""

    def __init__(self, founds: Founds, ways: int) -> None:
        self._founds, self._ways = founds, ways
        self._numbered, self._left = Numbered(), GrownNumbers()
        self._told: dict[tuple[Found, int], int] = {((), 0): 0}
        """The numbers of what matters: of what was found, and of which open ways it is the match."""

    @property
    def size(self) -> int:
        """How many rows the table has."""
        return len(self._numbered)

    def numbers(self, found: Longs, still_open: Words) -> Column:
        """For each reading the number of what matters of what was found."""
        some = np.flatnonzero(found != 0)
        left = np.zeros(len(found), np.int64)
        if len(some):
            found, still_open = found.take(some), still_open.take(some, axis=0)
            columns = [(found, NARROW), *masked(still_open, self._ways, self._founds.ways.of(found))]
            numbers, fresh = self._numbered.of(columns)
            for row in fresh.tolist():
                ways = as_mask(still_open[row])
                own = self._founds.left(int(found[row]), ways)
                told = own, self._founds.ways_of(own) & ways & self._ways
                self._left.add(self._told.setdefault(told, len(self._told)))
            left[some] = self._left.of(numbers)
        return left, NARROW


def masked(rows: Words, mask: int, within: Words | None = None) -> list[Column]:
    """The bits of a mask in every row, those `within` alone where it is said, as columns."""
    found: list[Column] = []
    for word, own in enumerate(words_of(mask, rows.shape[1])):
        if own:
            kept = rows[:, word] & np.uint64(own)
            if within is not None:
                kept &= within[:, word]
            low = (own & -own).bit_length() - 1
            kept >>= np.uint64(low)
            found.append((kept.view(np.int64), own.bit_length() - low))
    return found
