"""How far many hands are at once, as columns of numpy: sets by tables of suits, other goals tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..batch.arrays import Truths
from ..errors import described
from ..hands.pieces import Piece
from ..hands.record import SEATS
from ..shapes.readings import hand_classes
from ..shapes.splitting import STARTS
from ..tiles.tile import ALL_KINDS, KINDS, SUIT_KINDS, tiles_of
from .distances import Distances
from .goals import Goal
from .suit_costs import COST
from .suit_tables import MOST_ALIKE, MUCH, Costs8, last_merged, merged, suit_table

TileCounts = NDArray[np.uint8]
"""How many tiles of each kind hands have, a row for each; and how many tiles they lack."""
HANDS_AT_ONCE: Final = 1 << 14
"""So many hands are worked on at once: their columns stay where they are quickly reached."""
ANY_CHOW: Final = sum(mask & ~(0b11 << 9 * suit + 7) for suit, mask in enumerate(SUIT_KINDS))
"""The lowest tiles of all chows."""


class DistanceColumns:
    """How far many hands are from one that may win under a ruleset, all with the same declared sets and no jokers.

    `melds` are the declared sets, `seat` and `round` the winds. The answers are those of
    `Distances`, hand by hand.
    """

    def __init__(self, distances: Distances, seat: str = "E", round: str = "E", melds: tuple[Piece, ...] = ()) -> None:
        for wind in (seat, round):
            if wind not in SEATS:
                raise ValueError(f"expected one of {', '.join(SEATS)}, got {described(wind)}")
        self.copies = np.array(distances.copies(melds), np.int16)
        self._copies = tuple(distances.copies(melds))
        whole = all(number in (0, MOST_ALIKE) for number in distances.book.tiles.per_kind[:KINDS]) and not melds
        full = whole and all(distances.book.tiles.per_kind[:KINDS])
        goals = distances.goals(melds, hand_classes(seat, round))
        self._plain = [goal for goal in goals if full and _is_plain(goal)]
        self._single = [goal for goal in goals if whole and _is_single(goal)]
        self._pairs = [goal for goal in goals if full and _is_pairs(goal)]
        quick = {*self._plain, *self._single, *self._pairs}
        self._others = [goal for goal in goals if goal not in quick]

    def missing(self, counts: NDArray[Any]) -> TileCounts:
        """How many tiles each hand lacks, MUCH (60) where it can never win.

        `counts` has a row for each hand, the number of its concealed tiles of each of the 34 kinds. Raises ValueError
        for rows of another length, and for more tiles of a kind than there are.
        """
        counts = np.asarray(counts)
        if counts.ndim != 2 or counts.shape[1] != KINDS:
            raise ValueError(f"expected rows of {KINDS} numbers, got an array of the shape {counts.shape}")
        if len(counts) and (counts.min() < 0 or (counts > self.copies).any()):
            raise ValueError("a hand has more tiles of a kind than there are, or less than none")
        whole = counts.astype(np.uint8)
        if (whole != counts).any():
            raise ValueError(f"expected whole numbers, got an array of {counts.dtype} that has others")
        counts = whole
        chunks = [
            self._missing(counts[start : start + HANDS_AT_ONCE]) for start in range(0, len(counts), HANDS_AT_ONCE)
        ]
        return np.concatenate(chunks) if chunks else np.zeros(0, np.uint8)

    def improving(self, counts: NDArray[Any]) -> Truths:
        """Which kinds bring each hand nearer: a row for each hand, a column for each kind."""
        counts = np.asarray(counts)
        now = self.missing(counts)
        found = np.zeros(counts.shape, np.bool_)
        for kind in range(KINDS):
            rows = np.flatnonzero(counts[:, kind] < self.copies[kind])
            more = counts[rows].copy()
            more[:, kind] += 1
            found[rows, kind] = self.missing(more) < now[rows]
        return found

    def _missing(self, counts: TileCounts) -> TileCounts:
        found = np.full(len(counts), MUCH, np.uint8)
        columns = np.ascontiguousarray(counts.T)
        for goal in self._plain:
            np.minimum(found, _plain_missing(goal, columns), out=found)
        for goal in self._pairs:
            np.minimum(found, _pairs_missing(goal, columns), out=found)
        for goal in self._single:
            np.minimum(found, _single_missing(goal, columns), out=found)
        for goal in self._others:
            self._one_by_one(goal, counts, columns, found)
        return found

    def _one_by_one(self, goal: Goal, counts: TileCounts, columns: TileCounts, found: TileCounts) -> None:
        """A goal of another kind: only hands that may be nearer to it are looked at."""
        usable = np.zeros(len(counts), np.int16)
        for kind in tiles_of(_kinds_of(goal)):
            usable += columns[kind]
        for row in np.flatnonzero(goal.size - usable < found):
            own = tuple(counts[row].tolist())
            if goal.lacking(own) < found[row]:
                cost = goal.cost(own, self._copies)
                if cost >= 0:
                    found[row] = min(int(found[row]), cost >> COST)


def _is_plain(goal: Goal) -> bool:
    """Whether a goal is any sets and at most one pair, beside tiles of which there is one of each kind at most."""
    sets = [one for one in goal.wanted if one.chows == ANY_CHOW and one.pungs == ALL_KINDS and not one.pairs]
    pairs = [one for one in goal.wanted if one.pairs == ALL_KINDS and not (one.chows or one.pungs)]
    known = len(sets) == 1 and len(sets) + len(pairs) == len(goal.wanted) and all(one.number == 1 for one in pairs)
    most = 1 if sets and sets[0].number == 1 else 0
    return known and not goal.distinct and all(number <= most for _, number in goal.fixed)


def _is_single(goal: Goal) -> bool:
    """Whether a goal is given tiles, and different tiles out of a class."""
    return bool(goal.pool) or (not goal.wanted and bool(goal.fixed))


def _is_pairs(goal: Goal) -> bool:
    """Whether a goal is any pairs alone."""
    only = goal.wanted[0] if len(goal.wanted) == 1 and not goal.fixed else None
    return only is not None and only.pairs == ALL_KINDS and not (only.chows or only.pungs or only.singles)


def _kinds_of(goal: Goal) -> int:
    """The kinds that may be of use for a goal; all where that cannot be told."""
    mask = sum(1 << kind for kind, _ in goal.fixed)
    for one in goal.wanted:
        mask |= one.pungs | one.pairs | one.singles | one.chows | one.chows << 1 | one.chows << 2
    return mask & ALL_KINDS or ALL_KINDS


def _keys(columns: TileCounts, start: int, end: int, base: Sequence[int]) -> NDArray[np.int32]:
    """The numbers of suits, without the tiles that a goal takes away."""
    keys = np.zeros(columns.shape[1], np.int32)
    for kind in range(start, end):
        keys *= 5
        held = columns[kind]
        keys += held - np.minimum(held, base[kind]).astype(np.uint8) if base[kind] else held
    return keys


def _plain_missing(goal: Goal, columns: TileCounts) -> Costs8:
    sets = max(one.number for one in goal.wanted if one.chows)
    pairs = int(len(goal.wanted) > 1)
    suits = []
    for suit, start in enumerate(STARTS):
        end = KINDS if suit == 3 else start + 9
        table = suit_table(end - start, sets, suit < 3)
        suits.append(np.ascontiguousarray(table.take(_keys(columns, start, end, goal.base), axis=0).T))
    first, last = merged(suits[0], suits[1], sets), merged(suits[2], suits[3], sets)
    return last_merged(first, last, sets, pairs) + _fixed_missing(goal, columns)


def _fixed_missing(goal: Goal, columns: TileCounts) -> Costs8:
    """How many of the fixed tiles are missing."""
    missing = np.full(columns.shape[1], sum(number for _, number in goal.fixed), np.uint8)
    for kind, number in goal.fixed:
        missing -= np.minimum(columns[kind], np.uint8(number))
    return missing


def _single_missing(goal: Goal, columns: TileCounts) -> Costs8:
    """What a goal lacks of tiles that are given, and of different tiles out of a class."""
    missing = _fixed_missing(goal, columns)
    if not goal.pool:
        return missing
    there = np.zeros(columns.shape[1], np.uint8)
    for kind in tiles_of(goal.pool):
        there += columns[kind] > goal.base[kind]
    wanted = np.uint8(goal.wanted[0].number)
    absent: Costs8 = wanted - np.minimum(there, wanted)
    return missing + absent


def _pairs_missing(goal: Goal, columns: TileCounts) -> Costs8:
    """What a goal of pairs lacks: a tile for each begun one, two for the others."""
    number = np.uint8(goal.wanted[0].number)
    pairs, begun = np.zeros(columns.shape[1], np.uint8), np.zeros(columns.shape[1], np.uint8)
    for held in columns:
        if goal.distinct:
            pairs += held > 1
            begun += held == 1
        else:
            pairs += held >> 1
            begun += held & 1
    absent: Costs8 = number - np.minimum(pairs, number)
    missing: Costs8 = np.uint8(2) * absent - np.minimum(begun, absent)
    return missing
