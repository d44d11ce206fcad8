"""What awards come to when they are added, up to a limit where the ruleset has one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mjrules.hooks import Award, Value

from .settings import Settings


def value(awards: Sequence[Award], settings: Settings) -> Value:
    """The sum of all awards, or the one that counts alone; those set aside do not count towards the minimum."""
    cap, least = settings.cap, settings.alone_from
    alone = None if least is None else _alone(awards, least)
    if alone is not None:
        award = awards[alone]
        total = int(award.value)
        totals = {} if cap is None else {"raw": total}
        return Value(total, 0 if award.rule.aside else total, (total, total, total), totals, (alone,))
    raw = aside = 0
    for rule, times, each, _ in awards:
        raw += times * int(each)
        if rule.aside:
            aside += times * int(each)
    counted = raw - aside
    if cap is None:
        return _whole(raw, counted) if least is None else Value(raw, counted, (raw, 0, raw))
    total = min(raw, cap)
    return Value(total, min(counted, cap), (total, 0, raw), {"raw": raw}, cut=raw - total)


@cache
def _whole(total: int, counted: int) -> Value:
    """The value where no limit is set; kept, for few values are different."""
    return Value(total, counted, (total,))


def _alone(awards: Sequence[Award], least: int) -> int | None:
    """The place of the award that counts alone: the most valuable of those listed at the least worth or more.

    The most valuable awards come first, so of equals it is the one with the lower number, then the earlier id.
    """
    dearest = max(range(len(awards)), key=lambda index: awards[index].each, default=None)
    return None if dearest is None or awards[dearest].each < least else dearest


def most(settings: Settings) -> int | None:
    """The limit, where no rule counts alone above it."""
    return settings.cap if settings.alone_from is None else None


def adds(settings: Settings) -> bool:
    """Where no limit is set, the rank is the sum of the awards."""
    return settings.cap is None and settings.alone_from is None


def sums(award: Award, settings: Settings) -> tuple[int, ...] | None:
    """What of an award enters the value: its worth, and what of it counts towards the minimum; one that counts alone
    matters as such."""
    if settings.alone_from is not None and award.each >= settings.alone_from:
        return None
    worth = award.times * int(award.each)
    return worth, 0 if award.rule.aside else worth
