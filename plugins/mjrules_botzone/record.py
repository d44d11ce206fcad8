"""The records of games: what was dealt, drawn, claimed and discarded, and how the game ended, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjrules.hooks import SEATS, LogError, LogLine, TileError, described, did_you_mean, parse_tiles, tile_text

FIELDS: Mapping[str, str] = {
    "id": "the name of the game",
    "prevalent": "the round wind, from 1",
    "hands": "the tiles that each seat was dealt",
    "events": "what happened, each event a list",
    "end": "who won with what, or that it was a draw, and what everybody gains",
}
"""The fields of a record."""
EVENTS: Mapping[str, str] = {
    "draw": "seat, tile; for a kong too",
    "discard": "seat, tile",
    "chow": "seat, tiles of the set, who discarded, the tile claimed",
    "pung": "seat, tiles of the set, who discarded, the tile claimed",
    "kong": "seat, tiles of the set, who discarded, the tile claimed",
    "concealed_kong": "seat, tiles of the set",
    "added_kong": "seat, tile",
}
"""The kinds of event, with what follows the kind."""
WORDS: Mapping[str, int] = {kind: about.split(";")[0].count(",") + 2 for kind, about in EVENTS.items()}
"""How many words an event has, its kind too."""
SIZES: Mapping[str, int] = {"chow": 3, "pung": 3, "kong": 4}


class Move(NamedTuple):
    """An event of a record: its number, from 1, and what it says."""

    number: int
    kind: str
    seat: int
    tile: int
    tiles: tuple[int, ...]
    giver: int | None
    text: str


class End(NamedTuple):
    """How a game ended, as its record says, which is looked at once the game is played; None for what it lacks."""

    kind: Any
    who: Any
    by: Any
    giver: Any
    tile: Any
    fan: Any
    fan_total: Any
    delta: Any


END = ("type", "who", "by", "from", "tile", "fan", "fan_total", "delta")
"""What the fields of an end are called in a record."""


class Game(NamedTuple):
    """A record that was read; `line` is where it is."""

    line: int
    id: str
    round: str
    hands: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    end: End


def is_game(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like a game of this format."""
    return {"hands", "events", "prevalent"} <= record.keys()


def read_game(line: LogLine) -> Game:
    """The game that a line records. Raises LogError for what is no such record."""
    number, record = line
    for name in FIELDS:
        if name not in record and name != "id":
            raise LogError(number, f"{name}: missing from the record of a game")
    for name in record:
        if name not in FIELDS:
            raise LogError(number, f'a game has no field "{name}"{did_you_mean(name, FIELDS)}')
    wind, hands, events, end = (record[name] for name in ("prevalent", "hands", "events", "end"))
    if not is_whole(wind) or not 1 <= wind <= len(SEATS):
        raise LogError(number, f"prevalent: expected 1 to {len(SEATS)}, got {described(wind)}")
    if not isinstance(hands, list) or len(hands) != len(SEATS):
        raise LogError(number, f"hands: expected a list of {len(SEATS)} hands")
    if not isinstance(events, list) or not isinstance(end, dict):
        raise LogError(number, "expected a list of events, and an object as end")
    dealt = tuple(_tiles(number, f"hands[{seat}]", text) for seat, text in enumerate(hands))
    moves = tuple(_move(number, place, event) for place, event in enumerate(events, 1))
    return Game(number, str(record.get("id", "")), SEATS[wind - 1], dealt, moves, End(*map(end.get, END)))


def is_whole(value: Any) -> bool:
    """Whether a value of a record is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _move(line: int, number: int, event: Any) -> Move:
    """An event as it is written."""
    place = f"event {number}"
    kind = event[0] if isinstance(event, list) and event else event
    if kind is event or not isinstance(kind, str) or kind not in EVENTS:
        raise LogError(line, f"{place}: {described(kind)} is not an event{did_you_mean(kind, EVENTS)}")
    if len(event) != WORDS[kind]:
        raise LogError(line, f"{place}: {kind}: expected {EVENTS[kind]}")
    seat = _seat(line, place, event[1])
    tiles = _tiles(line, place, event[2])
    text = " ".join([kind, str(seat), str(event[2])])
    if kind in SIZES:
        tile = _one(line, place, _tiles(line, place, event[4]))
        own = list(tiles)
        if len(own) != SIZES[kind] or tile not in own:
            raise LogError(line, f"{place}, {text}: the tile claimed, {tile_text(tile)}, makes no {kind} of these")
        own.remove(tile)
        return Move(number, kind, seat, tile, tuple(sorted(own)), _seat(line, place, event[3]), text)
    if kind == "concealed_kong":
        if len(tiles) != SIZES["kong"] or len(set(tiles)) != 1:
            raise LogError(line, f"{place}, {text}: expected four alike")
        return Move(number, kind, seat, tiles[0], (), None, text)
    return Move(number, kind, seat, _one(line, place, tiles), (), None, text)


def _seat(line: int, place: str, value: Any) -> int:
    if not is_whole(value) or not 0 <= value < len(SEATS):
        raise LogError(line, f"{place}: expected a seat from 0 to {len(SEATS) - 1}, got {described(value)}")
    return int(value)


def _tiles(line: int, place: str, text: Any) -> tuple[int, ...]:
    try:
        if not isinstance(text, str):
            raise TileError(f"expected tiles as text, got {described(text)}")
        return parse_tiles(text)
    except TileError as error:
        raise LogError(line, f"{place}: {error}") from None


def _one(line: int, place: str, tiles: tuple[int, ...]) -> int:
    if len(tiles) != 1:
        raise LogError(line, f"{place}: expected one tile, got {len(tiles)}")
    return tiles[0]
