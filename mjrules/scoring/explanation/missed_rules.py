"""Rules that a hand misses by one condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...conditions.facets import Case
from ...conditions.formula import And, Atom, Formula, Not, RuleAtom, TooManyWaysError, alternatives, questions
from ...shapes.readings import UNFINISHED
from ..compiled_rules import Program
from ..policy import Award
from ..rule import ConditionPart, Rule
from ..scorer import Best, Scorer
from .missed_hands import literal_holds
from .parts import NotCounted

NEAR = ("is", "self_drawn", "waits", "winning_tile", "before_win", "fits")
"""Words of which one failing is worth telling; those that count tiles and sets would fill the page."""
NO_STEP = frozenset({"flags", "shape"})
"""Facets that no one step changes: what happened before, and in which shape the tiles are."""


class Missed(NamedTuple):
    """A rule with the one of its conditions that fails while all others hold; `without` are the rules that must not.

    `declares`: what fails is a flag that the player might have declared.
    """

    rule: Rule
    part: ConditionPart
    without: frozenset[str]
    declares: bool


class MissedRules:
    """Finds the rules of several conditions of which exactly one fails; players may declare the flags `declared`."""

    def __init__(self, scorer: Scorer, declared: frozenset[str]) -> None:
        self._scorer = scorer
        misses = dict(_near_misses(scorer.book.rules, declared))
        self._missed = {name: missed for name, (missed, _) in misses.items()}
        self._program = Program((), {name: formula for name, (_, formula) in misses.items()})

    def of(self, best: Best) -> Iterator[NotCounted]:
        """Those that the reading of a won hand misses."""
        if not best.hand.winner or best.reading.shape == UNFINISHED:
            return
        case = self._scorer.case(best.hand, best.reading)
        answers = self._program.ask_reading(case, self._program.ask_hand(case))
        program, claims = self._scorer.program, sum(not meld.concealed for meld in best.hand.melds)
        held = {rule.id for rule in self._scorer.rules_held(program.ask_reading(case, program.ask_hand(case)))}
        for name in self._program.holding(answers):
            rule, part, without, declares = self._missed[name]
            step = not best.minimum_met if declares else _one_step(part.formula, case, claims)
            if step and without.isdisjoint(held) and self._counts(rule, best):
                yield NotCounted(rule.id, rule.name, "near_miss", (part.word,), needs=part.text)

    def _counts(self, rule: Rule, best: Best) -> bool:
        """Whether a rule would count towards the minimum, where there is one: what does not is too small to miss."""
        book, views = self._scorer.book, best.selection.standing.views
        if not book.minimum:
            return True
        alone = [Award(rule, 1, rule.value, (0,))]
        return not rule.aside and book.method.value(alone, book.settings, *views).counted > 0


def _one_step(formula: Formula, case: Case, claims: int) -> bool:
    """Whether one question alone is in the way of a formula that does not hold, and one step would have changed that.

    A hand with several claimed sets is more than a step away from one with none.
    """
    failing = [[literal for literal in way if not literal_holds(literal, case)] for way in alternatives(formula)]
    alone = [literals[0][0] for literals in failing if len(literals) == 1]
    return any(
        isinstance(question, Atom)
        and not NO_STEP & set(question.facets)
        and (claims < 2 or not question.key.startswith("sets {claimed set: 0"))
        for question in alone
    )


def _near_misses(rules: Iterable[Rule], declared: frozenset[str]) -> Iterator[tuple[str, tuple[Missed, Formula]]]:
    """For rules of several conditions: that one of them fails, which is worth telling, and all others hold.

    A condition with too many alternatives, or that asks about other rules in another way than by `without`, is not
    looked at.
    """
    flags = {f"flag {flag}" for flag in declared}
    for rule in rules:
        apart = [part.formula for part in rule.parts if isinstance(part.formula, RuleAtom)]
        without = frozenset(id for asked in apart for id in asked.rules or ())
        parts = [part for part in rule.parts if part.formula not in apart]
        asking = [asked for part in parts for asked in questions(part.formula) if isinstance(asked, RuleAtom)]
        if len(rule.parts) < 2 or asking or any(asked.rules is None for asked in apart):
            continue
        for number, part in enumerate(parts):
            others = [other.formula for other in parts if other is not part]
            formula = And((*others, Not(part.formula)))
            declares = part.word == "flag" and {asked.key for asked in questions(part.formula)} <= flags
            if (declares or part.word in NEAR) and _simple(formula):
                yield f"{rule.id} {number}", (Missed(rule, part, without, declares), formula)


def _simple(formula: Formula) -> bool:
    try:
        alternatives(formula)
    except TooManyWaysError:
        return False
    return True
