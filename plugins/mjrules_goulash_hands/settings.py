"""The settings of the house rule `goulash_hands`."""

from collections.abc import Mapping
from typing import Annotated

from mjrules.hooks import Limits, declared, key


@declared
class Settings:
    """When a goulash is dealt, and how it is played."""

    after_draws: int = key("after how many drawn hands in a row a goulash is dealt", default=1, ge=1)
    options: Annotated[Mapping[str, str | int | bool | None], Limits(min_length=1)] = key(
        "values for options of the ruleset, and presets as `name: true`"
    )
