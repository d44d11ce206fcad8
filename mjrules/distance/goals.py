"""Goals: what a hand may become, as tiles that it must have and pieces that it must make of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from ..hands.pieces import CHOW, PAIR, PUNG, Piece, form_of, tile_of, tiles_in
from ..shapes.splitting import STARTS, Counts
from ..tiles.tile import ALL_KINDS, KINDS, Tile, kinds_in, tiles_of
from .suit_costs import (
    COST,
    SPARE,
    Signature,
    SuitCosts,
    TwoSuits,
    WantedPieces,
    cheapest,
    costs_of,
)

ENDS: Final = (*STARTS[1:], KINDS)
"""The first kind behind each suit."""
PIECE_FORMS: Final = (CHOW, PUNG, PAIR)
"""The forms of sets and pairs, in the order of the masks of what is wanted."""


class HandLimits(NamedTuple):
    """What is asked of the whole hand beside its shape: `kinds` that it may have, how many of its sets may be `chows`
    (least and most), the lowest tiles of its chows, and where its pungs and pairs may be."""

    kinds: int = ALL_KINDS
    least_chows: int = 0
    most_chows: int = 99
    chows: int = ALL_KINDS
    pungs: int = ALL_KINDS
    pairs: int = ALL_KINDS

    def both(self, other: HandLimits) -> HandLimits:
        """What is asked by both."""
        return HandLimits(
            self.kinds & other.kinds,
            max(self.least_chows, other.least_chows),
            min(self.most_chows, other.most_chows),
            self.chows & other.chows,
            self.pungs & other.pungs,
            self.pairs & other.pairs,
        )


NO_LIMITS: Final = HandLimits()


class Goal:
    """One thing that the concealed tiles may become: the tiles of `fixed`, and pieces of several sorts."""

    def __init__(
        self, name: str, fixed: Iterable[Tile], wanted: Iterable[WantedPieces], *, distinct: bool = False
    ) -> None:
        self.name = name
        own = Counter(fixed)
        self.fixed = tuple(sorted(own.items()))
        self.base = tuple([own[kind] for kind in range(KINDS)])
        sorts: Counter[tuple[int, int, int, int]] = Counter()
        for one in wanted:
            sorts[one[1:]] += one.number
        self.wanted = tuple([WantedPieces(number, *masks) for masks, number in sorted(sorts.items())])
        self.distinct = distinct
        self.key: tuple[object, ...] = (self.fixed, self.wanted, distinct)
        """Goals with the same key are the same thing."""
        self.size = own.total() + sum(one.number * _size(one) for one in self.wanted)
        self._hash = hash(self.key)
        self.enough = max([3 * bool(one.pungs) for one in self.wanted], default=0)
        pieces = sum(one.number for one in self.wanted)
        self.enough = 4 if pieces > 2 else 3 if pieces == 2 else self.enough or 2
        """So many tiles of a kind are all that can be wanted beside the fixed ones."""
        only = self.wanted[0] if len(self.wanted) == 1 else None
        self.pool = only.singles if only is not None and not (only.chows or only.pungs or only.pairs) else 0

    def __reduce__(self) -> tuple[Callable[..., Goal], tuple[Any, ...]]:
        """What makes it again, without its tables."""
        fixed = [kind for kind, number in self.fixed for _ in range(number)]
        return partial(Goal, distinct=self.distinct), (self.name, fixed, self.wanted)

    @cached_property
    def suits(self) -> tuple[SuitCosts, ...]:
        """What tells the costs of each suit."""
        return tuple(
            costs_of(Signature(end - start, tuple(_within(one, start, end) for one in self.wanted), self.distinct))
            for start, end in zip(STARTS, ENDS, strict=True)
        )

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        """How many pieces of each sort are wanted."""
        return tuple([one.number for one in self.wanted])

    @cached_property
    def whole(self) -> int:
        """Everything that is wanted, as an index."""
        return self.suits[0].index(self._numbers)

    @cached_property
    def halves(self) -> tuple[TwoSuits, TwoSuits]:
        """What tells the costs of the first two suits together, and of the last two."""
        first, second, third, last = self.suits
        return TwoSuits(first, second, self._numbers, 0), TwoSuits(third, last, self._numbers, STARTS[2])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Goal) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    def with_pieces(self, pieces: Iterable[Piece], limits: HandLimits = NO_LIMITS) -> Goal | None:
        """The same goal with these pieces among those that are wanted; None where it has no place for them."""
        fixed: list[Tile] = [kind for kind, number in self.fixed for _ in range(number)]
        left = list(self.wanted)
        for piece in pieces:
            form, tile = form_of(piece), tile_of(piece)
            place = next(
                (
                    place
                    for place, one in enumerate(left)
                    if one.number and one[1 + PIECE_FORMS.index(form)] >> tile & 1
                ),
                -1,
            )
            if place < 0:
                return None
            left[place] = left[place]._replace(number=left[place].number - 1)
            fixed.extend(tiles_in(piece))
        if any(not limits.kinds >> tile & 1 for tile in fixed):
            return None
        return Goal(self.name, fixed, [one for one in left if one.number], distinct=self.distinct)

    def lacking(self, counts: Sequence[int]) -> int:
        """How many of the fixed tiles are missing: no less are missing in all."""
        missing = 0
        for kind, number in self.fixed:
            if counts[kind] < number:
                missing += number - counts[kind]
        return missing

    @property
    def kinds_in_it(self) -> int:
        """The mask of the kinds that may be in it."""
        kinds = sum([1 << kind for kind, _ in self.fixed])
        for one in self.wanted:
            kinds |= one.chows | one.chows << 1 | one.chows << 2 | one.pungs | one.pairs | one.singles
        return kinds

    @cached_property
    def useful(self) -> tuple[Tile, ...]:
        """The kinds that may be in it."""
        return tiles_of(self.kinds_in_it)

    def least(self, counts: Sequence[int]) -> int:
        """How many tiles are missing if every tile can be used that may be in it: no less are missing."""
        return self.size - sum([counts[kind] for kind in self.useful]) if len(self.useful) < KINDS else 0

    def cost(self, counts: Counts, copies: Counts, jokers: int = 0, standing: int = 0) -> int:
        """What tiles lack for this goal, as one number (see `COST`); -1 where it cannot be reached.

        `copies` are the tiles of each kind that the game has beside the declared sets.
        """
        if not jokers:
            return self._without_jokers(counts, copies)
        first, last = [half.costs(counts, copies, self.base, jokers, standing) for half in self.halves]
        unit, found = self.suits[0].joker_digit, list[int]()
        for made, cost in first.items():
            used, own = divmod(made, unit)
            for others in range(self.whole - own, self.whole - own + (jokers - used + 1) * unit, unit):
                if others in last:
                    found.append(cost + last[others])
        return cheapest(found)

    def _without_jokers(self, counts: Counts, copies: Counts) -> int:
        lacking, missing = 0, 0
        if self.fixed:
            rest, free = list(counts), list(copies)
            for kind, number in self.fixed:
                held = rest[kind]
                free[kind] -= number
                if free[kind] < 0:
                    return -1
                rest[kind] = max(0, held - number)
                if held < number:
                    missing += number - held
                    lacking |= 1 << kind
            enough = self.enough
            counts, copies = tuple(rest), tuple([4 if number >= enough else number for number in free])
        first = missing << COST | lacking
        if not self.wanted:
            return first | kinds_in(counts) << SPARE
        if self.pool:
            return self._picked(counts, copies, first)
        first_half, last = (half.costs(counts, copies) for half in self.halves)
        whole = self.whole
        found = cheapest([cost + last[whole - made] for made, cost in first_half.items() if whole - made in last])
        return found if found < 0 else ((found >> COST) + missing) << COST | (found | lacking) & _MASKS

    def _picked(self, counts: Counts, copies: Counts, first: int) -> int:
        """The cost where different tiles out of a class are all that is wanted beside the fixed ones."""
        number, held, there = self.wanted[0].number, 0, 0
        spare, free = 0, 0
        for kind in range(KINDS):
            bit = 1 << kind
            if counts[kind]:
                if self.pool & bit:
                    held += 1
                    there |= bit
                    spare |= bit if counts[kind] > 1 else 0
                else:
                    spare |= bit
            elif self.pool & bit and copies[kind] > 0:
                free |= bit
        missing = number - held
        if missing > free.bit_count():
            return -1
        if missing < 0:
            spare |= there
        return first + (max(0, missing) << COST) | spare << SPARE | (free if missing > 0 else 0)


_MASKS: Final = (1 << COST) - 1


def _size(one: WantedPieces) -> int:
    return 3 if one.chows or one.pungs else 2 if one.pairs else 1


def _within(one: WantedPieces, start: int, end: int) -> WantedPieces:
    """What is wanted of one suit."""
    low = (1 << end - start) - 1
    return WantedPieces(one.number, *(mask >> start & low for mask in one[1:]))
