"""Kinds of wait: how the winning tile completes its set."""

from __future__ import annotations

from typing import Final

from ..hands.pieces import CHOW, LOOSE, PAIR, PUNG

WAIT_KINDS: Final = ("edge", "closed", "single", "two_sided", "paired")
"""By how the winning tile completes its set: 3 or 7 of a terminal chow, the middle of a chow, a pair, either end of a
chow, a pung."""

_OTHERS: Final = {PUNG: "paired", PAIR: "single", LOOSE: None}


def wait_of(form: int, tile: int, win: int) -> str | None:
    """How the tile `win` completes a piece of that form on `tile`; None for a loose tile."""
    if form == CHOW:
        if win == tile + 1:
            return "closed"
        edge = (win == tile + 2 and tile % 9 == 0) or (win == tile and tile % 9 == 6)
        return "edge" if edge else "two_sided"
    return _OTHERS[form]
