"""Jokers that stand for any tile: a hand with jokers scores as the best hand that they can make."""

from __future__ import annotations

from collections.abc import Sequence

from mjrules.hooks import Wild, hookimpl

MJRULES = ">=0.1,<0.2"


@hookimpl
def mj_stand_ins() -> Sequence[Wild]:
    """Jokers stand for every kind of the game."""
    return [Wild()]
