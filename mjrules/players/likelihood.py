"""How likely a goal is reached: by the unseen tiles that bring it nearer, and by what others win before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from ..distance.column_goals import ColumnGoal
from ..distance.goals import Goal
from ..shapes.splitting import Counts
from ..tiles.tile import Tile, mask_of
from .pace import TURNS_TOLD, Pace, others_win

BY_CHOW: Final = 0.35
"""How much a tile for a chow that may be claimed comes sooner than one that has to be drawn, beside 1."""
BY_PUNG: Final = 1.2
"""The same for a tile of which there are two, so that anybody's discard will do."""
BY_WIN: Final = 1.4
"""The same for the last tile, with which anybody's discard wins."""
LAST_IN_SETS: Final = 5.5
"""So many unseen tiles complete a hand that waits, where chows are made."""
LAST_ALONE: Final = 4.6
"""The same where none are."""
LAST_IN_GROUPS: Final = 2.0
"""The same for groups of a rank in several suits, for each tile of the largest: it may lack any of them."""
FARTHER_OFF: Final = 1.5
"""How the number of tiles that help grows with how many are missing: as this power of it."""
AS_NOW: Final = 0.3
"""How much of how good a hand is, compared with others that lack as many tiles, is left when it lacks fewer: as this
power of it."""
MOST_COUNTS: Final = 2000
NOBODY_WINS: Final[Pace] = (0.0,) * (TURNS_TOLD + 1)
"""Nobody else wins."""


class Situation(NamedTuple):
    """What estimates depend on beside the own tiles: winds and classes, unseen tiles, draws that are left, how soon
    others win, and the own bonus tiles."""

    seat: str
    round: str
    classes: tuple[tuple[str, int], ...]
    unseen: Counts
    draws: float
    pace: Pace = NOBODY_WINS
    bonus: tuple[Tile, ...] = ()


def likelihood(
    goal: Goal, counts: Counts, missing: int, improving: int, now: Situation, *, chows: bool, closed: bool
) -> float:
    """How likely a goal is reached before others win or the wall ends, lacking so many tiles, of which these bring it
    nearer.

    `chows` says whether chows may be claimed. A `closed` hand claims only the last tile.
    """
    if missing <= 0:
        return 1.0
    planes, total = _planes(now.unseen)
    chances = _in_planes(planes, improving)
    if not chances:
        return 0.0
    each = chances / total
    sooner, last = 1.0, LAST_IN_GROUPS * goal.most_in_group if isinstance(goal, ColumnGoal) else LAST_ALONE
    if claimable(goal):
        if not closed:
            by_pung = _in_planes(planes, improving & _pairs(counts))
            sooner += (BY_PUNG * by_pung + (BY_CHOW * (chances - by_pung) if chows else 0.0)) / chances
        last = LAST_IN_SETS if any(one.chows for one in goal.wanted) else last
    later = last / total * (chances / (last * missing**FARTHER_OFF)) ** AS_NOW
    turns = 0.0
    for step in range(1, missing + 1):
        rate = min(each * step / missing, later * step**FARTHER_OFF) if step < missing else each
        turns += 1 / (rate * (1 + BY_WIN if step == 1 else sooner))
    rate = missing / turns
    either = rate + others_win(now.pace, min(turns, now.draws))
    return (rate / either) ** missing * at_least(missing, either * now.draws)


@lru_cache(MOST_COUNTS)
def _planes(numbers: Counts) -> tuple[tuple[int, ...], int]:
    """The numbers of tiles as masks of kinds, one for each binary digit, the units first; and the sum, 1 at least."""
    digits = range(max(numbers).bit_length())
    planes = [mask_of([kind for kind, number in enumerate(numbers) if number >> digit & 1]) for digit in digits]
    return tuple(planes), max(1, sum(numbers))


def _in_planes(planes: Sequence[int], kinds: int) -> int:
    """How many tiles there are of these kinds."""
    return sum([(plane & kinds).bit_count() << digit for digit, plane in enumerate(planes)])


@lru_cache(MOST_COUNTS)
def _pairs(counts: Counts) -> int:
    """The kinds of which there are two."""
    return mask_of([kind for kind, number in enumerate(counts) if number == 2])


def claimable(goal: Goal) -> bool:
    """Whether tiles may be claimed on the way: sets are made, and it is no hand of single tiles or pairs."""
    if not isinstance(goal, ColumnGoal):
        for one in goal.wanted:
            if one.chows or one.pungs:
                return True
    return False


def at_least(number: int, mean: float) -> float:
    """How likely a thing that happens so often on average happens so often at least."""
    term = total = exp(-min(mean, 700.0))
    for step in range(1, number):
        term *= mean / step
        total += term
    return max(0.0, 1 - total)
