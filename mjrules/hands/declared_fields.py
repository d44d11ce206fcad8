"""Further fields of hand records, declared by rulesets and plugins: their types, and what their values say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import bounds
from ..declared.named_tuple import NamedTuple
from ..errors import TileError
from ..spoken import Sentence
from ..tiles.tile import BY_TEXT, KIND, KINDS, SUIT_KINDS, SUITS, Tile, format_tiles, mask_of, parse_tiles, tiles_of
from .record import MORE_TILES, SEATS, as_typed, bad, shown

_ONE_SUIT = Sentence("expected a suit, one of {known}, got {got}", "应为花色“{known}”之一，而非“{typed}”")
_ONE_SEAT = Sentence("expected a seat, one of {known}, got {got}", "应为门风“{known}”之一，而非“{typed}”")
_WHOLE_NUMBER = Sentence("expected a whole number, got {got}", "应为整数，而非“{typed}”")
_NUMBER_UP_TO = Sentence("expected a number up to {most}, got {got}", "应不大于 {most}，而非“{typed}”")
_EXPECTED = Sentence("expected {expected}, got {got}", "应为{expected}，而非“{typed}”")
_AMONG = Sentence("expected tiles among {known}, got {got}", "应为“{known}”中的牌，而非“{typed}”")
_A_TILE = Sentence('a tile such as "5m"', "一张牌，如“5m”")()
_SOME_TILES = Sentence('tiles such as ["1m", "5z"]', "几张牌，如“1m5z”")()
WHOLE_NUMBER = "number"
FIELD_TYPES: Mapping[str, str] = {
    WHOLE_NUMBER: "a whole number; where the record does not say it, 0",
    "tile": 'a tile, as text: "5m"',
    "tiles": 'tiles in their order, as a list or as text: ["1m", "5z"] or "1m5z"',
    "suit": "a suit: m, p or s",
    "seat": "a seat wind: E, S, W or N",
}
"""The types that fields may have, and what values of each are."""
TILE_TYPES = ("tile", "tiles", "suit")
"""The types of fields that are classes of tiles, too."""
FieldValue = int | str | tuple[Tile, ...] | None
"""What a field says: a number, a suit or seat as its letter, tiles; None for nothing."""


class RecordField(NamedTuple):
    """A further field of hand records: its name, its type (one of FIELD_TYPES), and what it says, in a sentence.

    `laid_aside` is the tile, as text, of which a number says how many the player has laid aside. Tiles that are
    `jokers` are so in the hand. `among` is the mask of the kinds that a field of tiles may say; 0 for all.
    """

    name: str
    type: str
    about: str
    laid_aside: str = ""
    jokers: bool = False
    among: int = 0


def field_value(field: RecordField, value: object) -> FieldValue:
    """What a value of a record says, in the field's type; a single tile as a tuple of one.

    Raises HandError (`bad_record`).
    """
    if field.type == WHOLE_NUMBER:
        return _number(field.name, value)
    if field.type in ("suit", "seat"):
        known = tuple(SUITS) if field.type == "suit" else SEATS
        if value not in known:
            one_of = _ONE_SUIT if field.type == "suit" else _ONE_SEAT
            raise bad(one_of(known=", ".join(known), got=shown(value), typed=as_typed(value)), field.name)
        return str(value)
    return _tiles(field, value)


def _number(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise bad(_WHOLE_NUMBER(got=shown(value), typed=as_typed(value)), name)
    if value > bounds.RECORD_NUMBER:
        raise bad(_NUMBER_UP_TO(most=bounds.RECORD_NUMBER, got=shown(value), typed=as_typed(value)), name)
    return value


def _tiles(field: RecordField, value: object) -> tuple[Tile, ...]:
    """The tiles of a field: a text, or where there may be several also a list of texts, one for each tile."""
    one = field.type == "tile"
    expected = _A_TILE if one else _SOME_TILES
    if not one and isinstance(value, (list, tuple)) and len(value) <= bounds.HAND_TILES:
        try:
            return tuple([BY_TEXT[part] for part in value])
        except (KeyError, TypeError):  # a tile written otherwise, or something that is none
            pass
    parts = (value,) if isinstance(value, str) else () if one or not isinstance(value, (list, tuple)) else value
    if not parts and (one or not isinstance(value, (list, tuple))):
        raise bad(_EXPECTED(expected=expected, got=shown(value), typed=as_typed(value)), field.name)
    found: list[Tile] = []
    for part in parts:
        if not isinstance(part, str) or len(part) > bounds.HAND_TEXT:
            raise bad(_EXPECTED(expected=expected, got=shown(value), typed=as_typed(value)), field.name)
        try:
            tiles = parse_tiles(part)
        except TileError as error:
            raise bad(str(error), field.name) from None
        if len(tiles) != 1 and (one or not isinstance(value, str)):
            raise bad(_EXPECTED(expected=expected, got=shown(value), typed=as_typed(value)), field.name)
        found += tiles
    if len(found) > bounds.HAND_TILES:
        raise bad(MORE_TILES(most=bounds.HAND_TILES), field.name)
    if field.among and not all(field.among >> KIND[tile] & 1 for tile in found):
        known = format_tiles(tiles_of(field.among))
        raise bad(_AMONG(known=known, got=shown(value), typed=as_typed(value)), field.name)
    return tuple(found)


def fields_said(fields: Iterable[RecordField], record: Mapping[str, Any]) -> tuple[tuple[str, FieldValue], ...]:
    """The fields that a record says something of, each with what it says; values were checked."""
    return tuple([(field.name, field_value(field, record[field.name])) for field in fields if field.name in record])


def classes_said(fields: Iterable[RecordField], said: Iterable[tuple[str, FieldValue]]) -> tuple[tuple[str, int], ...]:
    """The fields that are classes of tiles, each with the mask of its kinds; none where the record says nothing."""
    known = dict(said)
    return tuple([(field.name, _tiles_meant(known.get(field.name))) for field in fields if field.type in TILE_TYPES])


def _tiles_meant(value: FieldValue) -> int:
    """The mask of the kinds of a suit, or of tiles."""
    if isinstance(value, str):
        return SUIT_KINDS[SUITS.index(value)]
    return mask_of(KIND[tile] for tile in value if KIND[tile] < KINDS) if isinstance(value, tuple) else 0


def field_text(value: object) -> str:
    """A value of a further field as `key=value` of a hand text has it."""
    if isinstance(value, (list, tuple)):
        return "".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
