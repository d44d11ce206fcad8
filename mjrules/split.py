"""Splitting tiles into sets and pairs, suit by suit; every suit's answer is kept.

A suit is given by how many of each rank there are. The answers depend on nothing else, so they
serve all hands and all rulesets.
"""

from __future__ import annotations

from functools import lru_cache

from .pieces import CHOW, PAIR, PUNG, make_piece

Counts = tuple[int, ...]
"""How many tiles of each kind (34), or of each rank of one suit (9 or 7)."""

STARTS = (0, 9, 18, 27)
"""The first kind of each suit; the last suit holds the honours."""


def by_suit(counts: Counts) -> tuple[Counts, Counts, Counts, Counts]:
    """The counts of the four suits."""
    return counts[:9], counts[9:18], counts[18:27], counts[27:34]


@lru_cache(maxsize=1 << 16)
def splits(ranks: Counts, start: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """All ways to split the tiles of one suit into sets and at most one pair.

    Each way is the sorted pieces and the number of pairs among them (0 or 1).
    """
    found: set[tuple[tuple[int, ...], int]] = set()
    _split(list(ranks), 0, start, [], 0, found)
    return tuple(sorted(found))


def _split(
    ranks: list[int], rank: int, start: int, pieces: list[int], pairs: int, found: set[tuple[tuple[int, ...], int]]
) -> None:
    while rank < len(ranks) and not ranks[rank]:
        rank += 1
    if rank == len(ranks):
        found.add((tuple(sorted(pieces)), pairs))
        return
    tile = start + rank
    for form, number in ((PUNG, 3), (PAIR, 2)):
        if ranks[rank] >= number and not (form == PAIR and pairs):
            ranks[rank] -= number
            pieces.append(make_piece(form, tile))
            _split(ranks, rank, start, pieces, pairs + (form == PAIR), found)
            pieces.pop()
            ranks[rank] += number
    if start < STARTS[3] and rank + 2 < len(ranks) and ranks[rank + 1] and ranks[rank + 2]:
        for step in range(3):
            ranks[rank + step] -= 1
        pieces.append(make_piece(CHOW, tile))
        _split(ranks, rank, start, pieces, pairs, found)
        pieces.pop()
        for step in range(3):
            ranks[rank + step] += 1


def split_hand(counts: Counts, pairs: int) -> list[tuple[int, ...]]:
    """All ways to split concealed tiles into sets and exactly so many pairs (0 or 1)."""
    ways: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for suit, start in zip(by_suit(counts), STARTS, strict=True):
        if not any(suit):
            continue
        here = splits(suit, start)
        if not here:
            return []
        ways = [
            (pieces + more, number + extra)
            for pieces, number in ways
            for more, extra in here
            if number + extra <= pairs
        ]
    return [tuple(sorted(pieces)) for pieces, number in ways if number == pairs]


@lru_cache(maxsize=1 << 16)
def completions(ranks: Counts, start: int) -> tuple[int, int]:
    """Masks of the kinds of this suit that complete it without a pair, and with one."""
    masks = [0, 0]
    for rank in range(len(ranks)):
        more = (*ranks[:rank], ranks[rank] + 1, *ranks[rank + 1 :])
        for _, pairs in splits(more, start):
            masks[pairs] |= 1 << (start + rank)
    return masks[0], masks[1]


def split_waits(counts: Counts, pairs: int) -> int:
    """The mask of kinds that complete concealed tiles to sets and so many pairs (0 or 1).

    A kind counts even if all its copies are held already.
    """
    suits = tuple(zip(by_suit(counts), STARTS, strict=True))
    possible = [{number for _, number in splits(suit, start)} for suit, start in suits]
    found = 0
    for index, (suit, start) in enumerate(suits):
        rest = {0}
        for other, numbers in enumerate(possible):
            if other != index:
                rest = {have + more for have in rest for more in numbers}
        for own in (0, 1):
            if pairs - own in rest:
                found |= completions(suit, start)[own]
    return found
