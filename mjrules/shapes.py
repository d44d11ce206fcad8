"""Shapes: what a complete hand may look like, as data, and every way to read a hand in one.

One matcher serves all shapes: it binds suit letters, takes out loose tiles, gives declared sets to
parts that admit them, and then lays the lowest tile left into every different part that can hold
it. Shapes of plain sets and pairs take a quicker way to the same readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from .patterns import LoosePart, Part, PickPart, SetPart
from .pieces import CHOW, CLAIMED, FACTS, KONG, LOOSE, PAIR, PUNG, Piece, make_piece
from .selectors import ANY, LETTERS_SUIT, Compound, Env, Fixed, Selector
from .split import Counts, split_hand, split_waits
from .tiles import KINDS, SUIT

_SIZE = {CHOW: 3, PUNG: 3, PAIR: 2, LOOSE: 1}


class Shape:
    """A shape of a ruleset: its parts, and what its hand must be besides.

    `concealed`: no claimed set. `distinct`: no two pieces alike. `pattern_only`: not a win by
    itself. `size` is the number of tiles, a kong counting three.
    """

    def __init__(
        self,
        name: str,
        parts: tuple[Part, ...],
        *,
        concealed: bool = False,
        distinct: bool = False,
        pattern_only: bool = False,
    ) -> None:
        self.name = name
        self.parts = parts
        self.concealed, self.distinct, self.pattern_only = concealed, distinct, pattern_only
        self.loose = tuple(part for part in parts if isinstance(part, LoosePart))
        self.sets = tuple(part for part in parts if isinstance(part, SetPart))
        self.picks = tuple(part for part in parts if isinstance(part, PickPart))
        self.size = (
            sum(len(part.tiles) for part in self.loose)
            + sum(min(_SIZE[form] for form in part.forms) for part in self.sets)
            + sum(part.number for part in self.picks)
        )
        self.letters = tuple(letter for letter in LETTERS_SUIT if _uses(parts, letter))
        self.plain = not self.picks and not self.distinct and all(_plain(part) for part in self.sets)
        self.pairs = sum(part.forms == {PAIR} for part in self.sets)
        self.quick = self.plain and self.pairs <= 1
        self.most_kinds = self.size - self.pairs
        self.least_kinds = max([part.number for part in self.picks], default=0)
        self.only_pairs = self.pairs == len(parts)
        self.bindings = tuple(self._bindings())

    def _bindings(self) -> Iterator[Binding]:
        """Every way to bind the suit letters, and what that says of the tiles at once."""
        seen: set[int] = set()
        loose = sum(len(part.tiles) for part in self.loose)
        for suits in permutations(range(3), len(self.letters)):
            env: Env = dict(zip(self.letters, suits, strict=True))
            fixed = 0
            for part in self.loose:
                for selector in part.tiles:
                    fits = [tile for tile in range(KINDS) if selector.bind(tile, env) is not None]
                    if len(fits) == 1:
                        fixed |= 1 << fits[0]
            if self.plain and fixed.bit_count() == loose:
                if fixed in seen:
                    continue
                seen.add(fixed)
            yield Binding(env, fixed, _allowed(self.parts, env))

    def readings(self, melds: tuple[Piece, ...], counts: Counts, env: Env, present: int) -> list[tuple[Piece, ...]]:
        """The concealed pieces of every way to read these tiles, beside the declared sets, in this shape.

        `counts` are the concealed tiles with the winning one, `present` the mask of their kinds;
        `env` has the classes that depend on the hand. The pieces have no facts yet. Whether sets may
        be claimed is for the caller to ask (`admits`).
        """
        if not self.least_kinds <= present.bit_count() <= self.most_kinds:
            return []
        if self.only_pairs and any(number & 1 for number in counts):
            return []
        found: dict[tuple[Piece, ...], None] = {}
        for binding in self.bindings:
            if present & binding.fixed == binding.fixed and not present & ~binding.allowed:
                for pieces in self._read(melds, counts, {**env, **binding.letters} if binding.letters else env):
                    found[pieces] = None
        return list(found)

    def _read(self, melds: tuple[Piece, ...], counts: Counts, env: Env) -> Iterator[tuple[Piece, ...]]:
        if self.quick and len(melds) > len(self.sets) - self.pairs:
            return
        for rest, loose, bound in _take_loose(self.loose, list(counts), env):
            if self.quick:
                for pieces in split_hand(tuple(rest), self.pairs):
                    yield tuple(sorted((*pieces, *loose)))
                continue
            remaining: tuple[SetPart | _Place, ...] = (
                *self.sets,
                *(_Place(part) for part in self.picks for _ in range(part.number)),
            )
            for places, after in _give_melds(melds, remaining, bound):
                for pieces in _lay(rest, places, after):
                    whole = tuple(sorted((*pieces, *loose)))
                    if not self.distinct or _all_different((*melds, *whole)):
                        yield whole

    def admits(self, melds: tuple[Piece, ...]) -> bool:
        """Whether these sets may be declared, as far as being claimed goes."""
        return not self.concealed or not any(meld & CLAIMED for meld in melds)

    def waits(self, melds: tuple[Piece, ...], counts: Counts, env: Env, kinds: tuple[int, ...]) -> int:
        """The mask of kinds that complete concealed tiles in this shape, held or not."""
        if not self.admits(melds):
            return 0
        if sum(counts) + 3 * len(melds) != self.size - 1:
            return 0
        if self.quick and not self.loose:
            return split_waits(counts, self.pairs)
        present = presence(counts)
        if not self.least_kinds - 1 <= present.bit_count() <= self.most_kinds:
            return 0
        candidates = self._candidates(counts, present)
        found = 0
        for tile in kinds:
            if candidates >> tile & 1:
                more = (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])
                if self.readings(melds, more, env, present | 1 << tile):
                    found |= 1 << tile
        return found

    def _candidates(self, counts: Counts, present: int) -> int:
        """The kinds that can complete the tiles, as far as can be told at once."""
        found = 0
        for binding in self.bindings:
            if present & ~binding.allowed:
                continue
            missing = binding.fixed & ~present
            if not missing:
                found |= binding.allowed
            elif missing.bit_count() == 1:
                found |= missing
        if self.only_pairs:
            odd = sum(1 << tile for tile, number in enumerate(counts) if number & 1)
            found &= odd if odd.bit_count() == 1 else 0
        return found


class Binding(NamedTuple):
    """One way to bind the suit letters of a shape.

    `fixed` are the kinds that must be there, `allowed` those that may be, both as masks.
    """

    letters: Env
    fixed: int
    allowed: int


def _allowed(parts: tuple[Part, ...], env: Env) -> int:
    """The mask of all kinds that may occur in a shape, suit letters being bound."""
    everything = (1 << KINDS) - 1
    found = 0
    for part in parts:
        for selector in _selectors(part):
            if selector is ANY or selector.dynamic:
                return everything
            fits = sum(1 << tile for tile in range(KINDS) if selector.bind(tile, env) is not None)
            chow = isinstance(part, SetPart) and CHOW in part.forms
            found |= fits | fits << 1 | fits << 2 if chow else fits
    return found & everything


def _all_different(pieces: tuple[Piece, ...]) -> bool:
    """Whether no two pieces are alike, whatever their facts."""
    return len({piece & ~FACTS for piece in pieces}) == len(pieces)


class _Place:
    """One place of a pick; the places of one pick hold different tiles."""

    def __init__(self, part: PickPart) -> None:
        self.part = part

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Place) and other.part is self.part

    def __hash__(self) -> int:
        return id(self.part)


def presence(counts: Counts) -> int:
    """The mask of the kinds that are there."""
    mask = 0
    for tile, number in enumerate(counts):
        if number:
            mask |= 1 << tile
    return mask


def _plain(part: SetPart) -> bool:
    """Whether a part is any set or any pair, with no other demand."""
    return part.which is ANY and not part.must and not part.must_not and part.forms in ({CHOW, PUNG}, {PAIR})


def _uses(parts: tuple[Part, ...], letter: str) -> bool:
    return any(_selects(selector, letter) for part in parts for selector in _selectors(part))


def _selectors(part: Part) -> tuple[Selector, ...]:
    if isinstance(part, LoosePart):
        return part.tiles
    return (part.pool,) if isinstance(part, PickPart) else (part.which,)


def _selects(selector: Selector, letter: str) -> bool:
    if isinstance(selector, Compound):
        return any(_selects(part, letter) for part in selector.parts)
    return letter in (getattr(selector, "letter", None), getattr(selector, "suit", None))


def _take_loose(
    parts: tuple[LoosePart, ...], counts: list[int], env: Env
) -> Iterator[tuple[list[int], tuple[Piece, ...], Env]]:
    """Every way to take out the loose tiles: what is left, the tiles as pieces, the letters."""
    selectors = [selector for part in parts for selector in part.tiles]
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


def _give_melds(
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
                yield from _give_melds(melds[1:], parts[:index] + parts[index + 1 :], bound)


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
    number = _SIZE[form]
    return (tile,) * number if counts[tile] >= number else ()


def _different(parts: tuple[SetPart | _Place, ...]) -> list[int]:
    """The first index of each different part."""
    return [index for index, part in enumerate(parts) if part not in parts[:index]]
