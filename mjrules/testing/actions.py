"""All actions that could be meant at a moment, right and wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from ..play.event_fields import NO_TILE
from ..play.events import (
    Action,
    Answer,
    Chow,
    Declare,
    Discard,
    Draw,
    Give,
    Kong,
    Mahjong,
    Pass,
    Pung,
    TakeLoose,
    event,
)
from ..play.seat_state import TILES
from ..table.table import Table
from ..tiles.tile import JOKER, RANKS, SUITS, TEXT, Tile

_SUIT_TILES = len(SUITS) * RANKS["m"]


@event("no_such_kind")
class NoSuchKind(Action):
    """An action that nobody knows."""


def all_actions(table: Table) -> Iterator[Action]:
    """Every action that the engine itself knows, of every seat and of some that are not there.

    Sets are tried with all tiles that could make one, and with some that cannot; of the tiles that nobody could
    claim now only a few are tried, others at every moment. Discards that are called by the wrong name, false calls
    and faults are left out: they are not play, though they may happen.
    """
    state = table.state
    near = {state.tile, state.drawn, state.tile + 1, NO_TILE, len(table.log) % TILES}
    for seat in (-1, *range(len(table.seats)), len(table.seats)):
        yield from (Pass(seat), Draw(seat), TakeLoose(seat), Kong(seat), Mahjong(seat), NoSuchKind(seat))
        for tile in range(-1, TILES + 1):
            yield Discard(seat, tile)
            yield Kong(seat, tile)
        for tile in near:
            yield Mahjong(seat, tile)
            yield from _alike(seat, tile)
        for tile in {state.tile, len(table.log) % _SUIT_TILES}:
            if 0 <= tile < _SUIT_TILES:
                yield from _chows(seat, tile)
        yield from _odd(seat, {state.tile, state.drawn} - {NO_TILE})
        yield from _of_house_rules(table, seat)


def _alike(seat: int, tile: Tile) -> Iterator[Action]:
    for number in range(5):
        for jokers in range(number + 1):
            own = (tile,) * (number - jokers) + (JOKER,) * jokers
            yield Pung(seat, tile, own)
            yield Kong(seat, tile, own)
    yield Pung(seat, tile, (tile, tile + 1))


def _chows(seat: int, tile: Tile) -> Iterator[Action]:
    around = [other for other in range(tile - 2, tile + 3) if 0 <= other < _SUIT_TILES]
    for own in combinations_with_replacement([*around, JOKER], 2):
        yield Chow(seat, tile, own)
        yield Chow(seat, tile, own[::-1])
        if JOKER in own:
            for low in around:
                yield Chow(seat, tile, own, TEXT[low])
                yield Chow(seat, tile, own[::-1], TEXT[low])


def _of_house_rules(table: Table, seat: int) -> Iterator[Action]:
    """What house rules may know: declarations, answers, and tiles given, some of the hand and others."""
    for word in ("", "yes", "no", "no_such_word", *table.ruleset.book.flags):
        yield Declare(seat, word)
        yield Answer(seat, word)
    own = table.state.players[seat].tiles() if 0 <= seat < len(table.seats) else []
    for number in range(5):
        for tiles in (own[:number], own[-number:], [JOKER] * number, [NO_TILE] * number):
            yield Give(seat, tuple(tiles))
            yield Give(seat, tuple(reversed(tiles)))


def _odd(seat: int, tiles: set[Tile]) -> Iterator[Action]:
    """Actions that say more than a player does."""
    for tile in tiles:
        for number, how in ((0, "added"), (0, "concealed"), (3, "added")):
            yield Kong(seat, tile, (tile,) * number, how)
        if tile < _SUIT_TILES - 2:
            yield Chow(seat, tile, (tile + 1, tile + 2), "chow")
            yield Chow(seat, tile, (tile + 1, tile + 2), TEXT[tile])
