"""Distances under rulesets: what they ask of a winning hand, and what other calculators say."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from mahjong.shanten import Shanten
from MahjongGB import MahjongShanten  # type: ignore[import-not-found]

import mjrules
from mjrules.distance.distances import FAR, Distances
from mjrules.distance.suit_costs import COST
from mjrules.hands.meld import Meld
from mjrules.shapes.readings import hand_classes
from mjrules.tiles.tile import KINDS, TEXT, parse_tiles, tiles_of
from tests.kit.profile import amount

EAST = hand_classes("E", "E")
HANDS = amount(20, 2000, 100_000)
PEER = {"m": "W", "p": "B", "s": "T"}
HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")


@cache
def distances(name: str) -> Distances:
    return mjrules.load(name).distances


def random_tiles(chance: random.Random, number: int) -> list[int]:
    """Tiles of all suits, or of few kinds, so that near hands and hands of many alike are among them."""
    kinds = chance.choice(([*range(KINDS)], [*range(9), *range(27, KINDS)], [*range(9), 9, 17, 27]))
    return chance.sample([kind for kind in kinds for _ in range(4)], number)


def counted(tiles: list[int]) -> tuple[int, ...]:
    found = Counter(tiles)
    return tuple(found[kind] for kind in range(KINDS))


def test_riichi_is_as_far_as_another_calculator_says() -> None:
    chance, peer = random.Random(7), Shanten()
    for _ in range(HANDS):
        tiles = random_tiles(chance, chance.choice((13, 14)))
        counts = counted(tiles)
        found = distances("riichi").of_tiles((), counts, EAST)
        assert found.missing - 1 == peer.calculate_shanten(list(counts)), [TEXT[tile] for tile in sorted(tiles)]


def test_chinese_official_is_as_far_as_another_calculator_says() -> None:
    """But where the peer counts on a fifth copy of a tile, which makes a hand ready that never is."""
    chance = random.Random(8)
    for _ in range(HANDS):
        tiles = random_tiles(chance, 13)
        counts = counted(tiles)
        found = distances("chinese-official").of_tiles((), counts, EAST)
        said = MahjongShanten(pack=(), hand=tuple(map(in_peer, tiles)))
        if found.missing - 1 != said:
            assert found.missing - 1 > said
            assert with_a_fifth(counts) - 1 == said


def with_a_fifth(counts: tuple[int, ...]) -> int:
    """How many tiles a hand lacks where three of four that are alike are a pung, and a fifth may pair the other."""
    found, alike = distances("chinese-official"), [kind for kind in range(KINDS) if counts[kind] == 4]
    rests = {kind: (*counts[:kind], 1, *counts[kind + 1 :]) for kind in alike}
    goals = {kind: found.goals((Meld("pung", (kind,) * 3).piece,), EAST) for kind in alike}
    costs = [goal.cost(rests[kind], (4,) * KINDS) for kind in alike for goal in goals[kind]]
    return min(cost >> COST for cost in costs if cost >= 0)


def test_a_fifth_copy_is_all_that_another_calculator_counts_on_besides() -> None:
    for text in ("123m456m789m1111p", "234m789m999p1111z"):
        counts = counted(list(parse_tiles(text)))
        said = MahjongShanten(pack=(), hand=tuple(map(in_peer, parse_tiles(text))))
        assert (distances("chinese-official").of_tiles((), counts, EAST).missing - 1, said) == (1, 0)
        assert with_a_fifth(counts) - 1 == said


def in_peer(kind: int) -> str:
    return HONOURS[kind - 27] if kind >= 27 else f"{PEER[TEXT[kind][1]]}{TEXT[kind][0]}"


@pytest.mark.parametrize(
    ("ruleset", "hand", "missing", "improving"),
    [
        ("hong-kong", "2345678m 111p 456s", 1, "258m"),
        ("hong-kong", "123456m 78p 1122s 5z", 2, "69p12s"),
        ("bmja", "123m 456m 789m 222z 5z", 4, "1m134z"),
        ("bmja", "123m 333m 777m 222z 5z", 1, "5z"),
        ("sichuan void=s", "123m 456m 789m 11p 23s", 3, ""),
        ("sichuan void=p", "123m 456m 789m 11s 23s", 1, "14s"),
        ("sichuan", "1122m 3344p 55667s", 5, ""),
        ("chinese-official", "147m 258p 36s 1234z 5z", 1, "9s67z"),
        ("western", "1234567m 123456z", 1, "7z"),
        ("western", "112233m 112233p 4m", 1, ""),
        ("taiwanese", "123m 456m 789m 111p 222p 5z", 1, "5z"),
        ("riichi", "19m 19p 19s 1234567z", 1, "19m19p19s1234567z"),
        ("riichi", "1111222233334m", 1, "45m"),
        ("western/us", "(666z) (111m) (111p) 999pJ", 1, "123456789m123456789p123456789s1234567z"),
    ],
)
def test_what_a_hand_lacks(ruleset: str, hand: str, missing: int, improving: str) -> None:
    name, _, field = ruleset.partition(" ")
    rules = mjrules.load(name)
    found = rules.distances.of(rules.parse(f"{hand} {field}"))
    assert found.missing == missing
    if improving:
        assert tiles_of(found.improving) == parse_tiles(improving)


def test_discards_say_what_they_leave() -> None:
    counts = counted(list(parse_tiles("123456m 78p 1122s 5z 9m")))
    found = distances("hong-kong").discards_of_tiles((), counts, EAST)
    assert {TEXT[kind] for kind, one in found.items() if one.missing == 2} >= {"5z", "9m"}
    for kind, one in found.items():
        rest = tuple(number - (own == kind) for own, number in enumerate(counts))
        again = distances("hong-kong").of_tiles((), rest, EAST)
        assert one.missing == again.missing
        if one.missing == 2:
            assert one == again
        else:
            assert one.improving >> kind & 1
    rules = mjrules.load("hong-kong")
    assert rules.distances.discards(rules.parse("123456m 78p 1122s 5z 9m")) == found


def test_a_hand_that_can_never_win_is_told() -> None:
    rules = mjrules.load("bmja")
    hand = rules.parse("(123m) (456m) 33p 55p 77p 9s")
    assert rules.distances.of(hand) == FAR
    assert rules.distances.discards(hand)[parse_tiles("9s")[0]].missing == -1


def test_declared_sets_count_and_close_special_hands() -> None:
    rules = mjrules.load("riichi")
    found = rules.distances.of(rules.parse("(123m) 1122p 3344s 55z"))
    assert found.shapes == ("standard",)
    assert tiles_of(found.improving) == parse_tiles("123p2345s5z")


def test_distances_can_be_sent_to_another_process() -> None:
    own = distances("riichi")
    other, hand = pickle.loads(pickle.dumps(own)), mjrules.Hand.parse("123m456p78p1122s5z")
    assert other.of(hand) == own.of(hand)
    assert copy.deepcopy(own) is own


@pytest.mark.parametrize("hand", ["123m", {"concealed": "123m"}, None])
def test_what_is_no_hand_is_refused(hand: Any) -> None:
    for ask in (distances("riichi").of, distances("riichi").discards):
        with pytest.raises(mjrules.HandError, match=r"^expected a Hand, got .*: read of a ruleset makes one of a text"):
            ask(hand)
