"""What the house rules of plugins do in a hand, held: answers are checked, and a failure names the plugin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Any

from ..errors import did_you_mean
from ..play.events import DECISIONS, KINDS, NO_TILE, NOBODY, Action, Event, decision
from ..play.house_rules import Asks, Play
from ..play.state import State
from ..tiles.tile import STANDING
from ..transfers import Transfer
from .answers import check_json, check_paid
from .fitting import MisfitError, fit
from .wrap import Member, wrapped

ANSWERS: Mapping[str, Any] = {
    "hear": NoneType,
    "before_play": bool,
    "actions": list[Action],
    "why_not": str,
    "carry_out": list[Event],
    "binds": bool,
    "allows": str,
}
"""What the methods of `Play` give back."""
HOLLOW: Mapping[str, type] = {"actions": list}
"""Nearly always there is no action, which is sound at a glance."""


class HeldPlay(Play):
    """The play of a plugin, held: its methods are those of the plugin's, their answers checked."""

    def __init__(self, rule: Member, held: Play, settings: Any, state: State, asks: Asks) -> None:
        """Raises PluginError where `kinds` or `hears` are no texts."""
        super().__init__(settings, state, asks)
        self.held = held
        for name in ("kinds", "hears"):
            try:
                setattr(self, name, fit(tuple[str, ...])(getattr(held, name)))
            except MisfitError as error:
                raise rule.error(error.within(name)) from None
        checks: Mapping[str, Callable[..., None]] = {"actions": self.check_actions, "carry_out": self.check_events}
        for name, kind in ANSWERS.items():
            method, check = getattr(held, name), checks.get(name)
            setattr(self, name, wrapped(rule.part(name), method, kind, check, hollow=HOLLOW.get(name)))

    def does(self, name: str) -> bool:
        """Whether the plugin overrides a method; what it leaves as it is, is never asked."""
        return self.held.does(name)

    def check_actions(self, found: Sequence[Action], seat: int) -> None:
        """What a seat may do is of a kind of the rule's own. Raises MisfitError."""
        for place, action in enumerate(found):
            if action.kind not in self.kinds:
                near = did_you_mean(action.kind, self.kinds)
                raise MisfitError(action.kind, f"one of its own kinds{near}", place, "kind")
            if action.seat != seat:
                raise MisfitError(action.seat, f"the seat that was asked, {seat}", place, "seat")

    def check_events(self, found: Sequence[Event], action: Action) -> None:
        """What happens can happen, and be read back from a log; the first event is the decision. Raises MisfitError."""
        if not found or decision(found[0]) != action:
            raise MisfitError(found[0].kind if found else None, f"the decision itself, {action.text()}", 0)
        known = (*DECISIONS, *KINDS, *self.kinds)
        for place, event in enumerate(found):
            if event.kind not in known:
                raise MisfitError(event.kind, f"a kind of event{did_you_mean(event.kind, known)}", place, "kind")
            for name in ("seat", "other"):
                if not NOBODY <= getattr(event, name) < len(self.state.players):
                    raise MisfitError(getattr(event, name), "a seat of the table", place, name)
            for tile in (event.tile, event.named, *event.tiles):
                if not NO_TILE <= tile < STANDING:
                    raise MisfitError(tile, f"a tile, 0 to {STANDING - 1}", place)
            check_json(event.told, place, "data")
            if event.kind == "paid":
                paid = fit(tuple[Transfer, ...])([Transfer(**item) for item in event.told["transfers"]])
                check_paid(paid, self.asks.seats, place, "data", "transfers")
