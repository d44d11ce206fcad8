"""Walls laid by hand and moves told in words, by the short names that tests use."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.play.events import Event
from mjrules.testing.laid import all_pass as silent
from mjrules.testing.laid import laid_table as laid
from mjrules.testing.laid import laid_wall
from mjrules.testing.laid import play_moves as play

__all__ = ["kinds", "laid", "laid_wall", "play", "silent"]


def kinds(events: Sequence[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]
