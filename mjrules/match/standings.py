"""The final standings of a match: places, what lies in the pots, bonuses by place, and rounding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ..play.events import FinalPlace
from ..ruleset.match_rules import MatchRules


def final_standings(rules: MatchRules, points: Mapping[str, int], left: int = 0) -> tuple[FinalPlace, ...]:
    """Where everybody stands at the end, the first first.

    `points` are what the players have, in the order in which they sat in the first hand, and `left` is what lies in
    pots. The results sum to the points and to what of the pots is given out, less those that each began with.
    """
    tied = list(_tied(rules, points))
    pots, bonuses, returned = (dict.fromkeys(points, 0) for _ in range(3))
    if rules.pots_left != "lost":
        among = tied[0] if rules.pots_left == "first" else list(points)
        pots.update(_divided(left, among))
    begin = 0
    for group in tied:
        bonuses.update(_divided(sum(rules.place_bonuses[begin : begin + len(group)]), group))
        begin += len(group)
    returned.update(_divided((rules.counted_from - rules.start) * len(points), tied[0]))
    rounded = {player: _rounded(rules, own + pots[player]) - own - pots[player] for player, own in points.items()}
    rounded[tied[0][0]] -= sum(rounded.values())
    return tuple(
        FinalPlace(
            player=player,
            place=place,
            points=points[player],
            pots=pots[player],
            rounding=rounded[player],
            bonus=bonuses[player],
            returned=returned[player],
            result=points[player]
            + pots[player]
            + rounded[player]
            + bonuses[player]
            + returned[player]
            - rules.counted_from,
        )
        for place, group in _places(tied)
        for player in group
    )


def _tied(rules: MatchRules, points: Mapping[str, int]) -> Iterator[list[str]]:
    """The players in groups that share a place, the best first."""
    order = sorted(points, key=lambda player: -points[player])
    if rules.ties == "seats":
        yield from ([player] for player in order)
    else:
        yield from (list(group) for _, group in groupby(order, key=lambda player: points[player]))


def _places(tied: Sequence[Sequence[str]]) -> Iterator[tuple[int, Sequence[str]]]:
    """Every group with its place."""
    place = 1
    for group in tied:
        yield place, group
        place += len(group)


def _divided(amount: int, among: Sequence[str]) -> dict[str, int]:
    """An amount in equal parts; what cannot be divided goes to the first of them, one each."""
    each, rest = divmod(amount, len(among))
    return {player: each + (number < rest) for number, player in enumerate(among)}


def _rounded(rules: MatchRules, points: int) -> int:
    """Points in whole units."""
    unit = rules.unit
    if rules.rounding == "down":
        return points // unit * unit
    if rules.rounding == "up":
        return -(-points // unit) * unit
    if rules.rounding == "half_up":
        return (2 * points + unit) // (2 * unit) * unit
    return -((unit - 2 * points) // (2 * unit)) * unit
