"""What counts of the rules that hold for many readings, and which reading of each hand is the best.

Where the rank is the sum of the awards, rules that neither refuse each other nor stand on the same sets are chosen
apart: what stands somewhere together with all that it may refuse or be refused by, and the rest. So few choices
are made, by the selector that chooses for one hand, and kept. Else what holds is chosen from as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..scoring.rule import Amount
from ..scoring.select import NOTHING_COMBINED, AwardSelector, Selection, Tie, Weighed, tie_entries
from ..scoring.standing import Standing
from ..scoring.values import Counted
from .answers import Answered
from .arrays import Longs
from .bit_rows import Grown, GrownNumbers, Words, as_mask, number_of_words
from .located_rules import Located, masked
from .numbering import NARROW, Column, Numbered
from .table_sizes import fills

ChoiceNumbers = tuple[int, ...]
"""What tells a choice, to the table that made it."""
Shows = Callable[[Longs], Sequence[tuple[Any, ...]]]
"""Gives what the scoring method reads of some readings, by their places."""


class Chosen(NamedTuple):
    """What is chosen for each reading: its `total`, what is `counted` towards the minimum, and the rules, as bits.

    `rank` compares readings, greater is better; where it is the same, the numbers of `choice` tell what is awarded.
    """

    total: Longs
    counted: Longs
    rules: Words
    rank: Longs
    choice: tuple[Longs, ...]


class Choosing(Protocol):
    """Chooses for many readings; what it chose is told by numbers."""

    def __len__(self) -> int: ...

    @property
    def size(self) -> int:
        """How many rows the largest table has."""

    def choose(self, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows) -> Chosen:
        """What is chosen for each reading; `reads` is what the method reads, `shows` gives it for some."""

    def selection(self, choice: ChoiceNumbers) -> Selection:
        """What a choice awards, and what it is worth."""

    def worths(self, choice: Sequence[Longs]) -> Longs:
        """Numbers of what choices are worth: where they are the same, so is the value."""

    def parts(self, choice: Sequence[Longs]) -> Sequence[Longs]:
        """The numbers, from 1 on, of what the parts of choices award, all of which is the choice; 0 for nothing."""

    def awarded(self, part: int, number: int) -> Tie:
        """What a part awards by its number, as it tells choices of the same rank apart, in no order."""


class Ranks:
    """Numbers ranks as they are met; `order` tells by these numbers which is the higher one."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Amount, ...], int] = {}

    def number(self, rank: tuple[Amount, ...]) -> int:
        """The number of a rank."""
        return self._numbers.setdefault(rank, len(self._numbers))

    def order(self) -> Longs:
        """For every number the place of its rank among all, the lowest first."""
        found = np.empty(len(self._numbers), np.int64)
        found[[self._numbers[rank] for rank in sorted(self._numbers)]] = np.arange(len(found))
        return found


class _Values:
    """What choices are worth, row by row."""

    def __init__(self, words: int) -> None:
        self.total, self.counted, self.rules = GrownNumbers(), GrownNumbers(), Grown(words)
        self.every: list[Weighed] = []

    def add(self, weighed: Weighed, selector: AwardSelector) -> None:
        """Add a choice."""
        selection = selector.selection(weighed)
        self.total.add(selection.value.total)
        self.counted.add(selection.value.counted)
        places = selector.place_of
        self.rules.add(sum([1 << places[award.rule.id] for award in selection.counting]))
        self.every.append(weighed)


class Whole:
    """Chooses from all that holds for a reading at once; `ranks` may be shared with others that choose."""

    def __init__(self, selector: AwardSelector, located: Located, ranks: Ranks | None = None) -> None:
        self._selector, self._located = selector, located
        self._every = (1 << len(selector.judged)) - 1
        self._numbers = Numbered()
        self._values = _Values(number_of_words(len(selector.judged)))
        self._ranks, self._rank = ranks or Ranks(), GrownNumbers()

    def __len__(self) -> int:
        return len(self._values.every)

    @property
    def size(self) -> int:
        """How many rows the table has."""
        return len(self._numbers)

    def choose(self, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows) -> Chosen:
        """What is chosen for each reading; `reads` is what the method reads, `shows` gives it for some."""
        located = self._located.numbers(answered, bits)
        columns = [(located, NARROW), *masked(bits, self._every), *reads]
        numbers, fresh = self._numbers.of(columns)
        if len(fresh):
            self._fill(bits, located, shows, fresh)
        values, rank = self._values, self._ranks.order().take(self._rank.of(numbers))
        return Chosen(values.total.of(numbers), values.counted.of(numbers), values.rules.of(numbers), rank, (numbers,))

    @fills
    def _fill(self, bits: Words, located: Longs, shows: Shows, rows: Longs) -> None:
        """Choose for readings that are new."""
        for row, views in zip(rows.tolist(), shows(rows), strict=True):
            where = self._located.every[int(located[row])]
            standing = Standing(as_mask(bits[row]), where.masks, where.worths, views, where.combined)
            weighed = self._selector.best(standing)
            self._values.add(weighed, self._selector)
            self._rank.add(self._ranks.number(weighed.rank))

    def weighed(self, number: int) -> Weighed:
        """What was chosen, by its number."""
        return self._values.every[number]

    def selection(self, choice: ChoiceNumbers) -> Selection:
        """What a choice awards, and what it is worth."""
        return self._selector.selection(self._values.every[choice[0]])

    def worths(self, choice: Sequence[Longs]) -> Longs:
        """The numbers of choices, for each has its own value."""
        return choice[0]

    def parts(self, choice: Sequence[Longs]) -> Sequence[Longs]:
        """The only part of choices."""
        return [choice[0] + 1]

    def awarded(self, part: int, number: int) -> Tie:
        """What tells choices apart, by their number from 1 on."""
        return tie_entries(self.weighed(number - 1).counted)


class _State(NamedTuple):
    """What stands somewhere and what was found to touch it; `next` are those that may, not yet asked."""

    located: int
    together: int
    asked: int
    next: int


class Apart:
    """Chooses apart what stands somewhere, with all that touches it, and the rest: for ranks that are sums.

    `places` are the rules, as bits, among which it chooses.
    """

    def __init__(self, selector: AwardSelector, located: Located, places: int) -> None:
        self._selector, self._located = selector, located
        self._words = number_of_words(len(selector.judged))
        self._every = places
        self._first = GrownNumbers()
        self._states: list[_State] = []
        self._numbers: dict[_State, int] = {}
        self._next, self._together = Grown(self._words), Grown(self._words)
        self._asks = GrownNumbers()
        """Whether a state has rules not yet asked."""
        self._following, self._followed = Numbered(), GrownNumbers()
        self._chosen = np.zeros(0, np.int64)
        self._standing = _Values(self._words)
        self._rest = _Values(self._words)
        self._rest_numbers = Numbered()

    def __len__(self) -> int:
        return len(self._located.every) + len(self._states) + len(self._standing.every) + len(self._rest.every)

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max(self._located.size, len(self._following), len(self._rest_numbers), len(self._states))

    def _state(self, state: _State) -> int:
        """The number of a state."""
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
            self._next.add(state.next)
            self._asks.add(state.next != 0)
            self._together.add(state.together)
        return number

    def choose(self, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows) -> Chosen:
        """What is chosen for each reading; nothing more is read of it."""
        located = self._located.numbers(answered, bits)
        every = self._located.every
        for number in range(len(self._first), len(every)):
            own = 0
            for place in (*every[number].masks, *every[number].worths):
                own |= 1 << place
            self._first.add(self._state(_State(number, own, 0, self._selector.touching[own] & ~own)))
        states = self._grown(bits, self._first.of(located))
        chosen = self._chosen_for(states)
        rest = bits & ~self._together.of(states)
        others = self._chosen_of(rest)
        one, two = self._standing, self._rest
        total = one.total.of(chosen) + two.total.of(others)
        counted = one.counted.of(chosen) + two.counted.of(others)
        rules = one.rules.of(chosen) | two.rules.of(others)
        return Chosen(total, counted, rules, total, (chosen, others))

    def _grown(self, bits: Words, states: Longs) -> Longs:
        """The states that no further rule touches."""
        rows = np.flatnonzero(self._asks.of(states) != 0)
        while len(rows):
            own = states[rows]
            met = bits.take(rows, axis=0) & self._next.of(own)
            numbers, fresh = self._following.of([(own, NARROW), *masked(met, self._every)])
            if len(fresh):
                self._follow(own[fresh], met[fresh])
            following = self._followed.of(numbers)
            states[rows] = following
            rows = rows[self._asks.of(following) != 0]
        return states

    @fills
    def _follow(self, states: Longs, met: Words) -> None:
        """Add the states that follow some others where rules were met."""
        for place, number in enumerate(states.tolist()):
            state, more = self._states[number], as_mask(met[place])
            together, asked = state.together | more, state.asked | state.next
            wanted = self._selector.touching[more] & ~together & ~asked
            self._followed.add(self._state(_State(state.located, together, asked, wanted)))

    def _chosen_for(self, states: Longs) -> Longs:
        """The numbers of what is chosen in each state."""
        if len(self._chosen) < len(self._states):
            more = np.full(len(self._states) - len(self._chosen), -1, np.int64)
            self._chosen = np.concatenate([self._chosen, more])
        chosen = self._chosen.take(states)
        if chosen.min(initial=0) < 0:
            self._choose(np.unique(states[chosen < 0]))
            chosen = self._chosen.take(states)
        return chosen

    @fills
    def _choose(self, states: Longs) -> None:
        """Choose in states that are new."""
        for number in states.tolist():
            state = self._states[number]
            where = self._located.every[state.located]
            standing = Standing(state.together, where.masks, where.worths, (), where.combined)
            self._chosen[number] = len(self._standing.every)
            self._standing.add(self._selector.best(standing), self._selector)

    def _chosen_of(self, rest: Words) -> Longs:
        """The numbers of what is chosen of rules that stand on the whole hand."""
        numbers, fresh = self._rest_numbers.of(masked(rest, self._every))
        if len(fresh):
            self._weigh(rest[fresh])
        return numbers

    @fills
    def _weigh(self, rest: Words) -> None:
        """Choose of rules that are new together."""
        for bits in rest:
            standing = Standing(as_mask(bits) & self._every, {}, {}, (), ())
            self._rest.add(self._selector.weigh(standing, NOTHING_COMBINED), self._selector)

    def awarded(self, part: int, number: int) -> Tie:
        """What tells choices apart: of what stands somewhere (0) or of the rest (1), by its number."""
        return tie_entries((self._rest if part else self._standing).every[number].counted)

    def counted(self, choice: ChoiceNumbers) -> list[Counted]:
        """What counts of both parts, in no order."""
        return [*self._standing.every[choice[0]].counted, *self._rest.every[choice[1]].counted]

    def joined(self, choice: ChoiceNumbers) -> Weighed:
        """What counts of both parts together."""
        one, two = self._standing.every[choice[0]], self._rest.every[choice[1]]
        return Weighed((one.rank[0] + two.rank[0],), one.standing, one.choice, sorted(self.counted(choice)), None)
