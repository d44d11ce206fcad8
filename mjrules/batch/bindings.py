"""What the bindings of a shape fix and allow, and the single tiles that they give, as many hands count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..shapes.shape import Binding
from ..tiles.tile import ALL_KINDS, KINDS, tiles_of
from .arrays import Longs, Truths, has_several, lowest_kind
from .laid_tiles import counts_of
from .suits import suit_keys
from .tallies import Tallies, contain, counts_words

_ONE: Final = np.concatenate([np.eye(KINDS, dtype=np.int64), np.zeros((1, KINDS), np.int64)])
_ONE_COUNTED: Final = counts_words(_ONE)
_ONE_KEYED: Final = suit_keys(_ONE)
"""One tile of each kind, and behind them none, as counts and as keys."""


class Bindings:
    """The bindings of a shape, side by side: there are six at most. Hands are told with one of them for each.

    `fixed` and `pool` are masks of kinds, one for each; `keys` the suit keys of the single tiles, [4, bindings].
    `distinct`: none has two tiles alike.
    """

    def __init__(self, bindings: Sequence[Binding]) -> None:
        told = [(own.fixed, own.needed, ALL_KINDS & ~own.allowed, own.pool) for own in bindings]
        self.fixed, self._needed, self._others, self.pool = np.array(told, np.int64).reshape(-1, 4).T
        numbers = np.array([counts_of(own.tiles or ()) for own in bindings], np.int64).reshape(-1, KINDS)
        pools = np.array([counts_of(tiles_of(own.pool)) for own in bindings], np.int64).reshape(-1, KINDS)
        self._counts, self.keys, self._pools = counts_words(numbers), suit_keys(numbers), counts_words(pools)
        self.distinct = int(numbers.max(initial=0)) <= 1

    def _allow(self, kinds: Longs) -> Truths:
        """Whether bindings allow all of some kinds, [bindings, hands]."""
        found: Truths = kinds & self._others[:, None] == 0
        return found

    def may_be(self, held: Longs) -> tuple[Longs, Longs]:
        """Of hands that hold such kinds, those that may be of a binding: these bindings, and the hands."""
        fixed = self.fixed[:, None]
        which, own = np.nonzero((held & fixed == fixed) & self._allow(held))
        return which, own

    def may_have(self, held: Longs, present: Longs) -> Truths:
        """Which hands may be of a binding, by the concealed kinds and by all kinds."""
        fixed, needed = self.fixed[:, None], self._needed[:, None]
        may = (held & fixed == fixed) & (present & needed == needed) & self._allow(present)
        found: Truths = np.logical_or.reduce(may, axis=0)
        return found

    def may_wait(self, held: Longs, melded: Longs) -> Truths:
        """Which hands lack one kind at most that a binding fixes or needs, by the concealed kinds and those of sets."""
        present = held | melded
        missing = self.fixed[:, None] & ~held | self._needed[:, None] & ~present
        found: Truths = np.logical_or.reduce(~has_several(missing) & self._allow(present), axis=0)
        return found

    def lacking_one(self, held: Longs) -> tuple[Longs, Longs, Longs]:
        """Of hands that hold such kinds, those that lack one fixed kind of a binding at most, and have none but what it
        allows: these bindings, the hands, and the kinds that are missing, as masks."""
        lack = self.fixed[:, None] & ~held
        which, own = np.nonzero(~has_several(lack) & self._allow(held))
        return which, own, lack[which, own]

    def among(self, tally: Tallies, hands: Longs, which: Longs) -> Truths:
        """Which of some hands have the tiles."""
        return contain(tally.counts_of(hands), self._counts.take(which, axis=1))

    def and_picked(self, tally: Tallies, hands: Longs, which: Longs, lack: Longs | None = None) -> Truths:
        """Which of some hands have the tiles, and different ones of the class beside them, and nothing else.

        `lack` are masks of one kind, or of none, of which each hand is taken to have one more.
        """
        counts = tally.counts_of(hands)
        if lack is not None:
            counts = counts + _ONE_COUNTED.take(_places(lack), axis=1)
        counts -= self._counts.take(which, axis=1)
        # a tile too few becomes a number that no class allows
        found: Truths = (counts & ~self._pools.take(which, axis=1) == 0).all(axis=0)
        return found

    def left(self, keys: Longs, which: Longs, lack: Longs) -> Longs:
        """The keys of what is beside the tiles, where `lack` are masks of the kind that is missing, if any."""
        found: Longs = keys - self.keys.take(which, axis=1) + _ONE_KEYED.take(_places(lack), axis=1)
        return found


def _places(lack: Longs) -> Longs:
    """The kinds of masks of one kind, 34 for none."""
    return np.where(lack != 0, lowest_kind(lack), KINDS)
