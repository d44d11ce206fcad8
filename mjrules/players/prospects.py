"""What a hand may still become, how likely that is, and what it would be worth: estimates by the unseen tiles."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Final, NamedTuple

from ..declared.fields import is_declared
from ..distance.goals import Goal
from ..distance.limits import HandClasses
from ..distance.suit_costs import COST, LOW, SPARE
from ..errors import MjrulesError
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import CLAIMED, Piece
from ..ruleset.ruleset import Ruleset
from ..shapes.readings import hand_classes
from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, SUIT_KINDS, TEXT, Tile, tiles_of
from .aims import Aims
from .likelihood import BY_WIN, Situation, claimable, likelihood

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
CAUTION: Final = 0.25
"""How many ordinary wins it is worth to win at all: what others do not win then."""
SAMPLES: Final = 8
"""By the goals of so many hands it is told what an ordinary win brings."""
BY_DRAW_ALONE: Final = 0.6
"""How likely a hand that waits wins where only a drawn tile wins, compared with one that any tile completes."""
ANY_TURN: Final = "any_turn"
"""When declarations are made that a hand may still get."""
NO_FLAGS: Final = frozenset[str]()
MOST_VALUES: Final = 20_000

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
        self.aims = Aims(ruleset.book, ruleset.distances)
        self.flags = tuple(_declared_flags(ruleset))
        """The flags that a closed hand may have because its player declares them before it wins."""
        self.drawn_only = tuple([flag for flag in self.flags if _bars_claims(ruleset, flag)])
        """Those of them with which only a drawn tile wins, be the hand closed or not."""
        self.suit_field = next((field.name for field in ruleset.book.others if field.type == "suit"), None)
        self._values: dict[tuple[object, ...], float] = {}
        self.known_flags = frozenset(ruleset.book.flags)
        self.chows = any("chow" in calls for calls in ruleset.definition.table.claim_order)
        """Whether chows may be claimed."""
        self.ordinary = 0.0
        for seat in ruleset.book.seats:
            self.aims.candidates((), hand_classes(seat, ruleset.book.seats[0]))
        self.ordinary = self._ordinary()

    def _ordinary(self) -> float:
        """What an ordinary win brings: in the middle of the best goals of some hands, always the same ones."""
        book, found, shuffle = self.ruleset.book, list[float](), random.Random("ordinary").random
        tiles = [kind for kind, number in enumerate(book.tiles.per_kind[:KINDS]) for _ in range(number)]
        winds = hand_classes(book.seats[-1], book.seats[0])
        size = max([goal.size for goal in self.distances.goals((), self._named(winds, SUIT_KINDS[0]))], default=0) - 1
        for _ in range(SAMPLES):
            hand = sorted(tiles, key=lambda kind: shuffle())[:size]
            counts = tuple([hand.count(kind) for kind in range(KINDS)])
            fewest = min(SUIT_KINDS, key=lambda suit: sum([counts[kind] for kind in tiles_of(suit)]))
            classes = self._named(winds, fewest)
            now = Situation(book.seats[-1], book.seats[0], classes, self.distances.copies(()), 15.0)
            found += [one.worth for one in self.of((), (), counts, 0, now)[:1] if one.worth > 0]
        self._values.clear()
        return sorted(found)[len(found) // 2] if found else 1.0

    def _named(self, winds: HandClasses, suit: int) -> HandClasses:
        """The classes of a hand, whose player has named a suit where players do."""
        return winds if self.suit_field is None else (*winds, (self.suit_field, suit))

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
        best, found = 99, list[Tried]()
        most = GOALS_OF_JOKERS if jokers else GOALS_TRIED
        for least, goal in self.aims.candidates(pieces, now.classes).nearest(counts, most):
            if least - jokers > best + FARTHER:
                break
            cost = goal.cost(counts, copies, jokers, self.distances.standing)
            if cost >= 0:
                best = min(best, cost >> COST)
                found.append((self.likely(goal, counts, cost >> COST, cost & LOW, now), cost, goal))
        found = [one for one in found if one[1] >> COST <= best + FARTHER]
        return sorted(found, key=lambda one: -one[0])

    def likely(
        self, goal: Goal, counts: Counts, missing: int, improving: int, now: Situation, *, closed: bool = False
    ) -> float:
        """How likely a goal is reached, lacking so many tiles, of which these bring it nearer; see `likelihood`."""
        return likelihood(goal, counts, missing, improving, now, chows=self.chows, closed=closed)

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
        key = (goal, pieces, missing, now.classes)
        found = known.get(key) if missing > 1 else None
        if found is None:
            found = known[key] = self.worths(goal, melds, pieces, counts, jokers, now)
        return found

    def worths(
        self,
        goal: Goal,
        melds: Sequence[Meld],
        pieces: tuple[Piece, ...],
        counts: Counts,
        jokers: int,
        now: Situation,
    ) -> tuple[float, float]:
        """What a goal would bring if it is reached with the tiles that are likeliest: where nothing is claimed on the
        way, and where a set is; 0 where it may not win."""
        steps = self.completed(goal, pieces, counts, jokers, now.unseen)
        if steps is None:
            return 0.0, 0.0
        tiles, last, first = steps
        alone = self._value_of(melds, pieces, tiles, last, now)
        if first < 0 or not alone or any(piece & CLAIMED for piece in pieces) or not claimable(goal):
            return alone, alone
        for meld in self._claims_of(tiles, first, last):
            rest = list(tiles)
            for kind in meld.tiles:
                rest[kind] -= 1
            claimed = self._value_of((*melds, meld), tuple(sorted((*pieces, meld.piece))), tuple(rest), last, now)
            if claimed > 0:
                return alone, claimed
        return alone, 0.0

    def _claims_of(self, tiles: Counts, kind: Tile, last: Tile) -> Iterator[Meld]:
        """The sets of a whole hand that a tile may be claimed for before the last one comes."""
        left = [number - (place == last) for place, number in enumerate(tiles)]
        if left[kind] >= 3:
            yield Meld("pung", (kind,) * 3)
        if self.chows and kind < 27:
            for low in range(max(kind - 2, kind - kind % 9), min(kind, kind - kind % 9 + 6) + 1):
                if left[low] and left[low + 1] and left[low + 2]:
                    yield Meld("chow", (low, low + 1, low + 2))

    def _value_of(
        self, melds: Sequence[Meld], pieces: tuple[Piece, ...], tiles: Counts, last: Tile, now: Situation
    ) -> float:
        """What a finished hand brings; kept."""
        key = (tuple(melds), tiles, last, now.seat, now.round, now.classes)
        found = self._values.get(key)
        if found is None:
            found = self._value(melds, pieces, tiles, last, now)
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[object, ...], found: float) -> None:
        if len(self._values) >= MOST_VALUES:
            self._values.clear()
        self._values[key] = found

    def completed(
        self, goal: Goal, pieces: tuple[Piece, ...], counts: Counts, jokers: int, unseen: Counts
    ) -> tuple[Counts, Tile, Tile] | None:
        """The tiles with which a goal is reached, the likeliest at each step, the last of them, and the first of
        several; -1 for none."""
        own, copies, last, first = list(counts), self.distances.copies(pieces), -1, -1
        if jokers:
            own, copies = self._filled(goal, own, copies, jokers)
        cost = goal.cost(tuple(own), copies)
        while cost >> COST > 0:
            first = last if first < 0 else first
            last = max(tiles_of(cost & LOW), key=lambda kind: (unseen[kind], own[kind]))
            own[last] += 1
            cost = goal.cost(tuple(own), copies)
        if cost < 0 or not self._trimmed(goal, own, copies, cost):
            return None
        if last < 0 or not own[last]:
            last = next(kind for kind in range(KINDS) if own[kind])
        return tuple(own), last, first

    @staticmethod
    def _trimmed(goal: Goal, own: list[int], copies: Counts, cost: int) -> bool:
        """Take what is not needed out of tiles that reach a goal: several at once if that does, or else one by one."""
        extra = sum(own) - goal.size
        if extra > 1:
            kinds, rest = tiles_of(cost >> SPARE & LOW)[-extra:], list(own)
            for kind in kinds:
                rest[kind] -= 1
            fewer = goal.cost(tuple(rest), copies)
            if not fewer >> COST:
                own[:], cost, extra = rest, fewer, extra - len(kinds)
        while extra > 0 and cost >= 0 and (spare := cost >> SPARE & LOW):
            own[spare.bit_length() - 1] -= 1
            cost, extra = goal.cost(tuple(own), copies), extra - 1
        return not extra

    def _filled(self, goal: Goal, own: list[int], copies: Counts, jokers: int) -> tuple[list[int], Counts]:
        """The tiles with jokers standing for what is missing."""
        free = list(copies)
        for _ in range(jokers):
            cost = goal.cost(tuple(own), tuple(free))
            lacking = cost & LOW & self.distances.standing if cost > 0 else 0
            if lacking:
                kind = lacking.bit_length() - 1
                own[kind] += 1
                free[kind] += 1
        return own, tuple(free)

    def _value(
        self, melds: Sequence[Meld], pieces: tuple[Piece, ...], tiles: Counts, last: Tile, now: Situation
    ) -> float:
        """What a hand brings that is won on a discard or drawn, as often as that comes, with what its player may
        declare."""
        concealed = (*tiles[:last], tiles[last] - 1, *tiles[last + 1 :])
        hand = self.won_hand(melds, concealed, last, now)
        closed = not any(piece & CLAIMED for piece in pieces)
        drawn = replace(hand, source=None, self_drawn=True)
        best = max(
            [self.scored(replace(drawn, flags=frozenset({flag}))) * BY_DRAW_ALONE for flag in self.drawn_only],
            default=0.0,
        )
        for flags in [frozenset({flag}) for flag in self.flags if closed and flag not in self.drawn_only] + [NO_FLAGS]:
            claimed = self.scored(replace(hand, flags=flags))
            if claimed > 0:
                return max(best, (BY_WIN * claimed + self.scored(replace(drawn, flags=flags))) / (1 + BY_WIN))
        return max(best, self.scored(drawn) / (1 + BY_WIN))

    def won_hand(self, melds: Sequence[Meld], concealed: Counts, last: Tile, now: Situation) -> Hand:
        """The hand of a player who claims the last tile to win; `concealed` are the others in hand."""
        return Hand(
            melds=tuple(melds),
            concealed=tuple([kind for kind in range(KINDS) for _ in range(concealed[kind])]),
            win=last,
            source="left",
            seat=now.seat,
            round=now.round,
            fields=self.fields_of(now.classes),
        )

    def fields_of(self, classes: Iterable[tuple[str, int]]) -> dict[str, str]:
        """The suit that the player named, as the record of the hand says it."""
        mask = dict(classes).get(self.suit_field or "", 0)
        return {self.suit_field or "": TEXT[mask.bit_length() - 1][-1]} if mask else {}

    def scored(self, hand: Hand) -> float:
        """What a hand brings its player; 0 where it may not win."""
        try:
            score = self.ruleset.score(hand)
            if not score.minimum_met:
                return 0.0
            paid = score.payments
        except MjrulesError:
            return 0.0
        brings = max(1, score.total if paid is None else paid.get(hand.seat, 0))
        return brings if not self.ordinary else brings / self.ordinary + CAUTION


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


def _declared_flags(ruleset: Ruleset) -> Iterable[str]:
    """The flags of hands that house rules let players declare in any of their turns.

    What is declared as dealt or with the first discard is no part of what a hand may become: few ever are.
    """
    known = ruleset.book.flags
    for name in ruleset.house_rules:
        settings = ruleset.house_settings(name)
        if isinstance(settings, Mapping):
            yield from (key for key in settings if key in known and getattr(settings[key], "at", ANY_TURN) == ANY_TURN)
        elif is_declared(type(settings)):
            first = getattr(settings, fields(settings)[0].name)
            if isinstance(first, str) and first in known:
                yield first


def _bars_claims(ruleset: Ruleset, flag: str) -> bool:
    """Whether whoever declares a flag claims nothing more, as the settings of the declaration say."""
    for name in ruleset.house_rules:
        settings = ruleset.house_settings(name)
        if isinstance(settings, Mapping) and flag in settings:
            return getattr(settings[flag], "claims", "") == "none"
    return False
