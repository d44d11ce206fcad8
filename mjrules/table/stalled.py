"""Why a hand that is not over does not go on: what house rules wait for, or forbid."""

from __future__ import annotations

from ..errors import MjrulesError
from ..play.phases import Deal, Turn
from .errors import TableError
from .house_plays import HOUSE_SECTION
from .moments import moment
from .table import Table


def stalled(table: Table) -> MjrulesError:
    """The error of a hand in which nobody has anything to decide; it names the house rule to which that is due."""
    for name, reason in _reasons(table).items():
        error = table.ruleset.plugins.error("mj_house_rules", name, reason)
        error.blames = (HOUSE_SECTION, name)
        return error
    return TableError(f"nobody has anything to decide, and the hand is not over: {_moment(table)}")


def _moment(table: Table) -> str:
    """Which hand it is, and what was to come next."""
    state, which = table.state, moment(table)
    if not isinstance(state.phase, Turn):
        return which
    player, wind = state.players[state.turn], table.seats[state.turn]
    held = f"has {player.size} tiles in hand" if player.size else "has no tile to discard"
    return f"{which}; it is the turn of {wind}, who {held}"


def _reasons(table: Table) -> dict[str, str]:
    """House rules to which it may be due, each with how."""
    house, found = table.course.house, {}
    if isinstance(table.state.phase, Deal):
        waiting = [name for name, play in house.items() if play.before_play()]
        found = dict.fromkeys(waiting, "before_play: something is to be decided, and nobody has an action for it")
    for seat, wind in enumerate(table.seats):
        for action in table.referee.offered(seat):
            for name, play in house.items():
                reason = play.allows(action) if isinstance(action, play.forbids) and play.binds(seat) else ""
                if reason:
                    found.setdefault(name, f"allows: {wind} may do nothing: {action.text()}: {reason}")
    return found
