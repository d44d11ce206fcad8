"""A table of an evening as its players sit there: who has which wind, and what is in its pots."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..errors import described, did_you_mean
from ..match.rotation import Rotation
from ..ruleset.ruleset import Ruleset
from . import book_faults as faults
from .books import EveningBooks, TableBooks
from .checks import LedgerError

_ROUNDS: Final = 1_000_000
"""An evening goes on for as many rounds as its players like."""


class SeatedTable:
    """A table of an evening, and the ruleset that is played there.

    `before` is the number of a line: then the table is as it stood before that line. Raises LedgerError for a table
    that there is not.
    """

    def __init__(self, evening: EveningBooks, ruleset: Ruleset, table: str, before: int | None = None) -> None:
        self.evening = evening if before is None else evening.before(before)
        self.ruleset = ruleset
        known = self.evening.tables
        if table not in known:
            raise LedgerError(faults.NO_TABLE(table=described(table), said=table, near=did_you_mean(table, known)))
        self.table: TableBooks = known[table]
        definition = ruleset.definition
        self.rules = replace(definition.table, rounds=_ROUNDS)
        turn, seats = self.table.turn, self.rules.seats
        if len(turn.players) != len(seats):
            raise LedgerError(
                f"table {table} has {len(turn.players)} players, and {ruleset.id} is played by {len(seats)}: "
                "change the seats"
            )
        self.rotation = Rotation(*turn[:-1])
        self.winds = self.rotation.winds(self.rules)
        """The wind of every player."""
        self.seats = {wind: player for player, wind in self.winds.items()}
        """The player of every wind, from East on."""
        self.round = self.rotation.round_wind(self.rules)
        pots = definition.pots
        self.on = {name: self.table.on.get(name, pot.played) for name, pot in pots.items() if pot.stake}
        """Which pots are paid into after drawn hands."""

    def wind(self, player: str) -> str:
        """The wind of a player. Raises LedgerError."""
        if player not in self.winds:
            near = did_you_mean(player, self.winds)
            raise LedgerError(
                faults.NOT_SEATED(player=player, named=described(player), table=self.table.name, near=near)
            )
        return self.winds[player]
