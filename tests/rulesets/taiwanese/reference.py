"""Taiwanese mahjong in plain Python, from its table of tai and without the engine, to compare the ruleset with.

A hand record goes in; every set of patterns of the greatest sum comes out, none for what is no win, and what is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.kit.references import Record, random_hands, tiles_of

SEATS = "ESWN"
TAI = {
    "heaven": 16, "earth": 16, "big_four_winds": 16, "big_three_dragons": 8, "small_four_winds": 8,
    "all_honours": 8, "one_suit": 8, "five_concealed": 8, "eight_flowers": 8, "seven_flowers": 8,
    "four_concealed": 5, "mixed_one_suit": 4, "all_pungs": 4, "small_three_dragons": 4, "ready_at_once": 4,
    "ping_hu": 2, "all_claimed": 2, "three_concealed": 2, "flower_set": 2, "concealed": 1,
    "no_claim_self_draw": 1, "self_draw": 1, "dragon": 1, "seat_wind": 1, "round_wind": 1, "own_flower": 1,
    "single_wait": 1, "half_claimed": 1, "last_tile": 1, "after_kong": 1, "robbing": 1,
}  # fmt: skip
"""The table of tai, as it is played by default."""
Tile = str
Patterns = dict[str, int]
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
WINDS, DRAGONS = [f"{rank}z" for rank in range(1, 5)], [f"{rank}z" for rank in range(5, 8)]


class Group(NamedTuple):
    """A set or a pair: its kind, its lowest tile, whether it was claimed, and the tile that completed it."""

    kind: str
    tile: Tile
    claimed: bool = False
    completed: Tile = ""


def run(tile: Tile) -> list[Tile]:
    """The chow that begins with a tile; empty where there is none."""
    rank, suit = int(tile[0]), tile[1]
    return [] if suit == "z" or rank > 7 else [f"{rank + step}{suit}" for step in range(3)]


def layouts(tiles: list[Tile], sets: int) -> Iterator[list[Group]]:
    """Every way to lay tiles out in so many sets and a pair."""
    left = Counter(tiles)
    for pair, number in left.items():
        if number >= 2:
            yield from ([Group("pair", pair), *rest] for rest in _sets(left - Counter([pair] * 2), sets))


def _sets(left: Counter[Tile], sets: int) -> Iterator[list[Group]]:
    if not left:
        if not sets:
            yield []
        return
    first = min(left, key=KINDS.index)
    if left[first] >= 3:
        yield from ([Group("pung", first), *rest] for rest in _sets(left - Counter([first] * 3), sets - 1))
    if run(first) and all(left[tile] for tile in run(first)):
        yield from ([Group("chow", first), *rest] for rest in _sets(left - Counter(run(first)), sets - 1))


def waits(hidden: list[Tile], sets: int) -> int:
    """How many kinds complete the concealed tiles, those left out of which all four are among them."""
    held = Counter(hidden)
    return sum(held[tile] < 4 and any(layouts([*hidden, tile], sets)) for tile in KINDS)


def best(record: Record) -> list[Patterns]:
    """Every set of patterns with the greatest sum; none where the hand does not win."""
    melds, drawn, win = record["melds"], record["self_drawn"], record["win"]
    laid = [Group(meld["type"], tiles_of(meld["tiles"])[0], claimed=not meld.get("concealed")) for meld in melds]
    hidden, sets = tiles_of(record["concealed"]), 5 - len(melds)
    every = Counter([*hidden, win, *(tile for meld in melds for tile in tiles_of(meld["tiles"]))])
    of_hand = {**_of_tiles(every), **_of_situation(record, laid)}
    single = waits(hidden, sets) == 1
    found: list[Patterns] = []
    for layout in layouts([*hidden, win], sets):
        for place, group in enumerate(layout):
            if win in (run(group.tile) if group.kind == "chow" else [group.tile]):
                completed = [*layout[:place], group._replace(completed=win), *layout[place + 1 :]]
                found.append({**of_hand, **_of_groups([*laid, *completed], record, every)})
    if single:
        for patterns in found:
            without = {"all_claimed", "half_claimed", "heaven", "earth"} & {name for name in patterns if patterns[name]}
            patterns["single_wait"] = not without
    if found and len(record["flowers"]) == 8 and drawn:
        found.append({"eight_flowers": 1})
    counted = [{name: int(times) for name, times in patterns.items() if times} for patterns in found]
    most = max(map(tai, counted), default=0)
    return [patterns for patterns in counted if tai(patterns) == most]


def _of_tiles(every: Counter[Tile]) -> Patterns:
    suits = {tile[1] for tile in every}
    return {
        "all_honours": suits == {"z"},
        "one_suit": len(suits) == 1 and suits != {"z"},
        "mixed_one_suit": len(suits) == 2 and "z" in suits,
    }


def _of_situation(record: Record, laid: list[Group]) -> Patterns:
    flags, drawn, flowers = record["flags"], record["self_drawn"], record["flowers"]
    heaven, earth = "heaven" in flags and drawn, "earth" in flags and drawn
    at_once = heaven or earth
    unclaimed = not any(group.claimed for group in laid) and not at_once
    own = SEATS.index(record["seat"]) + 1
    return {
        "heaven": heaven,
        "earth": earth,
        "ready_at_once": "original_call" in flags,
        "concealed": unclaimed,
        "no_claim_self_draw": unclaimed and drawn,
        "self_draw": drawn and not at_once,
        "last_tile": "last_tile" in flags,
        "after_kong": "kong_replacement" in flags or ("flower_replacement" in flags and drawn),
        "robbing": "robbing_kong" in flags,
        "own_flower": sum(flower[1] == str(own) for flower in flowers),
        "flower_set": sum(sum(flower[0] == kind for flower in flowers) == 4 for kind in "fs"),
    }


def _of_groups(groups: list[Group], record: Record, every: Counter[Tile]) -> Patterns:
    drawn = record["self_drawn"]
    (pair,) = (group for group in groups if group.kind == "pair")
    sets = [group for group in groups if group.kind != "pair"]
    pungs = [group for group in sets if group.kind != "chow"]
    hidden = sum(not group.claimed and (drawn or not group.completed) for group in pungs)
    tiles = [group.tile for group in pungs]
    winds, dragons = sum(tile in WINDS for tile in tiles), sum(tile in DRAGONS for tile in tiles)
    claimed = all(group.claimed for group in sets)
    plain = not pungs and not drawn and not record["flowers"] and all(tile[1] != "z" for tile in every)
    seat, prevailing = (WINDS[SEATS.index(record[key])] for key in ("seat", "round"))
    return {
        "big_four_winds": winds == 4,
        "small_four_winds": winds == 3 and pair.tile in WINDS,
        "big_three_dragons": dragons == 3,
        "small_three_dragons": dragons == 2 and pair.tile in DRAGONS,
        "dragon": dragons,
        "seat_wind": seat in tiles and winds < 4,
        "round_wind": prevailing in tiles and winds < 4,
        "all_pungs": len(pungs) == 5,
        "five_concealed": hidden == 5,
        "four_concealed": hidden == 4,
        "three_concealed": hidden == 3,
        "ping_hu": plain and any(map(_two_sided, sets)),
        "all_claimed": claimed and not drawn,
        "half_claimed": claimed and drawn,
    }


def _two_sided(group: Group) -> bool:
    """Whether the winning tile is an end of a chow, and a tile on its other side would have done as well."""
    if not group.completed:
        return False
    low, high = int(group.tile[0]), int(group.tile[0]) + 2
    return {low: high < 9, high: low > 1}.get(int(group.completed[0]), False)


def tai(patterns: Patterns) -> int:
    """The sum of the tai."""
    return sum(TAI[name] * times for name, times in patterns.items())


def paid(record: Record, total: int) -> dict[str, int]:
    """What each seat gains or loses, with what is added between the dealer and another player."""
    winner, at = record["seat"], SEATS.index(record["seat"])
    step = {"right": 1, "across": 2, "left": 3, None: 0}[record["from"]]
    payers = [seat for seat in SEATS if seat != winner] if record["self_drawn"] else [SEATS[(at + step) % 4]]
    more = 1 + 2 * record["streak"]
    owed = {seat: total + (more if "E" in (seat, winner) else 0) for seat in payers}
    return {seat: sum(owed.values()) if seat == winner else -owed.get(seat, 0) for seat in SEATS}


# Random hands


def random_records(seed: int, number: int) -> Iterator[Record]:
    """Random hands, most of them wins, and near misses with one tile another."""
    return random_hands(seed, number, _record)


def _record(random: Random) -> Record | None:
    suit = random.choice("mps")
    pool = random.choice([KINDS, KINDS, [tile for tile in KINDS if tile[1] in suit + "z"], KINDS[27:], []])
    pool = pool or [tile for tile in KINDS if tile[1] == suit or tile in WINDS]
    melds, hidden = _sets_of(random, pool, random.choice((0.0, 0.3, 0.8, 1.0)), random.choice((0.0, 0.4, 1.0)))
    if random.random() < 0.1:
        hidden[random.randrange(len(hidden))] = random.choice(KINDS)
    every = Counter([*hidden, *(tile for meld in melds for tile in tiles_of(meld["tiles"]))])
    if max(every.values()) > 4:
        return None
    win = hidden.pop(random.randrange(len(hidden)))
    drawn, kongs = random.random() < 0.5, any(meld["type"] == "kong" for meld in melds)
    seat, claimed = random.choice(SEATS), any(not meld.get("concealed") for meld in melds)
    flags = _flags(random, seat, drawn=drawn, kongs=kongs, claimed=claimed, alone=every[win] == 1)
    flowers = [flower for flower in ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4") if random.random() < 0.4]
    if random.random() < 0.2:
        flowers = random.choice(([], ["f1", "f2", "f3", "f4"], ["s1", "s2", "s3", "s4"]))
    return {
        "melds": melds, "concealed": "".join(sorted(hidden)), "win": win, "self_drawn": drawn, "flags": flags,
        "seat": seat, "round": random.choice(SEATS), "flowers": flowers, "streak": random.choice((0, 0, 1, 2, 5)),
        "from": None if drawn else random.choice(("left", "across", "right")),
    }  # fmt: skip


def _flags(random: Random, seat: str, *, drawn: bool, kongs: bool, claimed: bool, alone: bool) -> list[str]:
    if drawn and not claimed and random.random() < 0.2:
        return ["heaven" if seat == "E" else "earth"]
    found = [flag for flag in ("last_tile", "original_call", "flower_replacement") if random.random() < 0.1]
    if drawn and kongs and random.random() < 0.3:
        found.append("kong_replacement")
    if not drawn and alone and "last_tile" not in found and random.random() < 0.3:
        found.append("robbing_kong")
    return found


def _sets_of(random: Random, pool: list[Tile], pungs: float, claims: float) -> tuple[list[Record], list[Tile]]:
    """Five sets and a pair of the tiles of a pool, some of the sets declared."""
    melds: list[Record] = []
    hidden: list[Tile] = []
    for _ in range(5):
        tile = random.choice(pool)
        if random.random() >= pungs:
            tile = random.choice([tile for tile in pool if run(tile)] or pool)
        tiles, kind = (run(tile), "chow") if run(tile) and random.random() >= pungs else ([tile] * 3, "pung")
        kong = kind == "pung" and random.random() < 0.2
        if kong or random.random() < claims:
            concealed = kong and random.random() < 0.5
            kind, tiles = ("kong", [tile] * 4) if kong else (kind, tiles)
            melds.append({"type": kind, "tiles": "".join(tiles), "concealed": concealed})
        else:
            hidden += tiles
    return melds, [*hidden, *[random.choice(pool)] * 2]
