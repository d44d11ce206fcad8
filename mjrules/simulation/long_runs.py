"""Whether a run is so long that other processes are worth their start."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final

from ..players.make import BEST_FIRST
from .result import HandResult
from .simulation import PlayOn, Simulation

SECONDS_ALONE: Final = 5.0
"""How many seconds this process has played, and would still have to play, when others begin."""


def when_worth_it(number: int | None = None) -> PlayOn:
    """This process plays, and where that takes long, so many processes (one for each core) play the later matches.

    Players that are not of mjrules play in this process to the end: what they hold may be there only once, and they may
    remember what they saw.
    """

    def play(simulation: Simulation, hands: int) -> Iterator[HandResult]:
        began, before = perf_counter(), simulation.number
        own = set(simulation.played_by.names) <= set(BEST_FIRST)
        while simulation.number < hands:
            yield simulation.play()
            spent = perf_counter() - began
            left = spent / (simulation.number - before) * (hands - simulation.number)
            if own and simulation.match.over and min(spent, left) > SECONDS_ALONE:
                yield from _by_several(number)(simulation, hands)

    return play


def _by_several(number: int | None) -> PlayOn:
    """Those processes, or this one where it is the only one."""
    from .matches_elsewhere import by_workers  # a short run, as most are, needs none of this
    from .pool import cores
    from .workers import processes

    several = cores() if number is None else number
    return Simulation.alone if several == 1 else by_workers(processes(several))
