"""What each loser pays, and who pays for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from mjrules.hooks import Sentence, Transfer, Win, paid_by

from .amounts import Amount, price, share
from .settings import Fed, Settings

EAST = "E"
_SELF_DRAWN = Sentence("self-drawn: {parts}", "自摸：{parts}")
_DISCARDER = Sentence("discarder: {parts}", "点炮者：{parts}")
_OTHERS = Sentence("others: {parts}", "其余各家：{parts}")
_OTHERS_IN_PART = Sentence("others: {paid} of {due}", "其余各家：{due} 中付 {paid}")
_FOR_EAST = Sentence("{because}, East x {times}", "{because}，庄家 × {times}")
_BASE = Sentence("base: {parts}", "底分：{parts}")


def transfers(win: Win, settings: Settings) -> Sequence[Transfer]:
    """What each loser pays: the base, and portions of the value or its price, both so many times between East and
    another player; fractions are rounded up.
    """
    dues = _for_east(_drawn(win, settings) if win.discarder is None else _discarded(win, settings), win, settings)
    found = [Transfer(seat, win.winner, ceil(amount), because) for seat, amount, because in dues if amount]
    liable = feeder(win, settings.fed) if settings.fed and win.discarder is None else None
    return found if liable is None else paid_by(liable, found)


def feeder(win: Win, fed: Sequence[Fed]) -> str | None:
    """Who gave the tile for the last of the sets of which a rule speaks, the first that holds; None where none does."""
    for rule in fed:
        own = win.sets_fed(rule.of, kongs=rule.kongs)
        if rule.by_one:
            own = tuple([by for by in own if by is not None and own.count(by) >= rule.sets])
        if len(own) >= rule.sets and own[rule.sets - 1] in win.losers:
            return own[rule.sets - 1]
    return None


Due = tuple[str, Amount, str]
"""A loser, what they pay before it is rounded, and why."""


def _drawn(win: Win, settings: Settings) -> Iterator[Due]:
    parts = [settings.base, share(settings.drawn.each, price(win.value, settings)), settings.drawn.more]
    for seat in win.losers:
        yield seat, sum(parts), _SELF_DRAWN(parts=_added(parts))


def _discarded(win: Win, settings: Settings) -> Iterator[Due]:
    """What the others would pay above the most that they may be asked for is the discarder's."""
    base, portions = settings.base, settings.discard
    times, most = portions.others, portions.others_most
    whole = price(win.value, settings)
    others = share(times, whole)
    due = base + others
    paid = due if most is None else min(due, most)
    above = [due - paid] * (len(win.losers) - 1)
    parts = [base, share(portions.discarder, whole), *above]
    for seat in win.losers:
        if seat == win.discarder:
            yield seat, sum(parts), _DISCARDER(parts=_added(parts))
        elif paid < due:
            yield seat, paid, _OTHERS_IN_PART(paid=paid, due=due)
        else:
            yield seat, paid, (_OTHERS if times else _BASE)(parts=_added([base, others]))


def _for_east(dues: Iterable[Due], win: Win, settings: Settings) -> Iterator[Due]:
    """What is due, so many times where East pays or receives it."""
    for seat, amount, because in dues:
        times = settings.east_receives if win.winner == EAST else settings.east_pays if seat == EAST else 1
        yield (seat, amount, because) if times == 1 else (seat, times * amount, _FOR_EAST(because=because, times=times))


def _added(parts: Sequence[Amount]) -> str:
    return " + ".join(str(part) for part in parts if part)
