"""A stretch of hands, played under both rulesets: what one task is, wherever it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from ..budget import STEPS, budget
from ..errors import MjrulesError
from ..simulation.played_by import Kinds
from ..simulation.result import HandResult
from ..simulation.sent_rulesets import SentRuleset
from ..simulation.simulation import Simulation
from .tally import LARGEST_SUM, Tally, is_sum, net_by_player, tally_of

STRETCH: Final = 20
"""How many hands are played in a row under each ruleset, from the first of a match on."""


@dataclass(frozen=True)
class StretchTask:
    """The stretch of a number to be played: what it comes to follows from this alone."""

    a: SentRuleset
    b: SentRuleset
    players: Kinds
    seed: str
    number: int
    hands: int = STRETCH
    steps: int = STEPS

    def __str__(self) -> str:
        return f"stretch {self.number}"


@dataclass(frozen=True)
class Stretch:
    """What a stretch came to under both rulesets.

    `walls` counts those that both have played, and `same` the hands on these that had the same winners, in the same
    way, and the same payments.
    """

    number: int
    hands: int
    walls: int = 0
    same: int = 0
    a: Tally = field(default_factory=dict)
    b: Tally = field(default_factory=dict)

    def to_record(self) -> dict[str, Any]:
        """As one JSON object; what is zero is left out."""
        own = {name: {key: tally[key] for key in sorted(tally) if tally[key]} for name, tally in self.tallies.items()}
        return {"number": self.number, "hands": self.hands, "walls": self.walls, "same": self.same, **own}

    @property
    def tallies(self) -> dict[str, Tally]:
        """Both sides by their letters."""
        return {"a": self.a, "b": self.b}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Stretch:
        """The stretch of a JSON object. Raises TypeError for other fields than these, and other kinds of values."""
        stretch = cls(**record)
        numbers = [stretch.number, stretch.hands, stretch.walls, stretch.same]
        for tally in stretch.tallies.values():
            if not isinstance(tally, dict) or not all(map(is_sum, tally)):
                raise TypeError("a tally of another kind")
            numbers += tally.values()
        if not all(type(number) is int and abs(number) < LARGEST_SUM for number in numbers):
            raise TypeError("a value of another kind")
        return stretch


def play_stretch(task: StretchTask) -> dict[str, Any]:
    """The record of the stretch, or why there is none, as `error`: both can be sent from any process to any other."""
    try:
        with budget(task.steps):
            a, b = ([*_played(sent, task)] for sent in (task.a, task.b))
    except MjrulesError as error:
        return {"error": f"{task}: {error}"}
    walls = {(own.match, own.hand): own for own in a}
    both = [(walls[own.match, own.hand], own) for own in b if (own.match, own.hand) in walls]
    same = sum(outcome(one) == outcome(other) for one, other in both)
    return Stretch(task.number, task.hands, len(both), same, tally_of(a), tally_of(b)).to_record()


def _played(sent: SentRuleset, task: StretchTask) -> list[HandResult]:
    simulation = Simulation(sent.load(), f"{task.seed}/{task.number}", task.players)
    return list(islice(simulation.results(task.hands), task.hands))


def outcome(result: HandResult) -> tuple[object, ...]:
    """What is told of a hand: who won, how, and what the seats paid."""
    net = net_by_player(result)
    return tuple(result.worth), result.won, result.discarder, {seat: net[own] for seat, own in result.players.items()}
