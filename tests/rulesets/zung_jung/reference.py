"""Zung Jung in plain Python, from its list of patterns and without the engine: what the ruleset is compared with.

A hand record goes in; its value, the patterns that give it, and the payments come out. Random
records are drawn here too, rich in what is rare at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from tests.kit.references import Record, random_hands, tiles_of

Patterns = dict[str, int]
SUITS, WINDS, DRAGONS = "mps", ["1z", "2z", "3z", "4z"], ["5z", "6z", "7z"]
HONORS = WINDS + DRAGONS
ORPHANS = ["1m", "9m", "1p", "9p", "1s", "9s", *HONORS]
ALL = [rank + suit for suit in SUITS for rank in "123456789"] + HONORS
SEATS = "ESWN"
LIMIT = 320

WORTH = {
    "1.1": 5, "1.2": 5, "1.3": 5,
    "2.1.1": 40, "2.1.2": 80, "2.2": 480,
    "3.1": 10, "3.2.1": 40, "3.2.2": 130, "3.3.1": 30, "3.3.2": 120, "3.3.3": 320, "3.3.4": 400, "3.4": 320,
    "4.1": 30, "4.2.1": 5, "4.2.2": 30, "4.2.3": 125, "4.3.1": 5, "4.3.2": 20, "4.3.3": 120, "4.3.4": 480,
    "5.1.1": 10, "5.1.2": 60, "5.1.3": 120, "5.1.4": 480,
    "6.1": 35, "6.2.1": 30, "6.2.2": 120,
    "7.1": 40, "7.2.1": 100, "7.2.2": 200,
    "8.1.1": 40, "8.1.2": 50, "8.1.3": 100, "8.1.4": 400,
    "9.1.1": 10, "9.1.2": 10, "9.2": 10, "9.3": 10, "9.4.1": 155, "9.4.2": 155,
    "10.1": 160, "10.2": 30,
}  # fmt: skip
"""The list of patterns: number and points."""
WSOM = {"2.1.2": 100, "3.2.1": 30, "3.3.1": 25, "4.2.3": 115}
"""The points of another edition, where they differ."""


class Group(NamedTuple):
    """A set or the pair, by its lowest tile; `hidden` counts as concealed."""

    kind: str
    tile: str
    hidden: bool = True

    @property
    def tiles(self) -> list[str]:
        """Its tiles, of a kong three."""
        if self.kind == "chow":
            return [str(int(self.tile[0]) + step) + self.tile[1] for step in range(3)]
        return [self.tile] * (2 if self.kind == "pair" else 3)


class Answer(NamedTuple):
    """The value, the patterns of every reading that has it, and the net amounts in the order E S W N."""

    total: int
    patterns: list[Patterns]
    delta: list[int] | None


def is_honor(tile: str) -> bool:
    return tile[1] == "z"


def is_terminal(tile: str) -> bool:
    return not is_honor(tile) and tile[0] in "19"


# Readings


def splits(counts: Counter[str], pair: bool) -> Iterator[list[Group]]:
    """Every way to lay tiles out in sets, and in one pair where it is still to come."""
    tile = next((tile for tile in ALL if counts[tile]), None)
    if tile is None:
        if not pair:
            yield []
        return
    tries = [Group("pung", tile)] if counts[tile] >= 3 else []
    if pair and counts[tile] >= 2:
        tries.append(Group("pair", tile))
    if not is_honor(tile) and tile[0] <= "7" and all(counts[other] for other in Group("chow", tile).tiles):
        tries.append(Group("chow", tile))
    for group in tries:
        rest = counts.copy()
        rest.subtract(group.tiles)
        for others in splits(rest, pair and group.kind != "pair"):
            yield [group, *others]


def readings(record: Record) -> Iterator[list[Group]]:
    """Every way to read the sets of a hand; a pung that a discard completed is not concealed."""
    declared = [
        Group(meld["type"], min(tiles_of(meld["tiles"])), bool(meld.get("concealed"))) for meld in record["melds"]
    ]
    hand = Counter([*tiles_of(record["concealed"]), record["win"]])
    for groups in splits(hand, pair=True):
        for place, group in enumerate(groups):
            if record["win"] in group.tiles:
                completed = group if record["self_drawn"] else group._replace(hidden=False)
                yield [*declared, *groups[:place], completed, *groups[place + 1 :]]


# Patterns


def best_of(numbers: Mapping[str, bool]) -> Patterns:
    """The last pattern of a series that holds; they come in the order of their worth."""
    held = [number for number, holds in numbers.items() if holds]
    return {held[-1]: 1} if held else {}


def of_tiles(tiles: list[str], orphans: bool) -> Patterns:
    """The patterns of tiles alone, whatever the sets."""
    suits = {tile[1] for tile in tiles if not is_honor(tile)}
    honors = any(is_honor(tile) for tile in tiles)
    found: Patterns = {}
    if all(not is_honor(tile) and not is_terminal(tile) for tile in tiles):
        found["1.3"] = 1
    found |= best_of({"2.1.1": len(suits) == 1 and honors, "2.1.2": len(suits) == 1 and not honors})
    if not suits:
        found["3.4"] = 1
    if not orphans and all(is_terminal(tile) for tile in tiles):
        found["8.1.4"] = 1
    elif not orphans and all(is_honor(tile) or is_terminal(tile) for tile in tiles):
        found["8.1.3"] = 1
    return found


def of_luck(record: Record) -> Patterns:
    """The incidental bonuses."""
    flags, found = set(record["flags"]), Patterns()
    if "last_tile" in flags:
        found["9.1.1" if record["self_drawn"] else "9.1.2"] = 1
    if "kong_replacement" in flags:
        found["9.2"] = 1
    if "robbing_kong" in flags:
        found["9.3"] = 1
    kongs = any(meld["type"] == "kong" for meld in record["melds"])
    if "heaven" in flags and record["self_drawn"] and not kongs:
        found["9.4.1"] = 1
    if "earth" in flags and not record["self_drawn"]:
        found["9.4.2"] = 1
    return found


def of_honors(pungs: list[Group], pair: str, seat: str) -> Patterns:
    """Value honors, dragons and winds."""
    own = WINDS[SEATS.index(seat)]
    value = sum(group.tile in (*DRAGONS, own) for group in pungs)
    dragons = sum(group.tile in DRAGONS for group in pungs)
    winds = sum(group.tile in WINDS for group in pungs)
    return {
        **({"3.1": value} if value else {}),
        **best_of({"3.2.1": dragons == 2 and pair in DRAGONS, "3.2.2": dragons == 3}),
        **best_of(
            {
                "3.3.1": winds == 2 and pair in WINDS,
                "3.3.2": winds == 3,
                "3.3.3": winds == 3 and pair in WINDS,
                "3.3.4": winds == 4,
            }
        ),
    }


def of_pungs(pungs: list[Group], pair: str) -> Patterns:
    """Triplets and kong, similar and consecutive triplets."""
    hidden = sum(group.hidden for group in pungs)
    kongs = sum(group.kind == "kong" for group in pungs)
    plain = {group.tile for group in pungs if not is_honor(group.tile)}
    alike = [{suit for suit in SUITS if rank + suit in plain} for rank in "123456789"]
    paired = not is_honor(pair) and len(alike[int(pair[0]) - 1] - {pair[1]}) == 2
    runs = [
        sum(all(str(rank + step) + suit in plain for step in range(length)) for suit in SUITS for rank in range(1, 10))
        for length in (3, 4)
    ]
    return {
        **best_of({"4.1": len(pungs) == 4}),
        **best_of({f"4.2.{number - 1}": hidden == number for number in (2, 3, 4)}),
        **best_of({f"4.3.{number}": kongs == number for number in (1, 2, 3, 4)}),
        **best_of({"6.2.1": paired, "6.2.2": any(len(suits) == 3 for suits in alike)}),
        **best_of({"7.2.1": runs[0] > 0, "7.2.2": runs[1] > 0}),
    }


def of_chows(chows: list[str]) -> Patterns:
    """All sequences, identical and similar ones, the straight."""
    times = sorted(Counter(chows).values(), reverse=True)
    return {
        **best_of({"1.1": len(chows) == 4}),
        **best_of(
            {
                "5.1.1": times[:1] >= [2],
                "5.1.2": times[:2] == [2, 2],
                "5.1.3": times[:1] >= [3],
                "5.1.4": times[:1] == [4],
            }
        ),
        **best_of({"6.1": any(all(rank + suit in chows for suit in SUITS) for rank in "1234567")}),
        **best_of({"7.1": any(all(rank + suit in chows for rank in "147") for suit in SUITS)}),
    }


def of_groups(record: Record, groups: list[Group]) -> Patterns:
    """The patterns of four sets and a pair."""
    (pair,) = (group.tile for group in groups if group.kind == "pair")
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    found = of_honors(pungs, pair, record["seat"]) | of_pungs(pungs, pair)
    found |= of_chows([group.tile for group in groups if group.kind == "chow"])
    if all(meld.get("concealed") for meld in record["melds"]):
        found["1.2"] = 1
    hand = Counter(tiles_of(record["concealed"]))
    for suit in SUITS if not record["melds"] else "":
        if hand == Counter(tiles_of(f"1112345678999{suit}")):
            found["2.2"] = 1
    found |= of_tiles([tile for group in groups for tile in group.tiles], orphans=False)
    if not {"8.1.3", "8.1.4"} & set(found):
        pure = all(any(is_terminal(tile) for tile in group.tiles) for group in groups)
        mixed = all(any(is_honor(tile) or is_terminal(tile) for tile in group.tiles) for group in groups)
        found |= best_of({"8.1.1": mixed, "8.1.2": pure})
    return found


def all_patterns(record: Record) -> Iterator[Patterns]:
    """The patterns of every reading."""
    for groups in readings(record):
        yield of_groups(record, groups) | of_luck(record)
    if record["melds"]:
        return
    tiles = [*tiles_of(record["concealed"]), record["win"]]
    counts = Counter(tiles)
    if all(number % 2 == 0 for number in counts.values()):
        yield {"10.2": 1} | of_tiles(tiles, orphans=False) | of_luck(record)
    if set(counts) == set(ORPHANS):
        yield {"10.1": 1} | of_tiles(tiles, orphans=True) | of_luck(record)


# Value and payment


def valued(patterns: Patterns, worth: Mapping[str, int]) -> tuple[int, Patterns]:
    """What patterns are worth, and those that count: a listed limit alone, of equal ones the lower number."""
    limits = [number for number in WORTH if number in patterns and worth[number] >= LIMIT]
    if limits:
        dearest = max(limits, key=lambda number: worth[number])
        return worth[dearest], {dearest: 1}
    return min(LIMIT, sum(worth[number] * times for number, times in patterns.items()) or 1), patterns


def answer(record: Record, worth: Mapping[str, int] = WORTH) -> Answer | None:
    """What a hand is worth; None for a hand that is not complete."""
    found = [valued(patterns, worth) for patterns in all_patterns(record)]
    if not found:
        return None
    total = max(value for value, _ in found)
    return Answer(total, [patterns for value, patterns in found if value == total], payments(record, total))


def payments(record: Record, total: int) -> list[int] | None:
    """Everybody pays the value; after a discard worth more than 25 the others 25, the discarder three times less 50."""
    winner = SEATS.index(record["seat"])
    if not record["self_drawn"] and record.get("from") is None:
        return None
    amounts = [-total] * 4
    if not record["self_drawn"] and total > 25:
        amounts = [-25] * 4
        amounts[(winner + {"right": 1, "across": 2, "left": 3}[record["from"]]) % 4] = -(3 * total - 50)
    amounts[winner] = 3 * total
    return amounts


# Random hands


POOLS = [
    ALL,
    [tile for tile in ALL if tile[1] in "mp"],
    [tile for tile in ALL if tile[1] == "s"],
    [tile for tile in ALL if tile[1] in "mz"],
    [tile for tile in ALL if tile[0] in "234"],
    [tile for tile in ALL if tile[0] in "123789" and not is_honor(tile)],
    [tile for tile in ALL if tile[1] == "p" and tile[0] in "123456"],
    [*HONORS, "1m", "2m", "3m"],
    ORPHANS,
    HONORS,
    ["1m", "9m", "1p", "9p", "1s", "9s"],
    [*WINDS, "5s", "6s", "7s"],
    [*DRAGONS, "1z", "2z", "7m", "8m", "9m"],
]
"""From which tiles the sets of a hand are drawn."""
FLAGS = ("last_tile", "kong_replacement", "robbing_kong", "heaven", "earth")


def random_records(seed: int, count: int) -> Iterator[Record]:
    """So many records of complete hands; the same seed gives the same records."""
    for number, record in enumerate(random_hands(seed, count, random_record), 1):
        yield {"id": f"{seed}-{count - number}", **record}


def random_record(random: Random) -> Record | None:
    """A record of a complete hand, or None where the draw led nowhere."""
    kind = random.random()
    melds: list[Record] = []
    if kind < 0.06:
        tiles = [tile for tile in random.choices(random.choice(POOLS), k=7) for _ in range(2)]
    elif kind < 0.09:
        tiles = [*ORPHANS, random.choice(ORPHANS)]
    elif kind < 0.12:
        suit = random.choice(SUITS)
        tiles = [*tiles_of(f"1112345678999{suit}"), random.choice("123456789") + suit]
    else:
        melds, tiles = random_sets(random)
    used = Counter(tiles)
    for meld in melds:
        used.update(tiles_of(meld["tiles"]))
    if max(used.values()) > 4:
        return None
    random.shuffle(tiles)
    record: Record = {"melds": melds, "concealed": "".join(tiles[:-1]), "win": tiles[-1], "seat": random.choice(SEATS)}
    record |= {"round": random.choice(SEATS), "self_drawn": random.random() < 0.5, "flowers": []}
    record["from"] = None if record["self_drawn"] else random.choice(["left", "across", "right"])
    wanted = random.sample(FLAGS, random.choice((0, 0, 1, 1, 2)))
    record["flags"] = [flag for flag in wanted if possible(record, flag, used, wanted)]
    return record


def random_sets(random: Random) -> tuple[list[Record], list[str]]:
    """Declared sets and the tiles of the others and the pair; sets like to resemble those before."""
    pool, how = random.choice(POOLS), random.choice((0.0, 0.3, 0.7, 1.0))
    groups: list[Group] = []
    while len(groups) < 4:
        tile = random.choice(pool)
        if groups and random.random() < 0.5:
            last = groups[-1].tile
            near = [
                last,
                *(other for other in pool if other[0] == last[0] or abs(ALL.index(other) - ALL.index(last)) < 2),
            ]
            tile = random.choice(near)
        chow = Group("chow", tile)
        if not is_honor(tile) and tile[0] <= "7" and set(chow.tiles) <= set(pool) and random.random() < how:
            groups.append(chow)
        else:
            groups.append(Group("kong" if random.random() < 0.3 else "pung", tile))
    likely = random.choice((0.0, 0.5, 1.0))
    melds: list[Record] = []
    tiles = [random.choice(pool)] * 2
    for group in groups:
        if group.kind == "kong":
            hidden = random.random() < 0.5
            melds.append({"type": "kong", "tiles": group.tile * 4, "concealed": hidden})
        elif random.random() < likely:
            melds.append({"type": group.kind, "tiles": "".join(group.tiles), "concealed": False})
        else:
            tiles += group.tiles
    return melds, tiles


def possible(record: Record, flag: str, used: Counter[str], wanted: list[str]) -> bool:
    """Whether a flag contradicts neither the hand nor the other flags."""
    drawn, claimed = record["self_drawn"], any(not meld["concealed"] for meld in record["melds"])
    if flag == "kong_replacement":
        return drawn and any(meld["type"] == "kong" for meld in record["melds"])
    if flag == "robbing_kong":
        return not drawn and used[record["win"]] == 1 and "last_tile" not in wanted
    if flag == "heaven":
        return drawn and not claimed and record["seat"] == "E"
    if flag == "earth":
        return not drawn and not claimed and record["seat"] != "E"
    return True
