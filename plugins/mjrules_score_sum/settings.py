"""The settings of the scoring method `sum`."""

from mjrules.hooks import declared, key


@declared
class Settings:
    """What a hand can be worth at most, and which awards count alone."""

    cap: int | None = key("the most that a sum is worth; what is above it is cut", default=None, ge=1)
    alone_from: int | None = key(
        "a rule listed at so much or more counts alone and is not cut; of several, the most valuable",
        default=None,
        ge=1,
    )
