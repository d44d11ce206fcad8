"""The house rule `charleston`: tiles are exchanged before play, to the right, across and to the left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjrules.hooks import Asks, HandInPlay, HouseRule, Play, RecordKind, Sentence, hookimpl, seat_at

from .advice import advice
from .exchange_record import DIRECTIONS, bad, exchange, shown
from .play import Charleston
from .settings import Settings, told

MJRULES = ">=0.1,<0.2"
EXCHANGES = ("first", "second")


def answer(record: Mapping[str, Any], settings: Settings, seats: Sequence[str]) -> Mapping[str, Any]:
    """The hands after an exchange. Raises HandError."""
    which = record.get("exchange", "first")
    if not isinstance(which, str) or which not in EXCHANGES:
        raise bad(f"expected one of {', '.join(EXCHANGES)}, got {shown(which)}", "exchange")
    directions = record.get("directions")
    if directions is None:
        directions = settings.first if which == "first" else settings.second
    _check_directions(directions, seats)
    passes = record.get("passes")
    if not isinstance(passes, (list, tuple)):
        raise bad("expected a list with an object for each step", "passes")
    hands = exchange(_hands(record.get("hands"), seats), passes, directions, settings)
    return {"result": {seat: sorted(tiles) for seat, tiles in hands.items()}}


def _check_directions(directions: Any, seats: Sequence[str]) -> None:
    """Each step goes to a seat of the table. Raises HandError."""
    if not isinstance(directions, (list, tuple)) or not directions:
        raise bad(f"expected a list such as {', '.join(DIRECTIONS)}", "directions")
    for number, direction in enumerate(directions):
        field = f"directions[{number}]"
        if direction not in DIRECTIONS:
            raise bad(f"expected one of {', '.join(DIRECTIONS)}, got {shown(direction)}", field)
        if seat_at(seats[0], direction, seats) is None:
            raise bad(f"nobody sits {direction} at a table of {len(seats)}", field)


def _hands(hands: Any, seats: Sequence[str]) -> dict[str, Sequence[str]]:
    """The hands in the order of play. Raises HandError."""
    if not isinstance(hands, Mapping):
        raise bad("expected an object with the tiles of each seat", "hands")
    for seat in (*hands, *seats):
        if seat not in seats:
            raise bad(f"there is no seat {shown(seat)}: {', '.join(seats)}", f"hands.{seat}")
        if seat not in hands:
            raise bad("is missing: expected the tiles of each seat", f"hands.{seat}")
        tiles = hands[seat]
        if not isinstance(tiles, (list, tuple)) or not all(isinstance(tile, str) for tile in tiles):
            raise bad("expected a list of tiles as text", f"hands.{seat}")
    return {seat: hands[seat] for seat in seats}


def play(settings: Settings, state: HandInPlay, asks: Asks) -> Play | None:
    """The exchanges of a hand; None where nothing is exchanged. Raises HandError for a direction where nobody sits."""
    return None if settings.played == "none" else Charleston(settings, state, asks)


CHARLESTON = RecordKind(
    "the hands after an exchange of tiles",
    {
        "exchange": "`first` (by default) or `second`",
        "directions": "to whom tiles are passed, step by step, where it is not as the ruleset has it",
        "hands": "the tiles of each seat, as any text",
        "passes": 'for each step what each seat passes: tiles, or `"blind"`, those just received',
    },
    {"result": "the tiles of each seat afterwards, in order of their text"},
    answer,
)


@hookimpl
def mj_house_rules() -> Sequence[HouseRule]:
    """The house rule `charleston` and its records."""
    about = Sentence("tiles are exchanged before play", "换牌：开局前各家互换几张牌")()
    return [
        HouseRule("charleston", about, Settings, play, records={"charleston": CHARLESTON}, advice=advice, told=told)
    ]
