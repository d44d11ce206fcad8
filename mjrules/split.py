"""Splitting tiles into sets and pairs, suit by suit; every suit's answer is kept.

A suit is given by how many of each rank there are. The answers depend on nothing else, so they
serve all hands and all rulesets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

Counts = tuple[int, ...]
"""How many tiles of each kind (34), or of each rank of one suit (9 or 7)."""

STARTS = (0, 9, 18, 27)
"""The first kind of each suit; the last suit holds the honours."""
KEPT = 1 << 16
"""How many suits are kept."""
EMPTY = ((0,) * 9, (0,) * 7)
"""A suit, and the honours, of which no tile is there."""


Tiles = tuple[int, ...]


Layout = tuple[Tiles, Tiles, Tiles, Tiles]
"""How tiles are laid out: the lowest tiles of the chows, the tiles of pungs, pairs and loose tiles, in order."""
NOTHING: tuple[Layout, ...] = (((), (), (), ()),)


@lru_cache(maxsize=KEPT)
def splits(ranks: Counts, start: int) -> tuple[Layout, ...]:
    """All ways to split the tiles of one suit into sets and at most one pair.

    Of the lowest rank some tiles make pungs and a pair; the others begin chows. So no way is found
    twice, and the tiles left are again a suit whose answer is kept.
    """
    rank = next((rank for rank, number in enumerate(ranks) if number), None)
    if rank is None:
        return NOTHING
    number, tile, found = ranks[rank], start + rank, []
    follow = _following(ranks, rank, start)
    for alike in range(number - follow, number + 1):
        pairs = (tile,) if alike % 3 == 2 else ()
        if alike < 0 or alike % 3 == 1:
            continue
        chows, pungs = number - alike, (tile,) * (alike // 3)
        rest = list(ranks)
        rest[rank] = 0
        if chows:
            rest[rank + 1] -= chows
            rest[rank + 2] -= chows
        for way in splits(tuple(rest), start):
            if not pairs or not way[2]:
                found.append(((tile,) * chows + way[0], pungs + way[1], pairs + way[2], ()))
    return tuple(found)


def _following(ranks: Counts, rank: int, start: int) -> int:
    """How many chows can begin at a rank, as far as the next two ranks go."""
    return min(ranks[rank + 1], ranks[rank + 2]) if start < STARTS[3] and rank <= 6 else 0


def split_hand(counts: Counts, pairs: int) -> Sequence[Layout]:
    """All ways to split concealed tiles into sets and exactly so many pairs (0 or 1)."""
    suits: list[tuple[Layout, ...]] = []
    ways = 1
    for suit, start in ((counts[:9], 0), (counts[9:18], 9), (counts[18:27], 18), (counts[27:], 27)):
        if suit not in EMPTY:
            here = splits(suit, start)
            if not here:
                return ()
            ways *= len(here)
            suits.append(here)
    if ways > 1:
        return [way for way in _together(suits) if len(way[2]) == pairs]
    chows: Tiles = ()
    pungs: Tiles = ()
    own_pairs: Tiles = ()
    for ((more_chows, more_pungs, more_pairs, _),) in suits:
        chows, pungs, own_pairs = chows + more_chows, pungs + more_pungs, own_pairs + more_pairs
    return ((chows, pungs, own_pairs, ()),) if len(own_pairs) == pairs else ()


def _together(suits: Sequence[tuple[Layout, ...]]) -> Sequence[Layout]:
    """The ways of several suits together, with at most one pair."""
    ways: Sequence[Layout] = NOTHING
    for here in suits:
        ways = [
            (chows + more_chows, pungs + more_pungs, pairs + more_pairs, ())
            for chows, pungs, pairs, _ in ways
            for more_chows, more_pungs, more_pairs, _ in here
            if not (pairs and more_pairs)
        ]
    return ways


def complete(ranks: Counts, start: int) -> bool:
    """Whether tiles of one suit make sets, or sets and one pair; which of both, their number tells.

    The ranks of a set add up to a multiple of three, which tells most pairs at once.
    """
    over, weight = sum(ranks) % 3, sum([rank * number for rank, number in enumerate(ranks)]) % 3
    if over != 2:
        return not over and not weight and _only_sets(list(ranks), start)
    for rank in range(2 * weight % 3, len(ranks), 3):
        if ranks[rank] >= 2:
            rest = list(ranks)
            rest[rank] -= 2
            if _only_sets(rest, start):
                return True
    return False


def _only_sets(ranks: list[int], start: int) -> bool:
    """Whether tiles of one suit make sets; uses them up.

    Three equal chows are three pungs as well, so of the lowest rank as few chows as can be are tried.
    """
    for rank in range(len(ranks)):
        chows = ranks[rank] % 3
        if chows:
            if start == STARTS[3] or rank > 6 or ranks[rank + 1] < chows or ranks[rank + 2] < chows:
                return False
            ranks[rank + 1] -= chows
            ranks[rank + 2] -= chows
    return True


class Waiting(NamedTuple):
    """What a suit waits for: how many tiles are over when it is parted by threes, and the kinds that complete it.

    `complete`: it makes sets, or sets and a pair, as it is. `kinds` is a mask; the suit is then sets, or
    sets and a pair, as the number of tiles tells.
    """

    over: int
    complete: bool
    kinds: int


@lru_cache(maxsize=KEPT)
def waiting(ranks: Counts, start: int) -> Waiting:
    """What a suit waits for."""
    over, kinds = sum(ranks) % 3, 0
    for rank in range(len(ranks)) if over else ():
        if complete((*ranks[:rank], ranks[rank] + 1, *ranks[rank + 1 :]), start):
            kinds |= 1 << (start + rank)
    return Waiting(over, complete(ranks, start), kinds)


def split_waits(counts: Counts, pairs: int) -> int:
    """The mask of kinds that complete concealed tiles to sets and so many pairs (0 or 1).

    A kind counts even if all its copies are held already.
    """
    first: Waiting | None = None
    second: Waiting | None = None
    for suit, start in ((counts[:9], 0), (counts[9:18], 9), (counts[18:27], 18), (counts[27:], 27)):
        if suit in EMPTY:
            continue
        own = waiting(suit, start)
        if not own.over:
            if not own.complete:
                return 0
        elif first is None:
            first = own
        elif second is None:
            second = own
        else:
            return 0
    if first is None or (second is None and first.over != (1 if pairs else 2)):
        return 0
    if second is None:
        return first.kinds
    if not pairs or first.over != 2 or second.over != 2:
        return 0
    return (first.kinds if second.complete else 0) | (second.kinds if first.complete else 0)
