"""A simulation whose matches other processes play: the same hands, in the same order, as one process plays.

A match follows from the seed and its number alone, so any process can play it. How many hands it has is known only when
it is over, so this process numbers the hands. It also checks that each follows from those before it, as those of a
file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ..budget import budget, steps_allowed
from ..errors import MjrulesError
from .errors import WorkError
from .result import HandResult
from .sent_rulesets import SentRuleset
from .simulation import PlayOn, Simulation
from .workers import Workers

HANDS_ELSEWHERE: Final = 100
"""How many hands of a match a process plays at most. Under some rulesets a match of weak players goes on and on; this
process plays the rest of it, so that its results come one by one."""


@dataclass(frozen=True)
class MatchTask:
    """The match of a number to be played, up to so many hands: what it comes to follows from this alone."""

    ruleset: SentRuleset
    players: tuple[str, ...]
    seed: int | str
    number: int
    hands: int
    steps: int

    def __str__(self) -> str:
        return f"match {self.number}"


class MatchPlayed(NamedTuple):
    """The hands of a match, numbered from 1, or why a process cannot even begin."""

    hands: tuple[HandResult, ...] = ()
    error: str = ""


def play_match(task: MatchTask) -> MatchPlayed:
    """The hands of the match; where one cannot be played, those before it."""
    try:
        simulation = Simulation(task.ruleset.load(), task.seed, task.players, match=task.number)
    except MjrulesError as error:
        return MatchPlayed(error=f"{task}: {error}")
    hands: list[HandResult] = []
    try:
        with budget(task.steps):
            while len(hands) < task.hands and not simulation.match.over:
                hands.append(simulation.play())
    except MjrulesError:
        pass  # the process that asked plays this hand itself, and so says what is wrong
    return MatchPlayed(tuple(hands))


def by_workers(workers: AbstractContextManager[Workers]) -> PlayOn:
    """Others play the matches after the one that was begun."""

    def play(simulation: Simulation, hands: int) -> Iterator[HandResult]:
        yield from _rest_of_match(simulation, hands)
        if simulation.number >= hands:
            return
        with workers as work:
            for played in work(play_match, _tasks(simulation, hands)):
                yield from _taken(simulation, played, hands)
                yield from _rest_of_match(simulation, hands)
                if simulation.number >= hands:
                    return

    return play


def _tasks(simulation: Simulation, hands: int) -> Iterator[MatchTask]:
    """The matches from the next one on, no more than there are hands; who takes them says when there are enough."""
    sent = SentRuleset.of(simulation.ruleset)
    simulation.played_by.check_known()
    players = simulation.played_by.names
    first = simulation.matches + simulation.match.closed
    for number in range(first, first + hands - simulation.number):
        most = min(HANDS_ELSEWHERE, hands - simulation.number)
        yield MatchTask(sent, players, simulation.seed, number, most, steps_allowed())


def _taken(simulation: Simulation, played: MatchPlayed, hands: int) -> Iterator[HandResult]:
    """The hands of the next match, up to the last that is wanted. Raises WorkError where a process could not begin."""
    if played.error:
        raise WorkError(played.error)
    if not played.hands:
        yield simulation.play()  # it says what is wrong, as where this process plays alone
    for own in played.hands[: hands - simulation.number]:
        result = replace(own, number=simulation.number + 1)
        simulation.skip(result)
        simulation.played += 1
        yield result


def _rest_of_match(simulation: Simulation, hands: int) -> Iterator[HandResult]:
    """What is left of a match that was begun, played here."""
    match = simulation.match
    while match.closed and not match.over and simulation.number < hands:
        yield simulation.play()
