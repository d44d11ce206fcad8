"""The settings of the scoring method `doubling`."""

from mjrules.hooks import declared, key


@declared
class Settings:
    """What a hand can be worth at most, and what a limit is worth."""

    limit: int | None = key("the most that points and doubles are worth; none: not cut", default=None, ge=1)
    roof_off: bool = key("true: as `limit: none`", default=False)
    own_limit: int = key(
        "what multiples of the limit are multiples of, where points and doubles are not cut", default=1000, ge=1
    )
    special_over_limit: bool = key("whether a hand may be worth more than one limit", default=False)
