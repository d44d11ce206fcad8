"""With which tiles of a hand a discard makes a set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..play.seat_state import TILES
from ..tiles.tile import ALL_KINDS, JOKER, RANKS, RED, SUITS, TEXT, Tile

RANK: Final = tuple(tile % 9 if tile < len(SUITS) * RANKS["m"] else -1 for tile in range(TILES))
"""The rank of every suit tile, from 0; -1 for others."""

_REDS: Final[dict[Tile, tuple[Tile, ...]]] = {five: (red,) for red, five in RED.items()}
"""The red fives of every kind that has some."""


_PAIRS_AROUND: Final = ((-2, -1), (-1, 1), (1, 2))
"""Where the other two tiles of a chow are, seen from one."""


def _makes_chow(rank: int, around: int) -> bool:
    """Whether a suit tile of a rank makes a chow with those around it: a mask, in which it has bit 2 itself."""
    return any(
        around >> 2 + low & around >> 2 + high & 1 for low, high in _PAIRS_AROUND if rank + low >= 0 and rank + high < 9
    )


_CHOWS_BY_RANK: Final = [sum([1 << around for around in range(32) if _makes_chow(rank, around)]) for rank in range(9)]
CHOWS_WITH: Final = tuple([_CHOWS_BY_RANK[rank] if rank >= 0 else 0 for rank in RANK])
"""For every tile the masks of the tiles around it with which it makes a chow, themselves as a mask."""


def _chows_of(tile: Tile) -> Iterator[tuple[str, tuple[Tile, Tile]]]:
    """The chows in which there may be a tile, from the lowest: the lowest tile of each, and the other two."""
    rank = RANK[tile]
    for low in range(max(rank - 2, 0), min(rank, 6) + 1):
        one, two = [tile - rank + low + step for step in range(3) if low + step != rank]
        yield TEXT[tile - rank + low], (one, two)


_CHOWS_OF: Final = [[*_chows_of(tile)] if RANK[tile] >= 0 else [] for tile in range(TILES)]


def makes_chow(held: int, tile: Tile) -> bool:
    """Whether two tiles of a hand, the mask of whose tiles is given, make a chow with one."""
    return CHOWS_WITH[tile] >> (held << 2 >> tile & 31) & 1 != 0


def alike(counts: list[int], tile: Tile, number: int, wild: int = ALL_KINDS) -> list[tuple[Tile, ...]]:
    """The ways to have so many tiles like one in hand, jokers among them where they stand for it: `wild` is a mask."""
    most = min(counts[JOKER], number) if wild >> tile & 1 else 0
    return [
        (tile,) * (number - jokers) + (JOKER,) * jokers for jokers in range(most + 1) if counts[tile] >= number - jokers
    ]


def with_reds(own: tuple[Tile, ...], counts: list[int], *, in_order: bool) -> list[tuple[Tile, ...]]:
    """The ways to lay tiles of a hand, which are said by their kinds, with the plain and the red fives that it has.

    Tiles are sorted by their numbers, unless they stand `in_order`, each in its place.
    """
    found: list[tuple[Tile, ...]] = [()]
    for tile in own:
        found = [(*before, each) for before in found for each in (tile, *_REDS.get(tile, ()))]
    ways = found if in_order else [tuple(sorted(way)) for way in found]
    return [way for way in dict.fromkeys(ways) if all(counts[tile] >= way.count(tile) for tile in way)]


def chows(counts: list[int], tile: Tile, wild: int = ALL_KINDS) -> list[tuple[str, tuple[Tile, ...]]]:
    """The ways to make a chow with a tile: the two tiles in hand in their places, jokers among them where they stand
    for these: `wild` is a mask.

    Before the tiles stands the lowest tile of the chow, where jokers are used; else nothing.
    """
    found: list[tuple[str, tuple[Tile, ...]]] = []
    jokers = counts[JOKER]
    for lowest, own in _CHOWS_OF[tile]:
        one, two = own
        if counts[one] and counts[two]:
            found.append(("", own))
        if jokers:
            for_one, for_two = wild >> one & 1, wild >> two & 1
            found += [(lowest, (one, JOKER))] if counts[one] and for_two else []
            found += [(lowest, (JOKER, two))] if counts[two] and for_one else []
            found += [(lowest, (JOKER, JOKER))] if jokers > 1 and for_one and for_two else []
    return found
