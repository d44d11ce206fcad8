"""The function that simulates, for programs: the hands of matches, played here or by several processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from os import PathLike
from typing import TYPE_CHECKING, SupportsIndex

from ..ruleset.load import NamedRuleset, loaded
from ..table.errors import check_number
from .played_by import BY_DEFAULT, Kinds
from .result import HandResult
from .simulation import Simulation

if TYPE_CHECKING:
    from .workers import Workers


def simulate(
    ruleset: NamedRuleset,
    hands: int,
    seed: SupportsIndex | str = 0,
    *,
    players: Kinds = BY_DEFAULT,
    out: str | PathLike[str] | None = None,
    workers: int | AbstractContextManager[Workers] = 1,
) -> Iterator[HandResult]:
    """The results of so many hands, each as soon as it is played; the same seed gives the same ones anywhere.

    `players` is the name of a kind of players (`player_names`) or a `PlayerMaker` of the caller, or one of them for
    each player; a `PlayerMaker` plays in this process alone, and without a file. With `out`, every result is a line of
    that file at once; those that are there already are not played again. So many `workers`, processes of this
    machine, or those of `mjrules.simulation.over_dask`, play match by match, which changes no result. Raises TableError
    or RulesetError for a ruleset that cannot be played, TableError for fewer than 0 hands, what is no seed, and a
    choice that is not legal, PlayerError for players that cannot play it, SimulationError for a file of another
    simulation, or one that was damaged, and WorkError where others cannot do the work.
    """
    check_number("hands", hands, 0)
    simulation = Simulation(loaded(ruleset), seed, players)
    if workers == 1:
        return simulation.results(hands, out)
    from .matches_elsewhere import by_workers
    from .workers import workers_of

    return simulation.results(hands, out, by_workers(workers_of(workers)))
