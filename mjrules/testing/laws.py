"""Laws that every ruleset keeps, whatever its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import HandError
from ..hands.hand import Hand
from ..ruleset.canonical import ruleset_hash
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from .hands import random_hands


class LawBrokenError(AssertionError):
    """A ruleset breaks a law; the message says which, with what hand, and how."""


Law = Callable[[Ruleset, Ruleset, Hand], None]
"""Checks one hand under a ruleset and under the same ruleset loaded anew; raises AssertionError."""


def determinism(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """The same hand scores the same twice, and under the ruleset loaded again."""
    first = _outcome(ruleset, hand)
    assert first == _outcome(ruleset, hand), "scored twice, it differs"
    assert first == _outcome(again, hand), "under the ruleset loaded again it differs"


def no_mutation(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Scoring changes neither the hand nor the ruleset."""
    before = hand.to_record()
    _outcome(ruleset, hand)
    assert hand.to_record() == before, "scoring changed the hand"
    assert ruleset_hash(ruleset.definition, ruleset.settings) == ruleset.hash == again.hash, (
        "scoring changed the ruleset"
    )


def round_trips(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """A hand survives its record and its text, and scores the same."""
    from_record = Hand.from_record(hand.to_record())
    assert from_record == hand, "the record gives another hand"
    assert _outcome(again, Hand.parse(hand.to_text())) == _outcome(ruleset, hand), "the text scores otherwise"


def payments_sum_to_zero(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """What is paid is received, and nobody pays themselves."""
    try:
        score = ruleset.score(hand)
    except HandError:
        return
    if score.payments is not None:
        assert sum(score.payments.values()) == 0, f"payments do not sum to zero: {dict(score.payments)}"
        assert all(item.payer != item.payee for item in score.transfers or ()), "somebody pays themselves"


def explanation_total(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """The total can be rebuilt from the explanation."""
    try:
        score = ruleset.score(hand)
    except HandError:
        return
    explanation = score.explanation
    assert explanation.total == score.total, "the explanation gives another total"
    assert not explanation.steps or explanation.steps[-1].value == score.total, "the steps lead to another total"
    assert all(item.value == item.count * item.each for item in score.items), "an item is not count times each"


LAWS: Mapping[str, Law] = {
    "determinism": determinism,
    "no_mutation": no_mutation,
    "round_trips": round_trips,
    "zero_sum": payments_sum_to_zero,
    "explanation_total": explanation_total,
}
"""The laws by name."""


def check_laws(
    ruleset: str | Path, *, hands: int = 100, seed: int = 1, options: Mapping[str, Any] | None = None
) -> None:
    """Check all laws on random hands of a ruleset and on those of its examples.

    `ruleset` is an id or a path. Raises LawBrokenError, or RulesetError for a ruleset that cannot
    be used.
    """
    name = str(ruleset)
    first, again = load(name, options), load(name, options)
    assert first.hash == again.hash, "two hashes of one ruleset"
    for hand in [*_examples(first), *random_hands(first, hands, seed)]:
        for law_name, law in LAWS.items():
            try:
                law(first, again, hand)
            except AssertionError as error:
                raise LawBrokenError(f"{first.id}: {law_name}: {error}\n  hand: {hand.to_text()}") from None


def _examples(ruleset: Ruleset) -> Iterator[Hand]:
    for example in ruleset.definition.examples:
        if example.hand is None:
            continue
        try:
            yield ruleset.read(example.hand)
        except HandError:
            continue


def _outcome(ruleset: Ruleset, hand: Hand) -> Any:
    """Everything that scoring a hand says: a record, or the error."""
    try:
        score = ruleset.score(hand)
    except HandError as error:
        return error.code, error.field, error.message
    return score.to_record(), score.explanation.to_record()
