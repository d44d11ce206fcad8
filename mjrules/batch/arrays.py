"""The types of arrays that all tables share, and what is often done with them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
"""Whole numbers, and masks of kinds."""
Truths = NDArray[np.bool_]


def weighed(numbers: NDArray[Any], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The products of rows of small numbers and weights, as long as a float holds them exact."""
    # in blocks, for which no library starts threads: they would cost more than they save
    whole = len(numbers) // _BLOCK * _BLOCK
    floats = numbers.astype(np.float32)
    blocks = floats[:whole].reshape(-1, _BLOCK, floats.shape[1]) @ weights
    return np.concatenate([blocks.reshape(whole, weights.shape[1]), floats[whole:] @ weights])


_BLOCK: Final = 512


def number_of_kinds(masks: Longs) -> Longs:
    """How many kinds there are in each mask."""
    return np.bitwise_count(masks).astype(np.int64)


def lowest_kind(masks: Longs) -> Longs:
    """The lowest kind of each mask; of an empty one it means nothing."""
    return number_of_kinds((masks & -masks) - 1)


def spread(numbers: Longs) -> tuple[Longs, Longs]:
    """Every row as often as its number says, with which of its copies it is."""
    rows = np.repeat(np.arange(len(numbers)), numbers)
    before = np.cumsum(numbers) - numbers
    return rows, np.arange(len(rows)) - before[rows]


def first_places(numbers: Longs, known: int) -> Longs:
    """For each of so many numbers the place where it is first, -1 where it is at none."""
    found = np.full(known, -1, np.int64)
    found[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
    return found


def has_several(masks: Longs) -> Truths:
    """Which masks have more than one kind."""
    found: Truths = masks & (masks - 1) != 0
    return found
