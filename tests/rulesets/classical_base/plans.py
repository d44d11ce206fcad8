"""Plans of hands for western and classical rulesets: what a hand consists of, rich in what is rare at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tests.rulesets.classical_base.sets import DRAGONS, HONORS, KINDS, MAJORS, SUITS, TERMINALS, WINDS, Tiles, tiles_of


class Plan(NamedTuple):
    """`sets` may be declared, a pung also as a kong; `rest` stays in the hand. `own` is a seat that the plan needs."""

    sets: list[Tiles]
    rest: list[str]
    own: str | None = None
    round: str | None = None


Builder = Callable[[Random], Plan]


# Parts of plans


def pungs(tiles: Sequence[str]) -> list[Tiles]:
    return [(tile,) * 3 for tile in tiles]


def chow(first: str) -> Tiles:
    return tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3))


def suit_of(random: Random) -> str:
    return random.choice(SUITS)


def run(ranks: str, suit: str) -> list[str]:
    return list(tiles_of(ranks + suit))


def worlds(random: Random) -> Sequence[str]:
    """Tiles to which a hand keeps."""
    suit, other = random.sample(SUITS, 2)
    one = tiles_of("123456789" + suit)
    return random.choice(
        [
            KINDS,
            KINDS,
            one,
            (*one, *HONORS),
            (*one, *HONORS),
            (*one, *tiles_of("123456789" + other)),
            (*one, *DRAGONS),
            HONORS,
            MAJORS,
            (*MAJORS, "2m", "3m", "7p", "8p"),
            TERMINALS,
            tiles_of("23468s6z"),
            tiles_of("3579s57z"),
            tiles_of("13579" + suit),
            [tile for tile in KINDS if tile not in MAJORS],
        ]
    )


def random_set(random: Random, world: Sequence[str], chows: float) -> Tiles:
    firsts = [tile for tile in world if tile not in HONORS and tile[0] <= "7" and set(chow(tile)) <= set(world)]
    if firsts and random.random() < chows:
        return chow(random.choice(firsts))
    return (random.choice(world),) * 3


def of_world(random: Random) -> Plan:
    """Any sets and a pair of a world."""
    world, chows = worlds(random), random.choice((0.0, 0.3, 0.7, 1.0))
    return Plan([random_set(random, world, chows) for _ in range(4)], [random.choice(world)] * 2)


def of_honors(random: Random) -> Plan:
    """Two or three pungs of winds or of dragons, and often a pair of the same."""
    family = random.choice((WINDS, DRAGONS))
    sets = pungs(random.sample(family, random.randint(2, 3)))
    world = worlds(random)
    sets += [random_set(random, world, 0.4) for _ in range(4 - len(sets))]
    return Plan(sets, [random.choice(random.choice((family, world)))] * 2)


def scoreless(random: Random) -> Plan:
    """Four chows, of one suit or any, and a pair."""
    suits = random.choice((SUITS, SUITS, suit_of(random)))
    sets = [chow(random.choice("1234567") + random.choice(suits)) for _ in range(4)]
    return Plan(sets, [random.choice([random.choice("2345678") + suits[0], random.choice(KINDS)])] * 2)


def mostly(random: Random, dragons: Sequence[str], colour: Sequence[str]) -> Plan:
    """Pungs of these dragons, the other sets and the pair of one colour."""
    *sets, pair = random.sample(list(colour), 5 - len(dragons))
    return Plan([*pungs(dragons), *pungs(sets)], [pair] * 2)


def scholars(random: Random) -> Plan:
    """Three dragons, another set and a pair, which are winds more often than not."""
    wind = random.choice(WINDS)
    other = random.choice([(wind,) * 3, (wind,) * 3, random_set(random, KINDS, 0.5)])
    pair = random.choice([random.choice(WINDS), random.choice(KINDS)])
    return Plan([*pungs(DRAGONS), other], [pair] * 2, wind, random.choice([wind, None]))


def dragon_and_suit(random: Random) -> Plan:
    suit = suit_of(random)
    world = tiles_of("123456789" + suit)
    dragon = {"m": "7z", "s": "6z", "p": "5z"}[suit]
    sets = [random_set(random, world, 0.5) for _ in range(3)]
    return Plan([(dragon,) * 3, *sets], [random.choice(world)] * 2)


def lantern(random: Random) -> Plan:
    suit, own = suit_of(random), random.choice(WINDS)
    return Plan([*pungs(["7z", own])], [*run("1234567", suit), random.choice("1234567") + suit], own)


def run_and(random: Random, sets: Sequence[str], pairs: Sequence[str], suit: str) -> Plan:
    return Plan(pungs([random.choice(sets)]), [*run("123456789", suit), *[random.choice(pairs)] * 2])


def run_of_one_suit(random: Random) -> Plan:
    suit = suit_of(random)
    world = tiles_of("123456789" + suit)
    return run_and(random, random.choice((world, WINDS)), random.choice((world, WINDS, DRAGONS)), suit)


def gates(random: Random) -> Plan:
    suit = suit_of(random)
    ones = pungs(["1" + suit, "9" + suit])
    more = random.choice("123456789225588") + suit
    if random.random() < 0.5:
        return Plan(ones, [*run("2345678", suit), more])
    return Plan([], [*(tile for one in ones for tile in one), *run("2345678", suit), more])


def snakes(random: Random) -> Plan:
    """The runs with winds or honors, and those of two suits."""
    suit, other = random.sample(SUITS, 2)
    kinds = [
        [*run("123456789", suit), *WINDS, random.choice(WINDS)],
        [*run("123456789", suit), *WINDS, random.choice("119") + suit],
        [*run("1234567", suit), *HONORS],
        [*run("1234567", suit), *run("1234567", other)],
    ]
    return Plan([], random.choice(kinds))


def wonders(random: Random) -> Plan:
    return Plan([], [*MAJORS, random.choice(MAJORS)])


def pairs(random: Random) -> Plan:
    """Seven pairs, of a world or of any tiles; four alike now and then."""
    world = random.choice((worlds(random), KINDS, MAJORS, HONORS))
    return Plan([], [tile for tile in random.choices(world, k=7) for _ in range(2)])


def sanctuary(random: Random) -> Plan:
    greens = random.choices("23468" if random.random() < 0.5 else "2468", k=5)
    return Plan([], run("1111" + "".join(rank * 2 for rank in greens), "s"))


def windy_dragons(random: Random) -> Plan:
    return Plan(pungs(random.sample(DRAGONS, 2)), [*WINDS, *WINDS])


def dragonfly(random: Random) -> Plan:
    sets = [random.choice("123456789") + suit for suit in SUITS]
    return Plan(pungs([*sets, random.choice((*DRAGONS, "2z"))]), [random.choice(KINDS)] * 2)


def knitting(random: Random) -> Plan:
    suits = random.sample(SUITS, 2)
    return Plan([], [rank + suit for rank in random.choices("123456789", k=7) for suit in suits])


def triple_knitting(random: Random) -> Plan:
    ranks, last = random.choices("123456789", k=4), random.choice("123456789")
    return Plan(
        [], [*(rank + suit for rank in ranks for suit in SUITS), *(last + suit for suit in random.sample(SUITS, 2))]
    )


def kongs(random: Random) -> Plan:
    """Four pungs, of which `lay_out` may make four kongs."""
    return Plan(pungs(random.sample(KINDS, 4)), [random.choice(KINDS)] * 2)


def blessings(random: Random) -> Plan:
    return Plan(pungs(WINDS), [random.choice(random.choice((MAJORS, KINDS)))] * 2)


RED, GREEN, ODD = tiles_of("3579s"), tiles_of("23468s"), "13579"
PLAIN: list[tuple[Builder, int]] = [(of_world, 30), (of_honors, 10), (scoreless, 8), (kongs, 4)]
SPECIAL: list[tuple[Builder, int]] = [
    (blessings, 3),
    (scholars, 4),
    (lambda random: mostly(random, ["7z"], RED), 2),
    (lambda random: mostly(random, ["6z"], GREEN), 3),
    (lambda random: mostly(random, ["7z", "5z"], RED), 2),
    (lambda random: mostly(random, ["6z", "5z"], GREEN), 2),
    (lambda random: mostly(random, [], HONORS), 2),
    (lambda random: mostly(random, [], TERMINALS), 2),
    (lambda random: mostly(random, [], MAJORS), 2),
    (lambda random: mostly(random, [], tiles_of(ODD + suit_of(random))), 2),
    (dragon_and_suit, 3),
    (lantern, 3),
    (run_of_one_suit, 6),
    (gates, 6),
    (snakes, 6),
    (wonders, 2),
    (pairs, 6),
    (sanctuary, 2),
    (windy_dragons, 2),
    (dragonfly, 3),
    (knitting, 3),
    (triple_knitting, 3),
    (kongs, 2),
]
"""What kinds of hands are made, and how often in proportion."""
