"""The lines of the books of an evening, as a page shows them: what happened, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..ledger import BookEvent, BookLine, EveningBooks, EveningOpened, HandBooked, Payment, TableOpened
from ..ledger.telling import remark_on
from ..shown.evening import ToldEvening
from .site import Visit


def told_at(own: Visit, evening: EveningBooks) -> ToldEvening:
    """What says what is in the books of an evening to a visitor."""
    books = own.site.books
    return ToldEvening(evening, own.say, books.ruleset_of, books.kept_title)


@dataclass(frozen=True)
class ToldLine:
    """A line of the books: its number, its table, what happened, a remark on it, what it brought, and what can be done
    about it."""

    number: int
    table: str
    text: str
    remark: str
    paid: Sequence[tuple[str, int]]
    live: bool
    corrected: bool
    may_undo: bool
    correct_at: str


def told_lines(evening: EveningBooks, own: Visit) -> Iterator[ToldLine]:
    """The lines of the books, the last first."""
    told = told_at(own, evening)
    for line in reversed(evening.lines):
        event, number = line.event, str(line.number)
        table = getattr(event, "table", "")
        scored = isinstance(event, HandBooked) and (event.how == "scored" or bool(event.hand))
        corrected_by = own.at(
            "/score" if scored else "/evening", **{"evening" if scored else "id": evening.id}, line=number
        )
        text = told.event(event)
        paid = [item for item in event.paid.items() if item[1]] if isinstance(event, Payment) else []
        yield ToldLine(
            number=line.number,
            table=table,
            text=with_number(text, event, own),
            remark=remark_on(event, text),
            paid=paid,
            live=line.live,
            corrected=bool(line.corrections),
            may_undo=line.live and not (isinstance(event, EveningOpened) or _is_played_at(line, evening)),
            correct_at=corrected_by if line.live and isinstance(event, HandBooked) else "",
        )


def with_number(text: str, event: BookEvent, own: Visit) -> str:
    """What happened, of a hand with its number at the table."""
    return own.say("hand_numbered", number=event.number, text=text) if isinstance(event, HandBooked) else text


def _is_played_at(line: BookLine, evening: EveningBooks) -> bool:
    """Whether a line makes up a table of which other lines that count speak."""
    event = line.event
    return isinstance(event, TableOpened) and any(
        other.live and other is not line and getattr(other.event, "table", "") == event.table for other in evening.lines
    )
