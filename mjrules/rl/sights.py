"""What a seat sees, as an array of small numbers with a fixed place for everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..play.event_fields import NO_TILE
from ..play.player import TILES
from ..ruleset.load import loaded
from ..ruleset.ruleset import Ruleset
from ..table.view import HIDDEN_SET, Seen, View
from ..tiles.tile import KIND, STANDING, Tile
from .moves import MoveSpace

Array = NDArray[Any]
MOST = 255
"""What no number of an observation goes beyond."""
FOUR_WINDS = ("E", "S", "W", "N")
PHASES = ("deal", "turn", "claims", "over")
KINDS_OF_SETS = ("chow", "pung", "kong")
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

    def fill(self, view: View, chosen: Sequence[Tile], out: Array) -> None:
        """Write what a seat sees into an array of `size` numbers, which held anything."""
        seen = bytearray(self.size)
        seats, at = self.seats, self._first
        first, number = seats.index(view.seat), len(seats)
        _count(seen, at["hand"], view.tiles)
        _count(seen, at["chosen"], chosen)
        _count(seen, at["drawn"], (view.drawn,))
        _count(seen, at["open"], (view.open,))
        _count(seen, at["turned up"], view.turned_up)
        players = view.players
        for ahead, places in enumerate(self._players):
            self._player(seen, places, players[(first + ahead) % number])
        seen[at["round"] + FOUR_WINDS.index(view.round)] = 1
        seen[at["seat"] + FOUR_WINDS.index(view.seat)] = 1
        seen[at["turn"] + (seats.index(view.turn) - first) % number] = 1
        if view.by:
            seen[at["by"] + (seats.index(view.by) - first) % number] = 1
        seen[at["phase"] + PHASES.index(view.phase)] = 1
        seen[at["left"]] = min(view.left, MOST)
        out[:] = np.frombuffer(seen, dtype=np.uint8)

    def _player(self, out: bytearray, places: Sequence[int], seen: Seen) -> None:
        """What can be seen of one player."""
        discards, sets, aside, counts, declared = places
        _count(out, discards, seen.discards)
        if seen.bonus or seen.aside:
            _count(out, aside, (*seen.bonus, *seen.aside))
        out[counts] = len(seen.tiles)
        for kind, tiles in seen.sets:
            _count(out, sets, tiles)
            out[counts + 1 + KINDS_OF_SETS.index(kind)] += 1
            out[counts + 1 + len(KINDS_OF_SETS)] += tiles == HIDDEN_SET
        out[counts + len(COUNTED_OF_PLAYERS) - 2], out[counts + len(COUNTED_OF_PLAYERS) - 1] = seen.dead, seen.finished
        for flag in seen.flags:
            out[declared + self._word_at[flag]] = 1

    def read(self, observation: Array) -> dict[str, list[int]]:
        """The parts of an observation by their names."""
        return {name: [int(number) for number in observation[place]] for name, place in self.layout.items()}

    def empty(self, number: int | None = None) -> Array:
        """An array for an observation, or for so many."""
        return np.zeros(self.size if number is None else (number, self.size), dtype=np.uint8)


def _count(out: bytearray, first: int, tiles: Iterable[Tile]) -> None:
    """Count tiles by their numbers; jokers in sets as what they stand for, and none that is not known."""
    for tile in tiles:
        if tile != NO_TILE:
            out[first + (tile if tile < STANDING else KIND[tile])] += 1
