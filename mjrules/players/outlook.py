"""What house rules are told of a hand, so that they can advise the player whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import exp
from typing import Final

from ..distance.distances import NOWHERE, Distance
from ..play.advice import Advised
from ..play.events import Action, Discard
from ..table.view import View
from ..tiles.tile import KIND, KINDS, Tile, mask_of, parse_tiles, tiles_of
from .lacking import hand_lacks
from .likelihood import BY_WIN, Situation
from .pace import others_win
from .prospects import Prospects
from .seat import Ground, OwnSeat, tile_company

COMPANY: Final = 1e-3
"""What neighbours of a tile count for beside what goals need it."""


class OwnOutlook:
    """What is told of the hand of a seat, with the goals and the discards as its player ranks them."""

    def __init__(
        self, prospects: Prospects, own: OwnSeat, goals: Sequence[tuple[int, float]], best: Tile | None, now: Situation
    ) -> None:
        """`goals` are the kinds that each spares and what it is worth, `best` is the discard that leaves most."""
        self.prospects, self.own, self.now, self.best = prospects, own, now, best
        self._goals = goals
        self._needs: dict[Tile, float] = {}

    @property
    def view(self) -> View:
        """What the seat may see."""
        return self.own.view

    @cached_property
    def rest(self) -> tuple[int, ...]:
        """The concealed tiles after the best discard."""
        return self.own.counts if self.best is None or self.best >= KINDS else self.own.without(self.best)

    def _distance(self, counts: tuple[int, ...]) -> Distance:
        own = self.own
        return hand_lacks(own.ground.distances, own.pieces, counts, own.classes, own.jokers)

    @cached_property
    def _now(self) -> Distance:
        return self._distance(self.rest)

    @property
    def missing(self) -> int:
        """How many tiles the hand lacks after the best discard."""
        return NOWHERE if self._now.missing < 0 else self._now.missing

    @cached_property
    def _whole(self) -> Distance:
        return self._distance(self.own.counts)

    def needs(self, tile: Tile) -> float:
        """How much the hand needs a tile: 1 for what the nearest hand needs, and a part of it for the share of the
        goals that do."""
        kind = self.own.kind_of(tile)
        if kind not in self._needs:
            self._needs[kind] = self._needed(kind) if kind < KINDS else 0.0
        return self._needs[kind]

    def _needed(self, kind: Tile) -> float:
        needed = sum([worth for spare, worth in self._goals if not spare >> kind & 1])
        share = needed / max(1e-9, sum([worth for _, worth in self._goals]))
        nearest = 0 if self._whole.spare >> kind & 1 else 1
        return nearest + 0.9 * share + COMPANY * tile_company(self.own.counts, kind)

    def missing_without(self, tiles: str) -> int:
        """How many tiles the hand lacks where none of these may be in it."""
        barred = mask_of({KIND[tile] for tile in parse_tiles(tiles)})
        kept = tuple([0 if barred >> kind & 1 else number for kind, number in enumerate(self.own.counts)])
        found = self._distance(kept)
        return NOWHERE if found.missing < 0 else found.missing

    def waiting(self, flags: tuple[str, ...] = (), claims: str = "win") -> float:
        """What the hand is expected to be paid if it waits for one tile from now on."""
        if self.missing != 1:
            return 0.0
        unseen, total = self.own.unseen, max(1, sum(self.own.unseen))
        by_draw = by_claim = rate = 0.0
        for kind in tiles_of(self._now.improving):
            each = unseen[kind] / total
            drawn = self._worth(kind, flags, drawn=True) if each else 0.0
            claimed = self._worth(kind, flags, drawn=False) if each and claims != "none" else 0.0
            by_draw += each * drawn
            by_claim += each * BY_WIN * claimed
            rate += each * ((drawn > 0) + BY_WIN * (claimed > 0))
        if not rate:
            return 0.0
        rate += others_win(self.now.pace, min(1 / rate, self.now.draws))
        return (by_draw + by_claim) / rate * (1 - exp(-rate * self.now.draws)) * self.prospects.finished.ordinary

    def _worth(self, kind: Tile, flags: tuple[str, ...], *, drawn: bool) -> float:
        """What a win with a tile is worth; 0 where it is none."""
        hand = self.prospects.finished.won_hand(self.own.melds, self.rest, kind, self.now)
        said = frozenset({*self.own.player.flags, *flags}) & self.prospects.finished.known_flags
        source = None if drawn else hand.source
        return self.prospects.finished.scored(replace(hand, source=source, self_drawn=drawn, flags=said))


def advised(ground: Ground, outlook: OwnOutlook, action: Action) -> Advised | None:
    """What the house rules say of an action, the first that has something to say; None for none."""
    for advice in ground.advisers:
        found = advice(outlook, action)
        if found is not None:
            return found
    return None


def best_discard(ranked: Sequence[tuple[Action, str]]) -> Tile | None:
    """The kind of the discard that is ranked first; None for none."""
    return next((KIND[action.tile] for action, _ in ranked if isinstance(action, Discard)), None)
