"""The rules of a ruleset, compiled: questions grouped by what they look at, answers kept.

A *way* is one alternative of a condition: questions that must be answered yes or no. Questions
with the same view are asked together, and what follows for the ways is kept by the value of the
view, which is small: a number with a bit for every way that these answers leave open. What holds
for a reading is then the AND of a few such numbers, however many rules there are. Dear views are
taken only when a way that is still open depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..conditions.facets import FACETS, Case
from ..conditions.formula import Alternative, Atom, Formula, RuleAtom, alternatives
from ..conditions.look import pieces_seen
from ..pieces import Piece, slots
from .rule import Amount, Rule, rule_layers
from .select import Standing

KEEP = 1 << 17
"""How many answers a table keeps before it begins anew."""

Found = tuple[tuple[int, tuple[int, ...]], ...]
"""For every question that found something: its number and the masks of its matches."""


Index = dict[int, dict[tuple[Piece, ...], list[int]]]
"""For every number of pieces: the pieces that were written out, and the questions that they answer."""


class Answers(NamedTuple):
    """What a group of questions answered: the ways left open, as bits, and what was found."""

    open: int
    found: Found


NOTHING = Answers(0, ())
"""The answers of a hand for which no rule holds."""


class Way(NamedTuple):
    """One alternative of a condition, by its number.

    `finds` are the numbers of its questions that find matches, `rules` its questions about other
    rules: none of these holds (None: none at all), and whether that is wanted.
    """

    number: int
    finds: tuple[int, ...]
    rules: tuple[tuple[frozenset[str] | None, bool], ...]

    def allowed(self, standing: Mapping[str, bool]) -> bool:
        """Whether the other rules that stand allow it (each with whether it is regarded)."""
        for rules, wanted in self.rules:
            found = any(standing.values()) if rules is None else any(id in standing for id in rules)
            if found is wanted:
                return False
        return True


class Group:
    """The questions that look at the same facets."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        facets = tuple(FACETS[name] for name in names)
        self.takes = tuple(facet.take for facet in facets)
        self.late = any(facet.late for facet in facets)
        self.of_hand = all(facet.of_hand for facet in facets)
        self.kept = all(facet.kept for facet in facets)
        self.atoms: list[tuple[int, Atom]] = []
        self.demands: list[tuple[int, int, int]] = []
        """For every way that asks here: its bit, and the questions to be answered yes and no."""
        self.ways = 0
        self._answers: dict[object, Answers] = {}
        self._index: Index | None = None

    def add(self, number: int, atom: Atom) -> int:
        """Add a question; returns its bit in this group."""
        self.atoms.append((number, atom))
        return 1 << (len(self.atoms) - 1)

    def demand(self, way: int, yes: int, no: int) -> None:
        """Note what a way asks of this group."""
        self.demands.append((1 << way, yes, no))
        self.ways |= 1 << way

    def ask(self, case: Case) -> Answers:
        """The answers for a case."""
        takes = self.takes
        view = (takes[0](case),) if len(takes) == 1 else tuple([take(case) for take in takes])
        if not self.kept:
            return self._ask(view)
        answers = self._answers.get(view)
        if answers is None:
            if len(self._answers) >= KEEP:
                self._answers.clear()
            answers = self._answers[view] = self._ask(view)
        return answers

    def _ask(self, view: tuple[object, ...]) -> Answers:
        bits = 0
        found = []
        matches = self._matches(view)
        for place, (number, atom) in enumerate(self.atoms):
            answer = matches.get(number, ()) if atom.ground is not None else atom.test(*view)
            if answer:
                bits |= 1 << place
                if atom.finds:
                    found.append((number, answer))
        still_open = -1 ^ self.ways
        for way, yes, no in self.demands:
            if bits & yes == yes and not bits & no:
                still_open |= way
        return Answers(still_open, tuple(found))

    def _written_out(self) -> Index:
        index: Index = {}
        for number, atom in self.atoms:
            for pieces in atom.ground() if atom.ground is not None else ():
                index.setdefault(len(pieces), {}).setdefault(pieces, []).append(number)
        return index

    def _matches(self, view: tuple[object, ...]) -> Mapping[int, tuple[int, ...]]:
        """The matches of all questions whose patterns were written out, found by looking them up."""
        index = self._index
        if index is None:
            index = self._index = self._written_out()
        if not index:
            return {}
        pieces, _ = pieces_seen(self.names, view)
        places = [(piece, 1 << slot) for piece, slot in zip(pieces, slots(pieces), strict=True)]
        found: dict[int, tuple[int, ...]] = {}
        for size, known in index.items():
            for chosen in combinations(places, size):
                for number in known.get(tuple([piece for piece, _ in chosen]), ()):
                    mask = 0
                    for _, slot in chosen:
                        mask |= slot
                    found[number] = (*found.get(number, ()), mask)
        return {number: tuple(sorted(masks)) for number, masks in found.items()}


class Compiled(NamedTuple):
    """A rule with its ways to hold, and the ways of its variants with their worth."""

    rule: Rule
    ways: tuple[Way, ...]
    variants: tuple[tuple[tuple[Way, ...], Amount], ...]


class Program:
    """All rules of a ruleset, ready to be asked; `conditions` are further formulas, by name."""

    def __init__(self, rules: Sequence[Rule], conditions: Mapping[str, Formula] = {}) -> None:
        self._questions: dict[tuple[str, str], tuple[int, Group, int]] = {}
        self._ways = 0
        groups: dict[tuple[str, ...], Group] = {}
        self._groups = groups
        layers = rule_layers(rules)
        self.rules = [self._compile(rule) for rule in sorted(rules, key=lambda rule: layers[rule.id])]
        self.conditions = {name: self._read(formula) for name, formula in conditions.items()}
        self._by_way = {way.number: index for index, item in enumerate(self.rules) for way in item.ways}
        self._way = {way.number: way for item in self.rules for way in item.ways}
        self._about_rules = [
            (layers[item.rule.id], index) for index, item in enumerate(self.rules) if layers[item.rule.id]
        ]
        self._plain = sum(1 << way.number for item in self.rules if not layers[item.rule.id] for way in item.ways)
        self.hand_groups = [group for group in groups.values() if group.of_hand and not group.late]
        self.reading_groups = [group for group in groups.values() if not group.of_hand and not group.late]
        self.late_groups = [group for group in groups.values() if group.late]
        self._all = (1 << self._ways) - 1

    def _compile(self, rule: Rule) -> Compiled:
        variants = tuple((self._read(formula), value) for formula, value in rule.variants)
        return Compiled(rule, self._read(rule.when), variants)

    def _read(self, formula: Formula) -> tuple[Way, ...]:
        return tuple(self._add(way) for way in alternatives(formula))

    def _add(self, way: Alternative) -> Way:
        number = self._ways
        self._ways += 1
        finds: list[int] = []
        rules: list[tuple[frozenset[str] | None, bool]] = []
        asked: dict[int, tuple[Group, list[int]]] = {}
        for question, wanted in way:
            if isinstance(question, RuleAtom):
                rules.append((question.rules, wanted))
                continue
            place, group, bit = self._question(question)
            demands = asked.setdefault(id(group), (group, [0, 0]))[1]
            demands[0 if wanted else 1] |= bit
            if wanted and question.finds:
                finds.append(place)
        for group, (yes, no) in asked.values():
            group.demand(number, yes, no)
        return Way(number, tuple(finds), tuple(rules))

    def _question(self, atom: Atom) -> tuple[int, Group, int]:
        key = (atom.word, atom.key)
        if key not in self._questions:
            group = self._groups.setdefault(atom.facets, Group(atom.facets))
            number = len(self._questions)
            self._questions[key] = (number, group, group.add(number, atom))
        return self._questions[key]

    def facets(self) -> set[tuple[str, ...]]:
        """What the questions look at."""
        return set(self._groups)

    def ask_hand(self, case: Case) -> Answers:
        """What can be told of a hand whatever its reading."""
        still_open = self._all
        found: Found = ()
        for group in self.hand_groups:
            answers = group.ask(case)
            still_open &= answers.open
            if answers.found:
                found += answers.found
        return Answers(still_open, found)

    def ask_reading(self, case: Case, of_hand: Answers) -> Answers:
        """Everything about a reading that some rule depends on."""
        still_open, found = of_hand
        for group in self.reading_groups:
            answers = group.ask(case)
            still_open &= answers.open
            if answers.found:
                found += answers.found
        for group in self.late_groups:
            if still_open & group.ways:
                answers = group.ask(case)
                still_open &= answers.open
                found += answers.found
        return Answers(still_open, found)

    def holds(self, name: str, answers: Answers) -> bool:
        """Whether a further condition holds."""
        return any(answers.open >> way.number & 1 for way in self.conditions[name])

    def standing(self, answers: Answers) -> list[Standing]:
        """The rules that hold, with their matches."""
        held: dict[int, list[Way]] = {}
        rest = answers.open & self._plain
        while rest:
            number = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            held.setdefault(self._by_way[number], []).append(self._way[number])
        found = dict(answers.found)
        standing = [self._stand(self.rules[index], ways, answers.open, found) for index, ways in held.items()]
        if self._about_rules:
            standing += self._stand_about_rules(answers, found, standing)
        return standing

    def _stand(
        self, item: Compiled, ways: list[Way], still_open: int, found: Mapping[int, tuple[int, ...]]
    ) -> Standing:
        each = item.rule.value
        for variants, value in item.variants:
            if any(still_open >> way.number & 1 for way in variants):
                each = value
                break
        return Standing(item.rule, each, _masks(ways, found))

    def _stand_about_rules(
        self, answers: Answers, found: Mapping[int, tuple[int, ...]], below: Iterable[Standing]
    ) -> Iterator[Standing]:
        """The rules that ask about other rules, layer by layer."""
        standing = {item.rule.id: not item.rule.aside for item in below}
        held: dict[str, bool] = {}
        layer = 0
        for own_layer, index in self._about_rules:
            if own_layer != layer:
                standing.update(held)
                held, layer = {}, own_layer
            item = self.rules[index]
            ways = [way for way in item.ways if answers.open >> way.number & 1 and way.allowed(standing)]
            if ways:
                held[item.rule.id] = not item.rule.aside
                yield self._stand(item, ways, answers.open, found)


def _masks(ways: Sequence[Way], found: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """All matches of a rule: one for the whole hand, and those that its questions found.

    Matches on the same sets are one; of matches on no set as many count as one way found.
    """
    if len(ways) == 1 and len(ways[0].finds) <= 1:
        return found[ways[0].finds[0]] if ways[0].finds else (0,)
    units = 0
    on_sets: dict[int, None] = {}
    for way in ways:
        together = [0]
        for number in way.finds:
            together = [have | more for have in together for more in found[number]]
        units = max(units, sum(not mask for mask in together))
        on_sets.update((mask, None) for mask in together if mask)
    return (*[0] * units, *on_sets)
