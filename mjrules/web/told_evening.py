"""What is in the books of an evening, line by line, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import MjrulesError
from ..ledger import (
    BonusBooked,
    BookEvent,
    BookLine,
    EveningBooks,
    EveningOpened,
    GameFinished,
    HandBooked,
    Payment,
    PenaltyBooked,
    PlayerArrived,
    PlayerLeft,
    PotSwitchedAt,
    SeatsChanged,
    TableClosed,
    TableOpened,
)
from ..ledger.book_event import TableEvent
from ..ledger.telling import wins_of
from ..teller import RulesetTeller, teller_of
from .shelf import told_title
from .site import Visit


@dataclass(frozen=True)
class ToldLine:
    """A line of the books: its number, its table, what happened, what it brought, and what can be done about it."""

    number: int
    table: str
    text: str
    paid: Sequence[tuple[str, int]]
    live: bool
    corrected: bool
    may_undo: bool
    correct_at: str


def told_lines(evening: EveningBooks, own: Visit) -> Iterator[ToldLine]:
    """The lines of the books, the last first."""
    for line in reversed(evening.lines):
        event, number = line.event, str(line.number)
        table = getattr(event, "table", "")
        scored = isinstance(event, HandBooked) and (event.how == "scored" or bool(event.hand))
        corrected_by = own.at(
            "/score" if scored else "/evening", **{"evening" if scored else "id": evening.id}, line=number
        )
        paid = [item for item in event.paid.items() if item[1]] if isinstance(event, Payment) else []
        yield ToldLine(
            number=line.number,
            table=table,
            text=told_in_page(event, evening, own),
            paid=paid,
            live=line.live,
            corrected=bool(line.corrections),
            may_undo=line.live and not (isinstance(event, EveningOpened) or _is_played_at(line, evening)),
            correct_at=corrected_by if line.live and isinstance(event, HandBooked) else "",
        )


def _is_played_at(line: BookLine, evening: EveningBooks) -> bool:
    """Whether a line makes up a table of which other lines that count speak."""
    event = line.event
    return isinstance(event, TableOpened) and any(
        other.live and other is not line and getattr(other.event, "table", "") == event.table for other in evening.lines
    )


def teller_at(own: Visit, evening: EveningBooks, table: str = "") -> RulesetTeller | None:
    """What tells of the rules of an evening, or of a table of it; None where these cannot be used any more."""
    try:
        return teller_of(own.site.books.ruleset_of(evening, table), own.say.language)
    except MjrulesError:
        return None


def title_at(own: Visit, evening: EveningBooks, table: str = "") -> str:
    """The title of these rules, with the options that were chosen; as the books have it, where they cannot be used."""
    tell = teller_at(own, evening, table)
    return own.site.books.kept_title(evening, table) if tell is None else told_title(tell.ruleset, own.say.language)


def told_in_page(event: BookEvent, evening: EveningBooks, own: Visit) -> str:
    """What happened, in the language of the page; as the books have it, where its rules cannot be used any more."""
    match event:
        case EveningOpened():
            return own.say("line_opened")
        case TableEvent():
            return _told_at_table(event, evening, own)
        case PlayerLeft():
            return own.say("line_left", name=event.player)
        case PlayerArrived():
            return own.say("line_arrived", name=event.player)
    return own.say("line_other")


def _told_at_table(event: TableEvent, evening: EveningBooks, own: Visit) -> str:
    say = own.say
    match event:
        case HandBooked():
            return _told_hand(event, evening, own)
        case PenaltyBooked():
            section = "bonus_payments" if isinstance(event, BonusBooked) else "penalties"
            tell = teller_at(own, evening, event.table)
            title = tell.title(section, str(event.record.get("event", "")), event.title) if tell else event.title
            return say("line_title", title=title, names=say("comma").join(event.players))
        case GameFinished():
            return say("line_final", names=say("comma").join(event.places))
        case TableOpened():
            return say("line_table", name=event.table, names=say("comma").join(event.players))
        case TableClosed():
            return say("line_closed", name=event.table)
        case PotSwitchedAt():
            return say(
                "line_pot_on" if event.on else "line_pot_off", name=pot_title(own, evening, event.pot, event.table)
            )
        case SeatsChanged():
            return say("line_seats", names=say("comma").join(event.players))
    return getattr(event, "note", "") or say("line_other")


def pot_title(own: Visit, evening: EveningBooks, pot: str, table: str = "") -> str:
    """What a pot is called by the rules of an evening, or of a table of it."""
    tell, plain = teller_at(own, evening, table), pot.replace("_", " ")
    return tell.title("pots", pot, plain) if tell else plain


def _told_hand(event: HandBooked, evening: EveningBooks, own: Visit) -> str:
    say, options = own.say, event.result.get("options")
    dealt = []
    if isinstance(options, Mapping) and options:
        tell = teller_at(own, evening, event.table)
        chosen = [tell.option(*item) if tell else "=".join(map(str, item)) for item in options.items()]
        dealt = [say("line_dealt", options=say("comma").join(chosen))]
    if not event.winners:
        return say("clause").join([say("line_drawn", number=event.number), *dealt])
    wins = wins_of(event)
    if len({win.discarder for win in wins}) > 1:
        told = [
            f"{win.player} ({say('how_from', name=win.discarder) if win.discarder else say('how_drawn')})"
            for win in wins
        ]
    else:
        told = [win.player for win in wins]
    parts = [say("line_won", number=event.number, names=say("comma").join(told))]
    if event.discarder:
        parts.append(say("line_from", name=event.discarder))
    worths = [str(win.worth) for win in wins if win.worth is not None]
    if worths:
        parts.append(say("line_worth", worth=say("comma").join(worths)))
    return say("clause").join([*parts, *dealt])
