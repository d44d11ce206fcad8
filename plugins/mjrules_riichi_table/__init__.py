"""House rules for what happens at the table: indicators turned up, hands that end early, the end of the wall."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import DRAWN_HAND, HouseRule, Sentence, hookimpl

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
            Sentence(
                "tiles of the dead wall are turned up, one more for each kong",
                "宝牌指示牌：王牌中翻开若干张，每杠再翻一张",
            )(),
            Places,
            Indicators,
            told=indicators_told,
        ),
        HouseRule(
            "early_ends",
            Sentence(
                "what ends a hand that nobody has won before the wall does", "途中流局：牌墙未尽而无人和即终局的情形"
            )(),
            Reasons,
            EarlyEnds,
            told=early_ends_told,
            stops=True,
        ),
        HouseRule(
            "end_of_wall",
            Sentence("what is paid when there is no tile to draw any more", "荒牌：无牌可摸时的收付")(),
            EndDues,
            EndOfWall,
            records={DRAWN_HAND: DRAWN},
            told=wall_told,
            titles={"ready": READY, "pond": POND},
        ),
    ]
