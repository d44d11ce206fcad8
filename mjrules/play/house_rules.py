"""House rules: what a plugin adds to play, and the records that it answers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from ..declared.fields import NOTHING
from ..declared.frozen_class import frozen_class
from ..declared.named_tuple import NamedTuple
from ..hands.hand import Hand
from .advice import Advised, Outlook
from .events import Action, Discard, Drawn, Event, Won
from .seen import HandInPlay

DRAWN_HAND = "drawn_hand"
"""The kind of record that says what is paid for a hand that nobody has won: of those whose hands are `ready`."""


WHEN = ("deal", "own_turn", "other_turn", "claims")
"""When a player may have something to decide: before play, in the player's own turn, in that of another player, and
while a tile lies open."""


RESTS = ("actions", "follows", "stops", "allows")
"""The methods of a house rule that may rest for a while."""


class Stir:
    """What is new since the table looked last (`changed`): whether house rules of a hand have begun to rest, or have
    woken (`resting`), with their actions too (`acting`), or have silenced a seat (`silencing`)."""

    __slots__ = ("acting", "changed", "resting", "silencing")

    def __init__(self) -> None:
        self.changed = self.resting = self.acting = self.silencing = False

    def rests(self, what: Collection[object]) -> None:
        """A rule has begun to rest from this, or has woken for it."""
        if what:
            self.changed = self.resting = True
            self.acting |= "actions" in what


class RecordKind(NamedTuple):
    """A kind of record that `mjrules table` answers.

    `fields` has the fields of the record in addition to those of every record, and `answers` those that are filled
    in, both with what they say. `answer` gets the record, the settings of the house rule (its defaults where the
    ruleset says nothing of it) and the seats; it gives the answer fields, or raises HandError.
    """

    about: str
    fields: Mapping[str, str]
    answers: Mapping[str, str]
    answer: Callable[[Mapping[str, Any], Any, Sequence[str]], Mapping[str, Any]]


class Asks(Protocol):
    """What a house rule may ask about hands; masks have a bit for each kind of tile. `seats` are the seat winds."""

    seats: tuple[str, ...]

    def waits(self, seat: int) -> int:
        """The kinds that complete a hand, without the tile that it has drawn."""

    def waits_without(self, seat: int, tile: int) -> int:
        """The kinds that would complete a hand after the discard of a tile."""

    def ready_after(self, seat: int) -> int:
        """The kinds of tiles after whose discard a hand waits for one tile."""

    def wins_after(self, seat: int) -> int:
        """The kinds of tiles after whose discard a hand waits for a tile with which it wins, be it worth enough or not,
        and of which its player does not have every copy."""

    def waits_of(self, hand: Hand) -> int:
        """The kinds that complete any hand without a winning tile."""

    def ready(self, seat: int) -> bool:
        """Whether a hand waits for a tile of which its player does not have every copy, in hand or in sets."""

    def score(self, seat: int, tile: int, how: str) -> Any:
        """The score (`mjrules.Score`) of a hand that wins with a tile: `drawn`, `claimed`, `robbed` or as `dealt`.

        Raises HandError where it does not win.
        """

    def win(self, seat: int, tile: int, how: str) -> Any:
        """The score (`mjrules.Score`) of a hand that wins so; None where it does not win."""

    def hand(self, seat: int, tile: int, how: str) -> Hand:
        """The hand of a player who wins so, as a record gives it, whether it wins or not."""

    def scored(self, hand: Hand) -> Any:
        """The score (`mjrules.Score`) of any hand that wins. Raises HandError where it does not."""


class AtOnce(NamedTuple):
    """What a house rule pays at once, as it is told where hands are played at a table of wood: its `title`, and what
    `each` of the others pays; the player who discarded the tile pays as `discarder` says, unless that is None."""

    title: str
    each: int = 0
    discarder: int | None = None


class Facts(NamedTuple):
    """What a house rule says of a hand, for its record: flags that it has, and those taken away, and fields.

    A tile, a suit or a seat is said as a text, tiles as a tuple of texts. Where the ruleset declares the field of tiles
    as a number, it is how many they are.
    """

    flags: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: Mapping[str, Any] = NOTHING


class Play:
    """What a house rule does in one hand. A rule overrides what it needs; what it leaves costs nothing.

    `state` can only be looked at: what a rule changes, it changes by events. What it remembers itself, it
    remembers from the events that it hears (`hears`), for a hand is replayed from its events alone. To what it hears
    it may answer with events that follow.
    `kinds` are the classes of the actions that are its own: `Declare`, `Give`, `Answer`, or some made with `event`.

    A rule is asked less, and play is quicker, where it says when it has something to say: `acts` is when it may have
    actions; where it is `steady`, what a seat may do at such a time stays the same until that seat does something by
    the rule, or its `actions` rest or wake, and `actions` is asked once. `forbids` are the classes of actions that it
    may forbid, and `answers` those of events from which something may follow, heard or not; none: those heard. Where
    `plain_discards` is false, it need not hear, nor answer, a discard that plainly nobody can claim, as are most. What
    holds for a while only, it says by `rest` and `wake`, and of whom it forbids every claim from now on, by `silence`.
    """

    kinds: tuple[type[Action], ...] = ()
    hears: tuple[type[Event], ...] = ()
    acts: tuple[str, ...] = WHEN
    answers: tuple[type[Event], ...] = ()
    forbids: tuple[type[Action], ...] = (Action,)
    plain_discards: bool = True
    steady: bool = False
    _stir: Stir | None = None

    def __init__(self, settings: Any, state: HandInPlay, asks: Asks) -> None:
        self.settings, self.state, self.asks = settings, state, asks
        self.resting: set[str | type[Event]] = set()
        """What the rule need not be asked, and the classes of events that it need not hear."""
        self.silent: set[int] = set()
        """The seats that claim nothing any more."""

    def rest(self, *what: str | type[Event]) -> None:
        """For a while the rule has nothing to say: it need not be asked any of these until it is to `wake`.

        Methods are said by their names: `actions`, with which go `ready_actions`, `follows`, `stops`, and `allows`,
        with which it forbids nothing. Of a class of events it hears none, nothing follows from them, and of actions it
        forbids none. Raises ValueError.
        """
        for own in what:
            if isinstance(own, str) and own not in RESTS:
                raise ValueError(f"{own} does not rest: expected {', '.join(RESTS)}, or a class of events")
        if self._stir is not None:
            self._stir.rests(set(what) - self.resting)
        self.resting.update(what)

    def wake(self, *what: str | type[Event]) -> None:
        """The rule is to be asked these again; all of it, where nothing is said."""
        woken = self.resting.intersection(what) if what else self.resting.copy()
        if self._stir is not None:
            self._stir.rests(woken)
        self.resting -= woken

    def silence(self, seat: int) -> None:
        """A seat claims nothing any more in this hand, by this rule, which need not be asked that again.

        Raises ValueError for a seat that is not there.
        """
        if not 0 <= seat < len(self.asks.seats):
            raise ValueError(f"there is no seat {seat}: expected 0 to {len(self.asks.seats) - 1}")
        self.silent.add(seat)
        if self._stir is not None:
            self._stir.changed = self._stir.silencing = True

    def heeded(self, stir: Stir) -> None:
        """The table is told by `stir` whenever the rule rests or wakes."""
        self._stir = stir

    def does(self, name: str) -> bool:
        """Whether the rule overrides a method of this class."""
        return getattr(type(self), name) is not getattr(Play, name)

    def hear(self, event: Event) -> None:
        """An event of a class that it hears has happened."""

    def follows(self, event: Event) -> Sequence[Event]:
        """What follows from an event that it hears, and has heard: payments, tiles shown, `Exhausted` to end play.

        It is asked once, when the event happens, and never when a hand is taken back or made again. What follows
        is in the log, and is heard like every event; it is no decision, and not the end of the hand itself.
        """
        return ()

    def facts(self, seat: int, how: str) -> Facts | None:
        """What the record of a player's hand says by this rule; `how` the winning tile comes is empty for no winner."""
        return None

    def before_play(self) -> bool:
        """Whether something is to be decided before the first discard, when all bonus tiles are replaced."""
        return False

    def actions(self, seat: int) -> Sequence[Action]:
        """What a seat may do now by this rule, beside everything else; the same tuple again is not checked again."""
        return []

    def ready_actions(self, seat: int) -> Sequence[Action]:
        """What a seat may do besides, in its own turn, where some discard leaves a hand that waits; that need not be
        asked. It is checked as `actions` are."""
        return []

    def question(self, seat: int) -> str:
        """What a seat that has such actions is asked, in a short sentence; empty where they say it themselves."""
        return ""

    def why_not(self, action: Action) -> str:
        """Why an action of its own kinds that is not legal is none: what is legal, these alone say."""
        return ""

    def carry_out(self, action: Action) -> Sequence[Event]:
        """What happens by an action of its own kinds, which is legal; the first event is the decision.

        The same tuple again is not checked again.
        """
        return ()

    def stops(self) -> str:
        """Why play ends with the discard that lies open, unless somebody wins with it; empty where it goes on.

        It is asked for every discard; while it says why, nobody can claim it for a set, and nobody draws. The hand
        is then `Exhausted`, with this word.
        """
        return ""

    def binds(self, seat: int) -> bool:
        """Whether the rule may forbid a seat anything now; where not, it is not asked action by action."""
        return True

    def allows(self, action: Action) -> str:
        """Why the rule forbids an action that is legal else; empty where it does not."""
        return ""


class HandsBefore(NamedTuple):
    """What a match gives a house rule before a hand: how many hands were drawn since the last win."""

    draws: int
    hands: int


class HandPlayed(NamedTuple):
    """What a match gives a house rule after a hand: what happened in it, and the seat winds in the order of play."""

    events: tuple[Event, ...]
    seats: tuple[str, ...]

    @property
    def first_wins(self) -> tuple[Won, ...]:
        """The wins by the first tile that anybody won with, in their order."""
        found: list[Won] = []
        for event in self.events if Won in map(type, self.events) else ():
            if isinstance(event, Won):
                found.append(event)
            elif found and isinstance(event, (Drawn, Discard)):
                break
        return tuple(found)


class MatchSoFar(NamedTuple):
    """What a match gives a house rule after a hand: how many `hands` are over, the `winners` of the last one, how many
    each player has `won`, what everybody has by now (`totals`), and the last hand, None where it was played elsewhere.
    """

    hands: int
    winners: tuple[str, ...]
    won: Mapping[str, int]
    totals: Mapping[str, int]
    played: HandPlayed | None


@frozen_class()
class HouseRule:
    """A house rule by its name, under which `house_rules` of a ruleset has its settings.

    `settings` is the class that declares its settings, or a mapping of such; None for none. `play` makes what it does
    in a hand, out of its settings, the state of the hand and what may be asked; None where it does nothing, and
    HandError where it cannot be played at such a table; its field is the setting to which that is due, or a key of the
    ruleset such as `table.dead_wall`. `options` gives the options that the next hand is played with, out of its
    settings and what the match gives. `east` gives the seat of the player who is East in the next hand, out of its
    settings and the hand that is over; None where the table says it. `ends` gives in a few words why the match is over,
    out of its settings and the match so far; None where it goes on. `records` are kinds of record by name. `flags_in`,
    `rules_in` and `options_in` say where its settings have names that must be known: paths to mappings whose keys are
    flags or rules, and to values for options. `advice` helps players that play by themselves: it is given the settings,
    an `Outlook` of the hand and an action that may be done now, and gives what that gains; None where it has nothing to
    say of it. `told` gives the settings in sentences, for a rulebook, in all languages where they are made by
    `Sentence`; without it their keys and values are printed, in English alone. `titles` are those of what it pays at
    once, by the `payment` of the events, for what adds up many hands; without them it is told by these. `at_once` gives
    what of that may be booked by its id, out of the settings. `stops` is whether it may end a hand that nobody has won
    before the wall does, be it by `Play.stops` or by `Exhausted` with a word: a rule that does not say so cannot.
    """

    name: str
    about: str
    settings: Any = None
    play: Callable[[Any, HandInPlay, Asks], Play | None] | None = None
    options: Callable[[Any, HandsBefore], Mapping[str, Any]] | None = None
    east: Callable[[Any, HandPlayed], str | None] | None = None
    ends: Callable[[Any, MatchSoFar], str | None] | None = None
    records: Mapping[str, RecordKind] = field(default_factory=dict)
    flags_in: tuple[tuple[str, ...], ...] = ()
    rules_in: tuple[tuple[str, ...], ...] = ()
    options_in: tuple[tuple[str, ...], ...] = ()
    advice: Callable[[Any, Outlook, Action], Advised | None] | None = None
    told: Callable[[Any], Iterable[str]] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    at_once: Callable[[Any], Mapping[str, AtOnce]] | None = None
    stops: bool = False
