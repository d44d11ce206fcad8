"""The settings of the scoring method `sum`."""

from collections.abc import Collection, Iterator

from mjrules.hooks import Sentence, declared, key


@declared
class Settings:
    """What a hand can be worth at most, and which awards count alone."""

    cap: int | None = key("the most that a sum is worth; what is above it is cut", default=None, ge=1)
    alone_from: int | None = key(
        "a rule listed at so much or more counts alone and is not cut; of several, the most valuable",
        default=None,
        ge=1,
    )


def told(settings: Settings, _units: Collection[str]) -> Iterator[str]:
    """The settings in sentences."""
    if settings.cap is not None:
        yield Sentence("a hand is worth at most {cap}; what is above it is cut", "一手牌最多值 {cap}，超出不计")(
            cap=settings.cap
        )
    if settings.alone_from is not None:
        yield Sentence(
            "what is worth {least} or more counts alone and is not cut; of several, the most valuable",
            "值 {least} 以上者单独计算，不受上限；有数种时取最高",
        )(least=settings.alone_from)
