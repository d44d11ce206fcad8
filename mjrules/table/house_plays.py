"""What the house rules of a ruleset do in a hand."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..declared.fields import keys_of
from ..errors import HandError, Path, did_you_mean
from ..play.events import EVENT_KINDS, Event
from ..play.house_rules import Play
from ..play.seen import HandInPlay
from ..play.state import State
from ..ruleset.definition import Definition
from ..ruleset.ruleset import Ruleset
from .errors import TableError
from .judge import Judge

HOUSE_SECTION: Final = "house_rules"
"""Where a ruleset names them."""
NOT_SAID_TO_STOP: Final = "it ends a hand, which HouseRule does not say of it (stops=True)"


def house_plays(ruleset: Ruleset, state: State, judge: Judge) -> dict[str, Play]:
    """What house rules do in a hand, by their names, in the order of these.

    Raises TableError for one that cannot be played, and PluginError for one that hears what never happens.
    """
    found: list[tuple[str, Play]] = []
    owners: dict[str, str] = {}
    seen = HandInPlay(state)
    for name, rule in ruleset.rules_played.items():
        if rule.play is None:
            continue
        try:
            play = rule.play(ruleset.house_settings(name), seen, judge)
        except HandError as error:
            raise TableError(f"{name}: {error.message}", _blamed(name, error.field)) from None
        if play is None:
            continue
        if play.does("stops") and not rule.stops:
            raise ruleset.plugins.error("mj_house_rules", name, NOT_SAID_TO_STOP)
        for own in play.kinds:
            if own.kind in owners:
                message = f"two house rules have actions of the kind {own.kind}: {owners[own.kind]} and {name}"
                raise TableError(message, (HOUSE_SECTION, name))
            owners[own.kind] = name
        found.append((name, play))
    if not found:
        return {}
    known = {*EVENT_KINDS.values(), *[own for _, play in found for own in play.kinds]}
    for name, play in found:
        _check_heard(ruleset, name, "hears", play.hears, known)
        _check_heard(ruleset, name, "answers", play.answers, known)
    return dict(found)


def _blamed(name: str, field: str) -> Path:
    """What a house rule that cannot be played is due to: a key of the ruleset that it names, else its own setting."""
    path = tuple(field.split("."))
    return path if path[0] in keys_of(Definition) else (HOUSE_SECTION, name, *path)


def _check_heard(
    ruleset: Ruleset, name: str, does: str, kinds: Collection[type[Event]], known: Collection[type[Event]]
) -> None:
    """What a house rule hears or answers may happen. Raises PluginError."""
    for heard in kinds:
        if heard not in known:
            near = did_you_mean(heard.__name__, sorted(own.__name__ for own in known))
            message = f"{does} {heard.__name__}, of which there are no events{near}"
            raise ruleset.plugins.error("mj_house_rules", name, message)
