"""House rules for discards that do not count: winning tiles discarded or passed up, and exchanged ones."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, hookimpl

from .passed import BarredWins, Furiten, passed_told
from .swap_calls import SwapCalls, Swaps, swaps_told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `furiten` and `swap_calls`."""
    return [
        HouseRule(
            "furiten",
            "who has discarded or passed up a tile to win with wins with no discard",
            BarredWins,
            Furiten,
            told=passed_told,
        ),
        HouseRule(
            "swap_calls", "what was claimed for a set is not discarded in its place", Swaps, SwapCalls, told=swaps_told
        ),
    ]
