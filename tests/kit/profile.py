"""How much is tried: `quick`, as ever when nothing is said, `gate`, or `night`. `pytest --profile` chooses.

Whatever is drawn at random or compared in masses asks here how many it shall be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Item = TypeVar("Item")
NAMES = ("quick", "gate", "night")
_chosen = NAMES[0]

settings.register_profile("quick", max_examples=12, deadline=None, derandomize=True, database=None)
settings.register_profile("gate", max_examples=100, deadline=None)
settings.register_profile("night", max_examples=2000, deadline=None)


def choose(name: str) -> None:
    """Let all that is imported from now on try as much as this profile says."""
    global _chosen
    _chosen = name
    settings.load_profile(name)


def amount(quick: int, gate: int, night: int) -> int:
    """How many the chosen profile tries."""
    return dict(zip(NAMES, (quick, gate, night), strict=True))[_chosen]


def examples(gate: int) -> int:
    """How many examples Hypothesis draws for a test, told how many it is in the gate."""
    return amount(max(gate // 10, 5), gate, gate * 20)


def thinned(items: Sequence[Item], every: int, gate: int = 1) -> Sequence[Item]:
    """Only one in so many of the items where it shall be quick, and in the gate; at night all."""
    return items[:: amount(every, gate, 1)]
