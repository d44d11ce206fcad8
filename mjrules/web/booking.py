"""What the forms of an evening write into the books: each act makes one event of the fields of its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from .. import bounds
from ..budget import Question
from ..errors import HandError, described, did_you_mean
from ..hands.record import SEATS
from ..ledger import (
    BookEvent,
    BookLine,
    Corrected,
    EveningBooks,
    HandBooked,
    LedgerError,
    PaymentBooked,
    PlayerArrived,
    PlayerLeft,
    TableClosed,
    TableOpened,
)
from ..ledger.book_event import TableEvent
from ..ledger.checks import amount_in
from ..ledger.desk import Desk, HandSaid, asks_who_is_ready, pays_for_drawn
from ..ledger.events import PotSwitchedAt, SeatsChanged, Undone
from ..match.table_records import answers_to
from ..play.house_rules import DRAWN_HAND
from ..ruleset.ruleset import Ruleset
from . import booking_faults as faults
from .club_books import TABLE, ClubBooks, StaleFormError, form_id
from .questions import questions_of
from .requests import FormFields
from .tapped_hand import TappedHand, others_of, read_tapped
from .winners import PUT, discarder_of, earlier_winners, next_winner, said_of_winners

AMOUNT: Final = "a."
"""What stands before the wind of a player, whose amount a form has."""
_LINE_DIGITS: Final = len(str(bounds.BOOK_EVENTS))
_MAKE_TABLE: Final = "table"


def write_form(books: ClubBooks, fields: FormFields, chosen: Ruleset | None = None) -> bool:
    """Write down what a form of an evening says; whether it was written now, and not before.

    `chosen` is the ruleset of a table that is made up, where it is not the evening's.
    Who comes only now to sit down at a table arrives first.
    Raises MjrulesError, of which StaleFormError says that something else was written down meanwhile.
    """
    evening = books.ledger.evening(fields.get("evening"))
    act, seen = fields.get("act"), fields.get("seen")
    if act not in _ACTS:
        raise LedgerError(faults.NOTHING_TO_WRITE())
    id = form_id(fields)
    if books.is_there(id):
        return False
    if seen != str(stand_of(evening, fields.get("table"))):
        raise StaleFormError(faults.TOO_LATE())
    made = _table(books, evening, fields, chosen) if act == _MAKE_TABLE else _ACTS[act](books, evening, fields)
    *before, event = several_events(made)
    for number, earlier in enumerate(before, 1):
        books.write(f"{id}-{number}", earlier)
    books.write(id, event)
    return True


def several_events(made: BookEvent | Sequence[BookEvent]) -> Sequence[BookEvent]:
    """What an act makes, as events in their order."""
    return (made,) if isinstance(made, BookEvent) else made


def stand_of(evening: EveningBooks, table: str) -> int:
    """A number that grows with everything that is written down of a table, corrections and undoing too.

    What happens at another table of the evening is no matter of it. Without a table it is what belongs to none.
    """
    own = [line for line in evening.lines if getattr(line.event, "table", "") == table]
    return len(own) + sum(line.later for line in own)


def line_of(evening: EveningBooks, fields: FormFields) -> BookLine | None:
    """The line of which a form speaks; None where it speaks of none. Raises LedgerError for one that is not there."""
    text = fields.get("line")
    if not text:
        return None
    line = _line_in(evening, text)
    if line is None or not line.live:
        raise LedgerError(faults.NO_LINE())
    return line


def _line_in(evening: EveningBooks, text: str) -> BookLine | None:
    """The line of a number that is written; None where there is none."""
    return evening.line(int(text)) if text.isascii() and text.isdigit() and len(text) <= _LINE_DIGITS else None


def table_of(fields: FormFields, line: BookLine | None = None) -> str:
    """The table of which a form speaks: that of its line, where it speaks of one."""
    if line is not None and isinstance(line.event, TableEvent):
        return line.event.table
    return fields.get("table", TABLE) or TABLE


def scored_hand(desk: Desk, tapped: TappedHand, others: Mapping[str, int], fields: FormFields) -> HandSaid:
    """What a hand that was tapped in says at the desk, with those of other winners. Raises HandError."""
    put = _put(desk, fields)
    also = earlier_winners(fields, desk.hand_ruleset)
    if not others or also:
        return said_of_winners(desk, (*also, tapped), put)
    by = discarder_of(tapped, [*desk.seats])
    score = desk.hand_ruleset.score({**tapped.record(desk.hand_ruleset), "from": None, "round": desk.round})
    values = {desk.seats[wind]: worth for wind, worth in others.items() if wind != tapped.seat}
    winner = desk.seats[tapped.seat]
    return HandSaid(
        winners=(winner,),
        discarder=desk.seats[by] if by else "",
        values={**values, winner: score.total},
        hand={**tapped.record(desk.hand_ruleset), "round": desk.round},
        put=put,
    )


def _put(desk: Desk, fields: FormFields) -> dict[str, dict[str, int]]:
    """What players have put into pots in this hand: one counter each."""
    found: dict[str, dict[str, int]] = {}
    for name, pot in desk.hand_ruleset.definition.pots.items():
        winds = [wind for wind in fields.all(PUT + name) if wind in desk.seats]
        if winds:
            found[name] = {desk.seats[wind]: pot.unit for wind in winds}
    return found


def _booked(desk: Desk, said: HandSaid, line: BookLine | None, evening: EveningBooks) -> BookEvent:
    """The event of a hand, or of the correction of one."""
    if line is None:
        return desk.hand(said)
    if not isinstance(line.event, HandBooked):
        raise LedgerError(faults.ONLY_HANDS())
    return Corrected(evening=evening.id, corrects=line.entry.id, instead=desk.hand(said, line.event.number))


def _desk(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> tuple[Desk, BookLine | None]:
    line = line_of(evening, fields)
    return books.desk(evening, table_of(fields, line), None if line is None else line.number), line


def _hand(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    desk, line = _desk(books, evening, fields)
    tapped = read_tapped(fields, desk.hand_ruleset)
    tapped = next_winner(tapped, earlier_winners(fields, desk.hand_ruleset), desk.hand_ruleset.definition.table)
    others = others_of(fields, questions_of(desk.hand_ruleset, "en").seats)
    if not tapped.won:
        raise HandError("bad_record", "this hand did not win", "winner")
    return _booked(desk, scored_hand(desk, tapped, others, fields), line, evening)


def _drawn(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """A hand that nobody has won."""
    desk, line = _desk(books, evening, fields)
    ready, ponds = [
        tuple(player for wind, player in desk.seats.items() if wind in fields.all(name)) for name in ("ready", "ponds")
    ]
    stopped = bool(fields.get("stopped"))
    return _booked(desk, HandSaid(ready=ready, ponds=ponds, stopped=stopped, put=_put(desk, fields)), line, evening)


def _amounts(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """A hand of which only the amounts are known."""
    desk, line = _desk(books, evening, fields)
    if not any(fields.get(AMOUNT + wind).strip() for wind in desk.seats):
        raise LedgerError(faults.NOBODY_PAYS())
    amounts = {player: _amount(fields.get(AMOUNT + wind), player) for wind, player in desk.seats.items()}
    winners = tuple(player for wind, player in desk.seats.items() if wind in fields.all("winner"))
    said = HandSaid(winners=winners, amounts=amounts, put=_put(desk, fields))
    return _booked(desk, said, line, evening)


def _amount(text: str, player: str) -> int:
    """An amount as people write it. Raises LedgerError."""
    found = amount_in(text or "0", player)
    if found is None:
        raise LedgerError(faults.WHOLE_AMOUNT(player=player))
    return found


def _pay(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """A payment of which the ruleset knows nothing: who gets and who pays, and what for."""
    desk, _ = _desk(books, evening, fields)
    amounts = {player: _amount(fields.get(AMOUNT + wind), player) for wind, player in desk.seats.items()}
    paid = {player: amount for player, amount in amounts.items() if amount}
    if not paid:
        raise LedgerError(faults.NOBODY_PAYS())
    return PaymentBooked(evening=evening.id, table=desk.table.name, paid=paid, note=fields.get("note"))


def _penalty(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    desk, _ = _desk(books, evening, fields)
    affected = desk.seats.get(fields.get("affected"), "")
    return desk.penalty(fields.get("event"), [desk.seats.get(fields.get("player"), "")], affected)


def _bonus(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    desk, _ = _desk(books, evening, fields)
    return desk.bonus(fields.get("event"), desk.seats.get(fields.get("player"), ""))


def _arrives(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    return PlayerArrived(evening=evening.id, player=fields.get("name"))


def _leaves(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    return PlayerLeft(evening=evening.id, player=fields.get("name"))


def _seats(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """Others sit at the table, or the same in another order."""
    winds = books.ruleset_of(evening, table_of(fields)).definition.table.seats
    players = tuple(fields.get(f"seat.{wind}") for wind in winds)
    return SeatsChanged(evening=evening.id, table=table_of(fields), players=players, anew=bool(fields.get("anew")))


def _table(
    books: ClubBooks, evening: EveningBooks, fields: FormFields, chosen: Ruleset | None = None
) -> Sequence[BookEvent]:
    """Another table is made up; who sits down there and was not here yet arrives."""
    ruleset, name = chosen or books.ruleset_of(evening), fields.get("name")
    winds = ruleset.definition.table.seats
    players = tuple(fields.get(f"seat.{wind}") for wind in winds)
    if not all(players) or sum(bool(fields.get(f"seat.{wind}")) for wind in SEATS) > len(winds):
        raise LedgerError(faults.NAMES_OF_PLAYERS(number=len(winds)))
    if name in evening.tables:
        raise LedgerError(faults.TABLE_THERE(name=described(name), said=name))
    own = "" if ruleset.hash == evening.opened.ruleset else books.keep(ruleset)
    opened = TableOpened(evening=evening.id, table=name, players=players, ruleset=own)
    new = [player for player in players if not evening.players.get(player)]
    return [*(PlayerArrived(evening=evening.id, player=player) for player in new), opened]


def _close(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    return TableClosed(evening=evening.id, table=table_of(fields))


def _final(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """The game at a table is over, and is reckoned up."""
    return _desk(books, evening, fields)[0].finish()


def _pot(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """The table begins or ceases to pay into a pot after drawn hands."""
    desk, _ = _desk(books, evening, fields)
    pot = fields.get("pot")
    if pot not in desk.on:
        raise LedgerError(faults.NO_SWITCH(pot=described(pot), said=pot, near=did_you_mean(pot, desk.on)))
    return PotSwitchedAt(evening=evening.id, table=desk.table.name, pot=pot, on=not desk.on[pot])


def _undo(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    line = line_of(evening, fields)
    if line is None or line.number == 1:
        raise LedgerError(faults.WHICH_LINE())
    return Undone(evening=evening.id, undoes=line.entry.id)


def _back(books: ClubBooks, evening: EveningBooks, fields: FormFields) -> BookEvent:
    """What was undone counts again."""
    line = _line_in(evening, fields.get("line"))
    if line is None or line.undone_by is None:
        raise LedgerError(faults.NOT_UNDONE())
    return Undone(evening=evening.id, undoes=line.undone_by.id)


_Act = Callable[[ClubBooks, EveningBooks, FormFields], BookEvent | Sequence[BookEvent]]
_ACTS: Final[Mapping[str, _Act]] = {
    "hand": _hand,
    "drawn": _drawn,
    "amounts": _amounts,
    "pay": _pay,
    "penalty": _penalty,
    "bonus": _bonus,
    "arrives": _arrives,
    "leaves": _leaves,
    "seats": _seats,
    "table": _table,
    "close": _close,
    "final": _final,
    "pot": _pot,
    "undo": _undo,
    "back": _back,
}


class DrawnAsks(NamedTuple):
    """What is asked after a drawn hand, as it makes a difference: who was ready, whose discards are paid for, and
    whether the hand was stopped."""

    ready: bool
    ponds: bool
    stopped: bool


def drawn_asks(ruleset: Ruleset) -> DrawnAsks:
    """What a ruleset asks after a drawn hand."""
    ponds = pays_for_drawn(ruleset) and _pays_for_ponds(ruleset)
    return DrawnAsks(asks_who_is_ready(ruleset), ponds, "stopped" in ruleset.definition.table.east_stays_on)


def _pays_for_ponds(ruleset: Ruleset) -> bool:
    """Whether a pond brings a player anything."""
    try:
        with Question():
            return bool(answers_to({"kind": DRAWN_HAND, "ponds": [ruleset.book.seats[0]]}, ruleset)["transfers"])
    except HandError:  # no such thing is asked
        return False
