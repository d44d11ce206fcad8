"""What fu, han and yakuman come to: the base points, and what is paid for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mjrules.hooks import Award, Sentence, Step, Value, spoken_list

from .settings import LIMIT_NAMES, Portions, Settings

MOST_HAN = 100
"""The most han that are counted where no limit is set, so that every value can be printed."""


_KEPT = 1 << 12
_REACHED: dict[tuple[int, int, int], tuple[Settings | None, int, str | None]] = {}
"""The base points and limits of han and fu under settings, which are told by what they are and not by what they say."""
_NOT_KEPT = None, 0, None


class Worth(NamedTuple):
    """What awards come to: base points, the limit by its name, han, fu, yakuman; places of those kept, None for all."""

    base: int
    limit: str | None
    han: int
    fu: int | None
    yakuman: int
    counted: int
    kept: tuple[int, ...] | None


def value(awards: Sequence[Award], settings: Settings, east: bool, self_drawn: bool) -> Value:
    """What the winner is paid for the awards: by that readings are compared, then by yakuman, han and fu."""
    found = worth(awards, settings)
    paid = payments(found.base, settings, east, self_drawn)
    total = _together(paid, settings)
    totals = {"han": found.han, "fu": found.fu, "base": found.base, "limit": found.limit, "pay": paid}
    if found.yakuman:
        totals["yakuman"] = found.yakuman
    rank = (total, found.yakuman, found.han, found.fu or 0)
    return Value(total, found.counted, rank, totals, found.kept)


def worth(awards: Sequence[Award], settings: Settings) -> Worth:
    """The base points: of the yakuman, where there are any, or of fu and han, or points that a rule names instead."""
    han = fu = of_fu = yakuman = points = counted = 0
    for rule, times, each, _ in awards:
        unit, amount = rule.unit, times * int(each)
        if unit == "fu":
            fu += amount
            of_fu += times
            continue
        if unit == "han":
            han += amount
        elif unit == "yakuman":
            yakuman += amount
        else:
            points = max(points, amount)
        if not rule.aside:
            counted += amount
    if yakuman:
        most = settings.most_yakuman
        number = yakuman if most is None else min(yakuman, most)
        base = settings.yakuman * number
        return Worth(base, "yakuman", 13 * number, None, number, 13 * number, _places(awards, "yakuman"))
    fu = _added(fu, of_fu, settings)
    key = id(settings), han, fu
    kept, base, limit = _REACHED.get(key, _NOT_KEPT)
    if kept is not settings:
        if len(_REACHED) >= _KEPT:
            _REACHED.clear()
        base, limit = _limited(han, fu, settings)
        _REACHED[key] = settings, base, limit
    if points and points >= base:
        name = next((name for name, own in settings.limits.items() if own.points == points), None)
        return Worth(points, name, 0, None, 0, counted, _places(awards, "points"))
    return Worth(base, limit, han, fu, 0, counted, _places(awards, "han", "fu") if points else None)


def _added(fu: int, number: int, settings: Settings) -> int:
    """What so many fu come to together: rounded up, where there are several."""
    return fu if number < 2 else -(-fu // settings.fu_to) * settings.fu_to


def sums(award: Award, settings: Settings) -> tuple[int, ...] | None:
    """What of an award enters the worth: fu, how many are added, han, yakuman, and what counts; points matter as such.

    See `worth`.
    """
    unit, amount = award.rule.unit, award.times * int(award.each)
    if unit == "points":
        return None
    counted = 0 if award.rule.aside else amount
    if unit == "fu":
        return amount, award.times, 0, 0, 0
    return (0, 0, amount, 0, counted) if unit == "han" else (0, 0, 0, amount, counted)


def of_sums(sums: Sequence[int], settings: Settings) -> tuple[int, ...]:
    """What of the sums the worth depends on: yakuman alone, or fu, han, and what counts."""
    fu, number, han, yakuman, counted = sums
    return (0, 0, yakuman, 0) if yakuman else (_added(fu, number, settings), han, 0, counted)


def _places(awards: Sequence[Award], *units: str) -> tuple[int, ...]:
    return tuple([place for place, award in enumerate(awards) if award.rule.unit in units])


def _limited(han: int, fu: int, settings: Settings) -> tuple[int, str | None]:
    """The base points of han and fu, and the limit that they reach."""
    base = fu << (2 + min(han, MOST_HAN))
    limits = settings.limits
    if not limits:
        return base, None
    reached = lowest = ""
    most = fewest = -1
    for name, limit in limits.items():
        if most < limit.han <= han:
            reached, most = name, limit.han
        if fewest < 0 or limit.han < fewest:
            lowest, fewest = name, limit.han
    if most >= 0:
        return limits[reached].points, reached
    least = limits[lowest].points
    return (least, lowest) if base >= min(least, settings.lowest_from or least) else (base, None)


def payments(base: int, settings: Settings, east: bool, self_drawn: bool) -> Mapping[str, int]:
    """Who pays how much: the `discarder`, or of a drawn win `each`, or `east` and the `others`."""
    if not self_drawn:
        return {"discarder": _rounded(base, settings.discard, east, settings)}
    if east:
        return {"each": _rounded(base, settings.drawn, True, settings)}
    return {name: _rounded(base, settings.drawn, name == "east", settings) for name in ("east", "others")}


def _rounded(base: int, portions: Portions, east: bool, settings: Settings) -> int:
    amount = base * (portions.east if east else portions.others)
    return -(-amount // settings.paid_to) * settings.paid_to


def _together(paid: Mapping[str, int], settings: Settings) -> int:
    """What all pay."""
    if "east" in paid:
        return paid["east"] + (settings.losers - 1) * paid["others"]
    return paid["each"] * settings.losers if "each" in paid else paid["discarder"]


def steps(awards: Sequence[Award], settings: Settings, east: bool, self_drawn: bool) -> list[Step]:
    """How the awards that count come to what is paid: fu, rounded up; base points, or a limit; payments."""
    found = worth(awards, settings)
    paid = payments(found.base, settings, east, self_drawn)
    portions = settings.drawn if self_drawn else settings.discard
    alone = tuple(paid) == ("discarder",)
    shares: list[str] = []
    for name, amount in paid.items():
        times = portions.east if name == "east" or east else portions.others
        share = _PAYERS[name](times=times, base=found.base)
        shares.append(share if alone else _COMES_TO(share=share, amount=amount))
    told = spoken_list(shares, ", ", "，")
    payment = Step(
        told if found.base % settings.paid_to == 0 else _ROUNDED_UP(what=told, to=settings.paid_to),
        _together(paid, settings),
    )
    return [*_to_base(found, [award for award in awards if award.rule.unit == "fu"], settings), payment]


_PAYERS = {
    "discarder": Sentence("the discarder pays {times} x {base}", "点炮者付 {times} × {base}"),
    "each": Sentence("each pays {times} x {base}", "各家付 {times} × {base}"),
    "east": Sentence("East pays {times} x {base}", "庄家付 {times} × {base}"),
    "others": Sentence("others {times} x {base}", "闲家付 {times} × {base}"),
}
_COMES_TO = Sentence("{share} ({amount})", "{share}（{amount}）")
_ROUNDED_UP = Sentence("{what}, rounded up", "{what}，进位到 {to}")
_BASE_POINTS = Sentence("base points", "基本点")()
_FU = Sentence("fu", "符")()
_FU_ROUNDED_UP = Sentence("{fu} fu, rounded up", "{fu} 符，进位")
_TIMES = Sentence("{times} x {base}", "{times} × {base}")
_DOUBLED = Sentence("{fu} x 2^(2 + {han})", "{fu} × 2^(2 + {han})")
_LIMITED = Sentence("{counted} = {plain}, {limit}", "{counted} = {plain}，{limit}")
_LIMITED_BY_HAN = Sentence("{han} han, {limit}", "{han} 番，{limit}")


def _to_base(found: Worth, of_fu: Sequence[Award], settings: Settings) -> Iterator[Step]:
    """The steps to the base points."""
    if found.fu is None:
        named = _BASE_POINTS if found.limit is None else LIMIT_NAMES.get(found.limit, found.limit)
        yield Step(_TIMES(times=found.yakuman, base=settings.yakuman) if found.yakuman else named, found.base)
        return
    fu = sum([int(award.value) for award in of_fu])
    yield Step(_FU_ROUNDED_UP(fu=fu) if fu != found.fu else _FU, found.fu)
    plain = found.fu << (2 + min(found.han, MOST_HAN))
    counted = _DOUBLED(fu=found.fu, han=found.han)
    limit = None if found.limit is None else LIMIT_NAMES.get(found.limit, found.limit)
    if found.limit is None or limit is None:
        yield Step(counted, found.base)
    elif found.han < settings.limits[found.limit].han:
        yield Step(_LIMITED(counted=counted, plain=plain, limit=limit), found.base)
    else:
        yield Step(_LIMITED_BY_HAN(han=found.han, limit=limit), found.base)
