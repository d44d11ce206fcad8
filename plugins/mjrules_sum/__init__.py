"""The scoring method `sum`: every award adds its worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import Award, ScoringMethod, Value, hookimpl

MJRULES = ">=0.1,<0.2"


def value(awards: Sequence[Award], settings: Mapping[str, Any]) -> Value:
    """The sum of all awards; those set aside do not count towards the minimum."""
    total = counted = 0
    for rule, times, each, _ in awards:
        worth = times * int(each)
        total += worth
        if not rule.aside:
            counted += worth
    return Value(total, counted, (total,))


def adds(settings: Mapping[str, Any]) -> bool:
    """Always: the rank is the sum of the awards."""
    return True


@hookimpl
def mj_scoring_methods() -> Sequence[ScoringMethod]:
    """The method `sum`."""
    units = {"fan": "fan", "points": "points", "faan": "faan", "tai": "tai"}
    return [ScoringMethod("sum", "all awards are added", units, "fan", value, whole=True, adds=adds)]
