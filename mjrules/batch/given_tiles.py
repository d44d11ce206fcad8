"""The single tiles that a shape gives, and what may be beside them, as they are counted in many hands."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..shapes.shape import Binding
from ..tiles.tile import KINDS, tiles_of
from .arrays import Longs, Truths, lowest_kind
from .laid_tiles import counts_of
from .suits import suit_keys
from .tallies import Tallies, contain, counts_words

_ONE: Final = np.concatenate([np.eye(KINDS, dtype=np.int64), np.zeros((1, KINDS), np.int64)])
_ONE_COUNTED: Final = counts_words(_ONE)
_ONE_KEYED: Final = suit_keys(_ONE)
"""One tile of each kind, and behind them none, as counts and as keys."""


class GivenTiles:
    """The single tiles of a binding; `keys` are their suit keys, [4, 1]. `distinct`: no two are alike."""

    def __init__(self, binding: Binding) -> None:
        numbers = counts_of(binding.tiles or ()).reshape(1, KINDS)
        self._counts, self.keys = counts_words(numbers), suit_keys(numbers)
        self._pool = counts_words(counts_of(tiles_of(binding.pool)).reshape(1, KINDS))
        self.distinct = int(numbers.max()) <= 1

    def among(self, tally: Tallies, hands: Longs) -> Truths:
        """Which of some hands have these tiles."""
        return contain(tally.counts_of(hands), self._counts)

    def and_picked(self, tally: Tallies, hands: Longs, lack: Longs | None = None) -> Truths:
        """Which of some hands have these tiles, and different ones of the class beside them, and nothing else.

        `lack` are masks of one kind, or of none, of which each hand is taken to have one more.
        """
        counts = tally.counts_of(hands)
        if lack is not None:
            counts = counts + _ONE_COUNTED.take(_places(lack), axis=1)
        # a tile too few becomes a number that no class allows
        found: Truths = (counts - self._counts & ~self._pool == 0).all(axis=0)
        return found

    def left(self, keys: Longs, lack: Longs) -> Longs:
        """The keys of what is beside the tiles, where `lack` are masks of the kind that is missing, if any."""
        found: Longs = keys - self.keys + _ONE_KEYED.take(_places(lack), axis=1)
        return found


def _places(lack: Longs) -> Longs:
    """The kinds of masks of one kind, 34 for none."""
    return np.where(lack != 0, lowest_kind(lack), KINDS)
