"""Random winning hands of riichi as records, most of them built to have yaku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

SUITS, HONOURS = range(27), range(27, 34)
ORPHANS = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
GREEN = [19, 20, 21, 23, 25, 32]
POOLS: Sequence[Sequence[int]] = (
    range(34),
    range(34),
    SUITS,
    [kind for kind in SUITS if 1 <= kind % 9 <= 7],
    range(9),
    [*range(9, 18), *HONOURS],
    [*range(18, 27), 31, 32, 33],
    [kind for kind in SUITS if kind % 9 in (0, 1, 2, 6, 7, 8)],
    [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 1, 2, 6, 7, 8)],
    [kind for kind in SUITS if kind % 9 in (2, 3, 4)],
    ORPHANS,
    HONOURS,
    GREEN,
)
"""The tiles of which hands are made: all, and those of which yaku are made."""
RED = {4: "0m", 13: "0p", 22: "0s"}


class Game(NamedTuple):
    """What differs between the games: the kinds that there are, the seats, and whether fives are red."""

    kinds: frozenset[int]
    seats: str
    red: frozenset[int]


FOUR = Game(frozenset(range(34)), "ESWN", frozenset(RED))
NO_RED = Game(FOUR.kinds, FOUR.seats, frozenset())
THREE = Game(frozenset([0, *range(8, 34)]), "ESW", frozenset([13, 22]))


def text(kind: int) -> str:
    """A kind as text."""
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def records(seed: int, count: int, game: Game) -> Iterator[dict[str, Any]]:
    """So many records, the same for the same seed."""
    random = Random(seed)
    while count:
        found = _record(random, game)
        if found is not None:
            count -= 1
            yield found


Sets = list[tuple[list[int], str]]
"""Sets as kinds, each with its form: `chow`, `pung`, `kong`, or `ankan` where it is concealed."""


def _record(random: Random, game: Game) -> dict[str, Any] | None:
    form, sets = random.random(), Sets()
    if form < 0.06:
        loose = 2 * random.sample(_pool(random, game), 7)
    elif form < 0.08:
        loose = [*ORPHANS, random.choice(ORPHANS)]
    elif form < 0.1:
        first = random.choice([9, 18])
        loose = [*(first + rank for rank in (0, 0, 0, *range(1, 8), 8, 8, 8)), first + random.randrange(9)]
    else:
        sets, loose = _sets(random, game)
    counts = Counter([kind for tiles, _ in sets for kind in tiles] + loose)
    if max(counts.values()) > 4 or not set(counts) <= game.kinds:
        return None
    return _situation(random, game, sets, loose)


def _pool(random: Random, game: Game) -> list[int]:
    """Tiles to make a hand of, at least seven kinds."""
    pool = [kind for kind in random.choice(POOLS) if kind in game.kinds]
    return pool if len(pool) >= 7 else sorted(game.kinds)


def _sets(random: Random, game: Game) -> tuple[Sets, list[int]]:
    """Declared sets, and the tiles that stay in hand."""
    pool = [kind for kind in random.choice(POOLS) if kind in game.kinds]
    chows, closed = random.choice((0.1, 0.6, 0.9, 1)), random.choice((0, 0.3, 0.8, 1))
    starts = [kind for kind in pool if kind < 27 and kind % 9 <= 6 and {kind + 1, kind + 2} <= {*pool}]
    made: Sets = []
    hand: list[int] = []
    before: list[list[int]] = []
    for _ in range(4):
        if starts and random.random() < chows:
            first = random.choice(starts)
            if before and random.random() < 0.3:
                first = random.choice(before)[0] % 9 + 9 * random.randrange(3)
            tiles = [first, first + 1, first + 2] if first in starts else [random.choice(pool)] * 3
        else:
            tiles = [random.choice(pool)] * 3
        before.append(tiles)
        if random.random() < closed:
            if tiles[0] == tiles[1] and random.random() < 0.2:
                made.append(([tiles[0]] * 4, "ankan"))
            else:
                hand += tiles
        elif tiles[0] == tiles[1] and random.random() < 0.3:
            made.append(([tiles[0]] * 4, "kong"))
        elif game.seats == "ESW" and tiles[0] != tiles[1]:
            hand += tiles
        else:
            made.append((tiles, "pung" if tiles[0] == tiles[1] else "chow"))
    return made, [*hand, *[random.choice(pool)] * 2]


def _situation(random: Random, game: Game, sets: Sets, loose: list[int]) -> dict[str, Any]:
    """The record: who won how, with which red fives and dora."""
    seat, drawn = random.choice(game.seats), random.random() < 0.5
    names = _names(random, game, [*(kind for tiles, _ in sets for kind in tiles), *loose])
    melds = [_meld([names.pop(0) for _ in tiles], form) for tiles, form in sets]
    win = names.pop(random.randrange(len(names)))
    closed = all(form == "ankan" for _, form in sets)
    flags = _flags(random, sets, names, win, seat, drawn=drawn, closed=closed)
    indicators = [text(kind) for kind in random.choices(sorted(game.kinds), k=random.choice((1, 1, 1, 2, 5)))]
    below = [text(kind) for kind in random.choices(sorted(game.kinds), k=len(indicators))]
    record: dict[str, Any] = {
        "melds": melds,
        "concealed": "".join(sorted(names, key=lambda tile: (tile[1], tile))),
        "win": win,
        "self_drawn": drawn,
        "seat": seat,
        "round": random.choice("ESWN"),
        "flags": flags,
        "dora": indicators,
        "ura": below if {"riichi", "double_riichi"} & {*flags} else [],
        "honba": random.choice((0, 0, 1, 3)),
        "sticks": random.choice((0, 0, 1, 2)),
    }
    if not drawn:
        record["from"] = random.choice(("left", "right") if game.seats == "ESW" else ("left", "across", "right"))
    if game is THREE:
        held = [*names, win, *(meld["tiles"][0] + meld["tiles"][-1] for meld in melds)]
        record["north"] = 0 if any(meld["tiles"] == "4444z" for meld in melds) else random.randrange(5)
        record["north"] = max(0, min(record["north"], 4 - 3 * held.count("4z")))
    return record


def _names(random: Random, game: Game, kinds: Sequence[int]) -> list[str]:
    """The tiles as text, of which a five may be red: all four are, with the red one among them."""
    red = {kind: random.randrange(4) for kind in game.red}
    seen: Counter[int] = Counter()
    found = []
    for kind in kinds:
        found.append(RED[kind] if kind in red and red[kind] == seen[kind] else text(kind))
        seen[kind] += 1
    return found


def _meld(tiles: list[str], form: str) -> dict[str, Any]:
    meld: dict[str, Any] = {
        "type": "kong" if form == "ankan" else form,
        "tiles": "".join(tile[0] for tile in sorted(tiles)) + tiles[0][1],
        "concealed": form == "ankan",
    }
    if form == "chow":
        meld["tiles"] = "".join(tile[0] for tile in sorted(tiles, key=_rank)) + tiles[0][1]
        meld["from"] = "left"
    return meld


def _flags(
    random: Random, sets: Sets, names: list[str], win: str, seat: str, *, drawn: bool, closed: bool
) -> list[str]:
    found = []
    kongs = any(form in ("kong", "ankan") for _, form in sets)
    if closed and random.random() < 0.5:
        found.append(random.choice(("riichi", "riichi", "double_riichi")))
        if random.random() < 0.3:
            found.append("ippatsu")
    elif closed and drawn and not sets and random.random() < 0.05:
        return ["heaven" if seat == "E" else "earth"]
    chance = random.random()
    if chance < 0.1 and "ippatsu" not in found:
        found.append("last_tile")
    elif chance < 0.2 and drawn and kongs and "ippatsu" not in found:
        found.append("kong_replacement")
    elif chance < 0.15 and not drawn and _only_one(f"{_rank(win)}{win[1]}", sets, names):
        found.append("robbing_kong")
    return found


def _only_one(win: str, sets: Sets, names: list[str]) -> bool:
    """Whether the hand has no other tile like the winning one."""
    return win not in [*(f"{_rank(tile)}{tile[1]}" for tile in names), *(text(kind) for own, _ in sets for kind in own)]


def _rank(tile: str) -> int:
    return int(tile[0]) or 5
