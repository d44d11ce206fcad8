"""Chooses where the rank is the sum of the awards: lot by lot, and adds up what these are worth."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from ..scoring.select import AwardSelector, Selection, Tie, Weighed
from ..scoring.standing import Standing
from ..scoring.values import Counted
from .answers import Answered
from .arrays import Longs
from .bit_rows import WORD, GrownNumbers, Words, number_of_words
from .choosing import Apart, ChoiceNumbers, Chosen, Shows
from .located_rules import Located, standing_of
from .numbering import FULL, NARROW, Column, Numbered
from .rule_lots import AwardedByLot, RuleLot, in_lots, joined_awards
from .table_sizes import fills

_TOTAL, _COUNTED, _RULES = range(3)
"""The words of a row: what all is worth, what of it counts towards the minimum, and the rules."""


class SummedLots:
    """Adds up lots. Among the largest one, where combinations are chosen, too, it is chosen apart what touches."""

    def __init__(self, selector: AwardSelector, located: Located) -> None:
        self._selector, self._program = selector, located.program
        self._words = number_of_words(len(selector.judged))
        lots = in_lots(selector, located)
        main = max([lot for lot, _ in lots], key=int.bit_count)
        for lot, combines in lots:
            main |= lot if combines else 0
        self._main = Apart(selector, located.of_some(main), main)
        self._lots = [RuleLot(lot, located, self._words + _RULES, combines=False) for lot, _ in lots if not lot & main]
        self._choices, self._worths, self._known = Numbered(), GrownNumbers(), dict[Hashable, int]()
        """What choices are worth, by the sums of all that counts."""

    def __len__(self) -> int:
        return len(self._main) + sum([len(lot.every) for lot in self._lots])

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max([self._main.size, *[lot.size for lot in self._lots]])

    def choose(self, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows) -> Chosen:
        """What is chosen for each reading; nothing more is read of it."""
        found = self._main.choose(answered, bits, reads, shows)
        choice = list(found.choice)
        rows = np.zeros((len(bits), self._words + _RULES), np.uint64)
        for lot in self._lots:
            own, fresh = lot.numbers(answered, bits)
            if len(fresh):
                self._fill(lot, answered, fresh)
            rows += lot.rows.of(own)
            choice.append(own)
        total = found.total + rows[:, _TOTAL].view(np.int64)
        counted = found.counted + rows[:, _COUNTED].view(np.int64)
        return Chosen(total, counted, found.rules | rows[:, _RULES:], total, tuple(choice))

    @fills
    def _fill(self, lot: RuleLot, answered: Answered, readings: Longs) -> None:
        """Add what a lot awards in readings that are new."""
        places = self._selector.place_of
        for row in readings.tolist():
            standing = standing_of(lot.places, self._program.standing(answered.one(row)))
            weighed = self._selector.best(standing)
            value = self._selector.selection(weighed).value
            lot.every.append(AwardedByLot(weighed.counted, standing.worths))
            rules = sum([1 << places[one[-1].rule.id] for one in weighed.counted])
            lot.rows.add(value.total | value.counted << WORD * _COUNTED | rules << WORD * _RULES)

    def worths(self, choice: Sequence[Longs]) -> Longs:
        """The numbers of what choices are worth; those of the same sums have the same."""
        if len(self._choices) > FULL or len(self._choices) != len(self._worths):  # it was stopped on the way
            self._choices, self._worths = Numbered(), GrownNumbers()
        numbers, fresh = self._choices.of([(own, NARROW) for own in choice])
        for every in zip(*[own.take(fresh).tolist() for own in choice], strict=True):
            counted = self._counted(every)
            sums = self._selector.sums(counted)
            key = every if sums is None else (sums, not counted)
            self._worths.add(self._known.setdefault(key, len(self._known)))
        return self._worths.of(numbers)

    def _counted(self, choice: ChoiceNumbers) -> list[Counted]:
        """What counts of all, in no order."""
        lots = zip(self._lots, choice[2:], strict=True)
        return [*self._main.counted(choice[:2]), *[one for lot, own in lots for one in lot.every[own].counted]]

    def parts(self, choice: Sequence[Longs]) -> Sequence[Longs]:
        """What was chosen apart, two numbers, and what each lot awards."""
        return [own + 1 for own in choice]

    def awarded(self, part: int, number: int) -> Tie:
        """What tells choices apart, of one of these parts, by its number from 1 on."""
        return self._lots[part - 2].awarded(number - 1) if part > 1 else self._main.awarded(part, number - 1)

    def selection(self, choice: ChoiceNumbers) -> Selection:
        """What a choice awards, and what it is worth."""
        return self._selector.selection(self._joined(choice))

    def _joined(self, choice: ChoiceNumbers) -> Weighed:
        """What counts of all lots together."""
        main = self._main.joined(choice[:2])
        counted, worths = joined_awards(self._lots, choice[2:])
        standing = main.standing
        if worths:
            standing = Standing(standing.bits, standing.masks, {**standing.worths, **worths})
        rank = (main.rank[0] + sum([one[4] for one in counted]),)
        return Weighed(rank, standing, main.choice, sorted([*main.counted, *counted]), None)
