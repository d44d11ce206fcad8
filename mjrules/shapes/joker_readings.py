"""The readings that jokers may complete, one for all that look alike.

A ruleset looks at tiles through classes: simples, dragons, the seat wind. Readings of which the tiles of each piece
are in the same classes are worth the same, so the first of them stands for all. Suits are filled one by one, and of
those of one suit that look alike only the first goes on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from ..budget import KeptAnswers, spend, spent
from ..hands.pieces import CHOW, PUNG, Piece, form_of, holds, tile_of
from ..tiles.tile import KINDS, STANDING, Tile, mask_of
from .joker_fillings import STANDING_FOR, Filling, any_pairs, filled, states, suits_of
from .shape import REFINED, SETS, Shape
from .splitting import Counts, splits
from .wait_kinds import wait_of

_KEPT: Final = 1 << 17
"""How many ways to lay out suits are kept."""


class Completion(NamedTuple):
    """Tiles laid out with the jokers that stand among them: the lowest tiles of the chows, those of pungs and pairs,
    and the kind that wins, where that is a joker and here; else -1."""

    chows: tuple[Tile, ...]
    pungs: tuple[Tile, ...]
    pairs: tuple[Tile, ...]
    win: Tile
    filling: Filling


class SuitWays:
    """What may be made of a suit that begins with the kind `start`: one of the `ways`. Each is itself alone, so what is
    known of it can be kept."""

    __slots__ = ("_each", "start", "ways")

    def __init__(self, start: Tile, ways: Sequence[Completion]) -> None:
        self.start, self.ways = start, tuple(ways)
        self._each: tuple[SuitWays, ...] = ()

    @property
    def each(self) -> tuple[SuitWays, ...]:
        """Its ways one by one."""
        if not self._each:
            self._each = tuple([SuitWays(self.start, (way,)) for way in self.ways])
        return self._each


WaysBySuit = tuple[SuitWays, ...]
"""What may be made of several suits: one of the ways of each."""


def split(parts: WaysBySuit) -> list[WaysBySuit]:
    """The parts with one suit told exactly: that of which the fewest of several ways are told apart."""
    _, place = min([(len(options.ways), place) for place, options in enumerate(parts) if len(options.ways) > 1])
    return [(*parts[:place], one, *parts[place + 1 :]) for one in parts[place].each]


class Sight:
    """How a ruleset looks at one hand: `classes` has a number for each kind, the same for kinds that look alike.

    `melds` are the declared sets, `win` the winning kind: -1 where that is a joker, or there is none.
    """

    def __init__(self, classes: tuple[int, ...], melds: Sequence[Piece], win: Tile) -> None:
        self.classes, self.win = classes, win
        self.chows = tuple([tile_of(piece) for piece in melds if form_of(piece) == CHOW])
        self.pungs = tuple([tile_of(piece) for piece in melds if form_of(piece) == PUNG])
        self._winning = tuple([(form_of(piece), tile_of(piece)) for piece in melds])

    def of(self, one: Completion) -> tuple[object, ...]:
        """What the ruleset sees of the tiles of a suit: the same for what is worth the same, in the same order."""
        classes, win = self.classes, self.win if one.win < 0 else one.win
        chows = tuple(
            [
                (classes[tile], classes[tile + 1], classes[tile + 2], self._after(self.chows, tile), _role(tile, win))
                for tile in one.chows
            ]
        )
        pungs = tuple([(classes[tile], self._after(self.pungs, tile), tile == win) for tile in one.pungs])
        pairs = tuple([(classes[tile], tile == win) for tile in one.pairs])
        if one.win < 0:
            return chows, pungs, pairs
        completed = tuple([holds(form, tile, win) for form, tile in self._winning])
        return chows, pungs, pairs, classes[win], completed

    @staticmethod
    def _after(declared: tuple[Tile, ...], tile: Tile) -> tuple[int, bool]:
        """Where a set stands among the declared ones."""
        return (bisect_left(declared, tile), tile in declared) if declared else (0, False)


def _role(tile: Tile, win: Tile) -> str | None:
    return wait_of(CHOW, tile, win) if tile <= win <= tile + 2 else None


def classes_of(masks: Iterable[int] | None, apart: int) -> tuple[int, ...]:
    """A number for each kind: the same for kinds of one suit that are in the same classes, be it as tiles or as jokers
    that stand for them. Each kind has its own where `masks` is None, and so have those of the mask `apart`. Every suit
    is numbered by itself, so that its answers serve whatever the other suits are like."""
    if masks is None:
        return tuple(range(KINDS))
    several = tuple(masks)
    numbers: tuple[dict[tuple[int, ...], int], ...] = ({}, {}, {}, {})
    found = []
    for kind in range(KINDS):
        own = [kind if apart >> kind & 1 else -1]
        own += [mask >> kind & 1 | (mask >> STANDING + kind & 1) << 1 for mask in several]
        suit = numbers[min(kind // 9, 3)]
        found.append(suit.setdefault(tuple(own), len(suit)))
    return tuple(found)


def fits(shape: Shape) -> bool:
    """Whether the readings of a shape can be told suit by suit: sets and a pair, or any pairs."""
    return (shape.way == SETS and not shape.loose) or shape.way == REFINED or any_pairs(shape)


class Wanted(NamedTuple):
    """What jokers are to make of concealed tiles, or of those of a suit.

    `allowed` are the kinds for which they may stand, `wins` those of the winning tile where that is a joker.
    """

    shape: Shape
    allowed: int
    wins: int


class _Suit(NamedTuple):
    """A suit with so many jokers, a pair in it or none, and all on which the readings depend that are kept for it."""

    ranks: Counts
    start: int
    jokers: int
    pair: bool
    paired: bool
    distinct: bool
    allowed: int
    wins: int
    classes: tuple[int, ...]
    win: Tile
    declared: tuple[tuple[Tile, ...], tuple[Tile, ...]]


class _Made(NamedTuple):
    """What jokers make of a suit: without the winning tile, and with it as one of them."""

    others: SuitWays
    winning: SuitWays


class Lookalikes:
    """Completes hands suit by suit; the answers for a suit are kept as long as it is looked at in the same way."""

    def __init__(self) -> None:
        self._kept: KeptAnswers[_Suit, _Made] = KeptAnswers(STANDING_FOR, _KEPT)

    def parts(
        self, wanted: Wanted, melds: tuple[Piece, ...], counts: Counts, jokers: int, sight: Sight
    ) -> Sequence[WaysBySuit]:
        """The first of all readings that look alike of concealed tiles in a shape which `fits`, jokers among them: for
        every way to give the jokers, the pair and the winning joker to the suits what may be made of each."""
        shape = wanted.shape
        if sum(counts) + jokers + 3 * len(melds) != shape.size:
            return ()
        begin = jokers, 0 if any_pairs(shape) else shape.pairs, int(wanted.wins > 0)
        found: dict[tuple[int, int, int], list[WaysBySuit]] = {begin: [()]}
        suits = suits_of(counts)
        for ranks, start in suits:
            after: dict[tuple[int, int, int], list[WaysBySuit]] = {}
            last = start == suits[-1][1]
            for (left, pairs, wins), ways in found.items():
                for number, pair in [(left, pairs > 0)] if last else states(left, pairs):
                    if not any_pairs(shape) and (sum(ranks) + number - 2 * pair) % 3:
                        continue
                    made = self._suit(wanted, ranks, start, number, sight, pair=pair)
                    for won in range(wins + 1):
                        options = made.winning if won else made.others
                        if options.ways:
                            spend(len(ways), STANDING_FOR)
                            to = after.setdefault((left - number, pairs - pair, wins - won), [])
                            to += [(*way, options) for way in ways]
            found = after
        return found.get((0, 0, 0), ())

    def _suit(self, wanted: Wanted, ranks: Counts, start: int, jokers: int, sight: Sight, *, pair: bool) -> _Made:
        """What so many jokers make of a suit."""
        shape, end = wanted.shape, start + len(ranks)
        span = (1 << end) - (1 << start)
        allowed = wanted.allowed & span & (_possible(shape) if shape.way == REFINED else span)
        win = sight.win if start <= sight.win < end else -1
        own = wanted.wins & span, sight.classes[start:end], win, (sight.chows, sight.pungs)
        suit = _Suit(ranks, start, jokers, pair, any_pairs(shape), shape.distinct, allowed, *own)
        ways = () if suit.paired else filled(ranks, start, jokers, paired=pair).ways
        found = self._kept.get(suit)
        if found is None:
            with spent() as steps:
                found = _first_of_each(suit, _pair_ways(suit) if suit.paired else ways, sight)
            self._kept.keep(suit, found, steps(), 1 + len(found.others.ways) + len(found.winning.ways))
        return found


def _possible(shape: Shape) -> int:
    """The kinds of which there may be tiles in a shape."""
    mask = 0
    for binding in shape.bindings:
        mask |= binding.allowed
    return mask


def _first_of_each(suit: _Suit, fillings: Iterable[Filling], sight: Sight) -> _Made:
    """Of all that fillings make of a suit and looks alike the first, without the winning tile and with it."""
    found: tuple[dict[tuple[object, ...], Completion], dict[tuple[object, ...], Completion]] = ({}, {})
    for way in fillings:
        spend(1, STANDING_FOR)
        if mask_of(way) & ~suit.allowed:
            continue
        tiles = list(suit.ranks)
        for tile in way:
            tiles[tile - suit.start] += 1
        wins = [tile for tile in dict.fromkeys(way) if suit.wins >> tile & 1]
        for chows, pungs, pairs in _layouts(tuple(tiles), suit):
            for win in (-1, *wins):
                one = Completion(chows, pungs, pairs, win, way)
                firsts = found[win >= 0]
                seen = sight.of(one)
                first = firsts.get(seen)
                if first is None or one < first:
                    firsts[seen] = one
    return _Made(SuitWays(suit.start, [*found[0].values()]), SuitWays(suit.start, [*found[1].values()]))


def _layouts(ranks: Counts, suit: _Suit) -> Iterator[tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]]:
    """The ways to lay the tiles of a suit out: in sets, and a pair or none, or in pairs."""
    if suit.paired:
        yield (), (), tuple([suit.start + rank for rank, number in enumerate(ranks) for _ in range(number // 2)])
        return
    for chows, pungs, pairs, _ in splits(ranks, suit.start):
        if len(pairs) == suit.pair:
            yield chows, pungs, pairs


def _pair_ways(suit: _Suit) -> Iterator[Filling]:
    """How so many jokers make pairs of a suit."""
    ranks, start = suit.ranks, suit.start
    if suit.distinct and max(ranks) > 2:
        return
    begun = tuple([start + rank for rank, number in enumerate(ranks) if number & 1])
    whole, over = divmod(suit.jokers - len(begun), 2)
    if whole < 0 or over:
        return
    kinds = range(start, start + len(ranks))
    absent = [tile for tile in kinds if not ranks[tile - start]]
    for more in combinations(absent, whole) if suit.distinct else combinations_with_replacement(kinds, whole):
        yield tuple(sorted((*begun, *more, *more)))


def laid_together(ways: Iterable[Completion]) -> Completion:
    """What was made of several suits, as one."""
    chows: tuple[Tile, ...] = ()
    pungs: tuple[Tile, ...] = ()
    pairs: tuple[Tile, ...] = ()
    filling: Filling = ()
    win = -1
    for way in ways:
        chows, pungs, pairs, filling = chows + way.chows, pungs + way.pungs, pairs + way.pairs, filling + way.filling
        win = max(win, way.win)
    return Completion(chows, pungs, pairs, win, filling)
