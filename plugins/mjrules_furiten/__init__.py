"""House rules for discards that do not count: winning tiles discarded or passed up, and exchanged ones."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .passed import BarredWins, Furiten, passed_told
from .swap_calls import SwapCalls, Swaps, swaps_told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `furiten` and `swap_calls`."""
    return [
        HouseRule(
            "furiten",
            Sentence(
                "who has discarded or passed up a tile to win with wins with no discard",
                "振听：打过或放过可和之牌者，不能和别家打出的牌",
            )(),
            BarredWins,
            Furiten,
            told=passed_told,
        ),
        HouseRule(
            "swap_calls",
            Sentence(
                "what was claimed for a set is not discarded in its place", "食替：吃碰后不可打出替换所取之牌的牌"
            )(),
            Swaps,
            SwapCalls,
            told=swaps_told,
        ),
    ]
