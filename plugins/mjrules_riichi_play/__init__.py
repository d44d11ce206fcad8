"""House rules for what players may do: riichi, wins and discards that are barred, tiles laid aside."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, hookimpl

from .aside import Aside, LaidAside
from .furiten import Barred, Furiten
from .riichi import Riichi, Stake
from .swap_calls import SwapCalls, Swaps

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `riichi`, `furiten`, `swap_calls` and `laid_aside`."""
    return [
        HouseRule("riichi", "a closed hand that waits is declared, for a stake, and stays as it is", Stake, Riichi),
        HouseRule("furiten", "who has discarded or passed up a tile to win with wins with no discard", Barred, Furiten),
        HouseRule("swap_calls", "what was claimed for a set is not discarded in its place", Swaps, SwapCalls),
        HouseRule("laid_aside", "tiles that are laid aside in a turn, and others drawn for them", Aside, LaidAside),
    ]
