"""Hong Kong Old Style in plain Python, from its table of faan and without the engine, to compare the ruleset with.

A hand record goes in; its faan, the patterns that give them, and the payments come out. Tiles, the ways
to lay them out, and most of the random hands are those of the other plain reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any, NamedTuple

from tests.kit.references import Record, tiles_of
from tests.rulesets.zung_jung.reference import (
    DRAGONS,
    ORPHANS,
    SEATS,
    SUITS,
    WINDS,
    Group,
    Patterns,
    is_honor,
    is_terminal,
    random_record,
    readings,
)

WHOLE = {
    "thirteen_orphans": 13, "big_four_winds": 13, "four_kongs": 13, "heaven": 13, "earth": 13, "man": 13,
    "all_honours": 10, "all_terminals": 10, "nine_gates": 10,
}  # fmt: skip
"""Prices of a whole hand."""
FLOWERS = {"own_flower": 1, "own_season": 1, "all_flowers": 2, "all_seasons": 2, "no_flowers": 1}
"""What the minimum does not know."""
FAAN = {
    "common_hand": 1, "all_triplets": 3, "four_concealed_triplets": 8, "mixed_one_suit": 3, "one_suit": 7,
    "mixed_terminals": 1, "dragon_triplet": 1, "small_three_dragons": 3, "big_three_dragons": 5, "seat_wind": 1,
    "round_wind": 1, "small_four_winds": 3, "self_draw": 1, "concealed_hand": 1, "robbing": 1, "last_tile": 1,
    "after_kong": 1, "kong_on_kong": 8, "seven_flowers": 3, "eight_flowers": 8, **FLOWERS, **WHOLE,
}  # fmt: skip
"""The table of faan."""
HALF_SPICY = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]


class Table(NamedTuple):
    """What players agree on; the names are those of the options."""

    minimum: int = 3
    cap_faan: int | None = 10
    spice: str = "half"
    responsibility: str = "full"
    stake: int = 2
    seven_pairs: int | None = None
    big_four_winds: int = 13
    flower_wins: bool = False

    def options(self) -> dict[str, Any]:
        """The options of the ruleset."""
        wins, pairs = ("win" if self.flower_wins else "none"), self.seven_pairs or "none"
        return {**self._asdict(), "flower_wins": wins, "seven_pairs": pairs}

    def worth(self, name: str) -> int:
        """The faan of a pattern."""
        return {**FAAN, "seven_pairs": self.seven_pairs or 0, "big_four_winds": self.big_four_winds}[name]


class Answer(NamedTuple):
    """Faan before and after the cap, every best set of patterns, and the net amounts in the order E S W N."""

    raw: int
    faan: int
    patterns: list[Patterns]
    payments: list[int] | None


# Patterns


def of_groups(record: Record, groups: list[Group]) -> Patterns:
    """The patterns of four sets and a pair."""
    (pair,) = (group.tile for group in groups if group.kind == "pair")
    pungs = [group for group in groups if group.kind in ("pung", "kong")]
    tiles = [group.tile for group in pungs]
    dragons, winds = sum(tile in DRAGONS for tile in tiles), sum(tile in WINDS for tile in tiles)
    own, prevailing = (WINDS[SEATS.index(record[key])] for key in ("seat", "round"))
    found = {
        "common_hand": not pungs,
        "all_triplets": len(pungs) == 4 and not all(group.hidden for group in pungs),
        "four_concealed_triplets": len(pungs) == 4 and all(group.hidden for group in pungs),
        "mixed_terminals": all(is_honor(tile) or is_terminal(tile) for group in groups for tile in group.tiles),
        "dragon_triplet": dragons,
        "small_three_dragons": dragons == 2 and pair in DRAGONS,
        "big_three_dragons": dragons == 3,
        "seat_wind": own in tiles,
        "round_wind": prevailing in tiles,
        "small_four_winds": winds == 3 and pair in WINDS,
        "big_four_winds": winds == 4,
        "four_kongs": sum(group.kind == "kong" for group in groups) == 4,
    }
    return {name: int(times) for name, times in found.items() if times}


def of_tiles(tiles: list[str]) -> Patterns:
    """One suit, and hands of honours or of terminals alone."""
    suits, honours = {tile[1] for tile in tiles if not is_honor(tile)}, any(map(is_honor, tiles))
    found = {
        "mixed_one_suit": len(suits) == 1 and honours,
        "one_suit": len(suits) == 1 and not honours,
        "all_honours": not suits,
        "all_terminals": all(map(is_terminal, tiles)),
    }
    return {name: 1 for name, holds in found.items() if holds}


def of_luck(record: Record) -> Patterns:
    """How the hand was won."""
    flags, drawn, bare = set(record["flags"]), record["self_drawn"], not record["melds"]
    waiting = Counter(tiles_of(record["concealed"]))
    found = {
        "self_draw": drawn,
        "concealed_hand": bare,
        "robbing": "robbing_kong" in flags,
        "last_tile": "last_tile" in flags,
        "after_kong": "kong_replacement" in flags and "kong_on_kong" not in flags,
        "kong_on_kong": "kong_on_kong" in flags,
        "heaven": "heaven" in flags and drawn,
        "earth": "earth" in flags and not drawn,
        "man": "man" in flags and bare and not drawn and record["seat"] != "E",
        "nine_gates": bare and any(waiting == Counter(tiles_of(f"1112345678999{suit}")) for suit in SUITS),
    }
    return {name: 1 for name, holds in found.items() if holds}


def of_flowers(record: Record) -> Patterns:
    """Flowers and seasons; a full group takes the place of the own tile in it."""
    bonus, number = record["flowers"], str(SEATS.index(record["seat"]) + 1)
    found: Patterns = {} if bonus else {"no_flowers": 1}
    for letter, own, group in (("f", "own_flower", "all_flowers"), ("s", "own_season", "all_seasons")):
        mine = [tile for tile in bonus if tile[0] == letter]
        if len(mine) == 4:
            found[group] = 1
        elif letter + number in mine:
            found[own] = 1
    return found


def all_patterns(record: Record, table: Table) -> Iterator[Patterns]:
    """What counts in every reading: of whole-hand prices one, and then no pattern of sets or tiles."""
    flowers, count = of_flowers(record), len(record["flowers"])
    luck = of_luck(record)
    tiles = [*tiles_of(record["concealed"]), record["win"]]
    for groups in readings(record):
        every = [tile for group in groups for tile in group.tiles]
        yield counted(of_groups(record, groups) | of_tiles(every), luck, table) | flowers
    pairs = Counter(tiles)
    if not record["melds"] and table.seven_pairs and all(number % 2 == 0 for number in pairs.values()):
        yield counted({"seven_pairs": 1} | of_tiles(tiles), luck, table) | flowers
    if not record["melds"] and set(pairs) == set(ORPHANS):
        yield counted({"thirteen_orphans": 1}, luck, table) | flowers
    if table.flower_wins and record["self_drawn"] and count >= 7:
        yield {"seven_flowers" if count == 7 else "eight_flowers": 1}


def counted(parts: Patterns, luck: Patterns, table: Table) -> Patterns:
    """The dearest price of the whole hand, of equal ones the first in the alphabet, or the patterns."""
    prices = sorted({*parts, *luck} & set(WHOLE), key=lambda name: (-table.worth(name), name))
    how = {name: times for name, times in luck.items() if name not in WHOLE}
    return {prices[0]: 1} | how if prices else parts | how


# Value and payment


def answer(record: Record, table: Table) -> Answer | None:
    """What a hand is worth; None for a hand that is no win."""
    found = list(all_patterns(record, table))
    if not found:
        return None
    sums = [(without_flowers(patterns, table) >= table.minimum, faan_of(patterns, table)) for patterns in found]
    met, raw = max(sums)
    best = [patterns for patterns, value in zip(found, sums, strict=True) if value == (met, raw)]
    faan = raw if table.cap_faan is None else min(raw, table.cap_faan)
    return Answer(raw, faan, best, payments(record, faan, table) if met else None)


def faan_of(patterns: Patterns, table: Table) -> int:
    """The sum of patterns."""
    return sum(table.worth(name) * times for name, times in patterns.items())


def without_flowers(patterns: Patterns, table: Table) -> int:
    """What the minimum is tested on."""
    return faan_of({name: times for name, times in patterns.items() if name not in FLOWERS}, table)


def multiplier(faan: int, spice: str) -> int:
    """The table of multipliers; above it half spicy doubles every two faan."""
    if spice == "full":
        return int(2**faan)
    return HALF_SPICY[faan] if faan < len(HALF_SPICY) else 2 * multiplier(faan - 2, spice)


def payments(record: Record, faan: int, table: Table) -> list[int] | None:
    """A portion from each, or after a discard two from the discarder, or one from him and halves from the others."""
    portion = multiplier(faan, table.spice) * table.stake
    winner = SEATS.index(record["seat"])
    shares = [Fraction(1)] * 4
    if not record["self_drawn"]:
        if record.get("from") is None:
            return None
        full = table.responsibility == "full"
        shares = [Fraction(0) if full else Fraction(1, 2)] * 4
        discarder = (winner + {"right": 1, "across": 2, "left": 3}[record["from"]]) % 4
        shares[discarder] = Fraction(2 if full else 1)
    amounts = [-ceil(share * portion) for share in shares]
    amounts[winner] = 0
    amounts[winner] = -sum(amounts)
    return amounts


# Random hands and tables

BONUS = [letter + number for letter in "fs" for number in "1234"]


def random_records(seed: int, count: int) -> Iterator[Record]:
    """So many records; seven pairs are among them. The same seed gives the same records."""
    random = Random(seed)
    while count:
        record = random_record(random)
        if record is None:
            continue
        count -= 1
        number = random.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 8))
        record["flowers"] = random.sample(BONUS, number)
        if random.random() < 0.1:
            record["flowers"] = random.choice((BONUS[:4], BONUS[4:], [*BONUS[:4], random.choice(BONUS[4:])]))
        record["flags"] += more_flags(random, record)
        yield {"id": f"{seed}-{count}", **record}


def more_flags(random: Random, record: Record) -> list[str]:
    """Flags that this game alone reads, where they contradict nothing."""
    kongs, drawn = sum(meld["type"] == "kong" for meld in record["melds"]), record["self_drawn"]
    found = ["flower_replacement"] if drawn and record["flowers"] and random.random() < 0.1 else []
    if kongs >= 2 and drawn and random.random() < 0.4:
        found.append("kong_on_kong")
    if not drawn and random.random() < 0.05:
        found.append("man")
    return found


def random_table(random: Random) -> Table:
    """Any choice of all options."""
    return Table(
        random.choice((0, 1, 3)),
        random.choice((None, 8, 10, 13)),
        random.choice(("half", "full")),
        random.choice(("full", "half")),
        random.choice((1, 2, 5)),
        random.choice((None, 4, 5)),
        random.choice((13, 15)),
        random.choice((False, True)),
    )
