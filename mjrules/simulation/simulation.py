"""Simulation: players play matches one after another by themselves, and every hand gives a result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from os import PathLike
from typing import Any, SupportsIndex

from ..match.match import Match, play_out
from ..play.event_fields import as_json
from ..play.events import Closed, Paid, Won
from ..ruleset.ruleset import Ruleset
from ..table.errors import seed_said
from ..table.table import Table
from ..version import __version__
from .played_by import BY_DEFAULT, Kinds, PlayedBy
from .result import HandResult
from .run_file import RunFile, RunKind, code_said

_HANDS = RunKind("simulation", "hand", HandResult.from_record)
PlayOn = Callable[["Simulation", int], Iterator[HandResult]]
"""Plays the hands of a simulation that are missing up to a number, and gives their results in order."""


class Simulation:
    """Matches one after another under a ruleset; every match and every hand has a seed made of the `seed`.

    `match` is the number of the match to begin with. Nothing is kept of hands that are over.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: SupportsIndex | str = 0,
        players: Kinds = BY_DEFAULT,
        *,
        match: int = 1,
    ) -> None:
        self.ruleset, self.seed = ruleset, seed_said(seed)
        self.played_by = PlayedBy(players, ruleset)
        self.number = self.played = 0
        """How many hands are over, and how many of them were played and not skipped."""
        self.matches = match - 1
        self.match = self._begin()

    def header(self) -> dict[str, Any]:
        """What is simulated, as the first line of a file: where any of it differs, other hands are played.

        Raises PlayerError for players that only this process knows.
        """
        self.played_by.check_known()
        ruleset = self.ruleset
        return {
            "simulation": 1,
            "mjrules": __version__,
            "ruleset": ruleset.id,
            "hash": ruleset.hash,
            "options": ruleset.options.texts,
            "seed": self.seed,
            **({} if self.played_by.by_chance else {"players": self.played_by.said}),
            **code_said({**ruleset.plugins.plugins, **self.played_by.plugins}),
        }

    def results(
        self, hands: int, out: str | PathLike[str] | None = None, play_on: PlayOn | None = None
    ) -> Iterator[HandResult]:
        """The results up to that hand, those in the file `out` first; `play_on` plays the others. See `simulate`."""
        if play_on is None:
            play_on = Simulation.alone
        if out is None:
            yield from play_on(self, hands)
            return
        with RunFile(out, self.header(), _HANDS) as file:
            for result in file.results(self.skip):
                if result.number > hands:
                    return
                yield replace(result, ruleset=self.ruleset.id, hash=self.ruleset.hash)
            for result in play_on(self, hands):
                yield file.add(result)

    def alone(self, hands: int) -> Iterator[HandResult]:
        """Play up to that hand in this process."""
        while self.number < hands:
            yield self.play()

    def play(self) -> HandResult:
        """Play the next hand."""
        if self.match.over:
            self.match = self._begin()
        elif self.match.closed:
            self.match.next_hand()
        match = self.match
        seed = f"{match.seed}/{match.hand}/choices"
        play_out(match.table, self.played_by.chooser(match.table, match.players, seed))
        return self._finished()

    def skip(self, result: HandResult) -> None:
        """Go on behind a hand that was played before. Raises ValueError where it is not the next one."""
        match = self.match = self._begin() if self.match.over else self.match
        wind = match.rotation.round_wind(match.rules)
        told = (result.number, result.match, result.hand, result.round, dict(result.players))
        due = (self.number + 1, self.matches, match.hand, wind, match.players)
        for name, own, other in zip(("number", "match", "hand", "round", "players"), told, due, strict=True):
            if own != other:
                raise ValueError(f"{name}: expected {other!r}, got {own!r}")
        put = {pot: told["put"] for pot, told in result.pots.items() if "put" in told}
        closed = match.enter([match.players[seat] for seat in result.worth], result.net, put, result.east)
        match.forget()
        self.number += 1
        if (closed.totals, as_json(closed.pots)) != (result.totals, result.pots):
            raise ValueError(f"totals: expected {closed.totals}, got {dict(result.totals)}")
        if _results(match) != result.results:
            raise ValueError(f"results: expected {_results(match)}, got {dict(result.results)}")

    def _begin(self) -> Match:
        self.matches += 1
        return Match(self.ruleset, f"{self.seed}/{self.matches}")

    def _finished(self) -> HandResult:
        """Close the hand, and say what it came to."""
        match, table = self.match, self.match.table
        hand, wind, players = match.hand, table.state.round, match.players
        closed, end = match.close(), table.end
        assert closed is not None
        won = next(reversed(table.happened(Won)), None)
        self.number += 1
        self.played += 1
        result = HandResult(
            number=self.number,
            match=self.matches,
            hand=hand,
            round=wind,
            players=players,
            won="" if won is None else won.how,
            discarder=None if won is None or won.other < 0 else table.seats[won.other],
            worth={seat: end.scores[seat] for seat in end.winners},
            rules={seat: [item["id"] for item in end.items[seat]] for seat in end.winners},
            discards=table.state.discards,
            at_once=_at_once(table),
            net=_without_pots(closed),
            pots=as_json(closed.pots),
            totals=closed.totals,
            ways=_ways(table) if table.state.plays_on else {},
            east=match.east_by_rule,
            over="" if match.ended is None else match.ended.why,
            results=_results(match),
            ruleset=self.ruleset.id,
            hash=self.ruleset.hash,
        )
        match.forget()
        return result


def _results(match: Match) -> dict[str, int]:
    """The final result of each player; none where the match goes on."""
    standings = () if match.ended is None else match.ended.standings
    return {standing.player: standing.result for standing in standings}


def _ways(table: Table) -> dict[str, str]:
    """How the winning tile of each winner came."""
    return {table.seats[event.seat]: event.how for event in table.happened(Won)}


def _at_once(table: Table) -> dict[str, list[int]]:
    """The payments at once of a hand: how often each was paid, and how much in all."""
    found: dict[str, list[int]] = {}
    for event in table.happened(Paid):
        times, amount = found.get(event.payment, (0, 0))
        found[event.payment] = [times + 1, amount + sum(transfer.amount for transfer in event.transfers)]
    return found


def _without_pots(closed: Closed) -> dict[str, int]:
    """What each player won or lost by payments among players."""
    pots = closed.pots.values()
    return {player: amount - sum(pot.gain(player) for pot in pots) for player, amount in closed.net.items()}
