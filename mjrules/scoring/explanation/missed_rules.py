"""Rules that a hand misses by one condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...conditions.formula import And, Formula, Not, RuleAtom, TooManyWaysError, alternatives, questions
from ...shapes.readings import UNFINISHED
from ..compiled_rules import Program
from ..rule import ConditionPart, Rule
from ..scorer import Best, Scorer
from .parts import NotCounted

NEAR = ("is", "self_drawn", "waits", "shape", "winning_tile", "before_win", "fits")
"""Words of which one failing is worth telling; those that count tiles and sets would fill the page."""


class Missed(NamedTuple):
    """A rule with the one of its conditions that fails while all others hold."""

    rule: Rule
    part: ConditionPart


class MissedRules:
    """Finds the rules of several conditions of which exactly one fails."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        misses = dict(_near_misses(scorer.book.rules))
        self._missed = {name: missed for name, (missed, _) in misses.items()}
        self._program = Program((), {name: formula for name, (_, formula) in misses.items()})

    def of(self, best: Best) -> Iterator[NotCounted]:
        """Those that the reading of a won hand misses."""
        if not best.hand.winner or best.reading.shape == UNFINISHED:
            return
        case = self._scorer.case(best.hand, best.reading)
        answers = self._program.ask_reading(case, self._program.ask_hand(case))
        for name in self._program.holding(answers):
            rule, part = self._missed[name]
            yield NotCounted(rule.id, rule.name, "near_miss", (part.word,), needs=part.text)


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
    except TooManyWaysError:
        return False
    return True
