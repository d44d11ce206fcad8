"""The most that readings may be worth of which the parts are known: what jokers may make of each suit.

Three things are told of the pieces that may be there: which questions may find a match on them, and how often; which
kinds are there; how many suits. That rules out ways in which rules hold, and says how often a rule counts at most.
What is left is added up. So no more is promised than the sets in hand leave room for.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import comb
from typing import Any, Final, NamedTuple

from ..conditions.facets import FORM_FACETS
from ..conditions.formula import Atom
from ..hands.hand import Hand
from ..hands.pieces import (
    CHOW,
    COMPLETED,
    OPEN,
    PAIR,
    PUNG,
    TAKEN,
    WINNING,
    Piece,
    form_of,
    make_piece,
    tile_of,
    tiles_in,
    winning,
)
from ..shapes.joker_readings import Completion, SuitWays, WaysBySuit
from ..shapes.shape import Shape
from ..tiles.tile import JOKER, KINDS, Tile, mask_of
from .compiled_rules import Program
from .select import AwardSelector, Bound

_Views = Mapping[str, Sequence[Hashable]]
"""What facets may show, by their names."""
_KEPT: Final = 1 << 16
"""How many answers are kept about pieces, parts and what these come to."""
_BYTE: Final = 8
_SUITS: Final = {0: "m", 9: "p", 18: "s", 27: "z"}
"""The facets that show which kinds of a suit are there, by its first kind."""


class _Seen(NamedTuple):
    """What is told of pieces: `found`, how many of them each question matches, a byte for each; and their kinds."""

    found: int
    kinds: int


class _Known(NamedTuple):
    """What is told of a part whatever is made of it: `found` as above at most, the ways that cannot be open, and
    whether there are tiles of a suit, at least and at most."""

    found: int
    closed: int
    least: int
    most: int


class WonBy(NamedTuple):
    """How a hand was won: the kind of the winning tile, -1 for a joker or none, and the facts of what it completed."""

    kind: Tile
    facts: int

    @classmethod
    def of(cls, hand: Hand) -> WonBy:
        """How this hand was won."""
        return cls(hand.win_kind, COMPLETED if hand.self_drawn else COMPLETED | OPEN | TAKEN)


class Told(NamedTuple):
    """What is told by what facets may show: the ways that cannot be open, and how often questions find something at
    most, by their numbers."""

    closed: int
    counts: Mapping[int, int]

    def joined(self, more: Told) -> Told:
        """What both tell."""
        return Told(self.closed | more.closed, {**self.counts, **more.counts} if more.counts else self.counts)


class Knowledge(NamedTuple):
    """What is known of all hands in a shape: the ways that may be open, how often questions find something that look at
    no pieces, what none surpasses, and the classes by which tiles of one suit are told apart, None where each is told
    from each."""

    ways: int
    counts: tuple[tuple[int, int], ...]
    bound: Bound | None
    masks: frozenset[int] | None


class Ceilings:
    """Knows the most that readings may be worth under one ruleset."""

    def __init__(self, program: Program, selector: AwardSelector) -> None:
        self._program, self._selector = program, selector
        atoms = [(number, atom) for number, atom in program.questions() if atom.finds]
        self.single = tuple([(number, atom) for number, atom in atoms if atom.pieces == 1])
        """The questions of which each match is on one piece."""
        self.several = {number: atom.pieces for number, atom in atoms if atom.pieces > 1}
        """On how many pieces the matches of other questions are."""
        self._closed_without = [program.asking(number) for number, _ in self.single]
        self._told: dict[tuple[str, Sequence[Hashable]], Told] = {}
        self._shapes: dict[tuple[object, ...], tuple[Bound | None, frozenset[int] | None]] = {}
        self._scenes: dict[tuple[object, ...], Scene] = {}
        self._room = _KEPT

    def scene(self, hand: Hand, given: _Views) -> Scene:
        """What is known of the hands that may be made of this one; `given` is what facets show of them all."""
        key = hand.pieces, hand.win == JOKER, given["winds"], given["classes"]
        found = self._scenes.get(key)
        if found is None:
            self.keeps_more()
            found = self._scenes[key] = Scene(self, hand, given)
        return found

    def keeps_more(self) -> None:
        """Note that one more answer is kept; where they are too many, all are forgotten."""
        self._room -= 1
        if self._room < 0:
            self._scenes.clear()
            self._told.clear()
            self._shapes.clear()
            self._room = _KEPT

    def told(self, given: _Views) -> Told:
        """What some facets tell together by all that they may show."""
        found = Told(0, {})
        for facet, views in given.items():
            found = found.joined(self.told_by(facet, views))
        return found

    def told_by(self, facet: str, views: Sequence[Hashable]) -> Told:
        """What a facet tells that shows one of these; kept. Of questions that look at several facets nothing is."""
        told = self._told.get((facet, views))
        if told is None:
            self.keeps_more()
            given = {facet: views}
            told = self._told[facet, views] = Told(self._program.ruled_out(given), self._program.counts(given))
        return told

    def knowledge(self, shape: Shape, told: Told, *, tells_apart: bool) -> Knowledge:
        """What is known of all hands in a shape, of which this is told; `tells_apart` where tiles are told each from
        each whatever the rules ask."""
        ways, counts = self._program.every & ~told.closed, tuple(told.counts.items())
        key = shape.size, ways, counts
        if key not in self._shapes:
            self.keeps_more()
            masks = None if tells_apart else self._program.masks(ways)
            self._shapes[key] = self._of_shape(shape.size, ways, told.counts), masks
        bound, masks = self._shapes[key]
        own = shape.masks()
        return Knowledge(ways, counts, bound, None if masks is None or own is None else masks | own)

    def _of_shape(self, size: int, ways: int, counts: Mapping[int, int]) -> Bound | None:
        """What none surpasses of the hands in shapes of that size; `ways` may be open, `counts` says how often
        questions that look at no pieces find something."""
        found = {**{number: size for number, _ in self.single}, **counts}
        found.update({number: comb(size, parts) for number, parts in self.several.items()})
        return self._selector.bound(self._program.may_hold(ways, found, self.several))

    def of_pieces(self, of_shape: Knowledge, known: _Known, pieces: int) -> Bound | None:
        """What none surpasses of the hands in a shape with so many pieces, of which this is known."""
        out = -1
        for suits in range(known.least, known.most + 1):
            out &= self.told_by("suits", (suits,)).closed
        ways = of_shape.ways & ~(known.closed | out)
        found = {**dict(of_shape.counts), **{number: comb(pieces, parts) for number, parts in self.several.items()}}
        unpacked = zip(self.single, self.unpacked(known.found), self._closed_without, strict=True)
        for (number, _), times, closed in unpacked:
            found[number] = times
            ways &= -1 if times else ~closed
        return self._selector.bound(self._program.may_hold(ways, found, self.several))

    def unpacked(self, found: int) -> bytes:
        """The numbers that were packed, a byte for each question."""
        return found.to_bytes(len(self.single), "little")


class Scene:
    """What is known of the hands that may be made of those with the same declared sets, winds and classes."""

    def __init__(self, ceilings: Ceilings, hand: Hand, given: _Views) -> None:
        self._ceilings = ceilings
        self._classes = {name: given[name][0] for name in ("winds", "classes")}
        self._pieces: dict[tuple[Piece, int], _Seen] = {}
        self._parts: dict[tuple[SuitWays, WonBy | None], _Known] = {}
        self._bounds: dict[tuple[object, ...], Bound | None] = {}
        declared = [self._seen(piece, WINNING if hand.win == JOKER else 0) for piece in hand.pieces]
        self._declared = sum([seen.found for seen in declared])
        self._kinds = mask_of(tile for piece in hand.pieces for tile in tiles_in(piece))
        self._number = len(declared)

    def bound(self, of_shape: Knowledge, parts: WaysBySuit, won: WonBy) -> Bound | None:
        """What none surpasses of the readings in a shape that may be made of these parts."""
        found, closed, least, most = self._declared, 0, 0, 0
        for options in parts:
            here = won if options.start <= won.kind < options.start + 9 or options.ways[0].win >= 0 else None
            known = self._parts.get((options, here))
            if known is None:
                self._ceilings.keeps_more()
                known = self._parts[options, here] = self._known(options, here)
            found += known.found
            closed |= known.closed
            least += known.least
            most += known.most
        one = [options.ways[0] for options in parts]
        pieces = self._number + sum([len(way.chows) + len(way.pungs) + len(way.pairs) for way in one])
        key = of_shape.ways, of_shape.counts, found, closed, least, most, pieces
        if key in self._bounds:
            return self._bounds[key]
        self._ceilings.keeps_more()
        known = _Known(found, closed, least, most)
        bound = self._bounds[key] = self._ceilings.of_pieces(of_shape, known, pieces)
        return bound

    def _known(self, options: SuitWays, won: WonBy | None) -> _Known:
        """What is known of a suit; `won` is None where the winning tile is in another one."""
        facet, own = _SUITS[options.start], self._kinds & _span(options.start)
        every = [self._made(way, won) for way in options.ways]
        closed = -1
        for kinds in {seen.kinds | own for seen in every}:
            closed &= self._ceilings.told_by(facet, (kinds,)).closed
        several = {seen.found for seen in every}
        if len(several) == 1:
            (found,) = several
        else:
            packed = [self._ceilings.unpacked(one) for one in several]
            found = int.from_bytes(bytes(map(max, *packed)), "little")
        there = [options.start < _HONOURS and bool(seen.kinds | own) for seen in every]
        return _Known(found, closed, min(there), max(there))

    def _made(self, way: Completion, won: WonBy | None) -> _Seen:
        """What is told of the pieces that were made of a suit."""
        win, facts = won or (-1, 0)
        win = win if way.win < 0 else way.win
        found = kinds = 0
        for form, tiles in ((CHOW, way.chows), (PUNG, way.pungs), (PAIR, way.pairs)):
            for tile in tiles:
                piece = make_piece(form, tile)
                held = winning(piece, win)
                seen = self._seen(held, 0 if held == piece else facts)
                found += seen.found
                kinds |= seen.kinds
        return _Seen(found, kinds)

    def _seen(self, piece: Piece, perhaps: int) -> _Seen:
        """What is told of a piece, whether or not it has some further facts."""
        seen = self._pieces.get((piece, perhaps))
        if seen is None:
            self._ceilings.keeps_more()
            found = 0
            for place, (_, atom) in enumerate(self._ceilings.single):
                if self._matches(atom, piece) or (perhaps and self._matches(atom, piece | perhaps)):
                    found |= 1 << _BYTE * place
            seen = self._pieces[piece, perhaps] = _Seen(found, mask_of(tiles_in(piece)))
        return seen

    def _matches(self, atom: Atom, piece: Piece) -> bool:
        """Whether a question finds a piece."""
        views: list[Any] = []
        for name in atom.facets:
            if name in FORM_FACETS:
                views.append((tile_of(piece),) if form_of(piece) == FORM_FACETS[name] else ())
            else:
                views.append((piece,) if name == "pieces" else self._classes[name])
        return bool(atom.test(*views))


_HONOURS: Final = 27


def _span(start: Tile) -> int:
    """The kinds of the suit that begins with a kind."""
    return (1 << min(start + 9, KINDS)) - (1 << start)
