"""Which house rules of a hand are to be asked now, and which rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from ..play.events import Action, Discard, Drawn, End, Event
from ..play.house_rules import READY_TURN, Play, Stir

Plays = tuple[Play, ...]
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


class Awake:
    """The house rules of a hand, in their order: which of them are to be asked one thing or another.

    Most is asked often, so who does not rest from it is kept until one of them rests or wakes. `hear` and `follow` have
    the places of those that hear events of a class, and that may answer them, be it that they rest.
    """

    def __init__(self, plays: Sequence[Play]) -> None:
        self.plays: Plays = tuple(plays)
        self._stir = Stir()
        for play in self.plays:
            play.heeded(self._stir)
        self.stopping: Plays = tuple([play for play in self.plays if play.does("stops")])
        self.adding: Plays = tuple([play for play in self.plays if play.does("actions")])
        self.filtering: Plays = tuple([play for play in self.plays if play.does("allows")])
        self.hear = _places(tuple([play.hears for play in self.plays]))
        self.follow = _places(tuple([_answered(play) for play in self.plays]))
        self._acting: dict[str, Plays] = {}
        self._forbidding: dict[type[Action], Plays] = {}
        self._lets_pass: bool | None = None
        self.minds_draws = False
        """Whether any of them hears or may answer what is drawn, as `lets_pass` has found."""

    def _look_again(self) -> None:
        """A rule rests or has woken: nothing that was kept is known any more."""
        self._stir.changed = False
        self._acting.clear()
        self._forbidding.clear()
        self._lets_pass = None

    def acting(self, when: str) -> Plays:
        """Those that may have actions at a time; in a `ready_turn` those that have them in any own turn, too."""
        if self._stir.changed:
            self._look_again()
        found = self._acting.get(when)
        if found is None:
            also = "own_turn" if when == READY_TURN else when
            awake = [play for play in self.adding if when in play.acts or also in play.acts]
            found = self._acting[when] = tuple([play for play in awake if "actions" not in play.resting])
        return found

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
