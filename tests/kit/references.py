"""What tests share that compare a ruleset with a plain reference: records, what is wrong with a score, random hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any

from mjrules import Hand, HandError, Ruleset, Score

Record = dict[str, Any]
Patterns = Mapping[str, int]


def hand_of(record: Mapping[str, Any], keys: Collection[str] = ()) -> Hand:
    """The hand of a record without what it leaves open; of these keys alone, where some are given."""
    said = {key: value for key, value in record.items() if value is not None}
    return Hand.from_record({key: value for key, value in said.items() if key in (keys or said)})


def counts(score: Score) -> dict[str, int]:
    """How often every rule counts."""
    return {item.id: item.count for item in score.items}


def difference(hand: Hand, ruleset: Ruleset, right: Collection[Patterns], also: Callable[[Score], str]) -> str:
    """What is wrong with the score of a hand, which has one of these sets of patterns, or does not win where there is
    none; `also` says what else is wrong. Nothing where it is right.
    """
    try:
        score = ruleset.score(hand)
    except HandError as error:
        return f"{hand}: {error}, expected {right}" if right or error.code != "not_winning" else ""
    if counts(score) not in right:
        return f"{hand}: {score.total} {counts(score)}, expected one of {right}"
    wrong = also(score)
    return f"{hand}: {wrong}" if wrong else ""


def untold(ruleset: Ruleset) -> list[str]:
    """The rules that have no Chinese name, no source or no example."""
    shown = Counter(name for example in ruleset.examples for name in example.items or ())
    rules = ruleset.definition.rules.items()
    return [name for name, rule in rules if not (rule.names.get("zh") and rule.source and shown[name])]


def random_hands(seed: int, number: int, made: Callable[[Random], Record | None]) -> Iterator[Record]:
    """So many records out of a seed; what makes one may give none."""
    random = Random(seed)
    while number:
        record = made(random)
        if record is not None:
            number -= 1
            yield record


def tiles_of(text: str) -> list[str]:
    """The tiles of a text such as `123m55z`, each as its own text."""
    found: list[str] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            found += [rank + char for rank in ranks]
            ranks = ""
    return found
