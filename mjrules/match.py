"""The general matcher: lays tiles into the parts of a shape in every way, however the parts are told.

Suit letters being bound, it takes out loose tiles, gives declared sets to parts that admit them, and
then lays the lowest tile left into every different part that can hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .patterns import LoosePart, Part, PickPart, SetPart
from .pieces import CHOW, KONG, LOOSE, PAIR, PUNG, Piece, make_piece
from .selectors import Env, Fixed, Selector
from .split import Counts
from .tiles import KINDS, SUIT

SIZE: Final = {CHOW: 3, PUNG: 3, PAIR: 2, LOOSE: 1}
"""How many tiles a piece of each form has, a kong counting three."""


def lay(parts: tuple[Part, ...], melds: tuple[Piece, ...], counts: Counts, env: Env) -> Iterator[tuple[Piece, ...]]:
    """The concealed pieces of every way to lay these tiles beside the declared sets into the parts.

    The pieces have no facts; `env` binds the suit letters and the classes that depend on the hand.
    """
    sets = tuple(part for part in parts if isinstance(part, SetPart))
    picks = tuple(_Place(part) for part in parts if isinstance(part, PickPart) for _ in range(part.number))
    for rest, loose, bound in _take_loose(parts, list(counts), env):
        for places, after in give_melds(melds, (*sets, *picks), bound):
            for pieces in _lay(rest, places, after):
                yield (*pieces, *loose)


class _Place:
    """One place of a pick; the places of one pick hold different tiles."""

    def __init__(self, part: PickPart) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Place) and other.part is self.part

    def __hash__(self) -> int:
        return id(self.part)


def _take_loose(
    parts: tuple[Part, ...], counts: list[int], env: Env
) -> Iterator[tuple[list[int], tuple[Piece, ...], Env]]:
    """Every way to take out the loose tiles: what is left, the tiles as pieces, the letters."""
    selectors = [selector for part in parts if isinstance(part, LoosePart) for selector in part.tiles]
    yield from _take_tiles(selectors, counts, (), env)


def _take_tiles(
    selectors: list[Selector], counts: list[int], taken: tuple[Piece, ...], env: Env
) -> Iterator[tuple[list[int], tuple[Piece, ...], Env]]:
    if not selectors:
        yield list(counts), taken, env
        return
    first = selectors[0]
    exact = isinstance(first, Fixed) and first.mask.bit_count() == 1
    for tile in (first.mask.bit_length() - 1,) if exact and isinstance(first, Fixed) else range(KINDS):
        if not counts[tile]:
            continue
        bound = first.bind(tile, env)
        if bound is not None:
            counts[tile] -= 1
            yield from _take_tiles(selectors[1:], counts, (*taken, make_piece(LOOSE, tile)), bound)
            counts[tile] += 1


def give_melds(
    melds: tuple[Piece, ...], parts: tuple[SetPart | _Place, ...], env: Env
) -> Iterator[tuple[tuple[SetPart | _Place, ...], Env]]:
    """Every way to give the declared sets to parts that admit them: the parts left, the letters."""
    if not melds:
        yield parts, env
        return
    for index in _different(parts):
        part = parts[index]
        if isinstance(part, SetPart):
            bound = part.admits(melds[0], env)
            if bound is not None:
                yield from give_melds(melds[1:], parts[:index] + parts[index + 1 :], bound)


def _lay(counts: list[int], parts: tuple[SetPart | _Place, ...], env: Env) -> Iterator[tuple[Piece, ...]]:
    """Every way to lay the tiles into the parts, the lowest tile first."""
    lowest = next((tile for tile in range(KINDS) if counts[tile]), None)
    if lowest is None:
        if not parts:
            yield ()
        return
    for index in _different(parts):
        part = parts[index]
        rest = parts[:index] + parts[index + 1 :]
        if isinstance(part, _Place):
            bound = part.part.pool.bind(lowest, env)
            key = f"{id(part.part)}:{lowest}"
            if bound is not None and key not in bound:
                yield from _with(counts, (lowest,), make_piece(LOOSE, lowest), rest, {**bound, key: 1})
            continue
        for form in sorted(part.forms):
            tiles = _tiles_for(form, lowest, counts)
            if tiles and not part.must & KONG:
                bound = part.bind(form, lowest, env)
                if bound is not None:
                    yield from _with(counts, tiles, make_piece(form, lowest), rest, bound)


def _with(
    counts: list[int], tiles: tuple[int, ...], piece: Piece, rest: tuple[SetPart | _Place, ...], env: Env
) -> Iterator[tuple[Piece, ...]]:
    for tile in tiles:
        counts[tile] -= 1
    for pieces in _lay(counts, rest, env):
        yield (piece, *pieces)
    for tile in tiles:
        counts[tile] += 1


def _tiles_for(form: int, tile: int, counts: list[int]) -> tuple[int, ...]:
    """The tiles of a piece of that form whose lowest tile is `tile`; empty where they are not there."""
    if form == CHOW:
        in_suit = SUIT[tile] != "z" and tile % 9 <= 6
        return (tile, tile + 1, tile + 2) if in_suit and counts[tile + 1] and counts[tile + 2] else ()
    number = SIZE[form]
    return (tile,) * number if counts[tile] >= number else ()


def _different(parts: tuple[SetPart | _Place, ...]) -> list[int]:
    """The first index of each different part."""
    return [index for index, part in enumerate(parts) if part not in parts[:index]]
