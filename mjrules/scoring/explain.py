"""Why a hand scores what it scores: what was not counted and why, and the readings that lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..conditions.facets import FACETS, Case
from ..conditions.formula import And, Atom, Const, Formula, Not, Or, questions
from ..readings import UNFINISHED
from .explanation import Explanation, NotCounted, OtherReading
from .rule import Rule
from .score import Score, sets_text
from .scorer import Scorer


def explain(scorer: Scorer, score: Score) -> Explanation:
    """The explanation of a score."""
    rules = {rule.id: rule for rule in scorer.book.rules}
    refused = list(_refused(scorer, score, rules))
    mentioned = {award.rule.id for award in score.awards} | {item.id for item in refused}
    near = [item for item in _near_misses(scorer, score) if item.id not in mentioned]
    awards = score.awards
    return Explanation(
        awards,
        tuple(sorted([*refused, *near], key=lambda item: (_REASONS.index(item.because), item.id, item.tiles))),
        tuple(_other_readings(scorer, score)),
        tuple(sorted(score.hand.situation - read_flags(scorer.book.rules))),
        scorer.book.method.value(awards, scorer.book.settings),
    )


_REASONS = ("excluded", "policy", "near_miss")


def _refused(scorer: Scorer, score: Score, rules: Mapping[str, Rule]) -> Iterable[NotCounted]:
    """The matches that refusal and policy left out, equal ones once."""
    seen: set[NotCounted] = set()
    for refused in scorer.selector.refused(score.selection):
        rule = rules[refused.match.rule]
        because, by = ("excluded", refused.by) if refused.by else ("policy", (scorer.book.policy.name,))
        tiles = sets_text(score.reading, refused.match.mask) if refused.match.mask else ""
        item = NotCounted(rule.id, rule.name, because, by, tiles)
        if item not in seen:
            seen.add(item)
            yield item


def _near_misses(scorer: Scorer, score: Score) -> Iterable[NotCounted]:
    """Rules of several conditions of which exactly one fails for this reading."""
    if not score.hand.winner or score.reading.shape == UNFINISHED:
        return
    look = _Look(scorer.case(score.hand, score.reading))
    for rule in scorer.book.rules:
        if len(rule.parts) < 2:
            continue
        answers = [(part, look.holds(part.formula)) for part in rule.parts]
        failing = [part for part, holds in answers if holds is False]
        told = all(holds is not None for _, holds in answers)
        if told and len(failing) == 1 and failing[0].word in NEAR:
            yield NotCounted(rule.id, rule.name, "near_miss", (failing[0].word,), needs=failing[0].text)


NEAR = ("is", "self_drawn", "waits", "shape", "winning_tile", "before_win", "fits")
"""Words of which one failing is worth telling; those that count tiles and sets would fill the page."""


class _Look:
    """Asks single conditions of one reading; every view is taken once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.views: dict[str, Any] = {}

    def view(self, facet: str) -> Any:
        """The view of a facet."""
        if facet not in self.views:
            self.views[facet] = FACETS[facet].take(self.case)
        return self.views[facet]

    def holds(self, formula: Formula) -> bool | None:
        """Whether a formula holds; None where it asks about other rules."""
        if isinstance(formula, Const):
            return formula.value
        if isinstance(formula, Atom):
            return bool(formula.test(*map(self.view, formula.facets)))
        if isinstance(formula, Not):
            inner = self.holds(formula.part)
            return None if inner is None else not inner
        if isinstance(formula, (And, Or)):
            answers = [self.holds(part) for part in formula.parts]
            if None in answers:
                return None
            return all(answers) if isinstance(formula, And) else any(answers)
        return None


def _other_readings(scorer: Scorer, score: Score) -> Iterable[OtherReading]:
    """The readings that lost, dearest first."""
    found = []
    for hand, reading, answers in scorer.answered(score.hand):
        if reading != score.reading and hand == score.hand:
            found.append(OtherReading(reading, scorer.selection(answers).value.total))
    return sorted(found, key=lambda other: (-other.total, other.reading))


def read_flags(rules: Iterable[Rule]) -> frozenset[str]:
    """The flags that some rule reads."""
    asked = (question for rule in rules for question in questions(rule.when) if question.word == "flag")
    return frozenset(question.key.removeprefix("flag ") for question in asked)
