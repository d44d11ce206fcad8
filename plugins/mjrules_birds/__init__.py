"""The house rule `birds`: tiles of the wall that are turned up for a win, some of which count for the winner."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, hookimpl

from .turned_up import Birds, Turning, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `birds`."""
    about = "tiles of the wall are turned up for a win, some of which count for the winner"
    return [HouseRule("birds", about, Turning, Birds, told=told)]
