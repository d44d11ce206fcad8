"""What is paid at once while a hand is played: bonus payments that the table notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..play.events import Event
from ..play.state import State
from ..ruleset.play_rules import BonusPayment
from ..ruleset.ruleset import Ruleset
from ..settling import answers_to
from ..tiles import BONUS

BONUS_SETS = {"all_flowers": tuple(BONUS[:4]), "all_seasons": tuple(BONUS[4:])}
EAST = 0


def bonus_events(ruleset: Ruleset, state: State, seat: int, seats: Sequence[str]) -> Iterator[Event]:
    """What is paid for the bonus tile that a player has just laid down."""
    payments = ruleset.definition.bonus_payments
    if not payments:
        return
    own = state.players[seat].bonus
    for cause, tiles in BONUS_SETS.items():
        if own[-1] in tiles and all(tile in own for tile in tiles):
            yield from _paid_for(cause, payments, ruleset, seats, seat)


def claim_events(ruleset: Ruleset, state: State, seat: int, kind: str, seats: Sequence[str]) -> Iterator[Event]:
    """What is paid for a set that was just claimed: of East's first discard, which is the first of the hand."""
    payments = ruleset.definition.bonus_payments
    if payments and state.discards == 1 and state.other == EAST:
        yield from _paid_for(f"first_discard_{kind}", payments, ruleset, seats, seat)


def _paid_for(
    cause: str, payments: Mapping[str, BonusPayment], ruleset: Ruleset, seats: Sequence[str], seat: int
) -> Iterator[Event]:
    for name, payment in payments.items():
        if payment.cause == cause:
            answers = answers_to({"kind": "bonus", "event": name, "player": seats[seat]}, ruleset)
            yield paid_event(name, seat, answers)


def paid_event(name: str, seat: int, answers: Mapping[str, Any]) -> Event:
    """The event of a payment at once for what a player did, out of the answers of a settlement record."""
    data = {"title": answers["title"], "transfers": answers["transfers"]}
    if "settles_by" in answers:
        data["settles_by"] = answers["settles_by"]
    return Event("paid", seat, word=name, data=data)
