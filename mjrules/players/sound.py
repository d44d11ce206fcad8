"""A player that weighs what its hand can become: how likely each goal is, what it brings, and what others threaten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from math import sqrt
from typing import Any, Final

from ..distance.distances import NOWHERE, Distance
from ..hands.meld import Meld
from ..play.advice import Advised
from ..play.event_fields import tiles_text
from ..play.events import Action, Discard, Give, Kong, Pass, TakeLoose
from ..shapes.splitting import Counts
from ..table.view import View
from ..tiles.tile import JOKER, KIND, KINDS, RED, Tile, tiles_of
from .danger import dangers, threats
from .finished import MOST_VALUES
from .goal_words import goal_words
from .lacking import hand_lacks, lacks
from .likelihood import Situation
from .outlook import OwnOutlook, advised, best_discard
from .prospects import Prospect, Worths, goals_alike
from .quick import Advice, Kept, QuickPlayer, SetClaim, claimed_hand, passes_first, set_claims
from .seat import Ground, OwnSeat, tile_company
from .soon import soon_tiles

LOOKED_INTO: Final = 4
"""For so many of the best goals it is worked out what each discard leaves; for half of them beside jokers."""
CLAIMS_TRIED: Final = 5
"""Of so many claims it is worked out what they make of the hand: those first that take the fewest jokers."""
GIVES_ASKED: Final = 12
"""About so many exchanges of tiles house rules are asked."""
BETTER: Final = 1.05
"""A claim is made if it makes the hand so many times better."""
CLEARLY: Final = 1.3
"""Where every complete hand wins, what brings the hand nearest to a win is done unless something else is so many times
better: the estimates are rough, and how many tiles are missing is exact."""
ANOTHER_TILE: Final = 1.05
"""How much better a kong makes a hand by the tile that is drawn for it."""
FEW_KINDS: Final = 9
"""No more kinds of tiles are told one by one."""
UNSAFE: Final = 0.02
"""So likely others wait for some tile that it is worth a word that they hardly do for another."""
SAFE: Final = 0.05
"""What that other one is at most of the most dangerous tile."""


class SoundPlayer(QuickPlayer):
    """Weighs goals by the ruleset's own scores; where none is in sight that may win, it plays as the quick player."""

    def __init__(self, ground: Ground, seed: str) -> None:
        super().__init__(ground, seed)
        self.prospects, self.finished = ground.prospects, ground.prospects.finished
        self.every_hand_wins = not ground.prospects.ruleset.book.minimum
        self.plain_shapes = {shape.name for shape in self.prospects.distances.shapes if shape.plain}
        """The shapes of which nothing need be said."""
        self._worths: Worths = {}
        """What goals are worth, as far as this player knows."""
        self._last: tuple[object, ...] = ()
        self._outlook: OwnOutlook | None = None
        self._left: Mapping[Tile, float] | None = None
        self._by_distance: Sequence[Tile] | None = None
        self._dangers: Sequence[float] | None = None
        self._kept: dict[Tile, Prospect] = {}
        """Of the goals that a discard keeps, the one that counts most in what it leaves; together with `_left`."""
        self._goals: list[Prospect] = []
        """The goals of the hand that was looked at last."""

    def known(self) -> dict[str, Any]:
        """What goals were worth when they were first looked at, and those of the last hand, which are kept."""
        return {"_worths": {**self._worths}, "_last": self._last, "_goals": self._goals}

    # What the hand can become

    def seen(self, own: OwnSeat) -> Situation:
        """What estimates depend on."""
        view, number = own.view, len(own.view.players)
        turns = sum([len(player.discards) for player in view.players]) // number
        draws = max(0.3, view.left / number)
        pace = self.prospects.pace(turns, [player for player in view.players if player is not own.player])
        bonus = tuple(sorted(own.player.bonus))
        return Situation(view.seat, view.round, own.classes, own.unseen, draws, pace, bonus)

    def ahead(self, own: OwnSeat) -> list[Prospect]:
        """The goals of the hand; those of the hand that was looked at last are looked at again."""
        now = self.seen(own)
        key = (own.pieces, own.counts, own.jokers, own.classes, now.bonus)
        if key == self._last:
            self._goals = self.prospects.again(self._goals, own.counts, now)
        else:
            self._goals = self.prospects.of(own.melds, own.pieces, own.counts, own.jokers, now, self._worths)
        self._last = key
        return self._goals

    # The own turn

    def advice(self, view: View) -> Advice:
        """What might be done, the best first, each with its reason."""
        self._outlook = self._left = self._by_distance = self._dangers = None
        if len(self._worths) > MOST_VALUES:
            self._worths.clear()
        return super().advice(view)

    def outlook(self, own: OwnSeat) -> OwnOutlook:
        """What house rules are told of the hand; worked out once for a decision."""
        if self._outlook is None:
            discards = [action for action in own.view.legal if isinstance(action, Discard)]
            best = best_discard(self.ranked(own, discards, {})) if discards else None
            goals = [(one.spare, one.likely * max(one.worth, 0.01)) for one in self.ahead(own)]
            self._outlook = OwnOutlook(self.prospects, own, goals, best, self.seen(own))
        return self._outlook

    def advised(self, own: OwnSeat, action: Action) -> Advised | None:
        """What the house rules say of an action."""
        return advised(self.ground, self.outlook(own), action) if self.ground.advisers else None

    def in_turn(self, own: OwnSeat) -> Iterator[tuple[Action, str]]:
        """What is done before a discard: what house rules advise, a kong if the hand is none the worse."""
        found: list[tuple[float, Action, str]] = []
        silent: list[Action] = []
        for action in own.view.legal:
            if isinstance(action, Kong):
                gain, why = self.kong_gain(own, action)
                found += [(gain, action, why)] if gain >= 0 else []
            elif not isinstance(action, (Discard, TakeLoose, Pass)):
                said = self.advised(own, action)
                if said is None:
                    silent.append(action)
                elif said.gain >= 0:
                    found.append((said.gain, action, said.why))
        found.sort(key=lambda one: -one[0])
        yield from [(action, why) for _, action, why in found]
        if silent or any(isinstance(action, TakeLoose) for action in own.view.legal):
            for action, why in super().in_turn(own):
                if action in silent or isinstance(action, TakeLoose):
                    yield action, why

    def distance(self, own: OwnSeat) -> Distance:
        """How far the hand is, as it is reckoned here."""
        return hand_lacks(self.ground.distances, own.pieces, own.counts, own.classes, own.jokers)

    def left_by_kong(self, own: OwnSeat, action: Kong) -> int:
        """A kong in the own turn is weighed by what it gains, and by nothing else."""
        return NOWHERE

    def kong_gain(self, own: OwnSeat, action: Kong) -> tuple[float, str]:
        """What a kong in the own turn gains: what is paid for it at once, and what it makes of the hand."""
        kind, now = own.kind_of(action.tile), self.seen(own)
        if kind >= KINDS or JOKER in action.tiles:
            return -1.0, ""
        counts = (*own.counts[:kind], 0, *own.counts[kind + 1 :])
        melds = [meld for meld in own.melds if meld.type != "pung" or meld.first != kind]
        melds.append(Meld("kong", (kind,) * 4, own.counts[kind] == 4))
        pieces = tuple(sorted([meld.piece for meld in melds]))
        goals = self.prospects.of(melds, pieces, counts, own.jokers, now, self._worths)
        after = self.best_of(goals, counts, now)
        before = self.best_of(self.ahead(own), own.counts, now)
        said = self.advised(own, action)
        paid = 0.0 if said is None else said.gain / self.finished.ordinary
        gain = after * ANOTHER_TILE + paid - before
        if gain < 0:
            return gain, ""
        return gain, said.why if said is not None else "a kong takes nothing away"

    def discards(self, own: OwnSeat, discards: Sequence[Discard]) -> list[tuple[Action, str]]:
        """The discards, the best first, with what house rules say of them."""
        said: dict[Tile, Advised] = {}
        if self.ground.advisers:
            for kind, action in {own.kind_of(action.tile): action for action in discards}.items():
                found = self.advised(own, action)
                if found is not None:
                    said[kind] = found
        return self.ranked(own, discards, said)

    def ranked(
        self, own: OwnSeat, discards: Sequence[Discard], said: Mapping[Tile, Advised]
    ) -> list[tuple[Action, str]]:
        """The discards by what they leave of the goals, less the danger that others win, with what rules add.

        Where every complete hand wins, the one that leaves it nearest is first, unless another is clearly better.
        """
        gain = {kind: one.gain / self.finished.ordinary for kind, one in said.items()}
        goals = [one for one in self.ahead(own) if one.worth > 0]
        if not goals:
            return self.without_goal(own, discards, gain)
        now = self.seen(own)
        kinds = {kind for action in discards if (kind := own.kind_of(action.tile)) < KINDS}
        left, loss = self.all_left(own, kinds, goals, now), self.loss(goals)
        danger = self.dangers(own)
        worth = {kind: left[kind] + gain.get(kind, 0.0) - danger[kind] * loss for kind in kinds}
        nearest_first = self.nearest_first(own)
        ties = self.by_distance(own, discards) if nearest_first else self.by_company(own, kinds)
        nearest, best = ties[0] if nearest_first else None, max(worth.values(), default=0.0)
        near_enough = nearest is not None and best - worth.get(nearest, 0.0) <= (CLEARLY - 1) * left.get(nearest, 0.0)
        first = nearest if near_enough else None

        def place(action: Discard) -> tuple[float, ...]:
            kind = own.kind_of(action.tile)
            if kind not in worth:
                return (2, 0, 0, 0)
            return (kind != first, -worth[kind], ties.index(kind), action.tile in RED)

        found = [(action, own.kind_of(action.tile)) for action in sorted(discards, key=place)]
        return [
            (action, said[kind].why if gain.get(kind, 0) > 0 else self.reason(own, kind, goals, danger))
            for action, kind in found
        ]

    def rank(self, own: OwnSeat, action: Discard, kept: Kept | None) -> tuple[float, ...]:
        """The place of a discard by how near a win it leaves the hand, and by how soon the tiles come that help it."""
        place = super().rank(own, action, kept)
        if kept is None:
            return place
        soon = soon_tiles(own.unseen, kept.kinds, own.counts, waits=kept.missing <= 1)
        return (place[0], -soon, *place[2:])

    def nearest_first(self, own: OwnSeat) -> bool:
        """Whether what is nearest to a win is done first: where every complete hand wins.

        A hand with jokers is near a win whatever it throws, and to tell how near takes longer than the estimates.
        """
        return self.every_hand_wins and not own.jokers

    def by_company(self, own: OwnSeat, kinds: Iterable[Tile]) -> Sequence[Tile]:
        """The kinds of the discards by how little company they have in the hand, those alike by chance."""
        return sorted(sorted(kinds), key=lambda kind: tile_company(own.counts, kind) + self.draw() / 2)

    def by_distance(self, own: OwnSeat, discards: Sequence[Discard]) -> Sequence[Tile]:
        """The kinds of the discards by how near a win they leave the hand; worked out once for a decision."""
        if self._by_distance is None:
            self._by_distance = [own.kind_of(action.tile) for action, _ in self.nearest(own, discards)]
        return self._by_distance

    def all_left(
        self, own: OwnSeat, kinds: Iterable[Tile], goals: Sequence[Prospect], now: Situation
    ) -> Mapping[Tile, float]:
        """What each discard leaves of the goals; worked out once for a decision."""
        if self._left is None:
            groups = goals_alike(goals)
            self._kept.clear()
            self._left = {kind: self.left_by(own, kind, groups, now) for kind in kinds}
        return self._left

    def left_by(self, own: OwnSeat, kind: Tile, groups: Sequence[Sequence[Prospect]], now: Situation) -> float:
        """What a discard leaves of the goals, those that are alike together: the better ones count most."""
        total, most, looked = 0.0, 0.0, LOOKED_INTO // 2 if own.jokers else 0
        copies = self.ground.distances.copies(own.pieces)
        rest = own.without(kind)
        for group in groups:
            left, one = [goal for goal in group if goal.spare >> kind & 1], group[0]
            missing, improving = one.missing, 0
            for goal in left:
                cost = goal.cost
                if looked < LOOKED_INTO:
                    cost = lacks(goal.goal, rest, copies, own.jokers, self.ground.distances.standing)
                    looked += 1
                improving |= cost & (1 << KINDS) - 1 if cost > 0 else 0
            if not left:
                missing += 1
                improving = 1 << kind
                for goal in group:
                    improving |= goal.improving
            likely = self.prospects.likely(one.goal, rest, missing, improving, now, closed=one.closed)
            counts = likely * one.worth
            total += counts**2
            if left and counts > most:
                most, self._kept[kind] = counts, left[0]
        return sqrt(total)

    def without_goal(
        self, own: OwnSeat, discards: Sequence[Discard], gain: Mapping[Tile, float]
    ) -> list[tuple[Action, str]]:
        """The discards of a hand that cannot win any more: nobody shall win with them."""
        danger = self.dangers(own)
        if not gain and not any(danger):
            return super().discards(own, discards)

        def place(action: Discard) -> tuple[float, float]:
            kind = own.kind_of(action.tile)
            return (danger[kind] if kind < KINDS else 0.0) - gain.get(kind, 0.0), self.draw()

        return [(action, "nobody is likely to win with it") for action in sorted(discards, key=place)]

    def reason(self, own: OwnSeat, kind: Tile, goals: Sequence[Prospect], danger: Sequence[float]) -> str:
        """Why a tile would be thrown, in words."""
        best = self._kept.get(kind) or next((one for one in goals if one.spare >> kind & 1), None)
        if kind >= KINDS:
            return "it is in the way"
        if best is None:
            return "every goal needs it"
        wanted = best.improving & ~(1 << kind) or best.improving  # to draw it again would change nothing
        words = goal_words(best.goal, plain=best.goal.name in self.plain_shapes)
        name = f" for {words}" if words else ""
        number = wanted.bit_count()
        tiles = tiles_text(tiles_of(wanted)) if number <= FEW_KINDS else f"{number} kinds help"
        most = max(danger)
        safe = ", and nobody seems to wait for it" if most >= UNSAFE and danger[kind] <= SAFE * most else ""
        if best.missing == 0:
            return f"the hand is complete without it{safe}"
        left = "one tile is" if best.missing == 1 else f"{best.missing} tiles are"
        return f"{left} missing{name}: {tiles}{safe}"

    # Danger

    def dangers(self, own: OwnSeat) -> Sequence[float]:
        """For each kind how likely somebody wins with it; worked out once for a decision."""
        if self._dangers is None:
            self._dangers = dangers(threats(own.view, own.place, self.finished.flags), own.unseen)
        return self._dangers

    def loss(self, goals: Sequence[Prospect]) -> float:
        """What it costs to discard a winning tile: what the discarder pays for it, and what the own hand promises."""
        return self.prospects.exposure + max([one.likely * one.worth for one in goals])

    # Claims

    def claims(self, own: OwnSeat) -> Advice:
        """The claims that make the hand better, and to claim nothing."""
        now, nearest_first = self.seen(own), self.nearest_first(own)
        missing = self.missing(own) if nearest_first else 0
        goals = [one for one in self.ahead(own) if one.worth > 0]
        passed = self.best_of(goals, own.counts, now)
        kind = KIND[own.view.open]
        claims = set_claims(own)
        better: list[tuple[float, SetClaim]] = []
        worse: list[SetClaim] = []
        paid: dict[SetClaim, float] = {}
        for action in claims:
            if isinstance(action, Kong) and (said := self.advised(own, action)) is not None:
                paid[action] = said.gain
        useful = not goals or any(one.improving >> kind & 1 for one in goals)
        tried = sorted(claims, key=_jokers_in)[:CLAIMS_TRIED]
        for action in claims:
            at_once = paid.get(action, 0.0)
            worth = self.after(own, action, now) if (useful or at_once) and action in tried else 0.0
            worth += at_once / self.finished.ordinary
            nearer = worth > 0 and self.after_claim(own, action) < missing if nearest_first else None
            if worth > least(passed, nearer):
                better.append((worth, action))
            else:
                worse.append(action)
        better.sort(key=lambda one: -one[0])
        without = "the hand stays as it is" if better else "the hand is better without"
        return [
            *((action, self.claim_reason(own, action)) for _, action in better),
            *((action, without) for action in passes_first(own)),
            *((action, "it spoils more than it brings") for action in worse),
        ]

    def claim_reason(self, own: OwnSeat, action: SetClaim) -> str:
        """Why a claim is made: what is missing after it."""
        _, pieces, counts, jokers = claimed_hand(own, action)
        missing = hand_lacks(self.ground.distances, pieces, counts, own.classes, jokers).missing
        if missing <= 1:
            return "the hand waits after it" if missing == 1 else "it brings the hand nearer"
        return f"{missing} tiles are missing after it"

    def after(self, own: OwnSeat, action: SetClaim, now: Situation) -> float:
        """What the hand is worth after a claim."""
        meld, pieces, counts, jokers = claimed_hand(own, action)
        goals = self.prospects.of((*own.melds, meld), pieces, counts, jokers, now, self._worths)
        return self.best_of(goals, counts, now)

    def best_of(self, goals: Sequence[Prospect], counts: Counts, now: Situation) -> float:
        """What several goals are worth together: the best of them and those alike, for most of the others are."""
        groups = goals_alike(goals)
        return max([self.prospects.together(group, counts, now) * group[0].worth for group in groups], default=0.0)

    # Before play

    def others(self, own: OwnSeat) -> Advice:
        """Choices outside of turns, as the house rules advise whose they are."""
        found: list[tuple[float, Action, str]] = []
        for action in self.asked_about(own):
            said = self.advised(own, action)
            if said is None:
                return super().others(own)
            found.append((-said.gain, action, said.why))
        found.sort(key=lambda one: one[0])
        return [(action, why) for _, action, why in found]

    def asked_about(self, own: OwnSeat) -> Sequence[Action]:
        """What house rules are asked about: of many exchanges those of the tiles that the hand needs least."""
        gives = [action for action in own.view.legal if isinstance(action, Give) and action.tiles]
        if len(gives) <= GIVES_ASKED or not self.ground.advisers:
            return own.view.legal
        outlook = self.outlook(own)
        needs = {tile: outlook.needs(tile) for tile in {*own.view.tiles}}
        least = nsmallest(GIVES_ASKED, gives, key=lambda action: sum([needs[tile] for tile in action.tiles]))
        return [*least, *(action for action in own.view.legal if not (isinstance(action, Give) and action.tiles))]

    def worth_keeping(self, own: OwnSeat, kind: Tile, now: object) -> float:
        """How much a tile is needed: by how many of the better goals."""
        if not own.counts[kind]:
            return 0.0
        goals = self.ahead(own)
        needed = sum([one.likely * max(one.worth, 0.01) for one in goals if not one.spare >> kind & 1])
        return needed + tile_company(own.counts, kind) * 1e-3


def least(passed: float, nearer: bool | None) -> float:
    """What a hand must be worth after a claim; `passed`: what it is worth without.

    Where what is nearest is done first, a claim that brings the hand nearer is made unless the hand is clearly better
    without, and any other only if it is clearly better with it; elsewhere that is not asked, and `nearer` is `None`.
    """
    if nearer is None:
        return passed * BETTER
    return passed / CLEARLY if nearer else passed * CLEARLY


def _jokers_in(action: SetClaim) -> int:
    """How many jokers a claim takes out of the hand."""
    return sum([KIND[tile] >= KINDS for tile in action.tiles])
