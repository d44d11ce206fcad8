"""Settlements as values: who pays whom, and why; records are made of them where they are given out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any

from ..declared.frozen_class import frozen_class
from ..declared.named_tuple import NamedTuple
from ..hands.hand import Hand
from ..scoring.item import Item
from ..settlement_method import Transfer, net_amounts


class Change(NamedTuple):
    """An amount in counters: how many of each kind, None where none make it, and what is to be said of it."""

    counters: Mapping[str, int] | None
    note: str

    def to_record(self) -> dict[str, Any]:
        """What it adds to the record of a transfer."""
        return {"counters": self.counters, **({"note": self.note} if self.note else {})}


@frozen_class()
class Settlement:
    """Who pays whom; transfers of nothing are left out. `change` has the amounts in counters, where that is asked."""

    seats: tuple[str, ...]
    transfers: tuple[Transfer, ...] = ()
    change: Mapping[int, Change] = field(default_factory=dict, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "transfers", tuple(item for item in self.transfers if item.amount))

    @property
    def net(self) -> dict[str, int]:
        """What each seat gains or loses in all."""
        return net_amounts(self.transfers, self.seats)

    def to_record(self) -> dict[str, Any]:
        """The answers to a settlement record."""
        change = {amount: found.to_record() for amount, found in self.change.items()}
        transfers = [{**item._asdict(), **change.get(item.amount, {})} for item in self.transfers]
        return {"transfers": transfers, "net": self.net}


class Outcome(NamedTuple):
    """How a hand ended, and what all are worth: `values` by seat; `winner` is None for a drawn hand.

    `items` are the items of every hand, where hands were scored; then `hand` and `totals` are those of the winner.
    Who is `out` has left the game; `first` is false for all but the first who wins by a tile. `self_drawn` is None
    where nobody says it, and `discarder` too, or where the tile was drawn. `contradictions` are what cannot be of
    these hands, `notes` what else is odd. `numbers` are those of the match where no hands say them.
    """

    values: Mapping[str, int]
    winner: str | None
    self_drawn: bool | None
    discarder: str | None
    dead: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    cut: Mapping[str, int] = {}
    items: Mapping[str, Iterable[Item]] | None = None
    contradictions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    hand: Hand | None = None
    totals: Mapping[str, Any] = MappingProxyType({})
    out: frozenset[str] = frozenset()
    first: bool = True
    numbers: Mapping[str, int] = MappingProxyType({})


class Dispute(NamedTuple):
    """A claim that differs from what the hand is worth, and what counts."""

    seat: str
    claimed: int
    computed: int
    counts: int


@frozen_class(kw_only=True)
class WinSettlement(Settlement):
    """The settlement of a hand that ended; `disputes` is None where nobody claimed anything."""

    outcome: Outcome
    method: str
    disputes: tuple[Dispute, ...] | None = None

    def to_record(self) -> dict[str, Any]:
        """The answers to a settlement record."""
        hand = self.outcome
        items = {seat: [item.to_record() for item in found] for seat, found in (hand.items or {}).items()}
        disputes = [{**item._asdict(), "items": items[item.seat]} for item in self.disputes or ()]
        return {
            "scores": hand.values,
            **({} if self.disputes is None else {"disputes": disputes}),
            "method": self.method,
            **({} if hand.items is None else {"items": items}),
            "winner": hand.winner,
            "self_drawn": hand.self_drawn,
            "discarder": hand.discarder,
            "dead_hands": [seat for seat in self.seats if seat in hand.dead],
            "specials": [seat for seat in self.seats if seat in hand.special],
            **({"notes": notes} if (notes := [*hand.contradictions, *hand.notes]) else {}),
            **super().to_record(),
        }


@frozen_class(kw_only=True)
class EventSettlement(Settlement):
    """What all others pay a player at once, or what a fault costs `players`.

    A fault has what follows for play (`then`); one that `settles_by` a method costs nothing, but the win is
    settled by that method, with the player at fault as discarder.
    """

    title: str
    players: tuple[str, ...]
    amount_each: int = 0
    then: str | None = None
    affected_amount: int | None = None
    settles_by: str | None = None

    def to_record(self) -> dict[str, Any]:
        """The answers to a settlement record."""
        by = {"method": self.settles_by, "discarder": self.players[0]}
        is_fault, replaced = self.then is not None, self.settles_by is not None
        return {
            "title": self.title,
            **({"then": self.then} if is_fault else {}),
            **({"settles_by": by} if replaced else {}),
            "amount_each": self.amount_each,
            **({"affected_amount": self.affected_amount} if is_fault and not replaced else {}),
            **super().to_record(),
        }


@frozen_class(kw_only=True)
class PotSettlement(Settlement):
    """What all paid into a pot, `stake` after each of the `draws`; the `winner` has it, None while nobody has won."""

    title: str
    stake: int
    draws: int
    winner: str | None

    @property
    def pot(self) -> int:
        """What all paid in."""
        return self.stake * self.draws * len(self.seats)

    def to_record(self) -> dict[str, Any]:
        """The answers to a settlement record; nothing of transfers while nobody has won."""
        return {
            "title": self.title,
            "stake": self.stake,
            "pot": self.pot,
            "contributions": dict.fromkeys(self.seats, -self.stake * self.draws),
            "paid_to_winner": 0 if self.winner is None else self.pot,
            **({} if self.winner is None else super().to_record()),
        }
