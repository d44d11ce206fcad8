"""The settings of the settlement method `prices`: what is paid besides the price of a hand, and who pays for others."""

from collections.abc import Mapping
from typing import Annotated, Literal

from mjrules.hooks import NOTHING, Limits, declared, key

Amount = Annotated[int, Limits(ge=0)]


@declared
class Counters:
    """Counters on the table, for which more is paid."""

    field: str = key("the number of the record that says how many there are")
    drawn: Amount = key("what each loser pays for each of them when the tile was drawn", default=0)
    discard: Amount = key("what the discarder pays for each of them", default=0)
    every_winner: bool = key("whether all who win by one tile are paid for them, or only the first", default=False)


@declared
class Liable:
    """Sets that make a hand sure: who gave the tile for the last of them is liable."""

    sets: int = key("how many of the winner's declared sets", ge=1)
    of: str = key("tiles of which these sets are", default="", pattern="^([1-9]+[mpsz])*$")
    kongs: bool = key("whether only kongs are meant", default=False)
    yakuman: int = key("how many yakuman they are worth", default=1, ge=1)


@declared
class Settings:
    """What is paid besides the price, and who pays for others."""

    counters: Counters | None = key("counters for which more is paid", default=None)
    pot: str | None = key("the pot that the winner gets, of several the first", default=None)
    liable: Mapping[str, Liable] = key("for which sets who fed them is liable, by a name", default=NOTHING)
    liable_for: Literal["hand", "sets"] = key(
        "what the liable player pays for: the whole `hand`, or the yakuman of these `sets` alone", default="hand"
    )
