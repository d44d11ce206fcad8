"""The settings of the settlement method `base_payment`: who pays how many portions, when the tile was drawn, and when
it was discarded. A portion is the value of the hand, or its price, times the stake.
"""

from typing import Annotated

from mjrules.hooks import Limits, WrongValueError, declared, key

Portions = Annotated[float, Limits(ge=0)]
"""How often something is paid; fractions are exact, and only what comes to be paid is rounded."""


@declared
class Prices:
    """What hands of each value cost."""

    by_value: Annotated[tuple[Annotated[int, Limits(ge=0)], ...], Limits(min_length=1)] = key(
        "the prices of the values 0, 1, 2, …; above these the last price holds"
    )
    doubled_every: int | None = key(
        "above these values, a hand worth so much more costs twice as much", default=None, ge=1
    )

    def __post_init__(self) -> None:
        listed = len(self.by_value)
        if self.doubled_every is not None and self.doubled_every > listed:
            message = f"expected {listed} or less, the number of prices by_value, got {self.doubled_every}"
            raise WrongValueError(message, "doubled_every")


@declared
class Drawn:
    """Who pays what for a win on a drawn tile."""

    each: Portions = key("how many portions every loser pays", default=1)
    more: int = key("what every loser pays besides", default=0, ge=0)


@declared
class Discard:
    """Who pays what for a win on a discard."""

    discarder: Portions = key("how many portions the discarder pays", default=1)
    others: Portions = key("how many portions each of the others pays", default=0)
    others_most: int | None = key(
        "the most that each of the others pays; the discarder pays what is above it for them", default=None, ge=0
    )


@declared
class Fed:
    """Sets by which a hand is fed: who gave the tile for the last of them pays for all when it wins on a drawn tile."""

    sets: int = key("how many of the winner's declared sets", ge=1)
    of: str = key("tiles of which these sets are", default="", pattern="^([1-9]+[mpsz])*$")
    kongs: bool = key("whether only kongs are meant", default=False)
    by_one: bool = key("whether all of them must have been claimed from the same player", default=False)


@declared
class Settings:
    """What every loser pays, and how many portions besides."""

    base: int = key("what every loser pays in any case", default=0, ge=0)
    prices: Prices | None = key("what is paid in place of the value itself", default=None)
    stake: int = key("what the value, or its price, is multiplied by", default=1, ge=1)
    drawn: Drawn = key("who pays how many portions when the tile was drawn", default=Drawn(), was=("self_drawn",))
    discard: Discard = key(
        "who pays how many portions when it was discarded",
        default=Discard(),
        was=("discarder", "others", "others_most"),
    )
    fed: tuple[Fed, ...] = key("for which sets who fed them pays for all when the winning tile was drawn", default=())
