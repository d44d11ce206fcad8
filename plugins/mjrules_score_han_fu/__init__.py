"""The scoring method `han_fu`: fu are doubled by han up to limits, and yakuman have a price of their own."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import ScoringMethod, Sentence, hookimpl

from .points import of_sums, steps, sums, value
from .settings import Settings, told

MJRULES = ">=0.1,<0.2"

UNITS = {
    "han": "han, by which the fu are doubled",
    "fu": "fu, rounded up where several rules give them",
    "yakuman": "yakuman: where one holds, nothing else counts",
    "points": "base points that a hand is worth in place of its fu and han, where these are not worth more",
}
HAN, FU = Sentence("han", "番")(), Sentence("fu", "符")()
YAKUMAN, POINTS = Sentence("yakuman", "倍役满")(), Sentence("points", "点")()
WORDS = {"han": (HAN, HAN), "fu": (FU, FU), "yakuman": (YAKUMAN, YAKUMAN), "points": (POINTS, POINTS)}


@hookimpl
def mj_scoring_methods() -> Sequence[ScoringMethod]:
    """The method `han_fu`."""
    about = "what is paid for fu x 2^(2 + han), cut at limits, or for yakuman"
    reads = ("east", "self_drawn")
    return [
        ScoringMethod(
            "han_fu",
            about,
            UNITS,
            "points",
            value,
            Settings,
            whole=True,
            words=WORDS,
            steps=steps,
            reads=reads,
            sums=sums,
            of_sums=of_sums,
            told=told,
            figures=("pay", "yakuman"),
        )
    ]
