"""The settlement method `base_payment`: everybody pays a base, and some pay the value besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import SettlementMethod, Transfer, Win, hookimpl

MJRULES = ">=0.1,<0.2"


def transfers(win: Win, settings: Mapping[str, Any]) -> Sequence[Transfer]:
    """What each loser pays: the base, plus the value where the settings say so."""
    base = int(settings.get("base", 0))
    found = []
    for seat in win.seats:
        if seat == win.winner:
            continue
        if win.discarder is None:
            share, why = int(settings.get("self_drawn", 1)), "self-drawn"
        elif seat == win.discarder:
            share, why = int(settings.get("discarder", 1)), "discarder"
        else:
            share = int(settings.get("others", 0))
            why = "others" if share else "base"
        amount = base + share * win.value
        if amount:
            parts = [str(part) for part in (base, share * win.value) if part]
            found.append(Transfer(seat, win.winner, amount, f"{why}: {' + '.join(parts)}"))
    return found


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `base_payment`."""
    about = "every loser pays the base; discarder, others and self_drawn say how often the value besides"
    return [SettlementMethod("base_payment", about, transfers, "mjrules_base_payment.config:Settings")]
