"""The house rule `same_turn_immunity`: who throws a tile that another has just thrown is not responsible for it."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import HouseRule, Sentence, hookimpl

from .throwers import Immunity, Throwers, told

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `same_turn_immunity`."""
    about = Sentence(
        "who first threw the winning tile since the winner's last discard is responsible for it",
        "同巡免责：自和牌者上次打牌以来最先打出和张者负责",
    )()
    return [HouseRule("same_turn_immunity", about, Immunity, Throwers, told=told)]
