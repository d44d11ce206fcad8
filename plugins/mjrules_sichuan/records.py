"""Records of games by Sichuan bloody rules: the wall, what was done, and what was paid, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjrules.hooks import LogError, LogLine, TileError, described, did_you_mean, parse_tiles

SEATS, HAND, WALL = 4, 13, 108
FIELDS: Mapping[str, str] = {
    "id": "the name of the game",
    "fan_cap": "how many fan count at most",
    "dealer": "the seat of the dealer, 0 to 3",
    "wall": "all tiles: first the hands of seats 0, 3, 2 and 1, and one more for the dealer; last the replacements",
    "actions": "what happened, each action a list",
    "wins": "every win: `seat`, `tile`, `by` (self or discard), `from`, `kind`, `fans`, `value`",
    "ledger": "every payment: reason, who pays, who is paid, the amount, and a detail",
    "final": "what every seat gains",
    "pot": "what was forfeited to nobody",
    "next_dealer": "the seat of the next dealer",
    "hu_order": "the seats of the winners, in order",
}
"""The fields of a record."""
ACTIONS: Mapping[str, str] = {
    "void": "seat, the suit given up, the tile of it that is discarded first, or null",
    "draw": "seat, tile",
    "discard": "seat, tile, and `first` for the one that was laid aside",
    "claim": "seat, and what for: pung, kong or hu",
    "pass": "seat, what could have been claimed",
    "kong": "seat, concealed, promoted or postponed, tile",
    "replacement": "seat, tile",
    "hu": "seat: a win on the tile drawn",
    "wall_end": "seat: there is no tile to draw",
}
"""The kinds of action, with what follows the kind."""
_WORDS: Mapping[str, tuple[int, ...]] = {
    "void": (4,), "draw": (3,), "discard": (3, 4), "claim": (3,), "pass": (3,), "kong": (4,), "replacement": (3,),
    "hu": (2,), "wall_end": (2,),
}  # fmt: skip
"""How many words an action may have, its kind too."""


class Step(NamedTuple):
    """An action of a record: its number, from 1, and what it says; `tile` is None where it has none."""

    number: int
    kind: str
    seat: int
    said: tuple[Any, ...]
    tile: int | None


class Game(NamedTuple):
    """A record that was read; `line` is where it is, `told` what is looked at once the game is played."""

    line: int
    id: str
    cap: int
    dealer: int
    wall: tuple[int, ...]
    steps: tuple[Step, ...]
    told: Mapping[str, Any]


def is_game(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like a game of this format."""
    return {"wall", "actions", "ledger", "fan_cap"} <= record.keys()


def read_game(line: LogLine) -> Game:
    """The game that a line records. Raises LogError for what is no such record."""
    number, record = line
    for name in FIELDS:
        if name not in record and name != "id":
            raise LogError(number, f"{name}: missing from the record of a game")
    for name in record:
        if name not in FIELDS:
            raise LogError(number, f'a game has no field "{name}"{did_you_mean(name, FIELDS)}')
    cap, dealer, wall, actions = (record[name] for name in ("fan_cap", "dealer", "wall", "actions"))
    if not _is_whole(cap):
        raise LogError(number, f"fan_cap: expected a whole number, got {described(cap)}")
    if not _is_whole(dealer) or not 0 <= dealer < SEATS:
        raise LogError(number, f"dealer: expected a seat, 0 to {SEATS - 1}, got {described(dealer)}")
    tiles = _tiles(number, "wall", wall)
    if len(tiles) != WALL:
        raise LogError(number, f"wall: expected {WALL} tiles, got {len(tiles)}")
    if not isinstance(actions, list):
        raise LogError(number, "actions: expected a list")
    steps = tuple(_step(number, place, action) for place, action in enumerate(actions, 1))
    return Game(number, str(record.get("id", "")), cap, dealer, tiles, steps, record)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _step(line: int, number: int, action: Any) -> Step:
    place = f"action {number}"
    kind = action[0] if isinstance(action, list) and action else action
    if kind is action or not isinstance(kind, str) or kind not in ACTIONS:
        near = did_you_mean(kind, ACTIONS) if isinstance(kind, str) else ""
        raise LogError(line, f"{place}: expected an action, got {described(action)}{near}")
    if len(action) not in _WORDS[kind]:
        raise LogError(line, f"{place}: {kind}: expected {ACTIONS[kind]}, got {described(action[1:])}")
    seat, *said = action[1:]
    if not _is_whole(seat) or not 0 <= seat < SEATS:
        raise LogError(line, f"{place}: {kind}: expected a seat, 0 to {SEATS - 1}, got {described(seat)}")
    at = {"draw": 0, "discard": 0, "replacement": 0, "kong": 1, "void": 1}.get(kind)
    tile = None if at is None or (kind == "void" and said[at] is None) else _tiles(line, place, said[at])
    if tile is not None and len(tile) != 1:
        raise LogError(line, f"{place}: {kind}: expected one tile, got {described(said[at or 0])}")
    return Step(number, kind, seat, tuple(said), None if tile is None else tile[0])


def _tiles(line: int, place: str, text: Any) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise LogError(line, f"{place}: expected tiles as text, got {described(text)}")
    try:
        return tuple(parse_tiles(text))
    except TileError as error:
        raise LogError(line, f"{place}: {error}") from None
