"""Suits part and wait as the splitting of one hand says, whether this was laid out at once or asked for."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mjrules.batch.suits import (
    BASE,
    Awaited,
    Parted,
    chow_code,
    first_way,
    number_of_sets,
    number_of_ways,
    ranks_of,
    wait_row,
    waits_told,
    ways_told,
)
from mjrules.shapes.splitting import STARTS, splits, waiting
from mjrules.tiles.tile import mask_of
from tests.kit.profile import amount


def keys_of(ranks: int, random: Random) -> list[int]:
    """Keys of random tiles, and of random sets and pairs with a tile more or less; some of them say very many tiles."""
    weights = [BASE**rank for rank in range(ranks)]
    keys = [sum([random.randrange(BASE) * weight for weight in weights]) for _ in range(amount(60, 1000, 20_000))]
    while len(keys) < amount(400, 5000, 100_000):
        counts = [0] * ranks
        for _ in range(random.randrange(6)):
            first = random.randrange(ranks)
            for rank in (
                (first, first + 1, first + 2) if first < 7 and ranks == 9 and random.random() < 0.6 else [first] * 3
            ):
                counts[rank] += 1
        counts[random.randrange(ranks)] += random.choice((0, 0, 2))
        keys.append(sum([min(number, BASE - 1) * weight for number, weight in zip(counts, weights, strict=True)]))
        keys += [keys[-1] - weight for number, weight in zip(counts, weights, strict=True) if number == 1]
    return keys


@pytest.mark.parametrize("suit", range(4))
def test_suits_part_and_wait_as_the_splitting_of_one_hand_says(suit: int) -> None:
    honours, start = suit == 3, STARTS[suit]
    parted, awaited = Parted(honours=honours), Awaited(honours=honours)
    keys = np.array(keys_of(7 if honours else 9, Random(5)))
    spans, waits = parted.spans(keys), waits_told(awaited.waits(keys, suit))
    first, number = first_way(spans), number_of_ways(spans)
    assert 0 < np.count_nonzero(number) < len(keys)
    for place, key in enumerate(keys.tolist()):
        ranks = ranks_of(key, suit)
        expected = [
            (chow_code(chows), mask_of(chows), mask_of(pungs), mask_of(pairs), number_of_sets(len(chows), len(pungs)))
            for chows, pungs, pairs, _ in splits(ranks, start)
        ]
        found = ways_told(parted.ways(np.arange(first[place], first[place] + number[place]), suit))
        assert list(zip(*[column.tolist() for column in found], strict=True)) == expected, ranks
        assert tuple([int(column[place]) for column in waits]) == wait_row(waiting(ranks, start)), ranks
