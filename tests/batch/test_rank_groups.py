"""Groups of single tiles of one rank are found in many hands as the matcher finds them in one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mjrules import Hand
from mjrules.batch.laid_tiles import loose_tiles
from mjrules.batch.rank_groups import RankGroups
from mjrules.batch.rows import Rows
from mjrules.shapes.shape import Shape
from mjrules.tiles.tile import sort_tiles
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

SHAPES = [
    ("western", "crocheting"),
    ("western", "triple_knitting"),
    ("bmja", "knitting"),
    ("bmja", "triple_knitting"),
]


def shape_of(id: str, name: str) -> Shape:
    """A shape of a ruleset, by its name."""
    return next(shape for shape in loaded(id).book.shapes if shape.name == name)


def groups_of(*sizes: int, random: Random) -> Hand:
    """Groups of tiles of one rank in so many suits, at times with another tile in place of one."""
    while True:
        suits = random.sample(range(3), 3)
        tiles = [9 * suit + rank for size in sizes for rank in [random.randrange(9)] for suit in suits[:size]]
        if random.random() < 0.4:
            tiles[random.randrange(14)] = random.randrange(34)
        if all(tiles.count(tile) <= 4 for tile in tiles):
            random.shuffle(tiles)
            return Hand(concealed=sort_tiles(tiles[1:]), win=tiles[0])


@pytest.mark.parametrize(("id", "name"), SHAPES)
def test_groups_are_found_as_in_one_hand(id: str, name: str) -> None:
    shape, random = shape_of(id, name), Random(3)
    groups = RankGroups.made(shape, 5)
    assert groups is not None
    sizes = (3, 3, 3, 3, 2) if name == "triple_knitting" else (2,) * 7
    hands = [groups_of(*sizes, random=random) for _ in range(amount(60, 300, 5000))]
    rows = Rows(loaded(id).batch().columns(hands))
    laid = groups.laid(rows, np.arange(len(rows)))
    told = zip(laid.hand.tolist(), laid.loose.tolist(), laid.loose_honours.tolist(), strict=True)
    found = {row: loose_tiles(suits, honours) for row, suits, honours in told}
    assert 0 < len(found) < len(hands)
    for row, hand in enumerate(hands):
        ways = shape.readings((), hand.hidden, rows.environment(row), hand.held)
        assert [way[-1] for way in ways] == ([found[row]] if row in found else [])
        assert all(way[:3] == ((), (), ()) for way in ways)


@pytest.mark.parametrize("name", ["gates_of_heaven", "red_lantern", "standard"])
def test_other_shapes_are_left_to_the_matcher(name: str) -> None:
    assert RankGroups.made(shape_of("western", name), 0) is None
