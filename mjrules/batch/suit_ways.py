"""All ways in which tiles of one suit, or honours, make sets and at most one pair, laid out at once.

The splitting that one hand uses gives the same ways in the same order, which the tests compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from .arrays import Longs

MOST_SETS: Final = 4
"""More sets of one suit are rare."""
_MOST_COPIES: Final = 5
"""A hand may wait for a tile that it holds four times."""
_DIGIT: Final = 4
"""The bits that count the tiles of a rank."""
_SETS_BASE: Final = 6


class WaysOfTiles(NamedTuple):
    """Ways, a row for each: how many `tiles` of each rank, [ways, ranks], how many `chows` begin at each, and masks of
    the ranks of pungs and of the pair."""

    tiles: Longs
    chows: Longs
    pungs: Longs
    pairs: Longs


def every_way(ranks: int, *, chows: bool) -> WaysOfTiles:
    """Every way to make up to four sets and at most one pair of so many ranks, with at most five tiles of each."""
    counts, begun, pungs = (np.concatenate(own) for own in zip(*_sets(ranks, chows=chows), strict=True))
    pairs = np.zeros(len(counts), np.int64)
    parts = [(counts, begun, pungs, pairs)]
    for rank in range(ranks):
        some, more = _with(counts, 2 << _DIGIT * rank, ranks)
        parts.append((more, begun[some], pungs[some], pairs[some] | 1 << rank))
    counts, begun, pungs, pairs = (np.concatenate(own) for own in zip(*parts, strict=True))
    places = np.arange(ranks)
    tiles = counts[:, None] >> _DIGIT * places & (1 << _DIGIT) - 1
    return WaysOfTiles(tiles, begun[:, None] // _SETS_BASE**places % _SETS_BASE, pungs, pairs)


def _sets(ranks: int, *, chows: bool) -> Iterator[tuple[Longs, Longs, Longs]]:
    """Sets, all lots of them: their tiles, the chows by where they begin, and the pungs."""
    sets = [(3 << _DIGIT * rank, 0, 1 << rank) for rank in range(ranks)]
    three = 1 | 1 << _DIGIT | 1 << 2 * _DIGIT
    sets += [(three << _DIGIT * rank, _SETS_BASE**rank, 0) for rank in range(ranks - 2 if chows else 0)]
    counts, begun, pungs, last = np.zeros((4, 1), np.int64)
    yield counts, begun, pungs
    for _ in range(MOST_SETS):
        parts = []
        for place, (tiles, chow, pung) in enumerate(sets):
            before = np.flatnonzero(last <= place)
            some, more = _with(counts[before], tiles, ranks)
            own = before[some]
            parts.append((more, begun[own] + chow, pungs[own] | pung, np.full(len(own), place)))
        counts, begun, pungs, last = (np.concatenate(own) for own in zip(*parts, strict=True))
        yield counts, begun, pungs


def _with(counts: Longs, tiles: int, ranks: int) -> tuple[Longs, Longs]:
    """To which counts tiles can be added, and what they are then."""
    ones = sum([1 << _DIGIT * rank for rank in range(ranks)])
    most = (1 << _DIGIT - 1) - 1
    more = counts + tiles
    some = np.flatnonzero(more + ones * (most - _MOST_COPIES) & ones << _DIGIT - 1 == 0)
    return some, more[some]
