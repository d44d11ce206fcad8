"""Which house rules of a hand are to be asked now, and which rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..play.events import Action, Discard, Drawn, End, Event
from ..play.house_rules import Play, Stir
from ..play.seat_state import Player

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


@cache
def _seats_behind(seats: int) -> list[list[int]]:
    """The other seats behind each seat, in the order of play."""
    return [[(seat + ahead) % seats for ahead in range(1, seats)] for seat in range(seats)]


class Offer(NamedTuple):
    """What house rules let a seat do at a time: what is `known`, and behind it what `asks` them."""

    known: Sequence[Action] = ()
    asks: Sequence[Ask] = ()


NO_OFFER: Final = Offer()


OwnTurn = tuple[Offer, Offer, Plays, Plays]
"""What house rules mind of a seat in its own turn: what they offer it always, and if a discard leaves a hand that
waits, the same object where that makes no difference; and those that may forbid it anything, and discards, the same
object where these are the same."""


class Awake:
    """The house rules of a hand, in their order: which of them are to be asked one thing or another.

    Most is asked often, so who does not rest from it is kept until one of them rests or wakes. `hear` and `follow` have
    the places of those that hear events of a class, and that may answer them, be it that they rest.
    """

    def __init__(self, plays: Sequence[Play], players: Sequence[Player]) -> None:
        seats = len(players)
        self.plays: Plays = tuple(plays)
        self._stir = Stir()
        for play in self.plays:
            play.heeded(self._stir)
        self.stopping: Plays = tuple([play for play in self.plays if play.does("stops")])
        self.adding: Plays = tuple([play for play in self.plays if play.does("actions") or play.does("ready_actions")])
        self.times = frozenset([when for play in self.adding for when in _times(play)])
        """When they may add actions."""
        self.filtering: Plays = tuple([play for play in self.plays if play.does("allows")])
        self.hear = _places(tuple([play.hears for play in self.plays]))
        self.follow = _places(tuple([_answered(play) for play in self.plays]))
        self._offers: list[dict[str, tuple[Offer, Offer]]] = [{} for _ in range(seats)]
        self._own_turns: list[OwnTurn | None] = [None] * seats
        self._forbidding: dict[type[Action], Plays] = {}
        self._lets_pass: bool | None = None
        self.silent: frozenset[int] = frozenset()
        """The seats that claim nothing any more, as `heed` has found."""
        self.behind = [[(seat, players[seat]) for seat in behind] for behind in _seats_behind(seats)]
        """The other seats behind each seat, in the order of play, with what they have."""
        self.claimants = self.behind
        """Those of them that may claim something."""
        self.minds_draws = False
        """Whether any of them hears or may answer what is drawn, as `lets_pass` has found."""

    def heed(self) -> None:
        """Note who rests, or has woken, and which seats are silent, if that has changed."""
        if self._stir.changed:
            self._look_again()

    def _look_again(self) -> None:
        """A rule rests, or has woken, or has silenced a seat: who minds what is not known any more."""
        self._stir.changed = False
        if self._stir.resting:
            self._stir.resting = False
            self._forbidding.clear()
            self._own_turns = [None] * len(self._offers)
            self._lets_pass = None
        if self._stir.silencing:
            self._stir.silencing = False
            self.silent = silent = frozenset([seat for play in self.plays for seat in play.silent])
            self.claimants = [[own for own in behind if own[0] not in silent] for behind in self.behind]
        if self._stir.acting:
            self._stir.acting = False
            for own in self._offers:
                own.clear()

    def own_turn(self, seat: int) -> OwnTurn:
        """What they mind of a seat in its own turn."""
        if self._stir.changed:
            self._look_again()
        found = self._own_turns[seat]
        if found is None:
            forbidding, of_discards = self.forbidding(Action), self.forbidding(Discard)
            of_discards = forbidding if of_discards == forbidding else of_discards
            found = self._own_turns[seat] = (*self.offers(seat, "own_turn"), forbidding, of_discards)
        return found

    def offers(self, seat: int, when: str) -> tuple[Offer, Offer]:
        """What a seat may do at a time, and in its own turn if a discard leaves a hand that waits: one thing, if both
        are the same."""
        if self._stir.changed:
            self._look_again()
        found = self._offers[seat].get(when)
        if found is None:
            found = self._offers[seat][when] = self._told(seat, when)
        return found

    def acted(self, seat: int) -> None:
        """A seat has done something by a rule, so that it may have other things to do."""
        self._offers[seat].clear()
        self._own_turns[seat] = None

    def _told(self, seat: int, when: str) -> tuple[Offer, Offer]:
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
        always, more = [ask for ask, ready in asks if not ready], [ask for ask, ready in asks if ready]
        if steady:
            known = [action for ask in always for action in ask(seat)]
            offer, every = Offer(known) if known else NO_OFFER, Offer(known, more)
        else:
            offer, every = Offer(asks=always) if always else NO_OFFER, Offer(asks=[ask for ask, _ in asks])
        return offer, every if more else offer

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


def _times(play: Play) -> tuple[str, ...]:
    """When a rule may add actions."""
    return (*(play.acts if play.does("actions") else ()), *(("own_turn",) if play.does("ready_actions") else ()))


def may_answer(play: Play, kind: type[Event]) -> bool:
    """Whether a rule that may answer events of a class does not rest."""
    return kind not in play.resting and "follows" not in play.resting
