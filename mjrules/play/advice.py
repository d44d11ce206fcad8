"""What a house rule says to players that play by themselves of an action, and what it is told of their hand."""

from __future__ import annotations

from typing import Protocol

from ..declared.named_tuple import NamedTuple
from .seat_view import SeatView


class Advised(NamedTuple):
    """What a house rule says of an action: what it gains beside doing nothing, and why in a few words.

    `gain` is what the player is expected to be paid, in all; below 0 it should be left alone. Of several actions of
    which one must be chosen the one with the greatest gain is chosen, so there only the difference counts.
    """

    gain: int | float
    why: str


class Outlook(Protocol):
    """What a house rule is told of the hand of a player: no more than its seat may see, and what can be worked out.

    `view` is what the seat may see, with what is legal. `missing` is how many tiles its hand lacks, after the
    best discard where one is due; 99 where it can never win.
    """

    @property
    def view(self) -> SeatView:
        """What the seat may see."""

    @property
    def missing(self) -> int:
        """How many tiles the hand lacks."""

    def needs(self, tile: int) -> float:
        """How much the hand needs a tile that it has: what would be lost without it, less than 1 for one in the way."""

    def missing_without(self, tiles: str) -> int:
        """How many tiles the hand would lack if none of these, such as `123456789s`, may be in it."""

    def waiting(self, flags: tuple[str, ...] = (), claims: str = "win") -> float:
        """What a hand that waits for one tile is expected to be paid, if its player has declared these flags.

        `claims` is what wins from now on: any tile (`win`), or only one that is drawn (`none`). 0 where it does not
        wait.
        """
