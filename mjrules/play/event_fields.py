"""How the fields of events stand in records: seats as winds, tiles as text, everything else as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING
from functools import cache, partial
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from ..declared.kinds import arms
from ..declared.named_tuple import NamedTuple
from ..errors import described, did_you_mean
from ..hands.record import SEATS
from ..tiles.tile import TEXT, Tile, format_tiles, parse_tiles

NOBODY: Final = -1
"""In place of a seat."""
EAST: Final = 0
"""The seat of East, the first in the order of play."""
NO_TILE: Final = -1
"""In place of a tile: there is none, or it is not known."""
HIDDEN: Final = "?"
"""The text of a tile that is not known."""

Seats = Sequence[str]
"""The seat winds in the order of play."""


def tile_text(tile: Tile) -> str:
    """The text of a tile, `?` for one that is not known, or that there is not."""
    return TEXT[tile] if 0 <= tile < len(TEXT) else HIDDEN


def tiles_text(tiles: Sequence[Tile]) -> str:
    """The text of tiles in their order; unknown ones are `?`."""
    if all(0 <= tile < len(TEXT) for tile in tiles):
        return format_tiles(tiles)
    return " ".join(map(tile_text, tiles))


def read_tiles(text: Any) -> tuple[Tile, ...]:
    """The tiles of a text in which `?` stands for unknown ones. Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError(f"expected tiles as text, got {text!r}")
    if HIDDEN not in text:
        return parse_tiles(text)
    found: list[Tile] = []
    for word in text.replace(HIDDEN, f" {HIDDEN} ").split():
        found += [NO_TILE] if word == HIDDEN else parse_tiles(word)
    return tuple(found)


def _read_tile(value: Any) -> Tile:
    tiles = read_tiles(value)
    if len(tiles) != 1:
        raise ValueError("expected one tile")
    return tiles[0]


def _read_word(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a word, got {value!r}")
    return value


def _read_seat(value: Any, seats: Seats) -> int:
    if value is None:
        return NOBODY
    if value not in seats:
        raise ValueError(f"there is no seat {value!r}: {', '.join(seats)}")
    return list(seats).index(value)


class Form(NamedTuple):
    """How a field stands in a record: under which key, how it is written and read, and what it is without the key."""

    key: str
    write: Callable[[Any, Seats], Any]
    read: Callable[[Any, Seats], Any]
    missing: Any = MISSING


def _of_seat(key: str) -> Form:
    return Form(key, lambda seat, seats: seats[seat], _read_seat, NOBODY)


def _of_tile(key: str) -> Form:
    return Form(key, lambda tile, seats: tile_text(tile), lambda text, seats: _read_tile(text), NO_TILE)


Seat = Annotated[int, _of_seat("seat")]
Other = Annotated[int, _of_seat("other")]
"""The seat of a second player."""
OneTile = Annotated[Tile, _of_tile("tile")]
Named = Annotated[Tile, _of_tile("named")]
"""What a tile is called."""
Tiles = Annotated[
    tuple[Tile, ...], Form("tiles", lambda tiles, seats: tiles_text(tiles), lambda text, seats: read_tiles(text), ())
]
Said = Annotated[str, Form("word", lambda word, seats: word, lambda word, seats: _read_word(word), "")]
"""What an event says besides; a field of any other type stands in the record under its own name."""


class Field(NamedTuple):
    """A field of a class of events: its name, its form, and its default (MISSING for one that every record has)."""

    name: str
    form: Form
    default: Any


@cache
def fields_of(kind: Any) -> tuple[Field, ...]:
    """The fields of a class of events, in the order of its records."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(Field(name, _form(name, hints[name]), default) for name, default in kind.defaults.items())


def _form(name: str, hint: Any) -> Form:
    known = (item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Form))
    own = Form(name, lambda value, seats: as_json(value), lambda value, seats: from_json(hint, value))
    return next(known, own)


def further_words(event: Any) -> Iterator[str]:
    """What an event says besides its player, its tiles and its word, in the order of its fields.

    A second player is a wind, what is true is said by its name, and what is not, or is at its default, is not said.
    """
    for item in event.fields():
        value = getattr(event, item.name)
        if item.form.key in _TOLD_OTHERWISE or value is None or value is False or value == item.default:
            continue
        if item.form.key == "other":
            yield SEATS[value] if value != NOBODY else ""
        else:
            yield item.name if value is True else str(as_json(value))


_TOLD_OTHERWISE = ("seat", "tile", "tiles", "named", "word")


def as_json(value: Any) -> Any:
    """A frozen value as plain data: records of what has some, objects of named tuples."""
    if hasattr(value, "to_record"):
        return value.to_record()
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: as_json(item) for name, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, (list, tuple)) else value


def from_json(kind: Any, value: Any) -> Any:
    """The value of a type that plain data stand for. Raises ValueError for what is none of it."""
    optional, plain, made = _read_by(kind)
    if value is None and optional:
        return None
    if plain is not Any and (not isinstance(value, plain) or (plain is int and isinstance(value, bool))):
        raise ValueError(f"expected {_NAMES.get(plain, plain.__name__)}, got {described(value)}")
    return value if made is None else made(value)


@cache
def _read_by(kind: Any) -> tuple[bool, Any, Callable[[Any], Any] | None]:
    """How values of a type are read: whether there may be none, what plain data they are, and what makes them of it,
    where these are not the values."""
    optional, kind = NoneType in arms(kind), arms(kind)[0]
    origin, inside = get_origin(kind) or kind, get_args(kind)
    if hasattr(kind, "from_record"):
        return optional, Mapping, kind.from_record
    if hasattr(kind, "_fields"):
        return optional, Mapping, partial(_named_tuple, kind)
    if origin is tuple:
        return optional, list, lambda value: tuple([from_json(inside[0], item) for item in value])
    if origin is Mapping:
        return optional, Mapping, lambda value: {name: from_json(inside[1], item) for name, item in value.items()}
    return optional, origin, None


_NAMES: Mapping[Any, str] = {
    Mapping: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
    bool: "true or false",
}


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _named_tuple(kind: Any, value: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    for name in value:
        if name not in hints:
            raise ValueError(f'there is no field "{name}" here{did_you_mean(name, hints)}')
    for name in hints:
        if name not in value and name not in kind._field_defaults:
            raise ValueError(f"{name}: missing")
    return kind(**{name: from_json(hints[name], item) for name, item in value.items()})
