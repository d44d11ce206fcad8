"""The wall of a hand: which tile is drawn next, and how many are left."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Final

from ..tiles.tile import Tile
from .event_fields import NO_TILE

FROM_WALL: Final = "wall"
LOOSE_TILE: Final = "loose"
FOR_BONUS: Final = "for_bonus"
"""As what a tile is drawn: in turn at the front of the wall, as the loose tile for a kong, or for a bonus tile."""


@cache
def _end_of(size: int) -> tuple[int, ...]:
    """The places of a wall of so many tiles in the order in which they are taken from its end."""
    return tuple([place for top in range(size - 1 & ~1, -1, -2) for place in (top, top + 1) if place < size])


class Wall:
    """The wall, its `tiles` in the order of drawing.

    `tiles[front]` is drawn next in turn, where it stands before `bound`, and `taken` tiles have gone from the end,
    stack by stack, of each the top tile first. The `dead` wall has so many tiles, those that were taken of it counted
    too unless it is `kept`. Where each seat has a wall of its `own`, these are equal parts of the tiles in the order of
    the seats, and `fronts` has the place of the next tile of each.
    """

    def __init__(self, seats: int, dead: int, *, kept: bool, bonus_from_front: bool, own: bool) -> None:
        self.dead: int = dead
        self.kept: bool = kept
        self.bonus_from_front: bool = bonus_from_front
        self.own: bool = own
        self.tiles: list[Tile] = []
        self.front: int = 0
        self.fronts: list[int] = [0] * seats
        self.taken: int = 0
        self.bound: int = 0
        self._end: list[int] = []
        """The places in the order in which tiles are taken from the end."""
        self._gone: int = -1
        """The place of the last tile that was taken from the end; -1 where none was."""

    def build(self, tiles: Iterable[Tile]) -> None:
        """Build it of these tiles."""
        self.tiles = list(tiles)
        self._end = [*_end_of(len(self.tiles))]
        self._bounded()
        self.fronts = [seat * (len(self.tiles) // len(self.fronts)) for seat in range(len(self.fronts))]

    def _bounded(self) -> None:
        """Note the bound, which depends on what was taken from the end."""
        gone = self.taken + self.dead if self.kept else max(self.taken, self.dead)
        self.bound = len(self.tiles) - gone
        self._gone = self._end[self.taken - 1] if self.taken else -1

    def left(self) -> int:
        """How many tiles are left, the dead wall counted."""
        return len(self.tiles) - self.front - self.taken

    def left_of(self, seat: int) -> int:
        """How many tiles the own wall of a seat has."""
        return (seat + 1) * (len(self.tiles) // len(self.fronts)) - self.fronts[seat]

    def live(self) -> int:
        """How many tiles of a common wall may still be drawn in turn."""
        left = self.bound - self.front
        return left if left > 0 else 0

    def holds(self, place: int) -> bool:
        """Whether the tile at a place of a common wall has not been drawn."""
        return self.front <= place < len(self.tiles) and place not in self._end[: self.taken] and not self.own

    def coming(self, number: int) -> tuple[int, ...]:
        """The places of the next so many tiles at the front of a common wall, those of the dead wall too; as many as
        there are."""
        return tuple(islice(filter(self.holds, range(self.front, len(self.tiles))), number))

    def spare(self) -> bool:
        """Whether a common wall has a tile for a kong; after the last tile there are no kongs."""
        if self.kept:
            return self.live() > 0
        return self.taken < self.dead and self.left() > 0

    def _from_front(self, word: str) -> bool:
        """Whether a tile is drawn at the front; for a bonus tile also where the dead wall is used up."""
        if word == FROM_WALL:
            return True
        used_up = not self.kept and self.taken >= self.dead
        return word == FOR_BONUS and (self.bonus_from_front or used_up)

    def next_tile(self, seat: int, word: str) -> Tile | None:
        """The tile that a seat draws next, in turn, for a kong or for a bonus tile; None where there is none."""
        if self.own:
            return self.tiles[self.fronts[seat]] if self.left_of(seat) > 0 else None
        if self._from_front(word):
            return self.next_in_turn() if self.front < self.bound else None
        return self._next_at_end() if self.spare() else None

    def next_in_turn(self) -> Tile:
        """The next tile at the front of a common wall; NO_TILE where there is none, or it is not known."""
        place = self.front
        if place >= self.bound:
            return NO_TILE
        # Where of the last stack the top tile is gone, it is the one below it.
        return self.tiles[place if place != self._gone else place + 1]

    def _next_at_end(self) -> Tile:
        """The next tile at the end; where of the last stack the top tile is gone, the one below it."""
        place = self._end[self.taken]
        return self.tiles[place + 1 if place < self.front else place]

    def deal(self, seat: int, number: int) -> None:
        """So many tiles are drawn at the front, by a seat; fewer than none where they are put back."""
        self.front += number
        self.fronts[seat] += number

    def draw(self, seat: int, word: str) -> None:
        """A seat draws the next tile, in turn, for a kong or for a bonus tile."""
        if self.own:
            self.deal(seat, 1)
        elif self._from_front(word):
            self.front += 1
        else:
            self.taken += 1
            self._bounded()
