"""What is paid at once while a hand is played: bonus payments that the table notices."""

from __future__ import annotations

from collections.abc import Iterator

from ..play.event_fields import EAST
from ..play.events import Event, Melded, Paid, SettlesBy
from ..play.state import State
from ..ruleset.ruleset import Ruleset
from ..settlement import settle_bonus
from ..settlement.settled import EventSettlement
from ..tiles.tile import BONUS

BONUS_SETS = {"all_flowers": frozenset(BONUS[:4]), "all_seasons": frozenset(BONUS[4:])}


def bonus_events(ruleset: Ruleset, state: State, seat: int, seats: tuple[str, ...]) -> Iterator[Event]:
    """What is paid for the bonus tile that a player has just laid down."""
    own = state.players[seat].bonus
    if len(own) < 4 or not ruleset.definition.bonus_payments:
        return  # what is paid for is four of them
    for cause, tiles in BONUS_SETS.items():
        # Of several copies it completes another four where the hand has no more of it than of any other.
        if own[-1] in tiles and own.count(own[-1]) == min(map(own.count, tiles)):
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
