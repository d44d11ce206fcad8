"""What a winner's jokers may stand for, shape by shape, and the most that a hand in each shape may be worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ..budget import spend
from ..conditions.facets import FACETS, Case
from ..hands.hand import Hand
from ..shapes.joker_readings import Lookalikes, Sight, Wanted, classes_of, fits
from ..shapes.readings import environment
from ..shapes.shape import REFINED, Shape
from ..shapes.wild_tiles import Filling, fillings
from ..tiles.tile import JOKER, KIND, STANDING, Tile, kinds_in, mask_of, tiles_of
from .compiled_rules import Program
from .select import AwardSelector, Bound
from .winning import WinningShapes

_GIVEN: Final = tuple(
    [name for name, facet in FACETS.items() if facet.of_hand and not facet.late and not facet.tiles and name != "suits"]
)
"""What can be seen of a hand whatever its jokers stand for."""
_KEPT: Final = 1 << 12
"""For how many shapes in how many situations it is kept what is known."""
_TRYING: Final = "scoring what the jokers may stand for"


class Promise(NamedTuple):
    """The hands for which a hand may stand in one shape; `bound` is what none surpasses, None where it is not known."""

    bound: Bound | None
    shape: Shape
    hands: Iterator[Hand]


class Knowledge(NamedTuple):
    """What is known of all hands in a shape: what none surpasses, and the classes by which tiles of one suit are told
    apart, None where each is told from each."""

    bound: Bound | None
    masks: frozenset[int] | None


class Promising:
    """Completes winners' hands by jokers that stand for the kinds of the mask `allowed`, under one ruleset."""

    def __init__(self, program: Program, selector: AwardSelector, shapes: WinningShapes, allowed: int) -> None:
        self._program, self._selector, self._shapes, self._allowed = program, selector, shapes, allowed
        self._lookalikes = Lookalikes()
        self._known: dict[tuple[Sequence[Hashable], ...], Knowledge] = {}
        self._kept: tuple[tuple[object, ...], dict[tuple[Wanted, frozenset[int] | None], list[tuple[Filling, Tile]]]]
        self._kept = ((), {})
        """The tiles that were completed last, and how: they are asked about again, drawn and claimed."""
        self._wins: tuple[tuple[Tile, ...], ...] = ()

    def promises(self, hand: Hand, case: Case) -> list[Promise]:
        """The hands for which a hand may stand, of those that look alike the first, by shapes: the best one first.

        Where the winning tile is a joker there are several promises of a shape, for tiles that rules tell apart.
        """
        kinds = kinds_in(hand.hidden).bit_count()
        given: dict[str, Sequence[Hashable]] = {name: (FACETS[name].take(case),) for name in _GIVEN}
        if hand.win == JOKER:
            given["flags"] = hand.flags, hand.flags | {"last_of_kind"}
        of_hand = frozenset([mask for _, mask in case.classes])
        found = []
        for shape in self._shapes.possible(hand.pieces, hand.claimed, kinds, kinds + hand.jokers):
            for wins in self._joker_wins() if hand.win == JOKER else ((-1 if hand.win is None else hand.win,),):
                own = {**given, "shape": (shape.name,), "win": wins}
                key = tuple(own.values())
                known = self._known.get(key)
                if known is None:
                    if len(self._known) >= _KEPT:
                        self._known.clear()
                    known = self._known[key] = self._knowledge(shape, own)
                wanted = Wanted(shape, self._allowed, mask_of(KIND[win] for win in wins) if hand.win == JOKER else 0)
                masks = None if known.masks is None else known.masks | of_hand
                found.append(Promise(known.bound, shape, self._hands(hand, wanted, masks)))
        found.sort(key=lambda one: () if one.bound is None or one.bound.first is None else one.bound.first)
        return sorted(found, key=lambda one: (one.bound is None, one.bound.rank if one.bound else ()), reverse=True)

    def _joker_wins(self) -> tuple[tuple[Tile, ...], ...]:
        """What a joker that wins may stand for, tiles that no rule tells apart together."""
        if not self._wins:
            self._wins = self._program.told_apart("win", [STANDING + kind for kind in tiles_of(self._allowed)])
        return self._wins

    def _knowledge(self, shape: Shape, given: Mapping[str, Sequence[Hashable]]) -> Knowledge:
        ways = self._program.open_ways(given)
        told = any(FACETS[name].tiles for name in self._selector.method.reads)
        masks, own = None if told else self._program.masks(ways), shape.masks()
        bound = self._selector.bound(self._program.may_hold(ways))
        return Knowledge(bound, None if masks is None or own is None else masks | own)

    def _hands(self, hand: Hand, wanted: Wanted, masks: frozenset[int] | None) -> Iterator[Hand]:
        """The hands for which a hand may stand in a shape, of those that look alike the first."""
        tiles = hand.pieces, hand.concealed, hand.win, hand.seat, hand.round
        kept = self._kept
        if kept[0] != tiles:
            kept = self._kept = (tiles, {})
        key = wanted, masks
        ways = kept[1].get(key)
        if ways is None:
            ways = kept[1][key] = sorted(set(self._completed(hand, wanted, masks)))
        spend(len(ways), _TRYING)
        for filling, win in ways:
            yield standing(hand, filling, win)

    def _completed(self, hand: Hand, wanted: Wanted, masks: frozenset[int] | None) -> Iterator[tuple[Filling, Tile]]:
        """The tiles for which jokers may stand, in order, with the one that wins if that is a joker; else -1."""
        env, shape = environment(hand.seat, hand.round), wanted.shape
        if not fits(shape):
            for filling in fillings(shape, hand.pieces, hand.hidden, env, hand.jokers):
                if not mask_of(filling) & ~self._allowed:
                    own = tuple(sorted(filling))
                    wins = [tile for tile in own if wanted.wins >> tile & 1] if wanted.wins else (-1,)
                    yield from ((own, win) for win in wins)
            return
        if not shape.may_hold(hand.present, hand.jokers):
            return
        single = 1 << hand.win_kind if hand.win_kind >= 0 else 0
        classes = classes_of(masks, single)
        sight = Sight(classes, hand.pieces, hand.win_kind)
        found = self._lookalikes.readings(wanted, hand.pieces, hand.hidden, hand.jokers, sight)
        for chows, pungs, pairs, win, filling in found:
            refined = shape.way == REFINED
            if refined and not shape.may_hold(hand.present | mask_of(filling)):
                continue
            if not refined or shape.asks((chows, pungs, pairs, ()), hand.pieces, env):
                yield tuple(sorted(filling)), win


def standing(hand: Hand, filling: Filling, win: Tile) -> Hand:
    """The hand with its jokers standing for these tiles, one of them for the winning one where `win` is not -1."""
    left = list(filling)
    if win >= 0:
        left.remove(win)
    concealed = (*[tile for tile in hand.concealed if tile != JOKER], *[STANDING + tile for tile in left])
    return replace(hand, concealed=concealed, win=STANDING + win) if win >= 0 else replace(hand, concealed=concealed)
