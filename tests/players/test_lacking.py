"""What players reckon that a hand lacks: with jokers the same as is told in full, only sooner."""

from __future__ import annotations

import random

import pytest

import mjrules
from mjrules.players.lacking import hand_lacks, lacks
from mjrules.shapes.readings import hand_classes
from mjrules.tiles.tile import KINDS

WINDS = hand_classes("E", "E")


def hands(jokers: int, number: int) -> list[tuple[int, ...]]:
    shuffle = random.Random(f"{jokers} jokers")
    tiles = [kind for kind in range(KINDS) for _ in range(4)]
    drawn = [shuffle.sample(tiles, 13 - jokers) for _ in range(number)]
    return [tuple([hand.count(kind) for kind in range(KINDS)]) for hand in drawn]


@pytest.mark.parametrize("jokers", [1, 2])
def test_as_many_tiles_are_missing_as_in_full(jokers: int) -> None:
    distances = mjrules.load("western/us").distances
    for counts in hands(jokers, 2):
        full = distances.of_tiles((), counts, WINDS, jokers)
        found = hand_lacks(distances, (), counts, WINDS, jokers)
        assert (found.missing, found.improving) == (full.missing, full.improving)
        assert set(found.shapes) == set(full.shapes)


def test_jokers_complete_a_hand_that_lacks_no_more_tiles() -> None:
    distances = mjrules.load("western/us").distances
    counts = tuple([3 if kind in (0, 9, 18) else 2 if kind in (27, 28) else 0 for kind in range(KINDS)])
    for jokers in (1, 2):
        whole = hand_lacks(distances, (), counts, WINDS, jokers)
        assert (whole.missing, whole.improving) == (0, 0)


def test_where_jokers_may_not_stand_for_everything_they_are_told_in_full() -> None:
    distances = mjrules.load("western/us").distances
    goal = distances.goals((), WINDS)[0]
    (counts,) = hands(1, 1)
    some = distances.standing & 0b111
    assert lacks(goal, counts, (4,) * KINDS, 1, some) == goal.cost(counts, (4,) * KINDS, 1, some)
    assert lacks(goal, counts, (0,) * KINDS, 0, 0) == goal.cost(counts, (0,) * KINDS)
    assert hand_lacks(distances, (), counts, WINDS, 0) == distances.of_tiles((), counts, WINDS)
