"""Makes game records as the server Botzone writes them: hands that the table plays, and PyMahjongGB as their judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

from mjrules import Event, Table
from mjrules.play.events import Dealt, Discard, Drawn, Kong, Melded, Won
from mjrules.tiles.tile import TEXT, format_tiles
from tests.rulesets.chinese_official.peer import peer_arguments

WALL = 21
"""How many tiles a player may draw."""


def as_record(table: Table, id: str = "made") -> dict[str, Any]:
    """The record of a hand that is over."""
    hands: list[list[int]] = [[] for _ in table.seats]
    for event in table.log:
        if isinstance(event, Dealt):
            hands[event.seat] += event.tiles
    events = [event for told in table.log for event in _told(told)]
    prevalent = "ESWN".index(table.begin.round) + 1
    texts = [" ".join(TEXT[tile] for tile in hand) for hand in hands]
    return {"id": id, "events": events, "prevalent": prevalent, "hands": texts, "end": _end(table, events)}


def _told(event: Event) -> Iterator[list[Any]]:
    if isinstance(event, Drawn):
        yield ["draw", event.seat, TEXT[event.tile]]
    elif isinstance(event, Discard):
        yield ["discard", event.seat, TEXT[event.tile]]
    elif isinstance(event, Melded):
        yield [event.type, event.seat, format_tiles(event.tiles), event.other, TEXT[event.tile]]
    elif isinstance(event, Kong) and event.how == "concealed":
        yield ["concealed_kong", event.seat, format_tiles(event.tiles)]
    elif isinstance(event, Kong) and event.how == "added":
        yield ["added_kong", event.seat, TEXT[event.tile]]


def _end(table: Table, events: list[list[Any]]) -> dict[str, Any]:
    won = [event for event in table.log if isinstance(event, Won)]
    if not won:
        return {"type": "draw", "delta": [0, 0, 0, 0]}
    seat, giver, tile = won[0].seat, won[0].other, TEXT[won[0].tile]
    hand = table.end.hands[table.seats[seat]].to_record()
    arguments = peer_arguments({**hand, "win": tile}) | _situation(events, seat, giver, tile)
    fans = [[name, value, count] for value, count, name, _ in MahjongFanCalculator(**arguments, verbose=True)]
    total = sum(value * count for _, value, count in fans)
    drawn = giver < 0
    loses = [-8 - total if drawn or other == giver else -8 for other in range(4)]
    loses[seat] = -sum(loses[:seat] + loses[seat + 1 :])
    end: dict[str, Any] = {"type": "win", "who": seat, "by": "self" if drawn else "discard"}
    return end | {"from": None if drawn else giver, "tile": tile, "fan_total": total, "fan": fans, "delta": loses}


def _situation(events: list[list[Any]], seat: int, giver: int, tile: str) -> dict[str, Any]:
    """What the judge notes of a win, out of the record alone."""
    draws = [sum(event[0] == "draw" and event[1] == other for event in events) for other in range(4)]
    at = seat if giver < 0 else giver
    shown = 0
    for event in events:
        if event[0] == "discard":
            shown += event[2] == tile
        elif event[0] == "chow":
            shown += tile in [f"{rank}{event[2][-1]}" for rank in event[2][:-1]] and event[4] != tile
        elif event[0] == "pung":
            shown += 2 * (event[4] == tile)
        elif event[0] in ("kong", "concealed_kong") and event[2][0] + event[2][-1] == tile:
            shown = 4
    last = events[-1][0]
    about = last == "added_kong" if giver >= 0 else events[-2][0] in ("kong", "concealed_kong", "added_kong")
    return {
        "is4thTile": shown + (giver < 0) == 4,
        "isAboutKong": about,
        "isWallLast": draws[(at + 1) % 4] == WALL,
    }
