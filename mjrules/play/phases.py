"""Phases: what the table waits for in a hand, before play, in a turn, while a tile may be claimed, or no more."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

from ..tiles.tile import Tile
from .event_fields import NO_TILE
from .events import Action

CAN_CHOW: Final = 1
CAN_PUNG: Final = 2
CAN_KONG: Final = 4
CAN_WIN: Final = 8
CAN_DRAW: Final = 16
"""What a player may claim, as bits; or draw the next tile while others may claim."""
CAN_ANYTHING: Final = 31

ASIDE: Final = "aside"
LAID_BONUS: Final = "bonus"
"""In place of how a kong was declared: what may be robbed is a tile laid aside, or a bonus tile."""

_Value = TypeVar("_Value")


def changed(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    """The values of all seats, with another one for a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


class Deal:
    """Before play: how many seats have replaced their bonus tiles (`ready`)."""

    name: ClassVar[str] = "deal"

    def __init__(self) -> None:
        self.ready: int = 0


class Turn:
    """A player has a turn, and discards in the end.

    `drawn` is the tile that was drawn (NO_TILE after a claim), `last` says that no other may be drawn after it, and
    `replaced` that it stands for a bonus tile. `kongs` were declared one after another, and for one a loose tile may
    still be taken if it is `owed`. `before` are the claims for the tile before, some of which may come late; where
    nobody could claim it, `passed` says whose it was, what tile, and in which turn it was discarded.
    """

    name: ClassVar[str] = "turn"

    def __init__(self, before: Claims | None, drawn: Tile = NO_TILE) -> None:
        self.before: Claims | None = before
        self.passed: tuple[int, Tile, Turn] | None = None
        self.drawn: Tile = drawn
        self.has_drawn: bool = drawn != NO_TILE
        self.last: bool = False
        self.replaced: bool = False
        self.kongs: int = 0
        self.owed: bool = False


class Claims:
    """The `tile` that a `seat` gave in its `turn` may be claimed, or robbed: that of a `kong` (concealed, added), or
    one that was laid down (aside, bonus).

    `drawn` is what the player of a kong had drawn, `named` what the tile was called. `may` has what each seat may
    claim, `answers` what the seats said, and `late` what they may still claim after the next tile was drawn. Of a tile
    that was called by a wrong name, `by_name` has what each could claim if it were the one named, and `misled` who
    called for that, and what.
    """

    name: ClassVar[str] = "claims"

    def __init__(self, seat: int, tile: Tile, turn: Turn, seats: int, named: Tile = NO_TILE, kong: str = "") -> None:
        self.seat: int = seat
        self.tile: Tile = tile
        self.turn: Turn = turn
        self.named: Tile = named
        self.kong: str = kong
        self.drawn: Tile = NO_TILE
        nothing: tuple[int, ...] = (0,) * seats
        self.may: tuple[int, ...] = nothing
        self.answers: tuple[Action | None, ...] = (None,) * seats
        self.late: tuple[int, ...] = nothing
        self.by_name: tuple[int, ...] = nothing
        self.misled: tuple[tuple[int, str], ...] = ()

    def answered(self, seat: int, answer: Action | None) -> None:
        """A seat says whether it claims; None: it has not said so any more."""
        self.answers = changed(self.answers, seat, answer)

    def forbid(self, seat: int, bits: int) -> None:
        """A seat may not claim any more what these bits say."""
        self.may = changed(self.may, seat, self.may[seat] & ~bits)
        self.late = changed(self.late, seat, self.late[seat] & ~bits)


class Over:
    """The hand is over, which was in another phase before."""

    name: ClassVar[str] = "over"

    def __init__(self, before: Deal | Turn | Claims) -> None:
        self.before: Deal | Turn | Claims = before
