"""What sets and pairs cost to make of a suit, for every suit that there can be at once, as one table."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Costs8 = NDArray[np.uint8]
MUCH: Final = 60
"""What cannot be made costs this: more than any hand lacks."""
MOST_ALIKE: Final = 4
"""So many tiles of a kind there are."""


@cache
def suit_table(ranks: int, sets: int, chows: bool) -> Costs8:
    """How many tiles every suit of so many ranks lacks for so many sets, without a pair and with one.

    Rows are suits, numbered by their tiles as digits to the base 5, the first rank highest; columns are twice the
    number of sets, and one more with a pair.
    """
    states = 2 * (sets + 1)
    found: Any = np.full((1, 3, 3, states), MUCH, np.uint8)
    found[0, 0, 0, 0] = 0
    for rank in range(ranks):
        found = _one_rank_more(found, sets, begin=chows and rank + 2 < ranks)
    return np.ascontiguousarray(found[:, 0, 0, :])


def _one_rank_more(before: Any, sets: int, *, begin: bool) -> Any:
    """The suits with one more rank: what may be begun at it, how often, beside the chows that run on."""
    suits, _, _, states = before.shape
    found = np.full((suits, MOST_ALIKE + 1, 3, 3, states), MUCH, np.uint8)
    for chows, pungs, pairs in product(range(3 if begin else 1), range(2), range(2)):
        shift = 2 * (chows + pungs) + pairs
        if chows + pungs > sets:
            continue
        step = 1 + pairs  # where a pair is added there was none
        for second, third in product(range(3), range(3)):
            wanted = chows + 3 * pungs + 2 * pairs + second + third
            if wanted > MOST_ALIKE:
                continue
            own = before[:, second, third, : states - shift : step]
            for held in range(MOST_ALIKE + 1):
                into = found[:, held, chows, second, shift::step]
                np.minimum(into, own + np.uint8(max(0, wanted - held)), out=into)
    return np.minimum(found, np.uint8(MUCH)).reshape(suits * (MOST_ALIKE + 1), 3, 3, states)


def merged(first: Costs8, second: Costs8, sets: int) -> Costs8:
    """What two suits lack together; columns are what is made, rows the hands, and so the other way round than above."""
    found = np.full_like(first, MUCH)
    for one, other in product(range(sets + 1), range(sets + 1)):
        if one + other <= sets:
            for pair, more in ((0, 0), (0, 1), (1, 0)):
                into = found[2 * (one + other) + pair + more]
                np.minimum(into, first[2 * one + pair] + second[2 * other + more], out=into)
    return found


def last_merged(first: Costs8, second: Costs8, sets: int, pairs: int) -> Costs8:
    """What two suits lack together for all the sets, and the pair where there is one."""
    found: Costs8 = np.full(first.shape[1], MUCH, np.uint8)
    for one in range(sets + 1):
        for pair in range(pairs + 1):
            np.minimum(found, first[2 * one + pair] + second[2 * (sets - one) + pairs - pair], out=found)
    return found
