"""Values that are kept by sums are those that the scoring method gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.conditions.formula import TRUE
from mjrules.hooks import Award, Rule, ScoringMethod, Value
from mjrules.scoring.values import Counted, Values
from tests.kit.profile import examples
from tests.kit.rulesets import loaded

RULESETS = ("chinese-official", "hong-kong", "western", "riichi/tenhou", "taiwanese")
"""Sums, sums with a limit, doubles with limit hands, han and fu, and sums in which one rule may count alone."""
VIEWS: Mapping[bool, Sequence[tuple[Any, ...]]] = {True: [(True, True), (False, True), (False, False)], False: [()]}
Told = list[tuple[int, int, bool]]
_WHOLE = 60
"""By what all worths must be multiplied to be whole numbers."""


def counted_of(rules: Sequence[Rule], told: Told, values: Values) -> list[Counted]:
    """Some rules of a ruleset, by their numbers, that count so often, with their usual worth or one more."""
    found: dict[int, Counted] = {}
    for number, times, more in told:
        place = number % len(rules)
        rule = rules[place]
        each = rule.value + more
        award = Award(rule, times, each, (0,))
        dearness = place - int(each * _WHOLE) * len(rules)
        found[place] = (place, times, each, (0,), times * each, dearness, values.added(award), award)
    return [found[place] for place in sorted(found)]


one = st.tuples(st.integers(0, 400), st.integers(1, 2), st.booleans())
hands = st.lists(one, min_size=6, max_size=6).flatmap(
    lambda few: st.lists(st.lists(st.sampled_from(few), max_size=4), min_size=4, max_size=12)
)
"""Hands of a few rules, so that often the same sums are met."""


@settings(max_examples=examples(400))
@given(st.sampled_from(RULESETS), hands)
def test_kept_values_are_those_of_the_method(id: str, every: list[Told]) -> None:
    """Whatever was valued before, and twice."""
    book = loaded(id).book
    values, views = Values(book.method, book.settings), VIEWS[bool(book.method.reads)]
    for told, seen in product([*every, *every], views):
        counted = counted_of(book.rules, told, values)
        awards = [one[-1] for one in sorted(counted, key=lambda one: (-one[2], one[0]))]
        assert values.of(counted, seen) == book.method.value(awards, book.settings, *seen)


def method_of(asked: list[Sequence[Award]], sums: Any) -> ScoringMethod:
    """A method that adds up the awards, and notes what it is asked."""

    def value(awards: Sequence[Award], settings: object, *views: object) -> Value:
        asked.append(awards)
        total = sum(int(award.value) for award in awards)
        return Value(total, total, (total,), {"number": total})

    return ScoringMethod("odd", "", {"fan": ""}, "fan", value, sums=sums)


def counted(values: Values, each: int, place: int = 0) -> list[Counted]:
    award = Award(Rule(f"rule_{place}", "fan", each, TRUE), 1, each, (0,))
    return [(place, 1, each, (0,), each, place, values.added(award), award)]


@pytest.mark.parametrize(
    ("sums", "times"),
    [
        pytest.param(None, 3, id="no sums"),
        pytest.param(lambda award, _: (int(award.value),), 1, id="the same sum of other rules"),
        pytest.param(lambda award, _: None, 3, id="each matters as such"),
        pytest.param(lambda award, _: (-int(award.value),), 3, id="less than nothing"),
    ],
)
def test_how_often_the_method_is_asked(sums: Any, times: int) -> None:
    asked: list[Sequence[Award]] = []
    values = Values(method_of(asked, sums), {})
    for place in range(3):
        own = counted(values, 4, place)
        assert values.of(own, ()).total == 4
    assert len(asked) == times


@pytest.mark.parametrize("padding", [0, 1])
def test_where_the_sums_are_not_as_many_the_method_is_asked(padding: int) -> None:
    values = Values(method_of([], lambda award, _: (1, *[padding] * (int(award.value) % 4))), {})
    every = [counted(values, each, each) for each in (2, 1, 7, 3)]
    assert [values.of(own, ()).total for own in (*every, *every)] == [2, 1, 7, 3] * 2
    assert values.of([*every[0], *every[1]], ()).total == 3


def test_nothing_of_a_kept_value_can_be_changed() -> None:
    values = Values(method_of([], lambda award, _: (int(award.value),)), {})
    own = counted(values, 4)
    for _ in range(2):
        found: Any = values.of(own, ())
        with pytest.raises(TypeError):
            found.totals["number"] = 5


def test_which_awards_a_limit_keeps() -> None:
    """Of one unit all or none, whatever else is awarded, and the method is asked only where a unit is new."""
    asked: list[Sequence[Award]] = []

    def value(awards: Sequence[Award], settings: object) -> Value:
        asked.append(awards)
        return Value(4, 4, (4,), {}, tuple([place for place, award in enumerate(awards) if award.rule.unit == "fan"]))

    def sums(award: Award, settings: object) -> tuple[int]:
        return (int(award.value) if award.rule.unit == "fan" else 0,)

    values = Values(ScoringMethod("odd", "", {"fan": "", "fu": "", "han": ""}, "fan", value, sums=sums), {})

    def kept(*units: str) -> tuple[int, ...] | None:
        rules = [Rule(f"rule_{place}", unit, 4, TRUE) for place, unit in enumerate(units)]
        awards = [Award(rule, 1, 4, (0,)) for rule in rules]
        counted: list[Counted] = [(0, 1, 4, (0,), 4, 0, values.added(award), award) for award in awards]
        return values.of(counted, ()).kept

    assert [kept("fan", "fu"), kept("fu", "fan"), kept("fu", "fu", "fan")] == [(0,), (1,), (2,)]
    assert len(asked) == 1
    assert [kept("fan", "han"), kept("han", "fan", "fu")] == [(0,), (1,)]
    assert len(asked) == 2


def test_nothing_is_kept_where_some_awards_of_a_unit_are_kept() -> None:
    values = Values(ScoringMethod("odd", "", {"fan": ""}, "fan", _keeps_the_first, sums=lambda *_: (1,)), {})
    awards = [Award(Rule(f"rule_{place}", "fan", 4, TRUE), 1, 4, (0,)) for place in range(2)]
    counted: list[Counted] = [(0, 1, 4, (0,), 4, 0, values.added(award), award) for award in awards]
    assert [values.of(counted, ()).kept for _ in range(2)] == [(0,), (0,)]


def _keeps_the_first(awards: Sequence[Award], settings: object) -> Value:
    return Value(4, 4, (4,), {}, (0,))
