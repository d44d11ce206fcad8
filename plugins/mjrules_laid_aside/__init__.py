"""The house rule `laid_aside`: tiles of a hand that are laid aside in a turn, and others drawn for them."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, hookimpl

from .aside import Aside, AsideTiles, advice, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `laid_aside`."""
    about = "tiles that are laid aside in a turn, and others drawn for them"
    return [HouseRule("laid_aside", about, Aside, AsideTiles, advice=advice, told=told)]
