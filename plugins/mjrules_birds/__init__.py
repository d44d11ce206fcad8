"""The house rule `birds`: tiles of the wall that are turned up for a win, some of which count for the winner."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .turned_up import Birds, Turning, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `birds`."""
    about = Sentence(
        "tiles of the wall are turned up for a win, some of which count for the winner",
        "翻鸟：和牌后翻开牌墙的若干张，其中有些计给和者",
    )()
    return [HouseRule("birds", about, Turning, Birds, rules_in=(("number", "more"),), told=told)]
