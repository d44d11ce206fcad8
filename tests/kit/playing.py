"""Plays hands for tests: quickly to a win, otherwise by chance."""

from __future__ import annotations

import random
from typing import Any

from mjrules import Action, View
from mjrules.match.match import Chooser
from mjrules.play.events import Discard
from mjrules.tiles.tile import TEXT


def chooser(seed: Any, *, claims: float = 0.5) -> Chooser:
    """Who can win does, and what stands alone is discarded; `claims` says how often a set is claimed that can be.

    Declarations are made seldom, for they forbid claims.
    """
    chance = random.Random(seed)

    def choose(view: View) -> Action:
        legal = view.legal
        kinds = {action.kind for action in legal}
        if "mahjong" in kinds:
            return next(action for action in legal if action.kind == "mahjong")
        if "pass" in kinds and chance.random() > claims:
            return next(action for action in legal if action.kind == "pass")
        discards = [action for action in legal if isinstance(action, Discard)]
        declares = chance.random() < claims / 10
        others = [
            action for action in legal if action.kind not in ("discard", "pass", *([] if declares else ["declare"]))
        ]
        if others and (not discards or chance.random() < claims):
            return chance.choice(others)
        if not discards:
            return chance.choice(legal)
        counts = [view.tiles.count(tile) for tile in range(len(TEXT))]
        return min(discards, key=lambda action: (company(counts, action.tile), chance.random()))

    return choose


def company(counts: list[int], tile: int) -> int:
    """How many tiles in hand could stand in a set with a tile."""
    alike = 3 * (counts[tile] - 1)
    if tile >= 27:
        return alike
    near = [other for other in range(tile - 2, tile + 3) if 0 <= other < 27 and other // 9 == tile // 9]
    return alike + sum(counts[other] > 0 for other in near) - 1
