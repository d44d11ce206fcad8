"""Dealing: which tiles of the wall each player gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..play.event_fields import EAST
from ..ruleset.play_rules import TableRules
from ..tiles.tile import Tile

BLOCK = 4
"""So many tiles, two stacks, are taken at once."""
TOGETHER = ("adjacent", "chan_chan")
"""The forms of the deal in which East takes the last two tiles at once."""


def deal_order(
    wall: Sequence[Tile], rules: TableRules, hand_size: int, *, late_east: bool
) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    """Each seat with the tiles that it takes, in turn, from the front of the wall.

    Four at a time go round as often as hands have room for them, then single tiles; East has one more, taken
    as the ruleset says: with the tile above the next stack (`chan_chan`), with the one below (`adjacent`),
    or after the others. `late_east` leaves East's last tile in the wall. Of own walls each takes its first tiles.
    """
    seats = len(rules.seats)
    if rules.walls == "own":
        for seat in range(seats):
            first = seat * (len(wall) // seats)
            yield seat, tuple(wall[first : first + hand_size + (seat == EAST and not late_east)])
        return
    place = 0
    for _ in range(hand_size // BLOCK):
        for seat in range(seats):
            yield seat, tuple(wall[place : place + BLOCK])
            place += BLOCK
    singles = hand_size % BLOCK
    for number in range(singles):
        last = number == singles - 1
        yield from _singles(wall[place:], seats, rules.deal if last else "one_each")
        place += seats + (last and rules.deal in TOGETHER)
    if (rules.deal not in TOGETHER or not singles) and not late_east:
        yield EAST, (wall[place],)


def _singles(wall: Sequence[Tile], seats: int, form: str) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    """A tile for each seat, and by the form of the deal one more for East."""
    if form == "adjacent":
        yield EAST, (wall[0], wall[1])
        first = 2
    elif form == "chan_chan":
        yield EAST, (wall[0], wall[seats])
        first = 1
    else:
        yield EAST, (wall[0],)
        first = 1
    for seat in range(1, seats):
        yield seat, (wall[first + seat - 1],)
