"""The rules of a ruleset, compiled: questions grouped by what they look at, answers kept.

Questions with the same view are asked together and their answers are kept by the value of the
view, which is small. What holds is then one number with a bit for every question answered yes;
which rules stand is kept by that number. Dear views are taken only when a rule still depends on
them. So the work for one hand is a few look-ups, whatever the number of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ..conditions.facets import FACETS, Case
from ..conditions.formula import Alternative, Atom, Formula, RuleAtom, alternatives
from .rule import Amount, Rule, rule_layers
from .select import Standing

KEEP = 1 << 17
"""How many answers a table keeps before it begins anew."""

Found = tuple[tuple[int, tuple[int, ...]], ...]
"""For every question that finds: its bit number and the masks of its matches."""


class Answers(NamedTuple):
    """What a group of questions answered: bits of those answered yes, and what was found."""

    bits: int
    found: Found


NOTHING = Answers(0, ())


class Group:
    """The questions that look at the same facets."""

    def __init__(self, facets: tuple[str, ...]) -> None:
        self.facets = tuple(FACETS[name] for name in facets)
        self.late = any(facet.late for facet in self.facets)
        self.of_hand = all(facet.of_hand for facet in self.facets)
        self.kept = all(facet.kept for facet in self.facets)
        self.questions: list[tuple[int, Atom]] = []
        self.mask = 0
        self._answers: dict[object, Answers] = {}

    def add(self, number: int, atom: Atom) -> None:
        """Add a question under its bit number."""
        self.questions.append((number, atom))
        self.mask |= 1 << number

    def ask(self, case: Case) -> Answers:
        """The answers for a case."""
        view = tuple(facet.take(case) for facet in self.facets)
        if not self.kept:
            return self._ask(view)
        answers = self._answers.get(view)
        if answers is None:
            if len(self._answers) >= KEEP:
                self._answers.clear()
            answers = self._answers[view] = self._ask(view)
        return answers

    def _ask(self, view: tuple[object, ...]) -> Answers:
        bits, found = 0, []
        for number, atom in self.questions:
            answer = atom.test(*view)
            if answer:
                bits |= 1 << number
                if atom.finds:
                    found.append((number, answer))
        return Answers(bits, tuple(found))


class Way(NamedTuple):
    """One alternative of a condition as bits: those that must be set, those that must not, those
    that find, and the questions about other rules."""

    yes: int
    no: int
    finds: tuple[int, ...]
    rules: tuple[tuple[frozenset[str] | None, bool], ...]

    def holds(self, bits: int, standing: Mapping[str, bool]) -> bool:
        """Whether it holds, given the bits and the rules that stand (each with whether it is regarded)."""
        if bits & self.yes != self.yes or bits & self.no:
            return False
        return all(_none_stands(rules, standing) is wanted for rules, wanted in self.rules)


def _none_stands(rules: frozenset[str] | None, standing: Mapping[str, bool]) -> bool:
    if rules is None:
        return not any(standing.values())
    return not any(id in standing for id in rules)


class Compiled(NamedTuple):
    """A rule with its ways to hold and its variants' ways."""

    rule: Rule
    ways: tuple[Way, ...]
    variants: tuple[tuple[tuple[Way, ...], Amount], ...]
    layer: int


class Holding(NamedTuple):
    """A rule that holds for certain bits: its worth, whether for the whole hand, what finds its matches."""

    rule: Rule
    each: Amount
    whole: bool
    finds: tuple[tuple[int, ...], ...]


class Program:
    """All rules of a ruleset, ready to be asked; `conditions` are further formulas, by name."""

    def __init__(self, rules: Sequence[Rule], conditions: Mapping[str, Formula] = {}) -> None:
        self._numbers: dict[str, int] = {}
        self.groups: dict[tuple[str, ...], Group] = {}
        layers = rule_layers(rules)
        compiled = [self._compile(rule, layers[rule.id]) for rule in rules]
        self.rules = sorted(compiled, key=lambda item: item.layer)
        self.conditions = {name: self._ways(formula) for name, formula in conditions.items()}
        groups = list(self.groups.values())
        self.hand_groups = [group for group in groups if group.of_hand and not group.late]
        self.reading_groups = [group for group in groups if not group.of_hand and not group.late]
        self.late_groups = [group for group in groups if group.late]
        self.late = sum(group.mask for group in self.late_groups)
        self._late_needed: dict[int, tuple[Group, ...]] = {}
        self._holding: dict[int, tuple[Holding, ...]] = {}

    def _compile(self, rule: Rule, layer: int) -> Compiled:
        variants = tuple((self._ways(formula), value) for formula, value in rule.variants)
        return Compiled(rule, self._ways(rule.when), variants, layer)

    def _ways(self, formula: Formula) -> tuple[Way, ...]:
        return tuple(self._way(way) for way in alternatives(formula))

    def _way(self, way: Alternative) -> Way:
        yes = no = 0
        finds: list[int] = []
        rules: list[tuple[frozenset[str] | None, bool]] = []
        for question, wanted in way:
            if isinstance(question, RuleAtom):
                rules.append((question.rules, wanted))
                continue
            number = self._number(question)
            if wanted:
                yes |= 1 << number
                if question.finds:
                    finds.append(number)
            else:
                no |= 1 << number
        return Way(yes, no, tuple(finds), tuple(rules))

    def _number(self, atom: Atom) -> int:
        if atom.key not in self._numbers:
            self._numbers[atom.key] = number = len(self._numbers)
            self.groups.setdefault(atom.facets, Group(atom.facets)).add(number, atom)
        return self._numbers[atom.key]

    def ask_hand(self, case: Case) -> Answers:
        """What can be told of a hand whatever its reading."""
        return _joined(group.ask(case) for group in self.hand_groups)

    def ask_reading(self, case: Case, of_hand: Answers) -> Answers:
        """Everything about a reading that some rule depends on."""
        early = _joined([of_hand, *(group.ask(case) for group in self.reading_groups)])
        needed = self._late_needed.get(early.bits)
        if needed is None:
            needed = self._late_needed[early.bits] = self._needed(early.bits)
        return _joined([early, *(group.ask(case) for group in needed)]) if needed else early

    def _needed(self, bits: int) -> tuple[Group, ...]:
        """The dear groups on which something still depends, given the bits of all others."""
        wanted = 0
        every = [
            way for rule in self.rules for way in (*rule.ways, *(way for ways, _ in rule.variants for way in ways))
        ]
        for way in [*every, *(way for ways in self.conditions.values() for way in ways)]:
            early_yes = way.yes & ~self.late
            if bits & early_yes == early_yes and not bits & way.no & ~self.late:
                wanted |= (way.yes | way.no) & self.late
        return tuple(group for group in self.late_groups if group.mask & wanted)

    def holds(self, name: str, answers: Answers) -> bool:
        """Whether a further condition holds."""
        return any(way.holds(answers.bits, {}) for way in self.conditions[name])

    def standing(self, answers: Answers) -> list[Standing]:
        """The rules that hold, with their matches."""
        holding = self._holding.get(answers.bits)
        if holding is None:
            if len(self._holding) >= KEEP:
                self._holding.clear()
            holding = self._holding[answers.bits] = tuple(self._hold(answers.bits))
        if not holding:
            return []
        found = dict(answers.found)
        return [Standing(item.rule, item.each, _masks(item, found)) for item in holding]

    def _hold(self, bits: int) -> Iterable[Holding]:
        """The rules that hold for these bits, layer by layer: rules about rules come later."""
        standing: dict[str, bool] = {}
        for _, layer in groupby(self.rules, key=lambda compiled: compiled.layer):
            held = []
            for compiled in layer:
                ways = [way for way in compiled.ways if way.holds(bits, standing)]
                if ways:
                    held.append(compiled.rule)
                    each = _worth(compiled, bits, standing)
                    whole = any(not way.finds for way in ways)
                    yield Holding(compiled.rule, each, whole, tuple(way.finds for way in ways if way.finds))
            standing.update({rule.id: not rule.aside for rule in held})


def _worth(compiled: Compiled, bits: int, standing: Mapping[str, bool]) -> Amount:
    """The value of the first variant that holds, else the rule's own."""
    for ways, value in compiled.variants:
        if any(way.holds(bits, standing) for way in ways):
            return value
    return compiled.rule.value


def _joined(parts: Iterable[Answers]) -> Answers:
    bits = 0
    found: Found = ()
    for part in parts:
        bits |= part.bits
        found += part.found
    return Answers(bits, found)


def _masks(item: Holding, found: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """All matches of a rule: one for the whole hand, and those that its questions found.

    Matches on the same sets are one; of matches on no set as many count as one way found.
    """
    units = 1 if item.whole else 0
    on_sets: dict[int, None] = {}
    for finds in item.finds:
        together = [0]
        for number in finds:
            together = [have | more for have in together for more in found[number]]
        units = max(units, sum(not mask for mask in together))
        on_sets.update((mask, None) for mask in together if mask)
    return (*[0] * units, *on_sets)
