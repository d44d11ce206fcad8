"""Who sits where: seats by the highest throw of dice, or by drawing winds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..play.events import Seated
from ..table.walls import dice_by


def seated(players: Sequence[str], how: str, chance: random.Random) -> Seated:
    """The players at their seats: `dice`, the highest throw is East, the next South; or `winds`, drawn from a cup.

    Only players whose throws are equal throw again, and only for the seats that they have together
    (marks-mahjong-page note 1).
    """
    if how == "winds":
        keys = {player: chance.random() for player in players}
        return Seated(tuple(sorted(players, key=keys.__getitem__)), "winds")
    throws: list[dict[str, int]] = []
    order = _by_dice(list(players), chance, throws)
    return Seated(tuple(order), "dice", tuple(throws))


def _by_dice(players: list[str], chance: random.Random, throws: list[dict[str, int]]) -> list[str]:
    """These players from the highest throw to the lowest; those that are equal throw again."""
    if len(players) < 2:
        return players
    thrown = {player: sum(dice_by(chance.random, 2)) for player in players}
    throws.append(thrown)
    found: list[str] = []
    for total in sorted(set(thrown.values()), reverse=True):
        found += _by_dice([player for player in players if thrown[player] == total], chance, throws)
    return found
