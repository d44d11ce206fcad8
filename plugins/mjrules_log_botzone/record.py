"""The records of games: what was dealt, drawn, claimed and discarded, and how the game ended, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjrules.hooks import SEATS, GameRecord, LogLine, RecordStep, tile_text

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
WORDS: Mapping[str, tuple[int, ...]] = {kind: (about.split(";")[0].count(",") + 2,) for kind, about in EVENTS.items()}
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
    record = GameRecord(line, FIELDS)
    wind = record.whole("prevalent", record.fields["prevalent"], 1, len(SEATS))
    hands, end = record.listed("hands", "hands", len(SEATS)), record.fields["end"]
    if not isinstance(end, dict):
        raise record.error("end: expected an object")
    dealt = tuple([record.tiles(f"hands[{seat}]", text) for seat, text in enumerate(hands)])
    moves = tuple([_move(record, step) for step in record.steps("events", EVENTS, WORDS)])
    id = str(record.fields.get("id", ""))
    return Game(record.line, id, SEATS[wind - 1], dealt, moves, End(*map(end.get, END)))


def is_whole(value: Any) -> bool:
    """Whether a value of a record is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _move(record: GameRecord, step: RecordStep) -> Move:
    """An event as it is written."""
    number, place, kind, seat, said = step
    tiles = record.tiles(place, said[0])
    text = " ".join([kind, str(seat), str(said[0])])
    if kind in SIZES:
        tile, own = record.tile(place, said[2]), list(tiles)
        if len(own) != SIZES[kind] or tile not in own:
            raise record.error(f"{place}, {text}: the tile claimed, {tile_text(tile)}, makes no {kind} of these")
        own.remove(tile)
        return Move(number, kind, seat, tile, tuple(sorted(own)), record.seat(place, said[1]), text)
    if kind == "concealed_kong":
        if len(tiles) != SIZES["kong"] or len(set(tiles)) != 1:
            raise record.error(f"{place}, {text}: expected four alike")
        return Move(number, kind, seat, tiles[0], (), None, text)
    return Move(number, kind, seat, record.tile(place, said[0]), (), None, text)
