"""Jokers that stand for any tile: a hand with jokers scores as the best hand that they can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from mjrules.hooks import JOKER, Hand, HandError, TileSet, hookimpl

MJRULES = ">=0.1,<0.2"
MOST_JOKERS = 4
"""How many jokers of one hand are tried."""


def stand_ins(hand: Hand, tiles: TileSet) -> Sequence[Hand]:
    """Every hand that a hand with jokers among its concealed tiles may stand for."""
    return tuple(_stand_ins(hand, tiles))


def _stand_ins(hand: Hand, tiles: TileSet) -> Iterator[Hand]:
    jokers = hand.concealed.count(JOKER) + (hand.win == JOKER)
    if not jokers:
        return
    if jokers > MOST_JOKERS:
        message = f"{jokers} jokers in hand: at most {MOST_JOKERS} are tried, for each makes ten times the work"
        raise HandError("bad_record", message, "concealed")
    natural = tuple(tile for tile in hand.concealed if tile != JOKER)
    for win in tiles.kinds if hand.win == JOKER else (hand.win,):
        for kinds in combinations_with_replacement(tiles.kinds, jokers - (hand.win == JOKER)):
            yield replace(hand, concealed=tuple(sorted(natural + kinds)), win=win)


@hookimpl
def mj_stand_ins() -> Sequence[object]:
    """Jokers replaced by every kind of the game."""
    return [stand_ins]
