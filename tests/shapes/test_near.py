"""How near tiles are to a shape: compared with trying every hand, and within a bound of steps."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjrules
from mjrules.hands.meld import make_meld
from mjrules.hands.pieces import Piece, tiles_in
from mjrules.shapes.missing_tiles import MOST_STEPS, Exchange, exchange_text, nearest
from mjrules.shapes.pattern_grammar import PatternReader
from mjrules.shapes.readings import environment
from mjrules.shapes.shape import Shape
from mjrules.tiles.classes import Classes
from mjrules.tiles.tile import KINDS, kinds_in, parse_tiles
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import examples, thinned

WORLD = parse_tiles("1234m123p15z")
"""The kinds of a small game, in which every hand can be tried."""
COPIES = tuple(4 if tile in WORLD else 0 for tile in range(KINDS))
ENV = environment("E", "S")
SMALL = {
    "sets": ("set", "pair"),
    "pungs": ("2 x pung",),
    "pairs": ("3 x pair",),
    "pairs of a suit": ("3 x pair a",),
    "run": ("1234a", "1 of 123a"),
    "orphans": ("14m3p15z", "1 of 14m3p15z"),
    "knitting": ("3 x (an bn)",),
    "knitted": ("13a 24b", "pair"),
    "offset": ("(an bn+1)", "pung a"),
    "steps": ("pung a n", "pung b n+1"),
    "same": ("2 x chow x",),
    "different": ("pung x", "pair y"),
    "winds": ("pung own_wind", "pair not honors"),
    "picks": ("3 of 1234m15z", "2 of 123mp"),
    "either": ("pung terminal or 5z", "2 of 15z12m"),
}


CLASSES = Classes(
    {"terminals": "19mps", "winds": "1234z", "honors": "1234567z"},
    dynamic={"seat_wind": "seat_wind", "own_wind": "seat_wind"},
    suit_honours={33: 0, 31: 1, 32: 2},
)


@cache
def shape_of(*parts: str, distinct: bool = False) -> Shape:
    reader = PatternReader(CLASSES)
    return Shape("small", tuple(part for text in parts for part in reader.parts(text)), distinct=distinct)


def counts_of(tiles: Iterable[int]) -> tuple[int, ...]:
    found = Counter(tiles)
    return tuple(found[tile] for tile in range(KINDS))


def is_complete(shape: Shape, melds: tuple[Piece, ...], counts: tuple[int, ...]) -> bool:
    return bool(shape.readings(melds, counts, ENV, kinds_in(counts)))


@cache
def complete(shape: Shape, melds: tuple[Piece, ...], size: int) -> tuple[Counter[int], ...]:
    """All hands of the small game that are complete, found by trying all that there are."""
    hands = (Counter(tiles) for tiles in combinations_with_replacement(WORLD, size))
    return tuple(hand for hand in hands if max(hand.values()) <= 4 and is_complete(shape, melds, counts_of(hand)))


def by_trying(shape: Shape, melds: tuple[Piece, ...], hand: Counter[int], size: int, most: int) -> set[Exchange]:
    """The exchanges of the fewest tiles, found by comparing a hand with every complete one."""
    found = {
        Exchange(tuple(sorted((goal - hand).elements())), tuple(sorted((hand - goal).elements())))
        for goal in complete(shape, melds, size)
    }
    least = min((len(one.missing) for one in found), default=most + 1)
    return {one for one in found if len(one.missing) == least <= most}


@st.composite
def small_hands(draw: st.DrawFn) -> tuple[Shape, bool, Counter[int]]:
    parts = SMALL[draw(st.sampled_from(sorted(SMALL)))]
    shape = shape_of(*parts, distinct=draw(st.booleans()))
    won = draw(st.booleans())
    tiles = draw(st.permutations([tile for tile in WORLD for _ in range(4)]))
    whole = complete(shape, (), shape.size)
    at_random = draw(st.booleans()) or not whole
    near = Counter[int]() if at_random else draw(st.sampled_from(whole))
    own = [*near.elements()][draw(st.integers(0, 3)) :]
    for tile in tiles:
        if len(own) < shape.size - (not won) and own.count(tile) < 4:
            own.append(tile)
    return shape, won, Counter(own[: shape.size - (not won)])


@settings(max_examples=examples(300), deadline=None)
@given(small_hands())
def test_the_search_finds_what_trying_every_hand_finds(case: tuple[Shape, bool, Counter[int]]) -> None:
    shape, _, hand = case
    found = nearest(shape, (), counts_of(hand), ENV, COPIES)
    expected = by_trying(shape, (), hand, shape.size, 2)
    assert found.missing == max((len(one.missing) for one in expected), default=0)
    assert bool(found.exchanges) == bool(expected)
    # Of tiles that may be picked freely only those that are there are taken: the other choices are not told.
    assert set(found.exchanges) <= expected
    if not shape.picks:
        assert set(found.exchanges) == expected
    assert {one.missing for one in found.exchanges} == {one.missing for one in expected} or len(shape.picks) > 0


@settings(deadline=None)
@given(st.data())
def test_declared_sets_keep_their_places(data: st.DataObject) -> None:
    shape = shape_of("pung own_wind", "pung", "pair not honors")
    meld = data.draw(st.sampled_from(["111z", "222m", "555z", "1111z"]))
    piece = make_meld("kong" if len(meld) == 5 else "pung", meld).piece
    tiles = data.draw(st.permutations([tile for tile in WORLD for _ in range(3)]))
    hand = Counter(tiles[:5])
    held = Counter(tiles_in(piece))
    free = [number - held[tile] for tile, number in enumerate(COPIES)]
    found = nearest(shape, (piece,), counts_of(hand), ENV, COPIES)
    goals = [goal for goal in complete(shape, (piece,), 5) if all(goal[tile] <= free[tile] for tile in goal)]
    away = [sum((goal - hand).values()) for goal in goals]
    least = min(away, default=3)
    if all(hand[tile] <= free[tile] for tile in hand):
        assert (found.missing if found.exchanges else 3) == min(least, 3)


def test_a_fifth_tile_is_never_missing() -> None:
    shape = shape_of("pung 1m", "pair 1m")
    assert nearest(shape, (), counts_of(parse_tiles("11115m")), ENV, COPIES).exchanges == ()


def test_a_fifth_tile_is_not_missing_beside_a_declared_set() -> None:
    shape, pung = shape_of("pung 1z", "pair honors"), make_meld("pung", "111z").piece
    found = nearest(shape, (pung,), counts_of(parse_tiles("15z")), ENV, COPIES)
    assert exchange_text(found.exchanges) == "5z in place of 1z"


def test_what_cannot_be_is_found_nowhere() -> None:
    shape = shape_of("pung", "pair")
    pung = make_meld("chow", "123m").piece
    assert nearest(shape, (pung,), counts_of(parse_tiles("11m")), ENV, COPIES).exchanges == ()
    assert nearest(shape, (), counts_of(parse_tiles("11m")), ENV, COPIES) == ((), 0)


ORPHAN = "1m or 9m or 1p or 9p or 1s or 9s or 1z or 2z or 3z or 4z or 5z or 6z or 7z in place of 5p"


@pytest.mark.parametrize(
    ("parts", "tiles", "expected"),
    [
        (("7 x pair",), "1122334455667m8m", "7m in place of 8m"),
        (("7 x pair",), "1122334455667m", "7m"),
        (("7 x pair",), "112233445566m7m", "7m"),
        (("1234567a", "1234567z"), "123456m99p123456z", "7m and 7z in place of 9p and 9p"),
        (("19mps1234567z", "1 of 19mps1234567z"), "19m19p19s1234567z5p", ORPHAN),
        (("4 x pung wind", "pair"), "111222333z44z555m", "4z in place of 5m"),
        (("pung 1z", "pung 2z", "pair"), "111222z3z", "3z"),
        (("pung 1z", "pair"), "111z2z3z", "2z in place of 3z"),
        (("pung 1z", "pair 5p"), "1z1z1z2m3m", "5p and 5p in place of 2m and 3m"),
        (("pung 1z", "pair 5p"), "111z", ""),
    ],
)
def test_in_words(parts: tuple[str, ...], tiles: str, expected: str) -> None:
    found = nearest(shape_of(*parts), (), counts_of(parse_tiles(tiles)), ENV, (4,) * KINDS)
    assert exchange_text(found.exchanges) == expected


def test_words_for_tiles_can_be_chosen() -> None:
    exchanges = [Exchange((0, 1), (2, 3)), Exchange((0, 5), (2, 3)), Exchange((1, 5), (2, 3))]
    text = exchange_text(exchanges, lambda tiles: "+".join(map(str, tiles)))
    assert text == "0 and 1 (or 2 other ways) in place of 2 and 3"
    assert exchange_text(exchanges[:2]) == "1m and 2m (or another way) in place of 3m and 4m"


# The order of the parts of a shape means nothing.


@pytest.mark.slow
@pytest.mark.parametrize(
    "parts", thinned([("pung a", "(an bn)", "pair"), ("2 of 15z1m", "pung", "12a"), ("set", "pair", "5z")], 3)
)
def test_the_order_of_parts_means_nothing(parts: tuple[str, ...]) -> None:
    rng = random.Random(5)
    for _ in range(30):
        hand = counts_of(rng.sample([tile for tile in WORLD for _ in range(4)], shape_of(*parts).size))
        found = {nearest(shape_of(*order), (), hand, ENV, COPIES).exchanges for order in permutations(parts)}
        assert len(found) == 1


# A search ends.


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", thinned(["western", "bmja", "chinese-official", "zung-jung"], 4))
def test_a_search_stays_far_below_its_bound(ruleset: str) -> None:
    """No hand of one or two suits, for which the most ways are open, takes a fifth of the steps that are allowed."""
    book = mjrules.load(ruleset).book
    rng = random.Random(11)
    shapes = [shape for shape in book.shapes if not shape.plain and not shape.pattern_only]
    worst = 0
    for number in range(60):
        kinds = rng.choice([range(9), range(18), [0, 8, 9, 17, 18, 26, *range(27, 34)], range(18, 33), range(34)])
        hand = counts_of(rng.sample([tile for tile in kinds for _ in range(4)], 14 - number % 2))
        for shape in shapes:
            found = nearest(shape, (), hand, ENV, book.tiles.per_kind)
            worst = max(worst, found.steps)
    assert worst < MOST_STEPS / 5


def test_a_search_that_takes_too_long_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, hand = shape_of("7 x pair"), counts_of(parse_tiles("11223344556678m"))
    assert nearest(shape, (), hand, ENV, (4,) * KINDS).exchanges
    monkeypatch.setattr("mjrules.shapes.missing_tiles.MOST_STEPS", 10)
    assert nearest(shape, (), hand, ENV, (4,) * KINDS) == ((), 10)


def test_complete_cases_are_no_tile_away() -> None:
    """Every hand of the cases that is read in a shape is found to be that."""
    official = mjrules.load("chinese-official")
    shapes = {shape.name: shape for shape in official.book.shapes}
    lines = (CASES_FOLDER / "chinese-official" / "hands.jsonl").read_text("utf-8").splitlines()
    seen = 0
    for case in map(json.loads, lines[::3]):
        hand = mjrules.Hand.from_record(
            {key: value for key, value in case.items() if key not in ("ruleset", "options")}
        )
        reading = official.score(hand).reading
        if shapes[reading.shape].plain:
            continue
        seen += 1
        env = environment(hand.seat, hand.round)
        found = nearest(shapes[reading.shape], hand.pieces, hand.hidden, env, official.book.tiles.per_kind)
        assert found.exchanges == (Exchange((), ()),)
    assert seen
