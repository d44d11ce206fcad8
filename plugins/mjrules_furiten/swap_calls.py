"""Discards that would only exchange a tile: after a claim, the tile claimed, or the one that does as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from mjrules.hooks import (
    JOKER,
    KIND,
    STANDING,
    Action,
    Asks,
    Event,
    HandInPlay,
    Play,
    Sentence,
    declared,
    events,
    key,
    parse_tiles,
)

MOST_BANNED = 7
"""How many tiles in hand may be of the two kinds that are banned: all copies but the one claimed."""
SUITS = 27
"""The kinds of suit tiles come first, nine of each suit."""


@declared
class Swaps:
    """What is not discarded right after a claim."""

    forbidden: Literal["none", "same", "both_ends"] = key(
        "nothing, a tile like the one claimed (`same`), or for a chow also the tile at its other end, with which the "
        "two in hand made one as well (`both_ends`)",
        default="both_ends",
    )


class SwapCalls(Play):
    """What a player may not discard who has claimed a tile for a set."""

    hears = (events.Melded, events.Discard)
    forbids = (events.Discard, events.Chow, events.Pung)

    def __init__(self, settings: Swaps, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.banned: frozenset[int] = frozenset()
        self.rest(events.Discard)

    def hear(self, event: Event) -> None:
        """A tile is claimed, or discarded."""
        self.banned = frozenset()
        if isinstance(event, events.Melded) and event.type != "kong":
            own = list(self.state.players[event.seat].melds[-1].tiles)  # where jokers stand for tiles
            own.remove(event.tile)
            self.banned = self._banned(event.tile, own)
        if self.banned:
            self.wake(events.Discard)
        else:
            self.rest(events.Discard)

    def _banned(self, claimed: int, own: Sequence[int]) -> frozenset[int]:
        """The kinds that are not discarded after a claim, with two tiles of the hand."""
        tile, (low, high) = KIND[claimed], sorted([KIND[each] for each in own])
        found = {tile} if self.settings.forbidden != "none" else set()
        if self.settings.forbidden == "both_ends" and high == low + 1:
            other = high + 1 if tile == low - 1 else low - 1
            found |= {other} if 0 <= other < SUITS and other // 9 == low // 9 else set()
        return frozenset(found)

    def binds(self, seat: int) -> bool:
        """Whether something is forbidden after the last claim, or all might be after the next."""
        if self.settings.forbidden == "none":
            return False
        return bool(self.banned) or (self.state.players[seat].size <= MOST_BANNED + 2 and self.state.claiming(seat))

    def allows(self, action: Action) -> str:
        """Why a tile is not discarded, or not claimed, because nothing else could be discarded."""
        if isinstance(action, events.Discard):
            return "a tile is not exchanged for one like it by a claim" if KIND[action.tile] in self.banned else ""
        if not isinstance(action, (events.Chow, events.Pung)) or not self.state.claiming(action.seat):
            return ""
        held = [*map(_held, self.state.players[action.seat].tiles())]
        stuck = all(self._stuck(held, action, own) for own in self._ways(held, action))
        return "after this claim there would be nothing to discard" if stuck else ""

    def _ways(self, held: list[int], action: events.Chow | events.Pung) -> Iterator[tuple[int, ...]]:
        """The tiles of the hand that a claim may mean, those for which a joker stands as such."""
        named = Counter(map(_held, action.tiles))
        for kinds in _others(action):
            for way in product(*[(kind, STANDING + kind) for kind in kinds]):
                used = Counter(map(_held, way))
                if not used - Counter(held) and named in (Counter(), used):
                    yield way

    def _stuck(self, held: list[int], action: events.Chow | events.Pung, own: Sequence[int]) -> bool:
        """Whether only tiles would be left that are not discarded then."""
        left = Counter(held) - Counter(map(_held, own))
        return {*left} <= self._banned(action.tile, own)


def _others(action: events.Chow | events.Pung) -> Iterator[list[int]]:
    """The kinds beside the one claimed of the sets that a claim may mean."""
    tile = KIND[action.tile]
    if isinstance(action, events.Pung):
        yield [tile, tile]
        return
    lowest = [KIND[parse_tiles(action.low)[0]]] if action.low else [tile - 2, tile - 1, tile]
    for low in lowest:
        if low >= 0 and low // 9 == (low + 2) // 9:
            yield [kind for kind in range(low, low + 3) if kind != tile]


def _held(tile: int) -> int:
    """What a tile of a claim is in the hand: a kind, or a joker."""
    return JOKER if tile == JOKER or tile >= STANDING else KIND[tile]


def swaps_told(settings: Swaps) -> Iterator[str]:
    """The settings in sentences."""
    if settings.forbidden == "none":
        yield Sentence("after a claim any tile may be discarded", "吃碰后可打任何牌")()
        return
    yield Sentence("a tile like the one claimed is not discarded right after", "吃碰后不可随即打出同样的牌")()
    if settings.forbidden == "both_ends":
        yield Sentence(
            "after a chow neither is the tile at its other end, with which the two in hand made one as well",
            "吃牌后亦不可打出另一端可成顺子的牌",
        )()
