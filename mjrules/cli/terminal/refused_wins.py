"""Why a player could not win with tiles that complete the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...budget import Question
from ...errors import HandError
from ...hands.hand import Hand
from ...play.events import Discard, Drawn, Mahjong
from ...scoring.show import SEAT_NAMES
from ...table.course import Course
from ...table.judge import CLAIMED
from ...table.table import Table
from ...tiles.tile import Tile, tiles_of
from .tile_faces import GameStyle


def refused_wins(table: Table, seat: int, start: int, style: GameStyle) -> Iterator[str]:
    """Sentences about tiles that completed the hand of a seat, from an event of the log on, but could not win."""
    if table.state.players[seat].out:  # whoever has won already, or has a dead hand, knows
        return
    for number, event in enumerate(table.log[start:], start):
        drawn = isinstance(event, Drawn) and event.seat == seat
        if not drawn and not (isinstance(event, Discard) and event.seat != seat):
            continue
        assert isinstance(event, (Drawn, Discard))
        if table.judge.completes(seat, event.tile):
            reason = _why_not(table, number, Mahjong(seat, event.tile), style)
            whose = "" if drawn else f" of {SEAT_NAMES[table.seats[event.seat]]}"
            if reason:
                yield f"You could not win with the {style.tiles([event.tile])}{whose}: {reason}."


def _why_not(table: Table, number: int, action: Mahjong, style: GameStyle) -> str:
    """Why an action was not legal when an event of the log had happened; empty where it was."""
    moment = Course(table.ruleset, table.rules, table.seed, table.fields)
    for event in table.log[: number + 1]:
        moment.happen(event, again=True)
    how = CLAIMED if isinstance(event, Discard) else moment.referee.how_drawn(action.seat)
    with Question():
        reason = moment.refusals.why_not(action)
        return reason and (_why_unworthy(table, moment.judge.hand(action.seat, action.tile, how), style) or reason)


def _why_unworthy(table: Table, hand: Hand, style: GameStyle) -> str:
    """Why the rules refuse a hand that is complete; empty where they do not."""
    try:
        table.judge.scored(hand)
    except HandError as error:
        if error.code == "not_winning":  # what its tiles make is known, and comes first
            return " ".join(table.ruleset.why_not(hand, style)[1:]).rstrip(".") or error.message
        return error.message
    return ""


def told_waits(table: Table, seat: int, style: GameStyle) -> list[str]:
    """What the hand of a seat waits for, and what of that would not win now; nothing where it does not wait."""
    waits = tiles_of(table.judge.waits(seat))
    if not waits:
        return []
    found = [f"Your hand waits for {style.tiles(waits)}."]
    for drawn, how in ((False, "Discarded"), (True, "Drawn")):
        reasons: dict[str, list[Tile]] = {}
        for tile in waits:
            reasons.setdefault(_why_worthless(table, seat, tile, style, drawn=drawn), []).append(tile)
        for why, tiles in reasons.items():
            if why:
                found.append(f"{how}, {_all_or(tiles, waits, style)} would not win: {why}.")
    return found


def _all_or(tiles: Sequence[Tile], waits: Sequence[Tile], style: GameStyle) -> str:
    return style.tiles(tiles) if len(tiles) < len(waits) else "they" if len(waits) > 1 else "it"


def _why_worthless(table: Table, seat: int, tile: Tile, style: GameStyle, *, drawn: bool) -> str:
    """Why a tile that completes a hand does not win now; empty where it does."""
    hand = table.judge.hand(seat, tile, CLAIMED)
    reason = _why_unworthy(table, replace(hand, self_drawn=drawn, source=None if drawn else hand.source), style)
    if reason or drawn:
        return reason
    house = [play.allows(Mahjong(seat, tile)) for play in table.referee.awake.filtering if play.binds(seat)]
    return next(filter(None, house), "")
