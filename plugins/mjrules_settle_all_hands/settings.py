"""The settings of the settlement methods of this plugin."""

from typing import Literal

from mjrules.hooks import declared, key


@declared
class Settings:
    """What is cut at the limit, and how often East pays and receives."""

    limit: int | None = key("what values or payments are cut at; none: they are not cut", default=None, ge=0)
    roof_off: bool = key("nothing is cut at the limit", default=False)
    cap: Literal["hand", "payment"] = key(
        "what is cut: the value of every `hand`, or every `payment`, before East's doubling", default="hand"
    )
    special_over_limit: bool = key("special hands are not cut", default=False)
    east_pays: int = key("how often East pays, in methods that double for East", default=2, ge=0)
    east_receives: int = key("how often East receives, in methods that double for East", default=2, ge=0)
