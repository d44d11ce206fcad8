"""How far hands are from one that may win under a ruleset: the tiles that are missing, improve it, or are too many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from ..budget import Question
from ..errors import described
from ..hands.hand import Hand
from ..hands.pieces import CLAIMED, FACTS, Piece, tiles_in
from ..hands.record import bad
from ..scoring.rulebook import Rulebook
from ..scoring.scorer import Scorer
from ..shapes.shape import Shape
from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, Tile, tiles_of
from .goals import NO_LIMITS, Goal, HandLimits
from .limits import HandClasses, WayAsked, asked
from .shape_goals import goals_of
from .suit_costs import COST, LOW, SPARE

MOST_KEPT: Final = 2000
"""For how many declared sets, winds and classes goals are kept."""


class Distance(NamedTuple):
    """How far a hand is from one that may win; masks have a bit for each kind.

    `missing` is the number of tiles that it lacks, 1 for a ready hand, -1 where it can never win. A tile of `improving`
    makes it one less, one of `spare` can be thrown and it is none more. `shapes` are the names of those that are as
    near.
    """

    missing: int
    improving: int
    spare: int
    shapes: tuple[str, ...]


class Near(NamedTuple):
    """A goal, and what a hand lacks for it; `value` is what the goal's `cost` gave."""

    value: int
    goal: Goal

    @property
    def missing(self) -> int:
        """How many tiles are missing."""
        return self.value >> COST

    @property
    def improving(self) -> int:
        """The kinds that are missing."""
        return self.value & LOW

    @property
    def spare(self) -> int:
        """The kinds of which a tile is not needed."""
        return self.value >> SPARE & LOW


NOWHERE: Final = 99
"""More tiles than any hand lacks: what a hand lacks that can never win."""
FAR: Final = Distance(-1, 0, 0, ())
"""The distance of a hand that can never win."""


class Distances:
    """Tells of hands under one ruleset how far they are from a hand that may win.

    What a ruleset asks of a winning hand is regarded where its tiles and sets tell: how many chows it may have, which
    suits. What happens by chance, such as flags, and the minimum are not. In another process they are those of the
    `ruleset` there.
    """

    def __init__(self, scorer: Scorer, ruleset: object) -> None:
        self._ruleset = ruleset
        self.book: Rulebook = scorer.book
        self.shapes: tuple[Shape, ...] = tuple([shape for shape in scorer.shapes.every if not shape.pattern_only])
        self._classes = scorer.told_classes
        jokers = scorer.stand_ins.jokers
        self.standing = 0 if jokers is None else jokers.allowed
        """The kinds for which jokers may stand, as a mask."""
        self._said = scorer.stand_ins.said
        made = {rule.id: rule.when for rule in scorer.book.rules if len(rule.parts) > 1}
        self._asks = {
            shape.name: [each for each in (self.book.win_requires, made.get(shape.name)) if each is not None]
            for shape in self.shapes
        }
        self._required: dict[HandClasses, Mapping[str, tuple[WayAsked, ...]]] = {}
        self._goals: dict[tuple[tuple[Piece, ...], HandClasses], tuple[Goal, ...]] = {}

    def __reduce__(self) -> tuple[Callable[[object], object], tuple[object]]:
        return attrgetter("distances"), (self._ruleset,)

    def of(self, hand: Hand) -> Distance:
        """The distance of a hand, its winning tile among its tiles. Raises HandError where it takes too long."""
        counts, jokers = self._held(hand)
        return self.of_tiles(hand.pieces, counts, self._classes(hand), jokers)

    def _held(self, hand: Hand) -> tuple[Counts, int]:
        """The concealed tiles by kind beside jokers, and how many jokers there are, with those that the record says."""
        if not isinstance(hand, Hand):
            raise bad(f"expected a Hand, got {described(hand)}: read of a ruleset makes one of a text or record", "")
        kinds = 0 if self._said is None else self._said.kinds(hand)
        if not kinds:
            return hand.hidden, hand.jokers
        said = sum([hand.hidden[kind] for kind in tiles_of(kinds)])
        left = tuple([0 if kinds >> kind & 1 else number for kind, number in enumerate(hand.hidden)])
        return left, hand.jokers + said

    def of_tiles(self, melds: tuple[Piece, ...], counts: Counts, classes: HandClasses, jokers: int = 0) -> Distance:
        """The distance of concealed tiles, given by kind, beside declared sets and jokers.

        `classes` are those that depend on the hand. Raises HandError where it takes too long.
        """
        with Question():
            return distance(self.near(melds, counts, classes, jokers))

    def near(
        self, melds: tuple[Piece, ...], counts: Counts, classes: HandClasses, jokers: int = 0, farther: int = 0
    ) -> list[Near]:
        """The goals that are the nearest, or no more than `farther` tiles farther, the nearest first."""
        found: list[Near] = []
        copies, best = self.copies(melds), NOWHERE
        for goal in self.goals(melds, classes):
            if goal.lacking(counts) - jokers <= best + farther:
                value = goal.cost(counts, copies, jokers, self.standing)
                if value >= 0:
                    best = min(best, value >> COST)
                    found.append(Near(value, goal))
        return sorted([one for one in found if one.missing <= best + farther], key=lambda one: one.missing)

    def discards(self, hand: Hand) -> dict[Tile, Distance]:
        """The same for a hand with a tile too many, for each kind that may be thrown; see `discards_of_tiles`."""
        counts, jokers = self._held(hand)
        return self.discards_of_tiles(hand.pieces, counts, self._classes(hand), jokers)

    def discards_of_tiles(
        self, melds: tuple[Piece, ...], counts: Counts, classes: HandClasses, jokers: int = 0
    ) -> dict[Tile, Distance]:
        """What a hand is without one of its tiles, for each kind that it has; the nearest of those that take it away.

        Of a tile that takes the hand farther away only that is told, and that the same tile would bring it back.
        """
        with Question():
            nearest = self.near(melds, counts, classes, jokers)
            copies, whole = self.copies(melds), distance(nearest)
            found: dict[Tile, Distance] = {}
            for kind in (kind for kind in range(KINDS) if counts[kind]):
                if not whole.spare >> kind & 1:
                    missing = whole.missing + 1 if nearest else -1
                    found[kind] = Distance(missing, whole.improving | 1 << kind, whole.spare, whole.shapes)
                    continue
                rest = (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
                found[kind] = distance(
                    [
                        Near(one.goal.cost(rest, copies, jokers, self.standing), one.goal)
                        for one in nearest
                        if one.spare >> kind & 1
                    ]
                )
        return found

    def copies(self, melds: Sequence[Piece]) -> Counts:
        """How many tiles of each kind the game has beside declared sets."""
        own = list(self.book.tiles.per_kind[:KINDS])
        for tile in (tile for meld in melds for tile in tiles_in(meld)):
            own[tile] -= 1
        return tuple(own)

    def goals(self, melds: tuple[Piece, ...], classes: HandClasses) -> tuple[Goal, ...]:
        """Everything that a hand with these declared sets may become; kept."""
        key = (melds, classes)
        found = self._goals.get(key)
        if found is None:
            if len(self._goals) >= MOST_KEPT:
                self._goals.clear()
            found = self._goals[key] = tuple(
                dict.fromkeys(
                    goal
                    for shape in self.shapes
                    for one in self.required(classes)[shape.name]
                    for goal in self.goals_within(shape, melds, classes, one)
                )
            )
        return found

    def required(self, classes: HandClasses) -> Mapping[str, tuple[WayAsked, ...]]:
        """What the ruleset asks of a winning hand in each shape, by its name; kept."""
        found = self._required.get(classes)
        if found is None:
            found = self._required[classes] = {shape.name: self._asked(shape, classes) for shape in self.shapes}
        return found

    def _asked(self, shape: Shape, classes: HandClasses) -> tuple[WayAsked, ...]:
        whole = [WayAsked()]
        for formula in self._asks[shape.name]:
            ways = asked(formula, shape, classes)
            both = [one.both(other) for one in whole for other in ways]
            whole = [one for one in both if one is not None]
        return tuple(whole)

    @staticmethod
    def goals_within(shape: Shape, melds: tuple[Piece, ...], classes: HandClasses, one: WayAsked) -> tuple[Goal, ...]:
        """What a hand may become in a shape if it has what is asked."""
        return tuple(dict.fromkeys(goals_asked([(shape, one)], melds, classes)))


class GoalAsked(NamedTuple):
    """A goal of a shape, with the pieces and limits that are asked besides: made into one goal where it is needed."""

    goal: Goal
    pieces: tuple[Piece, ...] = ()
    limits: HandLimits = NO_LIMITS

    def made(self) -> Goal | None:
        """The goal with the pieces in it; None where it has no place for them."""
        return self.goal.with_pieces(self.pieces, self.limits) if self.pieces else self.goal


def goals_asked(
    aims: Iterable[tuple[Shape, WayAsked]], melds: tuple[Piece, ...], classes: HandClasses
) -> Iterator[Goal]:
    """What a hand may become in shapes if it has what is asked of them; some may be found twice."""
    made = (one.made() for one in goals_to_make(aims, melds, classes))
    yield from (goal for goal in made if goal is not None)


def goals_to_make(
    aims: Iterable[tuple[Shape, WayAsked]], melds: tuple[Piece, ...], classes: HandClasses
) -> Iterator[GoalAsked]:
    """The same, before they are made; for some no goal may be found."""
    env, claimed = dict(classes), any(meld & CLAIMED for meld in melds)
    declared = [meld & ~FACTS for meld in melds]
    kept: dict[tuple[int, HandLimits], tuple[Goal, ...]] = {}
    for shape, one in aims:
        if one.concealed and claimed:
            continue
        key = (id(shape), one.limits)
        goals = kept.get(key)
        if goals is None:
            goals = kept[key] = _goals_kept(shape, melds, env, one.limits)
        if not one.written:
            yield from [GoalAsked(goal) for goal in goals]
            continue
        for pieces in one.written if goals else ():
            wanted = _not_declared(pieces, declared) if melds else pieces
            for goal in goals:
                yield GoalAsked(goal, wanted, one.limits)


def _goals_kept(shape: Shape, melds: tuple[Piece, ...], env: Mapping[str, int], limits: HandLimits) -> tuple[Goal, ...]:
    """The goals of a shape; kept where they do not depend on the winds."""
    if shape.dynamic:
        return goals_of(shape, melds, env, limits)
    kept: dict[tuple[tuple[Piece, ...], HandLimits], tuple[Goal, ...]] = shape.kept
    found = kept.get((melds, limits))
    if found is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        found = kept[melds, limits] = goals_of(shape, melds, env, limits)
    return found


def _not_declared(pieces: Sequence[Piece], declared: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces that are not among the declared sets, both told without facts."""
    left, found = list(declared), []
    for piece in pieces:
        own = piece & ~FACTS
        if own in left:
            left.remove(own)
        else:
            found.append(own)
    return tuple(found)


def distance(found: Sequence[Near]) -> Distance:
    """What goals that are equally near tell of a hand."""
    if not found:
        return FAR
    improving, spare = 0, 0
    for one in found:
        improving, spare = improving | one.improving, spare | one.spare
    return Distance(found[0].missing, improving, spare, tuple(dict.fromkeys(one.goal.name for one in found)))
