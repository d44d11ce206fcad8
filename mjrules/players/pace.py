"""How soon others win: by what hands are like when a hand begins, under the ruleset that is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, log
from typing import Final

TURNS_TOLD: Final = 40
"""For so many turns it is told how likely others win: no hand has more."""
MOST_PACES: Final = 2000
SURE: Final = 1e-9
"""No less likely is it that nobody has won."""

Pace = tuple[float, ...]
"""How likely others end a hand in the turns that come: rates, added up turn by turn from now on."""


@lru_cache(MOST_PACES)
def pace_of(won: tuple[float, ...], turn: int, others: int, wins: int) -> Pace:
    """How likely so many others end a hand, of whom so many must win before it ends, when `turn` turns are over.

    `won` tells by turns how likely one player has won, did nobody else win.
    """
    start = _rate_until(won, turn, others, wins)
    return tuple([_rate_until(won, turn + ahead, others, wins) - start for ahead in range(TURNS_TOLD + 1)])


def _rate_until(won: Sequence[float], turn: int, others: int, wins: int) -> float:
    """The rates of all turns up to one together: minus the logarithm of how likely the hand goes on."""
    one = won[min(turn, len(won) - 1)]
    on = sum([comb(others, number) * one**number * (1 - one) ** (others - number) for number in range(wins)])
    return -log(max(SURE, on))


def others_win(pace: Pace, ahead: float) -> float:
    """How likely others win from one turn to the next, in the middle of so many turns that come."""
    if ahead <= 1:
        return pace[1]
    whole = min(int(ahead), len(pace) - 2)
    part = min(1.0, ahead - whole)
    return (pace[whole] + part * (pace[whole + 1] - pace[whole])) / (whole + part)
