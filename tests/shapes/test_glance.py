"""A glance never says that more tiles are missing than are, and rules out what is far from a win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement, product

import pytest

import mjrules
from mjrules import Hand, Meld, Ruleset, parse_tiles
from mjrules.sample_hands.random_hands import random_hands
from mjrules.shapes import glance as glances
from mjrules.shapes import missing_sets as sets_of
from mjrules.shapes.glance import Glance
from mjrules.shapes.missing_sets import ONE_COST, MissingSets
from mjrules.shapes.readings import environment, hand_classes
from mjrules.tiles.tile import JOKER, mask_of
from tests.kit import profile
from tests.kit.rulesets import SCORING

RULESETS = ("chinese-official", "western", "riichi", "sichuan", "bmja", "classical-dmjl")
KINDS = 34
Load = Callable[[str], Ruleset]

GROUPS = """
id: groups
extends: root
plugins: [base_payment, combinations, sum]
scoring: {method: sum}
rules:
  groups: {points: 5, hand: [PARTS], concealed: true}
settlement: {method: base_payment, base: 1}
"""


def _counts(tiles: str) -> tuple[list[int], int, int]:
    return _as_counts(list(parse_tiles(tiles)))


def _as_counts(tiles: list[int]) -> tuple[list[int], int, int]:
    """How many there are of each kind, and the masks of kinds of which there are one or more, and two or more."""
    counts = [tiles.count(tile) for tile in range(KINDS)]
    return counts, mask_of(tiles), mask_of([tile for tile in {*tiles} if counts[tile] > 1])


def _waits(ruleset: Ruleset, counts: list[int], present: int, melds: tuple[Meld, ...] = ()) -> int:
    pieces = tuple(sorted(meld.piece for meld in melds))
    return ruleset.scorer.waits.completing_tiles(pieces, tuple(counts), present, "E", "E")


def _lacks_no_more_than_was_taken(ruleset: Ruleset, hands: int) -> None:
    glance, chance, far = ruleset.reach.glance, random.Random(ruleset.id), 0
    for hand in random_hands(ruleset, hands, 1):
        whole = [tile for tile in range(KINDS) for _ in range(hand.hidden[tile])]
        if len(whole) != sum(hand.hidden) or hand.jokers:
            continue
        for _ in range(3):
            number = chance.randrange(min(len(whole), 8))
            left = chance.sample(whole, len(whole) - number) + chance.choices(range(KINDS), k=chance.randrange(6))
            missing = glance.missing(hand.pieces, *_as_counts(left))
            assert missing <= number, (hand, left)
            far += missing > 0
    assert far


@pytest.mark.parametrize("name", SCORING)
def test_no_more_tiles_are_missing_than_were_taken_from_a_complete_hand(name: str) -> None:
    _lacks_no_more_than_was_taken(mjrules.load(name), profile.amount(30, 2000, 20000))


@pytest.mark.parametrize(
    "parts",
    ["7 x (an bn)", "4 x (an bn cn), (an bn)", "4 x (an bn cn), pair b", "7 x (an an)", "4 x (an an bn), (an bn)"],
)
def test_no_more_tiles_are_missing_than_were_taken_from_groups_of_one_rank(parts: str, ruleset: Load) -> None:
    _lacks_no_more_than_was_taken(ruleset(GROUPS.replace("PARTS", parts)), profile.amount(60, 2000, 20000))


@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_that_may_win_lacks_as_many_tiles_as_a_glance_says_or_more(name: str) -> None:
    ruleset, chance = mjrules.load(name), random.Random(name)
    copies = ruleset.book.tiles.per_kind
    pool = [tile for tile in range(KINDS) for _ in range(copies[tile])]
    far = 0
    for _ in range(profile.amount(4, 150, 3000)):
        own = chance.sample(pool, chance.choice((13, 14)))
        counts, present, pairs = _as_counts(own)
        distance = ruleset.distances.of_tiles((), tuple(counts), hand_classes("E", "E"))
        missing = ruleset.reach.glance.missing((), counts, present, pairs)
        assert missing <= distance.missing
        far += missing > 1
    assert far


def test_a_hand_with_jokers_that_waits_lacks_one_tile_more_than_these() -> None:
    ruleset, chance, far = mjrules.load("western/us"), random.Random(5), 0
    for hand in random_hands(ruleset, profile.amount(60, 1000, 10000), 4):
        plain, jokers = [tile for tile in hand.concealed if tile < KINDS], chance.randrange(1, 9)
        left = chance.sample(plain, max(0, len(plain) - jokers))
        if chance.random() < 0.5 and left:
            left[0] = chance.randrange(KINDS)
        concealed = (*sorted(left), *[JOKER] * (len(plain) - len(left)))
        if len(concealed) < len(hand.concealed) or max(Counter(left).values(), default=0) > 4:
            continue
        waits = ruleset.scorer.waits.completing(Hand(melds=hand.melds, concealed=concealed, winner=False))
        missing = ruleset.reach.glance.missing(hand.pieces, *_as_counts(left)) - (len(plain) - len(left))
        assert not waits or missing < 2, (hand.melds, concealed)
        far += missing > 1
    assert far


@pytest.mark.parametrize("name", RULESETS)
def test_nothing_that_waits_is_ruled_out(name: str) -> None:
    ruleset, chance = mjrules.load(name), random.Random(name)
    glance, copies = ruleset.reach.glance, ruleset.book.tiles.per_kind
    pool = [tile for tile in range(KINDS) for _ in range(copies[tile])]
    one_suit, ends, low = [*range(9), 31, 32, 33], [0, 8, 9, 17, 18, 26, *range(27, KINDS)], [*range(16)]
    narrow = [[tile for tile in pool if tile in kinds] for kinds in (one_suit, ends, low)]
    ruled_out = 0
    for number in range(profile.amount(15, 1200, 20000)):
        drawn = [pool, *[tiles for tiles in narrow if len(tiles) > 20]]
        own = chance.sample(drawn[number % len(drawn)], 14)
        counts, present, pairs = _as_counts(own)
        after = mask_of(ruleset.reach.ready_discards((), tuple(counts), present, environment("E", "E")))
        if glance.missing((), counts, present, pairs) > 1:
            ruled_out += 1
            assert not after
        tile, *left = own
        counts, present, pairs = _as_counts(left)
        if glance.missing((), counts, present, pairs) > 1:
            assert not _waits(ruleset, counts, present)
        assert bool(_waits(ruleset, counts, present)) <= bool(after >> tile & 1)
    assert ruled_out


@pytest.mark.parametrize(
    ("name", "tiles", "missing"),
    [
        ("hong-kong", "123m456p789s11222z", 0),
        ("hong-kong", "123m456p789s1122z", 1),
        ("hong-kong", "1123m456p789s1122z", 1),
        ("hong-kong", "1479m456p789s1122z", 2),
        ("hong-kong", "147m258p369s12345z", 7),
        ("hong-kong", "19m19p19s1234567z", 1),
        ("hong-kong", "1358m19p19s123456z", 3),
        ("chinese-official", "147m258p369s12345z", 0),
        ("chinese-official", "1147m258p36s1133z2s", 1),
        ("riichi", "1133m5577p99s226z", 1),
        ("riichi", "1133m5577p99s2467z", 2),
        ("western", "1234567m1234567z", 0),
        ("western", "1234567m124567z5p", 1),
        ("western", "1234567m1234567p", 0),
        ("western", "1123456m123457p5s", 2),
        ("western", "147m147p147s369m38p", 2),
        ("western", "11225588m12p58s9p", 3),
        ("western", "113355m1135p135s7z", 2),
        ("western", "1133557m113557p9s", 1),
        ("western", "11223344z55667z", 1),
        ("western", "1123456m22277z3s4p", 2),
    ],
)
def test_so_many_tiles_are_missing(name: str, tiles: str, missing: int) -> None:
    assert mjrules.load(name).reach.glance.missing((), *_counts(tiles)) == missing


def test_sets_that_were_claimed_rule_concealed_shapes_out() -> None:
    glance = mjrules.load("riichi").reach.glance
    claimed, counts = Meld("pung", parse_tiles("777z"), False, "left"), _counts("19m19p19s12345z")
    assert glance.missing((), *_counts("19m19p19s1234577z")) == 1
    assert glance.missing((claimed.piece,), *counts) == 7


def test_what_was_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "_KEPT", 1)
    monkeypatch.setattr(sets_of, "_KEPT", 1)
    sets_of.missing_sets.cache_clear()
    glance = Glance(mjrules.load("hong-kong").scorer.shapes.waited)
    for _ in range(2):
        assert glance.missing((), *_counts("147m258p369s12345z")) == 7
        assert glance.missing((), *_counts("123m456p789s1122z")) == 1
    sets_of.missing_sets.cache_clear()


def test_tiles_missing_to_sets_are_those_of_the_nearest_hand() -> None:
    """Beside every hand that can be laid, however many copies of a tile it takes."""
    kinds = [0, 1, 2, 3, 4, 5, 6, 27, 28]
    sets = [[low, low + 1, low + 2] for low in range(5)] + [[tile] * 3 for tile in kinds]
    missing_sets, chance = MissingSets(2), random.Random(1)
    for number, pairs in product(range(3), (0, 1)):
        whole = [
            Counter([tile for own in chosen for tile in own] + [eyes] * 2 * pairs)
            for chosen in combinations_with_replacement(sets, number)
            for eyes in kinds[: len(kinds) if pairs else 1]
        ]
        for _ in range(profile.amount(4, 60, 1000)):
            own = Counter(chance.choices(kinds, k=chance.randrange(9)))
            counts = [own[tile] for tile in range(KINDS)]
            suits = [bytes(counts[start:end]) for start, end in ((0, 9), (9, 18), (18, 27), (27, 34))]
            costs = missing_sets.of_suits(suits)
            least = min((each - own).total() for each in whole)
            assert costs >> missing_sets.place(number, pairs) & ONE_COST == least


def test_what_tiles_say_of_special_hands_is_kept_for_a_ruleset_loaded_again() -> None:
    counts, present, pairs = _counts("113666m9m12345p")
    first, again, other = (Glance(mjrules.load(name).reach._shapes) for name in ("western", "western", "bmja"))
    assert first.missing((), counts, present, pairs) == again.missing((), counts, present, pairs)
    assert first._told is again._told
    assert bytes(counts[:9]) in again._told[0]
    assert first._told is not other._told
