"""Readings and waits against a brute force that shares no code with the engine's split and matcher.

Here a tile is its text (`1m`), a group a tuple of texts, and a reading the sorted groups, each with
how it came: declared, completed by the winning tile, or neither. Groups are found by trying to put
the first tile together with any others; special shapes are told by their definition.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import pytest

import mjrules
from mjrules import Hand, Meld, Ruleset
from mjrules.hands.pieces import COMPLETED, DECLARED, Piece, tiles_in
from mjrules.shapes.pattern_grammar import PatternReader
from mjrules.shapes.readings import UNFINISHED, Reading, read_hand
from mjrules.shapes.shape import GENERAL, REFINED, SETS, Shape
from mjrules.tiles.classes import Classes
from mjrules.tiles.tile import TEXT
from tests.kit.profile import thinned

Group = tuple[str, ...]
Groups = tuple[Group, ...]
Seen = tuple[str, tuple[tuple[Group, str], ...]]
"""A shape and its groups, each with how it came."""

NUMBERS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
HONOURS = [f"{rank}z" for rank in range(1, 8)]
KINDS = [*NUMBERS, *HONOURS]
ORPHANS = [*(f"{rank}{suit}" for suit in "mps" for rank in (1, 9)), *HONOURS]
STRAIGHTS = [
    tuple(f"{rank}{suit}" for suit, ranks in zip(suits, ("147", "258", "369"), strict=True) for rank in ranks)
    for suits in permutations("mps")
]
"""The six knitted straights."""


# The brute force.


def is_chow(group: Group) -> bool:
    ranks = [int(tile[0]) for tile in group]
    one_suit = len({tile[1] for tile in group}) == 1 and group[0][1] != "z"
    return len(group) == 3 and one_suit and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]


def alike(group: Group, number: int) -> bool:
    return len(group) == number and len(set(group)) == 1


def in_order(tiles: Iterable[str]) -> Group:
    return tuple(sorted(tiles, key=KINDS.index))


@cache
def partitions(tiles: Group, sets: int, pairs: int) -> frozenset[Groups]:
    """All ways to part tiles, given in order, into so many sets and pairs."""
    if not tiles:
        return frozenset([()] if sets == pairs == 0 else [])
    if len(tiles) != 3 * sets + 2 * pairs:
        return frozenset()
    found: set[Groups] = set()
    first, others = tiles[0], tiles[1:]
    for size in (1, 2):
        for places in combinations(range(len(others)), size):
            group = (first, *(others[place] for place in places))
            rest = tuple(tile for place, tile in enumerate(others) if place not in places)
            if alike(group, 2) and pairs:
                ways = partitions(rest, sets, pairs - 1)
            elif (alike(group, 3) or is_chow(group)) and sets:
                ways = partitions(rest, sets - 1, pairs)
            else:
                continue
            found.update(tuple(sorted((group, *way))) for way in ways)
    return frozenset(found)


def without(tiles: Group, taken: Iterable[str]) -> Group | None:
    """The tiles that are left when some are taken; None where they are not all there."""
    left = Counter(tiles)
    left.subtract(taken)
    return None if min(left.values()) < 0 else in_order(left.elements())


def loose(tiles: Iterable[str]) -> Groups:
    return tuple(sorted((tile,) for tile in tiles))


def knitted(tiles: Group, melds: int) -> Iterator[tuple[str, Groups]]:
    """A knitted straight beside a set, which may be declared, and a pair."""
    for straight in STRAIGHTS:
        rest = without(tiles, straight)
        if rest is not None and melds <= 1:
            for way in partitions(rest, 1 - melds, 1):
                yield "knitted_straight", tuple(sorted((*loose(straight), *way)))


def pairs_shapes(tiles: Group) -> Iterator[tuple[str, Groups]]:
    pairs = tuple((tiles[place], tiles[place + 1]) for place in range(0, 14, 2))
    if all(alike(pair, 2) for pair in pairs):
        yield "seven_pairs", pairs
        kinds = [pair[0] for pair in pairs]
        ranks = [int(kind[0]) for kind in kinds]
        if len({kind[1] for kind in kinds}) == 1 and kinds[0][1] != "z" and ranks == [ranks[0] + n for n in range(7)]:
            yield "seven_shifted_pairs", pairs


def loose_shapes(tiles: Group) -> Iterator[tuple[str, Groups]]:
    if set(tiles) == set(ORPHANS):
        yield "thirteen_orphans", loose(tiles)
    if len(set(tiles)) < 14:
        return
    suited = {tile for tile in tiles if tile not in HONOURS}
    if not any(suited <= set(straight) for straight in STRAIGHTS):
        return
    yield "lesser_honors_and_knitted_tiles", loose(tiles)
    if len(suited) == 7:
        yield "greater_honors_and_knitted_tiles", loose(tiles)
    if len(suited) == 9:
        yield "lesser_honors_and_knitted_straight", loose(tiles)


def all_shapes(tiles: Group, melds: int = 0) -> set[tuple[str, Groups]]:
    """Every shape of Chinese Official that concealed tiles complete beside so many declared sets, and how."""
    found = {("standard", way) for way in partitions(tiles, 4 - melds, 1)} | set(knitted(tiles, melds))
    if not melds and len(tiles) == 14:
        found |= {(name, tuple(sorted(ways))) for name, ways in (*pairs_shapes(tiles), *loose_shapes(tiles))}
    return found


def expected(tiles: Group, win: str, melds: Sequence[Group]) -> set[Seen]:
    """All readings: for every way, each different group that may have been completed."""
    found: set[Seen] = set()
    declared = [(meld, "declared") for meld in melds]
    for shape, groups in all_shapes(tiles, len(melds)):
        for place, group in enumerate(groups):
            if win in group:
                marked = [(other, "completed" if here == place else "") for here, other in enumerate(groups)]
                found.add((shape, tuple(sorted([*marked, *declared]))))
    return found


def completing(tiles: Group, melds: int = 0) -> set[str]:
    """Every kind that completes the tiles, found by trying every kind."""
    return {kind for kind in KINDS if all_shapes(in_order((*tiles, kind)), melds)}


# What the engine says, in the same form.


def texts(piece: Piece) -> Group:
    return tuple(TEXT[tile] for tile in tiles_in(piece))


def plain(shape: Shape, tiles: Iterable[str], melds: Sequence[Group] = ()) -> set[Groups]:
    """How tiles and declared sets are read in a shape, whatever completed them."""
    hand = make_hand(in_order(tiles), None, melds, winner=True)
    return {tuple(sorted(texts(piece) for piece in reading.pieces)) for reading in read_hand(hand, [shape])}


def seen(reading: Reading) -> Seen:
    came = [
        (texts(piece), "declared" if piece & DECLARED else "completed" if piece & COMPLETED else "")
        for piece in reading.pieces
    ]
    return reading.shape, tuple(sorted(came))


def kinds_in(mask: int) -> set[str]:
    return {TEXT[tile] for tile in range(len(TEXT)) if mask >> tile & 1}


def counts_of(tiles: Iterable[str]) -> tuple[int, ...]:
    number = Counter(tiles)
    return tuple(number[kind] for kind in KINDS)


def mask_of(tiles: Iterable[str]) -> int:
    return sum(1 << KINDS.index(kind) for kind in set(tiles))


def make_shape(*parts: str, distinct: bool = False) -> Shape:
    classes = Classes({"any": "123456789mps1234567z", "dragons": "567z"}, suit_honours={33: 0, 32: 2, 31: 1})
    reader = PatternReader(classes)
    return Shape("made", tuple(part for text in parts for part in reader.parts(text)), distinct=distinct)


def meld_type(meld: Group) -> str:
    return "chow" if is_chow(meld) else {3: "pung", 4: "kong"}[len(meld)]


def make_hand(tiles: Group, win: str | None, melds: Sequence[Group] = (), *, winner: bool = False) -> Hand:
    """The hand of concealed tiles (with the winning one); kongs are concealed, other melds claimed.

    A hand without a winning tile did not win, unless it is a winner's, complete as dealt.
    """
    concealed = tiles if win is None else without(tiles, [win])
    assert concealed is not None
    declared = [
        Meld(meld_type(meld), tuple(map(TEXT.index, meld)), concealed=len(meld) == 4, source=None) for meld in melds
    ]
    return Hand(
        melds=tuple(declared),
        concealed=tuple(map(TEXT.index, concealed)),
        win=None if win is None else TEXT.index(win),
        winner=winner or win is not None,
        self_drawn=win is not None,
    )


@pytest.fixture(scope="module")
def official() -> Ruleset:
    return mjrules.load("chinese-official")


# Hands to try.


def small_deck(size: int) -> list[Group]:
    """All hands of so many tiles out of one suit and two honours."""
    deck = [*(f"{rank}m" for rank in range(1, 10)), "1z", "2z"]
    hands = combinations_with_replacement(deck, size)
    return [hand for hand in hands if max(Counter(hand).values()) <= 4]


def random_group(rng: random.Random, kinds: Sequence[str]) -> Group:
    while True:
        first = rng.choice(kinds)
        rank = int(first[0])
        if rng.random() < 0.3:
            return (first,) * 3
        chow = (first, f"{rank + 1}{first[1]}", f"{rank + 2}{first[1]}")
        if all(tile in kinds for tile in chow) and is_chow(chow):
            return chow


def random_complete(rng: random.Random, kinds: Sequence[str]) -> tuple[Group, list[Group]]:
    """Concealed tiles and declared sets of a hand of four sets and a pair."""
    while True:
        groups = [random_group(rng, kinds) for _ in range(4)]
        pair = (rng.choice(kinds),) * 2
        number = Counter(tile for group in (*groups, pair) for tile in group)
        if max(number.values()) <= 4:
            break
    melds = groups[: rng.choice((0, 0, 0, 1, 2, 3, 4))]
    concealed = in_order(tile for group in (*groups[len(melds) :], pair) for tile in group)
    kong = [place for place, meld in enumerate(melds) if alike(meld, 3) and number[meld[0]] == 3]
    if kong and rng.random() < 0.5:
        melds[kong[0]] = melds[kong[0]][:1] * 4
    return concealed, melds


def one_off(rng: random.Random, tiles: Group, kinds: Sequence[str]) -> Group:
    """The same tiles but for one."""
    rest = list(tiles)
    rest[rng.randrange(len(rest))] = rng.choice(kinds)
    return in_order(rest)


def random_hands(seed: int, number: int, suits: str) -> Iterator[tuple[Group, list[Group]]]:
    """Complete hands in these suits, and as many that differ in one tile."""
    rng = random.Random(seed)
    kinds = [kind for kind in KINDS if kind[1] in suits]
    for _ in range(number):
        tiles, melds = random_complete(rng, kinds)
        yield tiles, melds
        yield one_off(rng, tiles, kinds), melds


def special_hands() -> list[tuple[Group, list[Group]]]:
    """Hands of all special shapes: every knitted hand and every thirteen orphans, and many pairs."""
    rng = random.Random(7)
    hands = {in_order(tiles) for straight in STRAIGHTS for tiles in combinations([*straight, *HONOURS], 14)}
    hands |= {in_order([*ORPHANS, kind]) for kind in ORPHANS}
    hands |= {in_order(f"{first + n}{suit}" for n in range(7) for _ in "12") for suit in "mps" for first in (1, 2, 3)}
    for _ in range(300):
        kinds = rng.sample([kind for kind in KINDS if kind[1] in rng.choice(("m", "mp", "mpsz"))], 7)
        hands.add(in_order(kind for kind in [*rng.choices(kinds, k=2), *kinds[:5]] for _ in "12"))
    whole: list[tuple[Group, list[Group]]] = [(tiles, []) for tiles in sorted(hands)]
    for _ in range(400):
        group, pair = random_group(rng, KINDS), (rng.choice(KINDS),) * 2
        declared = rng.random() < 0.3
        rest = pair if declared else (*group, *pair)
        whole.append((in_order((*rng.choice(STRAIGHTS), *rest)), [group] if declared else []))
    return whole


def with_neighbours(hands: Iterable[tuple[Group, list[Group]]]) -> Iterator[tuple[Group, list[Group]]]:
    rng = random.Random(8)
    for tiles, melds in hands:
        yield tiles, melds
        yield one_off(rng, tiles, KINDS), melds


def four_at_most(tiles: Group, melds: Sequence[Group]) -> bool:
    return max(Counter([*tiles, *(tile for meld in melds for tile in meld)]).values()) <= 4


# All hands of a small deck.


def test_the_brute_force_knows_what_everybody_knows() -> None:
    assert len(partitions(tuple("1m1m1m2m2m2m3m3m3m4m4m"[i : i + 2] for i in range(0, 22, 2)), 3, 1)) == 3
    assert completing(in_order([*(["1m"] * 3), *(f"{n}m" for n in range(2, 9)), *(["9m"] * 3)])) == set(NUMBERS[:9])
    assert completing(in_order(ORPHANS)) == set(ORPHANS)


@pytest.mark.slow
def test_readings_of_every_hand_of_two_sets_and_a_pair() -> None:
    shape = make_shape("2 x set", "pair")
    complete = 0
    for tiles in small_deck(8):
        ways = partitions(tiles, 2, 1)
        complete += bool(ways)
        assert plain(shape, tiles) == ways, tiles
    assert complete > 1000


@pytest.mark.slow
def test_completed_group_of_every_hand_of_two_sets_and_a_pair() -> None:
    shape = make_shape("2 x set", "pair")
    for tiles in small_deck(8):
        ways = partitions(tiles, 2, 1)
        for win in sorted(set(tiles)) if ways else []:
            found = [seen(reading) for reading in read_hand(make_hand(tiles, win), [shape])]
            marked = {tuple(sorted((g, "completed" if h == n else "") for h, g in enumerate(way)))
                      for way in ways for n, group in enumerate(way) if win in group}  # fmt: skip
            assert len(found) == len(set(found))
            assert {groups for _, groups in found} == marked, (tiles, win)


@pytest.mark.slow
def test_waits_of_every_hand_of_two_sets_and_a_pair() -> None:
    shape = make_shape("2 x set", "pair")
    deck = sorted({tile for tiles in small_deck(1) for tile in tiles})
    for tiles in small_deck(7):
        wanted = {kind for kind in deck if partitions(in_order((*tiles, kind)), 2, 1)}
        assert kinds_in(shape.waits((), counts_of(tiles), {}, mask_of(tiles))) == wanted, tiles


def test_readings_of_every_hand_of_sets_without_a_pair() -> None:
    shape = make_shape("2 x set")
    for tiles in small_deck(6):
        assert plain(shape, tiles) == partitions(tiles, 2, 0), tiles


# Random hands of fourteen tiles.


@pytest.mark.slow
@pytest.mark.parametrize("suits", thinned(["mpsz", "m", "ps", "sz"], 4))
def test_readings_of_random_hands(official: Ruleset, suits: str) -> None:
    for tiles, melds in random_hands(1, 250, suits):
        for win in sorted(set(tiles)):
            found = [seen(reading) for reading in read_hand(make_hand(tiles, win, melds), official.book.shapes)]
            assert len(found) == len(set(found))
            assert set(found) == expected(tiles, win, melds), (tiles, win, melds)


@pytest.mark.slow
def test_readings_of_special_hands(official: Ruleset) -> None:
    rng = random.Random(9)
    shapes = set()
    for tiles, melds in with_neighbours(special_hands()):
        win = rng.choice(tiles)
        found = {seen(reading) for reading in read_hand(make_hand(tiles, win, melds), official.book.shapes)}
        shapes |= {shape for shape, _ in found}
        assert found == expected(tiles, win, melds), (tiles, win, melds)
    assert shapes == {shape.name for shape in official.book.shapes if not shape.pattern_only}


@pytest.mark.slow
@pytest.mark.parametrize("suits", ["m", "ps", "sz"])
def test_waits_of_random_hands(official: Ruleset, suits: str) -> None:
    rng = random.Random(2)
    for tiles, melds in random_hands(3, 60, suits):
        win = rng.choice(tiles)
        rest = without(tiles, [win])
        assert rest is not None
        wanted = completing(rest, len(melds))
        assert kinds_in(official.scorer.waits.counted(make_hand(rest, None, melds))) == wanted, (rest, melds)
        assert kinds_in(official.scorer.waits.counted(make_hand(tiles, win, melds))) == wanted, (tiles, win, melds)


@pytest.mark.slow
def test_waits_of_special_hands(official: Ruleset) -> None:
    rng = random.Random(4)
    hands = list(with_neighbours(special_hands()))
    for tiles, melds in rng.sample(hands, 250):
        rest = without(tiles, [rng.choice(tiles)])
        assert rest is not None
        found = kinds_in(official.scorer.waits.counted(make_hand(rest, None, melds)))
        assert found == completing(rest, len(melds)), (rest, melds)


@pytest.mark.slow
def test_waits_without_tiles_that_the_player_holds(official: Ruleset) -> None:
    live = mjrules.load("chinese-official", {"live_waits_only": True})
    fewer = 0
    for tiles, melds in random_hands(5, 80, "m"):
        if not four_at_most(tiles, melds):
            continue
        rest = without(tiles, tiles[:1])
        assert rest is not None
        held = Counter([*rest, *(tile for meld in melds for tile in meld)])
        wanted = {kind for kind in completing(rest, len(melds)) if held[kind] < 4}
        fewer += wanted != completing(rest, len(melds))
        assert kinds_in(live.scorer.waits.counted(make_hand(rest, None, melds))) == wanted, (rest, melds)
        assert kinds_in(live.scorer.waits.counted(make_hand(tiles, tiles[0], melds))) == wanted, (tiles, melds)
    assert fewer


# The general way and the quick one.


@pytest.mark.slow
@pytest.mark.parametrize("way", [REFINED, GENERAL])
@pytest.mark.parametrize("suits", ["m", "ps", "mpsz"])
def test_the_general_matcher_agrees_with_the_quick_one(suits: str, way: str) -> None:
    quick, general = make_shape("4 x set", "pair"), make_shape("4 x set any", "pair any")
    assert general.way == REFINED
    general.way = way
    assert quick.way == SETS
    for tiles, melds in random_hands(6, 300, suits):
        declared = make_hand(tiles, None, melds).pieces
        assert plain(general, tiles, melds) == plain(quick, tiles, melds), (tiles, melds)
        before, present = counts_of(tiles[1:]), mask_of(tiles[1:])
        assert general.waits(declared, before, {}, present) == quick.waits(declared, before, {}, present), tiles[1:]


def test_distinct_leaves_out_readings_with_two_groups_alike() -> None:
    quick, distinct = make_shape("4 x set", "pair"), make_shape("4 x set", "pair", distinct=True)
    fewer = 0
    for tiles, melds in random_hands(10, 400, "m"):
        if melds:
            continue
        every = plain(quick, tiles)
        wanted = {groups for groups in every if len(set(groups)) == 5}
        fewer += wanted != every
        assert plain(distinct, tiles) == wanted, tiles
    assert fewer


def test_distinct_looks_at_declared_sets_too() -> None:
    distinct, chow = make_shape("2 x set", "pair", distinct=True), ("1m", "2m", "3m")
    assert plain(distinct, [*chow, "5z", "5z"], [("1m",) * 3])
    assert not plain(distinct, [*chow, "5z", "5z"], [chow])


# Shapes with letters, by their definition.


def ranks_of(tiles: Iterable[str], suit: str) -> Counter[str]:
    return Counter(tile[0] for tile in tiles if tile[1] == suit)


def is_knitting(tiles: Group) -> bool:
    """Seven times a rank in two suits."""
    return len(tiles) == 14 and any(
        ranks_of(tiles, first) == ranks_of(tiles, second) and sum(ranks_of(tiles, first).values()) == 7
        for first, second in combinations("mps", 2)
    )


def is_triple_knitting(tiles: Group) -> bool:
    """Four times a rank in three suits, and a rank in two suits."""
    pairs = [(f"{rank}{first}", f"{rank}{second}") for rank in range(1, 10) for first, second in combinations("mps", 2)]
    for pair in pairs:
        rest = without(tiles, pair)
        if rest is not None and len(rest) == 12:
            number = [ranks_of(rest, suit) for suit in "mps"]
            if number[0] == number[1] == number[2] and sum(number[0].values()) == 4:
                return True
    return False


def knitting_hands(suits: int, copies: int, rest: int) -> list[Group]:
    """Random hands of ranks in so many suits, so often, and once more in the first of the suits."""
    rng = random.Random(11)
    hands = []
    for _ in range(60):
        order = rng.sample("mps", 3)
        ranks = [str(rng.randint(1, 9)) for _ in range(copies)]
        last = str(rng.randint(1, 9))
        tiles = [rank + suit for rank in ranks for suit in order[:suits]] + [last + suit for suit in order[:rest]]
        hands.append(in_order(tiles))
    return [hand for hand in hands if max(Counter(hand).values()) <= 4]


def test_knitting_in_any_two_suits() -> None:
    shape = make_shape("7 x (an bn)")
    for tiles in knitting_hands(2, 7, 0):
        assert is_knitting(tiles)
        assert plain(shape, tiles) == {loose(tiles)}, tiles


def test_what_is_no_knitting() -> None:
    shape, rng = make_shape("7 x (an bn)"), random.Random(12)
    for tiles in [one_off(rng, hand, KINDS) for hand in knitting_hands(2, 7, 0)]:
        wanted = {loose(tiles)} if is_knitting(tiles) else set()
        assert plain(shape, tiles) == wanted, tiles


def test_triple_knitting_with_a_pair_of_any_rank_in_any_two_suits() -> None:
    shape = make_shape("4 x (an bn cn)", "(an bn)")
    for tiles in knitting_hands(3, 4, 2):
        assert is_triple_knitting(tiles)
        assert plain(shape, tiles) == {loose(tiles)}, tiles


def test_one_suit_with_its_dragon() -> None:
    shape, dragon = make_shape("pung dragon a", "3 x set a", "pair a"), {"m": "7z", "p": "5z", "s": "6z"}
    rng = random.Random(13)
    for _ in range(300):
        suit, honour = rng.choice("mps"), rng.choice(["5z", "6z", "7z"])
        own = [kind for kind in KINDS if kind[1] == suit]
        groups = [random_group(rng, own) for _ in range(3)]
        tiles = in_order([*(tile for group in groups for tile in group), *(rng.choice(own),) * 2, *(honour,) * 3])
        if max(Counter(tiles).values()) > 4:
            continue
        wanted = partitions(tiles, 4, 1) if dragon[suit] == honour else set()
        assert plain(shape, tiles) == wanted, tiles


def is_gates(tiles: Group) -> bool:
    """1112345678999 of one suit and any tile of it."""
    suit = tiles[0][1]
    rest = without(tiles, [*(f"{rank}{suit}" for rank in range(1, 10)), *(f"{rank}{suit}" for rank in (1, 1, 9, 9))])
    return suit != "z" and rest is not None and len(rest) == 1 and rest[0][1] == suit


def test_what_fits_the_gates(official: Ruleset) -> None:
    hands = [[f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, more)]
             for suit in "mps" for more in range(1, 10)]  # fmt: skip
    rng = random.Random(14)
    for tiles in map(in_order, [*hands, *(one_off(rng, in_order(hand), NUMBERS[:9]) for hand in hands)]):
        fits = official.scorer.shapes.fits(make_hand(tiles, None), UNFINISHED)
        assert ("gates" in fits) is is_gates(tiles), tiles
