"""Walls laid for a test: who is dealt what, and what is drawn after it."""

from __future__ import annotations

from collections.abc import Sequence

import mjrules
from mjrules.table.deal import deal_order
from mjrules.table.table import Table
from mjrules.tiles import KINDS, Tile, format_tiles, parse_tiles


def laid(ruleset: mjrules.Ruleset, hands: Sequence[str], drawn: str = "", loose: str = "") -> tuple[Tile, ...]:
    """The wall that deals these hands in the order of play, East's with the tile that he discards from.

    `drawn` are the tiles that follow at the front, `loose` those at the end, the first to be taken first. The
    rest of the set follows, bonus tiles where nobody comes to.
    """
    table = Table(ruleset, 0)
    size = len(table.log[0].tiles)
    ends = [place for top in range(size - 2, -1, -2) for place in (top, top + 1)]
    wall: list[Tile | None] = [None] * size
    given = [list(parse_tiles(hand)) for hand in hands]
    dealt = list(deal_order(range(size), table.rules, table.hand_size, late_east=False))
    for seat, places in dealt:
        for place in places:
            wall[place] = given[seat].pop(0)
    front = max(place for _, places in dealt for place in places) + 1
    for free, text in ((list(range(front, size)), drawn), (ends, loose)):
        for place, tile in zip(free, parse_tiles(text), strict=False):
            wall[place] = tile
    rest = [tile for tile, copies in enumerate(ruleset.book.tiles.copies) for _ in range(copies)]
    for known in wall:
        if known is not None:
            rest.remove(known)
    half = len(rest) // 2
    rest = sorted(rest, key=lambda tile: tile >= KINDS)
    plain = rest[: len(rest) - sum(tile >= KINDS for tile in rest)]
    middle = iter([*plain[:half], *rest[len(plain) :], *plain[half:]])
    return tuple(next(middle) if tile is None else tile for tile in wall)


NOTHING = ("258m369p147s", "369m147p258s", "258m147p369s")
"""Suit tiles of which no two make a set with a third."""


def dealt(ruleset: mjrules.Ruleset, east: str, drawn: str = "", loose: str = "", others: Sequence[str] = ()) -> Table:
    """A table at which East has these fourteen tiles, and the others, if they are not told, hands that make nothing."""
    used = [*parse_tiles(east), *parse_tiles(drawn), *parse_tiles(loose)]
    hands = list(others)
    for suits in () if others else NOTHING:
        winds_and_dragons = sorted(range(27, KINDS), key=used.count)[:4]
        used += winds_and_dragons
        hands.append(f"{suits} {format_tiles(winds_and_dragons)}")
    return Table(ruleset, 0, wall=laid(ruleset, (east, *hands), drawn, loose))
