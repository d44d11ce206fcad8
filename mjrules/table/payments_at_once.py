"""What is paid at once while a hand is played: bonus payments that the table notices."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.event_fields import EAST
from ..play.events import Event, Melded, Paid, SettlesBy
from ..play.state import State
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_bonus
from ..settlement.settled import EventSettlement


def bonus_events(ruleset: Ruleset, state: State, seat: int, seats: tuple[str, ...]) -> Iterator[Event]:
    """What is paid for the bonus tile that a player has just laid down."""
    own, wind = state.players[seat].bonus, seats[seat]
    for name, pattern in ruleset.book.paid_for_bonus.items():
        if pattern.number(own, wind, state.round) > pattern.number(own[:-1], wind, state.round):
            yield _paid(name, ruleset, seats, seat)


def claim_events(ruleset: Ruleset, state: State, set_: Melded, seats: tuple[str, ...]) -> Iterator[Event]:
    """What is paid for a set that was just claimed: of East's first discard, which is the first of the hand."""
    if state.discards == 1 and set_.other == EAST:
        for name, payment in ruleset.definition.bonus_payments.items():
            if payment.cause == f"first_discard_{set_.type}":
                yield _paid(name, ruleset, seats, set_.seat)


def _paid(name: str, ruleset: Ruleset, seats: tuple[str, ...], seat: int) -> Paid:
    """The event of a payment to a seat."""
    return paid_event(name, seat, settle_bonus(ruleset.definition.bonus_payments[name], seats, seats[seat]))


def paid_event(name: str, seat: int, settlement: EventSettlement) -> Paid:
    """The event of a payment at once for what a player did."""
    method = settlement.settles_by
    by = None if method is None else SettlesBy(method, settlement.players[0])
    return Paid(seat, name, settlement.title, settlement.transfers, by)
