"""What the forms of an evening write into the books: each act makes one event of the fields of its form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
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
from ..ledger.checks import NAME_SHOWN, amount_in
from ..ledger.desk import Desk, HandSaid, asks_who_is_ready, pays_for_drawn
from ..ledger.events import PotSwitchedAt, SeatsChanged, Undone
from ..match.table_records import answers_to
from ..play.house_rules import DRAWN_HAND
from ..ruleset.ruleset import Ruleset
from ..spoken import ENGLISH
from . import booking_faults as faults
from .club_books import TABLE, ClubBooks, StaleFormError, form_id
from .questions import questions_of
from .refused_form import AMOUNT, POT, SAT
from .requests import FormFields
from .said_before import line_that_says
from .tapped_hand import TappedHand, others_of, read_tapped
from .winners import FAULT, PUT, SIDES_WON, discarder_of, earlier_winners, next_winner, said_of_winners

_OF_PLAYERS: Final = ("player", "affected", "from", "gone", "ready", "ponds", "winner")
"""The fields whose values are winds of players."""
AGAIN: Final = "again"
"""The field that names the line that says the same already, where it is to be written down once more."""
_LINE_DIGITS: Final = len(str(bounds.BOOK_EVENTS))


class SaidBeforeError(LedgerError):
    """What a form says is in the books already, in the line of that number."""

    def __init__(self, line: int) -> None:
        super().__init__(faults.SAID_BEFORE(line=line))
        self.line = line


_Act = Callable[[], BookEvent | Sequence[BookEvent]]
"""Makes the event of an act, or several."""


def write_form(books: ClubBooks, fields: FormFields, chosen: Ruleset | None) -> bool:
    """Write down what a form of an evening says; whether it was written now, and not before.

    `chosen` is the ruleset of a table that is made up, where it is not the evening's.
    Who comes only now to sit down at a table arrives first.
    Raises MjrulesError, of which StaleFormError says that something else was written down meanwhile, and
    SaidBeforeError that the same was, which the form does not say that it knows.
    """
    evening = books.ledger.evening(fields.get("evening"))
    acts, act, seen = _Form(books, evening, fields, chosen).acts, fields.get("act"), fields.get("seen")
    if act not in acts:
        raise LedgerError(faults.NOTHING_TO_WRITE())
    id = form_id(fields)
    if books.is_there(id):
        return False
    if seen != str(stand_of(evening, fields.get("table"))):
        raise StaleFormError(faults.TOO_LATE())
    *before, event = several_events(acts[act]())
    same = line_that_says(event, evening)
    if same is not None and fields.get(AGAIN) != str(same.number):
        raise SaidBeforeError(same.number)
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


def changed_since(books: ClubBooks, evening: EveningBooks, table: str, seen: str) -> Sequence[BookLine]:
    """The lines of a table, as they count now, that were written, corrected or undone since it stood as was `seen`."""
    of = {line.entry.id: line for line in evening.lines if getattr(line.event, "table", "") == table}
    found = []
    for entry in books.ledger.entries(evening.id):
        event = entry.event
        about = event.corrects if isinstance(event, Corrected) else getattr(event, "undoes", entry.id)
        if about in of:
            of[entry.id] = of[about]
            found.append(of[about].number)
    since = found[int(seen) :] if seen.isascii() and seen.isdigit() and len(seen) <= _LINE_DIGITS else ()
    return [line for line in evening.lines if line.number in since]


def said_of_players(fields: FormFields, desk: Desk) -> FormFields:
    """A form that was made while others sat where players sit now: with the winds that its players have by now.

    What it says of who sits there no more is left out, and of all where it does not say who they were.
    """
    now = {wind: desk.winds.get(player) for wind, player in zip(desk.seats, fields.all(SAT), strict=False)}

    def moved() -> Iterator[tuple[str, str]]:
        for name, value in fields.pairs:
            if name.startswith(AMOUNT):
                wind = now.get(name.removeprefix(AMOUNT))
                yield from [(AMOUNT + wind, value)] if wind else []
            elif name in _OF_PLAYERS or name.startswith(PUT):
                wind = now.get(value)
                yield from [(name, wind)] if wind else []
            else:
                yield name, value

    return FormFields(moved())


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
    put, also = _put(desk, fields), earlier_winners(fields, desk.hand_ruleset)
    fault = fields.get(FAULT) if tapped.how in SIDES_WON and not also else ""
    if not others or also:
        return replace(said_of_winners(desk, (*also, tapped), put), fault=fault, note=fields.get("note"))
    by = discarder_of(tapped, [*desk.seats])
    return HandSaid(
        winners=(desk.seats[tapped.seat],),
        discarder=desk.seats[by] if by else "",
        values={desk.seats[wind]: worth for wind, worth in others.items() if wind != tapped.seat},
        hands={desk.seats[tapped.seat]: {**tapped.record(desk.hand_ruleset), "round": desk.round}},
        put=put,
        fault=fault,
        note=fields.get("note"),
    )


def _put(desk: Desk, fields: FormFields) -> dict[str, dict[str, int]]:
    """What players have put into pots in this hand: one counter each."""
    found: dict[str, dict[str, int]] = {}
    for name, pot in desk.hand_ruleset.definition.pots.items():
        winds = [wind for wind in fields.all(PUT + name) if wind in desk.seats]
        if winds:
            found[name] = {desk.seats[wind]: pot.unit for wind in winds}
    return found


def _amount(text: str, player: str) -> int:
    """An amount as people write it. Raises LedgerError."""
    found = amount_in(text or "0", player)
    if found is None:
        raise LedgerError(faults.WHOLE_AMOUNT(player=player))
    return found


class _Form:
    """A form of an evening that is filled in: each of its acts is an event of the books, or several."""

    def __init__(self, books: ClubBooks, evening: EveningBooks, fields: FormFields, chosen: Ruleset | None) -> None:
        self.books, self.evening, self.fields, self.chosen = books, evening, fields, chosen

    @cached_property
    def line(self) -> BookLine | None:
        """The line of which it speaks."""
        return line_of(self.evening, self.fields)

    @cached_property
    def desk(self) -> Desk:
        """The desk of its table, as it was at its line."""
        number = None if self.line is None else self.line.number
        return self.books.desk(self.evening, table_of(self.fields, self.line), number)

    def _booked(self, said: HandSaid) -> BookEvent:
        """The event of a hand, or of the correction of one."""
        line = self.line
        if line is None:
            return self.desk.hand(said)
        if not isinstance(line.event, HandBooked):
            raise LedgerError(faults.ONLY_HANDS())
        instead = self.desk.hand(said, line.event.number)
        return Corrected(evening=self.evening.id, corrects=line.entry.id, instead=instead)

    def _hand(self) -> BookEvent:
        desk = self.desk
        ruleset = desk.hand_ruleset
        earlier = earlier_winners(self.fields, ruleset)
        tapped = next_winner(read_tapped(self.fields, ruleset), earlier, ruleset.definition.table)
        others = others_of(self.fields, questions_of(ruleset, ENGLISH).seats)
        if not tapped.won:
            raise HandError("bad_record", "this hand did not win", "winner")
        return self._booked(scored_hand(desk, tapped, others, self.fields))

    def _drawn(self) -> BookEvent:
        """A hand that nobody has won."""
        desk = self.desk
        ready, ponds = [
            tuple(player for wind, player in desk.seats.items() if wind in self.fields.all(name))
            for name in ("ready", "ponds")
        ]
        stopped = bool(self.fields.get("stopped"))
        put, note = _put(desk, self.fields), self.fields.get("note")
        return self._booked(HandSaid(ready=ready, ponds=ponds, stopped=stopped, put=put, note=note))

    def _amounts(self) -> BookEvent:
        """A hand of which only the amounts are known."""
        desk = self.desk
        if not any(self.fields.get(AMOUNT + wind).strip() for wind in desk.seats):
            raise LedgerError(faults.NOBODY_PAYS())
        winners = tuple(player for wind, player in desk.seats.items() if wind in self.fields.all("winner"))
        discarder = desk.seats.get(self.fields.get("from"), "")
        put = _put(desk, self.fields)
        said = HandSaid(
            winners=winners, discarder=discarder, amounts=self._written(), pots=self._into_pots(), put=put,
            difference=self.fields.get("difference"), note=self.fields.get("note"),
        )  # fmt: skip
        return self._booked(said)

    def _written(self) -> dict[str, int]:
        """The amounts of all players. Raises LedgerError."""
        return {player: _amount(self.fields.get(AMOUNT + wind), player) for wind, player in self.desk.seats.items()}

    def _into_pots(self) -> dict[str, int]:
        """What goes into pots, less than 0 for what comes out of them. Raises LedgerError."""
        pots = self.desk.hand_ruleset.definition.pots.items()
        written = {name: _amount(self.fields.get(POT + name), pot.title) for name, pot in pots}
        return {name: amount for name, amount in written.items() if amount}

    def _pay(self) -> BookEvent:
        """A payment of which the ruleset knows nothing: who gets and who pays, and what for."""
        paid = {player: amount for player, amount in self._written().items() if amount}
        pots = self._into_pots()
        if not paid and not pots:
            raise LedgerError(faults.NOBODY_PAYS())
        return PaymentBooked(
            evening=self.evening.id, table=self.desk.table.name, paid=paid, pots=pots,
            difference=self.fields.get("difference"), note=self.fields.get("note"),
        )  # fmt: skip

    def _penalty(self) -> BookEvent:
        desk = self.desk
        affected = desk.seats.get(self.fields.get("affected"), "")
        players = [desk.seats.get(wind, "") for wind in self.fields.all("player")]
        if not players:
            raise LedgerError(faults.NOBODY_AT_FAULT())
        event, note = self.fields.get("event"), self.fields.get("note")
        return desk.penalty(event, players, affected, self._which_time(), note, out=self._gone())

    def _which_time(self) -> int:
        """Which time it is that a player has made a fault. Raises LedgerError."""
        text = self.fields.get("count", "1")
        found = amount_in(text, "count") if text else 1
        if found is None or found < 1:
            raise LedgerError(faults.WHICH_TIME(said=text[:NAME_SHOWN]))
        return found

    def _bonus(self) -> BookEvent:
        desk = self.desk
        event, player, by, note = (self.fields.get(name) for name in ("event", "player", "from", "note"))
        getter, giver = desk.seats.get(player, ""), desk.seats.get(by, "")
        return desk.bonus(event, getter, note, discarder=giver, out=self._gone())

    def _gone(self) -> list[str]:
        """The players who have won before, and left the game."""
        return [self.desk.seats.get(wind, "") for wind in self.fields.all("gone")]

    def _arrives(self) -> BookEvent:
        return PlayerArrived(evening=self.evening.id, player=self.fields.get("name"))

    def _leaves(self) -> BookEvent:
        return PlayerLeft(evening=self.evening.id, player=self.fields.get("name"))

    def _seats(self) -> BookEvent:
        """Others sit at the table, or the same in another order."""
        table, anew = table_of(self.fields), bool(self.fields.get("anew"))
        winds = self.books.ruleset_of(self.evening, table).definition.table.seats
        players = tuple(self.fields.get(f"seat.{wind}") for wind in winds)
        if not all(players):
            raise LedgerError(faults.NAMES_OF_PLAYERS(number=len(winds)))
        return SeatsChanged(evening=self.evening.id, table=table, players=players, anew=anew)

    def _table(self) -> Sequence[BookEvent]:
        """Another table is made up; who sits down there and was not here yet arrives."""
        ruleset, name = self.chosen or self.books.ruleset_of(self.evening), self.fields.get("name")
        winds = ruleset.definition.table.seats
        players = tuple(self.fields.get(f"seat.{wind}") for wind in winds)
        if not all(players) or sum(bool(self.fields.get(f"seat.{wind}")) for wind in SEATS) > len(winds):
            raise LedgerError(faults.NAMES_OF_PLAYERS(number=len(winds)))
        if name in self.evening.tables:
            raise LedgerError(faults.TABLE_THERE(name=described(name), said=name))
        own = "" if ruleset.hash == self.evening.opened.ruleset else self.books.keep(ruleset)
        opened = TableOpened(evening=self.evening.id, table=name, players=players, ruleset=own)
        new = [player for player in players if not self.evening.players.get(player)]
        return [*(PlayerArrived(evening=self.evening.id, player=player) for player in new), opened]

    def _close(self) -> BookEvent:
        return TableClosed(evening=self.evening.id, table=table_of(self.fields))

    def _final(self) -> BookEvent:
        """The game at a table is over, and is reckoned up."""
        return self.desk.finish()

    def _pot(self) -> BookEvent:
        """The table begins or ceases to pay into a pot after drawn hands."""
        desk = self.desk
        pot = self.fields.get("pot")
        if pot not in desk.on:
            raise LedgerError(faults.NO_SWITCH(pot=described(pot), said=pot, near=did_you_mean(pot, desk.on)))
        return PotSwitchedAt(evening=self.evening.id, table=desk.table.name, pot=pot, on=not desk.on[pot])

    def _undo(self) -> BookEvent:
        line = self.line
        if line is None or line.number == 1:
            raise LedgerError(faults.WHICH_LINE())
        return Undone(evening=self.evening.id, undoes=line.entry.id)

    def _back(self) -> BookEvent:
        """What was undone counts again."""
        line = _line_in(self.evening, self.fields.get("line"))
        if line is None or line.undone_by is None:
            raise LedgerError(faults.NOT_UNDONE())
        return Undone(evening=self.evening.id, undoes=line.undone_by.id)

    def _share(self) -> BookEvent:
        """What is in a pot goes to those who sit at the table."""
        desk = self.desk
        return desk.share_out(self.fields.get("pot"), [*desk.seats.values()])

    @property
    def acts(self) -> Mapping[str, _Act]:
        """What it can write, by the name of the act."""
        return {
            "hand": self._hand,
            "drawn": self._drawn,
            "amounts": self._amounts,
            "pay": self._pay,
            "penalty": self._penalty,
            "bonus": self._bonus,
            "arrives": self._arrives,
            "leaves": self._leaves,
            "seats": self._seats,
            "table": self._table,
            "close": self._close,
            "final": self._final,
            "pot": self._pot,
            "share": self._share,
            "undo": self._undo,
            "back": self._back,
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
    stopped = ruleset.may_be_stopped and "stopped" in ruleset.definition.table.east_stays_on
    return DrawnAsks(asks_who_is_ready(ruleset), ponds, stopped)


def _pays_for_ponds(ruleset: Ruleset) -> bool:
    """Whether a pond brings a player anything."""
    try:
        with Question():
            return bool(answers_to({"kind": DRAWN_HAND, "ponds": [ruleset.book.seats[0]]}, ruleset)["transfers"])
    except HandError:  # no such thing is asked
        return False
