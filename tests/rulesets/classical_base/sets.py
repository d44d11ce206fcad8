"""Tiles, sets and all the ways to read a hand, in plain Python: what `doubling_reference` counts with.

Nothing here knows the engine; a hand is a record as a program gets it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

Record = dict[str, Any]
Tiles = tuple[str, ...]

SUITS, SEATS = "mps", "ESWN"
WINDS, DRAGONS = ("1z", "2z", "3z", "4z"), ("5z", "6z", "7z")
HONORS = (*WINDS, *DRAGONS)
TERMINALS = ("1m", "9m", "1p", "9p", "1s", "9s")
MAJORS = (*TERMINALS, *HONORS)
KINDS = (*(rank + suit for suit in SUITS for rank in "123456789"), *HONORS)
COPIES = 4


class Group(NamedTuple):
    """A set or the pair, by its lowest tile.

    `open`: claimed, or completed by a claimed tile. `from_hand`: an open kong of three tiles that were
    concealed. `completed`: the winning tile is in it.
    """

    kind: str
    tile: str
    open: bool = False
    from_hand: bool = False
    completed: bool = False

    @property
    def tiles(self) -> Tiles:
        """Its tiles, of a kong three."""
        if self.kind == "chow":
            return tuple(f"{int(self.tile[0]) + step}{self.tile[1]}" for step in range(3))
        return (self.tile,) * (2 if self.kind == "pair" else 3)

    @property
    def same(self) -> bool:
        """Whether it is a pung or a kong."""
        return self.kind in ("pung", "kong")

    @property
    def major(self) -> bool:
        return self.tile in MAJORS


class Hand(NamedTuple):
    """A record, read: `held` are the tiles in the hand, the winning one among them, in order."""

    melds: tuple[Group, ...]
    held: Tiles
    win: str | None
    won: bool
    drawn: bool
    own: str
    round: str
    bonus: Tiles
    flags: frozenset[str]
    east_wins: int

    @property
    def tiles(self) -> Tiles:
        """All tiles, of a kong three."""
        return (*self.held, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def suits(self) -> set[str]:
        return {tile[1] for tile in self.tiles} - {"z"}

    @property
    def honors(self) -> bool:
        return any(tile in HONORS for tile in self.tiles)

    @property
    def loose(self) -> bool:
        """Whether the winning tile replaced another one."""
        return bool(self.flags & {"kong_replacement", "flower_replacement"})

    @property
    def closed(self) -> bool:
        """Whether no set was claimed before the winning tile."""
        return not any(meld.open for meld in self.melds)

    def number(self, tile: str) -> int:
        """How many copies the player has, all four of a kong."""
        declared = (
            COPIES if meld == meld._replace(kind="kong", tile=tile) else meld.tiles.count(tile) for meld in self.melds
        )
        return self.held.count(tile) + sum(declared)

    def finished_with(self, tile: str) -> Hand:
        """The hand of a player who did not win, as if a drawn tile had completed it."""
        return self._replace(held=in_order((*self.held, tile)), win=tile, won=True, drawn=True)


def tiles_of(text: str) -> Tiles:
    """The tiles of a text such as `123m55z`."""
    found: list[str] = []
    run = ""
    for letter in text:
        if letter.isdigit():
            run += letter
        else:
            found += [rank + letter for rank in run]
            run = ""
    return tuple(found)


def in_order(tiles: Tiles) -> Tiles:
    return tuple(sorted(tiles, key=KINDS.index))


def hand_of(record: Record) -> Hand:
    """The hand of a record."""
    melds = []
    for meld in record.get("melds", []):
        is_open = not meld.get("concealed", False)
        claimed_kong = is_open and meld["type"] == "kong" and not meld.get("added", False)
        melds.append(Group(meld["type"], min(tiles_of(meld["tiles"])), is_open, claimed_kong))
    win, won = record.get("win"), bool(record.get("winner", True))
    return Hand(
        tuple(melds),
        in_order((*tiles_of(record["concealed"]), *([win] if win else []))),
        win,
        won,
        bool(record.get("self_drawn", won and not win)),
        WINDS[SEATS.index(record.get("seat", "E"))],
        WINDS[SEATS.index(record.get("round", "E"))],
        tuple(record.get("flowers", [])),
        frozenset(record.get("flags", [])),
        record.get("consecutive_east_wins", 0),
    )


@cache
def splits(tiles: Tiles, pair: bool = True) -> tuple[tuple[Group, ...], ...]:
    """Every way to lay out tiles, which are in order, in sets and in one pair where it is still to come."""
    if not tiles:
        return () if pair else ((),)
    first = tiles[0]
    tries = [Group(kind, first) for kind, number in (("pung", 3), ("pair", 2)) if tiles.count(first) >= number]
    if first not in HONORS and first[0] <= "7":
        tries.append(Group("chow", first))
    found = []
    for group in tries:
        if group.kind == "pair" and not pair:
            continue
        rest = without(tiles, group.tiles)
        if rest is not None:
            found += [(group, *others) for others in splits(rest, pair and group.kind != "pair")]
    return tuple(found)


def without(tiles: Tiles, some: Tiles) -> Tiles | None:
    """The other tiles; None where one is missing."""
    rest = list(tiles)
    for tile in some:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def readings(hand: Hand) -> Iterator[tuple[Group, ...]]:
    """Every way to read four sets and a pair, and every place that the winning tile may have.

    A set that a claimed tile completes is open. A hand as dealt has no winning tile.
    """
    for groups in splits(hand.held):
        if hand.win is None:
            yield (*hand.melds, *groups)
        for place, group in enumerate(groups):
            if hand.win in group.tiles:
                completed = group._replace(open=not hand.drawn, completed=True)
                yield (*hand.melds, *groups[:place], completed, *groups[place + 1 :])


def unfinished(hand: Hand) -> tuple[Group, ...]:
    """What counts of a hand that did not win: its melds, and of its tiles every pung and pair."""
    counts = Counter(hand.held)
    pungs = [Group("pung", tile) for tile, number in counts.items() if number >= 3]
    pairs = [Group("pair", tile) for tile, number in counts.items() if number == 2]
    return (*hand.melds, *pungs, *pairs)


def completing(hand: Hand, exhausted: bool = False) -> Iterator[str]:
    """The tiles that a player may still hope for: not those of which he has all four, unless these count too."""
    return (tile for tile in KINDS if exhausted or hand.number(tile) < COPIES)
