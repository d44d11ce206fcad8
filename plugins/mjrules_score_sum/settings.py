"""The settings of the scoring method `sum`."""

from collections.abc import Collection, Iterator
from typing import Final

from mjrules.hooks import Sentence, declared, key

FAN, FAAN, TAI = Sentence("fan", "番")(), Sentence("faan", "番")(), Sentence("tai", "台")()
WORDS: Final = {
    "fan": (FAN, FAN),
    "points": (Sentence("point", "分")(), Sentence("points", "分")()),
    "faan": (FAAN, FAAN),
    "tai": (TAI, TAI),
}
"""The words behind amounts of each unit: behind 1, and behind others."""


@declared
class Settings:
    """What a hand can be worth at most, and which awards count alone."""

    cap: int | None = key("the most that a sum is worth; what is above it is cut", default=None, ge=1)
    alone_from: int | None = key(
        "a rule listed at so much or more counts alone and is not cut; of several, the most valuable",
        default=None,
        ge=1,
    )


def told(settings: Settings, units: Collection[str]) -> Iterator[str]:
    """The settings in sentences, with the word of the unit where all rules have the same."""
    if settings.cap is not None:
        yield Sentence("a hand is worth at most {cap}; what is above it is cut", "一手牌最多值 {cap}，超出不计")(
            cap=_amount(settings.cap, units)
        )
    if settings.alone_from is not None:
        yield Sentence(
            "what is worth {least} or more counts alone and is not cut; of several, the most valuable",
            "值 {least} 以上者单独计算，不受上限；有数种时取最高",
        )(least=_amount(settings.alone_from, units))


def _amount(value: int, units: Collection[str]) -> str:
    """An amount with the word behind it."""
    words = {WORDS[unit][value != 1] for unit in units if unit in WORDS}
    return (
        Sentence("{value} {word}", "{value} {word}")(value=value, word=words.pop()) if len(words) == 1 else str(value)
    )
