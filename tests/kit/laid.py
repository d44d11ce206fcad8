"""Walls laid by hand and moves told in words, by the short names that tests use."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.play.events import Event
from mjrules.testing.laid import all_pass as silent
from mjrules.testing.laid import laid_table as laid
from mjrules.testing.laid import laid_wall
from mjrules.testing.laid import play_moves as play

<<<<<<< HEAD

def laid_wall(
    ruleset: Ruleset, hands: Mapping[str, str], draws: str = "", loose: str = "", more: int | None = None
) -> list[Tile]:
    """A wall that deals these hands (East's has one tile more), then these tiles, and from its end these.

    What is not said is filled up with the tiles left, bonus tiles last of all in the middle; `more` is how
    many tiles lie between `draws` and `loose`, all that are left where it is not said.
    """
    rules = ruleset.definition.table
    held = rules.hand_size or max(shape.size for shape in ruleset.book.shapes if not shape.pattern_only) - 1
    left = Counter({tile: copies for tile, copies in enumerate(ruleset.book.tiles.copies) if copies})
    wanted: dict[str, list[Tile]] = {seat: list(parse_tiles(hands.get(seat, ""))) for seat in rules.seats}
    front, end = list(parse_tiles(draws)), list(parse_tiles(loose))
    for tiles in (*wanted.values(), front, end):
        left.subtract(tiles)
    assert min(left.values()) >= 0, f"more than there are: {[tile for tile, number in left.items() if number < 0]}"
    rest = sorted(left.elements())
    for place, seat in enumerate(rules.seats):
        while len(wanted[seat]) < held + (place == 0):
            wanted[seat].append(_harmless(rest, wanted[seat]))
    assert all(len(tiles) == held + (place == 0) for place, tiles in enumerate(wanted.values())), "a hand is too large"
    middle = rest if more is None else rest[:more]
    return [*_dealt(rules, wanted, held), *_drawn([*front, *middle], end, sum(map(len, wanted.values())))]


def _drawn(front: Sequence[Tile], end: Sequence[Tile], before: int) -> list[Tile]:
    """The tiles behind so many others, so that `end` are taken from the end; of each stack the top one first."""
    size = before + len(front) + len(end)
    stacks = range((size - 1) // 2 * 2, -1, -2)
    places = [place for top in stacks for place in (top, top + 1) if place < size][: len(end)]
    wall = dict(zip(places, end, strict=True))
    wall.update(zip([place for place in range(before, size) if place not in wall], front, strict=True))
    return [wall[place] for place in range(before, size)]


def _harmless(rest: list[Tile], hand: Sequence[Tile]) -> Tile:
    """A tile that is far from those in hand."""
    best = min(rest, key=lambda tile: (tile >= 34, sum(abs(tile - own) < 3 for own in hand)))
    rest.remove(best)
    return best


def _dealt(rules: TableRules, hands: Mapping[str, Sequence[Tile]], held: int) -> list[Tile]:
    """The tiles in the order of the wall that give each player these."""
    number = sum(map(len, hands.values()))
    wall: list[Tile] = [-1] * number
    left = {seat: list(tiles) for seat, tiles in hands.items()}
    for seat, places in deal_order(range(number), rules, held, late_east=False):
        for place in places:
            wall[place] = left[rules.seats[seat]].pop(0)
    return wall


def laid(
    ruleset: Ruleset,
    hands: Mapping[str, str],
    draws: str = "",
    loose: str = "",
    *,
    more: int | None = None,
    **said: Any,
) -> Table:
    """A table with such a wall."""
    return Table(ruleset, 1, wall=laid_wall(ruleset, hands, draws, loose, more), **said)


CLAIMS = ("chow", "pung", "kong", "mahjong")


def play(table: Table, moves: str) -> tuple[Event, ...]:
    """Moves as `E discard 5m; S pung; W mahjong`, one after another; the events from the first to the last.

    Before somebody discards or declares a kong, all who are asked pass; after a claim that is the last move, too.
    """
    start = len(table.log)
    for move in moves.split(";"):
        seat, kind, *rest = move.split()
        if kind == "discard" or (kind == "kong" and rest and table.state.phase.name == "claims"):
            silent(table)
        _METHODS[kind](table, seat, *rest)
    if kind in CLAIMS and not rest:
        silent(table)
    return tuple(table.log[start:])


_METHODS: dict[str, Callable[..., Any]] = {
    "discard": Table.discard,
    "chow": Table.chow,
    "pung": Table.pung,
    "kong": Table.kong,
    "mahjong": Table.mahjong,
    "pass": Table.pass_claim,
    "declare": Table.declare,
    "draw": Table.draw,
    "loose": Table.take_loose,
    "false": Table.call_falsely,
    "fault": Table.fault,
}


def silent(table: Table) -> None:
    """All who are asked whether they claim, or declare a kong before play, pass."""
    while table.state.phase.name in ("deal", "claims"):
        table.pass_claim(table.to_act()[0])
=======
__all__ = ["kinds", "laid", "laid_wall", "play", "silent"]
>>>>>>> main


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]
