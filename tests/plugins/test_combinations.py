"""The combination policies, compared with all choices tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjrules.hooks import CombinationPolicy, RuleMatch
from mjrules.hooks.manager import Plugins

POLICIES: dict[str, CombinationPolicy] = Plugins(["combinations"]).by_name("mj_combination_policies")


def slots(match: RuleMatch) -> list[int]:
    """The slots of a match."""
    return [slot for slot in range(8) if match.mask >> slot & 1]


def no_rule_uses_a_set_twice(matches: Iterable[RuleMatch]) -> bool:
    uses = [(match.rule, slot) for match in matches for slot in slots(match)]
    return len(set(uses)) == len(uses)


def each_joins_sets_apart(matches: Sequence[RuleMatch]) -> bool:
    """Sets and matches, each match tied to its sets, make no circle: as many ties as a forest has."""
    group = {slot: slot for match in matches for slot in slots(match)}
    for match in matches:
        for slot in slots(match)[1:]:
            one, other = group[slots(match)[0]], group[slot]
            group = {key: one if value == other else value for key, value in group.items()}
    ties = sum(len(slots(match)) - 1 for match in matches)
    return ties == len(group) - len(set(group.values()))


def no_set_thrice(matches: Sequence[RuleMatch]) -> bool:
    uses = [slot for match in matches for slot in slots(match)]
    return all(uses.count(slot) <= 2 for slot in uses)


def tried_out(matches: Sequence[RuleMatch], admits: Callable[[Sequence[RuleMatch]], bool]) -> list[tuple[int, ...]]:
    """All admissible choices that are no part of a larger one."""
    every = [pick for size in range(len(matches) + 1) for pick in combinations(range(len(matches)), size)]
    fine = [pick for pick in every if admits([matches[index] for index in pick])]
    fine = [pick for pick in fine if no_rule_uses_a_set_twice([matches[index] for index in pick])]
    return [pick for pick in fine if not any(set(pick) < set(other) for other in fine)]


matches = st.lists(
    st.builds(
        RuleMatch,
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from([mask for mask in range(32) if mask.bit_count() in (2, 2, 3)]),
    ),
    max_size=6,
)


@pytest.mark.parametrize(("policy", "admits"), [("account_once", each_joins_sets_apart), ("use_twice", no_set_thrice)])
@given(found=matches)
def test_policies_admit_what_they_say(
    policy: str, admits: Callable[[Sequence[RuleMatch]], bool], found: list[RuleMatch]
) -> None:
    assert sorted(POLICIES[policy].choices(found)) == sorted(tried_out(found, admits))


@given(matches)
def test_all_are_taken_where_all_are_free(found: list[RuleMatch]) -> None:
    assert list(POLICIES["free"].choices(found)) == [tuple(range(len(found)))]


def test_what_counts_each_time() -> None:
    counts = {name: policy.counts_choices for name, policy in POLICIES.items()}
    assert counts == {"account_once": True, "use_twice": True, "free": False}
