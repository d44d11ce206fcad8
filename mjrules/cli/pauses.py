"""How often a program looks for garbage: seldom while it starts, often but briefly while hands are played."""

from __future__ import annotations

import gc
from typing import Final

AT_START: Final = 100_000
"""After how many new objects a program looks for garbage: seldom, for what a start makes stays to the end."""
WHILE_PLAYING: Final = 10_000
"""The same while hands are played: a look at many objects would keep a player waiting longer than thinking does."""


def start() -> None:
    """Look for garbage seldom."""
    gc.set_threshold(AT_START)


def play() -> None:
    """Look for garbage briefly from now on, and never again at what is there; only in a program of ours."""
    if gc.get_threshold()[0] == AT_START:
        gc.freeze()
        gc.set_threshold(WHILE_PLAYING)


def between_hands() -> None:
    """Look for garbage among what the last hand left, and never again at the rest; only in a program of ours.

    A look at all that players keep takes a tenth of a second, which nobody notices between hands.
    """
    if gc.get_threshold()[0] == WHILE_PLAYING:
        gc.collect()
        gc.freeze()
