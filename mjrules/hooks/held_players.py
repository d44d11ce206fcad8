"""Players of plugins, held: what one chooses is a legal action, and a failure names the plugin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..play.events import Action
from ..play.player_maker import Adviser, PlayerMaker
from .answer_types import MisfitError
from .wrap import Member, wrapped


class HeldPlayer:
    """The player of a plugin, held."""

    def __init__(self, member: Member, held: Callable[[Any], Action]) -> None:
        self._choose = wrapped(member.part("choice"), held, Action, _check_choice)

    def __call__(self, view: Any) -> Action:
        """What the player chooses. Raises PluginError where it fails, or gives something that is not legal."""
        found: Action = self._choose(view)
        return found


class HeldAdviser(HeldPlayer):
    """The player of a plugin that says why, held."""

    def __init__(self, member: Member, held: Any) -> None:
        super().__init__(member, held)
        self._advice = wrapped(member.part("advice"), held.advice, tuple[tuple[Action, str], ...], _check_advice)

    def advice(self, view: Any) -> Sequence[tuple[Action, str]]:
        """What the player would do, with its reasons. Raises PluginError where it fails."""
        found: Sequence[tuple[Action, str]] = self._advice(view)
        return found


def held_maker(member: Member, maker: PlayerMaker) -> PlayerMaker:
    """What makes players, whose failures name the plugin, and those of the players too."""
    begin = wrapped(member.part("make"), maker.make, Any, _check_player)

    def make(ruleset: Any, seed: str) -> HeldPlayer:
        found = begin(ruleset, seed)
        return (HeldAdviser if isinstance(found, Adviser) else HeldPlayer)(member, found)

    plays = None if maker.plays is None else wrapped(member.part("plays"), maker.plays, bool)
    return replace(maker, make=make, plays=plays)


def _check_player(found: Any, *_: Any) -> None:
    if not callable(found):
        raise MisfitError(found, "a function of a view")


def _check_choice(found: Action, view: Any) -> None:
    if found not in view.legal:
        raise MisfitError(found.text(), "one of the legal actions of the view")


def _check_advice(found: Sequence[tuple[Action, str]], view: Any) -> None:
    for place, (action, _) in enumerate(found):
        if action not in view.legal:
            raise MisfitError(action.text(), "one of the legal actions of the view", place, 0)
