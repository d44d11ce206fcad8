"""What is paid at once while a hand is played: bonus payments that the table notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..conditions.bonus_patterns import BONUS_PATTERNS, BonusPattern
from ..play.event_fields import EAST
from ..play.events import Event, Melded, Paid, SettlesBy
from ..play.state import State
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_bonus
from ..settlement.settled import EventSettlement

_CAUSES: Final[Mapping[str, BonusPattern]] = {
    "all_flowers": BONUS_PATTERNS["4 flower"],
    "all_seasons": BONUS_PATTERNS["4 season"],
}


def bonus_events(ruleset: Ruleset, state: State, seat: int, seats: tuple[str, ...]) -> Iterator[Event]:
    """What is paid for the bonus tile that a player has just laid down."""
    if not ruleset.definition.bonus_payments:
        return
    own, wind = state.players[seat].bonus, seats[seat]
    for cause, pattern in _CAUSES.items():
        if pattern.number(own, wind, state.round) > pattern.number(own[:-1], wind, state.round):
            yield from _paid_for(cause, ruleset, seats, seat)


def claim_events(ruleset: Ruleset, state: State, set_: Melded, seats: tuple[str, ...]) -> Iterator[Event]:
    """What is paid for a set that was just claimed: of East's first discard, which is the first of the hand."""
    if state.discards == 1 and set_.other == EAST:
        yield from _paid_for(f"first_discard_{set_.type}", ruleset, seats, set_.seat)


def _paid_for(cause: str, ruleset: Ruleset, seats: tuple[str, ...], seat: int) -> Iterator[Event]:
    for name, payment in ruleset.definition.bonus_payments.items():
        if payment.cause == cause:
            yield paid_event(name, seat, settle_bonus(payment, seats, seats[seat]))


def paid_event(name: str, seat: int, settlement: EventSettlement) -> Paid:
    """The event of a payment at once for what a player did."""
    method = settlement.settles_by
    by = None if method is None else SettlesBy(method, settlement.players[0])
    return Paid(seat, name, settlement.title, settlement.transfers, by)
