"""Distances of many hands at once: the same as one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

import mjrules
from mjrules.distance import many_distances
from mjrules.distance.suit_costs import COST, Signature, WantedPieces, costs_of
from mjrules.distance.suit_tables import MUCH, suit_table
from mjrules.hands.meld import make_meld
from mjrules.shapes.readings import hand_classes
from mjrules.tiles.tile import KINDS, parse_tiles
from tests.distance.test_distances import random_tiles
from tests.kit.profile import amount

HANDS = amount(60, 300, 4000)


Rows = np.ndarray[tuple[int, int], np.dtype[np.uint8]]


def rows(number: int, size: int, seed: int, kinds: Iterable[int] | None = None) -> Rows:
    chance, found = random.Random(seed), np.zeros((number, KINDS), np.uint8)
    for row in found:
        tiles = (
            random_tiles(chance, size)
            if kinds is None
            else chance.sample([kind for kind in kinds for _ in range(4)], size)
        )
        for kind, held in Counter(tiles).items():
            row[kind] = held
    return found


class TableOfOne:
    """In place of a table of suits: every suit is worked out when it is asked for."""

    def __init__(self, ranks: int, sets: int, chows: bool) -> None:
        every = (1 << ranks) - 1
        wanted = (WantedPieces(sets, every >> 2 if chows else 0, every, 0, 0), WantedPieces(1, 0, 0, every, 0))
        self.ranks, self.sets, self.costs = ranks, sets, costs_of(Signature(ranks, wanted, distinct=False))

    def take(self, keys: np.ndarray[tuple[int], np.dtype[np.int32]], axis: int) -> Rows:
        return np.array([self.row(int(key)) for key in keys], np.uint8)

    def row(self, key: int) -> list[int]:
        held = tuple([key // 5**place % 5 for place in reversed(range(self.ranks))])
        found = self.costs.costs(held, (4,) * self.ranks, (), 0, 0, 0)
        indexes = [self.costs.index((sets, pair)) for sets in range(self.sets + 1) for pair in (0, 1)]
        return [found[index] >> COST if index in found else MUCH for index in indexes]


@pytest.mark.parametrize("name", ["chinese-official", "bmja"])
def test_many_hands_are_as_far_as_each_of_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_distances, "suit_table", TableOfOne)
    own, winds = mjrules.load(name).distances, hand_classes("E", "E")
    counts = rows(10, 13, 3)
    found = mjrules.load(name).distance_columns().missing(counts)
    assert [own.of_tiles((), tuple(row.tolist()), winds).missing for row in counts] == found.tolist()


@pytest.mark.parametrize(("ranks", "sets", "chows"), [(4, 2, True), (3, 1, False)])
def test_a_table_has_what_each_suit_costs(ranks: int, sets: int, chows: bool) -> None:
    one = TableOfOne(ranks, sets, chows)
    assert suit_table(ranks, sets, chows).tolist() == [one.row(key) for key in range(5**ranks)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["chinese-official", "riichi", "western", "sichuan", "zung-jung", "hong-kong", "taiwanese"]
)
def test_so_they_are_under_every_ruleset(name: str) -> None:
    own, winds = mjrules.load(name).distances, hand_classes("E", "E")
    kinds = range(27) if name == "sichuan" else range(34)
    counts = rows(HANDS, 16 if name == "taiwanese" else 13, 4, kinds)
    found = mjrules.load(name).distance_columns().missing(counts)
    assert [own.of_tiles((), tuple(row.tolist()), winds).missing for row in counts] == found.tolist()


def test_a_game_without_some_tiles_and_declared_sets_are_regarded() -> None:
    own, winds = mjrules.load("riichi-sanma").distances, hand_classes("S", "E")
    melds = (make_meld("pung", "555z").piece,)
    counts = rows(5, 10, 5, [0, 8, *range(9, 31)])
    found = mjrules.load("riichi-sanma").distance_columns("S", "E", melds).missing(counts)
    assert [own.of_tiles(melds, tuple(row.tolist()), winds).missing for row in counts] == found.tolist()
    hopeless = mjrules.load("bmja").distance_columns(melds=(make_meld("chow", "123m").piece,) * 2)
    assert hopeless.missing(rows(1, 7, 6)).tolist() == [MUCH]


def test_the_tiles_that_bring_hands_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_distances, "suit_table", TableOfOne)
    own, winds = mjrules.load("riichi").distances, hand_classes("E", "E")
    counts = rows(1, 13, 7)
    for row, found in zip(counts, mjrules.load("riichi").distance_columns().improving(counts), strict=True):
        assert own.of_tiles((), tuple(row.tolist()), winds).improving == sum(
            1 << int(kind) for kind in np.flatnonzero(found)
        )


def test_rows_that_are_no_hands_are_refused() -> None:
    columns = mjrules.load("riichi").distance_columns()
    assert columns.missing(np.zeros((0, KINDS))).tolist() == []
    with pytest.raises(ValueError, match=r"expected rows of 34 numbers, got an array of the shape \(34,\)"):
        columns.missing(np.zeros(KINDS))
    five = np.zeros((1, KINDS))
    five[0, parse_tiles("1m")[0]] = 5
    with pytest.raises(ValueError, match=r'^expected one of E, S, W, N, got "Q"$'):
        mjrules.load("bmja").distance_columns(round="Q")
    with pytest.raises(ValueError, match="more tiles of a kind than there are"):
        columns.missing(five)
    with pytest.raises(ValueError, match=r"expected whole numbers, got an array of float64 that has others"):
        columns.missing(five / 2)
