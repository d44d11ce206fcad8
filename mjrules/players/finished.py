"""What finished hands bring: the goals of a hand made up with the likeliest tiles, scored and settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Final

from ..declared.fields import is_declared
from ..distance.distances import Distances
from ..distance.goals import Goal
from ..distance.limits import HandClasses
from ..distance.suit_costs import COST, LOW, SPARE
from ..errors import MjrulesError
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import CLAIMED, Piece
from ..ruleset.ruleset import Ruleset
from ..scoring.payers import discarder
from ..settlement_method import Win, WonHand, net_amounts, shown_items
from ..shapes.splitting import Counts
from ..tiles.tile import KINDS, TEXT, Tile, tiles_of
from .likelihood import Situation, claimable

CAUTION: Final = 0.25
"""How many ordinary wins it is worth to win at all: what others do not win then."""
BY_DISCARD: Final = 2.5
"""So many times as often a hand is won on a discard as with a drawn tile: three others discard for each own draw."""
BY_DRAW_ALONE: Final = 0.6
"""How likely a hand that waits wins where only a drawn tile wins, compared with one that any tile completes."""
ANY_TURN: Final = "any_turn"
"""When declarations are made that a hand may still get."""
SOMEBODY: Final = 0.6
"""How likely another wins later where nobody does now."""
NO_FLAGS: Final = frozenset[str]()
MOST_VALUES: Final = 20_000


class FinishedHands:
    """Tells what hands under one ruleset bring when they are finished."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.distances: Distances = ruleset.distances
        self.flags = tuple(_declared_flags(ruleset))
        """The flags that a closed hand may have because its player declares them before it wins."""
        self.drawn_only = tuple([flag for flag in self.flags if _bars_claims(ruleset, flag)])
        """Those of them with which only a drawn tile wins, be the hand closed or not."""
        self.suit_field = next((field.name for field in ruleset.book.others if field.type == "suit"), None)
        """The field of records that names a suit of a player; None for none."""
        self.known_flags = frozenset(ruleset.book.flags)
        self.chows = any("chow" in calls for calls in ruleset.definition.table.claim_order)
        """Whether chows may be claimed."""
        self.ordinary = 0.0
        """What an ordinary win brings, the unit of all else; 0 before it is known."""
        self._values: dict[tuple[object, ...], float] = {}

    def measure_by(self, ordinary: float) -> None:
        """Count what hands bring from now on in ordinary wins."""
        self.ordinary = ordinary
        self._values.clear()

    def named(self, winds: HandClasses, suit: int) -> HandClasses:
        """The classes of a hand, whose player has named a suit where players do."""
        return winds if self.suit_field is None else (*winds, (self.suit_field, suit))

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
        for meld in self.sets_to_claim(tiles, first, last):
            rest = list(tiles)
            for kind in meld.tiles:
                rest[kind] -= 1
            claimed = self._value_of((*melds, meld), tuple(sorted((*pieces, meld.piece))), tuple(rest), last, now)
            if claimed > 0:
                return alone, claimed
        return alone, 0.0

    def sets_to_claim(self, tiles: Counts, kind: Tile, last: Tile) -> Iterator[Meld]:
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
        key = (tuple(melds), tiles, last, now.seat, now.round, now.classes, now.bonus)
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
                return max(best, (BY_DISCARD * claimed + self.scored(replace(drawn, flags=flags))) / (1 + BY_DISCARD))
        return max(best, self.scored(drawn) / (1 + BY_DISCARD))

    def won_hand(self, melds: Sequence[Meld], concealed: Counts, last: Tile, now: Situation) -> Hand:
        """The hand of a player who claims the last tile to win; `concealed` are the others in hand."""
        return Hand(
            melds=tuple(melds),
            concealed=tuple([kind for kind in range(KINDS) for _ in range(concealed[kind])]),
            win=last,
            source="left",
            seat=now.seat,
            round=now.round,
            bonus=now.bonus,
            bonus_count=len(now.bonus),
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
        brings = score.total if paid is None else paid.get(hand.seat, 0)
        return brings / self.ordinary + CAUTION if self.ordinary else max(1, brings)

    def exposure(self, hand: Hand) -> float:
        """What a hand that wins on a discard costs who discarded it, beside what somebody's win costs in any case, as a
        part of what it brings; 1 where that is not known."""
        book, by = self.ruleset.book, discarder(hand, self.ruleset.book)
        try:
            score = self.ruleset.score(hand)
            paid = score.payments
            method = book.settlement
            if paid is None and score.minimum_met and method is not None:
                values = dict.fromkeys(book.seats, 0) | {hand.seat: score.total}
                items, shown = shown_items(method, (item.won for item in score.items)), WonHand(hand, book.fields)
                win = Win(hand.seat, by, score.total, book.seats, values, hand=shown, totals=score.totals, items=items)
                paid = net_amounts(method.transfers(win, book.settlement_settings), book.seats)
        except MjrulesError:
            return 1.0
        if paid is None or by is None or paid[hand.seat] <= 0:
            return 1.0
        others = [-amount for seat, amount in paid.items() if seat not in (hand.seat, by)]
        in_any_case = SOMEBODY * sum(others) / max(1, len(others))
        return max(0.0, -paid[by] - in_any_case) / paid[hand.seat]


def _declared_flags(ruleset: Ruleset) -> Iterable[str]:
    """The flags of hands that house rules let players declare in any of their turns.

    What is declared as dealt or with the first discard is no part of what a hand may become: few ever are.
    """
    known = ruleset.book.flags
    for name in ruleset.rules_played:
        settings = ruleset.house_settings(name)
        if isinstance(settings, Mapping):
            yield from (key for key in settings if key in known and getattr(settings[key], "at", ANY_TURN) == ANY_TURN)
        elif is_declared(type(settings)):
            first = getattr(settings, fields(settings)[0].name)
            if isinstance(first, str) and first in known:
                yield first


def _bars_claims(ruleset: Ruleset, flag: str) -> bool:
    """Whether whoever declares a flag claims nothing more, as the settings of the declaration say."""
    for name in ruleset.rules_played:
        settings = ruleset.house_settings(name)
        if isinstance(settings, Mapping) and flag in settings:
            return getattr(settings[flag], "claims", "") == "none"
    return False
