"""The scoring method `sum`: every award adds its worth, up to a limit where the ruleset has one."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import ScoringMethod, hookimpl

from .settings import WORDS, Settings, told
from .total import adds, most, sums, value

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_scoring_methods() -> Sequence[ScoringMethod]:
    """The method `sum`."""
    units = {"fan": "fan", "points": "points", "faan": "faan", "tai": "tai"}
    about = "all awards are added"
    return [
        ScoringMethod(
            "sum",
            about,
            units,
            "fan",
            value,
            Settings,
            whole=True,
            adds=adds,
            words=WORDS,
            sums=sums,
            told=told,
            most=most,
        )
    ]
