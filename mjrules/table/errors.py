"""What cannot be played, and what may not be done."""

from __future__ import annotations

from ..errors import MjrulesError
from ..play.events import Action


class TableError(MjrulesError):
    """A ruleset, a wall or a seat with which no table can be played."""


class ActionError(MjrulesError):
    """An action that is not legal: the action, and the reason."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(f"{action.text()}: {reason}")
        self.action, self.reason = action, reason
