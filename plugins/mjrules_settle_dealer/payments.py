"""Who pays whom between the dealer and the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import HandError, Transfer, Win

from .settings import Settings

DEALER = "E"
STREAK = "streak"
"""The field of a hand that says how often the dealer has stayed."""


def transfers(win: Win, settings: Settings) -> Sequence[Transfer]:
    """The discarder pays, or every loser where the tile was drawn."""
    payers = win.losers if win.discarder is None else (win.discarder,)
    return [_due(win, seat, settings) for seat in payers]


def _due(win: Win, loser: str, settings: Settings) -> Transfer:
    """What a loser pays: the base, the value, and what is added where either of the two is the dealer."""
    parts = [settings.base, win.value]
    if DEALER in (win.winner, loser):
        parts += _added(win, settings)
    why = " + ".join(str(part) for part in parts if part) or "0"
    who = "self-drawn" if win.discarder is None else "discarder"
    times = f" x {settings.stake}" if settings.stake != 1 else ""
    return Transfer(loser, win.winner, sum(parts) * settings.stake, f"{who}: {f'({why})' if times else why}{times}")


def _added(win: Win, settings: Settings) -> Iterator[int]:
    """For the dealer, and for each time that the dealer has stayed."""
    yield settings.dealer
    if settings.each_stay:
        if win.hand is None:
            message = f"is missing: the winner's hand says how often the dealer has stayed ({STREAK})"
            raise HandError("bad_record", message, "hands")
        yield settings.each_stay * int(win.hand.fields.get(STREAK, 0))
