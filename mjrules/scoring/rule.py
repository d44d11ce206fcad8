"""Rules as the scorer uses them: what they are worth, when they hold, what they refuse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from .. import bounds
from ..conditions.formula import Formula, RuleAtom, questions
from ..declared.frozen_class import frozen_class
from ..declared.named_tuple import NamedTuple
from ..spoken import ENGLISH, Sentence

if TYPE_CHECKING:
    from fractions import Fraction

Amount: TypeAlias = "int | Fraction"
"""An exact amount; fractions occur as parts of a limit."""


class Refusal(NamedTuple):
    """That an accepted match of a rule refuses matches of the rule `target`.

    `most` limits how many it refuses; `whole` refuses wherever they stand, else only matches on
    sets that the refusing match uses (a match on no set uses the whole hand).
    """

    target: str
    most: int | None = None
    whole: bool = False


Precedence = tuple[tuple[int, ...], str]
EVERY_HAND = Sentence("every hand", "每手牌都计")()
EVERY_WIN = Sentence("every winning hand", "凡和牌都计")()
"""What is asked by a rule that asks nothing: of winner or not, and of a winner alone."""
UNNUMBERED = (10**9,)
SMALL_WORDS = ("and", "its", "of", "or", "the", "with")
"""Words that stay small in a name."""


def stronger(one: Refusal, other: Refusal | None) -> Refusal:
    """Two refusals of the same rule by the same rule as one that refuses what either does."""
    if other is None:
        return one
    most = None if one.most is None or other.most is None else max(one.most, other.most)
    return Refusal(one.target, most, one.whole or other.whole)


class ConditionPart(NamedTuple):
    """One key of a rule's condition: its word, the text of the key and value, its formula."""

    word: str
    text: str
    formula: Formula


@frozen_class()
class Rule:
    """One rule of a ruleset.

    `variants` are other values under conditions, in order; the first that holds applies.
    `each`: every match counts. `aside`: added, but neither part of the minimum nor a rule for
    `nothing_else`. `wins`: a win by itself, whatever the tiles. `parts` are the keys of the
    condition, for explanations.
    """

    id: str
    unit: str
    value: Amount
    when: Formula
    variants: tuple[tuple[Formula, Amount], ...] = ()
    each: bool = False
    aside: bool = False
    wins: bool = False
    refuses: tuple[Refusal, ...] = ()
    parts: tuple[ConditionPart, ...] = ()
    number: str | None = None
    source: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The English name, or the id in title case."""
        return english_name(self.id, self.names)

    @cached_property
    def place(self) -> Precedence:
        """Where it stands among rules of the same worth: by its number, then by its id."""
        numbers = tuple(int(part) for part in re.findall(r"\d{1,9}", self.number or ""))
        return numbers or UNNUMBERED, self.id


def english_name(id: str, names: Mapping[str, str]) -> str:
    """The English one of the names of a rule, or its id in title case."""
    return names.get(ENGLISH) or _in_title_case(id)


@lru_cache(maxsize=1 << 12)
def _in_title_case(id: str) -> str:
    return " ".join([word if word in SMALL_WORDS else word.capitalize() for word in id.split("_")])


class CycleError(ValueError):
    """Rules that refuse or ask about each other in a circle; `chain` names them, the first twice."""

    def __init__(self, chain: Sequence[str]) -> None:
        most = bounds.WORDS_LISTED
        shown = chain if len(chain) <= most else [*chain[: most - 1], f"… ({len(chain) - most} more)", chain[-1]]
        super().__init__(" -> ".join(shown))
        self.chain = tuple(chain)


def refusal_order(rules: Iterable[Rule]) -> tuple[str, ...]:
    """Rule ids so ordered that whoever refuses comes before whom it refuses. Raises CycleError."""
    targets = {rule.id: sorted({refusal.target for refusal in rule.refuses}) for rule in rules}
    return tuple(_deepest_first(sorted(targets, reverse=True), targets))[::-1]


def _deepest_first(ids: Iterable[str], following: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The ids of rules, each after all that follow from it and are rules too. Raises CycleError."""
    done: set[str] = set()
    for first in ids:
        open_ids: dict[str, Iterator[str]] = {} if first in done else {first: iter(following[first])}
        while open_ids:
            id, others = next(reversed(open_ids.items()))
            other = next((other for other in others if other in following and other not in done), None)
            if other is None:
                del open_ids[id]
                done.add(id)
                yield id
            elif other in open_ids:
                chain = list(open_ids)
                raise CycleError([*chain[chain.index(other) :], other])
            else:
                open_ids[other] = iter(following[other])


def rule_layers(rules: Iterable[Rule]) -> dict[str, int]:
    """The layer of every rule: one that asks about other rules stands above them. Raises CycleError.

    Rules that ask whether anything else holds stand above all.
    """
    asks: dict[str, set[str]] = {}
    last: set[str] = set()
    for rule in rules:
        asks[rule.id] = set()
        for question in questions(rule.when):
            if isinstance(question, RuleAtom):
                if question.rules is None:
                    last.add(rule.id)
                asks[rule.id] |= question.rules or frozenset()
    layers: dict[str, int] = {}
    for id in _deepest_first(asks, {id: sorted(others) for id, others in asks.items()}):
        layers[id] = 1 + max((layers.get(other, 0) for other in asks[id]), default=-1)
    top = max(layers.values(), default=0) + 1
    return {id: top if id in last else place for id, place in layers.items()}


def refusal_chains(rules: Iterable[Rule]) -> list[tuple[str, str, str]]:
    """Triples A, B, C where A refuses B, B refuses C, but A does not refuse C."""
    targets = {rule.id: {refusal.target for refusal in rule.refuses} for rule in rules}
    return sorted(
        (first, second, third)
        for first, seconds in targets.items()
        for second in seconds
        for third in targets.get(second, ())
        if third not in seconds
    )
