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
            self._tell(f"{number:,} of {self.hands:,} hands{self._speed(now)}{self._left(now)}", last=False)

    def end(self, *, stopped: bool) -> None:
        """The run is over, or was stopped."""
        what = f"stopped after {self.number:,} of {self.hands:,} hands" if stopped else f"{self.number:,} hands"
        self._tell(what + self._speed(time.perf_counter()), last=True)

    def _speed(self, now: float) -> str:
        seconds = now - self.start
        if not self.played or seconds <= 0:
            return ""
        speed = self.played / seconds
        return f", {speed:,.{0 if speed >= 10 else 1}f} hands a second"

    def _left(self, now: float) -> str:
        """How long it still takes, if the hands to come take as long as those that were played."""
        seconds = (now - self.start) * (self.hands - self.number) / self.played if self.played else 0
        if not seconds:
            return ""
        for size, unit in ((3600, "hours"), (60, "minutes")):
            if seconds >= 2 * size:
                return f", {seconds / size:,.0f} {unit} left"
        return f", {seconds:.0f} seconds left"

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
