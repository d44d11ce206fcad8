"""The house rule `laid_aside`: tiles of a hand that are laid aside in a turn, and others drawn for them."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .aside import Aside, AsideTiles, advice, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `laid_aside`."""
    about = Sentence(
        "tiles that are laid aside in a turn, and others drawn for them", "拔牌：轮到时可把某些牌放在一旁，另补一张"
    )()
    return [HouseRule("laid_aside", about, Aside, AsideTiles, advice=advice, told=told)]
