"""The result of a hand: how it ended, what it was worth, and what it brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, field
from typing import Any

from ..declared.frozen_class import frozen_class
from ..spoken import Sentence, Spoken
from ..table.judge import CLAIMED, DEALT, DRAWN, ROBBED

_OF_SOME = ("ways", "east", "over", "results")
"""What is said of some hands only."""
_OF_ALL = ("ruleset", "hash")
"""What is the same for all hands of a simulation: its first line says it, and not each."""
WAYS: Mapping[str, Spoken] = {
    DRAWN: Sentence("on a drawn tile", "自摸")(),
    CLAIMED: Sentence("on a discard", "点炮")(),
    ROBBED: Sentence("on the tile of a kong", "抢杠")(),
    DEALT: Sentence("as dealt", "起手和牌")(),
}
"""How a hand may be won, with what tables call it."""


@frozen_class()
class HandResult:
    """What one hand of a simulation came to.

    `number` counts the hands of the simulation, `hand` those of its `match`. `players` says who sat where.
    `won` says how the winning tile came, empty where nobody has won; `worth` is what the hand of each
    winner is worth, and `rules` are the ids of those that it scored. `at_once` has the payments at once by
    their ids, each `[how often, amount]`. `net` is what each player won or lost by payments among players,
    `pots` what went into the pots or came out of them, `totals` what each has in the match after it. Where play goes
    on after a win, `ways` says for each winner how the tile came, and `won` for the last; where a house rule says it,
    `east` is who is East next. After the last hand of a match that is reckoned up, `over` says why it is over, and
    `results` has the final result of each player, the first first. `ruleset` and `hash` are of what it was played
    under, empty where a record was read alone.
    """

    number: int
    match: int
    hand: int
    round: str
    players: Mapping[str, str]
    won: str
    discarder: str | None
    worth: Mapping[str, int]
    rules: Mapping[str, list[str]]
    discards: int
    at_once: Mapping[str, list[int]]
    net: Mapping[str, int]
    pots: Mapping[str, Any]
    totals: Mapping[str, int]
    ways: Mapping[str, str] = field(default_factory=dict)
    east: str | None = None
    over: str = ""
    results: Mapping[str, int] = field(default_factory=dict)
    ruleset: str = ""
    hash: str = ""

    def to_record(self) -> dict[str, Any]:
        """The result as a JSON object, without what is said of some hands only, and what is the same for all."""
        told = asdict(self).items()
        return {name: value for name, value in told if name not in _OF_ALL and (value or name not in _OF_SOME)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> HandResult:
        """The result of a JSON object. Raises TypeError for other fields than these, and other kinds of values."""
        result = cls(**record)
        if not (
            _are(int, (result.number, result.match, result.hand, result.discards))
            and _are(str, (result.round, result.won, result.discarder or "", result.over, result.ruleset, result.hash))
            and _are(dict, (result.results, result.players, result.worth, result.rules, result.at_once))
            and _are(dict, (result.net, result.pots, result.totals))
            and _are(str, result.players.values())
            and _are(
                int, (*result.results.values(), *result.worth.values(), *result.net.values(), *result.totals.values())
            )
            and _are(list, (*result.rules.values(), *result.at_once.values()))
            and all(_are(str, rules) for rules in result.rules.values())
            and all(len(paid) == 2 and _are(int, paid) for paid in result.at_once.values())
        ):
            raise TypeError("a value of another kind")
        return result


def _are(kind: type, values: Iterable[Any]) -> bool:
    """Whether values are of a kind; true and false are no numbers."""
    return all(type(value) is kind for value in values)
