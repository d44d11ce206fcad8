"""Selection: which matches count. Refusal is directed; the choice of combinations is the policy's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from operator import itemgetter
from typing import Any, Final

from .. import bounds
from ..budget import KeptAnswers, spend, spent
from ..conditions.bits import bits_of
from ..declared.named_tuple import NamedTuple
from ..errors import TooComplexError
from .judged import Judged, Touched
from .policy import Award, CombinationPolicy, RuleMatch, ScoringMethod, Value
from .rule import Amount, Precedence, Refusal, Rule, refusal_order
from .standing import WHOLE_HAND, Combinations, Masks, MayHold, Standing
from .values import Counted, Values, awards_of

TieEntry = tuple[Amount, Precedence, int]
"""Of an award its negative worth, its rule's place, and how often it counts, negative."""
Tie = tuple[TieEntry, ...]
"""Tells selections of equal value apart: an entry for each award."""
FEW_CHOICES: Final = 100
FEW_TO_WEIGH: Final = 4
"""So many choices are weighed sooner than bounded."""
CHOICE: Final = 4
"""The steps that it takes to weigh a choice; few choices are not counted."""
_CHOOSING: Final = "trying which combinations go together"
_KEEP: Final = 1 << 16
"""How many lists of choices are kept, and how many rules with a worth and matches."""
_KNOWN: Final = 1 << 10
"""With how many different matches a rule is kept."""
_WHOLE: Final = 1 << 12
"""For how many rules together it is kept what counts of them on the whole hand."""
Choice = dict[int, Masks]
"""The combinations that are used, for the place of every rule that has some; none may be."""
NOTHING_COMBINED: Final[Choice] = {}
"""The only choice where there is no combination."""


class Refused(NamedTuple):
    """A match that does not count: refused by accepted rules, or left out by the policy (`by` empty)."""

    match: RuleMatch
    by: tuple[str, ...]


Choices = tuple[tuple[Choice, Amount], ...]
"""The choices between combinations that the policy admits, each with the most that it adds, the highest first."""
NO_CHOICE: Final[Choices] = ((NOTHING_COMBINED, 0),)


class Bound(NamedTuple):
    """A rank that no choice surpasses, and for those of this rank their most valuable award: its negative worth and its
    place, which none is before; None where nothing may be awarded."""

    rank: tuple[Amount, ...]
    first: tuple[Amount, Precedence] | None


_WORTH = itemgetter(4)


def tie_entries(counted: Iterable[Counted]) -> Tie:
    """What tells choices of equal rank apart, in no order; sorted, the smaller is the better one."""
    return tuple([(-one[2], one[7].rule.place, -one[1]) for one in counted])


class Weighed:
    """One choice for one reading: its rank (greater is better), and what counts with it; never changed.

    `value` is what it is worth, once that had to be known.
    """

    __slots__ = ("choice", "counted", "rank", "standing", "value")

    def __init__(
        self,
        rank: tuple[Amount, ...],
        standing: Standing,
        choice: Choice,
        counted: list[Counted],
        value: Value | None,
    ) -> None:
        self.rank, self.standing, self.choice, self.counted, self.value = rank, standing, choice, counted, value


class Selection:
    """The best choice for one reading: what counts and what it is worth; never changed.

    `standing` is what could be chosen from, `chosen` the combinations used.
    """

    __slots__ = ("_counted", "chosen", "standing", "value")

    def __init__(self, counted: list[Counted], value: Value, standing: Standing, chosen: Choice) -> None:
        self._counted, self.value, self.standing, self.chosen = counted, value, standing, chosen

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards, the most valuable first."""
        return tuple(awards_of(self._counted))

    @property
    def counting(self) -> tuple[Award, ...]:
        """The awards that entered the value, the most valuable first."""
        kept, awards = self.value.kept, self.awards
        return awards if kept is None else tuple([awards[index] for index in kept])


class AwardSelector:
    """Selects for one ruleset: its rules in order of refusal, its policy and its method."""

    def __init__(
        self, rules: Sequence[Rule], policy: CombinationPolicy, method: ScoringMethod, settings: Mapping[str, Any]
    ) -> None:
        self.policy, self.method, self.settings = policy, method, settings
        self.adds = method.adds(settings)
        worths = [rule.value for rule in rules] + [value for rule in rules for _, value in rule.variants]
        self.chooses_apart = self.adds and not method.reads and all(worth > 0 for worth in worths)
        """Whether rules that do not touch each other may be chosen apart: the rank is the sum of the awards, and no
        award leaves it as it is, or choices of equal ranks might be told apart otherwise."""
        self._values = Values(method, settings)
        by_id = {rule.id: rule for rule in rules}
        places = {id: place for place, id in enumerate(refusal_order(rules))}
        order = {rule.id: number for number, rule in enumerate(sorted(by_id.values(), key=lambda rule: rule.place))}
        self.judged = [Judged(by_id[id], places, order[id]) for id in places]
        self._apart = len(order) * lcm(*[worth.denominator for worth in worths])
        """By what worths must be multiplied so that different ones are further apart than any numbers of rules."""
        self._by_bit = {1 << place: judged for place, judged in enumerate(self.judged)}
        self.place_of: Mapping[str, int] = places
        for place, judged in enumerate(self.judged):
            for target, refusal in judged.refusals.items():
                self.judged[target].refusers[place] = refusal
                self.judged[target].limited |= refusal.most is not None
                self.judged[target].touching |= 1 << place
                judged.touching |= 1 << target
        self._choices: KeptAnswers[Combinations, Choices] = KeptAnswers(_CHOOSING, _KEEP)
        self._touched = Touched([judged.partly for judged in self.judged])
        """The rules that some may refuse."""
        self.touching = Touched([judged.touching for judged in self.judged])
        """The rules that some may refuse, and those by which they may be refused."""
        self._varied: dict[tuple[int, Amount, Masks], Counted] = {}
        """What rules are that have another worth than usual, by their places, worth and matches."""
        self._whole: dict[int, tuple[list[Counted], int, int]] = {}
        """What counts of rules on the whole hand, by their bits; whom they spare, and of whom they refuse a part."""

    def rules(self, standing: Standing) -> list[Rule]:
        """The rules that hold, each before those that it may refuse."""
        return [self.judged[place].rule for place in bits_of(standing.bits)]

    def places(self, rules: frozenset[str]) -> int:
        """The places of some rules, as bits."""
        return sum(1 << place for place, judged in enumerate(self.judged) if judged.id in rules)

    def left_by_limit(self, place: int, worth: Amount) -> Amount:
        """What a limit leaves of a worth of a rule that counts alone. Raises PluginError."""
        if self.method.reads:
            return worth
        value = self.method.value([Award(self.judged[place].rule, 1, worth, WHOLE_HAND)], self.settings)
        if not value.cut:
            return worth
        from fractions import Fraction  # few rulesets have fractions

        return worth * Fraction(value.total, value.total + value.cut)

    def best(self, standing: Standing) -> Weighed:
        """The best admissible choice among the rules that hold for a reading.

        Equal ranks are told apart by what is awarded: more valuable rules first, then the lower number,
        then the earlier id, then the larger count. So no order of rules, parts or shapes in a file matters.
        """
        if not standing.combined:
            return self.weigh(standing, NOTHING_COMBINED)
        every = self.choices(standing)
        if len(every) == 1:
            return self.weigh(standing, every[0][0])
        best = self.weigh(standing, every[0][0])
        bounded = self.adds and not standing.worths and len(every) > FEW_TO_WEIGH
        others = self._besides(standing) if bounded else 0
        if len(every) > FEW_CHOICES:
            try:
                spend(CHOICE * len(every), _CHOOSING)
            except TooComplexError as error:
                raise self._told(error, [place for choice, _ in every for place in choice]) from None
        for choice, most in every[1:]:
            if bounded and others + most < best.rank[0]:
                break
            other = self.weigh(standing, choice)
            if self.compare(other, best) > 0:
                best = other
        return best

    def few(self, standing: Standing) -> bool:
        """Whether there are so few choices that weighing them takes no steps."""
        return not standing.combined or len(self.choices(standing)) <= FEW_CHOICES

    def paid(self, standing: Standing) -> bool:
        """Whether the question that is asked has paid for its choices, from now on at the latest; False where these
        are not kept. Raises TooComplexError."""
        return not standing.combined or self._choices.get(standing.combined) is not None

    def bound(self, rules: Iterable[MayHold]) -> Bound | None:
        """What no choice surpasses where only these rules hold; None: unknown."""
        if not (self.adds or self.method.rises) or self.method.reads:
            return None
        awards = []
        for place, single, several in rules:
            judged = self.judged[place]
            if judged.dearest > 0:
                times = self._times_of(judged.rule, single, several)
                if times:
                    awards.append(Award(judged.rule, times, judged.dearest, WHOLE_HAND))
        awards.sort(key=lambda award: (-award.each, award.rule.place))
        if self.adds:
            rank: tuple[Amount, ...] = (sum([award.value for award in awards]),)
        else:
            rank = self.method.value(awards, self.settings).rank
        known = awards and (self.adds or rank > self.method.value((), self.settings).rank)
        return Bound(rank, (-awards[0].each, awards[0].rule.place) if known else None)

    def surpasses(self, best: Weighed, bound: Bound | None) -> bool:
        """Whether no choice within a bound can be as good as the best one."""
        if bound is None or bound.rank != best.rank:
            return bound is not None and bound.rank < best.rank
        return bound.first is not None and self._tie(best)[0][:2] < bound.first

    def compare(self, one: Weighed, other: Weighed) -> int:
        """Which of two is better: 1 the first, -1 the second, 0 where the same is awarded."""
        if one.rank != other.rank:
            return 1 if one.rank > other.rank else -1
        first, second = self._tie(one), self._tie(other)
        return 0 if first == second else 1 if first < second else -1

    def _besides(self, standing: Standing) -> Amount:
        """What all that holds is worth at most, combinations left out."""
        total: Amount = 0
        for place in bits_of(standing.bits):
            masks = standing.masks.get(place, WHOLE_HAND)
            times = 1 if masks is WHOLE_HAND else len([mask for mask in masks if not mask & (mask - 1)])
            total += times * self.judged[place].most
        return total

    def _adds(self, choice: Choice) -> Amount:
        """The most that the combinations of a choice add."""
        return sum([len(masks) * self.judged[place].most for place, masks in choice.items()])

    def choices(self, standing: Standing) -> Choices:
        """The choices of combinations that the policy admits; kept, as they depend on these alone."""
        combinations = standing.combined
        if not combinations:
            return NO_CHOICE
        try:
            choices = self._choices.get(combinations)
            if choices is None:
                with spent() as steps:
                    choices = self._ask_policy(combinations)
                self._choices.keep(combinations, choices, steps())
        except TooComplexError as error:
            raise self._told(error, [place for place, _ in combinations]) from None
        return choices

    def _ask_policy(self, combinations: Combinations) -> Choices:
        """The choices that the policy gives, at least one, without repetitions."""
        matches = sorted((RuleMatch(self.judged[place].id, mask), place) for place, mask in combinations)
        found: dict[tuple[int, ...], Choice] = {}
        for choice in self.policy.choices(tuple([match for match, _ in matches])):
            chosen = tuple(sorted(choice))
            masks: dict[int, Masks] = {place: () for place, _ in combinations}
            for match, place in [matches[index] for index in chosen]:
                masks[place] = (*masks.get(place, ()), match.mask)
            found[chosen] = masks
        return tuple(sorted(((choice, self._adds(choice)) for choice in found.values()), key=lambda one: -one[1]))

    def _told(self, error: TooComplexError, places: Iterable[int]) -> TooComplexError:
        """An error with the rules that were combined."""
        rules = sorted({self.judged[place].id for place in places})
        return error.within(", ".join(rules[: bounds.WORDS_LISTED]) + ", …" * (len(rules) > bounds.WORDS_LISTED))

    def weigh(self, standing: Standing, choice: Choice) -> Weighed:
        """What counts with a choice, and its rank."""
        counted = self.counted(standing, choice)
        if self.adds:
            return Weighed((sum(map(_WORTH, counted)),), standing, choice, counted, None)
        value = self._values.of(counted, standing.views)
        return Weighed(value.rank, standing, choice, counted, value)

    def sums(self, counted: Sequence[Counted]) -> int | None:
        """All sums of what counts, as one number; None where more than sums matter."""
        return self._values.sums(counted)

    def _tie(self, weighed: Weighed) -> Tie:
        """What tells choices of equal rank apart: the smaller is the better one."""
        return tuple(sorted(tie_entries(weighed.counted)))

    def selection(self, weighed: Weighed) -> Selection:
        """A choice with its value."""
        if weighed.value is None:
            weighed.value = self._values.of(weighed.counted, weighed.standing.views)
        return Selection(weighed.counted, weighed.value, weighed.standing, weighed.choice)

    def refused(self, selection: Selection) -> tuple[Refused, ...]:
        """The matches of a selection that do not count, and why."""
        standing, choice = selection.standing, selection.chosen
        accepted = {counted[0]: counted[3] for counted in self.counted(standing, choice)}
        found: list[Refused] = []
        for place in bits_of(standing.bits):
            judged, masks = self.judged[place], standing.masks.get(place, WHOLE_HAND)
            if place in choice:
                left_out = _left_out(masks, choice[place])
                found += [Refused(RuleMatch(judged.id, mask), ()) for mask in left_out]
                masks = _used(masks, choice[place])
            blamed = self._refusers(masks, judged.refusers, accepted)
            found += [Refused(RuleMatch(judged.id, own), by) for own, by in zip(masks, blamed, strict=True) if by]
        return tuple(found)

    def counted(self, standing: Standing, choice: Choice) -> list[Counted]:
        """What no accepted match refuses, with its worth; what was refused refuses nothing.

        What counts of rules on the whole hand, at their usual worth, is kept; it comes first where none of the others
        may refuse one of them. Nor does the order of the others matter where they refuse nothing.
        """
        bits, worths, apart = standing.bits, standing.worths, standing.found
        for place in worths:
            apart |= 1 << place
        whole, touched = bits & ~apart, bits & self._touched[apart]
        if whole & touched:
            counted: list[Counted] = []
            self._count(bits, 0, standing, choice, counted)
            return counted
        known, spared, partly = self._whole.get(whole) or self._on_whole_hand(whole)
        counted = [*known]
        if touched or partly & apart or worths:
            self._count(apart & spared, partly, standing, choice, counted)
            return counted
        every = self.judged
        for place, masks in standing.masks.items():
            if choice and place in choice and len(choice[place]) != len(masks):
                masks = _used(masks, choice[place])
                if not masks:
                    continue
            judged = every[place]
            counted.append(judged.known.get(masks) or self._once(judged, masks, worths))
        return counted

    def _on_whole_hand(self, bits: int) -> tuple[list[Counted], int, int]:
        """What counts of rules on the whole hand; the rules that they do not refuse, and those of which they may refuse
        a part. Kept, for hands have much the same."""
        if len(self._whole) >= _WHOLE:
            self._whole.clear()
        counted: list[Counted] = []
        spared, partly = self._count(bits, 0, Standing(bits, {}, {}, (), (), 0), NOTHING_COMBINED, counted)
        self._whole[bits] = found = counted, spared, partly
        return found

    def _count(
        self, rest: int, partly: int, standing: Standing, choice: Choice, counted: list[Counted]
    ) -> tuple[int, int]:
        """Add what counts of some rules, one by one in order of refusal; of `partly` some matches may be refused by
        what counts already. Gives back the rules that are not refused, and those of which a part may be."""
        held, worths, every = standing.masks, standing.worths, self._by_bit
        spared = -1
        while rest:
            bit = rest & -rest
            rest ^= bit
            judged = every[bit]
            place = judged.place
            masks = held.get(place, WHOLE_HAND)
            if choice and place in choice and len(choice[place]) != len(masks):
                masks = _used(masks, choice[place])
            if partly & bit:
                masks = self._spared(masks, judged, counted)
            if not masks:
                continue
            one = None if worths and place in worths else judged.known.get(masks)
            counted.append(one or self._once(judged, masks, worths))
            if judged.partly:
                partly |= judged.partly
                spared &= judged.spared_by_whole if 0 in masks else judged.spared
                rest &= spared
        return spared, partly

    def _once(self, judged: Judged, masks: Masks, worths: dict[int, Amount]) -> Counted:
        """What a rule is that counts with these matches; kept, for hands have much the same."""
        each = worths.get(judged.place)
        if each is None:
            if len(judged.known) >= _KNOWN:
                judged.known.clear()
            judged.known[masks] = one = self._as_counted(judged, judged.value, masks)
            return one
        key = judged.place, each, masks
        varied = self._varied.get(key)
        if varied is None:
            if len(self._varied) >= _KEEP:
                self._varied.clear()
            varied = self._varied[key] = self._as_counted(judged, each, masks)
        return varied

    def _as_counted(self, judged: Judged, each: Amount, masks: Masks) -> Counted:
        """What a rule is that counts with these matches, each time with this worth."""
        award = Award(judged.rule, self._times(judged.rule, masks), each, masks)
        times, dearness, added = award.times, judged.order - int(each * self._apart), self._values.added(award)
        return judged.place, times, each, masks, award.value, dearness, added, award

    def _spared(self, masks: Masks, judged: Judged, counted: list[Counted]) -> Masks:
        """The matches that no accepted one refuses."""
        refusers = judged.refusers
        if judged.limited:
            blamed = self._refusers(masks, refusers, {one[0]: one[3] for one in counted})
            return tuple([mask for mask, by in zip(masks, blamed, strict=True) if not by])
        for one in counted:
            refusal = refusers.get(one[0])
            if refusal is not None:
                masks = () if refusal.whole else tuple([mask for mask in masks if not _covers(one[3], mask)])
        return masks

    def _refusers(
        self, masks: Masks, refusers: dict[int, Refusal], accepted: dict[int, Masks]
    ) -> list[tuple[str, ...]]:
        """For each match who refuses it; a limited refusal takes the first matches that are still free."""
        blamed: list[tuple[str, ...]] = [() for _ in masks]
        limited: list[tuple[str, int, list[int]]] = []
        present = [place for place in refusers if place in accepted]
        for id, place in sorted([(self.judged[place].id, place) for place in present]):
            refusal, own = refusers[place], accepted[place]
            hits = [index for index, mask in enumerate(masks) if refusal.whole or _covers(own, mask)]
            if refusal.most is not None:
                limited.append((id, refusal.most, hits))
                continue
            for index in hits:
                blamed[index] += (id,)
        for id, most, hits in limited:
            for index in [index for index in hits if not blamed[index]][:most]:
                blamed[index] += (id,)
        return blamed

    def _times(self, rule: Rule, masks: Masks) -> int:
        """How often a rule counts that was accepted with these matches."""
        if len(masks) == 1:
            return 1
        several = sum([1 for mask in masks if mask & (mask - 1)])
        return self._times_of(rule, len(masks) - several, several)

    def _times_of(self, rule: Rule, single: int, several: int) -> int:
        """How often a rule counts with so many matches on one set or none, and so many on several sets."""
        if not self.policy.counts_choices:
            single, several = single + several, 0
        return several + (single if rule.each else min(1, single))


def _used(masks: Masks, chosen: Masks) -> Masks:
    """The matches on one set or none, and the chosen combinations, of matches of which some are combinations."""
    if len(masks) == 1:
        return chosen
    return tuple([mask for mask in masks if not mask & (mask - 1) or mask in chosen])


def _left_out(masks: Masks, chosen: Masks) -> Masks:
    """The combinations that are not chosen."""
    return tuple([mask for mask in masks if mask & (mask - 1) and mask not in chosen])


def _covers(own: Masks, mask: int) -> bool:
    """Whether one of the accepted matches stands on the whole hand or on all sets of the mask."""
    for used in own:  # noqa: SIM110 - a generator would take twice as long
        if not used or not mask & ~used:
            return True
    return False
