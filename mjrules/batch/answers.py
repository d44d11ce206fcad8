"""Tables of answers: for every view of a group of questions the ways that it leaves open, and what was found.

A row is filled when its view is met for the first time, by the group that answers for one hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Final

import numpy as np

from ..scoring.compiled_rules import Program
from ..scoring.question_groups import Answers, Found, Group
from ..scoring.scorer import Scorer
from .alike_views import AlikeViews, SinglePieces
from .arrays import Longs
from .bit_rows import Grown, GrownNumbers, Words, as_mask, as_words, close, meets, number_of_words
from .laid_tiles import zeros
from .matters import Matters
from .numbering import Column, Numbered
from .table_sizes import fills
from .tellers import Teller, Tellers
from .views import KNOWN, Views
from .waiting import WaitTables

_FEW: Final = 4
"""Of so small a part of all readings the columns are told for these alone."""


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
        self.group, self._words, self._founds, self._told = group, words, founds, told
        self._matters = Matters.to(group)
        self._known = told is None and group.kept and KNOWN.issuperset(group.names)
        self._alike = (AlikeViews.made(group) or SinglePieces.made(group)) if self._known else None
        self._begin()

    def _begin(self) -> None:
        """Begin without a row."""
        self._numbers = Numbered()
        self._taken: dict[Any, int] = {}
        self._open, self._found = Grown(self._words), GrownNumbers()
        self._alike_numbers, self._row_of = Numbered(), GrownNumbers()
        """Where different views may be answered alike: the rows of what was numbered."""

    def forget(self, facets: Set[str], tellers: Tellers) -> None:
        """Forget what was told by the numbers that some facets had."""
        if not facets.isdisjoint(self.group.names):
            self._told = tellers.of(self.group)
            if self._known:
                self._begin()

    @property
    def size(self) -> int:
        """How many rows there are, or numbers that were needed for them."""
        return max(len(self._numbers), len(self._taken))

    @property
    def asks_alone(self) -> bool:
        """Whether its group is asked about one reading after another, as nothing tells its views of many."""
        return self._told is None and not self._known

    def __len__(self) -> int:
        return len(self._found)

    @property
    def is_cheap(self) -> bool:
        """Whether all readings are asked about, or all hands."""
        group = self.group
        return group.kept and not group.late and (group.few or len(group.names) == 1)

    def rows(self, numbers: Longs) -> tuple[Words, Longs]:
        """The ways left open, and the numbers of what was found, in some rows."""
        return self._open.of(numbers), self._found.of(numbers) if self.group.finds else zeros(len(numbers))

    def numbers(self, views: Views, rows: Longs | None) -> Longs:
        """The rows of the table for some readings, or for all; of a group that looks at hands alone, for hands."""
        if self._known:
            if rows is not None and not self.group.of_hand and len(rows) * _FEW < len(views):
                return self.numbers(views.part(rows), None)
            shown = views.of_hand if self.group.of_hand else views.column
            columns = [shown(name, self._matters) for name in self.group.names]
            if rows is not None:
                columns = [(keys.take(rows), bits) for keys, bits in columns]
            return self._numbered(views, columns, rows)
        rows = np.arange(len(views.rows if self.group.of_hand else views)) if rows is None else rows
        if self._told is not None:
            return self._numbered(views, self._told(views, rows), rows)
        return self._taken_alone(views, rows)

    @fills
    def _taken_alone(self, views: Views, rows: Longs) -> Longs:
        """The rows of views that are taken from one hand after another."""
        return np.fromiter([self._take(*own) for own in self._answers(views, rows)], np.int64, len(rows))

    def _numbered(self, views: Views, columns: Iterable[Column], rows: Longs | None) -> Longs:
        numbers, fresh = self._numbers.of(columns)
        if len(fresh):
            self._add_new(views, fresh if rows is None else rows[fresh])
        return numbers if self._alike is None else self._row_of.of(numbers)

    def _add_new(self, views: Views, rows: Longs) -> None:
        """Add the rows of views that are new, unless other views are answered alike."""
        if self._alike is not None:
            numbers, fresh = self._alike_numbers.of(self._alike.columns(views, rows))
            self._row_of.extend(numbers)
            rows = rows[fresh]
        self._fill(views, rows)

    @fills
    def _fill(self, views: Views, rows: Longs) -> None:
        """Add the rows of views that are new."""
        for _, answers in self._answers(views, rows):
            self._add(answers)

    def _take(self, view: Any, answers: Answers) -> int:
        """The number of the row of a view that is taken from one hand."""
        key = view if self.group.kept else answers
        number = self._taken.get(key)
        if number is None:
            number = self._taken[key] = len(self._taken)
            self._add(answers)
        return number

    def _answers(self, views: Views, rows: Longs) -> Iterator[tuple[Any, Answers]]:
        """Views, and their answers, as one hand gets them."""
        group = self.group
        for view in views.views(group, views.first.take(rows) if group.of_hand else rows):
            yield view, group.of(view)

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
        return Answered(self.open.take(places, axis=0), [numbers.take(places) for numbers in self.found], self._founds)


class Tables:
    """The tables of all groups of a program."""

    def __init__(self, scorer: Scorer) -> None:
        program = scorer.program
        self._every = program.every
        self.words = number_of_words(program.every.bit_length())
        self.founds = Founds(program, self.words)
        self.waiting = WaitTables(scorer)
        self._tellers = Tellers(scorer, self.waiting)
        every = [AnswerTable(group, self.words, self.founds, self._tellers.of(group)) for group in program.groups]
        self._of_hands = [table for table in every if table.is_cheap and table.group.of_hand]
        self._cheap = [table for table in every if table.is_cheap and not table.group.of_hand]
        self._dear = [table for table in every if not table.is_cheap]
        self.every = (*self._of_hands, *self._cheap, *self._dear)
        dear = 0
        for table in self._dear:
            dear |= table.group.ways
        self._settled = [(told & ~dear, rest) for told, rest in program.settled if told & ~dear]
        """Ways that the cheap groups tell, and those that need not be asked about where one of these is open."""

    def _but(self, ways: int) -> Words:
        """All ways but some, as a row of words."""
        return as_words([self._every & ~ways], self.words)

    def forget(self, facets: Set[str]) -> None:
        """Forget what was told by the numbers that some facets had, as they will have others."""
        for table in self.every:
            table.forget(facets, self._tellers)

    @property
    def finding(self) -> list[int]:
        """For each group that finds matches the ways of which it may find them."""
        return [self.founds.ways_for(table.group.numbers) for table in self.every if table.group.finds]

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max([len(self.founds.every), self._tellers.size, *[table.size for table in self.every]])

    def answers(self, views: Views) -> Answered:
        """The answers of all groups; dear ones are asked about readings for which a way still depends on them.

        Groups that look at hands alone are asked once for all readings of a hand.
        """
        found = list[Longs]()
        still_open = self._of_every_hand(views, found)
        for table in self._cheap:
            own, numbers = table.rows(table.numbers(views, None))
            still_open &= own
            if table.group.finds:
                found.append(numbers)
        for told, rest in self._settled:
            close(still_open, np.flatnonzero(meets(still_open, told)), self._but(rest))
        for table in self._dear:
            numbers = self._ask(table, views, still_open)
            if table.group.finds:
                found.append(numbers)
        return Answered(still_open, found, self.founds)

    def _ask(self, table: AnswerTable, views: Views, still_open: Words) -> Longs:
        """What a group finds in the readings for which a way depends on it; closes the ways that it does not leave
        open."""
        asked = np.flatnonzero(meets(still_open, table.group.ways))
        if len(asked) == len(views) and not table.group.of_hand:
            own, numbers = table.rows(table.numbers(views, None))
            still_open &= own
            return numbers
        numbers = np.zeros(len(views), np.int64)
        if len(asked):
            places = _by_hand(table, views, asked) if table.group.of_hand else table.numbers(views, asked)
            own, numbers[asked] = table.rows(places)
            close(still_open, asked, own)
        return numbers

    def _of_every_hand(self, views: Views, found: list[Longs]) -> Words:
        """The ways that groups leave open which look at hands alone, for every reading; adds to what is found."""
        hand, first = views.readings.laid.hand, views.first
        read = None if first.min(initial=0) >= 0 else np.flatnonzero(first >= 0)
        still_open = np.repeat(as_words([self._every], self.words), len(first) if read is None else len(read), axis=0)
        places = hand
        if read is not None:
            places = np.empty(len(first), np.int64)
            places[read] = np.arange(len(read))
            places = places.take(hand)
        for table in self._of_hands:
            own, numbers = table.rows(table.numbers(views, read))
            still_open &= own
            if table.group.finds:
                found.append(numbers.take(places))
        return still_open.take(places, axis=0)


def _by_hand(table: AnswerTable, views: Views, asked: Longs) -> Longs:
    """The rows of a table that looks at hands alone, for some readings."""
    hand = views.readings.laid.hand.take(asked)
    found = np.full(len(views.rows), -1, np.int64)
    found[hand] = 0
    hands = np.flatnonzero(found == 0)
    found[hands] = table.numbers(views, hands)
    return found.take(hand)
