"""Tells what groups look at whose views are too many to be kept, by what their questions say of themselves.

A hand is then as good as another for which all questions of a group have the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from ..conditions.formula import Atom
from ..scoring.question_groups import Group
from ..scoring.scorer import Scorer
from ..tiles.tile import KINDS
from .arrays import Longs
from .laid import two_keys
from .numbering import Column, Numbered, Packing
from .pieces import Sorts, pieces_columns
from .readings import Reader
from .suits import BASE, suit_keys
from .tallies import kinds_counted
from .views import KNOWN, Views
from .waiting import WaitCounter

Teller = Callable[[Views, Longs], list[Column]]
_WEIGHT_BITS = 20


class Tellers:
    """Finds what tells the views of a group."""

    def __init__(self, scorer: Scorer) -> None:
        self._waiting, self._reader = WaitCounter(scorer), Reader(scorer.shapes.every)

    @property
    def size(self) -> int:
        """How many rows the largest table has that they need."""
        return max(self._waiting.size, self._reader.size)

    def of(self, group: Group) -> Teller | None:
        """What tells the views of a group, in some readings, as columns; None where nothing does."""
        names, atoms = tuple(group.names), group.atoms
        if names == ("waits",):
            return self._waits
        if names == ("pieces",):
            told = [atom.told_by for atom in atoms if atom.told_by is not None]
            sorts = Sorts.made(told) if len(told) == len(atoms) else None
            return None if sorts is None else partial(_pieces, sorts, Packing())
        if names == ("before",) and all(atom.only is not None for atom in atoms):
            return partial(_before, *_keys_of(atoms))
        if names[0] == "counts" and KNOWN.issuperset(names[1:]) and all(atom.weights is not None for atom in atoms):
            return CountedByWeight(group)
        if names == ("fits",) and self._reader.is_quick:
            return self._fits
        return None

    def _fits(self, views: Views, rows: Longs) -> list[Column]:
        return [(self._reader.fits(views.rows)[views.readings.laid.hand[rows]], len(self._reader.shapes))]

    def _waits(self, views: Views, rows: Longs) -> list[Column]:
        return [(self._waiting.numbers(views.rows, views.readings.laid.hand[rows]), 6)]


def _pieces(sorts: Sorts, packing: Packing, views: Views, rows: Longs) -> list[Column]:
    return list(pieces_columns(views, rows, sorts, packing))


def _keys_of(atoms: Sequence[Atom]) -> tuple[Longs, Longs]:
    """The suit keys of the views for which a question is true: the three suits, and the honours."""
    views = sorted({view for atom in atoms for view in atom.only or ()})
    counts = np.array(views, np.int64).reshape(-1, KINDS)
    (suits, _), (honours, _) = two_keys(suit_keys(counts[(counts < BASE).all(axis=1)]))
    return suits, honours


def _before(suits: Longs, honours: Longs, views: Views, rows: Longs) -> list[Column]:
    """Which of some views the concealed tiles before the win are; 0 for none, and for hands with declared sets."""
    hand = views.readings.laid.hand[rows]
    (own, _), (own_honours, _) = two_keys(views.rows.keys_before[:, hand])
    found = np.zeros(len(rows), np.int64)
    concealed = views.rows.melded[hand] == 0
    for place, (suit, honour) in enumerate(zip(suits.tolist(), honours.tolist(), strict=True), 1):
        found[concealed & (own == suit) & (own_honours == honour)] = place
    return [(found, 12)]


class CountedByWeight:
    """Tells numbers of tiles that count by weights, which depend on other views of the hand."""

    def __init__(self, group: Group) -> None:
        self._atoms, self._others = group.atoms, tuple(group.names[1:])
        self._numbers = Numbered()
        self._weights = np.zeros((0, len(self._atoms), KINDS), np.int32)
        self._named: list[list[Mapping[str, int]]] = []

    def __call__(self, views: Views, rows: Longs) -> list[Column]:
        """How many tiles there are, and what each question counts."""
        hand = views.readings.laid.hand[rows]
        columns = [(keys[rows], bits) for keys, bits in map(views.column, self._others)]
        numbers, fresh = self._numbers.of(columns or [(np.zeros(len(rows), np.int64), 1)])
        if len(fresh):
            new = [self._weighing(views, int(rows[place])) for place in fresh.tolist()]
            self._weights = np.concatenate([self._weights, np.array(new, np.int32)])
        counts = kinds_counted(views.rows.counts[:, hand])
        found: list[Column] = [(counts.sum(axis=1), 6)]
        for place in range(len(self._atoms)):
            weighed = np.einsum("rk,rk->r", counts, self._weights[numbers, place])
            found.append((weighed + self._from_record(views, place, numbers, hand), _WEIGHT_BITS))
        return found

    def _weighing(self, views: Views, row: int) -> Longs:
        """The weights of kinds for each question; those of numbers of the record are kept apart."""
        others = [views.shown(name, row) for name in self._others]
        weights = np.zeros((len(self._atoms), KINDS), np.int64)
        self._named.append([])
        for own, atom in zip(weights, self._atoms, strict=True):
            named = dict[str, int]()
            for key, weight in atom.weights(*others).items() if atom.weights else ():
                if isinstance(key, str):
                    named[key] = weight
                else:
                    own[key] = weight
            self._named[-1].append(named)
        return weights

    def _from_record(self, views: Views, place: int, numbers: Longs, hand: Longs) -> Longs:
        """What the numbers of the record add."""
        columns = views.rows.columns
        found = np.zeros(len(hand), np.int64)
        for index, name in enumerate(columns.field_names):
            weights = np.array([own[place].get(name, 0) for own in self._named], np.int64)
            if weights.any():
                found += columns.further[hand, index] * weights[numbers]
        return found
