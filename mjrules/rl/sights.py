"""What a seat sees, as an array of small numbers with a fixed place for everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..play.event_fields import NO_TILE
from ..play.seat_state import TILES, Player
from ..play.state import Claims, Over, State
from ..ruleset.load import loaded
from ..ruleset.ruleset import Ruleset
from ..table.table import Table
from ..tiles.tile import KIND, STANDING, Tile
from .action_numbers import MoveSpace

Array = NDArray[Any]
MOST = 255
"""What no number of an observation goes beyond."""
FOUR_WINDS = ("E", "S", "W", "N")
PHASES = ("deal", "turn", "claims", "over")
KINDS_OF_SETS = ("chow", "pung", "kong")
_WIND_AT = {wind: place for place, wind in enumerate(FOUR_WINDS)}
_PHASE_AT = {phase: place for place, phase in enumerate(PHASES)}
_SET_AT = {kind: place for place, kind in enumerate(KINDS_OF_SETS, 1)}
COUNTED_OF_PLAYERS = ("tiles in hand", "chows", "pungs", "kongs", "sets face down", "dead", "finished")
PLAYER_PARTS = ("discards", "sets", "laid aside", "counts", "declared")
"""What is told of every player, each with the number of the player."""


class SightSpace:
    """The places of an observation: `layout` has, by the name of each part, where it begins and ends.

    Tiles are counted by their numbers, 46 places each. Players are numbered from the one who sees, 0, in the order of
    play. `words` are what players may have declared.
    """

    def __init__(self, ruleset: Ruleset | str, moves: MoveSpace | None = None) -> None:
        ruleset = loaded(ruleset)
        self.seats = ruleset.definition.table.seats
        self.words = (moves or MoveSpace(ruleset)).words
        self._word_at = {word: place for place, word in enumerate(self.words)}
        self.layout: dict[str, slice] = {}
        self.size = 0
        number = len(self.seats)
        for name in ("hand", "chosen", "drawn", "open", "turned up"):
            self._part(name, TILES)
        for seat in range(number):
            for name, size in zip(
                PLAYER_PARTS, (TILES, TILES, TILES, len(COUNTED_OF_PLAYERS), len(self.words)), strict=True
            ):
                self._part(f"{name} {seat}", size)
        self._part("round", len(FOUR_WINDS))
        self._part("seat", len(FOUR_WINDS))
        self._part("turn", number)
        self._part("by", number)
        self._part("phase", len(PHASES))
        self._part("left", 1)
        self._first = {name: part.start for name, part in self.layout.items()}
        self._players = [[self._first[f"{name} {seat}"] for name in PLAYER_PARTS] for seat in range(number)]

    def _part(self, name: str, size: int) -> None:
        self.layout[name] = slice(self.size, self.size + size)
        self.size += size

    def fill(self, table: Table, seat: int, chosen: Sequence[Tile], out: Array) -> None:
        """Write what the player at a seat sees now into an array of `size` numbers, which held anything; as `seen`."""
        out[:] = np.frombuffer(self.seen(table, seat, chosen), dtype=np.uint8)

    def seen(self, table: Table, seat: int, chosen: Sequence[Tile]) -> bytearray:
        """What the player at a seat sees now, as `size` bytes.

        `chosen` are the tiles that the player has chosen so far, where several are given.
        """
        seen, at, state = bytearray(self.size), self._first, table.state
        phase, number = state.phase, len(self.seats)
        claims = phase if isinstance(phase, Claims) else None
        face_down = _kongs_face_down(table)
        hand = at["hand"]
        seen[hand : hand + TILES] = bytes(state.players[seat].counts)
        for tile in chosen:
            seen[at["chosen"] + tile] += 1
        if state.turn == seat and state.drawn != NO_TILE:
            seen[at["drawn"] + state.drawn] = 1
        shown = table.rules.discards == "face_up"
        for ahead, places in enumerate(self._players):
            place = (seat + ahead) % number
            player, first = state.players[place], places[0]
            if shown:
                for tile in player.unclaimed:
                    seen[first + tile] += 1
            elif claims is not None and not claims.kong and claims.seat == place:
                seen[first + player.unclaimed[-1]] = 1
            seen[places[3]] = player.size
            if player.bonus or player.aside or player.out or player.flags:
                self._apart(seen, places, player)
            if player.melds:
                self._sets(seen, places, player, face_down=face_down and ahead > 0)
        self._open_tile(seen, state, claims, seat, face_down=face_down)
        seen[at["round"] + _WIND_AT[state.round]] = 1
        seen[at["seat"] + _WIND_AT[self.seats[seat]]] = 1
        seen[at["phase"] + _PHASE_AT[phase.name]] = 1
        seen[at["left"]] = min(state.live(), MOST)
        return seen

    def _open_tile(self, out: bytearray, state: State, claims: Claims | None, seat: int, *, face_down: bool) -> None:
        """Whose turn it is, or who gave the tile that may be claimed, and what was turned up of the wall."""
        at, number = self._first, len(self.seats)
        if claims is not None:
            out[at["by"] + (claims.seat - seat) % number] = 1
            if claims.kong != "concealed" or not face_down:
                out[at["open"] + claims.tile] = 1
        out[at["turn"] + ((state.turn if claims is None else claims.seat) - seat) % number] = 1
        for tile in state.turned_up.values():
            out[at["turned up"] + tile] += 1

    def _apart(self, out: bytearray, places: Sequence[int], player: Player) -> None:
        """What a player has laid aside and declared, and whether the player still plays."""
        _, _, aside, counts, declared = places
        for tile in player.bonus:
            out[aside + tile] += 1
        for tile, _ in player.aside:
            out[aside + tile] += 1
        out[counts + 5] = player.dead
        out[counts + 6] = player.finished
        for flag in player.flags:
            out[declared + self._word_at[flag]] = 1

    @staticmethod
    def _sets(out: bytearray, places: Sequence[int], player: Player, *, face_down: bool) -> None:
        """The declared sets of a player; concealed kongs may lie `face_down`."""
        _, sets, _, counts, _ = places
        for meld in player.melds:
            out[counts + _SET_AT[meld.type]] += 1
            if face_down and meld.concealed:
                out[counts + 1 + len(KINDS_OF_SETS)] += 1
                continue
            for tile in meld.tiles:
                out[sets + (tile if tile < STANDING else KIND[tile])] += 1

    def read(self, observation: Array) -> dict[str, list[int]]:
        """The parts of an observation by their names."""
        return {name: [int(number) for number in observation[place]] for name, place in self.layout.items()}

    def empty(self, number: int | None = None) -> Array:
        """An array for an observation, or for so many."""
        return np.zeros(self.size if number is None else (number, self.size), dtype=np.uint8)


def _kongs_face_down(table: Table) -> bool:
    """Whether the concealed kongs of others cannot be seen."""
    rules, over = table.rules, isinstance(table.state.phase, Over)
    return rules.concealed_kongs == "all_down" and not rules.robs_concealed and not over
