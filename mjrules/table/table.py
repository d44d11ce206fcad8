"""One hand at the table, from the wall to the settlement: an event log, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, Final, Self, SupportsIndex, TypeVar

from ..declared.values import frozen
from ..errors import MjrulesError, described, did_you_mean
from ..hands.declared_fields import WHOLE_NUMBER
from ..hands.record import SEATS
from ..play.event_fields import NO_TILE
from ..play.events import Action, Begin, Dealt, End, Event
from ..play.phases import Over
from ..ruleset.load import NamedRuleset, loaded
from ..ruleset.match_rules import NO_MATCH_RULES
from ..tiles.tile import Tile
from .course import Course
from .deal import deal_order
from .errors import ActionError, TableError, check_number, record_number, whole_number
from .log_file import HAND, Header, write_log
from .named_moves import Moves
from .walls import given, seed_or_chance, shuffled

_Event = TypeVar("_Event", bound=Event)
_FOLLOWING: Final = frozenset(
    ("rules", "seats", "places", "course", "log", "state", "judge", "plays", "referee", "refusals", "faults")
)
"""What a table has that follows from its ruleset, and from what happened."""


@cache
def _places_of(seats: tuple[str, ...]) -> Mapping[int | str, int]:
    """The places of seats, made once, for all hands."""
    return {name: place for place, wind in enumerate(seats) for name in (place, wind)}


def _check_numbers(action: Action) -> None:
    """The seat and the tiles of an action are numbers. Raises TableError."""
    for name in ("seat", "tile", "named"):
        said = getattr(action, name, 0)
        if type(said) is not int and not isinstance(said, SupportsIndex):
            raise TableError(
                f"{action.kind}: {name} is {said!r}: events have a seat by its place in the order of play, and a tile "
                "by its number; moves such as table.discard take names"
            )


class Table(Moves):
    """A hand in play under a ruleset, or under that of an id or path. The same seed gives the same events.

    `seed` shuffles and throws the dice, and is drawn by chance where it is not given; `round` is the round wind,
    `hand` the number of the hand in its match, `fields` are numbers of the match that rules read (such as wins of East
    in a row), `points` what the players have in the order of play: as many as a match begins with where that is not
    said. `wall` is a wall that is laid already, in the order of drawing, in place of a shuffled one; -1 is a tile that
    nobody knows, and that cannot be drawn. `broken` gives its dice. `players` are those of a match, in the order of the
    seats. A copy is a hand of its own at the same moment. Raises RulesetError for a ruleset that does not
    score, and TableError for one that cannot be played, a wall of other tiles, and what no log can hold.
    """

    closed: bool = False
    """Whether it stands in the books of its match, so that nothing is taken back any more; a copy stands in none."""

    def __init__(
        self,
        ruleset: NamedRuleset,
        seed: SupportsIndex | str | None = None,
        *,
        round: str = "E",
        hand: int = 1,
        fields: Mapping[str, int] | None = None,
        points: Sequence[int] = (),
        wall: Sequence[Tile] | None = None,
        broken: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
    ) -> None:
        ruleset = loaded(ruleset)
        self.ruleset = ruleset
        self.fields = {name: record_number(name, number) for name, number in (fields or {}).items()}
        self.seed = None if seed is None and wall is not None else seed_or_chance(seed)
        self.players = tuple(players)
        self._read_rules()
        self._marks: list[int] = []
        self._check()
        self._check_said()
        check_number("hand", hand, 1)
        if round not in SEATS:
            raise TableError(f"round: expected {', '.join(SEATS[:-1])} or {SEATS[-1]}, got {described(round)}")
        self._begin()
        made = ruleset.book.tiles
        if wall is None:
            assert self.seed is not None
            laid = shuffled(made, self.rules, self.seed)
        else:
            laid = given(made, self.rules, wall, broken or {})
        if len(laid.order) <= len(self.seats) * self.hand_size:
            raise TableError(f"a wall of {len(laid.order)} tiles cannot be dealt", ("tiles",))
        course = self.course
        had = self._points(points)
        course.happen(Begin(laid.order, round=round, hand=hand, points=had, **frozen(laid.broken)))
        for seat, tiles in deal_order(laid.order, self.rules, self.hand_size, late_east=course.late_east()):
            if NO_TILE in tiles:
                raise TableError("a tile of the wall that is not known cannot be dealt")
            course.happen(Dealt(seat, tiles))
        course.advance()

    def __getstate__(self) -> dict[str, Any]:
        """What a copy, or the hand in another process, is made of: what was said of it, and its events."""
        own = {name: value for name, value in vars(self).items() if name not in _FOLLOWING}
        return own | {"fields": {**self.fields}, "_marks": [*self._marks], "log": [*self.log]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.closed = False
        self._read_rules()
        self._happened(state["log"])

    def __deepcopy__(self, memo: object) -> Self:
        """As a copy: rulesets and events never change, so that both may have the same."""
        return copy(self)

    def __repr__(self) -> str:
        acting = ", ".join(self.to_act())
        return f"<Table {self.ruleset.id}: {len(self.log)} events, {f'{acting} to act' if acting else 'over'}>"

    def _read_rules(self) -> None:
        """What its ruleset says of the table."""
        self.rules = self.ruleset.definition.table
        self.seats = self.rules.seats
        self.places = _places_of(self.seats)
        """The place of every seat in the order of play, by itself and by its wind."""

    def _begin(self) -> None:
        """Nothing has happened yet."""
        self.course = course = Course(self.ruleset, self.rules, self.seed, self.fields)
        self.log, self.state, self.judge = course.log, course.state, course.judge
        self.plays, self.referee = course.plays, course.referee
        self.refusals, self.faults = course.refusals, course.faults

    def _points(self, given: Sequence[int]) -> tuple[int, ...]:
        """What the players have before the hand; nothing where no match is reckoned up. Raises TableError."""
        rules, seats = self.ruleset.definition.match, len(self.seats)
        if given and len(given) != seats:
            raise TableError(f"expected the points of {seats} players, got {len(given)}")
        return tuple([whole_number("points", own) for own in given]) or (
            () if rules == NO_MATCH_RULES else (rules.start,) * seats
        )

    @property
    def hand_size(self) -> int:
        """How many tiles a player holds between turns."""
        return self.ruleset.hand_size

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened."""
        return tuple(self.log)

    def happened(self, kind: type[_Event]) -> list[_Event]:
        """All events of one kind, in the order in which they happened."""
        found: list[Any] = [event for event in self.log if type(event) is kind] if kind in map(type, self.log) else []
        return found

    @property
    def begin(self) -> Begin:
        """How the hand began."""
        first = self.log[0]
        assert isinstance(first, Begin)
        return first

    @property
    def end(self) -> End:
        """How the hand ended. Raises TableError where it is not over."""
        last = self.log[-1]
        if not isinstance(last, End):
            raise TableError("the hand is not over")
        return last

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return isinstance(self.state.phase, Over)

    def legal_actions(self, seat: int | str) -> list[Action]:
        """Everything that a seat may do now; empty where it has nothing to decide."""
        return self.referee.legal(self.place(seat))

    def to_act(self) -> list[str]:
        """The seats that have something to decide, by their winds."""
        return [wind for seat, wind in enumerate(self.seats) if self.referee.legal(seat)]

    def place(self, seat: int | str) -> int:
        """The place of a seat in the order of play. Raises TableError for a seat that is not there."""
        if type(seat) in (int, str) and seat in self.places:
            return self.places[seat]
        raise TableError(f"there is no seat {seat!r}: {', '.join(self.seats)}")

    def verify(self, action: Action) -> None:
        """Raises ActionError with the reason where an action is not legal."""
        reason = self._why_not(action)
        if reason:
            raise ActionError(action, reason)

    def can(self, action: Action) -> bool:
        """Whether an action is legal now."""
        return not self._why_not(action)

    def _why_not(self, action: Action) -> str:
        if not isinstance(action, Action) or type(getattr(action, "tiles", ())) is not tuple:
            raise TypeError(f"expected an Action with a tuple of tiles, got {action!r}")
        _check_numbers(action)
        return (self.faults if isinstance(action, self.faults.kinds) else self.refusals).why_not(action)

    def do(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action; the events of it and of what follows.

        Raises ActionError, TableError where a tile must be drawn that is not known, PluginError; nothing happens then.
        """
        self.verify(action)
        return self.carry_out(action)

    def carry_out(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action out of `legal_actions`, without looking at it again."""
        start = len(self.log)
        self.proceed(action)
        return tuple(self.log[start:])

    def proceed(self, action: Action) -> None:
        """Carry out an action out of `legal_actions`, of which nothing is given back; as `carry_out`."""
        if not isinstance(action, Action):
            raise TypeError(f"expected an Action, got {action!r}")
        self._marks.append(len(self.log))
        try:
            self.course.carry_out(action)
        except MjrulesError:
            self._happened(self.log[: self._marks.pop()])
            raise

    def undo(self) -> Action | None:
        """Take the last decision back, with what followed from it; None where there is none.

        Raises TableError where the hand stands in the books of a match.
        """
        if self.closed:
            raise TableError("the hand stands in the books of its match: take back a copy of it")
        if not self._marks:
            return None
        mark = self._marks.pop()
        taken = self.log[mark]
        assert isinstance(taken, Action)
        self._happened(self.log[:mark])
        return taken.decided()

    def _happened(self, events: Sequence[Event]) -> None:
        """Make the state anew of some events."""
        self._begin()
        for event in events:
            self.course.happen(event, again=True)

    def save(self, path: str | Path) -> None:
        """Write the log of the hand, which `load_table` reads; compressed where the name ends with `.gz`."""
        header = Header.under(self.ruleset, HAND, self.seed, fields=self.fields)
        write_log(path, [header.to_record(), *(event.to_record(self.seats) for event in self.log)])

    def _check_said(self) -> None:
        """Refuse numbers that no hand of the ruleset has, and players of other seats: nobody would read them."""
        fields = self.ruleset.book.fields.items()
        known = [*(name for name, field in fields if field.type == WHOLE_NUMBER), *self.rules.counted]
        for name in self.fields:
            if name not in known:
                raise TableError(f"{described(name)} is no number of {self.ruleset.id}{did_you_mean(name, known)}")
        if self.players and len(self.players) != len(self.seats):
            raise TableError(f"expected {len(self.seats)} players, got {len(self.players)}")

    def _check(self) -> None:
        """Refuse rulesets whose wins nobody could settle."""
        book, id = self.ruleset.book, self.ruleset.id
        if self.seats[0] != "E":
            message = f"{id}: the first seat is East's, and table.seats begins with {self.seats[0]}"
            raise TableError(message, ("table", "seats"))
        if book.settlement is None:
            raise TableError(f"{id} does not say who pays whom: it has no settlement")
        if not book.settlement.drawn:
            message = f"{id} settles by {book.settlement.name}, which does not settle a win on a drawn tile"
            raise TableError(message, ("settlement", "method"))
