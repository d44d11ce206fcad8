"""The settlement method `dealer`: more is paid between East, the dealer, and another player, the longer East stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import HandError, RecordField, SettlementMethod, Transfer, Win, hookimpl

from .settings import Settings

MJRULES = ">=0.1,<0.2"
DEALER, STREAK = "E", "streak"


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


@hookimpl
def mj_record_fields() -> Sequence[RecordField]:
    """How often the dealer has stayed."""
    return [RecordField(STREAK, "number", "how often East has stayed East before this hand")]


@hookimpl
def mj_settlement_methods() -> Sequence[SettlementMethod]:
    """The method `dealer`."""
    about = (
        "the discarder pays, or all losers a drawn win; between East and another, more for each time East has stayed"
    )
    return [SettlementMethod("dealer", about, transfers, Settings)]
