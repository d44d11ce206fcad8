"""Other processes, as tests start them."""

from __future__ import annotations

PATIENCE = 900
"""After so many seconds a process hangs, however slow the machine is."""
