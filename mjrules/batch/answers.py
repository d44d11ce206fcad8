"""Tables of answers: for every view of a group of questions the ways that it leaves open, and what was found.

A row is filled when its view is met for the first time, by the group that answers for one hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..scoring.compiled_rules import Program
from ..scoring.question_groups import Answers, Found, Group
from ..scoring.scorer import Scorer
from .arrays import Longs
from .numbering import Column, Numbered
from .tellers import Teller, Tellers
from .views import KNOWN, Views
from .words import Grown, GrownNumbers, Words, as_mask, as_words, meets, number_of_words


class Founds:
    """What was found, each once, by number; 0 is nothing. `ways` are the ways of which it is the match, as words."""

    def __init__(self, program: Program, words: int) -> None:
        self._program = program
        self._ways: dict[int, int] = {}
        """The ways of which the matches of a question are the matches, by its number."""
        self._numbers: dict[Found, int] = {}
        self.every: list[Found] = []
        self.ways = Grown(words)
        self.number(())

    def number(self, found: Found) -> int:
        """The number of what was found."""
        known = self._numbers.get(found)
        if known is None:
            known = self._numbers[found] = len(self.every)
            self.every.append(found)
            self.ways.add(self.ways_of(found))
        return known

    def ways_of(self, found: Found) -> int:
        """The ways of which something is the match."""
        return self.ways_for(number for number, _, _ in found)

    def ways_for(self, numbers: Iterable[int]) -> int:
        """The ways of which the matches of some questions are the matches."""
        ways = 0
        for number in numbers:
            ways |= self._for(number)
        return ways

    def _for(self, number: int) -> int:
        ways = self._ways.get(number)
        if ways is None:
            ways = self._ways[number] = self._program.found_for(number)
        return ways

    def left(self, number: int, still_open: int) -> Found:
        """What of it matters where only some ways are open."""
        return tuple([one for one in self.every[number] if self._for(one[0]) & still_open])


class AnswerTable:
    """The answers of one group.

    `told` tells what the group looks at; where it is None, readings are asked one by one.
    """

    def __init__(self, group: Group, words: int, founds: Founds, told: Teller | None) -> None:
        self.group, self._founds, self._told = group, founds, told
        self._numbers = Numbered()
        self._taken: dict[Any, int] = {}
        self._open, self._found = Grown(words), GrownNumbers()

    @property
    def size(self) -> int:
        """How many rows there are, or numbers that were needed for them."""
        return max(self._numbers.most, len(self._taken))

    def of(self, views: Views, rows: Longs | None) -> tuple[Words, Longs]:
        """The ways left open and the numbers of what was found, for some readings or for all."""
        if self.group.kept and KNOWN.issuperset(self.group.names):
            columns = [views.column(name) for name in self.group.names]
            if rows is not None:
                columns = [(keys[rows], bits) for keys, bits in columns]
            numbers = self._numbered(views, columns, rows)
        else:
            rows = np.arange(len(views)) if rows is None else rows
            if self._told is None:
                numbers = np.fromiter([self._take(views, row) for row in rows.tolist()], np.int64, len(rows))
            else:
                numbers = self._numbered(views, self._told(views, rows), rows)
        return self._open.of(numbers), self._found.of(numbers)

    def _numbered(self, views: Views, columns: Iterable[Column], rows: Longs | None) -> Longs:
        numbers, fresh = self._numbers.of(columns)
        for place in fresh.tolist():
            self._add(self._answers(views, place if rows is None else int(rows[place]))[1])
        return numbers

    def _take(self, views: Views, row: int) -> int:
        """The number of the row of a view that is taken from one hand."""
        key, answers = self._answers(views, row)
        key = key if self.group.kept else answers
        number = self._taken.get(key)
        if number is None:
            number = self._taken[key] = len(self._taken)
            self._add(answers)
        return number

    def _answers(self, views: Views, row: int) -> tuple[Any, Answers]:
        """A view, and its answers, as one hand gets them."""
        view = views.view(self.group, row)
        return view, self.group.answers.get(view) or self.group.answer(view)

    def _add(self, answers: Answers) -> None:
        self._open.add(answers[0])
        self._found.add(self._founds.number(answers[1]))


class Answered:
    """The answers for readings: the ways left `open`, as words, and by number what every group found."""

    def __init__(self, open: Words, found: Sequence[Longs], founds: Founds) -> None:
        self.open, self.found, self._founds = open, found, founds

    def one(self, row: int) -> Answers:
        """The answers for one reading."""
        found: Found = ()
        for numbers in self.found:
            found += self._founds.every[int(numbers[row])]
        return as_mask(self.open[row]), found

    def rows(self, places: Any) -> Answered:
        """The answers for some of the readings."""
        return Answered(self.open[places], [numbers[places] for numbers in self.found], self._founds)


class Tables:
    """The tables of all groups of a program."""

    def __init__(self, scorer: Scorer) -> None:
        program = scorer.program
        self._every = program.every
        self.words = number_of_words(program.every.bit_length())
        self.founds = Founds(program, self.words)
        self._tellers = Tellers(scorer)
        tables = [AnswerTable(group, self.words, self.founds, self._tellers.of(group)) for group in program.groups]
        self._cheap = [table for table in tables if self._is_cheap(table.group)]
        self._dear = [table for table in tables if not self._is_cheap(table.group)]

        dear = 0
        for table in self._dear:
            dear |= table.group.ways
        self._settled = [(told & ~dear, rest) for told, rest in program.settled if told & ~dear]
        """Ways that the cheap groups tell, and those that need not be asked about where one of these is open."""

    def _but(self, ways: int) -> Words:
        """All ways but some, as words."""
        found: Words = as_words([self._every & ~ways], self.words)[0]
        return found

    @staticmethod
    def _is_cheap(group: Group) -> bool:
        return group.kept and not group.late and (group.few or len(group.names) == 1)

    @property
    def finding(self) -> list[int]:
        """For each group that finds matches the ways of which it may find them."""
        tables = (table.group for table in (*self._cheap, *self._dear) if table.group.finds)
        return [self.founds.ways_for(group.numbers) for group in tables]

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        sizes = [table.size for table in (*self._cheap, *self._dear)]
        return max([len(self.founds.every), self._tellers.size, *sizes])

    def answers(self, views: Views) -> Answered:
        """The answers of all groups; dear ones are asked about readings for which a way still depends on them."""
        number = len(views)
        still_open = np.repeat(as_words([self._every], self.words), number, axis=0)
        found: list[Longs] = []
        for table in self._cheap:
            own, numbers = table.of(views, None)
            still_open &= own
            if table.group.finds:
                found.append(numbers)
        for told, rest in self._settled:
            still_open[meets(still_open, told)] &= self._but(rest)
        for table in self._dear:
            asked = np.flatnonzero(meets(still_open, table.group.ways))
            numbers = np.zeros(number, np.int64)
            if len(asked):
                own, some = table.of(views, asked)
                still_open[asked] &= own
                numbers[asked] = some
            if table.group.finds:
                found.append(numbers)
        return Answered(still_open, found, self.founds)
