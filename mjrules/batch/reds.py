"""How many red fives the hands of columns have, those of declared sets too."""

from __future__ import annotations

import numpy as np

from ..tiles.tile import JOKER, RED, SUIT_KINDS
from .arrays import Longs
from .rows import RED_BITS, Rows


def reds_counted(rows: Rows) -> Longs:
    """How many red fives there are of each suit, as one number."""
    found = rows.meld_reds
    if rows.reds is not None:
        for suit in range(len(SUIT_KINDS)):
            found = found + (rows.reds[:, suit] << RED_BITS * suit)
    won = np.flatnonzero((rows.win > JOKER) & (rows.win <= JOKER + len(RED)))
    if len(won):
        found = found.copy()
        found[won] += np.int64(1) << RED_BITS * (rows.win[won] - JOKER - 1)
    return found


def reds_of_suit(numbers: Longs, suit: int) -> Longs:
    """How many of them are of a suit."""
    return numbers >> RED_BITS * suit & (1 << RED_BITS) - 1
