"""The settings of the house rule `goulash_hands`."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from mjrules.hooks import Limits, Sentence, declared, key


@declared
class Settings:
    """When a goulash is dealt, and how it is played."""

    after_draws: int = key("after how many drawn hands in a row a goulash is dealt", default=1, ge=1)
    options: Annotated[Mapping[str, str | int | bool | None], Limits(min_length=1)] = key(
        "values for options of the ruleset, and presets as `name: true`"
    )


def told(settings: Settings) -> Iterator[str]:
    """The settings in sentences."""
    chosen = "; ".join([f"{name.replace('_', ' ')}: {value}" for name, value in settings.options.items()])
    if settings.after_draws == 1:
        yield Sentence(
            "after a drawn hand, until somebody wins, this is played: {chosen}",
            "流局后至有人和牌为止，改用：{options:options}",
        )(chosen=chosen, options=settings.options)
        return
    yield Sentence(
        "after {hands} drawn hands in a row, until somebody wins, this is played: {chosen}",
        "连续流局 {hands} 次后至有人和牌为止，改用：{options:options}",
    )(hands=settings.after_draws, chosen=chosen, options=settings.options)
