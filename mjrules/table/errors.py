"""What cannot be played, and what may not be done."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import Final, SupportsIndex

from .. import bounds
from ..errors import MjrulesError, Path, described, printable
from ..play.events import Action

_TOO_MANY_DIGITS: Final = 10 ** (bounds.RECORD_DIGITS - 1)
"""A number that is read again by no log, be it below zero."""


class TableError(MjrulesError):
    """A ruleset, a wall, a seat or a number of hands with which no table can be played."""

    def __init__(self, message: str, blames: Path = ()) -> None:
        super().__init__(message)
        self.blames = blames


def check_number(what: str, number: SupportsIndex, least: int) -> None:
    """There are so many of something, or more. Raises TableError, also for what is no whole number."""
    try:
        enough = index(number) >= least
    except TypeError:
        enough = False
    if not enough:
        raise TableError(f"{what}: expected a whole number, {least} or more, got {number!r}")


def whole_number(what: str, number: SupportsIndex, expected: str = "a whole number") -> int:
    """A number of any kind as one of Python's. Raises TableError for what is none, and for one that no log can hold."""
    found = None
    if not isinstance(number, bool):
        with suppress(TypeError):
            found = index(number)
    if found is None:
        raise TableError(f"{what}: expected {expected}, got {number!r}")
    if abs(found) >= _TOO_MANY_DIGITS:
        raise TableError(f"{what}: expected less than {bounds.RECORD_DIGITS} digits, got a number of more digits")
    return found


def record_number(name: str, number: SupportsIndex) -> int:
    """A number that records of hands say. Raises TableError for one that they cannot: no such hand would ever win."""
    found = whole_number(name, number)
    if not 0 <= found <= bounds.RECORD_NUMBER:
        raise TableError(f"{name}: expected 0 to {bounds.RECORD_NUMBER}, got {found}")
    return found


def seed_said(seed: SupportsIndex | str) -> int | str:
    """A seed as it is written down: a text, or a number of any kind as one of Python's.

    Raises TableError for what is neither, and what no log can hold: nobody could have these hands again.
    """
    if isinstance(seed, str):
        try:
            seed.encode()
        except UnicodeEncodeError:
            raise TableError(f"seed: expected a text that can be written as UTF-8, got {described(seed)}") from None
        return seed
    return whole_number("seed", seed, "a whole number or a text")


class ActionError(MjrulesError):
    """An action that is not legal: the action, and the reason."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(printable(f"{action.text()}: {reason}"))
        self.action, self.reason = action, reason
