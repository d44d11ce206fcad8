"""House rules for what happens at the table: indicators turned up, hands that end early, the end of the wall."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import DRAWN_HAND, HouseRule, hookimpl

from .early_ends import EarlyEnds, Reasons, early_ends_told
from .end_of_wall import DRAWN, POND, READY, EndDues, EndOfWall, wall_told
from .indicators import Indicators, Places, indicators_told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `indicators`, `early_ends` and `end_of_wall`."""
    return [
        HouseRule(
            "indicators",
            "tiles of the dead wall are turned up, one more for each kong",
            Places,
            Indicators,
            told=indicators_told,
        ),
        HouseRule(
            "early_ends",
            "what ends a hand that nobody has won before the wall does",
            Reasons,
            EarlyEnds,
            told=early_ends_told,
        ),
        HouseRule(
            "end_of_wall",
            "what is paid when there is no tile to draw any more",
            EndDues,
            EndOfWall,
            records={DRAWN_HAND: DRAWN},
            told=wall_told,
            titles={"ready": READY, "pond": POND},
        ),
    ]
