"""What players say of a hand at the scorer's desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import book_faults as faults

HandGivenAt = str | Mapping[str, Any]
"""A hand as text or as a record."""


@dataclass(frozen=True, kw_only=True)
class HandSaid:
    """What players say of a hand, by their names: `hands`, `values`, both, each of other players, or `amounts`.

    `winners` are empty for a drawn hand. Several are in the order in which they won, and have hands or amounts: those
    who won by one discard, one after the other, won together. Without a `discarder` the tile was drawn, or the
    winner's hand says who it was; `discarders` says it of single winners. `hands` are hand texts or records, `values`
    what hands are worth, with the winner's `hand` if it is known, to be kept, and `numbers` that it would say besides.
    `amounts` are all told: with what came out of pots or went into them, which `pots` says then. `put` is what players
    put into pots while the hand was played, by pot. After a drawn hand, `ready` are those whose hands wait, `ponds`
    those whose discards are paid for, and `stopped` says that it ended before the wall did. `east` is who is East next,
    where the table does not know it. `difference` names what amounts do not sum to. `fault` is the id of a penalty of
    the ruleset by which the win is settled otherwise, such as one for which the discarder pays for all.
    """

    winners: tuple[str, ...] = ()
    discarder: str = ""
    discarders: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[str, HandGivenAt] = field(default_factory=dict)
    hand: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    amounts: Mapping[str, int] = field(default_factory=dict)
    pots: Mapping[str, int] = field(default_factory=dict)
    put: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    ponds: tuple[str, ...] = ()
    stopped: bool = False
    east: str = ""
    difference: str = ""
    fault: str = ""
    note: str = ""

    @property
    def how(self) -> str:
        """How the hand is entered."""
        said = {"values": self.values, "scored": self.hands, "amounts": self.amounts}
        return next((how for how, given in said.items() if given), "drawn")

    def discarder_of(self, winner: str) -> str:
        """Who discarded the tile of a winner, as far as that is said."""
        return self.discarders.get(winner, self.discarder)

    def faults(self) -> Iterator[str]:
        """What does not fit together."""
        if (self.amounts and (self.hands or self.values)) or {*self.hands} & {*self.values}:
            yield faults.ONE_WAY()
        if self.pots and not self.amounts:
            yield faults.POTS_WITH_AMOUNTS()
        if self.fault and (len(self.winners) != 1 or self.amounts):
            yield faults.FAULT_OF_ONE_WIN()
        if self.put and self.amounts:
            yield faults.AMOUNTS_ALL_TOLD()
        yield from self._faults_of_win() if self.winners else self._faults_of_draw()

    def _faults_of_win(self) -> Iterator[str]:
        """What does not fit a hand that was won."""
        if not (self.hands or self.values or self.amounts):
            yield faults.WINNERS_HAND()
        if len(self.winners) > 1 and self.values:
            yield faults.SEVERAL_WON()
        if len({*self.winners}) < len(self.winners):
            yield faults.WINS_TWICE()
        if self.ready or self.ponds or self.stopped:
            yield faults.ONLY_DRAWN()
        for winner in self.winners:
            if self.discarder_of(winner) == winner:
                yield faults.OWN_DISCARD(winner=winner)

    def _faults_of_draw(self) -> Iterator[str]:
        """What does not fit a hand that nobody has won."""
        if self.hands or self.values:
            yield faults.DRAWN_NO_HAND()
        if self.discarder:
            yield faults.DRAWN_NO_DISCARD()
        if self.stopped and (self.ready or self.ponds):
            yield faults.STOPPED_BEFORE()
