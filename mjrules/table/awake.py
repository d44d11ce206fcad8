"""Which house rules of a hand are to be asked now, and which rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..play.events import Action, Discard, Drawn, End, Event
from ..play.house_rules import Play, Stir

Plays = tuple[Play, ...]
Ask = Callable[[int], Sequence[Action]]
"""Asks a rule what a seat may do."""
_Kinds = tuple[type[Event], ...]
_OF_SO_MANY: Final = 1000
"""Of the house rules of so many hands it is kept which of them mind an event."""


@lru_cache(_OF_SO_MANY)
def _places(kinds: tuple[_Kinds, ...]) -> Mapping[type[Event], tuple[int, ...]]:
    """At which places stand those that mind events of a class, out of the classes that each minds."""
    found: dict[type[Event], tuple[int, ...]] = {}
    for place, own in enumerate(kinds):
        for kind in dict.fromkeys(own):
            found[kind] = (*found.get(kind, ()), place)
    return found


class Offer(NamedTuple):
    """What house rules let a seat do at a time: what is `known`, or else what `asks` them."""

    known: Sequence[Action] = ()
    asks: Sequence[Ask] = ()


class Awake:
    """The house rules of a hand, in their order: which of them are to be asked one thing or another.

    Most is asked often, so who does not rest from it is kept until one of them rests or wakes. `hear` and `follow` have
    the places of those that hear events of a class, and that may answer them, be it that they rest.
    """

    def __init__(self, plays: Sequence[Play], seats: int) -> None:
        self.plays: Plays = tuple(plays)
        self._stir = Stir()
        for play in self.plays:
            play.heeded(self._stir)
        self.stopping: Plays = tuple([play for play in self.plays if play.does("stops")])
        self.adding: Plays = tuple([play for play in self.plays if play.does("actions") or play.does("ready_actions")])
        self.filtering: Plays = tuple([play for play in self.plays if play.does("allows")])
        self.hear = _places(tuple([play.hears for play in self.plays]))
        self.follow = _places(tuple([_answered(play) for play in self.plays]))
        self._offers: list[dict[str, tuple[Offer, ...]]] = [{} for _ in range(seats)]
        self._forbidding: dict[type[Action], Plays] = {}
        self._lets_pass: bool | None = None
        self.minds_draws = False
        """Whether any of them hears or may answer what is drawn, as `lets_pass` has found."""

    def _look_again(self) -> None:
        """A rule rests or has woken: who minds what is not known any more."""
        self._stir.changed = False
        self._forbidding.clear()
        self._lets_pass = None

    def offers(self, seat: int, when: str) -> tuple[Offer, ...]:
        """What a seat may do at a time, and in its own turn if a discard leaves a hand that waits: one thing, if both
        are the same; empty where both are surely nothing."""
        if self._stir.acting:
            self._stir.acting = False
            for own in self._offers:
                own.clear()
        found = self._offers[seat].get(when)
        if found is None:
            found = self._offers[seat][when] = self._told(seat, when)
        return found

    def acted(self, seat: int) -> None:
        """A seat has done something by a rule, so that it may have other things to do."""
        self._offers[seat].clear()

    def _told(self, seat: int, when: str) -> tuple[Offer, ...]:
        """What house rules say that a seat may do, or what is to be asked for that."""
        asks: list[tuple[Ask, bool]] = []
        """In the order of the rules; whether of a hand alone of which a discard leaves one that waits."""
        steady = True
        for play in self.adding:
            number = len(asks)
            if "actions" not in play.resting and when in play.acts and play.does("actions"):
                asks.append((play.actions, False))
            if "actions" not in play.resting and when == "own_turn" and play.does("ready_actions"):
                asks.append((play.ready_actions, True))
            steady = steady and (play.steady or len(asks) == number)
        if not asks:
            return ()
        if not steady:
            always, every = Offer(asks=[ask for ask, more in asks if not more]), Offer(asks=[ask for ask, _ in asks])
        else:
            told = [(action, more) for ask, more in asks for action in ask(seat)]
            always, every = Offer([action for action, more in told if not more]), Offer([action for action, _ in told])
        return always, every if every != always else always

    def forbidding(self, kind: type[Action]) -> Plays:
        """Those that may forbid actions of a class; of the class of all actions: any."""
        if self._stir.changed:
            self._look_again()
        found = self._forbidding.get(kind)
        if found is None:
            awake = [play for play in self.filtering if "allows" not in play.resting]
            if kind is not Action:
                awake = [play for play in awake if kind not in play.resting and issubclass(kind, play.forbids)]
            found = self._forbidding[kind] = tuple(awake)
        return found

    def lets_pass(self) -> bool:
        """Whether no rule minds a discard that nobody can claim: none hears or answers it, or may end play with it."""
        if self._stir.changed:
            self._look_again()
        if self._lets_pass is None:
            minding = [play for play in self._minding(Discard) if play.plain_discards]
            self._lets_pass = not minding and all("stops" in play.resting for play in self.stopping)
            self.minds_draws = bool(self._minding(Drawn))
        return self._lets_pass

    def _minding(self, kind: type[Event]) -> list[Play]:
        """Those that hear events of a class, or may answer them."""
        hear, follow = self.hear.get(kind, ()), self.follow.get(kind, ())
        found = [self.plays[place] for place in hear if kind not in self.plays[place].resting]
        return found + [self.plays[place] for place in follow if may_answer(self.plays[place], kind)]


def _answered(play: Play) -> _Kinds:
    """The classes of events that a rule may answer."""
    if not play.does("follows"):
        return ()
    return tuple([kind for kind in play.answers or play.hears if kind is not End])


def may_answer(play: Play, kind: type[Event]) -> bool:
    """Whether a rule that may answer events of a class does not rest."""
    return kind not in play.resting and "follows" not in play.resting
