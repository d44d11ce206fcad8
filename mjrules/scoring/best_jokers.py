"""What a winner's jokers may stand for, shape by shape, and the most that a hand in each shape may be worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import count, product
from typing import Final, NamedTuple

from ..budget import KeptAnswers, spend, spent
from ..conditions.facets import FACETS, Case
from ..errors import TooComplexError
from ..hands.hand import Hand
from ..shapes.joker_fillings import Filling, fillings
from ..shapes.joker_readings import Lookalikes, Sight, Wanted, WaysBySuit, classes_of, fits, laid_together, split
from ..shapes.readings import environment
from ..shapes.shape import REFINED, Shape
from ..tiles.tile import JOKER, KIND, KINDS, STANDING, Tile, kinds_in, mask_of, tiles_of
from .ceilings import Ceilings, Knowledge, Scene, WonBy
from .compiled_rules import Program
from .rule import Amount
from .select import AwardSelector, Bound
from .winning import WinningShapes

_GIVEN: Final = tuple(
    [name for name, facet in FACETS.items() if facet.of_hand and not facet.late and not facet.tiles and name != "suits"]
)
"""What can be seen of a hand whatever its jokers stand for."""
_FITTING: Final = 1 << 14
"""Of how many pieces it is kept whether a shape may ask for them."""
_FILLINGS: Final = 1 << 15
"""How many choices of tiles for the jokers are kept."""
PART: Final = 24
"""The steps that it takes to find what none surpasses of some parts."""
SCORE: Final = 40
"""The steps that it takes to score one of the hands for which a hand may stand."""
_TRYING: Final = "scoring what the jokers may stand for"


class Promise(NamedTuple):
    """The hands for which a hand may stand in one shape; `bound` is what none surpasses, None where it is not known."""

    bound: Bound | None
    shape: Shape
    hands: Iterable[Hand]


class _Asked(NamedTuple):
    """A hand in a shape: what jokers are to make of it, the classes by which tiles are told apart, what is known."""

    hand: Hand
    wanted: Wanted
    masks: frozenset[int] | None
    known: Knowledge
    scene: Scene


class _Open(NamedTuple):
    """What is still to be tried, in a queue: the best comes first, of equals the latest. `parts` are what may be made
    of the suits, where that is known."""

    order: tuple[tuple[Amount, ...], tuple[object, ...]]
    serial: int
    bound: Bound | None
    asked: _Asked
    parts: WaysBySuit | None


class Promising:
    """Completes winners' hands by jokers that stand for the kinds of the mask `allowed`, under one ruleset."""

    def __init__(self, program: Program, selector: AwardSelector, shapes: WinningShapes, allowed: int) -> None:
        self._program, self._shapes, self._allowed = program, shapes, allowed
        self._ceilings = Ceilings(program, selector)
        self._tells_apart = any(FACETS[name].tiles for name in selector.method.reads)
        self._lookalikes = Lookalikes()
        self._filled: KeptAnswers[tuple[Hashable, ...], tuple[Filling, ...]] = KeptAnswers(_TRYING, _FILLINGS)
        self._fitting: dict[tuple[Hashable, ...], bool] = {}
        self._wins: tuple[tuple[Tile, ...], ...] = ()
        self._first: dict[Tile, Tile] = {}

    def promises(self, hand: Hand, case: Case) -> Iterator[Promise]:
        """The hands for which a hand may stand, of those that look alike the first, by shapes: the best ones first.

        What is promised of a shape is told more exactly of its parts, which follow; so a promise may have no hands.
        Where the winning tile is a joker there are several promises of a shape, for tiles that rules tell apart.
        """
        serial, queue = count(0, -1), list[_Open]()
        for known, asked in self._shapes_for(hand, case):
            queue.append(_Open(_order(known.bound), next(serial), known.bound, asked, None))
        heapify(queue)
        won, tried = WonBy.of(hand), set[tuple[Shape, Filling, Tile]]()
        while queue:
            one = heappop(queue)
            asked = one.asked
            if one.bound is None or _last(one):
                yield Promise(one.bound, asked.wanted.shape, self._hands(one, tried))
                continue
            yield Promise(one.bound, asked.wanted.shape, ())
            try:
                smaller = self._smaller(one)
            except TooComplexError as error:
                raise too_many(error, asked.wanted.shape, hand) from None
            for parts in smaller:
                bound = asked.scene.bound(asked.known, parts, won)
                heappush(queue, _Open(_order(bound), next(serial), bound, asked, parts))

    def _shapes_for(self, hand: Hand, case: Case) -> Iterator[tuple[Knowledge, _Asked]]:
        """The shapes that a hand may have, with what is known of them."""
        kinds = kinds_in(hand.hidden).bit_count()
        given: dict[str, Sequence[Hashable]] = {name: (FACETS[name].take(case),) for name in _GIVEN}
        if hand.win == JOKER:
            given["flags"] = hand.flags, hand.flags | {"last_of_kind"}
        given["jokers"] = (_specials(hand),)
        scene = self._ceilings.scene(hand, given)
        of_hand = frozenset([mask for _, mask in case.classes])
        won = self._joker_wins() if hand.win == JOKER else (self._win(hand),)
        ceilings, told_by = self._ceilings, self._ceilings.told_by
        told = ceilings.told(given)
        for shape in self._shapes.possible(hand.pieces, hand.claimed, kinds, kinds + hand.jokers):
            for wins in won:
                own = told.joined(told_by("shape", (shape.name,))).joined(told_by("win", wins))
                known = ceilings.knowledge(shape, own, tells_apart=self._tells_apart)
                wanted = Wanted(shape, self._allowed, mask_of(KIND[win] for win in wins) if hand.win == JOKER else 0)
                masks = None if known.masks is None else known.masks | of_hand
                yield known, _Asked(hand, wanted, masks, known, scene)

    def _joker_wins(self) -> tuple[tuple[Tile, ...], ...]:
        """What a joker that wins may stand for, tiles that no rule tells apart together."""
        if not self._wins:
            self._wins = self._program.told_apart("win", [STANDING + kind for kind in tiles_of(self._allowed)])
        return self._wins

    def _win(self, hand: Hand) -> tuple[Tile, ...]:
        """The first of the winning tiles that no rule tells from the one of a hand; -1 where there is none."""
        if hand.win is None:
            return (-1,)
        if not self._first:
            for alike in self._program.told_apart("win", range(STANDING)):
                self._first.update(dict.fromkeys(alike, alike[0]))
        return (self._first.get(hand.win, hand.win),)

    def _smaller(self, one: _Open) -> Iterable[WaysBySuit]:
        """The parts into which the hands of a shape, or of parts, fall, those left out that the shape does not ask for.

        What is made of the suits with a single way is all that is looked at for that.
        """
        hand, wanted, masks, _, _ = one.asked
        shape = wanted.shape
        every: Sequence[WaysBySuit] = split(one.parts) if one.parts is not None else ()
        if one.parts is None and shape.may_hold(hand.present, hand.jokers):
            classes = classes_of(masks, 1 << hand.win_kind if hand.win_kind >= 0 else 0)
            sight = Sight(classes, hand.pieces, hand.win_kind)
            every = self._lookalikes.parts(wanted, hand.pieces, hand.hidden, hand.jokers, sight)
        if shape.way == REFINED:
            spend(2 * len(every), _TRYING)
            every = [parts for parts in every if self._may_ask(parts, one.asked)]
        spend(PART * len(every), _TRYING)
        return every

    def _may_ask(self, parts: WaysBySuit, asked: _Asked) -> bool:
        """Whether a shape of particular sets asks for what is made of the suits with a single way, as far as that goes.

        It is kept, as it is asked about again for the next tile that may be won.
        """
        hand, shape = asked.hand, asked.wanted.shape
        known = tuple([options.ways[0] for options in parts if len(options.ways) == 1])
        key = shape.name, known, hand.pieces, hand.seat, hand.round
        may = self._fitting.get(key)
        if may is None:
            if len(self._fitting) >= _FITTING:
                self._fitting.clear()
            one = laid_together(known)
            env = environment(hand.seat, hand.round)
            may = self._fitting[key] = shape.may_ask((one.chows, one.pungs, one.pairs, ()), hand.pieces, env)
        return may

    def _hands(self, one: _Open, tried: set[tuple[Shape, Filling, Tile]]) -> Iterator[Hand]:
        """The hands for which a hand may stand in a shape, but for those that were tried."""
        hand, shape = one.asked.hand, one.asked.wanted.shape
        for filling, win in self._completed(one):
            if (shape, filling, win) not in tried:
                tried.add((shape, filling, win))
                spend(SCORE, _TRYING)
                yield standing(hand, filling, win)

    def _completed(self, one: _Open) -> Iterator[tuple[Filling, Tile]]:
        """The tiles for which jokers may stand, in order, with the one that wins if that is a joker; else -1."""
        hand, wanted = one.asked.hand, one.asked.wanted
        env, shape = environment(hand.seat, hand.round), wanted.shape
        if not fits(shape):
            for filling in self._fillings(shape, hand):
                wins = [tile for tile in filling if wanted.wins >> tile & 1] if wanted.wins else (-1,)
                yield from ((filling, win) for win in wins)
            return
        refined = shape.way == REFINED
        for parts in self._smaller(one) if one.parts is None else (one.parts,):
            for ways in product(*[options.ways for options in parts]):
                chows, pungs, pairs, win, filling = laid_together(ways)
                if refined and not shape.may_hold(hand.present | mask_of(filling)):
                    continue
                if not refined or shape.asks((chows, pungs, pairs, ()), hand.pieces, env):
                    yield tuple(sorted(filling)), win

    def _fillings(self, shape: Shape, hand: Hand) -> tuple[Filling, ...]:
        """The tiles for which jokers may stand in a shape that is not told suit by suit."""
        key = shape.name, hand.pieces, hand.hidden, hand.jokers, hand.seat, hand.round
        found = self._filled.get(key)
        if found is None:
            env = environment(hand.seat, hand.round)
            with spent() as steps:
                every = fillings(shape, hand.pieces, hand.hidden, env, hand.jokers)
                found = tuple([tuple(sorted(one)) for one in every if not mask_of(one) & ~self._allowed])
            self._filled.keep(key, found, steps(), 1 + len(found))
        return found


def _order(bound: Bound | None) -> tuple[tuple[Amount, ...], tuple[object, ...]]:
    """Where what has this bound stands in the queue."""
    return ((), ()) if bound is None else (tuple([-amount for amount in bound.rank]), bound.first or ())


def _last(one: _Open) -> bool:
    """Whether its hands are tried, and are not told apart before."""
    if one.parts is None:
        return not fits(one.asked.wanted.shape)
    return all(len(options.ways) == 1 for options in one.parts)


def _specials(hand: Hand) -> tuple[Tile, ...]:
    """The red fives and jokers of a hand whose jokers stand for something, whatever it is."""
    own = [STANDING if tile == JOKER else tile for tile in hand.tiles if tile >= KINDS]
    return tuple(sorted(own))


def too_many(error: TooComplexError, shape: Shape, hand: Hand) -> TooComplexError:
    """The error with the shape in which the jokers of a hand were tried, and how many they are."""
    return error.within(f"{shape.name}, {hand.jokers} jokers")


def standing(hand: Hand, filling: Filling, win: Tile) -> Hand:
    """The hand with its jokers standing for these tiles, one of them for the winning one where `win` is not -1."""
    left = list(filling)
    if win >= 0:
        left.remove(win)
    concealed = (*[tile for tile in hand.concealed if tile != JOKER], *[STANDING + tile for tile in left])
    return replace(hand, concealed=concealed, win=STANDING + win) if win >= 0 else replace(hand, concealed=concealed)
