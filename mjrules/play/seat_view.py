"""What one seat may see of a hand, as house rules are given it when they advise its player."""

from __future__ import annotations

from typing import Any, Protocol

from ..declared.named_tuple import NamedTuple
from ..tiles.tile import Tile
from .event_fields import tiles_text
from .events import Action, Event


class Seen(NamedTuple):
    """What can be seen of one player: tiles that cannot are -1.

    `seat` is the wind of the seat, `tiles` are those in hand, `sets` the declared sets, each as its type (`chow`,
    `pung`, `kong`, …) and its tiles, `bonus` the bonus tiles, `discards` those that were not claimed, `flags` what the
    player has declared, `aside` the tiles that were laid aside by a house rule. The hand may be `dead`, or `finished`:
    it has won, and the others play on.
    """

    seat: str
    tiles: tuple[Tile, ...]
    sets: tuple[tuple[str, tuple[Tile, ...]], ...]
    bonus: tuple[Tile, ...]
    discards: tuple[Tile, ...]
    flags: tuple[str, ...]
    dead: bool
    finished: bool = False
    aside: tuple[Tile, ...] = ()

    def to_record(self) -> dict[str, Any]:
        """As one JSON object; hidden tiles are `?`."""
        return {
            "seat": self.seat,
            "tiles": tiles_text(self.tiles),
            "sets": [{"type": kind, "tiles": tiles_text(tiles)} for kind, tiles in self.sets],
            "bonus": tiles_text(self.bonus),
            "discards": tiles_text(self.discards),
            "flags": list(self.flags),
            "dead": self.dead,
            **({"finished": True} if self.finished else {}),
            **({"aside": tiles_text(self.aside)} if self.aside else {}),
        }


class SeatView(Protocol):
    """What one seat may see of a hand, at one moment: the `mjrules.View` of the seat.

    Seats are winds here (`seat`, `turn`, `by`), and numbers in actions and events: `players[action.seat]` is who does
    an action. Tiles are numbers, which `tile_text` writes. A legal kong of the own turn does not say what it will be:
    it is concealed where all four tiles are among `tiles`, else added to a pung of `sets`.
    """

    @property
    def seat(self) -> str:
        """The wind of the seat."""

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat may do."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that the seat has in hand."""

    @property
    def drawn(self) -> Tile:
        """The tile that the seat itself has drawn; -1 for none."""

    @property
    def players(self) -> tuple[Seen, ...]:
        """What can be seen of each player, in the order of play."""

    @property
    def round(self) -> str:
        """The round wind."""

    @property
    def phase(self) -> str:
        """What the table waits for: `deal`, `turn`, `claims` or `over`."""

    @property
    def turn(self) -> str:
        """Whose turn it is, or who gave the tile that may be claimed."""

    @property
    def open(self) -> Tile:
        """The tile that may be claimed; -1 for none, or for one that cannot be seen."""

    @property
    def by(self) -> str:
        """Whose tile may be claimed; empty where none may be."""

    @property
    def left(self) -> int:
        """How many tiles can still be drawn."""

    @property
    def loose(self) -> int:
        """How many tiles lie on the wall as loose tiles."""

    @property
    def turned_up(self) -> tuple[Tile, ...]:
        """The tiles of the wall that were turned up, in their order."""

    @property
    def wild(self) -> tuple[Tile, ...]:
        """The kinds of tiles that are jokers for the seat, beside those that are jokers in any case."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat saw and heard, in its order."""

    def to_record(self) -> dict[str, Any]:
        """As one JSON object."""
