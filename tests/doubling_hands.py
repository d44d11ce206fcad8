"""Draws hands of western and classical rulesets as records: winners and losers, rich in what is rare at a table.

A hand is made in three steps: a *plan* (sets, and tiles that stay in the hand), its *layout* (what is declared, which
sets are kongs, which tile won) and its situation. Half of the plans are special hands, some of them spoilt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from .doubling_sets import DRAGONS, HONORS, KINDS, MAJORS, SEATS, SUITS, TERMINALS, WINDS, Record, Tiles, tiles_of

BONUS = tuple(kind + number for kind in "fs" for number in "1234")
LUCKY = ("1p", "5p", "2s")
"""With these as the winning tile, events are limit hands."""
LIMITS = (200, 300, 500, 1000, None)
BLOCK = 20
"""So many hands in a row have the same options, so that a ruleset is not loaded for each."""


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


# Layout


def spoilt(random: Random, plan: Plan) -> Plan:
    """A plan with one set, pair or tile changed, or put where it does not belong."""
    sets, rest = list(plan.sets), list(plan.rest)
    how = random.random()
    if how < 0.3 and sets:
        sets[random.randrange(len(sets))] = random_set(random, random.choice((KINDS, worlds(random))), 0.4)
    elif how < 0.5 and len(rest) == 2:
        rest = [random.choice(KINDS)] * 2
    elif how < 0.8:
        rest[random.randrange(len(rest))] = random.choice(KINDS)
    else:
        return plan._replace(own=None, round=None)
    return plan._replace(sets=sets, rest=rest)


def lay_out(random: Random, plan: Plan) -> tuple[list[Record], list[str]]:
    """Declared sets, every kong among them, and the tiles in the hand."""
    kong_share = random.choice((0.0, 0.0, 0.3, 1.0))
    open_share = random.choice((0.0, 0.0, 0.4, 1.0))
    concealed_share = random.choice((0.0, 0.5, 1.0))
    melds: list[Record] = []
    held = list(plan.rest)
    for tiles in plan.sets:
        same = tiles[0] == tiles[-1]
        if same and random.random() < kong_share:
            melds.append(kong(random, tiles[0], random.random() < concealed_share))
        elif random.random() < open_share:
            kind = "pung" if same else "chow"
            melds.append({"type": kind, "tiles": text(tiles), "concealed": False})
        else:
            held += tiles
    random.shuffle(held)
    return melds, held


def kong(random: Random, tile: str, concealed: bool) -> Record:
    """A kong; an open one was claimed at once, or is a pung that was added to."""
    meld: Record = {"type": "kong", "tiles": tile[0] * 4 + tile[1], "concealed": concealed}
    if not concealed and random.random() < 0.6:
        meld["added"] = random.random() < 0.6
    return meld


def text(tiles: Sequence[str]) -> str:
    """Tiles as a text such as `123m55z`."""
    return "".join(
        "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) + suit
        for suit in "mpsz"
        if any(tile[1] == suit for tile in tiles)
    )


# Records


def random_records(ruleset: str, seed: int, count: int) -> Iterator[Record]:
    """So many records for a ruleset, with options; the same seed gives the same records."""
    random = Random(f"{ruleset} {seed}")
    options: Record = {}
    made = 0
    while made < count:
        record = random_record(random, ruleset)
        if is_possible(record):
            if made % BLOCK == 0:
                options = random_options(random, ruleset)
            yield {"id": f"{ruleset}-{seed}-{made}", "ruleset": ruleset, "options": options, **record}
            made += 1


def is_possible(record: Record) -> bool:
    """Whether no tile is there more often than four times."""
    tiles = Counter(tiles_of(record["concealed"]))
    tiles.update([record["win"]] if record["win"] else [])
    for meld in record["melds"]:
        tiles.update(tiles_of(meld["tiles"]))
    return max(tiles.values()) <= 4


def random_record(random: Random, ruleset: str) -> Record:
    """A record of a winner, of a loser, or of a hand that is not complete though it says so."""
    special = 0.6 if ruleset == "western" else 0.45
    builders, weights = zip(*(SPECIAL if random.random() < special else PLAIN), strict=True)
    (build,) = random.choices(builders, weights)
    plan = build(random)
    if random.random() < 0.25:
        plan = spoilt(random, plan)
    melds, held = lay_out(random, plan)
    if random.random() < 0.3:
        held.sort(key=LUCKY.__contains__)
    win = held.pop()
    seat = SEATS[WINDS.index(plan.own)] if plan.own and random.random() < 0.7 else random.choice(SEATS)
    prevailing = SEATS[WINDS.index(plan.round)] if plan.round else random.choice((*SEATS, seat))
    record: Record = {"melds": melds, "concealed": text(held), "seat": seat, "round": prevailing}
    record["flowers"] = bonus_tiles(random)
    if random.random() < 0.75:
        return record | winning(random, ruleset, record, held, win)
    return record | losing(random, held, win)


def losing(random: Random, held: list[str], last: str) -> Record:
    """What makes a record that of a player who did not win: one tile less, or a dead hand."""
    if random.random() < 0.15:
        held[random.randrange(len(held))] = random.choice(KINDS)
    likely = {"fishing": 0.5, "standing_hand": 0.05, "original_call": 0.05, "dead_hand": 0.03}
    flags = [flag for flag, share in likely.items() if random.random() < share]
    tiles = [*held, last] if "dead_hand" in flags else held
    return {"concealed": text(tiles), "win": None, "winner": False, "self_drawn": False, "flags": flags}


def winning(random: Random, ruleset: str, record: Record, held: list[str], win: str) -> Record:
    """What makes a record that of a winner; now and then at the very beginning, or of an East who keeps winning."""
    drawn = random.random() < 0.5
    found: Record = {"win": win, "winner": True, "self_drawn": drawn}
    if not record["melds"] and random.random() < 0.08:
        return found | at_the_beginning(random, [*held, win])
    if ruleset.startswith("classical") and random.random() < 0.04:
        found["seat"] = "E"
        found["consecutive_east_wins"] = random.choice((8, 9) if ruleset.endswith("dmjl") else (12, 13))
    return found | {"flags": winners_flags(random, record, held, win, drawn=drawn)}


def at_the_beginning(random: Random, tiles: list[str]) -> Record:
    """A win on East's first discard, on East's first draw, or as dealt."""
    how = random.choice(("earth", "original_hand", "heaven"))
    if how == "earth":
        return {"seat": random.choice("SWN"), "self_drawn": False, "flags": [how]}
    dealt = {"concealed": text(tiles), "win": None} if how == "heaven" else {}
    return {"seat": "E", "self_drawn": True, "flags": [how], **dealt}


def bonus_tiles(random: Random) -> list[str]:
    """Bonus tiles: often none, now and then a complete set."""
    tiles = random.sample(BONUS, random.choices(range(7), (10, 3, 3, 2, 1, 1, 1))[0])
    if random.random() < 0.1:
        kind = random.choice("fs")
        tiles = [tile for tile in tiles if tile[0] != kind] + [kind + number for number in "1234"]
    return sorted(tiles)


def winners_flags(random: Random, record: Record, held: list[str], win: str, *, drawn: bool) -> list[str]:
    """Flags that contradict neither the hand nor each other."""
    kongs = sum(meld["type"] == "kong" for meld in record["melds"])
    copies = held.count(win) + sum(win in tiles_of(meld["tiles"]) for meld in record["melds"])
    often = 2 if win in LUCKY else 1
    flags = [flag for flag in ("standing_hand", "original_call") if random.random() < 0.08]
    if random.random() < 0.12 * often:
        flags.append("last_tile")
    if drawn and kongs and random.random() < 0.4:
        flags.append("kong_replacement")
        if kongs > 1 and random.random() < 0.15:
            flags.append("kong_on_kong")
    if drawn and record["flowers"] and random.random() < 0.15 * often:
        flags.append("flower_replacement")
    if not drawn and not copies and "last_tile" not in flags and random.random() < 0.25 * often:
        flags.append("robbing_kong")
    return flags


OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "western": {
        "double_wind": ("both", "once"),
        "bouquet_includes_own": (False, True),
        "loose_counts_as_wall": (False, True),
        "final_discard": ("points", "double"),
        "concealed_double": (True, False),
        "clean_double_losers": (True, False),
        "moon_requires_last_tile": (False, True),
        "plum_requires_loose_tile": (False, True),
        "green_bamboos": ("2468", "23468"),
        "four_identical_as_two_pairs": (True, False),
        "four_blessings_pair": ("major", "any"),
        "special_pungs": ("exact", "kongs_too"),
        "fishing_exhausted": (False, True),
    },
    "classical": {
        "roof_off": (False, True),
        "mahjong_points": (10, 20),
        "bouquet": (1, 2),
        "fishing_doubles": ("concealed", "none", "all"),
        "loser_doubles": (True, False),
        "original_hand": ("off", "limit"),
    },
    "classical-dmjl": {},
    "bmja": {"special_bonus": ("none", "added")},
}


def random_options(random: Random, ruleset: str) -> Record:
    """Many hands keep to the defaults; a limit beside a roof that is off would be a question of its own."""
    if random.random() < 0.4:
        return {}
    chosen: Record = {name: random.choice(values) for name, values in OPTIONS[ruleset].items() if random.random() < 0.4}
    if not chosen.get("roof_off") and random.random() < 0.5:
        chosen["limit"] = random.choice(LIMITS)
    return chosen
