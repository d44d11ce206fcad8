"""The settings of the scoring method `han_fu`."""

from collections.abc import Mapping
from typing import Annotated

from mjrules.hooks import NOTHING, Limits, declared, key

Portion = Annotated[int, Limits(ge=0)]


@declared
class HandLimit:
    """From so many han on, a hand is worth so much, whatever its fu."""

    han: int = key("from how many han on it holds", ge=1)
    points: int = key("the base points that a hand is then worth", ge=1)


@declared
class Portions:
    """How many times the base points are paid."""

    east: Portion = key("where East is the winner, or pays")
    others: Portion = key("where East is neither")


@declared
class Settings:
    """How fu and han become base points, and these what is paid."""

    fu_to: int = key("to what fu are rounded up that several rules give; those of a single rule stay", default=10, ge=1)
    limits: Mapping[str, HandLimit] = key(
        "the limits by their names; at the lowest of them fu and han are cut", default=NOTHING
    )
    lowest_from: int | None = key(
        "from how many base points on a hand is worth the lowest limit, where that is less than the limit",
        default=None,
        ge=1,
    )
    yakuman: int = key("the base points of a yakuman", default=8000, ge=1)
    most_yakuman: int | None = key("how many yakuman count at most; none: all", default=None, ge=1)
    losers: int = key("how many players pay for a drawn win", default=3, ge=1)
    drawn: Portions = key(
        "how many times the base points each loser pays for a drawn win", default=Portions(east=2, others=1)
    )
    discard: Portions = key("how many times the base points the discarder pays", default=Portions(east=6, others=4))
    paid_to: int = key("to what each payment is rounded up", default=100, ge=1)
