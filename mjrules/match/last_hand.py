"""When a match is over: after which hand, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from ..ruleset.match_rules import MatchRules
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence, Spoken
from .rotation import Rotation

OVER_FOR: Mapping[str, Spoken] = {
    "rounds": Sentence("the last round is over", "末圈打完")(),
    "hands": Sentence("all hands are played", "各局打完")(),
    "target": Sentence("in a further round somebody has reached the target", "延长圈中有人达到目标")(),
    "last_east": Sentence("the last East is first, and stops", "末局庄家居首而止")(),
    "ends_below": Sentence("somebody has too few points to go on", "有人点数不足，不能继续")(),
    "ends_at": Sentence("somebody has as many points as end the match", "有人达到结束的点数")(),
}
"""Why a match may be over; what a house rule says of it stands as it is."""


_ROUNDS: Final[WeakKeyDictionary[Ruleset, TableRules]] = WeakKeyDictionary()
"""What the table is like in matches under rulesets: match after match asks for the same."""


def rounds_played(ruleset: Ruleset) -> TableRules:
    """What the table is like, with the rounds that may be played at most; one for each hand where hands are counted."""
    found = _ROUNDS.get(ruleset)
    if found is None:
        rules, table = ruleset.definition.match, ruleset.definition.table
        rounds = table.rounds + rules.further_rounds if rules.hands is None else rules.hands
        found = _ROUNDS[ruleset] = table if rounds == table.rounds else replace(table, rounds=rounds)
    return found


def why_over(
    rules: MatchRules,
    table: TableRules,
    hand: Rotation,
    following: Rotation,
    winners: Collection[str],
    points: Mapping[str, int],
    played: int,
    *,
    stopped: bool,
) -> str:
    """Why a match is over after a hand, a word of `OVER_FOR`; empty where it goes on.

    `table` has the rounds that `rounds_played` gives. `points` are what the players have after the hand, which is the
    one with the number `played`, and `following` is the one that would be next; `stopped` says whether it ended before
    the wall did, and nobody won.
    """
    most, rounds = max(points.values()), table.rounds - rules.further_rounds
    if rules.ends_below is not None and min(points.values()) < rules.ends_below:
        return "ends_below"
    if rules.ends_at is not None and most >= rules.ends_at:
        return "ends_at"
    if rules.hands is not None and played >= rules.hands:
        return "hands"
    reached = rules.target is None or most >= rules.target
    if following.over(table) or (reached and following.round > max(rounds, hand.round)):
        return "rounds"
    further, stays = hand.round > rounds, following.east == hand.east
    if rules.sudden_death and reached and further and not (stays and rules.east_plays_on):
        return "target"
    last = hand.round >= rounds and (hand.last(table) or (further and rules.east_plays_on))
    stops = last and stays and reached and _stops(rules, hand.east, winners, points, stopped=stopped)
    return "last_east" if stops else ""


def _stops(rules: MatchRules, east: str, winners: Collection[str], points: Mapping[str, int], *, stopped: bool) -> bool:
    """Whether the last East, who would stay, stops instead: after such a hand, with more than each other."""
    drawn = set() if winners else {"draw"} if stopped else {"draw", "ready"}
    how = {"win"} if east in winners else drawn
    ahead = all(own < points[east] for player, own in points.items() if player != east)
    return ahead and not how.isdisjoint(rules.last_east_stops)
