"""What goes wrong with players."""

from __future__ import annotations

from ..errors import MjrulesError


class PlayerError(MjrulesError):
    """A player that is not known, cannot play a ruleset, or stopped playing."""
