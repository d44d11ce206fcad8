"""Whether a view shows only what its seat may see: other tiles where it cannot look change nothing in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ..play.events import Action, Begin, ClaimLost, Dealt, Draw, Drawn, Moved, Pass, PutBack
from ..play.wall import FOR_BONUS, FROM_WALL
from ..table.deal import deal_order
from ..table.table import Table
from ..table.view import SEEN, View, view
from ..tiles.tile import BONUS, Tile

_ELSEWHERE = (PutBack, ClaimLost, Moved)
"""Events after which nothing is compared: the dice of late calls are thrown again, and moved tiles are known to two."""


def sees_nothing_hidden(table: Table, played: Sequence[Action], seat: int, chance: Random) -> bool:
    """The tiles that a seat cannot see are exchanged, the same decisions made, and the seat sees the same.

    `played` are the decisions so far. What the others have in hand and what lies in the wall is exchanged;
    where others might claim now, they pass. False where that led elsewhere, and nothing was compared: after late
    calls, whose dice are thrown again, and where a tile of the wall is now the last of a winner.
    """
    other = None
    if not table.state.wall.own and not any(isinstance(event, _ELSEWHERE) for event in table.log):
        other = _replayed(table, played, _exchanged(table, seat, chance), seat)
    if other is None:
        return False
    one, two = view(table, seat), view(other, seat)
    for name in SEEN:
        first, second = _seen(one, name), _seen(two, name)
        assert first == second, f"{table.seats[seat]} can tell hidden tiles by {name}: {_unlike(first, second)}"
    return True


def _unlike(one: Any, other: Any) -> str:
    """The first difference of two values."""
    if isinstance(one, tuple) and len(one) == len(other):
        one, other = next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    return f"{one} and {other}"


def _seen(found: View, name: str) -> Any:
    """What a view shows under a name, without the dice of the wall, and what tells whether others may claim.

    Who may draw before others have spoken is asked only where one of them may claim: being asked shows that.
    """
    if name == "events":
        return tuple(event for event in found.events if not isinstance(event, (Begin, Pass)))
    if name == "legal":
        return tuple(action for action in found.legal if not isinstance(action, Draw))
    return getattr(found, name)


def _exchanged(table: Table, seat: int, chance: Random) -> list[Tile]:
    """The wall with all tiles that the seat cannot see put at random into each other's places."""
    wall = list(table.begin.tiles)
    places = [place for place in _hidden(table, seat) if wall[place] not in BONUS]
    mixed = chance.sample([wall[place] for place in places], len(places))
    for place, tile in zip(places, mixed, strict=True):
        wall[place] = tile
    return wall


def _hidden(table: Table, seat: int) -> list[int]:
    """The places of the wall whose tiles the seat cannot see: those not drawn, and those in the others' hands."""
    state = table.state
    drawn = list(_drawn_places(table))
    taken = {place for _, place in drawn}
    hidden = [place for place in range(len(state.wall.tiles)) if place not in taken and place not in state.turned_up]
    left = [list(player.counts) for player in state.players]
    for owner, place in reversed(drawn):
        tile = table.begin.tiles[place]
        if owner != seat and left[owner][tile] and not state.players[owner].finished:
            left[owner][tile] -= 1
            if place not in state.turned_up:
                hidden.append(place)
    return hidden


def _drawn_places(table: Table) -> Iterator[tuple[int, int]]:
    """Who has drawn which place of the wall, in order."""
    wall = range(len(table.begin.tiles))
    dealt = sum(len(event.tiles) for event in table.happened(Dealt))
    late = dealt == len(table.seats) * table.hand_size
    for seat, places in deal_order(wall, table.rules, table.hand_size, late_east=late):
        yield from ((seat, place) for place in places)
    stacks = stacks_left(wall, dealt)
    for event, front in draws(table):
        yield event.seat, taken_from(stacks, front=front)


def draws(table: Table) -> Iterator[tuple[Drawn | PutBack, bool]]:
    """The events by which tiles are drawn from the wall, or put back, and whether that is at its front."""
    rules, ends = table.rules, 0
    for event in table.log:
        if isinstance(event, PutBack):
            yield event, True
        elif isinstance(event, Drawn):
            used_up = not rules.dead_wall_kept and ends >= rules.dead_wall
            for_bonus = event.source == FOR_BONUS and (rules.bonus_replaced_from == "front" or used_up)
            front = event.source == FROM_WALL or for_bonus
            ends += not front
            yield event, front


def stacks_left(wall: Sequence[int], dealt: int) -> list[list[int]]:
    """The stacks of a wall, of two tiles each with the top one first, after so many tiles were dealt."""
    stacks = [list(wall[place : place + 2]) for place in range(0, len(wall), 2)]
    for _ in range(dealt):
        taken_from(stacks, front=True)
    return stacks


def taken_from(stacks: list[list[int]], *, front: bool) -> int:
    """The top tile of the first stack, or of the last, which is taken away."""
    place = 0 if front else -1
    while not stacks[place]:
        stacks.pop(place)
    return stacks[place].pop(0)


def _replayed(table: Table, played: Sequence[Action], wall: Sequence[Tile], seat: int) -> Table | None:
    """The same decisions with another wall; None where they cannot be made."""
    state = table.state
    begin = table.begin
    other = Table(
        table.ruleset,
        table.seed,
        round=state.round,
        hand=begin.hand,
        fields=table.fields,
        points=begin.points,
        wall=wall,
    )
    for action in played:
        if isinstance(action, Pass) and not other.can(action):
            continue
        while not other.can(action):
            if not _another_passes(other, seat):
                return None
        other.carry_out(action)
    while not other.legal_actions(seat) or other.state.phase.name != state.phase.name:
        if not _another_passes(other, seat):
            return None
    return other


def _another_passes(table: Table, seat: int) -> bool:
    """Somebody else who is asked passes; False where nobody can."""
    for wind in table.to_act():
        silent = Pass(table.place(wind))
        if silent.seat != seat and table.can(silent):
            table.carry_out(silent)
            return True
    return False
