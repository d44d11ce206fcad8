"""A plain hand for a rule: one that scores it, and little else, found by drawing hands that its condition suggests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from ..budget import Question
from ..errors import HandError, MjrulesError, TooComplexError
from ..hands.hand import Hand
from ..ruleset.ruleset import Ruleset
from ..scoring.score import Score
from .hands_for_a_rule import Drawing
from .random_hands import example_hands, random_hands

TRIES_FOR_A_HAND = 400
"""How many hands are drawn for a rule before its ruleset's examples are looked at."""
RANDOM_HANDS = 150
"""How many hands of any kind are drawn at last."""
HELD = 60
"""How many hands are drawn for a rule that none scores, to find one of which it holds."""
ENOUGH = 6
"""Of so many hands that score a rule the plainest is taken."""


class PlainHand(NamedTuple):
    """A hand for a rule and its score, in which the rule counts, or else only holds beside what counts."""

    hand: Hand
    score: Score
    counts: bool

    @property
    def is_enough(self) -> bool:
        """Whether it may be declared; the hands of those who did not win need not be."""
        return self.score.minimum_met or not self.hand.winner


def plain_hand(ruleset: Ruleset, id: str) -> PlainHand | None:
    """A plain hand that scores a rule, the same each time; None where none was found with the steps of one question.

    Where no hand scores it, one of which it holds. Raises RulesetError for a ruleset that does not score, and
    PluginError where a plugin fails.
    """
    try:
        with Question():
            return look_for(ruleset, id)
    except TooComplexError:
        return None


def look_for(ruleset: Ruleset, id: str) -> PlainHand | None:
    """The same, within the question that is asked. Raises TooComplexError and PluginError."""
    for hands, enough in (
        (_drawn(ruleset, id), ENOUGH),
        (example_hands(ruleset), ENOUGH),
        (_any_hands(ruleset), 1),
    ):
        found = list(islice(_scoring(ruleset, id, hands), enough))
        if found:
            return PlainHand(*min(found, key=_how_plain), counts=True)
    return next(_held(ruleset, id), None)


def _held(ruleset: Ruleset, id: str) -> Iterator[PlainHand]:
    """Hands of which a rule holds, though others count in its place."""
    for hand in (*islice(_drawn(ruleset, id), HELD), *example_hands(ruleset)):
        try:
            with Question():
                score, found = ruleset.score(hand), ruleset.scorer.answered(hand)
        except TooComplexError:
            raise
        except HandError:
            continue
        if any(rule.id == id for _, _, answers in found for rule in ruleset.scorer.rules_held(answers)):
            yield PlainHand(hand, score, counts=False)


def _scoring(ruleset: Ruleset, id: str, hands: Iterator[Hand]) -> Iterator[tuple[Hand, Score]]:
    for hand in hands:
        try:
            with Question():
                score = ruleset.score(hand)
        except TooComplexError:
            raise
        except HandError:
            continue
        if any(item.id == id for item in score.items):
            yield hand, score


def _how_plain(found: tuple[Hand, Score]) -> tuple[int, ...]:
    """The fewer other rules, declared sets, bonus tiles and flags, the plainer."""
    hand, score = found
    return len(score.items), len(hand.melds), len(hand.flags) + hand.bonus_count, len(hand.concealed)


def _any_hands(ruleset: Ruleset) -> Iterator[Hand]:
    try:
        yield from random_hands(ruleset, RANDOM_HANDS, 1)
    except MjrulesError:
        return


def _drawn(ruleset: Ruleset, id: str) -> Iterator[Hand]:
    """Hands drawn as the condition of a rule suggests: first such with nothing declared, then others."""
    random, drawing = Random(1), Drawing(ruleset, id)
    for number in range(TRIES_FOR_A_HAND):
        try:
            hand = drawing.hand(random, declared=number * 3 > TRIES_FOR_A_HAND)
        except MjrulesError:  # its patterns cannot stand in a shape together
            continue
        if hand is not None:
            yield hand
