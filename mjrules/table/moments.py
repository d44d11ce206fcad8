"""Where in a game something happened, for errors: what fails deep in a simulation is found again by it."""

from __future__ import annotations

from ..errors import MjrulesError
from .table import Table


def moment(table: Table) -> str:
    """Which hand it is, and what happened last."""
    begin = table.begin
    return f"hand {begin.hand} of {begin.round}, seed {table.seed!r}, after {table.log[-1].kind}"


def add_place(error: Exception, table: Table, seat: int) -> None:
    """Let an error say whose decision it was, and when: `E, player 1, in hand 3 of S, seed '0/1/3', after draw`; -1 is
    nobody's. It stands in its message, or beside that of foreign code as a note."""
    name = f", {table.players[seat]}" if table.players else ""
    where = moment(table) if seat < 0 else f"{table.seats[seat]}{name}, in {moment(table)}"
    if isinstance(error, MjrulesError):
        error.args = (f"{error} ({where})",)
    else:
        error.add_note(where)
