"""What has happened, as it is told to one player of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ...play import events
from ...play.event_fields import NO_TILE
from ...play.events import EVENT_KINDS, Action, Event, PlayerEvent
from ...scoring.show import SEAT_NAMES
from ...table.table import Table
from ..show_game import ToldAt, event_text
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
_DRAWN_FOR = {"loose": "a loose tile", "for_bonus": "a tile for the bonus tile"}
_IRREGULAR = {"has": "have", "is": "are", "says": "say"}
_YOURS = ("discard", "kong", "hand")
_MONEY = (events.Paid, events.IntoPot)


def news(table: Table, seen: Sequence[Event], seat: int, style: GameStyle) -> Iterator[str]:
    """Sentences about events as the player at a seat has seen them."""
    for event, following in zip_longest(seen, seen[1:]):
        text = "" if _said_by(event, following) else _told(table, event, seat, style)
        if text:
            own = SEAT_NAMES[table.seats[seat]]
            text = text[0].upper() + text[1:]
            yield payments_to_you(text, own) if isinstance(event, _MONEY) else to_you(text, own)


def _said_by(event: Event, following: Event | None) -> bool:
    """Whether an event is shown elsewhere, or what follows from it tells the same."""
    aside = isinstance(following, events.LaidAside) and isinstance(event, Action) and event.seat == following.seat
    return aside or isinstance(event, _UNTOLD)


def _told(table: Table, event: Event, seat: int, style: GameStyle) -> str:
    """An event in words; empty where it says nothing to this player."""
    whose = SEAT_NAMES[table.seats[event.seat]] if isinstance(event, PlayerEvent) and event.seat >= 0 else ""
    if isinstance(event, events.Drawn):
        return _drawn_tile(event, whose, seat, style)
    if isinstance(event, events.Moved):
        other = SEAT_NAMES[table.seats[event.other]]
        return f"{whose} passes {style.tiles(event.tiles)} to {other}" if seat in (event.seat, event.other) else ""
    if isinstance(event, events.Kong) and event.how and NO_TILE in event.tiles:
        return f"{whose} declares a kong face down"
    if isinstance(event, events.Announced):
        return f"{whose} announces {suit_name(event.word, style) or event.word.replace('_', ' ')}"
    if isinstance(event, Action) and event.kind not in EVENT_KINDS:
        return f"{whose} chooses {action_words(event, '', style)}"
    return event_text(event, ToldAt(table, style))


def _drawn_tile(event: events.Drawn, whose: str, seat: int, style: GameStyle) -> str:
    """What is told of a tile that is drawn: of others only that it is not drawn in turn."""
    what = _DRAWN_FOR.get(event.source, "")
    if event.seat != seat:
        return f"{whose} draws {what}" if what else ""
    return f"{whose} draws {style.tiles([event.tile])}" + (f", {what}" if what else "")


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


def payments_to_you(text: str, own: str) -> str:
    """Hands, payments and gains, line by line, said to the player at a seat; columns stay where they are."""
    you = f"{'You':{len(own)}}"
    lines = []
    for line in text.split("\n"):
        line = re.sub(rf"\ba (discard|kong) of {own}$", r"your \1", line)
        line = re.sub(rf"^{own}(?= +-?\d)(.*?)  wins(?= on |$)", rf"{you}\1  win", line)
        line = re.sub(rf"^( *){own}(?= +[-+]?\d+( |$))", rf"\1{you}", line)
        line = re.sub(rf"^( *){own}( +)pays ", rf"\1{you}\2pay  ", line)
        line = re.sub(rf"(?<= pays )( *){own}(?= )", rf"\1{you.lower()}", line)
        line = re.sub(rf"(?<=: ){own} (put|take)s ", r"you \1 ", line)
        lines.append(re.sub(rf"(?<=: ){own}$", "you", line))
    return "\n".join(lines)
