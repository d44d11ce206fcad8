"""What cannot be played."""

from __future__ import annotations

from ..errors import MjrulesError


class TableError(MjrulesError):
    """A ruleset, a wall or a seat with which no table can be played."""
