"""Records of games by Sichuan bloody rules: the wall, what was done, and what was paid, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mjrules.hooks import GameRecord, LogLine, RecordStep

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
_TILES: Mapping[str, int] = {"draw": 0, "discard": 0, "replacement": 0, "kong": 1, "void": 1}
"""Which of the words behind the seat is a tile."""


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
    record = GameRecord(line, FIELDS, seats=SEATS)
    said = record.fields
    cap, dealer = record.whole("fan_cap", said["fan_cap"]), record.seat("dealer", said["dealer"])
    wall = record.tiles("wall", said["wall"], WALL)
    steps = tuple([_step(record, step) for step in record.steps("actions", ACTIONS, _WORDS, "action")])
    return Game(record.line, str(said.get("id", "")), cap, dealer, wall, steps, said)


def _step(record: GameRecord, step: RecordStep) -> Step:
    """An action as it is written."""
    at = _TILES.get(step.kind)
    lacks = at is None or (step.kind == "void" and step.said[at] is None)
    tile = None if at is None or lacks else record.tile(f"{step.place}: {step.kind}", step.said[at])
    return Step(step.number, step.kind, step.seat, step.said, tile)
