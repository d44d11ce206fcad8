"""What happens on a club's evening: a frozen class for each kind of event, which its record follows from.

Nothing in the books is ever changed: a correction is an event that names what it corrects, and so is an undo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final, NamedTuple

from .. import bounds
from ..errors import described, did_you_mean
from .book_event import BookEvent, Payment, TableEvent, booked, no_entries
from .checks import name_faults, note_faults, players_faults

HOW_ENTERED: Final = ("scored", "values", "amounts", "drawn")
"""How a hand is entered: as hands that are scored, as their worths, as what everybody gets, or as drawn."""


@booked("ruleset")
class RulesetFrozen(BookEvent):
    """A ruleset as it stood when an evening was first played by it.

    `hash` is that of `canonical`, its canonical form, which is everything that can change a score; `files` are the
    texts of its files, the root first, by their names, each followed by those of its companions;
    `version` is that of mjrules.
    """

    name: str
    hash: str
    title: str
    canonical: str
    files: Mapping[str, tuple[str, ...]] = field(default_factory=no_entries)
    options: Mapping[str, Any] = field(default_factory=no_entries)
    version: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        if self.evening:
            yield "a ruleset belongs to no evening alone"
        for name in ("name", "hash", "title"):
            yield from name_faults(name, getattr(self, name), most=bounds.PATTERN_TEXT)
        if len(self.files) > bounds.FILES:
            yield f"files: more than {bounds.FILES}"
        for texts in self.files.values():
            if not texts:
                yield "files: one without a text"
            if any(len(text) > bounds.FILE_BYTES for text in texts):
                yield f"files: a text of more than {bounds.FILE_BYTES} characters"


@booked("evening")
class EveningOpened(BookEvent):
    """An evening of a club begins, played by the ruleset of that hash; `date` is as 2026-11-24."""

    club: str
    date: str
    players: tuple[str, ...]
    ruleset: str = ""
    season: str = ""
    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        if self.evening:
            yield "an evening is named by the id of this event, so it names none itself"
        for name in ("club", "date"):
            yield from name_faults(name, getattr(self, name))
        for name in ("season", "ruleset"):
            yield from name_faults(name, getattr(self, name), empty=True, most=bounds.PATTERN_TEXT)
        yield from players_faults("players", self.players)
        yield from note_faults(self.note)


class TableTurn(NamedTuple):
    """Where a table stands before a hand: who sits in the order of play, who was East first and is East now, which
    round it is from 1, and what is counted: wins of this East in a row, how often East has stayed, hands since
    others than East have won, draws since the last win."""

    players: tuple[str, ...]
    first: str
    east: str
    round: int = 1
    wins: int = 0
    stays: int = 0
    since: int = 0
    draws: int = 0


@booked("table")
class TableOpened(TableEvent):
    """A table is made up: `players` in the order of play, East first.

    `ruleset` is the hash of the ruleset that is played there, where it is not that of the evening.
    """

    players: tuple[str, ...]
    ruleset: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from TableEvent.faults(self)
        yield from players_faults("players", self.players, least=2)
        yield from name_faults("ruleset", self.ruleset, empty=True, most=bounds.PATTERN_TEXT)


@booked("seats")
class SeatsChanged(TableEvent):
    """Others sit at a table from the next hand on, in the order of play from East.

    Where `anew` is false the game goes on, whoever sits there now; else it begins again, with the first as East.
    """

    players: tuple[str, ...]
    anew: bool = False
    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from TableEvent.faults(self)
        yield from players_faults("players", self.players, least=2)
        yield from note_faults(self.note)


@booked("closed")
class TableClosed(TableEvent):
    """A table has played its last hand of the evening; what it holds and what was won there stays in the books."""

    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from TableEvent.faults(self)
        yield from note_faults(self.note)


@booked("arrived")
class PlayerArrived(BookEvent):
    """A player comes late."""

    player: str
    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from name_faults("evening", self.evening)
        yield from name_faults("player", self.player)
        yield from note_faults(self.note)


@booked("left")
class PlayerLeft(PlayerArrived):
    """A player leaves before the end; what was won or lost stays in the books."""


@booked("hand")
class HandBooked(Payment):
    """A hand: what was entered, what came of it, and where the table stands then.

    `number` counts the hands of the table from 1, `seats` are its players by their winds, `round` is the wind of the
    round. `winners` is empty for a drawn hand. `put` is what players put into pots while it was played, by pot,
    and `hand` the winner's hand, where the record has only what it is worth.
    `record` is what was entered, as a settlement record by winds, of several winners one for each under `wins`;
    `result` the answers to it, with the `hash` of the ruleset, the `version` of mjrules, and digests of the code of
    the `plugins` that do not come with it, which gave them.
    """

    number: int
    seats: Mapping[str, str]
    round: str = ""
    how: str = "amounts"
    winners: tuple[str, ...] = ()
    discarder: str = ""
    record: Mapping[str, Any] = field(default_factory=no_entries)
    result: Mapping[str, Any] = field(default_factory=no_entries)
    then: TableTurn | None = None
    put: Mapping[str, Any] = field(default_factory=no_entries)
    hand: Mapping[str, Any] = field(default_factory=no_entries)

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from Payment.faults(self)
        yield from players_faults("seats", tuple(self.seats.values()))
        if not self.seats:
            yield "seats: nobody sits at the table"
        yield from players_faults("winners", self.winners)
        yield from name_faults("discarder", self.discarder, empty=True)
        if self.how not in HOW_ENTERED:
            yield f"how: {described(self.how)} is not known{did_you_mean(self.how, HOW_ENTERED)}"
        if not 1 <= self.number <= bounds.BOOK_EVENTS:
            yield f"number: expected 1 or more, got {self.number}"
        then = self.then
        if then is not None and not {then.first, then.east} <= {*then.players}:
            yield "then: who is East does not sit at the table"
        seated = {*self.seats.values()}
        named = [*self.winners, *self.paid, *filter(None, [self.discarder]), *(then.players if then else ())]
        for name in named:
            if name not in seated:
                yield f"{described(name)} does not sit at the table: {', '.join(self.seats.values())}"


@booked("penalty")
class PenaltyBooked(Payment):
    """A penalty, as a ruleset names it or as the table agreed; `record` and `result` as those of a hand."""

    title: str
    players: tuple[str, ...] = ()
    record: Mapping[str, Any] = field(default_factory=no_entries)
    result: Mapping[str, Any] = field(default_factory=no_entries)

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from Payment.faults(self)
        yield from name_faults("title", self.title, most=bounds.PATTERN_TEXT)
        yield from players_faults("players", self.players)


@booked("bonus")
class BonusBooked(PenaltyBooked):
    """A payment that the others make a player at once, as for four flowers."""


@booked("payment")
class PaymentBooked(Payment):
    """Any other payment, between players, into a pot of the table or out of it."""


@booked("final")
class GameFinished(Payment):
    """A game is over at a table, and is reckoned up as the ruleset says: bonuses by place, what was left in pots.

    `paid` is what that adds to what the players have won or lost in this game; `places` are their names, the first
    first, and `result` has the final standings.
    """

    places: tuple[str, ...]
    result: Mapping[str, Any] = field(default_factory=no_entries)

    @property
    def standings(self) -> tuple[Mapping[str, Any], ...]:
        """The final standings, as far as `result` has any."""
        found = self.result.get("standings")
        return tuple(own for own in found if isinstance(own, Mapping)) if isinstance(found, tuple) else ()

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from Payment.faults(self)
        yield from players_faults("places", self.places)


@booked("pot")
class PotSwitchedAt(TableEvent):
    """A table begins or ceases to pay into a pot after drawn hands."""

    pot: str
    on: bool

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from TableEvent.faults(self)
        yield from name_faults("pot", self.pot)


@booked("corrected")
class Corrected(BookEvent):
    """An earlier event of this evening was wrong: `instead` is what it should have said, whole, of the same kind."""

    corrects: str
    instead: BookEvent
    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from name_faults("corrects", self.corrects, most=bounds.BOOK_ID)
        yield from note_faults(self.note)
        if isinstance(self.instead, (Corrected, Undone, RulesetFrozen)):
            yield f"an event of the kind {self.instead.kind} is not corrected: undo it"
        elif self.evening != (self.corrects if isinstance(self.instead, EveningOpened) else self.instead.evening):
            yield "what is corrected belongs to another evening"


@booked("undone")
class Undone(BookEvent):
    """An earlier event of this evening counts as if it had never been, until this one is undone in turn."""

    undoes: str
    note: str = ""

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from name_faults("undoes", self.undoes, most=bounds.BOOK_ID)
        yield from note_faults(self.note)
