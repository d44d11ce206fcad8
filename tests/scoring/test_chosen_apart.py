"""What stands somewhere and the rest, chosen apart: the choice that is best among all that holds at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mjrules.budget import spent
from mjrules.conditions.formula import TRUE
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring.chosen_apart import ChosenApart
from mjrules.scoring.question_groups import Answers
from mjrules.scoring.rule import Refusal, Rule
from mjrules.scoring.scorer import Scorer
from mjrules.scoring.select import AwardSelector, Weighed
from mjrules.scoring.standing import Standing
from tests.kit.compiled import plain_only
from tests.kit.profile import examples
from tests.kit.rulesets import SCORING, loaded
from tests.scoring.test_selection import Situation, held, plainly, situations

APART = [id for id in SCORING if loaded(id).scorer.selector.chooses_apart]
"""The rulesets whose ranks are sums of awards."""


class Answered:
    """A program that was asked: its answers are what stands where and at what worth."""

    finding_alone = 0

    def __init__(self, standings: Sequence[Standing]) -> None:
        self._standings = {self.answers(standing): standing for standing in standings}

    @staticmethod
    def answers(standing: Standing) -> Answers:
        where: Any = (tuple(standing.masks.items()), tuple(standing.worths.items()))
        return standing.bits, where

    def told_by_ways(self, places: int) -> int:
        return 0

    def told_by_rules(self, places: int) -> int:
        return 0

    def bits(self, answers: Answers) -> int:
        return answers[0]

    def standing(self, answers: Answers) -> Standing:
        return self._standings[answers]


def told(selector: AwardSelector, weighed: Weighed) -> tuple[Any, ...]:
    """What a choice comes to, and what it leaves out."""
    selection = selector.selection(weighed)
    refused = sorted(selector.refused(selection))
    return weighed.rank, plainly(selection.awards), selection.value, refused, weighed.standing.bits


@plain_only
@given(situations(), st.lists(held, min_size=1, max_size=4))
@settings(max_examples=examples(150))
def test_the_same_is_chosen_as_of_all_at_once(first: Situation, others: list[dict[str, tuple[int, ...]]]) -> None:
    rules = [replace(rule, value=max(1, rule.value)) for rule in first.rules]
    first = first._replace(rules=rules, settings={})
    every = [first, *[first._replace(matches=own, worths={}) for own in others]]
    selector = first.selector()
    assume(selector.chooses_apart)
    standings = [situation.standing() for situation in every]
    program: Any = Answered(standings)
    apart = ChosenApart(program, selector)
    for standing in [*standings, *standings]:
        found = apart.best(program.answers(standing))
        assert told(selector, found) == told(selector, selector.best(standing))


@pytest.mark.parametrize("id", APART)
def test_hands_are_scored_as_with_nothing_kept(id: str) -> None:
    scorer = loaded(id).scorer
    scored = 0
    for hand in random_hands(loaded(id), examples(150), 7):
        for _, _, answers in scorer.answered(hand):
            at_once = scorer.selector.best(scorer.program.standing(answers))
            assert told(scorer.selector, scorer._best_choice(answers, ())) == told(scorer.selector, at_once), hand
            scored += 1
    assert scored


def test_no_choice_is_made_apart_where_an_award_may_be_worth_nothing() -> None:
    """Of choices with equal ranks the one that awards more may then be the better one, or not, for what else counts."""
    selector = loaded(APART[0]).scorer.selector
    rules = [judged.rule for judged in selector.judged]
    assert selector.chooses_apart
    some = [replace(rules[0], value=0), *rules[1:]]
    assert not AwardSelector(some, selector.policy, selector.method, selector.settings).chooses_apart


@plain_only
def test_what_touches_what_touches_them_is_chosen_with_them() -> None:
    """The first refuses the second, so that does not refuse the third, which alone stands somewhere."""
    rules = [
        Rule("a", "points", 1, TRUE, refuses=(Refusal("b"),)),
        Rule("b", "points", 1, TRUE, refuses=(Refusal("c"),)),
        Rule("c", "points", 1, TRUE),
    ]
    situation = Situation(rules, "account_once", {}, {"a": (0,), "b": (0,), "c": (1,)}, {})
    selector, standing = situation.selector(), situation.standing()
    program: Any = Answered([standing])
    weighed = ChosenApart(program, selector).best(program.answers(standing))
    assert plainly(selector.selection(weighed).awards) == [("a", 1, 1), ("c", 1, 1)]


def test_a_choice_that_is_kept_costs_each_question_what_it_took() -> None:
    ruleset = loaded("chinese-official")
    hand, scorer = ruleset.parse("112233445566m7p +7p"), Scorer(ruleset.book)
    steps: list[int] = []
    for _ in range(2):
        with spent() as so_far:
            scorer.score(hand)
            steps.append(so_far())
            scorer.score(hand)
            assert so_far() == steps[-1]
    assert steps[0] == steps[1] > 0
