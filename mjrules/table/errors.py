"""What cannot be played, and what may not be done."""

from __future__ import annotations

from contextlib import suppress
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


def seed_said(seed: SupportsIndex | str) -> int | str:
    """A seed as it is written down: a text, or a number of any kind as one of Python's.

    Raises TableError for what is neither, whose hands nobody could have again.
    """
    if isinstance(seed, str):
        return seed
    if not isinstance(seed, bool):
        with suppress(TypeError):
            return index(seed)
    raise TableError(f"seed: expected a whole number or a text, got {seed!r}")


class ActionError(MjrulesError):
    """An action that is not legal: the action, and the reason."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(f"{action.text()}: {reason}")
        self.action, self.reason = action, reason
