"""Distances to goals: compared with trying every hand of a small game, with other calculators, and by hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjrules.distance.distances import Near, distance
from mjrules.distance.goals import NO_LIMITS, HandLimits
from mjrules.distance.shape_goals import goals_of
from mjrules.distance.suit_costs import COST
from mjrules.hands.meld import make_meld
from mjrules.hands.pieces import Piece
from mjrules.shapes.shape import Shape
from mjrules.tiles.tile import ALL_KINDS, KINDS, mask_of, parse_tiles, tiles_of
from tests.kit.profile import examples
from tests.shapes.test_near import COPIES, ENV, SMALL, WORLD, complete, counts_of, shape_of

Found = tuple[int, int, int]
"""How many tiles are missing, and the masks of those that are missing and too many."""
NEVER = (-1, 0, 0)


def told(
    shape: Shape,
    hand: Counter[int],
    melds: tuple[Piece, ...] = (),
    limits: HandLimits = NO_LIMITS,
    jokers: int = 0,
    standing: int = 0,
    copies: tuple[int, ...] = COPIES,
) -> Found:
    counts = counts_of(hand.elements())
    found = [Near(goal.cost(counts, copies, jokers, standing), goal) for goal in goals_of(shape, melds, ENV, limits)]
    reached = [one for one in found if one.value >= 0]
    least = min((one.missing for one in reached), default=0)
    missing, improving, spare, _ = distance([one for one in reached if one.missing == least])
    return missing, improving, spare


def by_trying(hand: Counter[int], whole: list[Counter[int]]) -> Found:
    least = min(((goal - hand).total() for goal in whole), default=-1)
    near = [goal for goal in whole if (goal - hand).total() == least]
    lacking = mask_of({tile for goal in near for tile in goal - hand})
    return least, lacking, mask_of({tile for goal in near for tile in hand - goal})


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Shape, Counter[int]]:
    shape = shape_of(*SMALL[draw(st.sampled_from(sorted(SMALL)))], distinct=draw(st.booleans()))
    tiles = draw(st.permutations([tile for tile in WORLD for _ in range(4)]))
    return shape, Counter(tiles[: draw(st.integers(0, shape.size + 2))])


@settings(max_examples=examples(50), deadline=None)
@given(small_games())
def test_the_distance_is_that_to_the_nearest_of_all_hands(game: tuple[Shape, Counter[int]]) -> None:
    shape, hand = game
    assert told(shape, hand) == by_trying(hand, list(complete(shape, (), shape.size)))


@pytest.mark.parametrize("most", [0, 1, 2])
def test_no_more_sets_are_chows_than_may_be(most: int) -> None:
    shape, chance = shape_of("2 x set", "pair"), random.Random(most)
    whole = [hand for hand in combined(3) if least_chows(hand) <= most]
    for _ in range(40):
        hand = Counter(chance.sample([tile for tile in parse_tiles("1234m15z") for _ in range(4)], 8))
        small = tuple(4 if tile in parse_tiles("1234m15z") else 0 for tile in range(KINDS))
        assert told(shape, hand, limits=HandLimits(most_chows=most), copies=small) == by_trying(hand, whole)


def combined(number: int) -> list[Counter[int]]:
    """All hands of two sets and a pair of a smaller game."""
    shape = shape_of("2 x set", "pair")
    kinds = parse_tiles("1234m15z")
    sets = [Counter(tiles) for tiles in (*zip(kinds, kinds, kinds, strict=True), (0, 1, 2), (1, 2, 3))]
    found = {
        tuple(sorted((one + other + Counter({pair: 2})).elements()))
        for one, other in combinations_with_replacement(sets, 2)
        for pair in kinds
    }
    assert shape.size == 8
    assert number == 3
    return [Counter(tiles) for tiles in sorted(found) if max(Counter(tiles).values()) <= 4]


def least_chows(hand: Counter[int]) -> int:
    """How many chows a hand has at least."""
    layouts = shape_of("2 x set", "pair").readings((), counts_of(hand.elements()), ENV, mask_of(hand))
    return min(len(chows) for chows, _, _, _ in layouts)


def test_tiles_that_may_not_be_are_not_asked_for() -> None:
    shape = shape_of("set", "pair")
    barred = ALL_KINDS & ~mask_of(parse_tiles("123456789m"))
    hand = Counter(parse_tiles("12m1p55z"))
    assert told(shape, hand, limits=HandLimits(kinds=barred))[0] == 2
    assert told(shape, hand)[0] == 1
    assert told(shape, hand, (make_meld("chow", "123m").piece,), HandLimits(kinds=barred)) == NEVER


@settings(max_examples=examples(30), deadline=None)
@given(small_games(), st.sampled_from(["", "123456789m", "123456789p1234567z", "19m19p19s1234567z"]))
def test_no_less_tiles_are_missing_than_all_of_use_leave(game: tuple[Shape, Counter[int]], barred: str) -> None:
    shape, hand = game
    counts, limits = counts_of(hand.elements()), HandLimits(kinds=ALL_KINDS & ~mask_of(parse_tiles(barred)))
    for goal in goals_of(shape, (), ENV, limits):
        cost = goal.cost(counts, COPIES)
        assert cost < 0 or goal.least(counts) <= cost >> COST


def test_tiles_that_are_of_no_use_do_not_count() -> None:
    limits = HandLimits(kinds=ALL_KINDS & ~mask_of(parse_tiles("123456789m")))
    (goal,) = goals_of(shape_of("set", "pair"), (), ENV, limits)
    assert goal.least(counts_of(parse_tiles("123m1p5z"))) == 3


@pytest.mark.slow
@settings(max_examples=examples(50), deadline=None)
@given(small_games(), st.integers(1, 2), st.booleans())
def test_jokers_stand_for_what_brings_the_hand_nearest(
    game: tuple[Shape, Counter[int]], jokers: int, free: bool
) -> None:
    shape, hand = game
    allowed = WORLD if free else parse_tiles("123m5z")
    found = []
    for stood in product(allowed, repeat=jokers):
        copies = tuple(number + stood.count(tile) for tile, number in enumerate(COPIES))
        found.append(told(shape, hand + Counter(stood), copies=copies)[:2])
    fewest = told(shape, hand, jokers=jokers, standing=mask_of(allowed))
    least = min((missing for missing, _ in found if missing >= 0), default=-1)
    assert fewest[0] == least
    improving = 0
    for missing, kinds in found:
        improving |= kinds if missing == least else 0
    assert fewest[1] == improving


def test_a_declared_set_takes_its_part_and_its_tiles() -> None:
    shape = shape_of("2 x set", "pair")
    meld = make_meld("pung", "111m").piece
    left = tuple(number - 3 * (tile == 0) for tile, number in enumerate(COPIES))
    assert told(shape, Counter(parse_tiles("23m55z")), (meld,), copies=left) == (1, mask_of(parse_tiles("14m")), 0)
    none = tuple(number - 4 * (tile == 0) for tile, number in enumerate(COPIES))
    kong = make_meld("kong", "1111m").piece
    assert told(shape, Counter(parse_tiles("23m55z")), (kong,), copies=none) == (1, mask_of(parse_tiles("4m")), 0)


def test_a_kong_is_never_made_of_tiles_in_hand() -> None:
    shape = shape_of("kong", "pair")
    assert told(shape, Counter(parse_tiles("111m55z"))) == NEVER
    assert told(shape, Counter(parse_tiles("55z")), (make_meld("kong", "1111m").piece,))[0] == 0


def test_what_is_wanted_of_a_hand_is_said_tile_by_tile() -> None:
    knitted = shape_of("147a 258b 369c", "set", "pair")
    hand = Counter(parse_tiles("147m258p36s111z5z"))
    copies = (4,) * KINDS
    missing, improving, spare = told(knitted, hand, copies=copies)
    assert (missing, tiles_of(improving), tiles_of(spare)) == (2, parse_tiles("9s5z"), ())
