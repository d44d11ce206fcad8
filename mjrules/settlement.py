"""Settlement: who pays whom. Methods are plugins; amounts are whole numbers and sum to zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Transfer(NamedTuple):
    """An amount that one seat pays to another, and why."""

    payer: str
    payee: str
    amount: int
    because: str = ""


class Win(NamedTuple):
    """A won hand to be settled: `discarder` is None for a drawn tile; `value` includes everything."""

    winner: str
    discarder: str | None
    value: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class SettlementMethod:
    """How a won hand becomes transfers, given the settings of the ruleset.

    `settings` names the pydantic model of its settings as `module:class`; empty for none.
    """

    name: str
    about: str
    transfers: Callable[[Win, Mapping[str, Any]], Sequence[Transfer]]
    settings: str = ""


def seat_at(seat: str, side: str, seats: Sequence[str]) -> str | None:
    """The seat to the `left` (before), `right` (next) or `across`; None where nobody sits there."""
    place = seats.index(seat)
    if side == "right":
        return seats[(place + 1) % len(seats)]
    if side == "left":
        return seats[place - 1]
    return seats[(place + 2) % len(seats)] if len(seats) == 4 else None


def net_amounts(transfers: Sequence[Transfer], seats: Sequence[str]) -> dict[str, int]:
    """What each seat gains or loses in all; sums to zero."""
    net = dict.fromkeys(seats, 0)
    for transfer in transfers:
        net[transfer.payer] -= transfer.amount
        net[transfer.payee] += transfer.amount
    return net
