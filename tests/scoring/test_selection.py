"""Selection, compared with a plain reference that weighs every choice of combinations match by match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.conditions.formula import TRUE
from mjrules.hooks import Award, CombinationPolicy, RuleMatch, ScoringMethod, Value
from mjrules.hooks.manager import Plugins
from mjrules.ruleset.building.build import typed_settings
from mjrules.scoring.rule import Amount, Refusal, Rule, refusal_order
from mjrules.scoring.select import AwardSelector, Refused
from mjrules.scoring.standing import Standing
from tests.kit.profile import examples

POLICIES: Mapping[str, CombinationPolicy] = Plugins(["combinations"]).by_name("mj_combination_policies")
SUM: ScoringMethod = Plugins(["sum"]).by_name("mj_scoring_methods")["sum"]
IDS = "abcd"


class Situation(NamedTuple):
    """Rules, how they are selected, the matches of those that hold, and what some of them are worth instead."""

    rules: list[Rule]
    policy: str
    settings: dict[str, int]
    matches: dict[str, tuple[int, ...]]
    worths: dict[str, int]

    @property
    def declared(self) -> Any:
        """The settings as a value of their class."""
        return typed_settings(SUM.settings, self.settings)

    def selector(self) -> AwardSelector:
        return AwardSelector(self.rules, POLICIES[self.policy], SUM, self.declared)

    def standing(self) -> Standing:
        places = {id: place for place, id in enumerate(refusal_order(self.rules))}
        bits = sum(1 << places[id] for id in self.matches)
        masks = {places[id]: self.matches[id] for id in sorted(self.matches, key=places.__getitem__)}
        masks = {place: found for place, found in masks.items() if found != (0,)}
        return Standing(bits, masks, {places[id]: worth for id, worth in self.worths.items() if id in self.matches})

    def worth(self, rule: Rule) -> Amount:
        return self.worths.get(rule.id, rule.value)


masks = st.one_of(
    st.just((0,)),
    st.lists(st.just(0), min_size=2, max_size=3).map(tuple),
    st.sets(st.integers(1, 15), min_size=1, max_size=4).map(lambda found: tuple(sorted(found))),
    st.sets(st.sampled_from([mask for mask in range(16) if mask.bit_count() in (0, 2)]), min_size=2, max_size=3).map(
        lambda found: tuple(sorted(found))
    ),
)


held = st.dictionaries(st.sampled_from(IDS), masks, min_size=2)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Four rules, of which each may refuse those behind it in some order."""
    order = draw(st.permutations(IDS))
    most = draw(st.sampled_from([0, 0, 2, 3]))
    rules = []
    for place, id in enumerate(order):
        targets = st.sampled_from(order[place + 1 :]) if place + 1 < len(order) else st.nothing()
        refusal = st.builds(Refusal, targets, st.sampled_from([None, None, 0, 1, 2]), st.booleans())
        refuses = draw(st.lists(refusal, max_size=most)) if place + 1 < len(order) else []
        value, each = draw(st.integers(-1, 4)), draw(st.booleans())
        number = draw(st.sampled_from([None, "1", "2"]))
        rules.append(Rule(id, "points", value, TRUE, each=each, refuses=tuple(refuses), number=number))
    matches = draw(held)
    worths = draw(
        st.one_of(st.just({}), st.just({}), st.dictionaries(st.sampled_from(sorted(matches)), st.integers(0, 5)))
    )
    return Situation(
        draw(st.permutations(rules)),
        draw(st.sampled_from(["account_once", "account_once", "use_twice", "free"])),
        draw(st.sampled_from([{}, {}, {}, {"cap": 7}, {"alone_from": 4}])),
        matches,
        worths,
    )


# The reference.


class Outcome(NamedTuple):
    """What one choice comes to: the greater `better`, the better it is."""

    better: tuple[Any, ...]
    awards: list[Award]
    refused: list[Refused]


def joins(mask: int) -> bool:
    return mask.bit_count() >= 2


def choices(given: Situation) -> list[set[RuleMatch]]:
    """The combinations that the policy lets count together."""
    every = sorted(RuleMatch(id, mask) for id, found in given.matches.items() for mask in found if joins(mask))
    return [{every[index] for index in choice} for choice in POLICIES[given.policy].choices(every)]


def who_refuses(
    given: Situation, match: RuleMatch, accepted: Sequence[RuleMatch], *, limited: bool
) -> list[tuple[str, int]]:
    """The rules that refuse a match, each with how many it refuses at most, in order of their ids."""
    found = []
    for rule in sorted(given.rules, key=lambda rule: rule.id):
        own = [other.mask for other in accepted if other.rule == rule.id]
        refusals = [refusal for refusal in rule.refuses if refusal.target == match.rule]
        if own and refusals and limited is all(refusal.most is not None for refusal in refusals):
            covered = any(mask == 0 or match.mask & ~mask == 0 for mask in own)
            if covered or any(refusal.whole for refusal in refusals):
                found.append((rule.id, max((refusal.most or 0) for refusal in refusals)))
    return found


def outcome(given: Situation, choice: Iterable[RuleMatch]) -> Outcome:
    """What comes of a choice."""
    by_id = {rule.id: rule for rule in given.rules}
    accepted: list[RuleMatch] = []
    refused: list[Refused] = []
    awards: list[Award] = []
    for id in refusal_order(given.rules):
        if id not in given.matches:
            continue
        left: list[RuleMatch] = []
        for match in (RuleMatch(id, mask) for mask in given.matches[id]):
            if joins(match.mask) and match not in choice:
                refused.append(Refused(match, ()))
            else:
                left.append(match)
        blamed = [[other for other, _ in who_refuses(given, match, accepted, limited=False)] for match in left]
        for rule in sorted(by_id):
            taken = 0
            for match, by in zip(left, blamed, strict=True):
                most = dict(who_refuses(given, match, accepted, limited=True)).get(rule, 0)
                if taken < most and not by:
                    by.append(rule)
                    taken += 1
        refused += [Refused(match, tuple(by)) for match, by in zip(left, blamed, strict=True) if by]
        kept = [match for match, by in zip(left, blamed, strict=True) if not by]
        accepted += kept
        if kept:
            counts = [joins(match.mask) and POLICIES[given.policy].counts_choices for match in kept]
            others = counts.count(False)
            times = counts.count(True) + (others if by_id[id].each else min(1, others))
            awards.append(Award(by_id[id], times, given.worth(by_id[id]), tuple(match.mask for match in kept)))
    awards.sort(key=lambda award: (-award.each, award.rule.place))
    ties = [(award.each, _backwards(award.rule), award.times) for award in awards]
    return Outcome((SUM.value(awards, given.declared).rank, _Tie(ties)), awards, refused)


def _backwards(rule: Rule) -> tuple[Any, ...]:
    numbers, id = rule.place
    return tuple(-number for number in numbers), tuple(-ord(char) for char in id)


class _Tie(NamedTuple):
    """What is awarded, dearest first: the dearer, earlier, more often is the better; less of the same is the better."""

    awards: list[tuple[Any, ...]]

    def __lt__(self, other: Any) -> bool:
        shorter = min(len(self.awards), len(other.awards))
        one, two = self.awards[:shorter], other.awards[:shorter]
        return one < two if one != two else len(self.awards) > len(other.awards)

    def __gt__(self, other: Any) -> bool:
        return bool(other < self)


def plainly(awards: Iterable[Award]) -> list[tuple[str, int, Amount]]:
    return [(award.rule.id, award.times, award.each) for award in awards]


@given(situations())
@settings(max_examples=examples(100))
def test_the_best_choice_is_found(given: Situation) -> None:
    outcomes = [outcome(given, choice) for choice in choices(given)]
    best = outcomes[0]
    for other in outcomes[1:]:
        best = other if other.better > best.better else best
    selector, standing = given.selector(), given.standing()
    for _ in range(2):
        weighed = selector.best(standing)
        selection = selector.selection(weighed)
        assert plainly(selection.awards) == plainly(best.awards)
        assert selection.value == SUM.value(best.awards, given.declared)
        assert weighed.rank == selection.value.rank or selector.adds
    chosen = {RuleMatch(selector.judged[place].id, mask) for place, own in selection.chosen.items() for mask in own}
    same = outcome(given, chosen)
    assert list(selection.awards) == same.awards
    assert sorted(selector.refused(selection)) == sorted(same.refused)
    assert {rule.id for rule in selector.rules(standing)} == set(given.matches)


@given(situations(), held)
@settings(max_examples=examples(100))
def test_two_readings_are_compared(given: Situation, other: dict[str, tuple[int, ...]]) -> None:
    one, two = given, given._replace(matches=other, worths={})
    selector = given.selector()
    weighed = [selector.best(situation.standing()) for situation in (one, two)]
    better = []
    for situation in (one, two):
        best: Outcome | None = None
        for choice in choices(situation):
            found = outcome(situation, choice)
            best = found if best is None or found.better > best.better else best
        assert best is not None
        better.append(best.better)
    expected = 1 if better[0] > better[1] else -1 if better[1] > better[0] else 0
    assert selector.compare(weighed[0], weighed[1]) == expected
    assert selector.compare(weighed[1], weighed[0]) == -expected


def test_a_policy_is_not_asked_where_nothing_is_combined() -> None:
    rules = [Rule("a", "points", 1, TRUE)]
    policy = CombinationPolicy("odd", "", lambda matches: [])
    selector = AwardSelector(rules, policy, SUM, typed_settings(SUM.settings, {}))
    assert selector.best(Standing(1, {0: (1,)}, {})).rank == (1,)


def test_a_policy_is_asked_once_about_the_same_combinations() -> None:
    asked = []

    def choices(matches: Sequence[RuleMatch]) -> list[tuple[int, ...]]:
        asked.append(matches)
        return [tuple(range(len(matches)))]

    selector = AwardSelector(
        [Rule("a", "points", 1, TRUE)], CombinationPolicy("odd", "", choices), SUM, typed_settings(SUM.settings, {})
    )
    for _ in range(3):
        selector.best(Standing(1, {0: (3, 5)}, {}))
    selector.best(Standing(1, {0: (3, 6)}, {}))
    assert asked == [(RuleMatch("a", 3), RuleMatch("a", 5)), (RuleMatch("a", 3), RuleMatch("a", 6))]


# Choices by example.


class Example(NamedTuple):
    """Rules with values and matches, and choices that a policy gives, each a text such as `a0 b1`: match 1 of b."""

    values: Mapping[str, int]
    matches: Mapping[str, tuple[int, ...]]
    choices: Sequence[str]
    refuses: Mapping[str, str] = {}
    worths: Mapping[str, int] = {}
    each: str = ""
    counts_choices: bool = True

    def counted(self, settings: Mapping[str, int], method: ScoringMethod = SUM) -> dict[str, int]:
        """How often each rule counts in the best choice."""
        rules = [
            Rule(id, "points", value, TRUE, each=id in self.each, refuses=tuple(map(Refusal, self.refuses.get(id, ""))))
            for id, value in self.values.items()
        ]

        def given(found: Sequence[RuleMatch]) -> list[tuple[int, ...]]:
            return [
                tuple(found.index(RuleMatch(one[0], self.matches[one[0]][int(one[1])])) for one in choice.split())
                for choice in self.choices
            ]

        policy = CombinationPolicy("given", "", given, self.counts_choices)
        selector = AwardSelector(rules, policy, method, typed_settings(method.settings, settings))
        situation = Situation(rules, "free", {}, dict(self.matches), dict(self.worths))
        return {award.rule.id: award.times for award in selector.selection(selector.best(situation.standing())).awards}


FOUR = {id: (mask,) for id, mask in zip("abcd", (3, 5, 6, 12), strict=True)}
EXAMPLES: dict[str, tuple[Example, dict[str, int]]] = {
    "of equal choices the one with the dearer rule": (
        Example({"a": 2, "b": 2, "c": 3, "d": 1}, FOUR, ["a0 b0", "c0 d0"]),
        {"c": 1, "d": 1},
    ),
    "what it is worth now decides which rule is the dearer": (
        Example({"a": 2, "b": 2, "c": 1, "d": 5}, FOUR, ["a0 b0", "c0 d0"], worths={"a": 2, "b": 2, "c": 3, "d": 1}),
        {"c": 1, "d": 1},
    ),
    "of equal choices the one with the larger count": (
        Example({"a": 2, "b": 1}, {"a": (3, 12), "b": (5, 10)}, ["a0 a1", "a0 b0 b1"]),
        {"a": 2},
    ),
    "of equal choices the one with the dearer rule, where something is refused": (
        Example({"a": 2, "b": 2, "c": 3, "d": 1, "e": 0}, {**FOUR, "e": (0,)}, ["a0 b0", "c0 d0"], refuses={"a": "e"}),
        {"c": 1, "d": 1, "e": 1},
    ),
    "what it is worth now decides which choice is taken": (
        Example({"a": 2, "b": 2, "c": 3, "d": 3}, FOUR, ["a0 b0", "c0 d0"], worths={"a": 5}),
        {"a": 1, "b": 1},
    ),
    "more than a rule is worth as a rule": (
        Example({"a": 5, "b": 3}, {"a": (3,), "b": (5,)}, ["a0", "b0"], worths={"b": 9}),
        {"b": 1},
    ),
    "not the dearer one where a rule that holds refuses it": (
        Example(
            {"a": 1, "b": 1, "c": 1, "d": 1, "x": 4, "y": 3},
            {"a": (0,), "b": (0,), "x": (3,), "y": (5,)},
            ["x0", "y0"],
            refuses={"b": "x", "c": "x"},
        ),
        {"a": 1, "b": 1, "y": 1},
    ),
    "not the dearer one where it refuses more than it is worth": (
        Example({"d": 4, "e": 3, "f": 5, "g": 1}, {"d": (3,), "e": (5,), "f": (1,)}, ["d0", "e0"], refuses={"d": "fg"}),
        {"e": 1, "f": 1},
    ),
    "what stands on other sets than the match that refuses it": (
        Example({"a": 1, "b": 1}, {"a": (1,), "b": (2,)}, [], refuses={"a": "b"}),
        {"a": 1, "b": 1},
    ),
    "single sets once, unless each counts, and every combination": (
        Example({"a": 1, "b": 1, "c": 1}, {"a": (1, 2), "b": (1, 2, 12), "c": (1, 2, 12)}, ["b2 c2"], each="c"),
        {"a": 1, "b": 2, "c": 3},
    ),
    "rules worth nothing before rules that take away": (
        Example({"a": 0, "b": 0, "c": -1}, {"a": (3,), "b": (5,), "c": (0,)}, ["a0", "a0 b0"]),
        {"a": 1, "b": 1, "c": 1},
    ),
    "a rule that counts once, however often it is combined": (
        Example({"a": 2, "b": 3}, {"a": (3, 12), "b": (5,)}, ["a0 a1", "b0"], counts_choices=False),
        {"b": 1},
    ),
}
"""What is chosen, and why."""


@pytest.mark.parametrize("settings", [{}, {"cap": 99}])
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("example", "counted"), EXAMPLES.values(), ids=list(EXAMPLES))
def test_examples(settings: dict[str, int], swapped: bool, example: Example, counted: dict[str, int]) -> None:
    if swapped:
        example = example._replace(choices=example.choices[::-1])
    assert example.counted(settings) == counted


REFUSED_BY_A = {
    "the whole hand": ({"d": 10}, {"d": (0,)}, {"b": 1, "d": 1}),
    "not the last rule": ({"d": 10, "f": 1}, {"d": (0,), "f": (0,)}, {"b": 1, "d": 1, "f": 1}),
    "three matches": ({"d": 2}, {"d": (1, 4, 16)}, {"b": 1, "d": 3}),
    "three matches, not the last rule": ({"d": 2, "f": 1}, {"d": (1, 4, 16), "f": (0,)}, {"b": 1, "d": 3, "f": 1}),
    "too little": ({"d": 1}, {"d": (1, 4)}, {"a": 1}),
}


@pytest.mark.parametrize(("values", "more", "counted"), REFUSED_BY_A.values(), ids=list(REFUSED_BY_A))
def test_a_choice_may_be_the_better_for_what_it_does_not_refuse(
    values: dict[str, int], more: dict[str, tuple[int, ...]], counted: dict[str, int]
) -> None:
    """Alone `a` is worth more than `b`, but it refuses `d`, whose matches all stand on sets of `a`."""
    matches = {"a": (63,), "b": (192,), **more}
    example = Example({"a": 5, "b": 3, **values}, matches, ["a0", "b0"], refuses={"a": "d"}, each="d")
    assert example.counted({}) == counted


def test_the_most_that_single_matches_add_is_regarded() -> None:
    """Each match of `d` counts, and all are refused by matches of `a`."""
    matches = {"a": (3, 12, 48, 192), "b": (768,), "d": (1, 4, 16, 64)}
    example = Example({"a": 5, "b": 3, "d": 5}, matches, ["a0 a1 a2 a3", "b0"], refuses={"a": "d"}, each="d")
    assert example.counted({}) == {"b": 1, "d": 4}


def test_a_method_for_which_less_is_more() -> None:
    def least(awards: Sequence[Award], settings: Any) -> Value:
        return Value(0, 0, (1_000 - sum(award.value for award in awards),))

    example = Example({"a": 5, "b": 3}, {"a": (3,), "b": (5,)}, ["a0", "b0"])
    assert example.counted({}, ScoringMethod("least", "", {}, "", least)) == {"b": 1}


def test_a_method_is_given_the_dearest_award_first() -> None:
    def first(awards: Sequence[Award], settings: Any) -> Value:
        assert [award.each for award in awards] == sorted((award.each for award in awards), reverse=True)
        return Value(0, 0, (awards[0].each,))

    example = Example({"a": 5, "b": 3, "c": 1}, {"a": (3,), "b": (0,), "c": (0,)}, ["a0"], worths={"a": 2})
    method = ScoringMethod("first", "", {}, "", first)
    assert example.counted({}, method) == {"b": 1, "a": 1, "c": 1}
    assert example._replace(worths={}).counted({}, method) == {"a": 1, "b": 1, "c": 1}


def test_worths_that_differ_by_a_fraction_come_in_order() -> None:
    worths: dict[str, Amount] = {"c": 1, "b": Fraction(1, 2), "a": Fraction(1, 3)}
    rules = [Rule(id, "limit", worth, TRUE) for id, worth in worths.items()]
    selector = AwardSelector(rules, POLICIES["free"], SUM, typed_settings(SUM.settings, {}))
    found = selector.selection(selector.best(Standing(0b111, {}, {})))
    assert [award.rule.id for award in found.awards] == ["c", "b", "a"]


def test_all_that_refuse_a_match_are_told() -> None:
    refuses = {"a": [Refusal("d")], "b": [Refusal("d")], "c": [Refusal("d", 2)]}
    rules = [Rule(id, "points", 1, TRUE, refuses=tuple(refuses.get(id, ()))) for id in IDS]
    selector = Situation(rules, "free", {}, {}, {}).selector()
    whole = selector.selection(selector.best(Standing(0b1111, {}, {})))
    assert selector.refused(whole) == (Refused(RuleMatch("d", 0), ("a", "b")),)
    parts = selector.selection(selector.best(Standing(0b1111, {0: (1,), 1: (1, 2), 3: (1, 2, 4)}, {})))
    assert selector.refused(parts) == (
        Refused(RuleMatch("d", 1), ("a", "b")),
        Refused(RuleMatch("d", 2), ("b",)),
        Refused(RuleMatch("d", 4), ("c",)),
    )


@pytest.mark.parametrize("settings", [{}, {"cap": 99}])
def test_readings_of_equal_rank_are_told_apart(settings: dict[str, int]) -> None:
    values = {"a": 3, "b": 1, "c": 2, "d": 2}
    rules = [Rule(id, "points", value, TRUE) for id, value in values.items()]
    selector = AwardSelector(rules, POLICIES["free"], SUM, typed_settings(SUM.settings, settings))
    places = {judged.id: 1 << place for place, judged in enumerate(selector.judged)}
    dear, cheap, less = (selector.best(Standing(sum(places[id] for id in ids), {}, {})) for ids in ("ab", "cd", "c"))
    assert (selector.compare(dear, cheap), selector.compare(cheap, dear)) == (1, -1)
    assert (selector.compare(cheap, less), selector.compare(less, cheap)) == (1, -1)
    assert selector.compare(dear, dear) == 0
