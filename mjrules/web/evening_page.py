"""The pages of evenings: which there are, a new one, and one with its standings, its table and what is in its books."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..ledger import (
    BookEvent,
    BookLine,
    EveningBooks,
    EveningOpened,
    HandBooked,
    LedgerError,
    Payment,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableOpened,
)
from ..ledger.desk import Desk
from .booking import reads_ready, stand_of, write_form
from .club_books import TABLE, form_id
from .hand_page import HandPlace
from .requests import Reply, redirect
from .shelf import listed_as
from .site import Visit
from .speech import Speech

_SHOWN: Final = 100
"""How many evenings are listed."""


@dataclass(frozen=True)
class ToldLine:
    """A line of the books: its number, what happened, what it brought to whom, and what can be done about it."""

    number: int
    text: str
    paid: Sequence[tuple[str, int]]
    live: bool
    corrected: bool
    may_undo: bool
    may_correct: bool


def evenings_page(own: Visit) -> Reply:
    """The evenings that there are, and the form of a new one by the ruleset that is asked for."""
    name = own.asked.fields.get("ruleset")
    ruleset = own.site.shelf.get(name) if name else None
    evenings = own.site.books.ledger.evenings()[-_SHOWN:]
    return own.page(
        "evenings.html",
        evenings=[(one.id, one.opened.club, one.opened.date, one.standings) for one in reversed(evenings)],
        name=name,
        title="" if ruleset is None else listed_as(name, ruleset).title(own.say.language),
        seats=() if ruleset is None else ruleset.definition.table.seats,
        today=time.strftime("%Y-%m-%d", time.gmtime(own.asked.at)),
        club=evenings[-1].opened.club if evenings else "",
    )


def new_evening(own: Visit) -> Reply:
    """Open an evening with one table. Raises MjrulesError."""
    fields, books = own.asked.fields, own.site.books
    ruleset = own.site.shelf.get(fields.get("ruleset"))
    seated = tuple(fields.get(f"player.{wind}") for wind in ruleset.definition.table.seats)
    if not all(seated):
        raise LedgerError(f"expected the names of {len(seated)} players")
    id = form_id(fields)
    if not books.is_there(id):
        opened = EveningOpened(
            club=fields.get("club"), date=fields.get("date"), players=seated, ruleset=books.keep(ruleset)
        )
        books.write(id, opened)
    books.write(f"{id}-table", TableOpened(evening=id, table=TABLE, players=seated))
    return redirect(own.at("/evening", id=id))


def evening_page(own: Visit) -> Reply:
    """An evening: standings, the table, forms for what happens, and what is in the books. Raises MjrulesError."""
    evening = own.site.books.ledger.evening(own.asked.fields.get("id"))
    table = next(iter(evening.tables), TABLE)
    desk = own.site.books.desk(evening, table)
    place = HandPlace(desk.ruleset, "", (), desk)
    definition = desk.ruleset.definition
    return own.page(
        "evening.html",
        evening=evening,
        title=listed_as("", desk.ruleset).title(own.say.language),
        desk=desk,
        stand=stand_of(evening),
        pots=[(pot.title, desk.table.pots.get(name, 0)) for name, pot in definition.pots.items()],
        switched=[(name, definition.pots[name].title, on) for name, on in desk.on.items()],
        put=[(name, pot.title) for name, pot in definition.pots.items() if pot.field],
        penalties=[(name, penalty.title) for name, penalty in definition.penalties.items()],
        bonuses=[(name, bonus.title) for name, bonus in definition.bonus_payments.items()],
        ready=reads_ready(desk.ruleset),
        here=[player for player, here in evening.players.items() if here],
        lines=list(_told(evening, desk, own.say)),
        note=own.asked.fields.get("note"),
        party=lambda wind: place.party(wind, own.say),
    )


def write_evening(own: Visit) -> Reply:
    """Write down what a form says, and show the evening. Raises MjrulesError."""
    fields = own.asked.fields
    now = write_form(own.site.books, fields)
    return redirect(own.at("/evening", id=fields.get("evening"), note="written" if now else "written_before"))


def _told(evening: EveningBooks, desk: Desk, say: Speech) -> Iterator[ToldLine]:
    """The lines of the books, the last first."""
    for line in reversed(evening.lines):
        event = line.event
        paid = [item for item in event.paid.items() if item[1]] if isinstance(event, Payment) else []
        yield ToldLine(
            number=line.number,
            text=told_in_page(event, say),
            paid=paid,
            live=line.live,
            corrected=bool(line.corrections),
            may_undo=line.live and not isinstance(event, (EveningOpened, TableOpened)),
            may_correct=line.live and _was_scored(line),
        )


def _was_scored(line: BookLine) -> bool:
    """Whether a line is a hand, which may be entered anew."""
    return isinstance(line.event, HandBooked)


def told_in_page(event: BookEvent, say: Speech) -> str:
    """What happened, in the language of the page."""
    match event:
        case EveningOpened():
            return say("line_opened")
        case TableOpened():
            return say("line_table")
        case HandBooked():
            return _told_hand(event, say)
        case PenaltyBooked():
            return f"{event.title}: {', '.join(event.players)}"
        case PlayerLeft():
            return say("line_left", name=event.player)
        case PlayerArrived():
            return say("line_arrived", name=event.player)
        case PotSwitchedAt():
            return say("line_pot_on" if event.on else "line_pot_off", name=event.pot.replace("_", " "))
        case SeatsChanged():
            return say("line_seats", names=", ".join(event.players))
    return say("line_other")


def _told_hand(event: HandBooked, say: Speech) -> str:
    if not event.winners:
        return say("line_drawn", number=event.number)
    parts = [say("line_won", number=event.number, names=", ".join(event.winners))]
    if event.discarder:
        parts.append(say("line_from", name=event.discarder))
    wind = next(wind for wind, player in event.seats.items() if player == event.winners[0])
    worth = (event.result.get("scores") or {}).get(wind)
    if worth is not None:
        parts.append(say("line_worth", worth=worth))
    return ", ".join(parts)
