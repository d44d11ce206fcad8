"""What the house rules of plugins do in a hand, held: answers are checked, and a failure names the plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..errors import PluginError, TooComplexError
from ..play.event_fields import NO_TILE, Field, as_json
from ..play.events import (
    EVENT_KINDS,
    Action,
    Announced,
    Answer,
    Barred,
    Dead,
    Declare,
    End,
    Event,
    Exhausted,
    Give,
    IntoPot,
    LaidAside,
    Moved,
    Paid,
    SetChanged,
    Thrown,
    TurnedUp,
)
from ..play.house_rules import WHEN, Asks, Facts, Play, Stir
from ..play.seen import HandInPlay
from ..tiles.tile import STANDING, Tile
from .answer_types import MisfitError, fit
from .check_answers import check_json, check_paid
from .idle_members import check_members, misspelt
from .wrap import Member, Wrapping, never_changes

ATTRIBUTES: Mapping[str, Any] = {
    "kinds": tuple[type[Action], ...],
    "hears": tuple[type[Event], ...],
    "acts": tuple[str, ...],
    "answers": tuple[type[Event], ...],
    "forbids": tuple[type[Action], ...],
    "plain_discards": bool,
    "steady": bool,
}
"""The attributes of `Play` that a rule may have."""
_ANSWERS: Mapping[str, Any] = {
    "hear": NoneType,
    "before_play": bool,
    "actions": tuple[Action, ...],
    "ready_actions": tuple[Action, ...],
    "question": str,
    "why_not": str,
    "carry_out": tuple[Event, ...],
    "follows": list[Event],
    "facts": Facts | None,
    "stops": str,
    "binds": bool,
    "allows": str,
}
"""What the methods of `Play` give back."""
_CHECKS: Mapping[str, str] = {
    "actions": "check_actions",
    "ready_actions": "check_actions",
    "carry_out": "check_carried_out",
    "follows": "check_following",
}
"""What looks at the answers of some of them."""
_OF_ONE: Final = frozenset(
    ["hear", "actions", "ready_actions", "question", "why_not", "carry_out", "follows", "binds", "allows"]
)
"""The methods that are given one thing."""
HOLLOW: Mapping[str, type] = {"actions": list, "ready_actions": list, "follows": list}
"""Nearly always there is no action, and nothing follows, which is sound at a glance."""
_LASTING: Mapping[str, Callable[[Any], bool]] = {
    "actions": never_changes,
    "ready_actions": never_changes,
    "carry_out": never_changes,
}
"""Answers that are right again when the same is given to the same question."""
_MEANT: Final = (PluginError, TooComplexError)
"""What a rule raises on purpose in a hand: that some hand does not win, which it may have asked, is nothing that a
player could mend."""
_SHARED: Final = (Declare, Give, Answer)
"""The decisions of the game that house rules carry out."""
MAY_FOLLOW: tuple[type[Event], ...] = (
    Announced, Barred, Dead, Exhausted, IntoPot, LaidAside, Moved, Paid, SetChanged, Thrown, TurnedUp,
)  # fmt: skip
"""What house rules may let happen; all else players alone decide, or the table or the match alone does."""


class Holder:
    """Holds what a house rule does, hand after hand; what is the same of all hands is worked out once."""

    def __init__(self, rule: Member) -> None:
        self.rule = rule
        self._methods: WeakKeyDictionary[type[Play], Mapping[str, Wrapping]] = WeakKeyDictionary()

    def methods(self, own: type[Play]) -> Mapping[str, Wrapping]:
        """The methods that a class of plays overrides, each with what wraps it.

        Raises PluginError where the class has one that is misspelt, so that nothing asks it.
        """
        found = self._methods.get(own)
        if found is None:
            wrong = misspelt(own, _ANSWERS)
            if wrong is not None:
                message = f'nothing asks a method of this name (did you mean "{wrong[1]}"?); a helper begins with _'
                raise self.rule.part(wrong[0]).error(message)
            names = [name for name in _ANSWERS if getattr(own, name) is not getattr(Play, name)]
            if not {"actions", "ready_actions"}.isdisjoint(names) and "carry_out" not in names:
                names.append("carry_out")  # so that what is missing there is told
            found = self._methods[own] = {name: self._wrapping(name) for name in names}
        return found

    def _wrapping(self, name: str) -> Wrapping:
        lasting = _LASTING.get(name)
        hollow = HOLLOW.get(name)
        return Wrapping(self.rule.part(name), _ANSWERS[name], _MEANT, hollow=hollow, lasting=lasting, asked=True)


class AnswerChecks:
    """Looks at what a house rule answers that has actions of some `kinds`; what it `asks` knows the seats.

    It knows nothing of the play that it looks at, so that a hand is given back to memory as soon as it is over.
    """

    def __init__(self, kinds: tuple[type[Action], ...], asks: Asks) -> None:
        self.kinds, self.asks = kinds, asks

    def check_actions(self, found: Sequence[Action], seat: int) -> None:
        """What a seat may do is of a kind of the rule's own. Raises MisfitError."""
        for place, action in enumerate(found):
            if type(action) not in self.kinds:
                raise MisfitError(action, f"one of its own kinds ({_names(self.kinds)})", place)
            if action.seat != seat:
                raise MisfitError(action.seat, f"the seat that was asked, {seat}", place, "seat")

    def check_carried_out(self, found: Sequence[Event], action: Action) -> None:
        """What happens by a decision, which is the first event; others may follow. Raises MisfitError."""
        first = found[0] if found else None
        if not isinstance(first, Action) or first.decided() != action:
            raise MisfitError(first, f"the decision itself, {action.text()}", 0)
        self.check_events(found)
        for place, event in enumerate(found):
            if not isinstance(event, (Action, *MAY_FOLLOW)):
                raise MisfitError(type(event), f"a decision, or {_WHAT_MAY_FOLLOW}", place)

    def check_following(self, found: Sequence[Event], event: Event) -> None:
        """What follows from an event is of a kind that house rules may let happen. Raises MisfitError."""
        for place, answer in enumerate(found):
            if type(answer) not in MAY_FOLLOW:
                raise MisfitError(
                    type(answer), f"what may follow from {type(event).__name__}, {_WHAT_MAY_FOLLOW}", place
                )
        self.check_events(found)

    def check_events(self, found: Sequence[Event]) -> None:
        """What happens can happen, and be read back from a log. Raises MisfitError."""
        for place, event in enumerate(found):
            if type(event) not in self.kinds and EVENT_KINDS.get(event.kind) is not type(event):
                raise MisfitError(event, "an event of the game, or of one of its own kinds", place)
            for field in event.fields():
                self.check_field(field, getattr(event, field.name), place, field.name)
            if isinstance(event, (Paid, End)):
                check_paid(event.transfers, self.asks.seats, place, "transfers")

    def check_field(self, field: Field, value: Any, *at: str | int) -> None:
        """A field has a seat or tiles that there are, or what can be written as JSON. Raises MisfitError."""
        if value == field.default:
            return
        if field.form.key in ("seat", "other"):
            if not 0 <= value < len(self.asks.seats):
                raise MisfitError(value, "a seat of the table", *at)
        elif field.form.key in ("tile", "named"):
            check_tile(value, *at)
        elif field.form.key == "tiles":
            for place, tile in enumerate(value):
                check_tile(tile, *at, place)
        else:
            check_json(as_json(value), *at)


class HeldPlay(Play):
    """The play of a plugin, held: its methods are those that the plugin overrides, their answers checked."""

    def __init__(self, holder: Holder, held: Play, settings: Any, state: HandInPlay, asks: Asks) -> None:
        """Raises PluginError where an attribute is none of what it may be, or names what no method is asked of."""
        super().__init__(settings, state, asks)
        self.held = held
        own = vars(held)  # a plugin may have an initialiser of its own
        self.resting, self.silent = own.get("resting", self.resting), own.get("silent", self.silent)
        try:
            self.kinds, self.hears, self.acts, self.answers, self.forbids, *others = _attributes(held)
            check_members(type(held), vars(self))
        except MisfitError as error:
            raise holder.rule.error(error) from None
        self.plain_discards, self.steady = others
        self._methods, checks = holder.methods(type(held)), AnswerChecks(self.kinds, asks)
        for name, answers in self._methods.items():
            check = None if name not in _CHECKS else getattr(checks, _CHECKS[name])
            wrap = answers.of_one if name in _OF_ONE else answers.of
            setattr(self, name, wrap(getattr(held, name), check))

    def heeded(self, stir: Stir) -> None:
        """The table is told by `stir` whenever the rule of the plugin rests or wakes."""
        self.held.heeded(stir)

    def does(self, name: str) -> bool:
        """Whether the plugin overrides a method; what it leaves as it is, is never asked."""
        return name in self._methods


_SOUND: dict[tuple[Any, ...], tuple[Any, ...]] = {}
"""Attributes that were looked at, each with what they are: most plays have those of their class, hand after hand."""
_MOST_SOUND = 1000


def _attributes(held: Play) -> tuple[Any, ...]:
    """The attributes of a play, in the order of `ATTRIBUTES`. Raises MisfitError where one is not what it may be."""
    given = tuple([getattr(held, name) for name in ATTRIBUTES])
    try:
        found = _SOUND.get(given)
    except TypeError:  # what cannot be a key is none of what it may be, or a list
        return _checked(given)
    if found is None:
        found = _checked(given)
        if len(_SOUND) < _MOST_SOUND:
            _SOUND[given] = found
    return found


def _checked(given: Sequence[Any]) -> tuple[Any, ...]:
    """Attributes, each of its type. Raises MisfitError."""
    found = tuple([_attribute(own, name, kind) for own, (name, kind) in zip(given, ATTRIBUTES.items(), strict=True)])
    check_kinds(found[0])
    check_when(found[2])
    return found


def _attribute(given: Any, name: str, kind: Any) -> Any:
    try:
        return fit(kind)(given)
    except MisfitError as error:
        raise error.within(name) from None


def check_kinds(kinds: Sequence[type[Action]]) -> None:
    """Actions of a rule's own have a kind, and not one that other events have. Raises MisfitError."""
    for place, own in enumerate(kinds):
        if not own.kind:
            raise MisfitError(own, "a class made with event", "kinds", place)
        if EVENT_KINDS.get(own.kind, own) is not own:
            raise MisfitError(own, f'another kind than "{own.kind}", which other events have', "kinds", place)
        if own.kind in EVENT_KINDS and own not in _SHARED:
            names = ", ".join(shared.__name__ for shared in _SHARED)
            raise MisfitError(
                own, f"a class of its own, or one of {names}: the table decides about others", "kinds", place
            )


def check_when(acts: Sequence[str]) -> None:
    """Actions may be had at times that there are. Raises MisfitError."""
    for place, own in enumerate(acts):
        if own not in WHEN:
            raise MisfitError(own, f"one of {', '.join(WHEN)}", "acts", place)


def check_tile(tile: Tile, *at: str | int) -> None:
    """There is such a tile, or it is not known. Raises MisfitError."""
    if not NO_TILE <= tile < STANDING:
        raise MisfitError(tile, f"a tile, 0 to {STANDING - 1}", *at)


def _names(kinds: Sequence[type[Event]]) -> str:
    return ", ".join(own.__name__ for own in kinds) or "none"


_WHAT_MAY_FOLLOW: Final = f"one of {_names(MAY_FOLLOW)}"
