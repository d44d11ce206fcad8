"""Chooses lot by lot where rules of different lots never touch, and values what all lots award together.

Rules that refuse each other are in one lot, and so are all that may stand on several sets, for combinations are chosen
among them. What a lot awards is told by little, so few rows serve many hands. The value depends on sums over all
awards, as the scoring method says of itself; where a choice depends on it, all is chosen at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ..scoring.policy import Award
from ..scoring.rule import Amount, Rule
from ..scoring.select import NOTHING_COMBINED, AwardSelector, Selection, Tie, Weighed, tie_entries
from ..scoring.standing import Standing
from ..scoring.values import Counted
from .answers import Answered
from .arrays import Longs, Truths
from .bit_rows import WORD, Grown, GrownNumbers, Words, number_of_words
from .choosing import ChoiceNumbers, Chosen, Ranks, Shows, Whole
from .located_rules import Located, standing_of
from .numbering import NARROW, WIDE, Column, Numbered, Numbering
from .rule_lots import AwardedByLot, RuleLot, in_lots, joined_awards
from .table_sizes import fills

_CLASS_BITS: Final = 5
"""The bits that count the lots with awards of a class, and those of which not all is told."""
_UNTOLD: Final = WORD - _CLASS_BITS - 1
_MOST_CLASSES: Final = _UNTOLD // _CLASS_BITS
_MOST_LOTS: Final = (1 << _CLASS_BITS) - 1
_SUMS, _ALONE, _CLASSES, _RULES = range(4)
"""The words of a row: sums, a bit for each award that matters as such, the classes of the others, and the rules."""


class _Sums:
    """Numbers sums, packed as `bits` say, by what of them matters to a scoring method."""

    def __init__(self, selector: AwardSelector) -> None:
        self._selector = selector
        self._numbers, self._told = Numbering(), GrownNumbers()
        self._known: dict[tuple[int, ...], int] = {}
        self.number = 0
        """How many sums there are."""

    @property
    def size(self) -> int:
        """How many sums were met."""
        return len(self._numbers)

    @property
    def bits(self) -> int:
        """How many bits each of the sums has."""
        return WIDE // max(1, self.number)

    def of(self, sums: Longs) -> Longs:
        """Numbers that are the same where the same matters."""
        numbers, fresh = self._numbers.of(sums)
        mask, starts = (1 << self.bits) - 1, range(0, self.number * self.bits, self.bits)
        for own in sums[fresh].tolist():
            each = tuple([own >> start & mask for start in starts])
            told = tuple(self._selector.method.of_sums(each, self._selector.settings)) if each else ()
            self._told.add(self._known.setdefault(told, len(self._known)))
        return self._told.of(numbers)


class _Worths:
    """What awards are worth, row by row, and whether a limit keeps some out."""

    def __init__(self) -> None:
        self.total, self.counted, self.rank, self.keeps_out = [GrownNumbers() for _ in range(4)]
        self.views: list[tuple[Any, ...]] = []


def _joined(one_rows: Longs, one: Chosen, other_rows: Longs, other: Chosen) -> Chosen:
    """What is chosen for some readings and for all the others, in the order of readings."""
    order = np.argsort(np.concatenate([one_rows, other_rows]))
    total, counted, rules, rank = [
        np.concatenate([first, second]).take(order, axis=0) for first, second in zip(one[:4], other[:4], strict=True)
    ]
    choice = [np.concatenate(own).take(order) for own in zip(one.choice, other.choice, strict=True)]
    return Chosen(total, counted, rules, rank, tuple(choice))


class Lots:
    """Chooses lot by lot; where more is needed for a choice, from all that holds at once."""

    def __init__(self, selector: AwardSelector, located: Located) -> None:
        self._selector, self._located = selector, located
        self._words = number_of_words(len(selector.judged))
        self._lots = [
            RuleLot(places, located, self._words + _RULES, combines=combines)
            for places, combines in in_lots(selector, located)
        ]
        self._ranks = Ranks()
        self._whole = Whole(selector, located, self._ranks)
        self._sums, self._alone_numbers = _Sums(selector), Numbering()
        self._numbers, self._worths = Numbered(), _Worths()
        self._kept_numbers, self._kept, self._kept_told = Numbered(), Grown(self._words), GrownNumbers()
        """Which rules enter the values that keep some out, by these and the classes of awards."""
        rules = [judged.rule for judged in selector.judged]
        self._classes = {own: place for place, own in enumerate(sorted({(rule.unit, rule.aside) for rule in rules}))}
        """The units of awards, and whether they are set aside."""
        self._class_of = [self._class(rule) for rule in rules]
        self._alone: dict[tuple[int, int, Amount], int] = {}

    @property
    def fits(self) -> bool:
        """Whether the scoring method tells what of awards it sums up, and there is room for all lots and units."""
        told = self._selector.method.sums is not None
        return told and len(self._lots) <= _MOST_LOTS and len(self._classes) <= _MOST_CLASSES

    def __len__(self) -> int:
        return sum([len(lot.every) for lot in self._lots]) + len(self._worths.views) + len(self._whole)

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        own = len(self._numbers), self._sums.size, len(self._alone_numbers), len(self._kept_numbers)
        return max([*own, self._whole.size, *[lot.size for lot in self._lots]])

    def choose(self, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows) -> Chosen:
        """What is chosen for each reading; `reads` is what the method reads, `shows` gives it for some."""
        rows, numbers = np.zeros((len(bits), _RULES + self._words), np.uint64), list[Longs]()
        for lot in self._lots:
            own, fresh = lot.numbers(answered, bits)
            if len(fresh):
                self._fill(lot, answered, fresh)
            rows += lot.rows.of(own)
            numbers.append(own)
        told = np.flatnonzero(rows[:, _CLASSES] >> np.uint64(_UNTOLD) == 0)
        if len(told) == len(rows):
            worths = self._worth(rows, numbers, reads, shows, told)
        else:
            worths = np.zeros(len(rows), np.int64)
            some = [(own[told], width) for own, width in reads]
            worths[told] = self._worth(rows[told], [own[told] for own in numbers], some, shows, told)
        told = told[self._keep(rows, worths, numbers, told)]
        if len(told) == len(rows):
            return self._chosen(worths, rows, numbers)
        rest = np.delete(np.arange(len(rows)), told)
        # first what may have ranks that are new, for they move those of others
        whole = self._choose_whole(rest, answered, bits, reads, shows)
        if not len(told):
            return whole
        return _joined(told, self._chosen(worths[told], rows[told], [own[told] for own in numbers]), rest, whole)

    def _choose_whole(
        self, rows: Longs, answered: Answered, bits: Words, reads: Sequence[Column], shows: Shows
    ) -> Chosen:
        """What is chosen from all that holds at once, for some readings."""
        some = [(own[rows], width) for own, width in reads]
        whole = self._whole.choose(answered.rows(rows), bits[rows], some, lambda places: shows(rows[places]))
        nothing = np.zeros(len(rows), np.int64)
        return whole._replace(choice=(whole.choice[0] << 1 | 1, *[nothing] * len(self._lots)))

    def _keep(self, rows: Words, worths: Longs, numbers: Sequence[Longs], told: Longs) -> Truths:
        """Leave the rules in rows that enter the values of some readings; of which of these it is told which do."""
        found = np.ones(len(told), np.bool_)
        some = np.flatnonzero(self._worths.keeps_out.of(worths[told]) != 0)
        if len(some):
            own = told[some]
            classes = rows[own, _CLASSES].view(np.int64)
            kept, fresh = self._kept_numbers.of([(worths[own], NARROW), (self._there(classes), len(self._classes))])
            for place in own[fresh].tolist():
                views = self._worths.views[worths[place]]
                rules = self._kept_by(self._weighed([int(each[place]) for each in numbers], views))
                self._kept.add(rules or 0)
                self._kept_told.add(rules is not None)
            rows[own, _RULES:] &= self._kept.of(kept)
            found[some] = self._kept_told.of(kept) != 0
        return found

    def _there(self, classes: Longs) -> Longs:
        """Which classes there are."""
        found = np.zeros(len(classes), np.int64)
        for own in self._classes.values():
            found |= (classes >> _CLASS_BITS * own & _MOST_LOTS != 0).astype(np.int64) << own
        return found

    def _chosen(self, worths: Longs, rows: Words, numbers: Sequence[Longs]) -> Chosen:
        """What is chosen, by the numbers of what it is worth."""
        values = self._worths
        rank = self._ranks.order().take(values.rank.of(worths))
        return Chosen(
            values.total.of(worths), values.counted.of(worths), rows[:, _RULES:], rank, (worths << 1, *numbers)
        )

    @fills
    def _fill(self, lot: RuleLot, answered: Answered, readings: Longs) -> None:
        """Add what a lot awards in readings that are new."""
        for row in readings.tolist():
            standing = standing_of(lot.places, self._located.program.standing(answered.one(row)))
            choices = self._selector.choices(standing)
            counted = self._selector.counted(standing, choices[0][0])
            lot.every.append(AwardedByLot(counted, standing.worths))
            apart = len(choices) == 1 and (lot.combines or not standing.combined)
            lot.rows.add(self._row(counted) if apart else 1 << WORD * _CLASSES + _UNTOLD)

    def _row(self, counted: Sequence[Counted]) -> int:
        """The words of a row for what counts; that not all is told, where it does not fit."""
        alone = classes = rules = 0
        every: list[Sequence[int]] = []
        for one in counted:
            award = one[-1]
            rules |= 1 << one[0]
            told = self._told(award)
            if told is None:
                alone |= 1 << self._alone.setdefault(one[:3], len(self._alone))
            else:
                classes |= 1 << _CLASS_BITS * self._class(award.rule)
                every.append(told)
        sums = list(map(sum, zip(*every, strict=False)))
        self._sums.number = self._sums.number or len(sums)
        bits = self._sums.bits
        fit = all(0 <= own < (1 << bits) // len(self._lots) for own in sums)
        fit &= all(len(told) == self._sums.number for told in every)
        if not fit or alone >> WIDE:
            return 1 << WORD * _CLASSES + _UNTOLD
        added = sum([own << bits * place for place, own in enumerate(sums)])
        return added | alone << WORD * _ALONE | classes << WORD * _CLASSES | rules << WORD * _RULES

    def _told(self, award: Award) -> Sequence[int] | None:
        sums = self._selector.method.sums
        return None if sums is None else sums(award, self._selector.settings)

    def _class(self, rule: Rule) -> int:
        return self._classes[rule.unit, rule.aside]

    def _worth(
        self, rows: Words, numbers: Sequence[Longs], reads: Sequence[Column], shows: Shows, places: Longs
    ) -> Longs:
        """The numbers of what readings are worth; `places` are those by which they are shown."""
        sums, alone = [np.ascontiguousarray(rows[:, word]).view(np.int64) for word in (_SUMS, _ALONE)]
        own = [(self._sums.of(sums), NARROW), (self._alone_of(alone), NARROW)]
        found, fresh = self._numbers.of([*own, *reads])
        if len(fresh):
            self._value([own[fresh] for own in numbers], shows, places[fresh])
        return found

    def _alone_of(self, words: Longs) -> Longs:
        """The numbers of awards that matter as such, 0 for none."""
        some = np.flatnonzero(words != 0)
        found = np.zeros(len(words), np.int64)
        found[some] = 1 + self._alone_numbers.of(words[some])[0]
        return found

    @fills
    def _value(self, numbers: Sequence[Longs], shows: Shows, places: Longs) -> None:
        """Add what readings are worth that are new."""
        values = self._worths
        choices = zip(*[own.tolist() for own in numbers], strict=True)
        for views, choice in zip(shows(places), choices, strict=True):
            selection = self._selector.selection(self._weighed(choice, views))
            values.views.append(views)
            values.total.add(selection.value.total)
            values.counted.add(selection.value.counted)
            values.rank.add(self._ranks.number(selection.value.rank))
            values.keeps_out.add(selection.value.kept is not None)

    def _kept_by(self, weighed: Weighed) -> int | None:
        """The rules that enter a value, where they are awarded, as bits; None where it is not told by their classes."""
        selection = self._selector.selection(weighed)
        kept = selection.value.kept or ()
        classes: dict[int, bool] = {}
        alone: dict[int, bool] = {}
        for index, award in enumerate(selection.awards):
            told = self._told(award) is not None
            known, key = (classes, self._class(award.rule)) if told else (alone, self._selector.place_of[award.rule.id])
            if known.setdefault(key, index in kept) is not (index in kept):
                return None
        found = 0
        for place, own in enumerate(self._class_of):
            found |= alone.get(place, classes.get(own, True)) << place
        return found

    def _weighed(self, choice: Sequence[int], views: tuple[Any, ...]) -> Weighed:
        """What all lots award together, by the numbers of what each does."""
        counted, worths = joined_awards(self._lots, choice)
        return Weighed((), Standing(0, {}, worths, views, (), 0), NOTHING_COMBINED, counted, None)

    def _by_number(self, choice: ChoiceNumbers) -> Weighed:
        """What was chosen."""
        if choice[0] & 1:
            return self._whole.weighed(choice[0] >> 1)
        return self._weighed(choice[1:], self._worths.views[choice[0] >> 1])

    def worths(self, choice: Sequence[Longs]) -> Longs:
        """The numbers of what choices are worth, or of what was chosen of all at once."""
        return choice[0]

    def parts(self, choice: Sequence[Longs]) -> Sequence[Longs]:
        """What was chosen of all at once, and what each lot awards where it was not."""
        whole = choice[0] & 1
        return [(choice[0] + 1 >> 1) * whole, *[(own + 1) * (1 - whole) for own in choice[1:]]]

    def awarded(self, part: int, number: int) -> Tie:
        """What tells choices apart, of one of these parts, by its number from 1 on."""
        if part:
            return self._lots[part - 1].awarded(number - 1)
        return tie_entries(self._whole.weighed(number - 1).counted)

    def selection(self, choice: ChoiceNumbers) -> Selection:
        """What a choice awards, and what it is worth."""
        return self._selector.selection(self._by_number(choice))
