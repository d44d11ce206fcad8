"""The rules of a ruleset, compiled: questions grouped by what they look at, answers kept.

A *way* is one alternative of a condition: questions that must be answered yes or no. Questions
with the same view are asked together, and what follows for the ways is kept by the value of the
view, which is small. What holds for a reading is then the AND of a few numbers, however many rules
there are. Dear views are taken only when a way that is still open depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import getitem
from typing import Any, Final

from ..conditions.facets import FACETS, SHOWING_SETS, WHOLE, Case, taker
from ..conditions.formula import Alternative, Atom, Formula, RuleAtom, alternatives
from ..declared.named_tuple import NamedTuple
from ..shapes.selectors import all_masks
from .question_groups import Answers, Found, Group, KeptViews
from .rule import Amount, Rule, refusal_order, rule_layers
from .standing import MANY, WHOLE_HAND, Combinations, Masks, MayHold, Standing, combinations_in

_COMBINING: Final = 1 << 14
"""Of how many matches of rules the combinations are kept."""
NO_ANSWERS: Final[Answers] = (0, ())
"""The answers of a hand for which no rule holds."""


class Way(NamedTuple):
    """One alternative of a condition, by its number.

    `finds` are the numbers of its questions that find matches, `rules` its questions about other
    rules, as bits: that none of these holds, and whether that is wanted.
    """

    number: int
    finds: tuple[int, ...]
    rules: tuple[tuple[int, bool], ...]

    def allowed(self, standing: int) -> bool:
        """Whether the other rules that stand, as bits, allow it."""
        for rules, wanted in self.rules:  # noqa: SIM110 - a generator would take twice as long
            if (not standing & rules) is not wanted:
                return False
        return True


class Compiled(NamedTuple):
    """A rule with its ways to hold, and the ways of its variants with their worth; `mask` has its ways as bits."""

    rule: Rule
    place: int
    ways: tuple[Way, ...]
    mask: int
    variants: tuple[tuple[int, Amount], ...]

    @property
    def finds(self) -> bool:
        """Whether one of its ways stands on sets."""
        return any(way.finds for way in self.ways)


class Program:
    """All rules of a ruleset, ready to be asked; `conditions` are further formulas, by name."""

    def __init__(self, rules: Sequence[Rule], conditions: Mapping[str, Formula]) -> None:
        self._questions: dict[tuple[str, str], tuple[int, Group, int]] = {}
        self._groups: dict[tuple[str, ...], Group] = {}
        self._ways = len(rules)
        """How many ways are numbered; the way of a rule that has one is numbered by the rule's place."""
        order, layers = refusal_order(rules), rule_layers(rules)
        self.places = {id: place for place, id in enumerate(order)}
        self._regarded = sum(1 << self.places[rule.id] for rule in rules if not rule.aside)
        by_id = {rule.id: rule for rule in rules}
        self._compiled = compiled = [self._compile(by_id[id]) for id in order]
        self.conditions = {name: self._mask(self._read(formula)) for name, formula in conditions.items()}
        self._sort_out(compiled, layers)
        self._named = {
            number: name for name, mask in self.conditions.items() for number in range(self._ways) if mask >> number & 1
        }
        self.every = (1 << self._ways) - 1
        for group in self._groups.values():
            for facet, tiles, ways in group.needs():
                self._gate(facet, tiles, ways)
        for group in self._groups.values():
            group.finish()
        self._of_hand = _asking(group for group in self._groups.values() if group.of_hand and not group.late)
        self._of_reading = _asking(group for group in self._groups.values() if not group.of_hand or group.late)
        self.settled = self._ways_settled()

    def _ways_settled(self) -> tuple[tuple[int, int], ...]:
        """For each further condition the ways that the hand alone tells, and those that then need not be asked about.

        So what is costly is asked only where the condition depends on it.
        """
        later = 0
        for group in self._groups.values():
            later |= group.ways if not group.of_hand or group.late else 0
        found = [(mask & ~later, mask & later) for mask in self.conditions.values()]
        return tuple([(told, rest) for told, rest in found if told and rest])

    def _sort_out(self, compiled: Sequence[Compiled], layers: Mapping[str, int]) -> None:
        """Tell the rules apart by how it is told that they hold, with what matches, and what they are worth."""
        plain = [item for item in compiled if not layers[item.rule.id]]
        self.single = sum(item.mask for item in plain if len(item.ways) == 1)
        self.several = [(item.mask, 1 << item.place) for item in plain if len(item.ways) > 1]
        self._several = _HeldInSeveralWays(self.several)
        above = sorted((item for item in compiled if layers[item.rule.id]), key=lambda item: layers[item.rule.id])
        self.above = [(layers[item.rule.id], item) for item in above]
        self._open_above = 0
        for item in above:
            self._open_above |= item.mask
        self._judged_above = [(layers[item.rule.id], item.mask, _alone(item), item) for item in above]
        """The same with their ways as bits, and the only way of those that hold in one alone and on no sets."""
        self._finders: list[list[tuple[int, int]]] = [[] for _ in self._questions]
        """The rules that stand where a question found something, by its number: their places, and these as bits."""
        self.finding_alone = 0
        """The ways, as bits, of these rules."""
        for item in plain:
            if _one_find(item):
                self.finding_alone |= item.mask
                self._finders[item.ways[0].finds[0]].append((item.place, 1 << item.place))
        finding = [item for item in plain if any(way.finds for way in item.ways)]
        self._finding = [item for item in finding if not _one_find(item)]
        self._combining: dict[tuple[int, Masks], Combinations] = {}
        """The combinations among the matches of rules, by their places and matches."""
        self._finding_bits = sum([1 << item.place for item in self._finding])
        self._varying = [item for item in compiled if item.variants]
        self._varying_bits = sum([1 << item.place for item in self._varying])
        self._varying_ways = 0
        for item in self._varying:
            for mask, _ in item.variants:
                self._varying_ways |= mask
        self._varied: dict[tuple[int, int], dict[int, Amount]] = {}
        """What rules are worth of which a variant holds, by these rules and the ways that are open, as bits."""

    def _compile(self, rule: Rule) -> Compiled:
        ways = self._read(rule.when, self.places[rule.id])
        variants = tuple((self._mask(self._read(formula)), value) for formula, value in rule.variants)
        return Compiled(rule, self.places[rule.id], ways, self._mask(ways), variants)

    def _mask(self, ways: Sequence[Way]) -> int:
        return sum(1 << way.number for way in ways)

    def _read(self, formula: Formula, place: int | None = None) -> tuple[Way, ...]:
        ways = list(alternatives(formula))
        if place is not None and len(ways) == 1:
            return (self._add(ways[0], place),)
        first = self._ways
        self._ways += len(ways)
        return tuple(self._add(way, first + index) for index, way in enumerate(ways))

    def _add(self, way: Alternative, number: int) -> Way:
        finds: list[int] = []
        rules: list[tuple[int, bool]] = []
        asked: dict[int, tuple[Group, list[int]]] = {}
        for question, wanted in way:
            if isinstance(question, RuleAtom):
                others = question.rules
                known = (1 << self.places[id] for id in others or () if id in self.places)
                rules.append((self._regarded if others is None else sum(known), wanted))
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
            group = self._group(atom.facets)
            number = len(self._questions)
            self._questions[key] = (number, group, group.add(number, atom))
        return self._questions[key]

    def _group(self, names: tuple[str, ...]) -> Group:
        """The group for questions that look at these facets; those of few values are looked at together."""
        facets = [FACETS[name] for name in names]
        of_hand = all(facet.of_hand for facet in facets)
        few = all(facet.few and facet.of_hand is of_hand for facet in facets)
        if few:
            names = ("few", "of the hand" if of_hand else "of the reading")
        group = self._groups.get(names)
        if group is None:
            late = any(facet.late for facet in facets)
            group = self._groups[names] = Group(late=late, of_hand=of_hand, few=few)
        return group

    def _gate(self, facet: str, tiles: frozenset[int], ways: int) -> None:
        """Let a group that looks at one facet anyway close ways for which it must show one of these tiles."""
        for group in self._groups.values():
            if facet in group.names and (len(group.names) == 1 or group.few):
                group.gate(facet, tiles, ways)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of questions, in the order in which they were made."""
        return tuple(self._groups.values())

    def found_for(self, number: int) -> int:
        """The ways, as bits, of the rules that stand where the question of that number found something."""
        ways = sum([bit for _, bit in self._finders[number]])
        for item in (*self._finding, *[item for _, item in self.above]):
            for way in item.ways:
                if number in way.finds:
                    ways |= 1 << way.number
        return ways

    def ways_of(self, places: int) -> int:
        """The ways, as bits, in which some rules hold, which are given as bits by their places."""
        ways = 0
        for item in self._compiled:
            ways |= item.mask if places >> item.place & 1 else 0
        return ways

    def told_by_ways(self, places: int) -> int:
        """The ways, as bits, of those rules of which these tell where they stand or what they are worth."""
        ways = 0
        for item in (*self._finding, *[item for _, item in self.above if item.finds]):
            ways |= item.mask if places >> item.place & 1 else 0
        for item in self._varying:
            for mask, _ in item.variants:
                ways |= mask if places >> item.place & 1 else 0
        return ways

    def told_by_rules(self, places: int) -> int:
        """The rules, as bits by their places, of which whether they hold tells where some others stand or what these
        are worth."""
        found = 0
        for item in (*[item for _, item in self.above if item.finds], *self._varying):
            if places >> item.place & 1:
                found |= 1 << item.place
                for way in item.ways:
                    found |= sum([rules for rules, _ in way.rules]) if item.finds else 0
        return found

    def depending_on(self, ways: int) -> tuple[str, ...]:
        """The rules that some ways, as bits, tell to hold or what they are worth, by their ids."""
        found: list[str] = []
        for item in self._compiled:
            if any(mask & ways for mask in (item.mask, *[mask for mask, _ in item.variants])):
                found.append(item.rule.id)
        return tuple(found)

    def facets(self) -> set[str]:
        """What the questions look at."""
        return {name for group in self._groups.values() for name in group.names}

    def ask_hand(self, case: Case) -> Answers:
        """What can be told of a hand whatever its reading."""
        answers = _ask(self._of_hand, case, self.every, ())
        return answers if not self.settled else self._settle(answers)

    def _settle(self, answers: Answers) -> Answers:
        """The answers, with those ways closed that conditions which hold already do not need."""
        still_open, found = answers
        for told, rest in self.settled:
            if still_open & told:
                still_open &= ~rest
        return still_open, found

    def ask_reading(self, case: Case, of_hand: Answers) -> Answers:
        """Everything about a reading that some rule depends on."""
        still_open, found = of_hand
        return _ask(self._of_reading, case, still_open, found)

    def ruled_out(self, given: Mapping[str, Sequence[Hashable]]) -> int:
        """The ways that cannot be open where it is known what some facets may be."""
        out = 0
        for group in self._groups.values():
            out |= group.ruled_out(given)
        return out

    def counts(self, given: Mapping[str, Sequence[Hashable]]) -> dict[int, int]:
        """How often questions find something at most where it is known what some facets may be, by their numbers."""
        counts: dict[int, int] = {}
        for group in self._groups.values():
            counts |= group.counts(given)
        return counts

    def questions(self) -> Iterator[tuple[int, Atom]]:
        """All questions with their numbers."""
        return (
            (number, atom) for group in self.groups for number, atom in zip(group.numbers, group.atoms, strict=True)
        )

    def finding_several_sets(self) -> list[int]:
        """The questions, by their numbers, of which a match stands on several sets, or may."""
        return [
            number
            for number, atom in self.questions()
            if atom.finds and atom.pieces != 1 and atom.each is None and not SHOWING_SETS.isdisjoint(atom.facets)
        ]

    def asking(self, number: int) -> int:
        """The ways, as bits, that ask for a yes to the question of that number."""
        ways = 0
        for group in self._groups.values():
            ways |= group.asking(number)
        return ways

    def may_hold(self, ways: int, found: Mapping[int, int], several: Container[int]) -> Iterator[MayHold]:
        """The rules that may hold where no other ways are open.

        `found` says how many matches questions have at most, by their numbers; those of `several` are on several sets.
        """
        for item in self._compiled:
            own = [way for way in item.ways if ways >> way.number & 1]
            finds = {number for way in own for number in way.finds}
            if not finds:
                if own:
                    yield MayHold(item.place, 1, 0)
            elif len(own) == 1 and len(own[0].finds) == 1:
                (number,) = finds
                times = found.get(number, MANY)
                yield MayHold(item.place, 0, times) if number in several else MayHold(item.place, times, 0)
            else:
                yield MayHold(item.place, MANY, MANY)

    def told_apart(self, facet: str, views: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """The values of a facet in classes: of one class are those of which all questions are answered alike."""
        every = [atom for group in self._groups.values() for atom in group.questions(self.every)]
        asked = [atom for atom in every if atom.facets == (facet,)]
        classes: dict[tuple[bool, ...], list[int]] = {}
        for view in views:
            classes.setdefault(tuple([bool(atom.test(view)) for atom in asked]), []).append(view)
        return tuple([tuple(own) for own in classes.values()])

    def masks(self, ways: int) -> frozenset[int] | None:
        """The classes by which some ways tell tiles of one suit apart; None where they tell each from each."""
        asked = (atom for group in self._groups.values() for atom in group.questions(ways))
        return all_masks([_masks_of(atom) for atom in asked])

    def holds(self, name: str, answers: Answers) -> bool:
        """Whether a further condition holds."""
        return bool(answers[0] & self.conditions[name])

    def holding(self, answers: Answers) -> Iterator[str]:
        """The names of the further conditions that hold."""
        rest = answers[0] & self.every
        while rest:
            name = self._named[(rest & -rest).bit_length() - 1]
            rest &= ~self.conditions[name]
            yield name

    def bits(self, answers: Answers) -> int:
        """The rules that hold, as bits by their places."""
        still_open, _ = answers
        bits = self._plain(still_open)
        return self._stand_above(bits, {}, answers) if still_open & self._open_above else bits

    def _plain(self, still_open: int) -> int:
        """The rules that hold of those that ask about no others."""
        return still_open & self.single | self._several[still_open & self._several.ways]

    def standing(self, answers: Answers, views: tuple[Any, ...] = ()) -> Standing:
        """The rules that hold, with their matches and what they are worth; `views` are kept for the method."""
        still_open, found = answers
        bits = self._plain(still_open)
        masks: dict[int, Masks] = {}
        combined: Combinations = ()
        finders, places = self._finders, 0
        for number, own, several in found:
            for place, bit in finders[number]:
                if bits & bit:
                    masks[place] = own
                    places |= bit
                    if several:
                        combined += self._combining.get((place, own)) or self._combinations(place, own)
        known = len(masks)
        if bits & self._finding_bits:
            self._find(bits, masks, answers)
        if still_open & self._open_above:
            bits = self._stand_above(bits, masks, answers)
        varying = bits & self._varying_bits
        worths = self._worths(varying, still_open & self._varying_ways) if varying else NO_WORTHS
        if len(masks) > known:
            return Standing(bits, masks, worths, views)
        return Standing(bits, masks, worths, views, combined, places)

    def _combinations(self, place: int, masks: Masks) -> Combinations:
        """The combinations among the matches of one rule; kept, for hands have much the same."""
        if len(self._combining) >= _COMBINING:
            self._combining.clear()
        found = self._combining[place, masks] = combinations_in({place: masks})
        return found

    def _find(self, bits: int, masks: dict[int, Masks], answers: Answers) -> None:
        """Add the matches of the rules that hold in several ways, or by several questions."""
        still_open, found = answers
        for item in self._finding:
            if bits >> item.place & 1:
                masks[item.place] = _masks([way for way in item.ways if still_open >> way.number & 1], found)

    def _worths(self, bits: int, still_open: int) -> dict[int, Amount]:
        """What rules are worth of which a variant holds; kept, for few are different."""
        kept = self._varied.get((bits, still_open))
        if kept is not None:
            return kept
        if len(self._varied) >= _COMBINING:
            self._varied.clear()
        worths: dict[int, Amount] = {}
        self._varied[bits, still_open] = worths
        for item in self._varying:
            if bits >> item.place & 1:
                worth = next((value for mask, value in item.variants if still_open & mask), None)
                if worth is not None:
                    worths[item.place] = worth
        return worths

    def _stand_above(self, bits: int, masks: dict[int, Masks], answers: Answers) -> int:
        """Add the rules that ask about other rules, layer by layer."""
        still_open, found = answers
        held = layer = 0
        for own_layer, mask, alone, item in self._judged_above:
            if still_open & mask:
                if own_layer != layer:
                    bits, held, layer = bits | held, 0, own_layer
                if alone is not None:
                    if alone.allowed(bits):
                        held |= 1 << item.place
                    continue
                ways = [way for way in item.ways if still_open >> way.number & 1 and way.allowed(bits)]
                if ways:
                    held |= 1 << item.place
                    own = _masks(ways, found)
                    if own is not WHOLE_HAND:
                        masks[item.place] = own
        return bits | held


NO_WORTHS: Final[dict[int, Amount]] = {}
"""Where no variant of a rule holds."""


def _masks_of(atom: Atom) -> frozenset[int] | None:
    """The classes by which a question tells tiles of one suit apart."""
    return atom.masks if atom.masks is not None or any(FACETS[name].tiles for name in atom.facets) else frozenset()


def _alone(item: Compiled) -> Way | None:
    """The way in which a rule holds, where it is the only one and stands on no sets."""
    return None if len(item.ways) != 1 or item.finds else item.ways[0]


def _one_find(item: Compiled) -> bool:
    """Whether a rule holds in one way, with the matches of one question."""
    return len(item.ways) == 1 and len(item.ways[0].finds) == 1


class _HeldInSeveralWays(dict[int, int]):
    """The rules that hold in one of several ways, as bits, by those of all their `ways` that are open."""

    def __init__(self, rules: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self._rules = rules
        self.ways = 0
        for mask, _ in rules:
            self.ways |= mask

    def __missing__(self, still_open: int) -> int:
        if len(self) >= _COMBINING:
            self.clear()
        self[still_open] = found = sum([bit for mask, bit in self._rules if still_open & mask])
        return found


class _Asking(NamedTuple):
    """What is needed to ask groups: the answers of each.

    `parts` look at a part of the kinds that are there, as a mask, `plain` at an attribute each, which `views` takes
    together. Before each of the `others` stand the ways that ask there, and what takes its view.
    """

    parts: tuple[tuple[int, KeptViews], ...]
    views: Callable[[Case], tuple[Hashable, ...]] | None
    plain: tuple[KeptViews, ...]
    others: tuple[tuple[int, Callable[[Case], Hashable], KeptViews], ...]


def _asking(groups: Iterable[Group]) -> _Asking:
    """Groups ready to be asked: dear ones last, and before them those that look at several things."""
    parts, plain, others = list[Group](), list[Group](), list[Group]()
    for group in groups:
        facet = FACETS[group.names[0]]
        if group.late or len(group.names) > 1:
            others.append(group)
        elif facet.part != WHOLE:
            parts.append(group)
        else:
            (plain if facet.path is not None and not group.narrows else others).append(group)
    if len(plain) == 1:
        others.append(plain.pop())
    others.sort(key=lambda group: (group.late, len(group.names) > 1 and not group.few))
    return _Asking(
        tuple([(FACETS[group.names[0]].part, group.answers) for group in parts]),
        taker([FACETS[group.names[0]] for group in plain]) if plain else None,
        tuple([group.answers for group in plain]),
        tuple([(group.ways, group.take, group.answers) for group in others]),
    )


def _ask(asking: _Asking, case: Case, still_open: int, found: Found) -> Answers:
    """The answers of some groups on top of others.

    Those of `others` are not asked on which no way depends that is still open.
    """
    parts, views, plain, others = asking
    if parts:
        present = case.hand.present
        for part, kept in parts:
            open_here, found_here = kept[present & part]
            still_open &= open_here
            if found_here:
                found += found_here
    if views is not None:
        for open_here, found_here in map(getitem, plain, views(case)):
            still_open &= open_here
            if found_here:
                found += found_here
    for ways, take, answers in others:
        if still_open & ways:
            open_here, found_here = answers[take(case)]
            still_open &= open_here
            if found_here:
                found += found_here
    return still_open, found


def _masks(ways: Sequence[Way], found: Found) -> tuple[int, ...]:
    """All matches of a rule: one for the whole hand, and those that its questions found.

    Matches on the same sets are one; of matches on no set as many count as one way found.
    """
    if not any(way.finds for way in ways):
        return WHOLE_HAND
    known = {number: own for number, own, _ in found}
    if len(ways) == 1 and len(ways[0].finds) == 1:
        return known[ways[0].finds[0]]
    units = 0
    on_sets: dict[int, None] = {}
    for way in ways:
        together = [0]
        for number in way.finds:
            together = [have | more for have in together for more in known[number]]
        units = max(units, sum(not mask for mask in together))
        on_sets.update((mask, None) for mask in together if mask)
    return (*[0] * units, *on_sets)
