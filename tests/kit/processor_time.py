"""Processor time in a unit that is the same on every machine: as many times as long as a fixed calculation.

What waits for other processes is not in it, and a machine that is half as fast takes twice as long for both. So a bound
in this unit, if it is a wide one, does not depend on how fast a machine is, nor on what else it does.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

Answer = TypeVar("Answer")
UNITS_PER_SECOND: Final = 50
"""How many of these calculations a processor of a small server does in a second: each takes it 20 milliseconds."""
_STEPS: Final = 400_000


def _unit() -> float:
    """What the calculation takes now, in seconds of the processor."""
    before, found = time.process_time(), 0
    for step in range(_STEPS):
        found += step * step % 7
    return time.process_time() - before


class ProcessorTime:
    """Measures what is done, and keeps what took longest, told by `about`."""

    def __init__(self) -> None:
        self._unit = min(_unit() for _ in range(3))
        self.longest, self.about = 0.0, ""

    def of(self, done: Callable[[], Answer], about: str) -> Answer:
        """The answer of what is done; `longest` is how long it took, in seconds of a small server, if that is most."""
        before = time.process_time()
        answer = done()
        taken = time.process_time() - before
        if self._seconds(taken) > self.longest:
            self._unit = max(self._unit, min(_unit() for _ in range(2)))  # a processor may have slowed down meanwhile
            if self._seconds(taken) > self.longest:
                self.longest, self.about = self._seconds(taken), about
        return answer

    def _seconds(self, taken: float) -> float:
        return taken / self._unit / UNITS_PER_SECOND
