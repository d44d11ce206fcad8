"""Wild tiles: what jokers may stand for so that a hand is complete.

Not every tile is tried in their place. Plain sets are filled suit by suit, and every suit's answer is kept;
other shapes are filled part by part. All ways are found, so the best of them is the best hand that there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from ..budget import KeptAnswers, spend, spent
from ..hands.pieces import Piece
from ..tiles.tile import ALL_KINDS, KINDS, Tile, mask_of, odd_kinds, tiles_of
from .missing_tiles import fill
from .selectors import Env
from .shape import Shape
from .splitting import EMPTY, KEPT, STARTS, Counts

Filling = tuple[Tile, ...]
"""The tiles for which jokers stand, in order."""


class Filled(NamedTuple):
    """How jokers fill a suit: every way, and the mask of the kinds for which they may stand."""

    ways: tuple[Filling, ...]
    kinds: int


STANDING_FOR: Final = "trying what the jokers may stand for"
_NOTHING: Final = Filled((), 0)
_FILLED: Final[KeptAnswers[tuple[Counts, int, int, bool], Filled]] = KeptAnswers(STANDING_FOR, KEPT << 3)
"""The answers by the ranks of a suit, its first kind, the number of jokers, and whether there is a pair."""


def filled(ranks: Counts, start: int, jokers: int, *, paired: bool) -> Filled:
    """How so many jokers make sets of the tiles of a suit, or sets and a pair; kept."""
    if (sum(ranks) + jokers - 2 * paired) % 3:
        return _NOTHING
    key = (ranks, start, jokers, paired)
    found = _FILLED.get(key)
    if found is None:
        with spent() as steps:
            ways = tuple(sorted(set(_ways(ranks, start, _State(0, (0, 0), jokers, paired), {}))))
        found = Filled(ways, mask_of(tile for way in ways for tile in way))
        _FILLED.keep(key, found, steps(), 1 + len(ways))
    return found


class _State(NamedTuple):
    """How far a suit is filled: up to a rank; `begun` chows need a tile of this rank and of the next."""

    rank: int
    begun: tuple[int, int]
    jokers: int
    paired: bool


def _ways(ranks: Counts, start: int, at: _State, known: dict[_State, list[Filling]]) -> list[Filling]:
    """Fill a suit from a rank on; `known` is what was found for this suit.

    Three equal chows are three pungs of the same tiles, so no more than two chows begin alike.
    """
    found = known.get(at)
    if found is not None:
        return found
    rank, begun, jokers, paired = at
    if rank == len(ranks):
        return [()] if not jokers and not paired and begun == (0, 0) else []
    found = known[at] = []
    chows = 2 if start < STARTS[3] and rank <= 6 else 0
    for own in range(chows + 1):
        for pair in (False, True) if paired else (False,):
            lacking = begun[0] + own + 2 * pair - ranks[rank]
            lacking += -(lacking // 3) * 3 if lacking < 0 else 0
            while lacking <= jokers:
                here = (start + rank,) * lacking
                after = _State(rank + 1, (begun[1] + own, own), jokers - lacking, paired and not pair)
                rest = _ways(ranks, start, after, known)
                spend(1 + len(rest), STANDING_FOR)
                found += [here + way for way in rest]
                lacking += 3
    return found


def suits_of(counts: Counts) -> list[tuple[Counts, int]]:
    """The suits with their first kinds, those with tiles first: they rule most ways out."""
    ends = (*STARTS[1:], KINDS)
    suits = [(counts[start:end], start) for start, end in zip(STARTS, ends, strict=True)]
    return sorted(suits, key=lambda suit: suit[0] in EMPTY)


def states(jokers: int, pairs: int) -> list[tuple[int, bool]]:
    """What a suit may take: so many jokers, with a pair or without."""
    return [(number, paired) for paired in (False, True)[: pairs + 1] for number in range(jokers + 1)]


def _split_fillings(counts: Counts, pairs: int, jokers: int) -> Sequence[Filling]:
    """Every filling that makes sets and so many pairs (0 or 1)."""
    found: dict[tuple[int, int], list[Filling]] = {(jokers, pairs): [()]}
    for ranks, start in suits_of(counts):
        after: dict[tuple[int, int], list[Filling]] = {}
        for (left, wanted), ways in found.items():
            for number, paired in states(left, wanted):
                more = filled(ranks, start, number, paired=paired).ways
                if more:
                    spend(len(ways) * len(more), STANDING_FOR)
                    to = after.setdefault((left - number, wanted - paired), [])
                    to += [way + other for way in ways for other in more]
        found = after
    return found.get((0, 0), ())


def _split_kinds(counts: Counts, pairs: int, jokers: int) -> int:
    """The mask of the kinds in these fillings."""
    found: dict[tuple[int, int], int] = {(jokers, pairs): 0}
    suits = suits_of(counts)
    for index, (ranks, start) in enumerate(suits):
        after: dict[tuple[int, int], int] = {}
        for (left, wanted), kinds in found.items():
            taken = states(left, wanted) if index < 3 else [(left, bool(wanted))]
            for number, paired in taken:
                own = filled(ranks, start, number, paired=paired)
                if own.ways:
                    key = (left - number, wanted - paired)
                    after[key] = after.get(key, 0) | kinds | own.kinds
        found = after
    return found.get((0, 0), 0)


def fillings(shape: Shape, melds: tuple[Piece, ...], counts: Counts, env: Env, jokers: int) -> Iterable[Filling]:
    """Every choice of tiles for the jokers that completes concealed tiles in a shape, beside the declared sets.

    Whether these may be declared is for the caller to ask (`Shape.admits`), and so is whether jokers may stand for
    such tiles. Each is found once, but perhaps in another order under another shape.
    """
    if sum(counts) + jokers + 3 * len(melds) != shape.size:
        return ()
    if shape.plain:
        return _split_fillings(counts, shape.pairs, jokers)
    if any_pairs(shape):
        return _pair_fillings(shape, counts, jokers)
    return fill(shape, melds, counts, env, jokers)


def filling_kinds(shape: Shape, melds: tuple[Piece, ...], counts: Counts, env: Env, jokers: int) -> int:
    """The mask of the kinds in these fillings."""
    if shape.plain and sum(counts) + jokers + 3 * len(melds) == shape.size:
        return _split_kinds(counts, shape.pairs, jokers)
    if any_pairs(shape) and sum(counts) + jokers == shape.size:
        return _pair_kinds(shape, counts, jokers)
    kinds = 0
    for filling in fillings(shape, melds, counts, env, jokers):
        kinds |= mask_of(filling)
    return kinds


def any_pairs(shape: Shape) -> bool:
    """Whether a shape is any pairs, perhaps different ones."""
    return shape.only_pairs and all(
        part.which.candidates({}) == ALL_KINDS and not part.which.letters and not part.which.dynamic
        for part in shape.sets
    )


def _pair_fillings(shape: Shape, counts: Counts, jokers: int) -> Iterator[Filling]:
    """What makes pairs: the second tile of every pair that is begun, and whole pairs of any kind."""
    begun, kinds, whole = _pairs(shape, counts, jokers)
    if whole < 0:
        return
    pairs = combinations(kinds, whole) if shape.distinct else combinations_with_replacement(kinds, whole)
    for more in pairs:
        spend(1, STANDING_FOR)
        yield tuple(sorted((*begun, *more, *more)))


def _pair_kinds(shape: Shape, counts: Counts, jokers: int) -> int:
    """The mask of the kinds in these fillings."""
    begun, kinds, whole = _pairs(shape, counts, jokers)
    if whole < 0 or (shape.distinct and whole > len(kinds)):
        return 0
    return mask_of(begun) | (mask_of(kinds) if whole else 0)


def _pairs(shape: Shape, counts: Counts, jokers: int) -> tuple[Filling, Filling, int]:
    """The pairs that are begun, and how many whole pairs jokers make, of which kinds; below 0 where it cannot be."""
    begun = tiles_of(odd_kinds(counts))
    whole, over = divmod(jokers - len(begun), 2)
    if over or (shape.distinct and max(counts) > 2):
        return begun, (), -1
    kinds = tuple([tile for tile, number in enumerate(counts) if not shape.distinct or not number])
    return begun, kinds, whole


def chosen_kinds(filling: Filling, allowed: int) -> int:
    """The kinds of a filling of which one tile may be any, and the others are jokers that stand for allowed kinds."""
    others = [tile for tile in filling if not allowed >> tile & 1]
    return mask_of(others) if len(others) == 1 else 0 if others else mask_of(filling)
