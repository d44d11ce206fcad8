"""Every reason that an explanation gives for not counting a rule is proved by taking the reason away."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

import mjrules
from mjrules import Hand, NotCounted, Ruleset, Score
from mjrules.declared.values import plain
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.resolve import load_nodes
from mjrules.scoring.item import sets_text
from mjrules.scoring.policy import RuleMatch
from mjrules.scoring.question_groups import Answers
from mjrules.scoring.select import Selection
from mjrules.shapes.readings import Reading
from tests.kit.cases import case_records

CASES = case_records("chinese-official/hands")
LONGEST_CHAIN = 6
OFTEN = 8
"""How many claims about the same rules are tried."""
Change = Callable[..., Ruleset]


def hand_of(case: Mapping[str, Any]) -> Hand:
    return Hand.from_record({key: value for key, value in case.items() if key not in ("ruleset", "options")})


@cache
def official() -> Ruleset:
    return mjrules.load("chinese-official")


@cache
def scores() -> tuple[tuple[str, Score], ...]:
    return tuple((case["id"], official().score(hand_of(case))) for case in CASES)


def claims(because: str, most: int = 1_000_000) -> Iterator[tuple[str, Score, NotCounted]]:
    """The claims of a kind, each with its case and score; of claims about the same rules at most so many. Some are."""
    seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    kinds: set[str] = set()
    for id, score in scores():
        for item in score.explanation.not_counted:
            seen[item.id, item.by] += 1
            kinds.add(item.because)
            if item.because == because and seen[item.id, item.by] <= most:
                yield id, score, item
    assert because in kinds


@pytest.fixture(scope="module")
def changed() -> Change:
    """Loads Chinese Official with changes in some sections; equal changes are loaded once."""
    chain, kept = read_chain("chinese-official"), dict[str, Ruleset]()

    def load(**sections: Any) -> Ruleset:
        text = json.dumps({"id": "child", "extends": "chinese-official", **sections}, sort_keys=True)
        if text not in kept:
            kept[text] = load_nodes([*chain, read_source(text.encode(), "child.yaml")])
        return kept[text]

    return load


def answers_for(ruleset: Ruleset, score: Score) -> Answers:
    """What a ruleset answers about the reading that was scored."""
    found = [answers for _, reading, answers in ruleset.scorer.answered(score.hand) if reading == score.reading]
    assert len(found) == 1
    return found[0]


def best(ruleset: Ruleset, answers: Answers) -> Selection:
    """The best choice for these answers."""
    scorer = ruleset.scorer
    return scorer.selector.selection(scorer.selector.best(scorer.program.standing(answers)))


def selected(score: Score) -> Selection:
    """What was chosen for a score."""
    return official().scorer.best(score.hand).selection


def text_of(reading: Reading, mask: int) -> str:
    return sets_text(reading, mask) if mask else ""


def times(selection: Selection, score: Score, item: NotCounted) -> int:
    """How many accepted matches of the rule stand on the sets of the claim."""
    masks = [mask for award in selection.awards if award.rule.id == item.id for mask in award.masks]
    return sum(text_of(score.reading, mask) == item.tiles for mask in masks)


def reasons(ruleset: Ruleset, selection: Selection, score: Score, item: NotCounted) -> set[tuple[str, ...]]:
    """Who refuses the match of the claim; the empty tuple stands for the policy."""
    return {
        refused.by
        for refused in ruleset.scorer.selector.refused(selection)
        if refused.match.rule == item.id and text_of(score.reading, refused.match.mask) == item.tiles
    }


# Excluded: without the rules that are blamed the match counts.


def freed(changed: Change, score: Score, item: NotCounted) -> str:
    """Take away the blamed rules, and those that only they kept from refusing the match too; why it fails, or empty."""
    gone: set[str] = set()
    blamed = set(item.by)
    counted = {award.rule.id for award in selected(score).awards}
    before = times(selected(score), score, item)
    for length in range(LONGEST_CHAIN):
        if length and blamed & counted:
            return f"{sorted(blamed & counted)} refuse it as well and are not blamed"
        gone |= blamed
        ruleset = changed(rules=dict.fromkeys(sorted(gone)))
        selection = best(ruleset, answers_for(ruleset, score))
        if times(selection, score, item) > before:
            return ""
        found = reasons(ruleset, selection, score, item)
        blamed = {rule for by in found for rule in by}
        if not blamed:
            return f"without {sorted(gone)} it does not count, and only the policy says no" if found else "it is gone"
    return f"still refused without {sorted(gone)}"


@pytest.mark.slow
def test_whoever_is_blamed_counts() -> None:
    for id, score, item in claims("excluded"):
        counted = {award.rule.id for award in selected(score).awards}
        assert item.by, id
        assert set(item.by) <= counted, (id, item)


@pytest.mark.slow
def test_what_is_excluded_counts_without_the_rules_that_are_blamed(changed: Change) -> None:
    failures = [
        (id, item, why) for id, score, item in claims("excluded", OFTEN) if (why := freed(changed, score, item))
    ]
    assert not failures


# Policy: the match joins what is joined already, and counts where all combinations do.


def chosen(score: Score) -> list[RuleMatch]:
    """The combinations that were chosen: those that count, and those that were refused only afterwards."""
    counted = [RuleMatch(award.rule.id, mask) for award in selected(score).awards for mask in award.masks]
    refused = [refused.match for refused in official().scorer.selector.refused(selected(score)) if refused.by]
    return [match for match in (*counted, *refused) if match.mask.bit_count() > 1]


def connected(matches: list[RuleMatch], mask: int) -> bool:
    """Whether matches connect two sets of the mask, found by walking from set to set."""
    for start in (1 << slot for slot in range(mask.bit_length()) if mask >> slot & 1):
        reached, before = start, 0
        while reached != before:
            before = reached
            for match in matches:
                reached |= match.mask if match.mask & reached else 0
        if reached & mask != start:
            return True
    return False


@pytest.mark.slow
def test_what_the_policy_left_out_would_account_for_sets_twice() -> None:
    for id, score, item in claims("policy"):
        left_out = [refused.match for refused in official().scorer.selector.refused(selected(score)) if not refused.by]
        own = [match.mask for match in left_out if match.rule == item.id]
        masks = [mask for mask in own if text_of(score.reading, mask) == item.tiles]
        assert masks, id
        for mask in masks:
            again = any(match.rule == item.id and match.mask & mask for match in chosen(score))
            assert again or connected(chosen(score), mask), (id, item)
        assert item.by == ("account_once",)


@pytest.mark.slow
def test_what_the_policy_left_out_counts_where_all_combinations_do(changed: Change) -> None:
    free = changed(scoring={"combination": "free"})
    counting = 0
    for id, score, item in claims("policy"):
        selection = best(free, answers_for(free, score))
        more = times(selection, score, item) > times(selected(score), score, item)
        counting += more
        why = reasons(free, selection, score, item)
        assert more or (why and () not in why), (id, item)
    assert counting


# Near misses: without the one key of the condition the rule holds.


def holds(ruleset: Ruleset, score: Score, rule: str) -> bool:
    return rule in {held.id for held in ruleset.scorer.rules_held(answers_for(ruleset, score))}


@pytest.mark.slow
def test_near_misses_hold_without_the_key_that_fails(changed: Change) -> None:
    rules = official().definition.rules
    for id, score, item in claims("near_miss", 10 * OFTEN):
        (key,) = item.by
        when = plain(rules[item.id].when)
        assert key in when, (id, item)
        assert item.needs, (id, item)
        rest = {word: value for word, value in when.items() if word != key}
        without = {"when": {"replace": rest} if rest else None}
        assert holds(changed(rules={item.id: without}), score, item.id), (id, item)


@pytest.mark.slow
def test_near_misses_do_not_hold_as_they_are() -> None:
    for id, score, item in claims("near_miss", 10 * OFTEN):
        assert not holds(official(), score, item.id), (id, item)


# What is told, and what is not.


@pytest.mark.slow
def test_a_rule_is_told_only_once_for_one_reason() -> None:
    for id, score in scores():
        told = Counter(score.explanation.not_counted)
        assert max(told.values(), default=0) <= 1, id


@pytest.mark.slow
def test_every_rule_that_holds_counts_or_is_told() -> None:
    for id, score in scores():
        standing = {rule.id for rule in official().scorer.rules_held(answers_for(official(), score))}
        told = {item.id for item in score.explanation.not_counted if item.because != "near_miss"}
        assert standing == {item.id for item in score.items} | told, id
