"""Players for tests: one who does anything that is legal, and one who plays as a person would, only simpler."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..match.match import Chooser
from ..play.events import Action, Discard, Mahjong, Pass
from ..table.view import View
from ..tiles.tile import KIND, RANKS, SUITS, TEXT, Tile

_SUIT_TILES = len(SUITS) * RANKS["m"]
TRIED = {"kong": 0.8, "pung": 0.5, "chow": 0.3, "take_loose": 0.9, "draw": 0.3, "declare": 0.1}
"""How often the sensible player does what is allowed; other kinds, those of house rules, every second time."""
OFTEN = 0.5


def random_player(seed: int | str) -> Chooser:
    """A player who does anything that is legal; the same for the same seed."""
    chance = Random(seed)

    def choose(view: View) -> Action:
        return chance.choice(view.legal)

    return choose


def sensible_player(seed: int | str) -> Chooser:
    """A player who wins whenever possible, and discards what has no company in the hand; the same for the same seed.

    So hands are won, kongs robbed and payments made, which random play hardly ever comes to.
    """
    chance = Random(seed)

    def choose(view: View) -> Action:
        legal = view.legal
        discards: list[Discard] = []
        other: list[Action] = []
        for action in legal:
            if isinstance(action, Mahjong):
                return action
            if isinstance(action, Discard):
                discards.append(action)
            elif not isinstance(action, Pass):
                other.append(action)
        if other:
            tried = chance.choice(other)
            only = len(other) == len(legal)
            if only or chance.random() < TRIED.get(tried.kind, OFTEN):
                return tried
        if not discards:
            return legal[0]
        counts = [0] * len(TEXT)
        for tile in view.tiles:
            counts[KIND[tile]] += 1
        return min(discards, key=lambda action: (company(counts, KIND[action.tile]), chance.random()))

    return choose


def company(counts: Sequence[int], tile: Tile) -> int:
    """How much the other tiles of a hand do for one: those alike most, then neighbours, then the next but one."""
    found = 4 * (counts[tile] - 1)
    if tile >= _SUIT_TILES:
        return found
    rank = tile % RANKS["m"]
    for step, worth in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        if 0 <= rank + step < RANKS["m"] and counts[tile + step]:
            found += worth
    return found
