"""What the hand of a player who did not win would have been worth, had the player drawn the tile waited for."""

from __future__ import annotations

from ...errors import HandError, TooComplexError
from ...hands.hand import Hand
from ...tiles.tile import Tile, tiles_of
from .. import shares
from ..item import items_of
from ..scorer import Scorer
from .parts import Finished


def finished(scorer: Scorer, hand: Hand) -> list[Finished]:
    """The tiles that complete the hand of a player who did not win, each drawn, and its worth; the most valuable first.

    Tiles by which the same rules count are told together. Tiles of which the player holds all copies do not
    complete it. What happened to the hand so far stays, but that it was ready: no more is taken to happen.
    """
    if hand.winner or "dead_hand" in hand.flags:
        return []
    copies = scorer.book.tiles.per_kind
    found: dict[tuple[int, tuple[str, ...]], Finished] = {}
    for tile in tiles_of(scorer.waits.counted(hand)):
        if hand.real(tile) < copies[tile] and (done := _finished(scorer, hand, tile)) is not None:
            key = done.total, tuple(f"{item.id} {item.value}" for item in done.items)
            same = found.get(key, done._replace(tiles=()))
            found[key] = same._replace(tiles=(*same.tiles, tile))
    return sorted(found.values(), key=lambda one: (-one.total, one.tiles))


def _finished(scorer: Scorer, hand: Hand, tile: Tile) -> Finished | None:
    """The hand with a tile drawn; None where it may not win."""
    try:
        best = scorer.best(shares.with_tile(hand, tile))
    except TooComplexError:
        raise
    except HandError:
        return None
    return Finished((tile,), best.selection.value.total, best.reading, items_of(best.reading, best.selection.counting))
