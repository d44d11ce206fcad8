"""Tells what groups look at whose views are too many to be kept, by what their questions say of themselves.

A hand is then as good as another for which all questions of a group have the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

import numpy as np

from ..conditions.formula import Atom, Indicated
from ..scoring.question_groups import Group
from ..scoring.scorer import Scorer
from ..tiles.tile import KINDS
from .arrays import Longs, number_of_kinds
from .laid_tiles import two_keys
from .matters import Matters
from .numbering import Column, Numbered
from .pieces import Sorts, pieces_columns
from .readings import Reader
from .suits import BASE, suit_keys
from .table_sizes import fills
from .tallies import ALL_SUITS, ONE_KIND, counted_of, counts_words, tiles_counted
from .views import KNOWN, Views
from .waiting import WaitTables

Teller = Callable[[Views, Longs], list[Column]]
_WEIGHT_BITS = 20


class Tellers:
    """Finds what tells the views of a group."""

    def __init__(self, scorer: Scorer, waiting: WaitTables) -> None:
        self._waiting, self._reader = waiting, Reader(scorer.shapes.every)

    @property
    def size(self) -> int:
        """How many rows the largest table has that they need."""
        return max(self._waiting.size, self._reader.size)

    def of(self, group: Group) -> Teller | None:
        """What tells the views of a group, in some readings, as columns; None where nothing does."""
        names, atoms = tuple(group.names), group.atoms
        if names == ("waits",):
            return self._waits
        if names in (("fields",), ("waited", "fields")) and all(atom.field_tiles for atom in atoms):
            return partial(self._field_tiles, [atom.field_tiles for atom in atoms], waited=len(names) > 1)
        if names == ("pieces",):
            told = [atom.told_by for atom in atoms if atom.told_by is not None]
            sorts = Sorts.made(told) if len(told) == len(atoms) else None
            return None if sorts is None else partial(_pieces, sorts, Numbered())
        if names == ("before",) and all(atom.only is not None for atom in atoms):
            return partial(_before, *_keys_of(atoms))
        weighed = names[0] == "counts" and group.of_hand and KNOWN.issuperset(names[1:])
        if weighed and all(atom.weights is not None or atom.indicated is not None for atom in atoms):
            return CountedTiles(group)
        if names == ("fits",) and self._reader.is_quick:
            return self._fits
        return None

    def _fits(self, views: Views, hands: Longs) -> list[Column]:
        return [(self._reader.fits(views.rows, hands), len(self._reader.shapes))]

    def _waits(self, views: Views, hands: Longs) -> list[Column]:
        return [(number_of_kinds(self._waiting.kinds(views.rows, hands)), 6)]

    def _field_tiles(self, names: Sequence[str], views: Views, hands: Longs, *, waited: bool) -> list[Column]:
        """Whether fields say tiles, or any that some hands wait for."""
        columns = views.rows.columns
        if not waited:
            return [((views.said.kinds(columns, name, hands) != 0).astype(np.int64), 1) for name in names]
        kinds = self._waiting.kinds(views.rows, hands)
        return [((views.said.kinds(columns, name, hands) & kinds != 0).astype(np.int64), 1) for name in names]


def _pieces(sorts: Sorts, numbered: Numbered, views: Views, rows: Longs) -> list[Column]:
    return list(pieces_columns(views, rows, sorts, numbered))


def _keys_of(atoms: Sequence[Atom]) -> tuple[Longs, Longs]:
    """The suit keys of the views for which a question is true: the three suits, and the honours."""
    views = sorted({view for atom in atoms for view in atom.only or ()})
    counts = np.array(views, np.int64).reshape(-1, KINDS)
    (suits, _), (honours, _) = two_keys(suit_keys(counts[(counts < BASE).all(axis=1)]))
    return suits, honours


def _before(suits: Longs, honours: Longs, views: Views, hand: Longs) -> list[Column]:
    """Which of some views the concealed tiles before the win are; 0 for none, and for hands with declared sets."""
    (own, _), (own_honours, _) = two_keys(views.rows.keys_before[:, hand])
    found = np.zeros(len(hand), np.int64)
    concealed = views.rows.melded[hand] == 0
    for place, (suit, honour) in enumerate(zip(suits.tolist(), honours.tolist(), strict=True), 1):
        found[concealed & (own == suit) & (own_honours == honour)] = place
    return [(found, 12)]


class CountedTiles:
    """Tells numbers of tiles that count by weights, which depend on other views of the hand, or by what fields say."""

    def __init__(self, group: Group) -> None:
        self._atoms = tuple(
            [_Weighed(atom) if atom.indicated is None else _ByFields(atom.indicated) for atom in group.atoms]
        )

    def __call__(self, views: Views, hands: Longs) -> list[Column]:
        """How many tiles there are, and what each question counts."""
        counts = views.rows.counts.take(hands, axis=1)
        found: list[Column] = [(tiles_counted(counts), 6)]
        return found + [(atom.counted(views, hands, counts), _WEIGHT_BITS) for atom in self._atoms]


class _Weighed:
    """The weights of kinds for one question, by what it sees of its other views."""

    def __init__(self, atom: Atom) -> None:
        assert atom.weights is not None
        self._weights_of, self._others = atom.weights, atom.facets[1:]
        self._matters = Matters(None if atom.fields is None else tuple(sorted(atom.fields)))
        self._numbers = Numbered()
        self._masks: list[Longs] = []
        """For each bit of weights the bits that count the kinds which have it, by the numbers of weights."""
        self._weighed = 0

    def counted(self, views: Views, hands: Longs, counts: Longs) -> Longs:
        """What it counts in some hands."""
        told = [views.of_hand(name, self._matters) for name in self._others]
        columns = [(keys.take(hands), bits) for keys, bits in told]
        numbers, fresh = self._numbers.of(columns or [(np.zeros(len(hands), np.int64), 1)])
        if len(fresh):
            self._weigh(views, views.first[hands[fresh]])
        found = np.zeros(len(hands), np.int64)
        for bit, masks in enumerate(self._masks):
            found += tiles_counted(counts & masks.take(numbers, axis=1)) << bit
        return found

    @fills
    def _weigh(self, views: Views, rows: Longs) -> None:
        """Add the weights of kinds by some readings."""
        shown = zip(*[views.each_shown(name, rows) for name in self._others], strict=True)
        every = [self._weights_of(*own) for own in shown] if self._others else [self._weights_of()] * len(rows)
        places = np.repeat(np.arange(len(every)), list(map(len, every)))
        new = np.zeros((len(rows), KINDS), np.int64)
        new[places, list(chain.from_iterable(every))] = list(chain.from_iterable(own.values() for own in every))
        known = np.zeros((ALL_SUITS, self._weighed), np.int64)
        self._weighed += len(new)
        for bit in range(max(len(self._masks), int(new.max(initial=0)).bit_length())):
            before = self._masks.pop(bit) if bit < len(self._masks) else known
            self._masks.insert(bit, np.concatenate([before, counts_words(ONE_KIND * (new >> bit & 1))], axis=1))


class _ByFields:
    """The tiles that come next after those that fields say, for one question."""

    def __init__(self, indicated: Indicated) -> None:
        self._fields, self._aside = indicated.fields, indicated.aside
        self._following = np.array([*indicated.following[:KINDS], KINDS], np.int64)
        """For each kind the one that comes next, and none after none."""

    def counted(self, views: Views, hands: Longs, counts: Longs) -> Longs:
        """What it counts in some hands."""
        columns = views.rows.columns
        found = np.zeros(len(hands), np.int64)
        for name in sorted(self._fields.intersection(columns.field_names)):
            for said in views.said.tiles(columns, name, hands):
                kinds = self._following.take(said)
                found += counted_of(counts, kinds)
                for number, kind in self._aside.items():
                    if number in columns.field_names:
                        found += columns.further[hands, columns.field_names.index(number)] * (kinds == kind)
        return found
