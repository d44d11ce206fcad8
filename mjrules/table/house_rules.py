"""What the house rules of a ruleset do in a hand."""

from __future__ import annotations

from ..errors import HandError, did_you_mean
from ..play.events import DECISIONS, KINDS
from ..play.house_rules import Play
from ..play.state import State
from ..ruleset.ruleset import Ruleset
from .errors import TableError
from .judge import Judge


def house_plays(ruleset: Ruleset, state: State, judge: Judge) -> tuple[Play, ...]:
    """What house rules do in a hand, in the order of their names. Raises TableError for one that cannot be played."""
    found: list[tuple[str, Play]] = []
    owners: dict[str, str] = {}
    for name, rule in sorted(ruleset.house_rules.items()):
        if rule.play is None or name not in ruleset.definition.house_rules:
            continue
        try:
            play = rule.play(ruleset.house_settings(name), state, judge)
        except HandError as error:
            raise TableError(f"{name}: {error.message}") from None
        if play is None:
            continue
        for kind in play.kinds:
            if kind in owners:
                raise TableError(f"two house rules have actions of the kind {kind}: {owners[kind]} and {name}")
            owners[kind] = name
        found.append((name, play))
    known = (*DECISIONS, *KINDS, *owners)
    for name, play in found:
        for kind in play.hears:
            if kind not in known:
                message = f'hears "{kind}", which is not a kind of event{did_you_mean(kind, known)}'
                raise ruleset.plugins.error("mj_house_rules", name, message)
    return tuple(play for _, play in found)
