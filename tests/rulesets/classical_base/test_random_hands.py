"""The rulesets of points and doubles against a plain reference, on random hands and random options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pytest

import mjrules
from mjrules import Hand, HandError, Ruleset
from tests.kit.profile import amount
from tests.rulesets.classical_base import reference as reference
from tests.rulesets.classical_base.hands import random_records

HANDS = amount(40, 300, 20_000)


@lru_cache(maxsize=4)
def loaded(id: str, options: tuple[tuple[str, Any], ...] = ()) -> Ruleset:
    return mjrules.load(id, dict(options))


def difference(record: Mapping[str, Any]) -> str:
    """What is wrong with the score of a record; nothing where it is the reference's."""
    right = reference.value(dict(record))
    hand = {key: value for key, value in record.items() if key not in ("id", "ruleset", "options")}
    try:
        score = loaded(record["ruleset"], tuple(record["options"].items())).score(Hand.from_record(hand)).to_record()
    except HandError as error:
        return "" if right is None and error.code == "not_winning" else f"{record}: {error.code}, expected {right}"
    if right is None:
        return f"{record}: {score['total']}, expected not_winning"
    got = (score["total"], float(score["limits"]))
    way = (score["points"], score["doubles"])
    named = score["special"] in right.special if right.limits else way in right.ways or not right.total
    if got == (right.total, float(right.limits)) and named:
        return ""
    parts = {key: score[key] for key in ("total", "points", "doubles", "limits", "special")}
    return f"{record}: {parts}, expected {right}"


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", reference.RULESETS)
def test_random_hands_score_as_in_the_reference(ruleset: str) -> None:
    wrong = [text for record in random_records(ruleset, 1, HANDS) if (text := difference(record))]
    assert not wrong, f"{len(wrong)} of {HANDS} hands"
