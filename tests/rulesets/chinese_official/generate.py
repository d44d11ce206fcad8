"""Random winning hands of Chinese Official Mahjong as hand records, rich in rare patterns.

A hand is made in three steps: a *plan* (which sets, pairs and loose tiles it consists of), its
*layout* (what of that is declared, which sets are kongs, which tile won) and its situation. Every
plan is a complete hand by construction; one that needs a fifth copy of a tile is thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from mjrules.tiles.tile import TEXT, format_tiles

Tile = int
"""0-33: characters, dots, bamboos from 1 to 9, four winds, then white, green and red dragon."""
Tiles = tuple[Tile, ...]
"""A set, a pair, or any tiles."""

BONUS = ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4")
SEATS = "ESWN"
SIDES = ("left", "across", "right")
COPIES = 4
HONORS: Tiles = tuple(range(27, 34))
WINDS, DRAGONS = HONORS[:4], HONORS[4:]


class Plan(NamedTuple):
    """What a hand consists of: `sets` may be declared, `rest` stays in the hand.

    `win` is the winning tile where the pattern depends on it; it is one of `rest`.
    """

    sets: tuple[Tiles, ...]
    rest: Tiles
    win: Tile | None = None


class Layout(NamedTuple):
    """A hand on the table: declared sets as in a record, the other tiles, and the winning one."""

    melds: list[dict[str, Any]]
    concealed: list[Tile]
    win: Tile


Builder = Callable[[Random], Plan]


def winning_records(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """So many records of legal winning hands; the same seed gives the same records."""
    rng = Random(seed)
    builders, weights = zip(*BUILDERS, strict=True)
    made = 0
    while made < count:
        (builder,) = rng.choices(builders, weights)
        plan = with_kongs(rng, builder(rng))
        if is_possible(plan):
            yield record(rng, lay_out(rng, plan), f"{seed}-{made}")
            made += 1


def is_possible(plan: Plan) -> bool:
    """Whether no tile is needed more often than there are copies."""
    counts = Counter(plan.rest)
    for tiles in plan.sets:
        counts.update(tiles)
    return max(counts.values()) <= COPIES


# Tiles and sets


def tile(suit: int, rank: int) -> Tile:
    """The tile of that suit (0-2) whose number is `rank` + 1."""
    return 9 * suit + rank


def chow(first: Tile) -> Tiles:
    """The chow that begins with a tile."""
    return (first, first + 1, first + 2)


def pung(of: Tile) -> Tiles:
    """Three of a tile."""
    return (of,) * 3


def pair(of: Tile) -> Tiles:
    """Two of a tile."""
    return (of,) * 2


def is_pung(tiles: Tiles) -> bool:
    """Whether a set is a pung or kong."""
    return tiles[0] == tiles[-1]


def ranks(wanted: Iterable[int], suits: Iterable[int] = range(3)) -> Tiles:
    """The tiles of these numbers (1-9) in these suits."""
    return tuple(tile(suit, rank - 1) for suit in suits for rank in wanted)


# Worlds: the tiles to which a hand keeps

FULL = range(1, 10)
GREEN: Tiles = (*ranks((2, 3, 4, 6, 8), [2]), 32)
REVERSIBLE: Tiles = (*ranks((1, 2, 3, 4, 5, 8, 9), [1]), *ranks((2, 4, 5, 6, 8, 9), [2]), 31)
TERMINALS = ranks((1, 9))
EVERYTHING: Tiles = tuple(range(34))
FIXED_WORLDS: tuple[Tiles, ...] = (
    EVERYTHING,
    ranks(FULL),
    ranks(range(2, 9)),
    GREEN,
    REVERSIBLE,
    HONORS,
    TERMINALS,
    (*TERMINALS, *HONORS),
    ranks((1, 2, 3, 7, 8, 9)),
    (*ranks((1, 2, 3, 7, 8, 9)), *HONORS),
    *(ranks(wanted) for wanted in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 2, 3, 4), (6, 7, 8, 9), (2, 4, 6, 8))),
)


def random_world(rng: Random) -> Tiles:
    """The tiles of a pattern, of one or two suits with or without honors, or of a narrow window of numbers."""
    sort = rng.random()
    if sort < 0.45:
        return rng.choice(FIXED_WORLDS)
    suits = sorted(rng.sample(range(3), rng.choice((1, 1, 2, 3))))
    first = rng.randint(1, 5) if sort < 0.7 else 1
    width = rng.randint(4, 5) if sort < 0.7 else 9
    honors = HONORS if rng.random() < 0.4 else ()
    return (*ranks(range(first, first + width), suits), *honors)


@cache
def chows_in(world: Tiles) -> tuple[Tiles, ...]:
    """All chows of a world."""
    return tuple(chow(first) for first in world if first < 27 and first % 9 < 7 and {first + 1, first + 2} <= {*world})


def random_set(rng: Random, world: Tiles, chow_share: float) -> Tiles:
    """A set of tiles of a world."""
    chows = chows_in(world)
    if chows and rng.random() < chow_share:
        return rng.choice(chows)
    return pung(rng.choice(world))


def filled(rng: Random, sets: Sequence[Tiles], world: Tiles, chow_share: float, head: Tile | None = None) -> Plan:
    """A plan of these sets, with further ones and the pair (unless it is given) from a world."""
    more = [random_set(rng, world, chow_share) for _ in range(4 - len(sets))]
    return Plan((*sets, *more), pair(rng.choice(world) if head is None else head))


# Plans of four sets and a pair


def within_world(rng: Random) -> Plan:
    """Any sets of a world."""
    return filled(rng, (), random_world(rng), rng.choice((0.0, 0.4, 0.7, 1.0)))


CHOW_PATTERNS = (
    *("a0 a3 a6", "a0 b3 c6", "a0 a1 a2", "a0 a2 a4", "a0 a1 a2 a3", "a0 a2 a4 a6", "a0 a0 a0", "a0 a0 a0 a0"),
    *("a0 b0 c0", "a0 b1 c2", "a0 a0", "a0 b0", "a0 a3", "a0 a6", "a0 a3 b0 b3", "a0 a6 b0 b6", "a0 a0 b0 b0"),
    *("a0 a0 a3 a3", "a0 a3 b3", "a0 b0 b3 a0", "a0 b0 c0 a3", "a0 a1 a2 b0", "a0 a3 a6 a0", "a0 a0 a0 a3"),
)
PUNG_PATTERNS = (
    *("a0 a1 a2", "a0 a1 a2 a3", "a0 b0 c0", "a0 b1 c2", "a0 b0", "a0 b0 a1 b1", "a0 b0 c0 a1", "a0 b1 c2 a1"),
    *("a0 a1 a2 b0", "a0 a1"),
)


def from_pattern(rng: Random, pattern: str, room: int) -> list[Tile]:
    """The lowest tiles of the sets of a pattern; letters are suits, figures steps from the lowest number.

    `room` is how many numbers a set may begin with.
    """
    suits = dict(zip("abc", rng.sample(range(3), 3), strict=True))
    parts = [(suits[part[0]], int(part[1])) for part in pattern.split()]
    start = rng.randrange(room - max(step for _, step in parts))
    return [tile(suit, start + step) for suit, step in parts]


def chow_pattern(rng: Random) -> Plan:
    """Chows that belong together."""
    sets = [chow(first) for first in from_pattern(rng, rng.choice(CHOW_PATTERNS), 7)]
    return filled(rng, sets, rng.choice((EVERYTHING, random_world(rng))), rng.choice((0.5, 1.0)))


def pung_pattern(rng: Random) -> Plan:
    """Pungs that belong together."""
    sets = [pung(of) for of in from_pattern(rng, rng.choice(PUNG_PATTERNS), 9)]
    return filled(rng, sets, rng.choice((EVERYTHING, random_world(rng))), rng.choice((0.0, 0.5)))


def linked_chows(rng: Random) -> Plan:
    """Four chows from very few numbers and suits, so that they make many small fans."""
    start = rng.randrange(7)
    numbers = {start, start % 3, start % 3 + 3, rng.choice((0, 6))}
    suits = rng.sample(range(3), rng.choice((1, 2, 2, 3)))
    pool = [tile(suit, number) for suit in suits for number in sorted(numbers) if number < 7]
    return filled(rng, [chow(rng.choice(pool)) for _ in range(rng.choice((3, 4, 4)))], EVERYTHING, 0.6)


def terminal_chows(rng: Random) -> Plan:
    """Two chows of each end, in one or two suits, and a pair of fives."""
    suits = rng.sample(range(3), 3)
    first, second, third = suits if rng.random() < 0.5 else (suits[0],) * 3
    return Plan(tuple(chow(tile(suit, number)) for suit in (first, second) for number in (0, 6)), pair(tile(third, 4)))


def honors(rng: Random) -> Plan:
    """Several pungs of winds or dragons, often with a pair of the same."""
    family = rng.choice((WINDS, DRAGONS))
    sets = [pung(of) for of in rng.sample(family, rng.randint(2, len(family)))]
    head = rng.choice(rng.choice((family, EVERYTHING, HONORS)))
    return filled(rng, sets, rng.choice((EVERYTHING, random_world(rng))), 0.5, head)


def fives(rng: Random) -> Plan:
    """A five in every set and in the pair."""
    around = [pung(tile(suit, 4)) for suit in range(3)]
    around += [chow(tile(suit, rank)) for suit in range(3) for rank in (2, 3, 4)] * 2
    return Plan(tuple(rng.choices(around, k=4)), pair(tile(rng.randrange(3), 4)))


def all_types(rng: Random) -> Plan:
    """A group each of the three suits, the winds and the dragons."""
    sets = [random_set(rng, ranks(FULL, [suit]), 0.7) for suit in range(3)]
    wind, dragon = rng.choice(WINDS), rng.choice(DRAGONS)
    third, head = rng.choice(((wind, dragon), (dragon, wind)))
    return filled(rng, [*sets, pung(third)], EVERYTHING, 0.0, head)


def plain(rng: Random) -> Plan:
    """Unrelated sets in three suits and a pair of honors: now and then worth nothing at all."""
    sets = [chow(tile(suit, number)) for suit, number in enumerate(rng.sample(range(7), 3))]
    return filled(rng, sets, ranks(range(2, 9)), 0.5, rng.choice(HONORS))


# Plans of other shapes


def seven_pairs(rng: Random) -> Plan:
    """Seven pairs, four alike being two; half of them doubled runs, which are sets as well."""
    world = random_world(rng)
    if rng.random() < 0.5:
        runs = chows_in(world)
        if runs:
            sets = rng.choices(runs, k=2)
            return Plan((), (*sets[0], *sets[0], *sets[1], *sets[1], *pair(rng.choice(world))))
    return Plan((), tuple(of for _ in range(7) for of in pair(rng.choice(world))))


def seven_shifted_pairs(rng: Random) -> Plan:
    """Seven pairs in a row."""
    first = tile(rng.randrange(3), rng.randrange(3))
    return Plan((), tuple(of for number in range(7) for of in pair(first + number)))


def thirteen_orphans(rng: Random) -> Plan:
    """One of each terminal and honor, and one more."""
    orphans = (*TERMINALS, *HONORS)
    return Plan((), (*orphans, rng.choice(orphans)))


def knitted_tiles(rng: Random) -> Tiles:
    """The nine tiles of a knitted straight."""
    suits = rng.sample(range(3), 3)
    return tuple(tile(suit, start + step) for start, suit in enumerate(suits) for step in (0, 3, 6))


def honors_and_knitted(rng: Random) -> Plan:
    """Fourteen different tiles: all seven honors, or five or six, with knitted ones."""
    number = rng.choice((5, 5, 6, 7))
    return Plan((), (*rng.sample(HONORS, number), *rng.sample(knitted_tiles(rng), 14 - number)))


def knitted_straight(rng: Random) -> Plan:
    """A knitted straight with a set, which may be declared, and a pair."""
    world = random_world(rng) if rng.random() < 0.5 else EVERYTHING
    return Plan((random_set(rng, world, 0.6),), (*knitted_tiles(rng), *pair(rng.choice(world))))


def nine_gates(rng: Random) -> Plan:
    """1112345678999 of a suit and one more, which won or was there before."""
    suit = rng.randrange(3)
    more = tile(suit, rng.randrange(9))
    tiles = (*ranks((1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9), [suit]), more)
    return Plan((), tiles, more if rng.random() < 0.6 else None)


BUILDERS: tuple[tuple[Builder, float], ...] = (
    (within_world, 30),
    (chow_pattern, 16),
    (pung_pattern, 10),
    (linked_chows, 10),
    (terminal_chows, 1),
    (honors, 8),
    (fives, 3),
    (all_types, 2),
    (plain, 6),
    (seven_pairs, 5),
    (seven_shifted_pairs, 0.7),
    (thirteen_orphans, 0.7),
    (honors_and_knitted, 2.5),
    (knitted_straight, 5),
    (nine_gates, 2),
)
"""What kinds of hands are made, and how often in proportion."""


# Layout


def with_kongs(rng: Random, plan: Plan) -> Plan:
    """The plan with some of its pungs as kongs."""
    share = rng.choices((0.0, 0.3, 0.9), (6, 3, 2))[0]
    if not share:
        return plan
    sets = (tiles[:1] * 4 if is_pung(tiles) and rng.random() < share else tiles for tiles in plan.sets)
    return plan._replace(sets=tuple(sets))


def lay_out(rng: Random, plan: Plan) -> Layout:
    """Declare some of the sets, every kong among them, and choose the winning tile."""
    claims = rng.choices((0.0, 0.3, 0.7, 1.0), (4, 3, 2, 2))[0]
    hidden_kongs = rng.choice((0.2, 0.6, 1.0))
    melds, concealed = [], list(plan.rest)
    for tiles in plan.sets:
        if len(tiles) == 4:
            melds.append(kong(rng, tiles, concealed=rng.random() < hidden_kongs))
        elif rng.random() < claims:
            melds.append(claimed_set(rng, tiles))
        else:
            concealed += tiles
    rng.shuffle(melds)
    rng.shuffle(concealed)
    win = rng.choice(sorted(set(concealed))) if plan.win is None else plan.win
    concealed.remove(win)
    return Layout(melds, concealed, win)


def kong(rng: Random, tiles: Tiles, *, concealed: bool) -> dict[str, Any]:
    """A kong as in a record."""
    meld: dict[str, Any] = {"type": "kong", "tiles": format_tiles(tiles), "concealed": concealed}
    if not concealed and rng.random() < 0.5:
        meld |= {"from": rng.choice(SIDES), "added": rng.random() < 0.5}
    return meld


def claimed_set(rng: Random, tiles: Tiles) -> dict[str, Any]:
    """A claimed chow or pung as in a record."""
    meld: dict[str, Any] = {"type": "pung" if is_pung(tiles) else "chow", "tiles": format_tiles(tiles)}
    if rng.random() < 0.5:
        meld["from"] = rng.choice(SIDES) if is_pung(tiles) else "left"
    return meld


# Situation


def record(rng: Random, layout: Layout, id: str) -> dict[str, Any]:
    """The record of a hand, with a random situation."""
    drawn = rng.random() < 0.5
    made: dict[str, Any] = {
        "id": id,
        "ruleset": "chinese-official",
        "melds": layout.melds,
        "concealed": format_tiles(layout.concealed),
        "win": TEXT[layout.win],
        "self_drawn": drawn,
        "seat": rng.choice(SEATS),
        "round": rng.choice(SEATS),
        "flowers": flowers(rng),
        "flags": flags(rng, layout, drawn=drawn),
    }
    if not drawn and rng.random() < 0.7:
        made["from"] = rng.choice(SIDES)
    return made


def flowers(rng: Random) -> int | list[str]:
    """Bonus tiles, or their number."""
    number = rng.choices(range(9), (10, 4, 3, 2, 1, 1, 1, 1, 1))[0]
    return number if rng.random() < 0.5 else rng.sample(BONUS, number)


def flags(rng: Random, layout: Layout, *, drawn: bool) -> list[str]:
    """Flags that do not contradict the hand or each other."""
    text = TEXT[layout.win]
    held = layout.win in layout.concealed
    shown = any(holds(meld, text) for meld in layout.melds)
    kongs = any(meld["type"] == "kong" for meld in layout.melds)
    found = []
    if rng.random() < 0.07:
        found.append("last_tile")
    if drawn and kongs and rng.random() < 0.25:
        found.append("kong_replacement")
    if not (drawn or held or shown or found) and rng.random() < 0.07:
        found.append("robbing_kong")
    if not held and rng.random() < 0.07:
        found.append("last_of_kind")
    return found


def holds(meld: dict[str, Any], text: str) -> bool:
    """Whether a declared set holds a tile of that text."""
    return meld["tiles"][-1] == text[-1] and text[0] in meld["tiles"]
