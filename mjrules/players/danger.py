"""How dangerous tiles are: what the others may wait for, by what they have declared, thrown and let pass.

The figures were counted in 1,300 hands that four players played by themselves under three rulesets; they fit each of
them roughly. Under rulesets with a high minimum fewer of the hands that wait may win.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ..declared.named_tuple import NamedTuple
from ..play.events import Declare, Discard, Event
from ..play.seat_view import Seen
from ..shapes.splitting import Counts
from ..table.view import View
from ..tiles.tile import KIND, KINDS, Tile

BOTH_ENDS: Final = 1.0
"""How often hands wait for either end of two neighbours, for each pair of these that nobody has seen, beside other
ways to wait."""
ONE_END: Final = 0.6
"""The same for two neighbours at the end of a suit."""
THE_MIDDLE: Final = 0.4
"""The same for the tile between two others."""
ONE_OF_TWO_PAIRS: Final = 0.5
"""The same for a tile of which there are two in hand, and of another kind two as well."""
A_SINGLE: Final = 0.35
"""The same for a tile of which there is one in hand."""
KINDS_WAITED_FOR: Final = 1.3
"""A hand waits in so many of these ways at once, in the middle."""
THROWN: Final = 0.1
"""What is left of a way to wait for what its player has thrown."""
LET_PASS: Final = 0.05
"""What is left of a way to wait for what its player let pass since the hand was last changed."""
FEW_LEFT: Final = 4
"""Who has no more tiles beside declared sets threatens to win. Some of the others wait, too, but to fear them as well
made players no stronger that could be seen in 1,200 hands."""
AT_FIRST: Final = 0.3
"""How likely a hand with so few tiles waits and may win, as play begins; with a single tile it waits in any case."""
EACH_TURN: Final = 0.01
"""How much likelier with each turn."""
FOUR: Final = 4
"""Copies of a kind: ways to wait are counted in kinds of which nobody has seen a tile."""


class Threat(NamedTuple):
    """Somebody who threatens to win: how likely that is, and what is left of the ways to wait for each kind."""

    likely: float
    left: tuple[float, ...]


def threats(view: View, place: int, declared: Collection[str]) -> list[Threat]:
    """The others who threaten to win; `declared` are the flags of those who have said that they wait."""
    turns = sum([len(player.discards) for player in view.players]) // len(view.players)
    return [
        Threat(likely, tuple(_left(view.events, other, declared)))
        for other, player in enumerate(view.players)
        if other != place and (likely := _waits(player, turns, declared))
    ]


def _waits(player: Seen, turns: int, declared: Collection[str]) -> float:
    """How likely a hand waits for one tile; 0 where it does not seem to."""
    if player.finished or player.dead:
        return 0.0
    if len(player.tiles) <= 1 or any(flag in declared for flag in player.flags):
        return 1.0
    return min(1.0, AT_FIRST + EACH_TURN * turns) if len(player.tiles) <= FEW_LEFT else 0.0


def _left(events: Sequence[Event], seat: int, flags: Collection[str]) -> list[float]:
    """What is left of the ways to wait for each kind: a player waits for hardly anything that was thrown, be it by the
    player, be it by others since the hand was last changed."""
    left, passed = [1.0] * len(KIND), list[Tile]()  # the places behind kinds are for tiles that are none, or unseen
    declared = changes_no_more = False
    for event in events:
        if isinstance(event, Declare) and event.seat == seat and event.word in flags:
            declared = True
        elif isinstance(event, Discard):
            kind = KIND[event.tile] if event.tile >= 0 else KINDS
            if event.seat != seat:
                passed.append(kind)
                continue
            if not changes_no_more:
                passed.clear()
            changes_no_more = declared
            left[kind] = THROWN
    for kind in passed:
        left[kind] = LET_PASS
    return left[:KINDS]


def dangers(threatening: Sequence[Threat], unseen: Counts) -> list[float]:
    """For each kind how likely somebody wins with a tile of it; `unseen` are the tiles of which each may wait."""
    found = [0.0] * KINDS
    ways = [*_ways(unseen)] if threatening else []
    for threat in threatening:
        weights, total = [0.0] * KINDS, 0.0
        for kinds, often in ways:
            often *= min([threat.left[kind] for kind in kinds])
            total += often
            for kind in kinds:
                weights[kind] += often
        if total:
            share = threat.likely * KINDS_WAITED_FOR / total
            for kind, weight in enumerate(weights):
                found[kind] += share * weight
    return found


def _ways(unseen: Counts) -> Iterator[tuple[tuple[Tile, ...], float]]:
    """The ways in which a hand may wait: for which kinds, and how often."""
    for first in (0, 9, 18):
        for low in range(first, first + 8):
            both = unseen[low] * unseen[low + 1] / FOUR**2
            if both and low == first:
                yield (low + 2,), ONE_END * both
            elif both and low == first + 7:
                yield (low - 1,), ONE_END * both
            elif both:
                yield (low - 1, low + 2), BOTH_ENDS * both
        for low in range(first, first + 7):
            if unseen[low] and unseen[low + 2]:
                yield (low + 1,), THE_MIDDLE * unseen[low] * unseen[low + 2] / FOUR**2
    for kind, number in enumerate(unseen):
        if number:
            pairs = number * (number - 1) / (FOUR * (FOUR - 1))
            yield (kind,), ONE_OF_TWO_PAIRS * pairs + A_SINGLE * number / FOUR
