"""Formulas: what a condition becomes once it is read, and its form for evaluation.

An atom asks one question of one small view of a hand. Words build formulas of atoms; a formula
is turned into alternatives, each a list of atoms that must hold and of atoms that must not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from itertools import product
from typing import Any

from .. import bounds
from ..declared.frozen_class import frozen_class
from ..declared.named_tuple import NamedTuple
from ..errors import MjrulesError
from ..spoken import Sentence

_CONDITION_HAS_MORE = Sentence("the condition has more than {most} alternatives", "条件的分支超过 {most} 个")


class TooManyWaysError(MjrulesError):
    """A condition with more alternatives than can sensibly be tried."""


class Indicated(NamedTuple):
    """A number of tiles: those of the kinds that come next, by the kind, after the tiles that some fields say.

    `aside` are numbers of the record by their names, with the kind of which so many tiles are laid aside.
    """

    fields: frozenset[str]
    following: tuple[int, ...]
    aside: Mapping[str, int]


@frozen_class(eq=False)
class Atom:
    """One question.

    `facets` name what it looks at; `test` is handed just these, in this order. It answers with a
    truth value, or, where `finds` is set, with the matches found: a tuple of masks of slots (0
    for a match on no set). `key` is equal for equal questions; `word` is the word that asks.
    `ground`, where it is given, writes out all that can be found as sorted pieces without facts, as many as `pieces`
    says, or gives None where that is too much; what is written out is answered by looking up, and its `test` says
    the same.
    `needs` has for facets of tiles a mask: where none of these tiles is there, nothing is found; `among` has one too:
    no other tiles are in a match. `each`, where it is given, tells of a single piece whether it is a match, and the
    matches are the pieces of which it says so. Four more say how the answer can be told of many hands at once:
    `told_by` a piece, where it depends on the pieces alone of which this is true; `only`, the views for which it is
    true; `weights`, where the first view is how many tiles there are of each kind, and the answer depends on their
    weighed sum and their number alone: by the other views, the weights of kinds; `indicated`, where it is a number of
    tiles by what fields say.
    `masks`, where they are given, are the classes by which it tells tiles of one suit apart, and the winds of the hand
    besides: to exchange tiles that are in the same of these changes nothing. `pieces`, where it is given, is on how
    many pieces each match stands; those on one piece are found in that piece alone. `fields`, where they are given, are
    the further fields of the record on which it depends; `field_tiles` is the one of which it asks nothing but whether
    it says tiles, and where it looks at `waited`, whether it says one of these. `measured`, where it is given, makes of
    the views the little on which the answer depends, and the answer of this; `test` says the same.
    """

    key: str
    facets: tuple[str, ...]
    test: Callable[..., Any]
    finds: bool = False
    word: str = ""
    ground: Callable[[], Iterable[tuple[int, ...]] | None] | None = None
    needs: Mapping[str, int] = field(default_factory=dict)
    among: Mapping[str, int] = field(default_factory=dict)
    each: Callable[[int], bool] | None = None
    masks: frozenset[int] | None = None
    told_by: Callable[[int], bool] | None = None
    only: frozenset[tuple[int, ...]] | None = None
    weights: Callable[..., Mapping[int, int]] | None = None
    indicated: Indicated | None = None
    pieces: int = 0
    fields: frozenset[str] | None = None
    field_tiles: str = ""
    measured: tuple[Callable[..., Hashable], Callable[[Any], Any]] | None = None


@frozen_class(eq=False)
class RuleAtom:
    """A question about other rules: that none of `rules` holds (None: none at all)."""

    key: str
    rules: frozenset[str] | None
    word: str = ""


@frozen_class(eq=False)
class Const:
    """A condition that was decided when the ruleset was loaded."""

    value: bool


@frozen_class(eq=False)
class And:
    """All parts hold."""

    parts: tuple[Formula, ...]


@frozen_class(eq=False)
class Or:
    """One part holds."""

    parts: tuple[Formula, ...]


@frozen_class(eq=False)
class Not:
    """The part does not hold."""

    part: Formula


Formula = Atom | RuleAtom | Const | And | Or | Not
AnyAtom = Atom | RuleAtom
Literal = tuple[AnyAtom, bool]
Alternative = tuple[Literal, ...]

TRUE, FALSE = Const(True), Const(False)


def all_of(parts: Iterable[Formula]) -> Formula:
    """The formula that all parts hold."""
    parts = tuple(parts)
    return parts[0] if len(parts) == 1 else And(parts)


def any_of(parts: Iterable[Formula]) -> Formula:
    """The formula that one part holds."""
    parts = tuple(parts)
    return parts[0] if len(parts) == 1 else Or(parts)


def questions(formula: Formula) -> Iterator[AnyAtom]:
    """All questions of a formula."""
    if isinstance(formula, (Atom, RuleAtom)):
        yield formula
    elif isinstance(formula, Not):
        yield from questions(formula.part)
    elif isinstance(formula, (And, Or)):
        for part in formula.parts:
            yield from questions(part)


def may_hold(formula: Formula, known: Mapping[str, bool], wanted: bool = True) -> bool:
    """Whether a formula may hold (or fail, where that is `wanted`), as far as the known answers to questions say."""
    if isinstance(formula, Const):
        return formula.value is wanted
    if isinstance(formula, Not):
        return may_hold(formula.part, known, not wanted)
    if isinstance(formula, (And, Or)):
        every = isinstance(formula, And) is wanted
        return (all if every else any)(may_hold(part, known, wanted) for part in formula.parts)
    return known.get(formula.key, wanted) is wanted


@lru_cache(maxsize=256)  # rules are read, and then compiled
def alternatives(formula: Formula) -> tuple[Alternative, ...]:
    """The ways in which a formula can hold; each way is a set of questions and their answers.

    Raises TooManyWaysError for more than bounds.ALTERNATIVES.
    """
    return tuple(_unique(_expand(formula, True)))


def _expand(formula: Formula, wanted: bool) -> list[Alternative]:
    if isinstance(formula, Const):
        return [()] if formula.value is wanted else []
    if isinstance(formula, Not):
        return _expand(formula.part, not wanted)
    if isinstance(formula, (Atom, RuleAtom)):
        return [((formula, wanted),)]
    if isinstance(formula, And) is wanted:
        return _together([_expand(part, wanted) for part in formula.parts])
    found: list[Alternative] = []
    for part in formula.parts:
        found += _expand(part, wanted)
        if len(found) > bounds.ALTERNATIVES:
            raise TooManyWaysError(_CONDITION_HAS_MORE(most=bounds.ALTERNATIVES))
    return found


def _together(parts: list[list[Alternative]]) -> list[Alternative]:
    size = 1
    for part in parts:
        size *= len(part)
        if size > bounds.ALTERNATIVES:
            raise TooManyWaysError(_CONDITION_HAS_MORE(most=bounds.ALTERNATIVES))
    found: list[Alternative] = []
    for ways in product(*parts):
        literals: dict[str, Literal] = {}
        possible = True
        for question, wanted in (literal for way in ways for literal in way):
            before = literals.setdefault(question.key, (question, wanted))
            possible = possible and before[1] is wanted
        if possible:
            found.append(tuple(literals.values()))
    return found


def _unique(ways: list[Alternative]) -> Iterable[Alternative]:
    if len(ways) < 2:
        yield from ways
        return
    seen: set[frozenset[tuple[str, bool]]] = set()
    for way in ways:
        key = frozenset((question.key, wanted) for question, wanted in way)
        if key not in seen:
            seen.add(key)
            yield way
