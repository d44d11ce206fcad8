"""What a house rule sees of a hand in play: everything, and nothing of it can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Literal, NoReturn

from ..hands.meld import Meld
from ..tiles.tile import Tile
from .event_fields import NO_TILE
from .phases import Claims, Deal, Turn
from .seat_state import Player
from .state import State


def _same(path: str, about: str) -> Any:
    """What is looked up, as it is."""
    return property(attrgetter(path), doc=about)


def _list(path: str, about: str) -> Any:
    """A list, as a tuple."""
    own = attrgetter(path)
    return property(lambda seen: tuple(own(seen)), doc=about)


class _Seen:
    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} cannot be changed: what a house rule changes in a hand, it changes by events")


class PlayerInPlay(_Seen):
    """What one seat has; see `Player`."""

    __slots__ = ("_player",)

    _player: Player

    def __init__(self, player: Player) -> None:
        object.__setattr__(self, "_player", player)

    counts: tuple[int, ...] = _list("_player.counts", "How often each tile is in hand, by its number.")
    melds: tuple[Meld, ...] = _list("_player.melds", "The declared sets.")
    bonus: tuple[Tile, ...] = _list("_player.bonus", "The bonus tiles.")
    aside: tuple[tuple[Tile, str], ...] = _list(
        "_player.aside", "Tiles laid aside, each with the field that tells of it."
    )
    pond: tuple[Tile, ...] = _list("_player.pond", "The discards.")
    unclaimed: tuple[Tile, ...] = _list("_player.unclaimed", "The discards that nobody claimed.")
    flags: tuple[str, ...] = _same("_player.flags", "What the player has declared.")
    size: int = _same("_player.size", "How many tiles are in hand.")
    dead: bool = _same("_player.dead", "Whether the hand is dead.")
    finished: bool = _same("_player.finished", "Whether the player has won, and the others play on.")
    out: bool = _same("_player.out", "Whether the player has no turns any more: the hand is dead, or has won.")
    barred: bool = _same("_player.barred", "Whether the player cannot win this hand.")
    short: bool = _same("_player.short", "Whether the hand can never be whole again.")
    draws: int = _same("_player.draws", "How often the player has drawn in turn.")
    claims: int = _same("_player.claims", "How many sets the player has claimed.")

    def tiles(self) -> list[Tile]:
        """The tiles in hand, in order."""
        return self._player.tiles()


class HandInPlay(_Seen):
    """A hand in play; see `State`. `phase` is what the table waits for."""

    __slots__ = ("_state", "players")

    _state: State
    players: tuple[PlayerInPlay, ...]

    def __init__(self, state: State) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "players", tuple(map(PlayerInPlay, state.players)))

    phase: Literal["deal", "turn", "claims", "over"] = _same("_state.phase.name", "What the table waits for.")
    turn: int = _same("_state.turn", "The player who has the turn, or had the last one.")
    drawn: Tile = _same("_state.drawn", "The tile drawn in this turn, else NO_TILE.")
    tile: Tile = _same("_state.tile", "The tile that may be claimed, or that was last, else NO_TILE.")
    discards: int = _same("_state.discards", "How many tiles were discarded.")
    melds: int = _same("_state.melds", "How many sets were claimed, and kongs declared, by all.")
    front: int = _same("_state.wall.front", "How many tiles have gone from the front of the wall.")
    taken: int = _same("_state.wall.taken", "How many tiles have gone from the end of the wall.")
    dead_wall: int = property(
        lambda seen: 0 if seen._state.wall.own else seen._state.wall.dead,
        doc="How many tiles are kept back at the end of the wall; none where every seat has a wall of its own.",
    )  # type: ignore[assignment]
    round: str = _same("_state.round", "The round wind.")
    points: tuple[int, ...] = _list("_state.points", "What every player has, with what was paid in this hand.")
    exhausted: bool = _same("_state.exhausted", "Whether no play follows any more, because nobody can win.")
    turned_up: Mapping[int, Tile] = property(
        lambda seen: dict(seen._state.turned_up), doc="The tiles of the wall that were turned up, by their places."
    )  # type: ignore[assignment]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of those who are not out, in the order of play."""
        return tuple([seat for seat, player in enumerate(self._state.players) if not player.out])

    @property
    def ready(self) -> bool:
        """Whether all bonus tiles of the deal are replaced, or are not replaced before all else that comes first."""
        phase = self._state.phase
        if not isinstance(phase, Deal):
            return True
        return phase.ready == len(self.players) or (self._state.bonus_last and phase.ready == 0)

    @property
    def kong(self) -> str:
        """What may be robbed: the tile of a concealed or added kong, aside or bonus; empty where it is a discard."""
        phase = self._state.phase
        return phase.kong if isinstance(phase, Claims) else ""

    @property
    def kong_drawn(self) -> Tile:
        """The tile that the player had drawn in this turn whose kong may be robbed; NO_TILE where there was none."""
        phase = self._state.phase
        return phase.drawn if isinstance(phase, Claims) else NO_TILE

    @property
    def owed(self) -> bool:
        """Whether a loose tile may still be taken for a kong in this turn."""
        phase = self._state.phase
        return isinstance(phase, Turn) and phase.owed

    def kongs(self) -> int:
        """How many kongs there are, of all players."""
        return self._state.kongs()

    def coming(self, number: int) -> tuple[int, ...]:
        """The places of the next so many tiles of the wall, the dead wall counted; fewer where it has no more, none
        where every seat has a wall of its own."""
        return self._state.wall.coming(number)

    def spare(self, seat: int) -> bool:
        """Whether there is a tile for a kong of a seat, or for one that it lays aside."""
        return self._state.spare(seat)

    def claiming(self, seat: int) -> bool:
        """Whether a seat would claim the tile that lies open, be it late, and not use one that it drew."""
        return self._state.claiming(seat)

    def live(self) -> int:
        """How many tiles may still be drawn in turn; of own walls those of the player who draws next."""
        return self._state.live()
