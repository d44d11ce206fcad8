"""What a goal is, in a few words: a player that goes for one suit says so."""

from __future__ import annotations

from typing import Final

from ..distance.goals import Goal
from ..play.event_fields import tiles_text
from ..tiles.tile import ALL_KINDS, SUIT_KINDS

_SUITED: Final = sum(SUIT_KINDS)
_HONOURS: Final = ALL_KINDS & ~_SUITED
_ENDS: Final = sum(1 << first | 1 << first + 8 for first in (0, 9, 18))
"""The terminals, as a mask."""


def goal_words(goal: Goal, *, plain: bool) -> str:
    """What a goal asks for: its shape, or for `plain` sets and a pair what is asked of these; empty for nothing."""
    if not plain:
        return goal.name.replace("_", " ")
    only_pungs = any(one.pungs for one in goal.wanted) and not any(one.chows for one in goal.wanted)
    tiles, fixed = _kinds_in_words(goal.kinds_in_it), [kind for kind, number in goal.fixed for _ in range(number)]
    made = " of ".join(filter(None, ["pungs" if only_pungs else "", tiles]))
    return made + f"{' ' if made else 'a hand '}with {tiles_text(fixed)}" if fixed else made


def _kinds_in_words(kinds: int) -> str:
    """Which tiles all these are; empty where they are all that there are, or no such group."""
    suits, honours = sum(bool(kinds & suit) for suit in SUIT_KINDS), bool(kinds & _HONOURS)
    if not kinds & ~(_ENDS | _HONOURS):
        return "terminals and honours" if honours else "terminals"
    if suits == 1:
        return "one suit and honours" if honours else "one suit"
    if not kinds & (_ENDS | _HONOURS):
        return "simples"
    return "" if honours else "two suits" if suits == len(SUIT_KINDS) - 1 else "suit tiles alone"
