"""Shapes: what a complete hand may look like, as data, and every way to read a hand in one.

A shape binds its suit letters first. Shapes of plain sets and pairs, with or without single tiles, and
shapes of different tiles out of a class have quick ways; the general matcher serves all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import comb
from typing import Any, Final

from .. import bounds
from ..declared.named_tuple import NamedTuple
from ..errors import TooComplexError
from ..hands.pieces import CHOW, CLAIMED, DECLARED, FACTS, FORM, PAIR, PUNG, TILE, Piece, form_of, tile_of
from ..tiles.tile import ALL_KINDS, KINDS, kinds_in, mask_of, odd_kinds, tiles_of
from .matcher import SIZE, Matcher
from .pairs_beside_a_set import halves, layout_beside_pairs, may_complete, set_beside_pairs
from .pattern_grammar import IN_THE_OPEN, MOST_WRITTEN, LoosePart, Part, PickPart, SetPart, write_out
from .selectors import ANY, LETTERS_SUIT, Compound, Env, Selector, all_masks
from .splitting import Counts, Layout, split_hand, split_waits

SETS: Final = "sets"
PAIRS: Final = "pairs"
BESIDE_PAIRS: Final = "beside pairs"
PICK: Final = "pick"
WRITTEN: Final = "written"
REFINED: Final = "refined"
GENERAL: Final = "general"
"""The ways to read a shape: split into sets and at most one pair, into any pairs, alone or beside one set, as different
tiles of a class; sets and picks beside given single tiles too; pairs that were written out; sets and at most one
pair of which more is asked, by splitting and looking at what was found; or by the general matcher."""


ODD: Final = frozenset(range(1, bounds.HAND_TILES + 1, 2))
"""The odd numbers of tiles that a hand may hold of a kind."""


class Binding(NamedTuple):
    """One way to bind the suit letters of a shape.

    `fixed` are the kinds that must be there as single tiles, `needed` those of which there must be a set or
    pair, `allowed` those that may be, all as masks. `tiles` are the single tiles, where all of them are
    given; `pool` is the class that others are picked from.
    """

    letters: Env
    fixed: int
    needed: int
    allowed: int
    tiles: tuple[int, ...] | None
    pool: int


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
        self.loose = tuple(selector for part in parts if isinstance(part, LoosePart) for selector in part.tiles)
        self.sets = tuple(part for part in parts if isinstance(part, SetPart))
        self.picks = tuple(part for part in parts if isinstance(part, PickPart))
        self.picked = sum(part.number for part in self.picks)
        self.size = len(self.loose) + sum(min(SIZE[form] for form in part.forms) for part in self.sets) + self.picked
        self.letters = tuple(letter for letter in LETTERS_SUIT if _uses(parts, letter))
        self.pairs = sum(part.forms == {PAIR} for part in self.sets)
        self.only_pairs = self.pairs == len(parts)
        self.dynamic = any(selector.dynamic for part in parts for selector in part.selectors)
        """Whether it names classes that depend on the hand."""
        self.kept: dict[Any, Any] = {}
        """What others work out about it and keep for as long as it is there."""
        self._matcher = Matcher(parts)
        self.bindings = tuple(self._bindings())
        self._bound = tuple([(binding.fixed, ~binding.allowed, binding) for binding in self.bindings])
        """The bindings, each with the kinds that must be there as single tiles and those that may not."""
        self._grouped = tuple([self._matcher.masks(binding.letters) for binding in self.bindings])
        """For each binding the kinds of every place where a group may stand, of shapes of groups."""
        self.set_beside_pairs = None if distinct else set_beside_pairs(parts)
        """The set of a shape of any pairs beside one; None of other shapes."""
        self.written = self._written_out()
        self.way = self._way()
        refined = self.bindings if self.way == REFINED else ()
        asked_for = [(own.needed, ~own.allowed, _one_of_each(self.sets, own.letters)) for own in refined]
        self._asked_for = tuple(dict.fromkeys(asked_for))
        """For each binding of a shape of which more is asked, the kinds of which there must be a set or pair, those
        that may not be there, and classes of which each must have a kind that is; of others that is never looked at."""
        self.plain = self.way == SETS and not self.loose
        """Whether any sets and pairs make it, so that no hand stands out by it."""
        self.most_melds = len(self.sets) - self.pairs
        self.least_melds = sum(bool(part.must & IN_THE_OPEN) for part in self.sets)
        self._most_chows = sum(CHOW in part.forms for part in self.sets)
        self.most_kinds = self.size - self.pairs
        self.least_kinds = max(
            min(binding.fixed.bit_count() for binding in self.bindings),
            max([part.number for part in self.picks], default=0),
        )

    def _way(self) -> str:
        if self.distinct and self.only_pairs and all(map(_plain, self.sets)):
            return PAIRS
        if self.distinct or any(binding.tiles is None for binding in self.bindings):
            return GENERAL
        if self.set_beside_pairs is not None:
            return BESIDE_PAIRS
        if not self.picks and all(map(_plain, self.sets)):
            if self.pairs <= 1:
                return SETS
            return PAIRS if self.only_pairs else GENERAL
        if self.written:
            return WRITTEN
        if len(self.sets) == len(self.parts) and self.pairs <= 1:
            return REFINED
        alone = len(self.picks) == 1 and not self.sets and not self.picks[0].pool.dynamic
        return PICK if alone else GENERAL

    def _written_out(self) -> dict[Counts, Layout]:
        """All hands of a shape of pairs, by their tiles; empty where they are too many, or depend on the hand."""
        found: dict[Counts, Layout] = {}
        if self.only_pairs and not self.distinct and not self.dynamic:
            if self._alike() > MOST_WRITTEN:
                return found
            for pieces in write_out(self.sets) or ():
                layout = layout_of(pieces)
                found[tuple([2 * layout[PAIR].count(tile) for tile in range(KINDS)])] = layout
        return found

    def _alike(self) -> int:
        """In how many ways pairs of which one is like the other can be found; 0 where they differ, or have letters."""
        if not self.sets or any(part is not self.sets[0] or part.which.letters for part in self.sets):
            return 0
        kinds = sum(self.sets[0].bind(PAIR, tile, {}) is not None for tile in range(KINDS))
        return comb(kinds + len(self.sets) - 1, len(self.sets))

    def _bindings(self) -> Iterator[Binding]:
        """Every way to bind the suit letters, and what that says of the tiles at once."""
        seen: set[object] = set()
        plain = not self.distinct and all(map(_plain, self.sets))
        for suits in permutations(range(3), len(self.letters)):
            env: Env = dict(zip(self.letters, suits, strict=True))
            placed = self._matcher.placements(env)
            if placed and placed in seen:
                continue
            seen.add(placed)
            meant = [tiles_of(_fitting(selector, env)) for selector in self.loose]
            exact = tuple(sorted(tiles[0] for tiles in meant if len(tiles) == 1))
            tiles = exact if len(exact) == len(meant) else None
            pool = _fitting(self.picks[0].pool, env) if self.picks else 0
            if plain and tiles is not None and len(self.picks) <= 1:
                if (tiles, pool) in seen:
                    continue
                seen.add((tiles, pool))
            yield Binding(env, mask_of(exact), _needed(self.sets, env), _allowed(self.parts, env), tiles, pool)

    def admits(self, melds: tuple[Piece, ...]) -> bool:
        """Whether these sets may be declared, as far as their number and being claimed goes."""
        if not melds:
            return not self.least_melds
        number = self.least_melds <= len(melds) <= self.most_melds
        return number and not (self.concealed and any(meld & CLAIMED for meld in melds))

    def may_hold(self, kinds: int, jokers: int = 0) -> bool:
        """Whether these kinds, of all tiles of a hand, may be read in this shape, beside so many jokers that stand for
        others; False is sure, True is not."""
        if self.way != REFINED:
            return True
        for needed, forbidden, classes in self._asked_for:
            if not kinds & forbidden:
                missing = needed & ~kinds
                if missing.bit_count() <= jokers and (jokers or all(map(kinds.__and__, classes))):
                    return True
        return False

    def may_be_near(self, binding: Binding, counts: Counts, env: Env) -> bool:
        """Whether tiles, of which one is too much, may lack one alone under a binding; False is sure, True is not."""
        return self.way != GENERAL or not self._matcher.hopeless(counts, {**env, **binding.letters}, 1)

    def _may_have(self, melds: tuple[Piece, ...], env: Env) -> bool:
        """Whether each of these sets may be in the shape; False is sure, True is not."""
        return all(any(part.may_admit(meld, env) for part in self.sets) for meld in melds)

    def readings(self, melds: tuple[Piece, ...], counts: Counts, env: Env, present: int) -> Sequence[Layout]:
        """The layouts of the concealed tiles of every way to read them, beside the declared sets, in this shape.

        `counts` are the concealed tiles with the winning one, `present` the mask of their kinds;
        `env` has the classes that depend on the hand. Whether the sets may be declared is for the
        caller to ask (`admits`).
        """
        if not self.least_kinds <= present.bit_count() <= self.most_kinds:
            return []
        if self.plain:
            return split_hand(counts, self.pairs)
        if self.only_pairs and not ODD.isdisjoint(counts):
            return []
        if self.way in (PAIRS, WRITTEN, BESIDE_PAIRS):
            return self._paired(melds, counts, present)
        if self.way == REFINED:
            return [layout for layout in split_hand(counts, self.pairs) if self.asks(layout, melds, env)]
        found: dict[Layout, None] = {}
        for (fixed, forbidden, binding), groups in zip(self._bound, self._grouped, strict=True):
            if not fixed & ~present and not present & forbidden and not _over(present, groups):
                for layout in self._read(binding, melds, counts, env):
                    found[layout] = None
        return list(found)

    def _paired(self, melds: tuple[Piece, ...], counts: Counts, present: int) -> Sequence[Layout]:
        """The only way to read tiles as pairs, perhaps beside a set, which may be declared."""
        if self.way == WRITTEN:
            return [self.written[counts]] if counts in self.written else []
        part = self.set_beside_pairs
        if part is None:
            alike = self.distinct and present.bit_count() != self.pairs
            return [((), (), halves(counts), ())] if sum(counts) == self.size and not alike else []
        admitted = len(melds) < 2 and all(part.admits(meld, {}) is not None for meld in melds)
        if not admitted or sum(counts) + 3 * len(melds) != self.size:
            return []
        layout = layout_beside_pairs(counts, part.forms, declared=bool(melds))
        return [] if layout is None else [layout]

    def asks(self, layout: Layout, melds: tuple[Piece, ...], env: Env) -> bool:
        """Whether sets and a pair, with those declared, are what this shape asks for."""
        number = len(melds) + len(layout[CHOW]) + len(layout[PUNG]) + len(layout[PAIR])
        return number == len(self.sets) and self.may_ask(layout, melds, env)

    def may_ask(self, layout: Layout, melds: tuple[Piece, ...], env: Env) -> bool:
        """Whether sets and a pair, with those declared, may be among what this shape asks for."""
        chows, pungs, pairs, _ = layout
        if len(chows) > self._most_chows:
            return False
        pieces = [PAIR << FORM | tile << TILE for tile in pairs]
        pieces += [PUNG << FORM | tile << TILE for tile in pungs]
        pieces += [CHOW << FORM | tile << TILE for tile in chows]
        if self.distinct and not _all_different((*melds, *pieces)):
            return False
        return _assigned((*pieces, *melds), self.sets, env)

    def _read(self, binding: Binding, melds: tuple[Piece, ...], counts: Counts, env: Env) -> Iterable[Layout]:
        if self.way == GENERAL or binding.tiles is None:
            pieces = self._matcher.lay(melds, counts, {**env, **binding.letters})
            try:
                return [layout_of(whole) for whole in pieces if not self.distinct or _all_different((*melds, *whole))]
            except TooComplexError as error:
                raise error.within(self.name) from None
        rest, lacking = _without(counts, binding.tiles)
        if lacking:
            return ()
        if self.way == SETS:
            ways = split_hand(tuple(rest), self.pairs)
            return [(chows, pungs, pairs, binding.tiles) for chows, pungs, pairs, _ in ways]
        picked = _picked(rest, binding.pool, self.picked)
        return () if picked is None else (((), (), (), tuple(sorted((*binding.tiles, *tiles_of(picked))))),)

    def masks(self) -> frozenset[int] | None:
        """The classes by which it tells tiles of one suit apart; None where it tells each from each."""
        if self.distinct and self.way == REFINED:
            return None
        return all_masks([part.which.masks() for part in self.sets])

    def waits(self, melds: tuple[Piece, ...], counts: Counts, env: Env, present: int) -> int:
        """The mask of kinds that complete concealed tiles in this shape, held or not; `present` are their kinds.

        Whether the sets may be declared is for the caller to ask (`admits`).
        """
        if self.plain:
            return split_waits(counts, self.pairs) if sum(counts) + 3 * len(melds) == self.size - 1 else 0
        if not self.least_kinds - 1 <= present.bit_count() <= self.most_kinds:
            return 0
        if self.only_pairs:
            fits = counts.count(1) <= 1 and sum(counts) + 3 * len(melds) == self.size - 1
            return self._waits_for_pair(counts, env, present) if fits else 0
        found = 0
        for (fixed, forbidden, binding), groups in zip(self._bound, self._grouped, strict=True):
            missing = fixed & ~present
            if not missing & (missing - 1) and not present & forbidden:
                if sum(counts) + 3 * len(melds) != self.size - 1:
                    return 0
                candidates = (missing or binding.allowed) & _filling(present, groups)
                found |= self._waits(binding, melds, counts, env, present, candidates & ~found)
        return found

    def _waits_for_pair(self, counts: Counts, env: Env, present: int) -> int:
        """The kind that completes a shape of pairs, as a mask: the only one held an odd number of times."""
        odd = odd_kinds(counts)
        if odd.bit_count() != 1:
            return 0
        return odd if self.readings((), _one_more(counts, odd), env, present | odd) else 0

    def _waits(
        self, binding: Binding, melds: tuple[Piece, ...], counts: Counts, env: Env, present: int, candidates: int
    ) -> int:
        """The kinds that complete the tiles under one binding; only `candidates` can."""
        if self.way in (GENERAL, REFINED, BESIDE_PAIRS) or binding.tiles is None:
            found, whole = 0, {**env, **binding.letters}
            if self.way == BESIDE_PAIRS:
                candidates &= may_complete(counts)
            if self.way == GENERAL and (self._matcher.hopeless(counts, whole) or not self._may_have(melds, whole)):
                return 0
            for tile in tiles_of(candidates & ALL_KINDS):
                if self.readings(melds, _one_more(counts, 1 << tile), env, present | 1 << tile):
                    found |= 1 << tile
            return found
        rest, lacking = _without(counts, binding.tiles)
        if len(lacking) > 1:
            return 0
        if self.way == SETS:
            if lacking:
                return mask_of(lacking) if split_hand(tuple(rest), self.pairs) else 0
            return split_waits(tuple(rest), self.pairs)
        picked = _picked(rest, binding.pool, self.picked - (not lacking))
        if picked is None:
            return 0
        return mask_of(lacking) if lacking else binding.pool & ~picked


def _over(present: int, groups: tuple[int, ...]) -> bool:
    """Whether a kind that is there is in no group whose kinds are all there; not so where there are no groups."""
    left = present if groups else 0
    for kinds in groups:
        if kinds & present == kinds:
            left &= ~kinds
    return left != 0


def _filling(present: int, groups: tuple[int, ...]) -> int:
    """The kinds of which one more leaves no kind that is in no group whose kinds are all there; all, without groups."""
    if not groups:
        return ALL_KINDS
    filled: dict[int, int] = {}
    left = present
    for kinds in groups:
        lacking = kinds & ~present
        if not lacking:
            left &= ~kinds
        elif not lacking & (lacking - 1):
            filled[lacking] = filled.get(lacking, 0) | kinds
    found = 0 if left else present
    for kind, kinds in filled.items():
        if not left & ~kinds:
            found |= kind
    return found


def _assigned(pieces: tuple[Piece, ...], parts: tuple[SetPart, ...], env: Env) -> bool:
    """Whether each piece can be given to a part of its own; those in the hand have no facts, and are no kongs."""
    if len(pieces) > len(parts):
        return False
    if not pieces:
        return True
    first = pieces[0]
    for index, part in enumerate(parts):
        if part in parts[:index]:
            continue
        if first & DECLARED:
            bound = part.admits(first, env)
        elif part.must & IN_THE_OPEN or form_of(first) not in part.forms:
            continue
        else:
            bound = part.bind(form_of(first), tile_of(first), env)
        if bound is not None and _assigned(pieces[1:], parts[:index] + parts[index + 1 :], bound):
            return True
    return False


def layout_of(pieces: Iterable[Piece]) -> Layout:
    """The tiles of the chows, pungs, pairs and loose pieces, each in order."""
    found: tuple[list[int], ...] = ([], [], [], [])
    for piece in pieces:
        found[form_of(piece)].append(tile_of(piece))
    chows, pungs, pairs, loose = [tuple(sorted(tiles)) for tiles in found]
    return chows, pungs, pairs, loose


def _one_more(counts: Counts, bit: int) -> Counts:
    """The tiles with one more of a kind, given as a bit."""
    tile = bit.bit_length() - 1
    return (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])


def _without(counts: Counts, tiles: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The tiles that are left when some are taken, and those that are not there to be taken."""
    rest, lacking = list(counts), []
    for tile in tiles:
        if rest[tile]:
            rest[tile] -= 1
        else:
            lacking.append(tile)
    return rest, lacking


def _picked(counts: list[int], pool: int, number: int) -> int | None:
    """The mask of so many different tiles, all of a class; None where they are not that."""
    mask = kinds_in(counts)
    return mask if sum(counts) == number == mask.bit_count() and not mask & ~pool else None


def _fitting(selector: Selector, env: Env) -> int:
    """The mask of the kinds that fit a selector, suit letters being bound."""
    return ALL_KINDS if selector.dynamic else selector.fitting(env)


def _needed(parts: tuple[SetPart, ...], env: Env) -> int:
    """The mask of all kinds of which a shape must have a set or pair, suit letters being bound."""
    found = 0
    for part in parts:
        fits = ALL_KINDS if part.which.dynamic else _fitting(part.which, env)
        if fits.bit_count() == 1:
            found |= fits
    return found


def _one_of_each(parts: tuple[SetPart, ...], env: Env) -> tuple[int, ...]:
    """The classes, as masks, of which each must have a kind in a shape, that of which a set or pair begins."""
    fits = {_fitting(part.which, env) for part in parts if not part.which.dynamic}
    return tuple(sorted([own for own in fits if own.bit_count() > 1 and own != ALL_KINDS]))


def _allowed(parts: tuple[Part, ...], env: Env) -> int:
    """The mask of all kinds that may occur in a shape, suit letters being bound."""
    found = 0
    for part in parts:
        for selector in part.selectors:
            if selector is ANY or selector.dynamic:
                return ALL_KINDS
            fits = _fitting(selector, env)
            chow = isinstance(part, SetPart) and CHOW in part.forms
            found |= fits | fits << 1 | fits << 2 if chow else fits
    return found & ALL_KINDS


def _all_different(pieces: tuple[Piece, ...]) -> bool:
    """Whether no two pieces are alike, whatever their facts."""
    return len({piece & ~FACTS for piece in pieces}) == len(pieces)


def _plain(part: SetPart) -> bool:
    """Whether a part is any set or any pair, with no other demand."""
    return part.which is ANY and not part.must and not part.must_not and part.forms in ({CHOW, PUNG}, {PAIR})


def _uses(parts: tuple[Part, ...], letter: str) -> bool:
    return any(_selects(selector, letter) for part in parts for selector in part.selectors)


def _selects(selector: Selector, letter: str) -> bool:
    if isinstance(selector, Compound):
        return any(_selects(part, letter) for part in selector.parts)
    return letter in (getattr(selector, "letter", None), getattr(selector, "suit", None))
