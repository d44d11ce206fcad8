"""What a hand carries over from those before it: the numbers of its record, what is in the pots, other options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..declared.fields import NOTHING
from ..errors import RulesetError
from ..play.events import PotChange
from ..play.house_rules import HandsBefore
from ..ruleset.play_rules import Pot, TableRules
from ..ruleset.ruleset import Ruleset
from .between_hands import saying
from .rotation import Rotation


def numbers_of_hand(
    rules: TableRules, pots: Mapping[str, Pot], hand: Rotation, draws: int, holds: Mapping[str, int]
) -> dict[str, int]:
    """The numbers of the match that the records of a hand have, `draws` of them since the last win.

    `holds` is what is in the pots before it.
    """
    numbers = {"east_wins": hand.wins + 1, "east_stays": hand.stays, "since_other_win": hand.since, "draws": draws}
    found = {name: numbers[what] for name, what in rules.counted.items()}
    return found | {pot.field: holds.get(name, 0) // pot.unit for name, pot in pots.items() if pot.field}


def pot_changes(
    pots: Mapping[str, Pot],
    holds: Mapping[str, int],
    on: Mapping[str, bool],
    winners: Sequence[str],
    players: Sequence[str],
    put: Mapping[str, Mapping[str, int]],
) -> dict[str, PotChange]:
    """What goes into the pots in a hand and after a draw, or to its takers, equally; what is over stays.

    `holds` is what is in them before, `on` which of them are paid into after a draw, and `put` what players put into
    each while the hand was played.
    """
    told: dict[str, PotChange] = {}
    for name, rules in pots.items():
        own = put.get(name, NOTHING)
        now = holds.get(name, 0) + sum(own.values())
        takers = () if rules.goes_to == "nobody" else winners[: 1 if rules.goes_to == "first_winner" else None]
        each = now // len(takers) if takers else 0
        stake = (rules.stake or 0) if not winners and on.get(name) else 0
        if own or each or stake:
            left = now + stake * len(players) - each * len(takers)
            told[name] = PotChange(left, stake, dict.fromkeys(takers, each) if each else NOTHING, own)
    return told


_AGAIN: Final[WeakKeyDictionary[Ruleset, dict[str, Ruleset]]] = WeakKeyDictionary()
"""Rulesets with other options, by those that they were made of: hand after hand asks for the same."""
_KEPT: Final = 16


def ruleset_of_hand(ruleset: Ruleset, before: HandsBefore) -> Ruleset:
    """The ruleset of the next hand: with other options, where a house rule says so. Raises PluginError."""
    options: dict[str, Any] = {}
    chooser = ""
    for name, chosen, settings in saying(ruleset, "options"):
        given = chosen(settings, before)
        options.update(given)
        chooser = name if given else chooser
    if not options or ruleset.again is None:
        return ruleset
    kept, key = _AGAIN.setdefault(ruleset, {}), repr([*options.items()])
    made = kept.get(key)
    if made is not None:
        return made
    try:
        made = ruleset.again(options)
    except RulesetError as error:
        raise ruleset.plugins.error("mj_house_rules", chooser, f"options: {error}") from error
    if len(kept) >= _KEPT:
        kept.clear()
    kept[key] = made
    return made
