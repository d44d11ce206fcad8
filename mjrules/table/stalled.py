"""Why a hand that is not over does not go on: what house rules wait for, or forbid."""

from __future__ import annotations

from ..errors import MjrulesError
from ..play.phases import Deal
from .errors import TableError
from .table import Table


def stalled(table: Table) -> MjrulesError:
    """The error of a hand in which nobody has anything to decide; it names the house rule to which that is due."""
    for name, reason in _reasons(table).items():
        return table.ruleset.plugins.error("mj_house_rules", name, reason)
    return TableError("nobody has anything to decide, and the hand is not over")


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
