"""The break of the wall: where the dice open it, and in which order its tiles are drawn then.

The walls lie in a ring. Looked at from its owner, the stacks of a wall are counted from the right to the left, and
to the left of the last one lies the wall of the player before. So the ring goes clockwise through the walls of East,
of the seat before East, and so on; all draw tiles the same way round.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..declared.named_tuple import NamedTuple
from ..ruleset.play_rules import TableRules

HIGH = 2
"""How many tiles a stack has."""


class Break(NamedTuple):
    """Where the wall is broken: to the left of a stack of a wall, counted from the right.

    `thrown_for` is the seat whose wall the count began in.
    """

    thrown_for: str
    wall: str
    stack: int


def wall_seat(dice: Sequence[int], seats: Sequence[str]) -> str:
    """The seat whose wall the dice of East choose: East's own counts 1, that of the next seat 2."""
    return seats[(sum(dice) - 1) % len(seats)]


def stacks_of_walls(tiles: int, seats: Sequence[str]) -> dict[str, int]:
    """How many stacks the wall of each seat has: as many as the others', or one more where that is not even.

    The first seats have the longer walls. The last tile of an odd number is a stack by itself, the last of the ring.
    """
    each, more = divmod(-(-tiles // HIGH), len(seats))
    return {seat: each + (place < more) for place, seat in enumerate(seats)}


def break_at(rules: TableRules, tiles: int, dice_east: Sequence[int], dice_owner: Sequence[int]) -> Break:
    """Where the dice of East, and of the owner of the chosen wall if that one throws, break a wall of so many tiles.

    A count of more stacks than the wall has runs on into the wall of the seat before. Raises ValueError for no tiles.
    """
    if tiles < 1:
        raise ValueError("there is no tile in the wall")
    seats, stacks = rules.seats, stacks_of_walls(tiles, rules.seats)
    thrown_for = wall_seat(dice_east, seats)
    count = sum(dice_owner) + (0 if rules.stack_count == "second_throw" else sum(dice_east))
    place = seats.index(thrown_for)
    while count > stacks[seats[place]]:
        count -= stacks[seats[place]]
        place = (place - 1) % len(seats)
    return Break(thrown_for, seats[place], count)


def draw_order(rules: TableRules, size: int, break_: Break) -> tuple[int, ...]:
    """The places in the ring of so many tiles in the order in which they are drawn.

    The ring is counted from the stack on the right of East's wall, each stack from its top tile. The stack behind
    those that were counted comes first, and these come last. The end of the wall is thus beside the break, and
    replacements are taken from there: the last stack first, and of it the top tile.
    """
    stacks = stacks_of_walls(size, rules.seats)
    in_ring = (rules.seats[0], *reversed(rules.seats[1:]))
    before = in_ring[: in_ring.index(break_.wall)]
    opened = HIGH * (sum(stacks[seat] for seat in before) + break_.stack)
    return (*range(opened, size), *range(min(opened, size)))
