"""What house rules say between the hands of a match: who is East next, and whether the match is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..play.house_rules import HandPlayed, MatchSoFar
from ..ruleset.ruleset import Ruleset
from ..table.table import Table


def saying(ruleset: Ruleset, part: str) -> Iterator[tuple[str, Any, Any]]:
    """The house rules that a ruleset plays and that say something, in the order of their names: each with the function
    of this name, and its settings."""
    for name, rule in ruleset.rules_played.items():
        function = getattr(rule, part)
        if function is not None:
            yield name, function, ruleset.house_settings(name)


def played(table: Table) -> HandPlayed:
    """What house rules are told of a hand that is over."""
    return HandPlayed(table.events, table.seats)


def east_by_rule(ruleset: Ruleset, table: Table) -> str | None:
    """The seat of the player who is East after a hand, by the first house rule that says it. Raises PluginError."""
    for _, east, settings in saying(ruleset, "east"):
        found: str | None = east(settings, played(table))
        if found is not None:
            return found
    return None


def over_by_rule(ruleset: Ruleset, so_far: Callable[[], MatchSoFar]) -> str:
    """Why a match is over, by the first house rule that says it; empty where it goes on. Raises PluginError."""
    for _, ends, settings in saying(ruleset, "ends"):
        found: str | None = ends(settings, so_far())
        if found:
            return found
    return ""
