"""Players that play by themselves: what a plugin says of one, and what one may tell of its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from ..declared.frozen_class import frozen_class
from .events import Action


@runtime_checkable
class Adviser(Protocol):
    """A player that can say why: given the `mjrules.View` of a seat, what it would do and the reason of each.

    The best action comes first, and is the one that the player chooses. All are legal actions of the view. A reason is
    a few words, such as `keeps 3 ways to be ready`; it is for people.
    """

    def advice(self, view: Any) -> Sequence[tuple[Action, str]]:
        """What might be done, the best first, each with its reason."""


@frozen_class()
class PlayerMaker:
    """Players of a name: `make` makes one for a seat, from the `mjrules.Ruleset` and a seed.

    A player is a function of the `mjrules.View` of its seat, and gives one of the legal actions of the view. It knows
    nothing else of the hand. It may be an `Adviser` too. Players with the same ruleset and seed play alike, and one is
    asked of one seat, for as many hands as are played. `plays` says whether it can play a ruleset at all; without it,
    it plays every one.
    """

    name: str
    about: str
    make: Callable[[Any, str], Callable[[Any], Action]]
    plays: Callable[[Any], bool] | None = None
