"""What keeps other processes from playing."""

from __future__ import annotations

from ..errors import MjrulesError


class WorkError(MjrulesError):
    """Other processes cannot do the work, or stopped: what is wrong, and where."""
