"""Draws hands of western and classical rulesets as records: winners and losers, rich in what is rare at a table.

A hand is made in three steps: a *plan* (sets, and tiles that stay in the hand), its *layout* (what is declared, which
sets are kongs, which tile won) and its situation. Half of the plans are special hands, some of them spoilt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tests.rulesets.classical_base.plans import PLAIN, SPECIAL, Plan, random_set, worlds
from tests.rulesets.classical_base.sets import KINDS, SEATS, WINDS, Record, tiles_of

BONUS = tuple(kind + number for kind in "fs" for number in "1234")
LUCKY = ("1p", "5p", "2s")
"""With these as the winning tile, events are limit hands."""
LIMITS = (200, 300, 500, 1000, None)
BLOCK = 20
"""So many hands in a row have the same options, so that a ruleset is not loaded for each."""


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
        "original_hand": ("none", "limit"),
        "bonus_replaced_from": ("front", "end"),
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
