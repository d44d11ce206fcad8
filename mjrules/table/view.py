"""What spectators see of a hand: what lies open, and what was heard; and one seat, which sees its own tiles, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ..hands.meld import Meld
from ..play import events
from ..play.event_fields import NO_TILE, NOBODY, tile_text, tiles_text
from ..play.events import Action, Event, PlayerEvent
from ..play.phases import Claims, Over
from ..play.seat_view import Seen
from ..play.state import State
from ..ruleset.play_rules import TableRules
from ..tiles.tile import Tile, tiles_of
from .errors import TableError
from .table import Table

HIDDEN_SET = (NO_TILE,) * 4
"""The tiles of a concealed kong that lies face down."""
_SILENT = (events.Pass, events.Draw)
"""Decisions that nobody else notices."""
_CLOSING = (
    events.Melded, events.Drawn, events.Stands, events.Robbed, events.Won, events.Exhausted, events.End,
)  # fmt: skip
"""What happens to a tile that lay open when all have spoken, or play ends."""
CALLS = (events.Chow, events.Pung, events.Kong, events.Mahjong)


class OpenView:
    """A hand as spectators see it: what all seats see alike, and no tile of a hand that is played.

    It is of one moment: what is read of it after that raises TableError, if it was not before.
    """

    def __init__(self, table: Table, place: int = NOBODY) -> None:
        """`place` is that of the seat which sees more."""
        self._table, self._moment, self._place = table, len(table.log), place

    def __repr__(self) -> str:
        return f"<View of {self.phase}, {self.left} tiles left>"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in self._shows())

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def _shows(cls) -> tuple[str, ...]:
        """What a view shows."""
        return OPEN_TO_ALL

    def _state(self) -> State:
        """The state of the table, as long as it is that of this moment."""
        if len(self._table.log) != self._moment:
            raise TableError("this view is of an earlier moment: the hand has gone on")
        return self._table.state

    def _claims(self) -> Claims | None:
        """The claims that are open; None where none are."""
        phase = self._state().phase
        return phase if isinstance(phase, Claims) else None

    def _claimable(self) -> Claims | None:
        """The claims in which something may be said."""
        return self._claims()

    def _kongs_hidden(self) -> bool:
        """Whether the concealed kongs of others cannot be seen."""
        return self._table.rules.hides_kongs and not isinstance(self._state().phase, Over)

    @cached_property
    def round(self) -> str:
        """The round wind."""
        return self._state().round

    @cached_property
    def phase(self) -> str:
        """The phase of the hand, as a word."""
        return self._state().phase.name

    @cached_property
    def turn(self) -> str:
        """Whose turn it is, or who gave the tile that may be claimed."""
        claims = self._claims()
        return self._table.seats[self._state().turn if claims is None else claims.seat]

    @cached_property
    def players(self) -> tuple[Seen, ...]:
        """What can be seen of each player, in the order of play."""
        state, rules, hidden = self._state(), self._table.rules, self._kongs_hidden()
        return tuple(_seen(state, rules, other, self._place, hidden=hidden) for other in range(len(rules.seats)))

    @cached_property
    def left(self) -> int:
        """How many tiles can still be drawn."""
        return self._state().live()

    @cached_property
    def turned_up(self) -> tuple[Tile, ...]:
        """The tiles of the wall that were turned up, in their order."""
        return tuple(tile for _, tile in sorted(self._state().turned_up.items()))

    @cached_property
    def loose(self) -> int:
        """How many tiles lie on the wall as loose tiles."""
        state, number = self._state(), self._table.rules.loose_tiles
        return min(number - state.wall.taken % 2, state.wall.left()) if number else 0

    @cached_property
    def open(self) -> Tile:
        """The tile that may be claimed; -1 for none, or for one that cannot be seen."""
        claims = self._claimable()
        return claims.tile if claims and (claims.kong != "concealed" or not self._kongs_hidden()) else NO_TILE

    @cached_property
    def by(self) -> str:
        """Whose tile may be claimed; empty where none may be."""
        claims = self._claimable()
        return self._table.seats[claims.seat] if claims else ""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What was seen and heard."""
        self._state()
        return tuple(seen_events(self._table, self._place))

    def _of_seat(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a record has of a seat, before all else and before the events."""
        return {}, {}

    def to_record(self) -> dict[str, Any]:
        """As one JSON object."""
        seats, (before, behind) = self._table.seats, self._of_seat()
        return {
            **before,
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "players": [player.to_record() for player in self.players],
            "left": self.left,
            "loose": self.loose,
            **({"turned_up": tiles_text(self.turned_up)} if self.turned_up else {}),
            **({"open": tile_text(self.open), "by": self.by} if self.by else {}),
            **behind,
            "events": [event.to_record(seats) for event in self.events],
        }


class View(OpenView):
    """A hand as one seat sees it: beside what all see its own tiles, and what it may do. `seat` is its wind."""

    def __init__(self, table: Table, seat: int | str, legal: Sequence[Action] | None = None) -> None:
        """Raises TableError for a seat that is not there."""
        super().__init__(table, table.place(seat))
        self.seat = table.seats[self._place]
        self._legal = tuple(table.legal_actions(self._place) if legal is None else legal)

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat may do; no player writes another move into it."""
        return self._legal

    def __repr__(self) -> str:
        return f"<View of {self.seat}: {tiles_text(self.tiles)}, {len(self.legal)} legal actions>"

    @classmethod
    def _shows(cls) -> tuple[str, ...]:
        """What a view shows."""
        return SEEN

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that the seat has in hand."""
        return tuple(self._state().players[self._place].tiles())

    @cached_property
    def drawn(self) -> Tile:
        """The tile that the seat itself has drawn; -1 for none."""
        state = self._state()
        return state.drawn if state.turn == self._place else NO_TILE

    @cached_property
    def wild(self) -> tuple[Tile, ...]:
        """The kinds of tiles that are jokers for the seat, beside those that are jokers in any case."""
        self._state()
        return tuple(tiles_of(self._table.judge.jokers_said(self._place)))

    def _claimable(self) -> Claims | None:
        """The claims that are open, or in which the seat alone may call late."""
        return self._claims() or self._state().late_claims(self._place)

    def _of_seat(self) -> tuple[dict[str, Any], dict[str, Any]]:
        drawn = {"drawn": tile_text(self.drawn)} if self.drawn >= 0 else {}
        wild = {"wild": tiles_text(self.wild)} if self.wild else {}
        return {"seat": self.seat}, {**drawn, **wild, "legal": [action.text() for action in self.legal]}


OPEN_TO_ALL = tuple(name for name, own in vars(OpenView).items() if isinstance(own, cached_property))
"""What all see."""
SEEN = ("seat", "legal", *(name for name, own in vars(View).items() if isinstance(own, cached_property)), *OPEN_TO_ALL)
"""What a seat sees."""


def view(table: Table, seat: int | str) -> View:
    """What a seat sees now. Raises TableError for a seat that is not there."""
    return View(table, seat)


def open_view(table: Table) -> OpenView:
    """What spectators see now."""
    return OpenView(table)


def _seen(state: State, rules: TableRules, seat: int, by: int, *, hidden: bool) -> Seen:
    player = state.players[seat]
    own = seat == by
    open_hand = own or player.finished or isinstance(state.phase, Over)
    sets = tuple((meld.type, _tiles_of(meld, hidden=hidden and not own)) for meld in player.melds)
    return Seen(
        seat=rules.seats[seat],
        tiles=tuple(player.tiles()) if open_hand else (NO_TILE,) * player.size,
        sets=sets,
        bonus=tuple(player.bonus),
        discards=tuple(_discards(state, rules, seat)),
        flags=player.flags,
        dead=player.dead,
        finished=player.finished,
        aside=tuple([tile for tile, _ in player.aside]),
    )


def _tiles_of(meld: Meld, *, hidden: bool) -> tuple[Tile, ...]:
    return HIDDEN_SET if hidden and meld.concealed else meld.tiles


def _discards(state: State, rules: TableRules, seat: int) -> Sequence[Tile]:
    """The discards of a player that nobody claimed; face down all but the one that may be claimed now."""
    found = state.players[seat].unclaimed
    if rules.discards == "face_up" or not found:
        return found
    claims = state.phase
    open_now = isinstance(claims, Claims) and not claims.kong and claims.seat == seat
    return [NO_TILE] * (len(found) - 1) + [found[-1] if open_now else NO_TILE]


def seen_events(table: Table, place: int) -> Iterator[Event]:
    """What a seat saw and heard, in order: events of others without the tiles that it could not see.

    `place` is that of the seat, NOBODY for spectators. Who passes is silent, and nobody hears what others have called
    before the claims are closed: it stands behind what the seat has said itself, so that what was seen once stays where
    it is.
    """
    log, rules = table.log, table.rules
    face_down = rules.discards == "face_down"
    opened = _opened(log) if face_down else -1
    claiming, unheard = False, list[Event]()
    for number, event in enumerate(log):
        other = not isinstance(event, PlayerEvent) or event.seat != place
        if isinstance(event, _CLOSING):
            yield from unheard
            claiming, unheard = False, []
        if other and isinstance(event, Action) and (event.secret or isinstance(event, _SILENT)):
            continue
        if other and claiming and isinstance(event, CALLS):
            unheard.append(_masked(event, place, rules))
            continue
        claiming = claiming or events.opens(event)
        if face_down and isinstance(event, events.Discard) and not _lies_open(table, event.seat, number, opened):
            yield events.Discard(event.seat, NO_TILE)
        else:
            yield _masked(event, place, rules) if other else event


def _opened(log: Sequence[Event]) -> int:
    """The place of the last event that opened a tile to claims."""
    return max((number for number, event in enumerate(log) if events.opens(event)), default=-1)


def _lies_open(table: Table, seat: int, number: int, opened: int) -> bool:
    """Whether the discard of a seat can still be seen: while it may be claimed, and in the set that took it."""
    if number == opened and isinstance(table.state.phase, Claims):
        return True
    after = (events.Melded, events.Drawn, events.Won, events.Exhausted)
    first = next((event for event in table.log[number + 1 :] if isinstance(event, after)), None)
    return isinstance(first, (events.Melded, events.Won)) and first.other == seat


def _masked(event: Event, seat: int, rules: TableRules) -> Event:
    """An event of another player without the tiles that the seat does not see."""
    if isinstance(event, events.Begin):
        return event.but(tiles=())
    if isinstance(event, (events.Dealt, events.Give)) or (isinstance(event, events.Moved) and event.other != seat):
        return event.but(tiles=(NO_TILE,) * len(event.tiles))
    if isinstance(event, (events.Drawn, events.PutBack)):
        return event.but(tile=NO_TILE)
    if isinstance(event, (events.Chow, events.Pung)) or (isinstance(event, events.Kong) and not event.how):
        return _heard_call(event)
    if isinstance(event, (events.Kong, events.Stands)) and event.how == "concealed" and rules.hides_kongs:
        hidden = event.but(tile=NO_TILE)
        return hidden.but(tiles=HIDDEN_SET) if isinstance(hidden, events.Kong) else hidden
    return event


def _heard_call(call: events.Chow | events.Pung | events.Kong) -> Event:
    """A claim as it is heard: with what it is made is seen when it stands, in the set."""
    heard = call.but(tiles=(NO_TILE,) * len(call.tiles))
    return heard.but(low="") if isinstance(heard, events.Chow) else heard
