"""What has happened, as it is told to one player of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...play import events
from ...play.events import EVENT_KINDS, Action, Event
from ...scoring.show import SEAT_NAMES
from ...table.table import Table
from ..show_game import event_text
from .choices import action_words, suit_name
from .tile_faces import GameStyle

_UNTOLD = (
    events.Begin,
    events.Dealt,
    events.PlayBegins,
    events.Give,
    events.End,
)
"""What is shown elsewhere, or is told by what follows from it."""
_FOR_OTHERS = {"loose": "draws a tile for the kong", "for_bonus": "draws a tile for the bonus tile"}
_IRREGULAR = {"has": "have", "is": "are", "says": "say"}
_YOURS = ("discard", "kong", "hand")


def news(table: Table, seen: Sequence[Event], seat: int, style: GameStyle) -> Iterator[str]:
    """Sentences about events as the player at a seat has seen them."""
    for event in seen:
        text = "" if isinstance(event, _UNTOLD) else _told(table, event, seat, style)
        if text:
            yield to_you(text, SEAT_NAMES[table.seats[seat]])


def _told(table: Table, event: Event, seat: int, style: GameStyle) -> str:
    """An event in words; empty where it says nothing to this player."""
    if isinstance(event, events.Drawn) and event.seat != seat:
        what = _FOR_OTHERS.get(event.source, "")
        return f"{SEAT_NAMES[table.seats[event.seat]]} {what}" if what else ""
    if isinstance(event, events.Moved):
        if seat not in (event.seat, event.other):
            return ""
        whose, to = (SEAT_NAMES[table.seats[place]] for place in (event.seat, event.other))
        return f"{whose} passes {style.tiles(event.tiles)} to {to}"
    if isinstance(event, events.Announced):
        return f"{SEAT_NAMES[table.seats[event.seat]]} announces {suit_name(event.word, style) or event.word}"
    if isinstance(event, Action) and event.kind not in EVENT_KINDS and event.seat == seat:
        return f"{SEAT_NAMES[table.seats[seat]]} chooses {action_words(event, '', style)}"
    return event_text(event, table, style)


def to_you(text: str, own: str) -> str:
    """A sentence about the player at a seat (`own`, such as `South`), said to that player."""
    text = re.sub(rf"\bthe ({'|'.join(_YOURS)}) of {own}\b(?! wind)", r"your \1", text)
    text = re.sub(rf"\b(from|to) {own}\b(?! wind)", r"\1 you", text)
    match = re.match(rf"{own} (\w+)", text)
    if match is None:
        return text
    verb = match[1]
    plain = _IRREGULAR.get(verb) or re.sub(r"(ss)es$|s$", r"\1", verb)
    return f"You {plain}{text[match.end() :]}"
