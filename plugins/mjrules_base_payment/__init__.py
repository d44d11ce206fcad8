"""The settlement method `base_payment`: everybody pays a base, and some pay the value or its price besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from mjrules.hooks import SettlementMethod, Transfer, Win, hookimpl

from .amounts import price, share

MJRULES = ">=0.1,<0.2"


def transfers(win: Win, settings: Mapping[str, Any]) -> Sequence[Transfer]:
    """What each loser pays: the base, plus the value or its price where the settings say so; fractions rounded up."""
    losers = [seat for seat in win.seats if seat != win.winner]
    dues = _drawn(win, settings, losers) if win.discarder is None else _discarded(win, settings, losers)
    return [Transfer(seat, win.winner, ceil(amount), because) for seat, amount, because in dues if amount]


Amount = int | Fraction
Due = tuple[str, Amount, str]
"""A loser, what he pays before it is rounded, and why."""


def _drawn(win: Win, settings: Mapping[str, Any], losers: Sequence[str]) -> Iterator[Due]:
    parts = [int(settings.get("base", 0)), share(settings.get("self_drawn", 1), price(win.value, settings))]
    for seat in losers:
        yield seat, sum(parts), f"self-drawn: {_added(parts)}"


def _discarded(win: Win, settings: Mapping[str, Any], losers: Sequence[str]) -> Iterator[Due]:
    """What the others would pay above the most that they may be asked for is the discarder's."""
    base, times, most = int(settings.get("base", 0)), settings.get("others", 0), settings.get("others_most")
    whole = price(win.value, settings)
    others = share(times, whole)
    due = base + others
    paid = due if most is None else min(due, most)
    above = [due - paid] * (len(losers) - 1)
    parts = [base, share(settings.get("discarder", 1), whole), *above]
    for seat in losers:
        if seat == win.discarder:
            yield seat, sum(parts), f"discarder: {_added(parts)}"
        elif paid < due:
            yield seat, paid, f"others: {paid} of {due}"
        else:
            yield seat, paid, f"{'others' if times else 'base'}: {_added([base, others])}"


def _added(parts: Sequence[Amount]) -> str:
    return " + ".join(str(part) for part in parts if part)


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `base_payment`."""
    about = "every loser pays the base; discarder, others and self_drawn say how often the value besides"
    return [SettlementMethod("base_payment", about, transfers, "mjrules_base_payment.config:Settings")]
