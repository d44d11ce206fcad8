"""Shapes that are read by the general matcher: the layouts of many hands, each asked once for all that are alike."""

from __future__ import annotations

import numpy as np

from ..shapes.shape import Shape
from .arrays import Longs, spread
from .laid_tiles import LAYOUT_COLUMNS, Laid, coded, two_keys
from .numbering import Numbered
from .rows import Rows, declared_sets
from .table_sizes import fills


class General:
    """The layouts of hands in a shape, given by its place among those of a ruleset."""

    def __init__(self, shape: Shape, place: int) -> None:
        self._shape, self._place = shape, place
        self._declared, self._numbers = Numbered(), Numbered()
        self._spans = np.zeros((0, 2), np.int64)
        self._layouts = np.zeros((0, LAYOUT_COLUMNS), np.int64)

    @property
    def size(self) -> int:
        """How many rows the largest table has."""
        return max(len(self._numbers), len(self._declared), len(self._layouts))

    def laid(self, rows: Rows, asked: Longs) -> Laid:
        """Every way to lay out some hands."""
        columns = [*two_keys(rows.keys.take(asked, axis=1)), declared_sets(rows, asked, self._declared)]
        columns += [rows.winds_told(asked)] if self._shape.dynamic else []
        numbers, fresh = self._numbers.of(columns)
        if len(fresh):
            self._add(rows, asked[fresh])
        spans = self._spans.take(numbers, axis=0)
        own, which = spread(spans[:, 1])
        layouts = self._layouts.take(spans[own, 0] + which, axis=0)
        return Laid(asked[own], np.full(len(own), self._place), *layouts.T.copy())

    @fills
    def _add(self, rows: Rows, hands: Longs) -> None:
        """Ask the shape about hands, which are the next to be numbered."""
        spans: list[tuple[int, int]] = []
        found: list[tuple[int, ...]] = []
        counts, held = rows.tally.numbers(hands).tolist(), rows.held[hands].tolist()
        for row, own, kinds in zip(hands.tolist(), counts, held, strict=True):
            ways = self._shape.readings(rows.columns.pieces(row), tuple(own), rows.environment(row), kinds)
            spans.append((len(self._layouts) + len(found), len(ways)))
            found += [coded(layout) for layout in ways]
        self._spans = np.concatenate([self._spans, np.array(spans, np.int64)])
        new = np.array(found, np.int64).reshape(-1, LAYOUT_COLUMNS)
        self._layouts = np.concatenate([self._layouts, new])
