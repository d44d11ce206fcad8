"""The function that simulates, for programs: the hands of matches, played here or by several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike

from ..ruleset.load import loaded
from ..ruleset.ruleset import Ruleset
from .played_by import BY_DEFAULT
from .result import HandResult
from .simulation import Simulation


def simulate(
    ruleset: Ruleset | str,
    hands: int,
    seed: int | str = 0,
    *,
    players: str | Sequence[str] = BY_DEFAULT,
    out: str | PathLike[str] | None = None,
    processes: int = 1,
) -> Iterator[HandResult]:
    """The results of so many hands, each as soon as it is played; the same seed gives the same ones anywhere.

    `players` is the name of a kind of players (`player_names`), or one for each player. With `out`, every result is a
    line of that file at once; those that are there already are not played again. More `processes` than this one play
    match by match, which changes no result. Raises TableError or RulesetError for a ruleset that cannot be played,
    PlayerError for players that cannot play it, SimulationError for a file of another simulation, or one that was
    damaged, and WorkError where other processes cannot do the work.
    """
    simulation = Simulation(loaded(ruleset), seed, players)
    if processes == 1:
        return simulation.results(hands, out)
    from .matches_elsewhere import by_processes

    return simulation.results(hands, out, by_processes(processes))
