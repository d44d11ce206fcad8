"""What stops a comparison."""

from __future__ import annotations

from ..errors import MjrulesError


class CompareError(MjrulesError):
    """A comparison that cannot be made, or that stopped: what is wrong, and where."""
