"""A glance rules out what is far from a win, and never a hand that waits."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import mjrules
from mjrules import Meld, Ruleset, parse_tiles
from mjrules.shapes import glance as glances
from mjrules.shapes.glance import Glance
from mjrules.shapes.readings import environment
from tests.kit import profile

RULESETS = ("chinese-official", "western", "riichi", "sichuan", "bmja", "classical-dmjl")
KINDS = 34


def _counts(tiles: str) -> tuple[list[int], int]:
    number = Counter(parse_tiles(tiles))
    return [number[tile] for tile in range(KINDS)], sum(1 << tile for tile in number)


def _waits(ruleset: Ruleset, counts: list[int], present: int, melds: tuple[Meld, ...] = ()) -> int:
    pieces = tuple(sorted(meld.piece for meld in melds))
    return ruleset.scorer.waits.completing_tiles(pieces, tuple(counts), present, "E", "E")


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
        own = Counter(chance.sample(drawn[number % len(drawn)], 14))
        counts, present = [own[tile] for tile in range(KINDS)], sum(1 << tile for tile in own)
        after = ruleset.reach.ready_after((), tuple(counts), present, environment("E", "E"))
        if glance.is_not_ready((), counts, present):
            ruled_out += 1
            assert not after
        tile = next(iter(own))
        counts[tile] -= 1
        present &= ~(not counts[tile] and 1 << tile)
        if glance.exchanges((), counts, present) >= 0:
            assert not _waits(ruleset, counts, present)
        assert bool(_waits(ruleset, counts, present)) <= bool(after >> tile & 1)
    assert ruled_out


@pytest.mark.parametrize(
    ("name", "tiles"),
    [
        ("chinese-official", "1147m258p369s123z"),
        ("riichi", "119m19p19s123456z"),
        ("riichi", "1133m5577p99s226z"),
        ("western", "1133m5577p99s226z"),
        ("hong-kong", "123m456p789s1122z"),
    ],
)
def test_what_waits_in_any_shape_is_let_through(name: str, tiles: str) -> None:
    ruleset, (counts, present) = mjrules.load(name), _counts(tiles)
    assert bool(_waits(ruleset, counts, present)) <= (ruleset.reach.glance.exchanges((), counts, present) < 0)


def test_sets_that_were_claimed_rule_concealed_shapes_out() -> None:
    glance = mjrules.load("riichi").reach.glance
    claimed = Meld("pung", parse_tiles("777z"), False, "left")
    counts, present = _counts("19m19p19s1234z")
    assert glance.exchanges((claimed.piece,), counts, present) >= 0
    assert glance.is_not_ready((claimed.piece,), *_counts("19m19p19s12345z"))


def test_a_suit_that_one_discard_mends_is_let_through() -> None:
    glance = mjrules.load("hong-kong").reach.glance
    assert not glance.is_not_ready((), *_counts("1239m456p789s1122z"))
    assert glance.is_not_ready((), *_counts("1479m456p789s1122z"))
    assert glance.is_not_ready((), *_counts("147m456p147s11223z"))


def test_answers_that_are_too_many_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "_KEPT", 1)
    glance = Glance(mjrules.load("hong-kong").scorer.shapes.waited)
    for _ in range(2):
        assert glance.exchanges((), *_counts("147m258p369s1234z")) >= 0
        assert glance.exchanges((), *_counts("123m456p789s1122z")) < 0
        assert glance.is_not_ready((), *_counts("1479m456p789s1122z"))


@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_stays_far_through_so_many_exchanges(name: str) -> None:
    ruleset, chance = mjrules.load(name), random.Random(name)
    glance, copies = ruleset.reach.glance, ruleset.book.tiles.per_kind
    pool = [tile for tile in range(KINDS) for _ in range(copies[tile])]
    ends = [tile for tile in pool if tile >= 27 or tile % 9 in (0, 8)]
    pools = [pool, *[tiles for tiles in ([tile for tile in pool if tile < 14], ends) if len(tiles) > 30]]
    longest = 0
    for number in range(profile.amount(8, 600, 10000)):
        drawn = chance.sample(pools[number % len(pools)], 20)
        own, coming = drawn[:13], drawn[13:]
        for _ in range(3):
            left = glance.exchanges((), *_as_counts(own))
            longest = max(longest, left)
            for _ in range(left):
                _exchange_for_the_best(own, coming)
                assert not _waits(ruleset, *_as_counts(own))
            chance.shuffle(coming)
    assert longest > 0


def _as_counts(tiles: list[int]) -> tuple[list[int], int]:
    return [tiles.count(tile) for tile in range(KINDS)], sum(1 << tile for tile in {*tiles})


def _exchange_for_the_best(own: list[int], coming: list[int]) -> None:
    """One of four tiles comes into a hand, and another goes, so that it lacks as little as may be."""
    ways = [(new, old) for new in coming[:4] for old in own]

    def lacking(way: tuple[int, int]) -> int:
        left = [*own, way[0]]
        left.remove(way[1])
        return glances._lacking(_as_counts(left)[0])

    new, old = min(ways, key=lacking)
    coming.remove(new)
    own.remove(old)
    own.append(new)
    coming.append(old)


@pytest.mark.parametrize(
    ("tiles", "lacking"),
    [
        ("", 0),
        ("123m456p789s11z", 0),
        ("123m456p789s1122z", 1),
        ("147m258p369s1234z", 25),
        ("89m89p89s1z", 4),
        ("13m5p", 2),
        ("1111m", 1),
        ("11112m", 1),
        ("2345m", 1),
        ("12233m", 1),
        ("55577m999s", 0),
    ],
)
def test_the_tiles_that_sets_and_a_pair_lack(tiles: str, lacking: int) -> None:
    assert glances._lacking(_counts(tiles)[0]) == lacking


def test_tiles_taken_from_sets_and_a_pair_are_all_that_is_lacking() -> None:
    chance = random.Random(1)
    sets = [[low, low + 1, low + 2] for suit in (0, 9, 18) for low in range(suit, suit + 7)]
    sets += [[tile] * 3 for tile in range(KINDS)]
    for _ in range(profile.amount(200, 5000, 100000)):
        whole = [tile for group in chance.choices(sets, k=4) for tile in group] + [chance.randrange(KINDS)] * 2
        number = chance.randrange(7)
        left = chance.sample(whole, len(whole) - number)
        lacking = glances._lacking(_as_counts(left)[0])
        assert lacking <= number
        more = chance.randrange(KINDS)
        assert lacking - 1 <= glances._lacking(_as_counts([*left, more])[0]) <= lacking + 2
