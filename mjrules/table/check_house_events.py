"""What house rules let happen: whether it can happen now, and what the table alone knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from .. import bounds
from ..errors import did_you_mean
from ..hands.meld import EXPECTED, jokers_beyond, stood_for
from ..play import events
from ..play.event_fields import NO_TILE, tile_text, tiles_text
from ..play.events import Event
from ..play.phases import Deal, Turn
from ..play.state import State
from ..ruleset.ruleset import Ruleset
from ..tiles.tile import REAL, TEXT, Tile
from .errors import TableError


def by_rule(event: Event, state: State, ruleset: Ruleset) -> Event:
    """An event of a house rule as it happens. Raises ValueError where it cannot, and TableError for unknown tiles."""
    check = _CHECKS.get(type(event))
    return event if check is None else check(event, state, ruleset)


def _into_pot(event: events.IntoPot, state: State, ruleset: Ruleset) -> Event:
    if event.pot not in ruleset.definition.pots:
        raise ValueError(f'"{event.pot}" is not a pot of {ruleset.id}')
    return event


def _thrown(event: events.Thrown, state: State, ruleset: Ruleset) -> Event:
    if not 1 <= len(event.dice) <= bounds.DICE or any(event.dice):
        raise ValueError(f"expected 1 to {bounds.DICE} dice, not thrown yet, which are 0: the table throws them")
    return event


def _turned_up(event: events.TurnedUp, state: State, ruleset: Ruleset) -> Event:
    """A tile of the wall; what it is, the wall alone says."""
    size = len(state.wall.tiles)
    place = event.place if event.place >= 0 else size + event.place
    why = ""
    if state.wall.own:
        why = "the wall of each player is their own"
    elif not 0 <= place < size:
        why = f"expected {-size} to {size - 1}"
    elif not state.wall.holds(place):
        why = "it has been drawn"
    elif place in state.turned_up:
        why = "it is turned up already"
    if why:
        raise ValueError(f"no tile can be turned up at the place {event.place} of the wall: {why}")
    if state.wall.tiles[place] == NO_TILE:
        raise TableError("a tile of the wall is not known, so it cannot be shown")
    return events.TurnedUp(place, state.wall.tiles[place])


def _laid_aside(event: events.LaidAside, state: State, ruleset: Ruleset) -> Event:
    _in_turn(event.seat, state, ruleset, "lay a tile aside")
    _has(event.seat, event.tile, 1, state, ruleset)
    known = [name for name, field in ruleset.book.fields.items() if field.type in ("number", "tiles")]
    if event.field and event.field not in known:
        what = f"a field of {ruleset.id} for a number or for tiles"
        raise ValueError(f'"{event.field}" is not {what}{did_you_mean(event.field, known)}')
    counted = ruleset.book.fields[event.field].laid_aside if event.field else ""
    if counted and counted != TEXT[event.tile]:
        raise ValueError(f'the field "{event.field}" of {ruleset.id} counts {counted}, not {TEXT[event.tile]}')
    return event


def _set_changed(event: events.SetChanged, state: State, ruleset: Ruleset) -> Event:
    _in_turn(event.seat, state, ruleset, "change a set")
    melds = state.players[event.other].melds
    if not 0 <= event.place < len(melds):
        raise ValueError(f"{_wind(event.other, ruleset)} has {len(melds)} declared sets, and none at {event.place}")
    stood = stood_for(event.type, event.tiles) if event.type in EXPECTED else None
    if stood is None:
        expected = EXPECTED.get(event.type, f"one of {', '.join(EXPECTED)}")
        raise ValueError(f"{tiles_text(event.tiles)} is not a {event.type}: expected {expected}")
    if odd := jokers_beyond(stood, ruleset.book.wild_in_sets):
        raise ValueError(f"jokers do not stand for {TEXT[odd[0]]} in {ruleset.id}")
    if event.concealed and event.type != "kong":
        raise ValueError(f"a declared {event.type} cannot be concealed: only a kong can")
    old = melds[event.place]
    if len(event.tiles) < len(old.tiles):
        raise ValueError(f"a {old.type} cannot become a {event.type}, which has fewer tiles")
    for tile, number in (Counter(event.tiles) - Counter([REAL[tile] for tile in old.tiles])).items():
        _has(event.seat, tile, number, state, ruleset)
    return event


def _moved(event: events.Moved, state: State, ruleset: Ruleset) -> Event:
    if not isinstance(state.phase, Deal):
        raise ValueError("tiles move from hand to hand only before play")
    if event.seat == event.other:
        raise ValueError(f"tiles of {_wind(event.seat, ruleset)} move to another player")
    for tile, number in Counter(event.tiles).items():
        _has(event.seat, tile, number, state, ruleset)
    return event


def _has(seat: int, tile: Tile, number: int, state: State, ruleset: Ruleset) -> None:
    """A player has so many of a tile in hand. Raises ValueError."""
    if state.players[seat].counts[tile] < number:
        raise ValueError(f"{tile_text(tile)} is not in the hand of {_wind(seat, ruleset)}")


def _in_turn(seat: int, state: State, ruleset: Ruleset, what: str) -> None:
    """Only who has drawn and not discarded yet can do some things. Raises ValueError."""
    phase = state.phase
    if not isinstance(phase, Turn) or state.turn != seat or not phase.has_drawn:
        raise ValueError(f"{_wind(seat, ruleset)} can {what} only in a turn, after drawing")


def _wind(seat: int, ruleset: Ruleset) -> str:
    return ruleset.definition.table.seats[seat]


_CHECKS: Mapping[type[Event], Callable[[Any, State, Ruleset], Event]] = {
    events.IntoPot: _into_pot,
    events.Thrown: _thrown,
    events.TurnedUp: _turned_up,
    events.LaidAside: _laid_aside,
    events.SetChanged: _set_changed,
    events.Moved: _moved,
}
"""What is looked at before an event of a house rule happens."""
