"""How near tiles are to a shape: which tiles are missing, and which are too much.

The general matcher lays all tiles into parts. Here it is the other way round: every part is filled, and tiles
that are not there are missing, no more of them than asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb
from operator import or_
from typing import Final, NamedTuple

from ..budget import spend
from ..errors import TooComplexError
from ..hands.pieces import CHOW, FACTS, LOOSE, Piece, can_stand, make_piece, tiles_in
from ..tiles.tile import ALL_KINDS, KINDS, SUIT_KINDS, Tile, format_tiles, kinds_in, mask_of, tiles_of
from .matcher import SIZE, give_melds
from .pattern_grammar import IN_THE_OPEN, LoosePart, Part, PickPart, SetPart
from .selectors import ANY, LETTERS_SUIT, Env, LooseRank, Selector
from .shape import Binding, Shape
from .splitting import Counts

FILLING: Final = "finding the tiles that a shape lacks"
MOST_STEPS = 20_000
"""How many ways to fill a part are tried for one shape; a search that needs more finds nothing."""
MOST_FOUND = 200
"""How many exchanges are looked for; a hand that needs the same number of tiles in more ways has these alone."""


class Exchange(NamedTuple):
    """What makes a shape of some tiles: those that are missing, and those that are too much, each in order."""

    missing: tuple[Tile, ...]
    too_much: tuple[Tile, ...]


class Nearest(NamedTuple):
    """The exchanges of the fewest tiles that make a shape, in order, and how many steps the search took."""

    exchanges: tuple[Exchange, ...]
    steps: int

    @property
    def missing(self) -> int:
        """How many tiles are missing; 0 too where nothing was found."""
        return len(self.exchanges[0].missing) if self.exchanges else 0


class _Ways(NamedTuple):
    """The ways to fill a part, in order, and for each the mask of the kinds in it and in those behind it."""

    ways: tuple[_Way, ...]
    cover: tuple[int, ...]


class TooFarError(Exception):
    """The search takes too long."""


class _Way(NamedTuple):
    """One way to fill a part: its tiles, its pieces without facts, and the letters after it."""

    tiles: tuple[Tile, ...]
    pieces: tuple[Piece, ...]
    env: Env


def nearest(
    shape: Shape,
    melds: tuple[Piece, ...],
    counts: Counts,
    env: Env,
    copies: tuple[int, ...],
    most: int = 2,
    most_steps: int | None = None,
    jokers: int = 0,
) -> Nearest:
    """The exchanges of the fewest tiles by which concealed tiles and declared sets make a shape.

    `counts` are as many tiles as the shape has beside the declared sets, or one less, and less by so many `jokers`,
    which are missing in any case. `env` has the classes that depend on the hand, `copies` says how many tiles of a kind
    the game has. No exchanges where more than `most` tiles are missing, the declared sets have no place in the shape,
    or the search took more than `most_steps` (MOST_STEPS by default). Of tiles that may be picked freely those
    that are there are taken.
    """
    less = shape.size - 3 * len(melds) - sum(counts)
    if not 0 <= less <= 1 + jokers:
        return Nearest((), 0)
    steps, most_steps = 0, MOST_STEPS if most_steps is None else most_steps
    for missing in range(less, most + 1):
        search = _Search(shape, melds, counts, copies, missing, missing - less, most_steps - steps)
        try:
            found = search.found(env, shape.bindings)
        except TooFarError:
            return Nearest((), most_steps)
        steps += search.steps
        if found:
            return Nearest(tuple(sorted(found)), steps)
    return Nearest((), steps)


def fill(shape: Shape, melds: tuple[Piece, ...], counts: Counts, env: Env, missing: int) -> Iterator[tuple[Tile, ...]]:
    """Every choice of so many tiles that completes concealed tiles in a shape, whatever copies the game has.

    It is looked for until all are found, however long that takes.
    """
    present = kinds_in(counts)
    bindings = [
        binding
        for binding in shape.bindings
        if not present & ~binding.allowed
        and (binding.fixed & ~present).bit_count() <= missing
        and _has_room(shape, binding, counts)
    ]
    if not bindings:
        return
    search = _Search(shape, melds, counts, (sys.maxsize,) * KINDS, missing, 0, sys.maxsize, most_found=sys.maxsize)
    for exchange in search.found(env, bindings):
        if len(exchange.missing) == missing and not exchange.too_much:
            yield exchange.missing


def _has_room(shape: Shape, binding: Binding, counts: Counts) -> bool:
    """Whether a shape has places for so many tiles of each suit, as far as its single tiles tell their suits."""
    room = [0, 0, 0]
    anywhere = shape.size - len(shape.loose)
    for selector in shape.loose:
        suits = [suit for suit, kinds in enumerate(SUIT_KINDS) if selector.candidates(binding.letters) & kinds]
        if len(suits) == 1:
            room[suits[0]] += 1
        else:
            anywhere += 1
    return all(sum(counts[9 * suit : 9 * suit + 9]) <= room[suit] + anywhere for suit in range(3))


class _Search:
    """A search for the exchanges of exactly so many tiles."""

    def __init__(
        self,
        shape: Shape,
        melds: tuple[Piece, ...],
        counts: Counts,
        copies: tuple[int, ...],
        missing: int,
        too_much: int,
        budget: int,
        most_found: int = MOST_FOUND,
    ) -> None:
        self.shape, self.melds, self.budget, self.most_found = shape, melds, budget, most_found
        self.missing, self.too_much = missing, too_much
        self.rest = list(counts)
        self.free = [number - held for number, held in zip(copies, counts, strict=False)]
        for tile in (tile for meld in melds for tile in tiles_in(meld)):
            self.free[tile] -= 1
        self.steps = 0
        self._found: dict[Exchange, None] = {}
        self._ways: dict[tuple[int, frozenset[tuple[str, int]]], _Ways] = {}

    def found(self, env: Env, bindings: Sequence[Binding]) -> Iterable[Exchange]:
        """All exchanges, under any of these bindings of the suit letters. Raises TooFarError."""
        loose = [part for part in self.shape.parts if isinstance(part, LoosePart)]
        picks = [part for part in self.shape.parts if isinstance(part, PickPart)]
        try:
            for binding in bindings:
                if self._may_be(binding):
                    for places, bound in give_melds(self.melds, self.shape.sets, {**env, **binding.letters}):
                        sets = [part for part in places if isinstance(part, SetPart)]
                        # What has the fewest ways comes first; equal parts stand side by side.
                        sets.sort(key=lambda part: (part.which is ANY, places.index(part)))
                        self._fill((*loose, *sets, *picks), (), None, (), bound)
        except TooComplexError as error:
            raise error.within(self.shape.name) from None
        return self._found

    def _may_be(self, binding: Binding) -> bool:
        """Whether enough of the tiles are allowed, and enough of the single tiles are there, at a glance."""
        strangers = sum(number for tile, number in enumerate(self.rest) if number and not binding.allowed >> tile & 1)
        absent = sum(not self.rest[tile] for tile in tiles_of(binding.fixed))
        return strangers <= self.too_much and absent <= self.missing

    def _fill(
        self, parts: tuple[Part, ...], pieces: tuple[Piece, ...], last: _Way | None, missing: tuple[Tile, ...], env: Env
    ) -> None:
        """Fill the parts one after the other; `last` filled an equal part, so that no earlier way fills the first."""
        if not parts:
            self._note(pieces, missing)
            return
        first, others = parts[0], parts[1:]
        ways, cover = self._ways_for(first, last=not others, env=env)
        left, elsewhere = kinds_in(self.rest), self._covered(first, others, env)
        for way, behind in zip(ways, cover, strict=True):
            if last is not None and way.tiles < last.tiles:
                continue
            homeless = left & ~(behind | elsewhere)
            if homeless and sum([self.rest[tile] for tile in tiles_of(homeless)]) > self.too_much:
                break  # some tiles have no place any more
            self.steps += 1
            if self.steps > self.budget:
                raise TooFarError
            spend(1, FILLING)
            lacking = self._lay(way.tiles)
            if len(missing) + len(lacking) <= self.missing and self._there(now := (*missing, *lacking)):
                again = way if others and _alike(first, others[0]) else None
                self._fill(others, (*pieces, *way.pieces), again, now, {**env, **way.env})
            self._take_back(way.tiles, lacking)
            if len(self._found) >= self.most_found:
                return

    def _note(self, pieces: tuple[Piece, ...], missing: tuple[Tile, ...]) -> None:
        if self.shape.distinct:
            whole = [*pieces, *(meld & ~FACTS for meld in self.melds)]
            if len(set(whole)) < len(whole):
                return
        too_much = tuple(tile for tile, number in enumerate(self.rest) for _ in range(number))
        self._found[Exchange(tuple(sorted(missing)), too_much)] = None

    def _lay(self, tiles: tuple[Tile, ...]) -> list[Tile]:
        """Take tiles out of the rest; those that are not there."""
        lacking = []
        for tile in tiles:
            if self.rest[tile]:
                self.rest[tile] -= 1
            else:
                lacking.append(tile)
        return lacking

    def _take_back(self, tiles: tuple[Tile, ...], lacking: list[Tile]) -> None:
        for tile in tiles:
            self.rest[tile] += 1
        for tile in lacking:
            self.rest[tile] -= 1

    def _there(self, missing: tuple[Tile, ...]) -> bool:
        """Whether the game has so many more of these tiles."""
        return all(missing.count(tile) <= self.free[tile] for tile in missing)

    def _covered(self, first: Part, others: tuple[Part, ...], env: Env) -> int:
        """The mask of the kinds that may be in the parts that are not like the first."""
        covered = 0
        for part in others:
            if isinstance(part, PickPart):
                covered |= part.pool.candidates(env)
            elif not _alike(first, part):
                ways = self._ways_for(part, last=False, env=env)
                covered |= ways.cover[0] if ways.cover else 0
        return covered

    def _ways_for(self, part: Part, *, last: bool, env: Env) -> _Ways:
        """The ways to fill a part, in order of their tiles; of a pick those that the tiles suggest."""
        if isinstance(part, PickPart):
            picks = tuple(self._picks(part, env, choose=not last or self.shape.distinct))
            return _Ways(picks, (ALL_KINDS,) * len(picks))
        own = _looked_at(part, env)
        key = (id(part), frozenset(own.items()))
        ways = self._ways.get(key)
        if ways is None:
            found = _loose_ways(part.tiles, own) if isinstance(part, LoosePart) else _set_ways(part, own)
            ways = self._ways[key] = _covering(sorted(found, key=lambda way: way.tiles))
        return ways

    def _picks(self, part: PickPart, env: Env, *, choose: bool) -> Iterator[_Way]:
        """The ways to pick: as many as can be of the tiles that are there, and one of each kind.

        Where nothing else is filled after it, it does not matter which are taken, unless one must `choose`.
        """
        fitting = tiles_of(part.pool.fitting(env))
        there = [tile for tile in fitting if self.rest[tile]]
        others = [tile for tile in fitting if not self.rest[tile]]
        for absent in range(max(0, part.number - len(there)), self.missing + 1):
            if absent <= part.number:
                taken = combinations(there, part.number - absent) if choose else [tuple(there[: part.number - absent])]
                for held in taken:
                    spend(comb(len(others), absent), FILLING)
                    for more in combinations(others, absent):
                        tiles = tuple(sorted((*held, *more)))
                        yield _Way(tiles, tuple(make_piece(LOOSE, tile) for tile in tiles), env)
            if not choose:
                return


def _covering(ways: list[_Way]) -> _Ways:
    """Ways in order, with what they cover from each on."""
    cover = list(accumulate([mask_of(way.tiles) for way in reversed(ways)], or_))
    return _Ways(tuple(ways), tuple(reversed(cover)))


def _looked_at(part: Part, env: Env) -> Env:
    """The letters on which it depends how a part is filled: copies of a group look at the suits and their own rank."""
    if not isinstance(part, LoosePart):
        return env
    ranks = [tile.rank for tile in part.tiles if isinstance(tile, LooseRank)]
    if len(ranks) < len(part.tiles):
        return env
    return {letter: bound for letter, bound in env.items() if letter in LETTERS_SUIT or letter in ranks}


def _alike(one: Part, other: Part) -> bool:
    """Whether two parts can change places: equal ones, and copies of a group of loose tiles."""
    if isinstance(one, LoosePart) and isinstance(other, LoosePart):
        return one.text == other.text and all(isinstance(tile, LooseRank) for tile in one.tiles)
    return one == other


def _set_ways(part: SetPart, env: Env) -> Iterator[_Way]:
    if part.must & IN_THE_OPEN:
        return  # what is declared is never filled from the hand
    for form in part.forms:
        for tile in tiles_of(part.which.candidates(env) & ALL_KINDS):
            bound = part.bind(form, tile, env) if can_stand(form, tile) else None
            if bound is not None:
                tiles = (tile, tile + 1, tile + 2) if form == CHOW else (tile,) * SIZE[form]
                yield _Way(tiles, (make_piece(form, tile),), bound)


def _loose_ways(selectors: tuple[Selector, ...], env: Env) -> Iterator[_Way]:
    if not selectors:
        yield _Way((), (), env)
        return
    for tile in tiles_of(selectors[0].candidates(env) & ALL_KINDS):
        bound = selectors[0].bind(tile, env)
        if bound is not None:
            for way in _loose_ways(selectors[1:], bound):
                yield _Way((tile, *way.tiles), (make_piece(LOOSE, tile), *way.pieces), way.env)


def exchange_text(exchanges: Iterable[Exchange], tiles: Callable[[Iterable[Tile]], str] = format_tiles) -> str:
    """Exchanges in words: `5p or 8p in place of 9s`; empty for none.

    Those that put single tiles in one place are told together; of others one is told, and how many there are.
    """
    by_spare: dict[tuple[Tile, ...], list[Exchange]] = {}
    for exchange in exchanges:
        by_spare.setdefault(exchange.too_much, []).append(exchange)
    if not by_spare:
        return ""
    same = max(by_spare.values(), key=len)
    if len(same[0].missing) == 1:
        wanted = " or ".join(tiles(exchange.missing) for exchange in same)
    else:
        wanted = " and ".join(tiles([tile]) for tile in same[0].missing)
        wanted += f" (or {len(same) - 1} other ways)" if len(same) > 2 else " (or another way)" * (len(same) > 1)
    spare = " and ".join(tiles([tile]) for tile in same[0].too_much)
    return f"{wanted} in place of {spare}" if spare else wanted
