"""House rules for what players do in their turns: riichi is declared for a stake, and tiles are laid aside."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, hookimpl

from .aside import Aside, AsideTiles
from .riichi import Riichi, Stake

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rules `riichi` and `laid_aside`."""
    return [
        HouseRule("riichi", "a closed hand that waits is declared, for a stake, and stays as it is", Stake, Riichi),
        HouseRule("laid_aside", "tiles that are laid aside in a turn, and others drawn for them", Aside, AsideTiles),
    ]
