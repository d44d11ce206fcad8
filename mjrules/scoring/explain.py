"""Why a hand scores what it scores: what was not counted and why, and the readings that lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..conditions.formula import And, Formula, Not, RuleAtom, TooComplexError, alternatives, questions
from ..shapes.readings import UNFINISHED
from .explanation import Explanation, Later, NotCounted, OtherReading
from .finished import finished
from .missed import Misses
from .policy import Step
from .program import Program
from .rule import Part, Rule
from .score import Score, sets_text
from .scorer import Scorer

_REASONS = ("excluded", "limit", "policy", "near_miss")
NEAR = ("is", "self_drawn", "waits", "shape", "winning_tile", "before_win", "fits")
"""Words of which one failing is worth telling; those that count tiles and sets would fill the page."""


class Missed(NamedTuple):
    """A rule with the one of its conditions that fails while all others hold."""

    rule: Rule
    part: Part


class Explainer:
    """Explains the scores of one scorer."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer
        self.rules = {rule.id: rule for rule in scorer.book.rules}
        self.read_flags = read_flags(scorer.book.rules) | {"dead_hand"}
        if scorer.book.fishing is not None and scorer.book.fishing.called:
            self.read_flags |= {"fishing"}
        self.misses = Misses(scorer)
        misses = dict(_near_misses(scorer.book.rules))
        self.missed = {name: missed for name, (missed, _) in misses.items()}
        self.program = Program((), {name: formula for name, (_, formula) in misses.items()})

    def __call__(self, score: Score) -> Explanation:
        """The explanation of a score."""
        book = self.scorer.book
        refused = [*self._refused(score), *_kept_out(score)]
        mentioned = {award.rule.id for award in score.awards} | {item.id for item in refused}
        near = [item for item in self._near(score) if item.id not in mentioned]
        return Explanation(
            score.awards,
            tuple(sorted([*refused, *near], key=lambda item: (_REASONS.index(item.because), item.id, item.tiles))),
            tuple(self._other_readings(score)),
            tuple(sorted(score.hand.situation - self.read_flags)),
            score.unknown,
            book.method.value(score.awards, book.settings),
            book.steps(score.awards),
            self._instead(score),
            Later(lambda: self._nearest(score), lambda: finished(self.scorer, score.hand)),
        )

    def _instead(self, score: Score) -> tuple[Step, ...]:
        """What all would come to that is kept out, with what stands aside; empty where nothing is."""
        book, every, counting = self.scorer.book, score.selection.awards, score.awards
        if len(counting) == len(every):
            return ()
        others = [award for award in every if award not in counting or award.rule.aside]
        kept = book.method.value(others, book.settings).kept
        return book.steps(others if kept is None else [others[index] for index in kept])

    def _nearest(self, score: Score) -> tuple[NotCounted, ...]:
        """The hands of a shape of their own that are nearest, where none was made."""
        hand = score.hand
        if "dead_hand" in hand.flags or (hand.winner and score.reading.shape in (UNFINISHED, *self.misses.shapes)):
            return ()
        least = max((score.total, *(item.total for item in score.explanation.finished)))
        readings = self.scorer.readings(hand) if hand.winner else []
        return self.misses.nearest(hand, readings, least)

    def _refused(self, score: Score) -> Iterable[NotCounted]:
        """The matches that refusal and policy left out, equal ones once."""
        seen: set[NotCounted] = set()
        for refused in self.scorer.selector.refused(score.selection):
            rule = self.rules[refused.match.rule]
            because, by = ("excluded", refused.by) if refused.by else ("policy", (self.scorer.book.policy.name,))
            tiles = sets_text(score.reading, refused.match.mask) if refused.match.mask else ""
            item = NotCounted(rule.id, rule.name, because, by, tiles)
            if item not in seen:
                seen.add(item)
                yield item

    def _near(self, score: Score) -> Iterable[NotCounted]:
        """Rules of several conditions of which exactly one fails for this reading."""
        if not score.hand.winner or score.reading.shape == UNFINISHED:
            return
        case = self.scorer.case(score.hand, score.reading)
        answers = self.program.ask_reading(case, self.program.ask_hand(case))
        for name in self.program.holding(answers):
            rule, part = self.missed[name]
            yield NotCounted(rule.id, rule.name, "near_miss", (part.word,), needs=part.text)

    def _other_readings(self, score: Score) -> Iterable[OtherReading]:
        """The readings that lost, the most valuable first."""
        found = []
        for _, reading, weighed in score.rivals:
            selection = self.scorer.selector.selection(weighed)
            kept = selection.value.kept
            awards = selection.awards if kept is None else [selection.awards[index] for index in kept]
            found.append(OtherReading(reading, selection.value.total, self.scorer.book.steps(awards)))
        return sorted(found, key=lambda other: (-other.total, other.reading))


def _kept_out(score: Score) -> Iterable[NotCounted]:
    """What was accepted, but kept out by rules that reach a limit and count alone."""
    counting = score.awards
    ids = {award.rule.id for award in counting}
    by = tuple(award.rule.id for award in counting if not award.rule.aside) or tuple(sorted(ids))
    for award in score.selection.awards:
        if award.rule.id not in ids:
            tiles = ", ".join(sets_text(score.reading, mask) for mask in award.masks if mask)
            yield NotCounted(award.rule.id, award.rule.name, "limit", by, tiles)


def _near_misses(rules: Iterable[Rule]) -> Iterator[tuple[str, tuple[Missed, Formula]]]:
    """For rules of several conditions: that one of them fails, which is worth telling, and all others hold.

    A condition with too many alternatives, or that asks about other rules, is not looked at.
    """
    for rule in rules:
        if len(rule.parts) < 2 or any(isinstance(asked, RuleAtom) for asked in questions(rule.when)):
            continue
        for number, part in enumerate(rule.parts):
            others = [other.formula for other in rule.parts if other is not part]
            formula = And((*others, Not(part.formula)))
            if part.word in NEAR and _simple(formula):
                yield f"{rule.id} {number}", (Missed(rule, part), formula)


def _simple(formula: Formula) -> bool:
    try:
        alternatives(formula)
    except TooComplexError:
        return False
    return True


def read_flags(rules: Iterable[Rule]) -> frozenset[str]:
    """The flags that some rule reads."""
    asked = (question for rule in rules for question in questions(rule.when) if question.word == "flag")
    return frozenset(question.key.removeprefix("flag ") for question in asked)
