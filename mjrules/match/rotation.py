"""Rotation: who is East next, in which round, and when a game is over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..declared.frozen_class import frozen_class
from ..hands.record import SEATS
from ..ruleset.play_rules import TableRules

OVER = "-"
"""What stands for the round wind after the last round."""


@frozen_class()
class Rotation:
    """Who is East in a hand, out of players in the order of play.

    `first` was East in the first hand. `round` counts from 1, and `wins` are those in a row of this East; draws
    between them neither count nor end the row. `stays` says how often this East has stayed East, and `since` how many
    hands are over since the last that others than East have won.
    """

    players: tuple[str, ...]
    first: str
    east: str
    round: int = 1
    wins: int = 0
    stays: int = 0
    since: int = 0

    @classmethod
    def start(cls, players: Sequence[str], first: str) -> Rotation:
        """The first hand of a game."""
        return cls(tuple(players), first, first)

    def over(self, rules: TableRules) -> bool:
        """Whether the last round is played, so that there is no such hand any more."""
        return self.round > rules.rounds

    def round_wind(self, rules: TableRules) -> str:
        """The wind of the round; `-` after the game."""
        return OVER if self.over(rules) else SEATS[(self.round - 1) % len(SEATS)]

    def winds(self, rules: TableRules) -> dict[str, str]:
        """The seat wind of every player."""
        place = self.players.index(self.east)
        return dict(zip((*self.players[place:], *self.players[:place]), rules.seats, strict=True))

    def last(self, rules: TableRules) -> bool:
        """Whether the round ends with this hand, unless East stays."""
        return self._passed(rules) == self.first

    def after(self, winners: Collection[str], rules: TableRules, east: str | None = None) -> Rotation:
        """The next hand, after one with these winners; none: a draw. `east` is East then, where a house rule says so.

        A round ends when East comes back to the player who was East first. Raises ValueError where the game is over.
        """
        if self.over(rules):
            raise ValueError("the game is over")
        wins = self.wins + (self.east in winners)
        since = 0 if winners and self.east not in winners else self.since + 1
        if self._stays(winners, wins, rules) if east is None else east == self.east:
            return replace(self, wins=wins, stays=self.stays + 1, since=since)
        if east is None:
            east = self._passed(rules)
        return replace(self, east=east, round=self.round + (east == self.first), wins=0, stays=0, since=since)

    def _passed(self, rules: TableRules) -> str:
        """Who is East next where East passes on."""
        step = 1 if rules.east_passes_to == "right" else -1
        return self.players[(self.players.index(self.east) + step) % len(self.players)]

    def _stays(self, winners: Collection[str], wins: int, rules: TableRules) -> bool:
        """Whether East is East again, having won so often in a row."""
        if not winners:
            return "draw" in rules.east_stays_on
        most = rules.max_consecutive_east
        return self.east in winners and "win" in rules.east_stays_on and (most is None or wins < most)
