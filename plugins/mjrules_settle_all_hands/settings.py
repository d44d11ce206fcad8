"""The settings of the settlement methods of this plugin."""

from collections.abc import Iterator
from typing import Literal

from mjrules.hooks import Sentence, declared, key


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


def most(settings: Settings) -> int | None:
    """The most that a hand counts for which no special hand decides; None where hands are not cut."""
    return None if settings.roof_off or settings.cap == "payment" else settings.limit


def settings_told(settings: Settings, *, east: bool) -> Iterator[str]:
    """The settings in sentences; `east` says whether the method doubles for East."""
    if settings.roof_off or settings.limit is None:
        yield Sentence("payments are not cut at a limit", "收付不设上限")()
    else:
        special = Sentence(", but special hands are not cut", "，特殊牌型除外")() if settings.special_over_limit else ""
        if settings.cap == "hand":
            cut = Sentence("no hand counts for more than {limit}{special}", "每手牌最多计 {limit}{special}")
        else:
            cut = Sentence(
                "nobody pays another more than {limit}, before what is doubled for East{special}",
                "每笔收付最多 {limit}（庄家加倍之前）{special}",
            )
        yield cut(limit=settings.limit, special=special)
    if east:
        pays, receives = settings.east_pays, settings.east_receives
        if pays == receives:
            yield Sentence("what East pays or receives is multiplied by {times}", "庄家收付均乘 {times}")(times=pays)
        else:
            yield Sentence(
                "what East pays is multiplied by {pays}, and what East receives by {receives}",
                "庄家付出乘 {pays}，收入乘 {receives}",
            )(pays=pays, receives=receives)
