"""With which tiles a game is played, and what its jokers stand for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ..declared.named_tuple import NamedTuple
from .tile import BONUS_GROUPS, CIRCLES, JOKER, KIND, KINDS, RED, TEXT, Tile, parse_class


class TileSet:
    """How many copies of each tile a game is played with."""

    def __init__(self, copies: Mapping[Tile, int]) -> None:
        self.copies: tuple[int, ...] = tuple(copies.get(tile, 0) for tile in range(len(TEXT)))
        per_kind = [0] * len(TEXT)
        for tile, number in enumerate(self.copies):
            per_kind[KIND[tile]] += number
        self.per_kind: tuple[int, ...] = tuple(per_kind)
        self.kinds: tuple[int, ...] = tuple(kind for kind in range(KINDS) if per_kind[kind])
        self.size = sum(self.copies)
        self.reds = any(self.copies[tile] for tile in RED)
        """Whether there are red fives."""
        self.animals = any(self.copies[tile] for tile in BONUS_GROUPS["animal"])
        """Whether there are animals beside flowers and seasons."""
        self.uniform = not self.reds and not self.copies[JOKER]
        """Whether there are neither jokers nor red fives, so that tiles can be counted by kind."""

    @cached_property
    def following(self) -> tuple[int, ...]:
        """For every kind the next one in its suit, among the winds or the dragons; after the last the first."""
        return tuple(_next_kind(kind, frozenset(self.kinds)) for kind in range(KINDS))

    @classmethod
    def from_data(cls, data: Mapping[str, int]) -> TileSet:
        """A tile set from texts of tiles and their number of copies, `{123456789m: 4, J: 8}`."""
        copies: dict[Tile, int] = {}
        for text, number in data.items():
            for tile in parse_class(text):
                copies[tile] = copies.get(tile, 0) + number
        return cls(copies)


def _next_kind(kind: int, there: frozenset[int]) -> int:
    """The next kind of its circle that is there; itself where there is no other."""
    circle = next(circle for circle in CIRCLES if kind in circle)
    place = circle.index(kind)
    after = [*circle[place + 1 :], *circle[:place]]
    return next((other for other in after if other in there), kind)


EVERY_KIND = TileSet(dict.fromkeys(range(KINDS), 4))
"""Four tiles of every kind."""


class Wild(NamedTuple):
    """What jokers stand for, in hand and in declared sets: tiles of these kinds, or of every kind (None)."""

    kinds: frozenset[Tile] | None = None
