"""The settings of the scoring method `han_fu`."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Final

from mjrules.hooks import NOTHING, Limits, Sentence, declared, key, spoken_list

Portion = Annotated[int, Limits(ge=0)]


@declared
class HandLimit:
    """From so many han on, a hand is worth so much, whatever its fu."""

    han: int = key("from how many han on it holds", ge=1)
    points: int = key("the base points that a hand is then worth", ge=1)


@declared
class Portions:
    """How many times the base points are paid."""

    east: Portion = key("where East is the winner, or pays")
    others: Portion = key("where East is neither")


@declared
class Settings:
    """How fu and han become base points, and these what is paid."""

    fu_to: int = key("to what fu are rounded up that several rules give; those of a single rule stay", default=10, ge=1)
    limits: Mapping[str, HandLimit] = key(
        "the limits by their names; at the lowest of them fu and han are cut", default=NOTHING
    )
    lowest_from: int | None = key(
        "from how many base points on a hand is worth the lowest limit, where that is less than the limit",
        default=None,
        ge=1,
    )
    yakuman: int = key("the base points of a yakuman", default=8000, ge=1)
    most_yakuman: int | None = key("how many yakuman count at most; none: all", default=None, ge=1)
    losers: int = key("how many players pay for a drawn win", default=3, ge=1)
    drawn: Portions = key(
        "how many times the base points each loser pays for a drawn win", default=Portions(east=2, others=1)
    )
    discard: Portions = key("how many times the base points the discarder pays", default=Portions(east=6, others=4))
    paid_to: int = key("to what each payment is rounded up", default=100, ge=1)


LIMIT_NAMES: Final = {
    name: Sentence(name.replace("_", " "), zh)()
    for name, zh in {
        "mangan": "满贯",
        "haneman": "跳满",
        "baiman": "倍满",
        "sanbaiman": "三倍满",
        "yakuman": "役满",
        "kazoe_yakuman": "累计役满",
    }.items()
}
"""Limits by the names that they usually have; a ruleset may give them others."""


def told(settings: Settings, _units: Collection[str]) -> Iterator[str]:
    """The settings in sentences."""
    yield Sentence(
        "base points are the fu, doubled by each han and twice more; fu that several rules give are rounded up to {fu}",
        "基本点为符数按番数加两次翻倍；由数项合计的符进位到 {fu}",
    )(fu=settings.fu_to)
    limits = [_limit(name, own) for name, own in sorted(settings.limits.items(), key=lambda one: one[1].han)]
    if limits:
        yield Sentence("limits: {limits}", "满贯以上：{limits}")(limits=spoken_list(limits, "; ", "；"))
    if limits and settings.lowest_from is not None:
        yield Sentence(
            "a hand of {points} base points or more has the lowest limit", "基本点达 {points} 者按最低一级满贯计"
        )(points=settings.lowest_from)
    yield Sentence("a yakuman is {points} base points", "役满基本点 {points}")(points=settings.yakuman)
    if settings.most_yakuman is not None:
        yield Sentence("at most {number} yakuman count", "最多计 {number} 倍役满")(number=settings.most_yakuman)
    drawn, discard = settings.drawn, settings.discard
    yield Sentence(
        "for a drawn win each loser pays the base points times {others}, and times {east} where East wins or pays",
        "自摸时各家付基本点的 {others} 倍，庄家和牌或庄家付时 {east} 倍",
    )(others=drawn.others, east=drawn.east)
    yield Sentence(
        "the discarder pays them times {others}, and times {east} to East", "点炮者付 {others} 倍，庄家和牌时 {east} 倍"
    )(others=discard.others, east=discard.east)
    yield Sentence("each payment is rounded up to {to}", "每笔收付进位到 {to}")(to=settings.paid_to)


def _limit(name: str, limit: HandLimit) -> str:
    """From how many han a limit holds; in Chinese without a name that only the ruleset gives it."""
    known, unknown = "{name} {han} 番以上，基本点 {points}", "{han} 番以上，基本点 {points}"
    said = Sentence("{name} from {han} han, {points} base points", known if name in LIMIT_NAMES else unknown)
    return said(name=LIMIT_NAMES.get(name, name.replace("_", " ")), han=limit.han, points=limit.points)
