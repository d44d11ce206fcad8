"""The scoring method `doubling`: points, doubled as often as the doubles say, and multiples of a limit."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import ScoringMethod, Sentence, hookimpl

from .settings import Settings, told
from .worth import MOST_DOUBLES, specials, steps, sums, value

MJRULES = ">=0.1,<0.2"

UNITS = {
    "points": "points, which are doubled",
    "doubles": "how often the points are doubled",
    "limit": "multiples of the limit, which such a hand is worth in place of its points",
}
RANGES = {"doubles": (0, MOST_DOUBLES)}
LIMIT = Sentence("x limit", "倍上限")()
WORDS = {
    "points": (Sentence("point", "分")(), Sentence("points", "分")()),
    "doubles": (Sentence("double", "翻")(), Sentence("doubles", "翻")()),
    "limit": (LIMIT, LIMIT),
}


@hookimpl
def mj_scoring_methods() -> Sequence[ScoringMethod]:
    """The method `doubling`."""
    about = "points x 2^doubles, cut at the limit, or a multiple of the limit where that is more"
    shaped = frozenset({"points", "doubles"})
    return [
        ScoringMethod(
            "doubling",
            about,
            UNITS,
            "points",
            value,
            Settings,
            shaped=shaped,
            rises=True,
            words=WORDS,
            ranges=RANGES,
            steps=steps,
            sums=sums,
            told=told,
            specials=specials,
        )
    ]
