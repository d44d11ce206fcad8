"""Who pays whom between the dealer and the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import HandError, Sentence, Transfer, Win

from .settings import Settings

DEALER = "E"
_SELF_DRAWN = Sentence("self-drawn: {parts}", "自摸：{parts}")
_DISCARDER = Sentence("discarder: {parts}", "点炮者：{parts}")
_AT_STAKE = Sentence("({parts}) x {stake}", "({parts}) × {stake}")
_IS_MISSING = Sentence(
    "is missing: the winner's hand says how often the dealer has stayed ({field}), or numbers do",
    "未填：和牌者的手牌须注明连庄次数",
)
STREAK = "streak"
"""The field of a hand that says how often the dealer has stayed."""


def transfers(win: Win, settings: Settings) -> Sequence[Transfer]:
    """The discarder pays, or every loser where the tile was drawn."""
    payers = win.losers if win.discarder is None else (win.discarder,)
    return [_due(win, seat, settings) for seat in payers]


def _due(win: Win, loser: str, settings: Settings) -> Transfer:
    """What a loser pays: the base, the value, and what is added where either of the two is the dealer. A value below 0
    costs what 0 does.
    """
    parts = [settings.base, max(win.value, 0)]
    if DEALER in (win.winner, loser):
        parts += _added(win, settings)
    why = " + ".join(str(part) for part in parts if part) or "0"
    who = _SELF_DRAWN if win.discarder is None else _DISCARDER
    told = why if settings.stake == 1 else _AT_STAKE(parts=why, stake=settings.stake)
    return Transfer(loser, win.winner, sum(parts) * settings.stake, who(parts=told))


def _added(win: Win, settings: Settings) -> Iterator[int]:
    """For the dealer, and for each time that the dealer has stayed."""
    yield settings.dealer
    if settings.each_stay:
        if win.hand is None and STREAK not in win.numbers:
            raise HandError("bad_record", _IS_MISSING(field=STREAK), "hands")
        told = win.numbers if win.hand is None else win.hand.fields
        yield settings.each_stay * int(told.get(STREAK, 0))
