"""What a hand may still become, how likely that is, and what it would be worth: estimates by the unseen tiles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..distance.goals import Goal
from ..distance.suit_costs import COST, LOW, SPARE
from ..hands.meld import Meld
from ..hands.pieces import Piece
from ..play.seat_view import Seen
from ..ruleset.ruleset import Ruleset
from ..shapes.readings import hand_classes
from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, SUIT_KINDS, tiles_of
from .aims import Aims
from .finished import FinishedHands
from .lacking import lacks
from .likelihood import Situation, likelihood
from .pace import TURNS_TOLD, Pace, pace_of

GOALS_TRIED: Final = 24
"""Of how many goals of one shape the cost is worked out for one decision."""
GOALS_OF_JOKERS: Final = 8
"""The same for a hand with jokers, for which each takes longer."""
GOALS_VALUED: Final = 5
"""For how many of them, the likeliest, it is worked out what they are worth."""
SHAPES_VALUED: Final = 3
"""For the likeliest goals of so many more shapes as well: few come as soon as plain sets, but some are worth much."""
FARTHER: Final = 3
"""Goals that lack so many tiles more than the nearest are regarded."""
FAR_ENOUGH: Final = 3
"""A goal that lacks so many tiles is worth the same while it lacks as many or more: which tiles come is not known."""
SAMPLES: Final = 16
"""By the goals of so many hands it is told what an ordinary win brings, and how soon others win."""
QUICKER: Final = 1.6
"""So many times as soon are hands won as the best of their first goals tells: there are others that come sooner."""

Tried = tuple[float, int, Goal]
"""How likely a goal is reached, what the hand lacks for it (see `COST`), and the goal."""
Worths = dict[tuple[object, ...], tuple[float, float]]
"""What a player knows goals to be worth, by the goal, the declared sets, and how many tiles are missing."""


class Prospect(NamedTuple):
    """A goal with what a hand lacks for it, and what the finished hand would bring."""

    goal: Goal
    cost: int
    worth: float
    likely: float
    closed: bool = False
    """Whether the worth is that of a hand that claims nothing on the way."""

    @property
    def missing(self) -> int:
        """How many tiles are missing."""
        return self.cost >> COST

    @property
    def spare(self) -> int:
        """The kinds of which a tile is not needed."""
        return self.cost >> SPARE & LOW

    @property
    def improving(self) -> int:
        """The kinds that are missing."""
        return self.cost & LOW


class Prospects:
    """Estimates what hands under one ruleset may become."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.distances = ruleset, ruleset.distances
        self.aims, self.finished = Aims(ruleset.book, ruleset.distances), FinishedHands(ruleset)
        for seat in ruleset.book.seats:
            self.aims.candidates((), hand_classes(seat, ruleset.book.seats[0]))
        samples = [*self._samples()]
        self.finished.measure_by(_middle([one.worth for _, _, one in samples]))
        self.exposure = _middle([self._exposure(*sample) for sample in samples])
        """What it costs to discard the tile with which another wins, in ordinary wins."""
        self._won = tuple([self._won_by(turn * QUICKER, samples) for turn in range(TURNS_TOLD + 1)])
        """How likely a player has won by each turn, did nobody else win."""

    def _samples(self) -> Iterator[tuple[Counts, Situation, Prospect]]:
        """Some hands as they are dealt, always the same ones, and the best goal of each."""
        book, shuffle = self.ruleset.book, random.Random("ordinary").random
        tiles = [kind for kind, number in enumerate(book.tiles.per_kind[:KINDS]) for _ in range(number)]
        winds = hand_classes(book.seats[-1], book.seats[0])
        goals = self.distances.goals((), self.finished.named(winds, SUIT_KINDS[0]))
        size = max([goal.size for goal in goals], default=0) - 1
        for _ in range(SAMPLES):
            hand = sorted(tiles, key=lambda kind: shuffle())[:size]
            counts = tuple([hand.count(kind) for kind in range(KINDS)])
            fewest = min(SUIT_KINDS, key=lambda suit: sum([counts[kind] for kind in tiles_of(suit)]))
            classes = self.finished.named(winds, fewest)
            now = Situation(book.seats[-1], book.seats[0], classes, self.distances.copies(()), 15.0)
            for best in self.of((), (), counts, 0, now)[:1]:
                if best.worth > 0:
                    yield counts, now, best

    def _exposure(self, counts: Counts, now: Situation, best: Prospect) -> float:
        """What it would cost another to discard the last tile of a sample hand, as a part of what the hand brings."""
        steps = self.finished.completed(best.goal, (), counts, 0, now.unseen)
        if steps is None:
            return 1.0
        tiles, last, _ = steps
        concealed = (*tiles[:last], tiles[last] - 1, *tiles[last + 1 :])
        return self.finished.exposure(self.finished.won_hand((), concealed, last, now))

    def _won_by(self, turns: float, samples: Sequence[tuple[Counts, Situation, Prospect]]) -> float:
        """How likely the sample hands are won after so many turns, in the middle."""
        likely = [self.together([best], counts, now._replace(draws=turns)) for counts, now, best in samples]
        return sum(likely) / max(1, len(likely))

    def pace(self, turns: int, others: Sequence[Seen]) -> Pace:
        """How soon these others win, when every player had so many turns."""
        playing = sum([not (player.finished or player.dead) for player in others])
        over = sum([player.finished for player in others])
        wins = self.ruleset.definition.table.ends_after_wins - over
        return pace_of(self._won, turns, playing, min(max(1, wins), playing))

    def of(
        self,
        melds: Sequence[Meld],
        pieces: tuple[Piece, ...],
        counts: Counts,
        jokers: int,
        now: Situation,
        known: Worths | None = None,
    ) -> list[Prospect]:
        """The goals that are worth something and not too far, the best first.

        In `known` a player keeps what goals are worth that lack several tiles: they are taken to be worth
        the same while they lack as many. Nobody else may use it, or a player would depend on what others asked.
        """
        known = {} if known is None else known
        copies = self.distances.copies(pieces)
        tried = self._tried(pieces, counts, copies, jokers, now)
        found: list[Prospect] = []
        for likely, cost, goal in _to_value(tried):
            worths = self._known_worths(known, goal, melds, pieces, counts, jokers, cost >> COST, now)
            found.append(self._better(goal, cost, likely, worths, counts, now))
        for likely, cost, goal in tried[GOALS_VALUED : 3 * GOALS_VALUED]:
            if any(one.worth > 0 for one in found):
                break
            worths = self._known_worths(known, goal, melds, pieces, counts, jokers, cost >> COST, now)
            found.append(self._better(goal, cost, likely, worths, counts, now))
        return sorted(found, key=lambda one: -one.likely * one.worth)

    def again(self, found: Iterable[Prospect], counts: Counts, now: Situation) -> list[Prospect]:
        """The same goals of the same hand at a later moment."""
        later = [one._replace(likely=self.together([one], counts, now)) for one in found]
        return sorted(later, key=lambda one: -one.likely * one.worth)

    def _better(
        self, goal: Goal, cost: int, likely: float, worths: tuple[float, float], counts: Counts, now: Situation
    ) -> Prospect:
        """A goal with claims on the way, or without where that promises more."""
        claimed = Prospect(goal, cost, worths[1], likely)
        if worths[0] <= worths[1]:
            return claimed
        slower = self.likely(goal, counts, cost >> COST, cost & LOW, now, closed=True)
        return max(Prospect(goal, cost, worths[0], slower, True), claimed, key=lambda one: one.likely * one.worth)

    def _tried(
        self, pieces: tuple[Piece, ...], counts: Counts, copies: Counts, jokers: int, now: Situation
    ) -> list[Tried]:
        """The goals that are likely reached, with their costs, the likeliest first."""
        found: list[Tried] = []
        best = 99
        most = GOALS_OF_JOKERS if jokers else GOALS_TRIED
        for least, goal in self.aims.candidates(pieces, now.classes).nearest(counts, most):
            if least - jokers > best + FARTHER:
                break
            if goal.least(counts) - jokers > best + FARTHER:
                continue
            cost = lacks(goal, counts, copies, jokers, self.distances.standing)
            if cost >= 0:
                best = min(best, cost >> COST)
                found.append((self.likely(goal, counts, cost >> COST, cost & LOW, now), cost, goal))
        found = [one for one in found if one[1] >> COST <= best + FARTHER]
        return sorted(found, key=lambda one: -one[0])

    def likely(
        self, goal: Goal, counts: Counts, missing: int, improving: int, now: Situation, *, closed: bool = False
    ) -> float:
        """How likely a goal is reached, lacking so many tiles, of which these bring it nearer; see `likelihood`."""
        return likelihood(goal, counts, missing, improving, now, chows=self.finished.chows, closed=closed)

    def together(self, alike: Sequence[Prospect], counts: Counts, now: Situation) -> float:
        """How likely one of some goals that lack as much is reached: any tile helps that helps one of them."""
        first, improving = alike[0], 0
        for one in alike:
            improving |= one.improving
        return self.likely(first.goal, counts, first.missing, improving, now, closed=first.closed)

    def _known_worths(
        self,
        known: Worths,
        goal: Goal,
        melds: Sequence[Meld],
        pieces: tuple[Piece, ...],
        counts: Counts,
        jokers: int,
        missing: int,
        now: Situation,
    ) -> tuple[float, float]:
        """What a goal would bring; what is known of one that lacks several tiles is taken as it is."""
        key = (goal, pieces, min(missing, FAR_ENOUGH), now.classes, now.bonus)
        found = known.get(key) if missing > 1 else None
        if found is None:
            found = known[key] = self.finished.worths(goal, melds, pieces, counts, jokers, now)
        return found


def _middle(found: Sequence[float]) -> float:
    return sorted(found)[len(found) // 2] if found else 1.0


def goals_alike(goals: Iterable[Prospect]) -> list[list[Prospect]]:
    """Goals of one shape, worth and distance together, in the order in which the first of each comes."""
    found: dict[tuple[object, ...], list[Prospect]] = {}
    for one in goals:
        found.setdefault((one.goal.name, one.missing, one.worth, one.closed), []).append(one)
    return [*found.values()]


def _to_value(tried: Sequence[Tried]) -> list[Tried]:
    """The likeliest goals, and the likeliest of other shapes."""
    chosen = [*tried[:GOALS_VALUED]]
    shapes = {goal.name for _, _, goal in chosen}
    for one in tried[GOALS_VALUED:]:
        if len(chosen) == GOALS_VALUED + SHAPES_VALUED:
            break
        if one[2].name not in shapes:
            shapes.add(one[2].name)
            chosen.append(one)
    return chosen
