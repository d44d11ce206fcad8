"""What may be asked of a hand, and what that takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from mjrules import Hand, HandError, Ruleset
from mjrules.budget import spent

LEAST = 0.002
"""What takes less seconds is not told apart."""


class Cost(NamedTuple):
    """What a question took."""

    steps: int
    seconds: float
    what: str

    def beats(self, other: Cost) -> bool:
        """Whether it took more."""
        return (self.steps, self.seconds) > (other.steps, max(other.seconds, LEAST))


def cost(what: str, ask: Callable[[], object]) -> Cost:
    """What a question takes, whatever comes of it."""
    start = time.process_time()
    with spent() as steps, suppress(HandError):
        ask()
    return Cost(steps(), time.process_time() - start, what)


QUESTIONS: dict[str, Callable[[Ruleset, Hand], object]] = {
    "score": lambda ruleset, hand: ruleset.score(hand),
    "explain": lambda ruleset, hand: ruleset.score(hand).explanation.text(),
    "near": lambda ruleset, hand: ruleset.score(_lost(hand)).explanation.text(),
    "waits": lambda ruleset, hand: ruleset.waits(replace(hand, win=None, winner=False, self_drawn=False)),
}
"""What is asked of a hand; of the last two the winning tile is taken away."""


def _lost(hand: Hand) -> Hand:
    return replace(hand, win=None, winner=False, self_drawn=False, source=None, flags=frozenset())
