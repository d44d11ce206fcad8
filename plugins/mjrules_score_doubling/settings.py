"""The settings of the scoring method `doubling`."""

from collections.abc import Collection, Iterator

from mjrules.hooks import Sentence, declared, key


@declared
class Settings:
    """What a hand can be worth at most, and what a limit is worth."""

    limit: int | None = key("the most that points and doubles are worth; none: not cut", default=None, ge=1)
    roof_off: bool = key("true: as `limit: none`", default=False)
    own_limit: int = key(
        "what multiples of the limit are multiples of, where points and doubles are not cut", default=1000, ge=1
    )
    special_over_limit: bool = key("whether a hand may be worth more than one limit", default=False)


def told(settings: Settings, units: Collection[str]) -> Iterator[str]:
    """The settings in sentences; what a limit is that cuts nothing only where hands are worth multiples of it."""
    if settings.roof_off or settings.limit is None:
        yield Sentence("points and doubles are not cut", "分与翻不设上限")()
        if "limit" in units:
            yield Sentence("one limit, of which hands are worth multiples, is {one}", "以倍数计的牌，一倍为 {one}")(
                one=settings.own_limit
            )
        return
    yield Sentence("the limit is {limit}: points and doubles are worth no more", "上限为 {limit}，分与翻不超过此数")(
        limit=settings.limit
    )
    if settings.special_over_limit:
        yield Sentence("a hand may be worth several limits", "一手牌可值数倍上限")()
    else:
        yield Sentence("no hand is worth more than one limit", "任何牌都不超过一倍上限")()
