"""Sichuan in plain Python, from its table of fan and without the engine, to compare the ruleset with.

A hand record goes in; every set of patterns of the greatest sum comes out, none for what is no win, and what is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.kit.references import Record, random_hands

SUITS = "mps"
SEATS = "ESWN"
FAN = {
    "kong": 1, "root": 1, "all_pungs": 1, "golden_wait": 1, "full_flush": 2, "seven_pairs": 2, "after_kong": 1,
    "shot_after_kong": 1, "robbing": 1, "under_sea": 1,
}  # fmt: skip
"""The table of fan."""
Tile = tuple[str, int]
Patterns = dict[str, int]
KINDS = [(suit, rank) for suit in SUITS for rank in range(1, 10)]


def tiles_of(text: str) -> list[Tile]:
    """The tiles of a text such as `123m55p`."""
    found: list[Tile] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            found += [(char, int(rank)) for rank in ranks]
            ranks = ""
    return found


def text_of(tiles: list[Tile]) -> str:
    """Tiles as text."""
    return "".join(f"{rank}{suit}" for suit, rank in sorted(tiles))


def layouts(tiles: list[Tile], sets: int) -> Iterator[list[tuple[str, Tile]]]:
    """Every way to lay tiles out in so many sets and a pair, each as its kind and lowest tile."""
    left = Counter(tiles)
    for pair, number in sorted(left.items()):
        if number >= 2:
            yield from ([("pair", pair), *rest] for rest in _sets(left - Counter([pair, pair]), sets))


def _sets(left: Counter[Tile], sets: int) -> Iterator[list[tuple[str, Tile]]]:
    if not left:
        if not sets:
            yield []
        return
    suit, rank = first = min(left)
    if left[first] >= 3:
        yield from ([("pung", first), *rest] for rest in _sets(left - Counter([first] * 3), sets - 1))
    chow = [(suit, rank), (suit, rank + 1), (suit, rank + 2)]
    if all(left[tile] for tile in chow):
        yield from ([("chow", first), *rest] for rest in _sets(left - Counter(chow), sets - 1))


def best(record: Record) -> list[Patterns]:
    """Every set of patterns with the greatest sum; none where the hand does not win."""
    melds, hidden = record["melds"], tiles_of(record["concealed"]) + tiles_of(record["win"])
    laid = [tiles_of(meld["tiles"]) for meld in melds]
    every = Counter(hidden) + Counter(tile for meld in laid for tile in meld)
    if len({suit for suit, _ in every}) > 2 or any(suit == record.get("void") for suit, _ in every):
        return []
    kongs = [meld[0] for meld in laid if len(meld) == 4]
    common = {
        "kong": len(kongs),
        "root": sum(number == 4 and tile not in kongs for tile, number in every.items()),
        "full_flush": len({suit for suit, _ in every}) == 1,
        **luck(record),
    }
    found: list[Patterns] = []
    if not melds and all(number % 2 == 0 for number in every.values()):
        found.append({**common, "seven_pairs": 1})
    for layout in layouts(hidden, 4 - len(melds)):
        pungs = all(meld["type"] != "chow" for meld in melds) and all(kind != "chow" for kind, _ in layout)
        on_pair = pungs and ("pair", tiles_of(record["win"])[0]) in layout
        found.append({**common, "all_pungs": pungs, "golden_wait": on_pair})
    counted = [{name: int(times) for name, times in patterns.items() if times} for patterns in found]
    most = max(map(fan, counted), default=0)
    return [patterns for patterns in counted if fan(patterns) == most]


def luck(record: Record) -> Patterns:
    """What the situation is worth: of wins by a kong one, and the last tile with none but the win after a kong."""
    flags, drawn = record["flags"], record["self_drawn"]
    shot = "discard_after_kong" in flags and not drawn
    return {
        "after_kong": "kong_replacement" in flags,
        "shot_after_kong": shot and "robbing_kong" not in flags,
        "robbing": "robbing_kong" in flags,
        "under_sea": "last_tile" in flags and not shot,
    }


def fan(patterns: Patterns) -> int:
    """The sum of the fan."""
    return sum(FAN[name] * times for name, times in patterns.items())


def paid(record: Record, patterns: Patterns, cap: int) -> dict[str, int]:
    """What each seat gains or loses."""
    value, winner = 2 ** min(fan(patterns), cap), record["seat"]
    if record["self_drawn"]:
        return {seat: 3 * (value + 1) if seat == winner else -value - 1 for seat in SEATS}
    step = {"right": 1, "across": 2, "left": 3}[record["from"]]
    payer = SEATS[(SEATS.index(winner) + step) % 4]
    return {seat: value if seat == winner else -value if seat == payer else 0 for seat in SEATS}


# Random hands


def random_records(seed: int, number: int) -> Iterator[Record]:
    """Random hands, most of them wins, and near misses: one tile another, or of the void suit."""
    return random_hands(seed, number, _record)


def _record(random: Random) -> Record | None:
    suits = random.choice([[random.choice(SUITS)], random.sample(SUITS, 2), random.sample(SUITS, 2), list(SUITS)])
    melds, hidden = _pairs(random, suits) if random.random() < 0.25 else _standard(random, suits)
    if random.random() < 0.15:
        hidden[random.randrange(len(hidden))] = random.choice(KINDS)
    every = Counter(hidden) + Counter(tile for meld in melds for tile in tiles_of(meld["tiles"]))
    if max(every.values()) > 4:
        return None
    win = hidden.pop(random.randrange(len(hidden)))
    kongs, drawn = any(meld["type"] == "kong" for meld in melds), random.random() < 0.5
    flags = [flag for flag in ("last_tile", "discard_after_kong") if random.random() < 0.15]
    if kongs and drawn and random.random() < 0.4:
        flags.append("kong_replacement")
    if not drawn and every[win] == 1 and not flags and random.random() < 0.3:
        flags.append("robbing_kong")
    void: list[str | None] = [suit for suit in SUITS if suit not in suits]
    record = {"melds": melds, "concealed": text_of(hidden), "win": text_of([win]), "self_drawn": drawn, "flags": flags}
    record |= {"seat": random.choice(SEATS), "from": None if drawn else random.choice(("left", "across", "right"))}
    named = random.choice([*void, *void, *void, random.choice(SUITS), None])
    return record if named is None else {**record, "void": named}


def _pairs(random: Random, suits: list[str]) -> tuple[list[Record], list[Tile]]:
    kinds = [(random.choice(suits), random.randint(1, 9)) for _ in range(7)]
    return [], [tile for tile in kinds for _ in range(2)]


def _standard(random: Random, suits: list[str]) -> tuple[list[Record], list[Tile]]:
    melds, hidden, pungs = [], [], random.random() < 0.4
    for _ in range(4):
        suit, rank = random.choice(suits), random.randint(1, 9)
        if not pungs and random.random() < 0.7:
            rank = min(rank, 7)
            tiles = [(suit, rank), (suit, rank + 1), (suit, rank + 2)]
            hidden += tiles
        elif random.random() < 0.5:
            kind = random.choice(("pung", "pung", "kong"))
            tiles = [(suit, rank)] * (3 if kind == "pung" else 4)
            concealed = kind == "kong" and random.random() < 0.5
            melds.append({"type": kind, "tiles": text_of(tiles), "concealed": concealed})
        else:
            hidden += [(suit, rank)] * 3
    pair = (random.choice(suits), random.randint(1, 9))
    return melds, [*hidden, pair, pair]
