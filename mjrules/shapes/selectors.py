"""Selectors: which tiles a word of a pattern means, and the letters that a tile binds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..tiles.tile import ALL_KINDS, SUIT_KINDS, Tile, mask_of, tiles_of

Env = Mapping[str, int]
"""What letters stand for: a suit number, a rank or a tile; and masks of classes that depend on the hand."""

LETTERS_SUIT, LETTERS_TILE, LETTER_RANK = "abc", "xy", "n"
_A, _B, _C = tuple(LETTERS_SUIT)
_X, _Y = tuple(LETTERS_TILE)


_WINDS: Final = 0xF << 27
_RANKS: Final = tuple(1 << rank | 1 << rank + 9 | 1 << rank + 18 for rank in range(9))


class Selector:
    """Which tiles: a condition on one tile that may bind letters."""

    dynamic = False
    """Whether it depends on the hand's seat, round or other classes known only then."""
    of_field = False
    """Whether it depends on what a field of the record says."""
    lowest = False
    """Whether it names a chow by its lowest tile; else all tiles of a chow must fit."""
    letters = False
    """Whether it binds letters."""

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        raise NotImplementedError

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit; `bind` says which do."""
        return ALL_KINDS

    def certain(self, env: Env) -> bool:
        """Whether all `candidates` fit, and none of them binds a letter; True is sure, False is not."""
        return False

    def fitting(self, env: Env) -> int:
        """The mask of the kinds that fit."""
        fits = self.candidates(env) & ALL_KINDS
        return (
            fits if self.certain(env) else mask_of(tile for tile in tiles_of(fits) if self.bind(tile, env) is not None)
        )

    def masks(self) -> frozenset[int] | None:
        """The classes by which it tells tiles of one suit apart, the hand's winds left out; None: each from each."""
        return None


class Fixed(Selector):
    """Tiles of a class, given as a mask of kinds."""

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return env if self.mask >> tile & 1 else None

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        return self.mask & ALL_KINDS

    def certain(self, env: Env) -> bool:
        """Always."""
        return True

    def masks(self) -> frozenset[int] | None:
        """The class."""
        return frozenset({self.mask})


class Dynamic(Selector):
    """Tiles of a class that depends on the hand: the seat wind, the round wind, or what a field of its record says."""

    dynamic = True

    def __init__(self, name: str, *, of_field: bool = False) -> None:
        self.name, self.of_field, self.possible = name, of_field, ALL_KINDS if of_field else _WINDS

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return env if env[self.name] >> tile & 1 else None

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        return env.get(self.name, self.possible)

    def masks(self) -> frozenset[int] | None:
        """None but those of the hand."""
        return frozenset()


class Suit(Selector):
    """Suit tiles of the suit that a letter stands for."""

    letters = True

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return bind_suit(env, self.letter, tile // 9 if tile < 27 else -1)

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        return SUIT_KINDS[env[self.letter]] if self.letter in env else ALL_KINDS

    def certain(self, env: Env) -> bool:
        """Where the letter is bound."""
        return self.letter in env

    def masks(self) -> frozenset[int] | None:
        """None: it tells suits apart."""
        return frozenset()


class Belongs(Selector):
    """Honours that belong to the suit that a letter stands for (the dragon of a suit)."""

    letters = True

    def __init__(self, letter: str, suits: Mapping[Tile, int]) -> None:
        self.letter, self.suits = letter, suits

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return bind_suit(env, self.letter, self.suits.get(tile, -1))

    def masks(self) -> frozenset[int] | None:
        """Each honour that belongs to a suit."""
        return frozenset([1 << tile for tile in self.suits])


class Rank(Selector):
    """Suit tiles of the rank n plus an offset, or of one of some ranks."""

    def __init__(self, ranks: frozenset[int] = frozenset(), offset: int = 0, *, lowest: bool = False) -> None:
        self.ranks, self.offset = ranks, offset
        self.letters = not ranks
        self.lowest = lowest or not ranks

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        if tile >= 27:
            return None
        rank = tile % 9 + 1
        if self.ranks:
            return env if rank in self.ranks else None
        n = rank - self.offset
        if LETTER_RANK in env:
            return env if env[LETTER_RANK] == n else None
        return {**env, LETTER_RANK: n} if n >= 1 else None

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        if self.ranks:
            return sum(_RANKS[rank - 1] for rank in self.ranks)
        if LETTER_RANK in env:
            rank = env[LETTER_RANK] + self.offset
            return _RANKS[rank - 1] if 1 <= rank <= 9 else 0
        return ALL_KINDS

    def certain(self, env: Env) -> bool:
        """Where it has ranks, or the letter is bound."""
        return bool(self.ranks) or LETTER_RANK in env

    def masks(self) -> frozenset[int] | None:
        """The tiles of these ranks; those of each, where a letter stands for the rank. No honour has one."""
        return frozenset({sum(_RANKS[rank - 1] for rank in self.ranks)}) if self.ranks else frozenset(_RANKS)


class Same(Selector):
    """The tile that a letter stands for; different letters are different tiles."""

    lowest = True
    letters = True

    def __init__(self, letter: str) -> None:
        self.letter = letter

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        if self.letter in env:
            return env if env[self.letter] == tile else None
        if tile in (env.get(_X), env.get(_Y)):
            return None
        return {**env, self.letter: tile}

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        return 1 << env[self.letter] if self.letter in env else ALL_KINDS


class Compound(Selector):
    """A selector made of others."""

    def __init__(self, parts: tuple[Selector, ...]) -> None:
        self.parts = parts
        self.dynamic = any(part.dynamic for part in parts)
        self.of_field = any(part.of_field for part in parts)
        self.lowest = any(part.lowest for part in parts)
        self.letters = any(part.letters for part in parts)

    def certain(self, env: Env) -> bool:
        """Where every part is."""
        return all(part.certain(env) for part in self.parts)

    def masks(self) -> frozenset[int] | None:
        """Those of all parts."""
        return all_masks([part.masks() for part in self.parts])


class AllOf(Compound):
    """Tiles that fit every part."""

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        for part in self.parts:
            bound = part.bind(tile, env)
            if bound is None:
                return None
            env = bound
        return env

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        mask = ALL_KINDS
        for part in self.parts:
            mask &= part.candidates(env)
        return mask


class AnyOf(Compound):
    """Tiles that fit one of the parts; the first that fits binds."""

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return next((bound for part in self.parts if (bound := part.bind(tile, env)) is not None), None)

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        mask = 0
        for part in self.parts:
            mask |= part.candidates(env)
        return mask


class NoneOf(Compound):
    """Tiles that do not fit the part."""

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        return env if self.parts[0].bind(tile, env) is None else None

    def certain(self, env: Env) -> bool:
        """Never: any tile is a candidate."""
        return False


ANY: Final = Fixed(ALL_KINDS)


def all_masks(several: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    """The classes by which one of several questions tells tiles apart; None where one tells each from each."""
    found: frozenset[int] = frozenset()
    for masks in several:
        if masks is None:
            return None
        found |= masks
    return found


def suit_number(tile: Tile) -> int:
    """0, 1, 2 for m, p, s; -1 for tiles without a suit."""
    return tile // 9 if tile < 27 else -1


def bind_suit(env: Env, letter: str, suit: int) -> Env | None:
    """Bind a suit letter; different letters stand for different suits."""
    if suit < 0:
        return None
    if letter in env:
        return env if env[letter] == suit else None
    if suit in (env.get(_A), env.get(_B), env.get(_C)):
        return None
    return {**env, letter: suit}


class LooseRank(Selector):
    """A tile of a lettered suit with a rank letter that belongs to one copy of a group."""

    letters = True

    def __init__(self, suit: str, rank: str, offset: int) -> None:
        self.suit, self.rank, self.offset = suit, rank, offset

    def bind(self, tile: Tile, env: Env) -> Env | None:
        """The letters after `tile` was taken, or None where it does not fit."""
        bound = bind_suit(env, self.suit, suit_number(tile))
        if bound is None:
            return None
        n = tile % 9 + 1 - self.offset
        if self.rank in bound:
            return bound if bound[self.rank] == n else None
        return {**bound, self.rank: n}

    def candidates(self, env: Env) -> int:
        """The mask of the kinds that may fit."""
        return SUIT_KINDS[env[self.suit]] if self.suit in env else ALL_KINDS
