"""What a seat sees, as an array of small numbers with a fixed place for everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..hands.meld import MELD_TYPES
from ..hands.record import SEATS
from ..play.event_fields import NO_TILE, NOBODY
from ..play.events import Bonus, Chow, Discard, Draw, Drawn, End, Mahjong, Pass, PlayerEvent, Pung, Ready
from ..play.phases import Claims, Over, Turn
from ..play.seat_state import TILES
from ..play.state import State
from ..ruleset.load import NamedRuleset, loaded
from ..table.errors import TableError
from ..table.table import Table
from ..tiles.tile import KIND, STANDING, Tile
from .action_numbers import MoveSpace

Array = NDArray[Any]
MOST = 255
"""What no number of an observation goes beyond."""
PHASES = ("deal", "turn", "claims", "over")
_WIND_AT = {wind: place for place, wind in enumerate(SEATS)}
_PHASE_AT = {phase: place for place, phase in enumerate(PHASES)}
_SET_AT = {kind: place for place, kind in enumerate(MELD_TYPES, 1)}
COUNTED_OF_PLAYERS = ("tiles in hand", "chows", "pungs", "kongs", "sets face down", "dead", "finished")
PLAYER_PARTS = ("discards", "sets", "laid aside", "counts", "declared")
"""What is told of every player, each with the number of the player."""
_SETS, _ASIDE, _COUNTS, _DECLARED = TILES, 2 * TILES, 3 * TILES, 3 * TILES + len(COUNTED_OF_PLAYERS)
"""Where these begin in what is told of a player; the discards come first."""
_SIZE, _FACE_DOWN = _COUNTS, _COUNTS + COUNTED_OF_PLAYERS.index("sets face down")
_ONLY_SAID: Final = frozenset([Pass, Chow, Pung, Mahjong, Draw, Ready])
"""Events of players that change nothing of what lies there."""
_NOTHING = bytearray()


class SightSpace:
    """The places of an observation: `layout` has, by the name of each part, where it begins and ends.

    Tiles are counted by their numbers, 50 places each. Players are numbered from the one who sees, 0, in the order of
    play. `words` are what players may have declared.
    """

    def __init__(self, ruleset: NamedRuleset, moves: MoveSpace | None = None) -> None:
        ruleset = loaded(ruleset)
        self.seats = ruleset.definition.table.seats
        self.words = (moves or MoveSpace(ruleset)).words
        self.word_at = {word: place for place, word in enumerate(self.words)}
        """The place of each of them in what a player has declared."""
        self.layout: dict[str, slice] = {}
        self.size = 0
        number = len(self.seats)
        for name in ("hand", "chosen", "drawn", "open", "turned up"):
            self._part(name, TILES)
        self.before = bytes(self.size - TILES)
        """So many places stand between the hand and the players; nothing stands there yet, nor `behind` these."""
        sizes = (TILES, TILES, TILES, len(COUNTED_OF_PLAYERS), len(self.words))
        self.of_player = sum(sizes)
        """How many places a player has."""
        for seat in range(number):
            for name, size in zip(PLAYER_PARTS, sizes, strict=True):
                self._part(f"{name} {seat}", size)
        ends = self.size
        self._part("round", len(SEATS))
        self._part("seat", len(SEATS))
        self._part("turn", number)
        self._part("by", number)
        self._part("phase", len(PHASES))
        self._part("left", 1)
        self.behind = bytes(self.size - ends)
        self.first = {name: part.start for name, part in self.layout.items()}
        """Where each part begins."""

    def __deepcopy__(self, memo: object) -> SightSpace:
        """The same, as nothing of it changes."""
        return self

    def _part(self, name: str, size: int) -> None:
        self.layout[name] = slice(self.size, self.size + size)
        self.size += size

    def fill(self, table: Table, seat: int, chosen: Sequence[Tile], out: Array) -> None:
        """Write what the player at a seat sees now into an array of `size` numbers, which held anything.

        `chosen` are the tiles that the player has chosen so far, where several are given.
        """
        out[:] = np.frombuffer(Sights(self, table).seen(seat, chosen), dtype=np.uint8)

    def read(self, observation: Array) -> dict[str, list[int]]:
        """The parts of an observation by their names. Raises TableError for what is no observation."""
        if np.shape(observation) != (self.size,):
            raise TableError(f"expected an observation of {(self.size,)} numbers, got {np.shape(observation)}")
        return {name: [int(number) for number in observation[place]] for name, place in self.layout.items()}

    def empty(self, number: int | None = None) -> Array:
        """An array for an observation, or for so many."""
        return np.zeros(self.size if number is None else (number, self.size), dtype=np.uint8)


class Sights:
    """What is seen of one hand at a table, from any seat, as it goes on: `space` lays it out.

    What all see of a player is kept, and only what an event has changed is looked at again.
    """

    def __init__(self, space: SightSpace, table: Table) -> None:
        self.space, self.table = space, table
        self._state: State | None = None
        self._looked_at = 0
        """How many events are in what is kept."""
        self._players: list[bytearray] = []
        """What all see of each player, in the order of play."""
        self._shown = table.rules.discards == "face_up"

    def seen(self, seat: int, chosen: Sequence[Tile]) -> bytearray:
        """What the player at a seat sees now, as `space.size` bytes; `chosen` as for `SightSpace.fill`."""
        space, state = self.space, self.table.state
        at, number, own = space.first, len(space.seats), state.players[seat]
        self._look()
        players, phase = self._players, state.phase
        seen = _NOTHING.join((bytes(own.counts), space.before, *players[seat:], *players[:seat], space.behind))
        if players[seat][_FACE_DOWN]:
            first = at["discards 0"]
            seen[first : first + len(players[seat])] = self._player(seat, face_down=False)
        for tile in chosen:
            seen[at["chosen"] + tile] += 1
        for tile in state.turned_up.values():
            seen[at["turned up"] + tile] += 1
        giver = state.turn
        claims = phase if isinstance(phase, Claims) else state.late_claims(seat)
        if claims is not None:
            seen[at["by"] + (claims.seat - seat) % number] = 1
            if claims.kong != "concealed" or not self._kongs_face_down():
                seen[at["open"] + claims.tile] = 1
        if isinstance(phase, Claims):
            giver = phase.seat
            if not self._shown and not phase.kong:
                seen[at[f"discards {(giver - seat) % number}"] + phase.tile] = 1
        elif giver == seat and (drawn := phase.drawn if isinstance(phase, Turn) else state.drawn) != NO_TILE:
            seen[at["drawn"] + drawn] = 1
        seen[at["turn"] + (giver - seat) % number] = 1
        seen[at["round"] + _WIND_AT[state.round]] = 1
        seen[at["seat"] + _WIND_AT[space.seats[seat]]] = 1
        seen[at["phase"] + _PHASE_AT[phase.name]] = 1
        seen[at["left"]] = min(state.live(), MOST)
        return seen

    def _look(self) -> None:
        """Look at what has happened since the last time."""
        log, state = self.table.log, self.table.state
        if state is not self._state:
            self._state, self._looked_at = state, len(log)
            face_down = self._kongs_face_down()
            self._players = [self._player(seat, face_down=face_down) for seat in range(len(state.players))]
            return
        touched: set[int] = set()
        for event in log[self._looked_at :]:
            kind = type(event)
            if kind is Discard:
                own = self._players[event[0]]
                own[_SIZE] -= 1
                own[event[1]] += self._shown
            elif kind is Drawn:
                self._players[event[0]][_SIZE] += 1
            elif kind is Bonus:
                own = self._players[event[0]]
                own[_SIZE] -= 1
                own[_ASIDE + event[1]] += 1
            elif kind is End:
                touched.update(range(len(state.players)))
            elif kind not in _ONLY_SAID and isinstance(event, PlayerEvent):
                touched.update((event.seat, getattr(event, "other", event.seat)))
        self._looked_at = len(log)
        for seat in touched:
            if seat != NOBODY:
                self._players[seat] = self._player(seat, face_down=self._kongs_face_down())

    def _player(self, seat: int, *, face_down: bool) -> bytearray:
        """What is seen of a player; concealed kongs may lie `face_down`."""
        player, found = self.table.state.players[seat], bytearray(self.space.of_player)
        if self._shown:
            for tile in player.unclaimed:
                found[tile] += 1
        found[_SIZE] = player.size
        for tile in (*player.bonus, *[tile for tile, _ in player.aside]):
            found[_ASIDE + tile] += 1
        found[_COUNTS + 5], found[_COUNTS + 6] = player.dead, player.finished
        for flag in player.flags:
            found[_DECLARED + self.space.word_at[flag]] = 1
        for meld in player.melds:
            found[_COUNTS + _SET_AT[meld.type]] += 1
            if face_down and meld.concealed:
                found[_FACE_DOWN] += 1
                continue
            for tile in meld.tiles:
                found[_SETS + (tile if tile < STANDING else KIND[tile])] += 1
        return found

    def _kongs_face_down(self) -> bool:
        """Whether the concealed kongs of others cannot be seen."""
        return self.table.rules.hides_kongs and not isinstance(self.table.state.phase, Over)
