"""Where in a game something happened, for errors: what fails deep in a simulation is found again by it."""

from __future__ import annotations

from ..errors import MjrulesError
from .table import Table


def moment(table: Table) -> str:
    """Which hand it is, and what happened last."""
    begin = table.begin
    return f"hand {begin.hand} of {begin.round}, seed {table.seed!r}, after {table.log[-1].kind}"


def place_of_failure(table: Table, seat: int) -> str:
    """Whose decision it was, and when: `E, player 1, in hand 3 of S, seed '0/1/3', after draw`; -1 is nobody's."""
    if seat < 0:
        return moment(table)
    name = f", {table.players[seat]}" if table.players else ""
    return f"{table.seats[seat]}{name}, in {moment(table)}"


def add_place(error: Exception, where: str) -> None:
    """Let an error say where in the game it happened: in its message, or beside that of foreign code as a note."""
    if isinstance(error, MjrulesError):
        error.args = (f"{error} ({where})",)
    else:
        error.add_note(where)
