"""What cannot be played, and what may not be done."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from ..errors import MjrulesError
from ..play.events import Action


class TableError(MjrulesError):
    """A ruleset, a wall, a seat or a number of hands with which no table can be played."""


def check_number(what: str, number: SupportsIndex, least: int) -> None:
    """There are so many of something, or more. Raises TableError, also for what is no whole number."""
    try:
        enough = index(number) >= least
    except TypeError:
        enough = False
    if not enough:
        raise TableError(f"{what}: expected a whole number, {least} or more, got {number!r}")


class ActionError(MjrulesError):
    """An action that is not legal: the action, and the reason."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(f"{action.text()}: {reason}")
        self.action, self.reason = action, reason
