"""Hand records: what one JSON object says of a hand, field by field, strictly.

The fields are those of the public record format. Names that only a ruleset can know (its own
flags and further fields) are kept and judged when the hand is scored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from .. import bounds
from ..errors import HandError, TileError, did_you_mean
from ..spoken import Sentence
from ..tiles.tile import BONUS, Tile, parse_tiles, sort_tiles
from .meld import MELD_TYPES, SIDES, Meld, make_meld

MORE_TILES = Sentence("more than {most} tiles", "超过 {most} 张牌")
"""What is wrong with more tiles than are read."""
_AMONG_TILES = Sentence(
    "bonus tiles go in the field flowers, not among the tiles of the hand", "花牌应写在“flowers=”之后，不在手牌之中"
)
NOT_WON = Sentence("a player who did not win has no winning tile: expected null", "没有和牌的人没有和牌张")
"""What is wrong with the winning tile of a player who did not win."""
_ONE_OF = Sentence("expected one of {known}, got {value}", "应为“{known:written}”之一，而不是“{said:written}”")
_ONE_TILE = Sentence("expected one winning tile, got {value}", "和牌张应为一张，而不是“{said:written}”")
SO_MANY_BONUS = Sentence("expected 0 to {most} bonus tiles, got {value}", "花牌应为 0 至 {most} 张，而不是 {value}")
"""What is wrong with a number of bonus tiles."""
_BONUS_ONLY = Sentence(
    "expected bonus tiles f1-f4, s1-s4 and a1-a4, got {value}",
    "应为花牌“f1-f4, s1-s4, a1-a4”，而不是“{said:written}”",
)
SEATS = ("E", "S", "W", "N")
"""Seat winds in the order of play."""

CALLED: Final = "fishing"
"""The flag of a player who has called that the hand waits."""
GONE: Final = "waits_gone"
"""The flag of a player who waits for tiles of which none is left."""
FLAGS: Mapping[str, str] = {
    "last_tile": "the last tile of the wall, or the discard after it",
    "kong_replacement": "won on the tile drawn for a kong",
    "flower_replacement": "won on the tile drawn for a bonus tile",
    "robbing_kong": "won on a tile that another player added to a pung",
    "last_of_kind": "the three other copies of the winning tile are visible to all",
    "kong_on_kong": "won on the second of two replacement tiles in a row",
    "discard_after_kong": "won on the discard that followed a kong",
    "heaven": "won with the hand as dealt",
    "earth": "won on the first discard or the player's own first draw, as the ruleset says",
    "standing_hand": "declared a standing hand",
    "original_call": "declared ready with the first discard",
    "original_hand": "East won on the first tile drawn, with the hand as dealt until then",
    CALLED: "ready when another player won",
    GONE: "not one tile that would complete the special hand was left, as all could see",
    "dead_hand": "stopped playing",
}
"""The flags that every ruleset accepts, and what they say."""

FIELDS: Mapping[str, str] = {
    "id": "any text, echoed back",
    "ruleset": "which ruleset scores the hand",
    "options": "values for options of the ruleset",
    "melds": "declared sets in order",
    "concealed": "tiles in hand without the winning tile",
    "win": "the winning tile",
    "winner": "false for a player who did not win",
    "self_drawn": "the winning tile was drawn",
    "from": "who discarded the winning tile",
    "seat": "seat wind",
    "round": "round wind",
    "flowers": "bonus tiles, or their number",
    "declared": "the player declares the win, so the minimum is enforced",
    "flags": "the situation",
    "expect": "ignored",
    "about": "ignored",
}
"""The fields of a hand record, and what they say."""
_BONUS = frozenset(BONUS)
MELD_FIELDS = ("type", "tiles", "concealed", "from", "added")


def bad(message: str, field: str) -> HandError:
    """The error of a record that is no record."""
    return HandError("bad_record", message, field)


def read_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `Hand` that a record gives. Raises HandError (`bad_record`)."""
    if not isinstance(record, Mapping):
        raise bad(f"expected a JSON object, got {shown(record)}", "")
    concealed = _tiles(record.get("concealed", ""), "concealed")
    win = _win(record.get("win"))
    flags = _flags(record.get("flags", []))
    winner = _boolean(record, "winner", True)
    if win is None and "dead_hand" in flags:
        winner = False
    by_bonus = record.get("from") is not None and len(concealed) % 3 == 1  # with a tile that another laid down
    drawn = winner and win is None and not by_bonus
    melds = _melds(record.get("melds", []))
    if len(concealed) + sum(len(meld.tiles) for meld in melds) > bounds.HAND_TILES:
        raise bad(MORE_TILES(most=bounds.HAND_TILES), "concealed")
    values: dict[str, Any] = {
        "melds": melds,
        "concealed": sort_tiles(concealed),
        "win": win,
        "winner": winner,
        "self_drawn": _boolean(record, "self_drawn", drawn),
        "source": _one_of(record, "from", SIDES, None),
        "seat": _one_of(record, "seat", SEATS, "E"),
        "round": _one_of(record, "round", SEATS, "E"),
        "flags": flags,
        "declared": _boolean(record, "declared", False),
        "fields": {str(key): kept_value(value) for key, value in record.items() if key not in FIELDS},
    }
    if not winner and win is not None:
        raise bad(NOT_WON(), "win")
    values.update(read_flowers(record.get("flowers", 0)))
    return values


def kept_value(value: Any) -> Any:
    """The value of a further field, a list as a tuple, which nobody can change."""
    return tuple(value) if isinstance(value, list) else value


def not_one_of(known: Sequence[str], value: object, field: str) -> HandError:
    """The error of a field that has none of the words that are known."""
    return bad(_ONE_OF(known=", ".join(known), value=shown(value), said=as_typed(value)), field)


def shown(value: object) -> str:
    """A value as a person would write it in JSON, cut when it is long."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return f"something that is not JSON ({type(value).__name__})"
    return text if len(text) <= bounds.SHOWN else text[: bounds.SHOWN - 3] + "..."


def as_typed(value: object) -> str:
    """A value as it was typed, without the quotes of JSON; cut like `shown` where it is no text."""
    return value if isinstance(value, str) else shown(value)


def _boolean(record: Mapping[str, Any], field: str, default: bool, inside: str = "") -> bool:
    value = record.get(field, default)
    if not isinstance(value, bool):
        raise bad(f"expected true or false, got {shown(value)}", inside + field)
    return value


def _one_of(
    record: Mapping[str, Any], field: str, known: tuple[str, ...], default: str | None, inside: str = ""
) -> str | None:
    value = record.get(field, default)
    if value is None and default is None:
        return None
    if value not in known:
        raise not_one_of(known, value, inside + field)
    return str(value)


def _tiles(value: object, field: str) -> tuple[Tile, ...]:
    if not isinstance(value, str):
        raise bad(f'expected tiles as text such as "123m55z", got {shown(value)}', field)
    if len(value) > bounds.HAND_TEXT:
        raise bad(f"a text of more than {bounds.HAND_TEXT} characters", field)
    try:
        return _hand_tiles(value)
    except TileError as error:
        raise bad(str(error), field) from None


@lru_cache(maxsize=1 << 12)
def _hand_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text; kept, for few sets and winning tiles are different. Raises TileError."""
    runs = _RUNS.findall(text)
    if "".join(runs) == text:
        return tuple([tile for run in runs for tile in _run(run)])
    tiles = parse_tiles(text)
    if not _BONUS.isdisjoint(tiles):
        raise TileError(_AMONG_TILES())
    return tiles


_RUNS = re.compile("[0-9]{1,9}[mpsz]")


@lru_cache(maxsize=1 << 12)
def _run(text: str) -> tuple[Tile, ...]:
    """The tiles of numbers with their letter; kept, for most hands are made of the same. Raises TileError."""
    return parse_tiles(text)


def _win(value: object) -> Tile | None:
    if value is None:
        return None
    tiles = _tiles(value, "win")
    if len(tiles) != 1:
        raise bad(_ONE_TILE(value=shown(value), said=as_typed(value)), "win")
    return tiles[0]


def _melds(value: object) -> tuple[Meld, ...]:
    if not isinstance(value, (list, tuple)):
        raise bad(f"expected a list of declared sets, got {shown(value)}", "melds")
    return tuple(read_meld(item, f"melds[{number}]") for number, item in enumerate(value))


def read_meld(item: object, field: str) -> Meld:
    """The declared set of a record, which is in this field. Raises HandError (`bad_record`)."""
    if not isinstance(item, Mapping):
        raise bad(f"expected an object with type and tiles, got {shown(item)}", field)
    for key in item:
        if key not in MELD_FIELDS:
            raise bad(f'unknown field "{key}" of a declared set{did_you_mean(key, MELD_FIELDS)}', f"{field}.{key}")
    kind = item.get("type")
    if kind not in MELD_TYPES:
        near = did_you_mean(kind, MELD_TYPES) if isinstance(kind, str) else ""
        raise bad(f"expected chow, pung or kong, got {shown(kind)}{near}", f"{field}.type")
    _tiles(item.get("tiles"), f"{field}.tiles")
    return make_meld(
        str(kind),
        str(item["tiles"]),
        concealed=_boolean(item, "concealed", False, f"{field}."),
        source=_one_of(item, "from", SIDES, None, f"{field}."),
        added=_boolean(item, "added", False, f"{field}."),
        field=field,
    )


def _flags(value: object) -> frozenset[str]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(flag, str) for flag in value):
        raise bad(f"expected a list of flags, got {shown(value)}", "flags")
    return frozenset(value)


def read_flowers(value: object) -> dict[str, Any]:
    """Bonus tiles as identities, or their number where only that is known. Raises HandError (`bad_record`)."""
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value <= len(BONUS):
            raise bad(SO_MANY_BONUS(most=len(BONUS), value=shown(value)), "flowers")
        return {"bonus": () if value == 0 else None, "bonus_count": value}
    if not isinstance(value, (list, tuple)):
        raise bad(f'expected a number or a list such as ["f1", "s3"], got {shown(value)}', "flowers")
    found: list[Tile] = []
    for item in value:
        if not isinstance(item, str):
            raise bad(f'expected bonus tiles such as "f1" or "s3", got {shown(item)}', "flowers")
        try:
            tiles = parse_tiles(item)
        except TileError as error:
            raise bad(str(error), "flowers") from None
        if not tiles:
            raise _no_bonus(value)
        found.extend(tiles)
    if not _BONUS.issuperset(found):
        raise _no_bonus(value)
    return {"bonus": tuple(sorted(found)), "bonus_count": len(found)}


def _no_bonus(value: list[object] | tuple[object, ...]) -> HandError:
    """The error of flowers that are not all bonus tiles."""
    return bad(_BONUS_ONLY(value=shown(value), said="、".join(map(as_typed, value))), "flowers")
