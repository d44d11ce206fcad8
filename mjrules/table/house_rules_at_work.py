"""Which house rules of a ruleset do something, and which come to nothing by their settings."""

from __future__ import annotations

from collections.abc import Collection

from ..errors import MjrulesError
from ..ruleset.ruleset import Ruleset
from .table import Table


def hand_begun(ruleset: Ruleset) -> Table | None:
    """A hand that has begun; None where the ruleset plays none. Raises MjrulesError."""
    definition = ruleset.definition
    return None if definition.scoring is None or definition.settlement is None else Table(ruleset, 1)


def house_rules_in_a_hand(ruleset: Ruleset) -> Collection[str]:
    """The house rules that do something in a hand; none where no hand is played. Raises MjrulesError."""
    hand = hand_begun(ruleset)
    return () if hand is None else hand.course.house


def idle_house_rules(ruleset: Ruleset) -> list[str]:
    """The house rules that are of hands alone, and do nothing in any, as their settings leave nothing of them.

    Raises MjrulesError where no hand can be played.
    """
    played = house_rules_in_a_hand(ruleset)
    return [
        name
        for name, rule in ruleset.rules_played.items()
        if rule.play and not (rule.options or rule.east or rule.ends) and name not in played
    ]


def house_rules_at_work(ruleset: Ruleset) -> list[str]:
    """The house rules that are not idle, in the order of the ruleset; all where that cannot be told."""
    names = list(ruleset.definition.house_rules)
    try:
        idle = idle_house_rules(ruleset) if names else []
    except MjrulesError:
        return names
    return [name for name in names if name not in idle]
