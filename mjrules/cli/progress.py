"""How far a long run is, on stderr: a line that is written over on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

ON_TERMINAL, ELSEWHERE = 0.2, 5.0
"""After how many seconds the next line comes."""


class Progress:
    """Shows how many of the hands are done; with `quiet`, or without stderr, nothing is shown."""

    def __init__(self, hands: int, *, quiet: bool) -> None:
        self.hands = hands
        self.stream = None if quiet else sys.stderr
        self.terminal = self.stream is not None and self.stream.isatty()
        self.every = ON_TERMINAL if self.terminal else ELSEWHERE
        self.start = self.told = time.perf_counter()
        self.shown = 0
        self.number = self.played = 0

    def done(self, number: int, played: int) -> None:
        """The hand of that number is done; so many were `played` in this run, and not in one before."""
        now = time.perf_counter()
        self.number, self.played = number, played
        if not played:
            self.start = now
        if now - self.told >= self.every:
            self.told = now
            self._tell(f"{number:,} of {self.hands:,} hands{self._speed(now)}", last=False)

    def end(self, *, stopped: bool) -> None:
        """The run is over, or was stopped."""
        what = f"stopped after {self.number:,} of {self.hands:,} hands" if stopped else f"{self.number:,} hands"
        self._tell(what + self._speed(time.perf_counter()), last=True)

    def _speed(self, now: float) -> str:
        seconds = now - self.start
        return f", {self.played / seconds:,.0f} hands a second" if self.played and seconds > 0 else ""

    def _tell(self, text: str, *, last: bool) -> None:
        if self.stream is None:
            return
        with suppress(OSError):
            if self.terminal:
                self.stream.write("\r" + text.ljust(self.shown) + ("\n" if last else ""))
                self.shown = len(text)
            else:
                self.stream.write(text + "\n")
            self.stream.flush()
