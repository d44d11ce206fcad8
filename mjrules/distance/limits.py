"""What a ruleset asks of a winning hand beside its shape, as far as its tiles and sets tell.

Conditions are not read again: their questions are asked about single tiles and small hands, and the answers say what
may be in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from ..conditions.formula import Alternative, Atom, Formula, Literal, TooManyWaysError, alternatives
from ..hands.pieces import CHOW, CLAIMED, DECLARED, OPEN, PAIR, PUNG, Piece, can_stand, make_piece
from ..shapes.shape import Shape
from ..shapes.splitting import STARTS
from ..tiles.tile import ALL_KINDS, KINDS, SUIT_KINDS
from .goals import NO_LIMITS, HandLimits

HandClasses = tuple[tuple[str, int], ...]
"""The classes that depend on the hand, with their masks."""
_BY_CHANCE: Final = frozenset(
    {"flags", "win", "wait", "waits", "waited", "before", "fits", "bonus", "bonus_count", "four_alike"}
)
"""Facets that show what nobody can aim at by choosing tiles alone."""
_HAND_FACETS: Final = frozenset({"winds", "classes"})
_ANSWERS: Final[WeakKeyDictionary[Atom, dict[tuple[object, ...], tuple[WayAsked, ...]]]] = WeakKeyDictionary()
MOST_TOGETHER: Final = 512
"""How many choices of pieces are regarded where two questions ask for some."""
_SUIT_FACETS: Final = {"m": 0, "p": 1, "s": 2, "z": 3}
_PIECES: Final = {"chows": CHOW, "pungs": PUNG, "pairs": PAIR}
_PLACE: Final = {"chows": "chows", "pungs": "pungs", "pairs": "pairs"}


class WayAsked(NamedTuple):
    """What one way to fulfil a condition asks: limits of the hand, and whether all of its sets must be concealed.

    `written` are the pieces of which one choice must be among those of the hand; empty where nothing is asked.
    """

    limits: HandLimits = NO_LIMITS
    concealed: bool = False
    written: tuple[tuple[Piece, ...], ...] = ()

    def both(self, other: WayAsked) -> WayAsked | None:
        """What two ask together; None where no hand can do what both ask."""
        limits = self.limits.both(other.limits)
        if limits.least_chows > limits.most_chows or not limits.kinds:
            return None
        written = self.written or other.written
        if self.written and other.written:
            pairs = product(self.written, other.written)
            written = tuple([(*one, *more) for one, more in islice(pairs, MOST_TOGETHER)])
        return WayAsked(limits, self.concealed or other.concealed, written)


def asked(formula: Formula, shape: Shape, classes: HandClasses, *, chance: bool = False) -> tuple[WayAsked, ...]:
    """The ways to fulfil a condition in a shape, each once; none where no hand of the shape does.

    `classes` are those of the hand. Of what happens by chance it is assumed that it happens where `chance` is set;
    without it, ways that ask for it are left out.
    """
    try:
        ways = alternatives(formula)
    except TooManyWaysError:
        return (WayAsked(),)
    found: dict[WayAsked, None] = {}
    for way in ways:
        if chance or not any(_by_chance(literal) for literal in way):
            found.update(dict.fromkeys(_of_way(way, shape, classes)))
    return tuple(found)


def _by_chance(literal: Literal) -> bool:
    question, wanted = literal
    return not isinstance(question, Atom) or (wanted and not _BY_CHANCE.isdisjoint(question.facets))


def _of_way(way: Alternative, shape: Shape, classes: HandClasses) -> Iterator[WayAsked]:
    """What one way asks; several things where a number of suits is asked for."""
    found = [WayAsked()]
    for question, wanted in way:
        if isinstance(question, Atom):
            more = _kept_answer(question, shape, classes, wanted=wanted)
            found = [both for one in found for other in more if (both := one.both(other)) is not None]
    yield from found


def _kept_answer(question: Atom, shape: Shape, classes: HandClasses, *, wanted: bool) -> tuple[WayAsked, ...]:
    """What a question asks for; kept as long as there is the question, with the classes if it depends on them."""
    kept = _ANSWERS.setdefault(question, {})
    key = (
        shape.name,
        len(shape.sets),
        shape.pairs,
        wanted,
        () if _HAND_FACETS.isdisjoint(question.facets) else classes,
    )
    found = kept.get(key)
    if found is None:
        found = kept[key] = tuple(_of_question(question, shape, classes, wanted=wanted))
    return found


def _of_question(question: Atom, shape: Shape, classes: HandClasses, *, wanted: bool) -> Iterable[WayAsked]:
    """What a question asks for, where it shall be answered so; nothing for questions that say nothing of tiles."""
    facets = question.facets
    if facets == ("shape",):
        return [WayAsked()] if _holds(question, shape.name) is wanted else []
    if facets == ("suits",):
        return [WayAsked(HandLimits(kinds)) for kinds in _of_suits(question, wanted=wanted)]
    if facets == ("forms",):
        return _of_forms(question, shape, wanted=wanted)
    if len(facets) == 1 and facets[0] in _SUIT_FACETS:
        return [_of_kinds(question, facets[0], wanted=wanted)]
    if facets == ("counts", "classes"):
        return [_of_counts(question, classes, wanted=wanted)]
    return _of_pieces(question, classes, wanted=wanted)


def _holds(question: Atom, *views: object) -> bool:
    """The answer to a question about such views."""
    return bool(question.test(*views))


def _of_suits(question: Atom, *, wanted: bool) -> list[int]:
    """The classes of tiles that have no more suits than may be."""
    numbers = [number for number in range(4) if _holds(question, number) is wanted]
    most = max(numbers, default=-1)
    if most == 3:
        return [ALL_KINDS]
    choices = [*combinations(range(3), most)] if most >= 0 else []
    honours = ((1 << KINDS - STARTS[3]) - 1) << STARTS[3]
    return [honours | sum(SUIT_KINDS[suit] for suit in chosen) for chosen in choices]


def _of_forms(question: Atom, shape: Shape, *, wanted: bool) -> list[WayAsked]:
    """How many chows there may be, and whether sets may be claimed."""
    number = len(shape.sets) - shape.pairs
    pair = [make_piece(PAIR, 0)] * bool(shape.pairs)
    closed = [
        chows
        for chows in range(number + 1)
        if _holds(question, _forms([CHOW] * chows + [PUNG] * (number - chows), pair)) is wanted
    ]
    opened = [
        chows
        for chows in range(number + 1)
        if _holds(question, _forms([CHOW] * chows + [PUNG] * (number - chows), pair, OPEN | DECLARED | CLAIMED))
        is wanted
    ]
    found = closed or opened
    if not found or (len(found) == number + 1 and opened):
        return [WayAsked()]
    limits = HandLimits(least_chows=found[0], most_chows=found[-1])
    return [WayAsked(limits, concealed=bool(closed) and not opened)]


def _forms(forms: Sequence[int], pair: Sequence[Piece], facts: int = 0) -> tuple[int, ...]:
    return tuple(sorted([*(make_piece(form, 0) | facts for form in forms), *pair]))


def _of_kinds(question: Atom, facet: str, *, wanted: bool) -> WayAsked:
    """Which kinds of a suit there may be, where a hand without any of the suit is right."""
    if _holds(question, 0) is not wanted:
        return WayAsked()
    suit = _SUIT_FACETS[facet]
    kinds = range(STARTS[suit], KINDS if suit == 3 else STARTS[suit + 1])
    barred = sum(1 << kind for kind in kinds if _holds(question, 1 << kind) is not wanted)
    return WayAsked(HandLimits(ALL_KINDS & ~barred))


def _of_counts(question: Atom, classes: HandClasses, *, wanted: bool) -> WayAsked:
    """Which kinds there may be, where a hand without any tile is right."""
    try:
        if _holds(question, (0,) * KINDS, classes) is not wanted:
            return WayAsked()
        barred = sum(
            1 << kind
            for kind in range(KINDS)
            if _holds(question, tuple([int(kind == own) for own in range(KINDS)]), classes) is not wanted
        )
    except KeyError:  # a class of which this hand does not tell
        return WayAsked()
    return WayAsked(HandLimits(ALL_KINDS & ~barred))


def _of_pieces(question: Atom, classes: HandClasses, *, wanted: bool) -> list[WayAsked]:
    """Which pieces there must be, or on which tiles they may be."""
    first, *others = question.facets
    if not set(question.facets) <= {*_PIECES, "winds"} or first not in _PIECES:
        return [WayAsked()]
    if wanted and question.ground is not None:
        written = question.ground()
        return [WayAsked()] if written is None else [WayAsked(written=tuple([tuple(pieces) for pieces in written]))]
    if others not in ([], ["winds"]):
        return [WayAsked()]
    form, views = _PIECES[first], [classes[:2]] * len(others)
    tiles = [tile for tile in range(KINDS) if can_stand(form, tile)]
    there = [tile for tile in tiles if _holds(question, (tile,), *views) is wanted]
    if _holds(question, (), *views) is wanted:
        return [WayAsked(NO_LIMITS._replace(**{_PLACE[first]: sum(1 << tile for tile in there)}))]
    if wanted and question.finds:
        return [WayAsked(written=tuple([(make_piece(form, tile),) for tile in there]))]
    return [WayAsked()]
