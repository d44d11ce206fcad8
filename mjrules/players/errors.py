"""What goes wrong with players."""

from __future__ import annotations

from typing import Final

from ..errors import MjrulesError

PROGRAM_NAMED: Final = "program:"
"""What the name of a player begins with that is a program of its own; its command follows."""


class PlayerError(MjrulesError):
    """A player that is not known, cannot play a ruleset, or stopped playing."""
