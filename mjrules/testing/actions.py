"""All actions that could be meant at a moment, right and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from ..play.events import NO_TILE, Action
from ..play.player import TILES
from ..table.table import Table
from ..tiles.tile import JOKER, RANKS, SUITS, TEXT, Tile

SUIT_TILES = len(SUITS) * RANKS["m"]


def all_actions(table: Table) -> Iterator[Action]:
    """Every action that the engine itself knows, of every seat and of some that are not there.

    Sets are tried with all tiles that could make one, and with some that cannot; of the tiles that nobody could
    claim now only a few are tried, others at every moment. Discards that are called by the wrong name, false calls
    and faults are left out: they are not play, though they may happen.
    """
    state = table.state
    near = {state.tile, state.drawn, state.tile + 1, NO_TILE, len(table.log) % TILES}
    for seat in (-1, *range(len(table.seats)), len(table.seats)):
        yield from _plain(seat)
        for tile in range(-1, TILES + 1):
            yield Action("discard", seat, tile)
            yield Action("kong", seat, tile)
        for tile in near:
            yield Action("mahjong", seat, tile)
            yield from _alike(seat, tile)
        for tile in {state.tile, len(table.log) % SUIT_TILES}:
            if 0 <= tile < SUIT_TILES:
                yield from _chows(seat, tile)
        yield from _odd(seat, state.tile, state.drawn)
        yield from _of_house_rules(table, seat)


def _plain(seat: int) -> Iterator[Action]:
    for kind in ("pass", "draw", "take_loose", "chow", "pung", "kong", "mahjong", "discard", "no_such_kind"):
        yield Action(kind, seat)


def _alike(seat: int, tile: Tile) -> Iterator[Action]:
    for number in range(1, 5):
        for jokers in range(number + 1):
            own = (tile,) * (number - jokers) + (JOKER,) * jokers
            yield Action("pung", seat, tile, own)
            yield Action("kong", seat, tile, own)
    yield Action("pung", seat, tile, (tile, tile + 1))


def _chows(seat: int, tile: Tile) -> Iterator[Action]:
    around = [other for other in range(tile - 2, tile + 3) if 0 <= other < SUIT_TILES]
    for own in combinations_with_replacement([*around, JOKER], 2):
        yield Action("chow", seat, tile, own)
        yield Action("chow", seat, tile, own[::-1])
        if JOKER in own:
            for low in around:
                yield Action("chow", seat, tile, own, TEXT[low])
                yield Action("chow", seat, tile, own[::-1], TEXT[low])


def _of_house_rules(table: Table, seat: int) -> Iterator[Action]:
    """What house rules may know: declarations, answers, and tiles given, some of the hand and others."""
    for word in ("", "yes", "no", "no_such_word", *table.ruleset.book.flags):
        yield Action("declare", seat, word=word)
        yield Action("answer", seat, word=word)
    own = table.state.players[seat].tiles() if 0 <= seat < len(table.seats) else []
    for number in range(5):
        for tiles in (own[:number], own[-number:], [JOKER] * number, [NO_TILE] * number):
            yield Action("give", seat, tiles=tuple(tiles))
            yield Action("give", seat, tiles=tuple(reversed(tiles)))


def _odd(seat: int, tile: Tile, drawn: Tile) -> Iterator[Action]:
    """Actions with a field too much."""
    for known in {tile, drawn} - {NO_TILE}:
        for kind in ("discard", "pass", "draw", "take_loose", "mahjong"):
            yield Action(kind, seat, known, (known,))
            yield Action(kind, seat, known, word="added")
            if kind in ("pass", "draw", "take_loose"):
                yield Action(kind, seat, known)
            if kind != "discard":
                yield Action(kind, seat, known, named=known)
        for number, word in ((0, "added"), (0, "concealed"), (3, "added"), (3, "")):
            yield Action("kong", seat, known, (known,) * number, word, named=NO_TILE if word else known)
        yield Action("pung", seat, known, (known,) * 2, "pung")
        yield Action("pung", seat, known, (known,) * 2, named=known)
        if known < SUIT_TILES - 2:
            yield Action("chow", seat, known, (known + 1, known + 2), "chow")
            yield Action("chow", seat, known, (known + 1, known + 2), TEXT[known])
