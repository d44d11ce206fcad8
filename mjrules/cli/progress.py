"""How far a long run is, on stderr: a line that is written over on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from ..errors import Say
from ..spoken import Sentence, spoken_list

ON_TERMINAL, ELSEWHERE = 0.2, 5.0
"""After how many seconds the next line comes."""

_OF = Sentence("{number} of {hands} hands", "已打 {number} 局，共 {hands} 局")
_DONE = Sentence("{number} hands", "打完 {number} 局")
_STOPPED = Sentence("stopped after {number} of {hands} hands", "打了 {number} 局后停止，原定 {hands} 局")
_SPEED = Sentence(", {speed} hands a second", "，每秒 {speed} 局")
_HOURS = Sentence(", {number} hours left", "，还要 {number} 小时")
_MINUTES = Sentence(", {number} minutes left", "，还要 {number} 分钟")
_SECONDS = Sentence(", {number} seconds left", "，还要 {number} 秒")


class Progress:
    """Shows how many of the hands are done; with `quiet`, or without stderr, nothing is shown."""

    def __init__(self, hands: int, say: Say, *, quiet: bool) -> None:
        self.hands, self._say = hands, say
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
            done = _OF(number=f"{number:,}", hands=f"{self.hands:,}")
            self._tell(spoken_list([done, self._speed(now), self._left(now)], "", ""), last=False)

    def end(self, *, stopped: bool) -> None:
        """The run is over, or was stopped."""
        what = (_STOPPED if stopped else _DONE)(number=f"{self.number:,}", hands=f"{self.hands:,}")
        self._tell(spoken_list([what, self._speed(time.perf_counter())], "", ""), last=True)

    def _speed(self, now: float) -> str:
        seconds = now - self.start
        if not self.played or seconds <= 0:
            return ""
        speed = self.played / seconds
        return _SPEED(speed=f"{speed:,.{0 if speed >= 10 else 1}f}")

    def _left(self, now: float) -> str:
        """How long it still takes, if the hands to come take as long as those that were played."""
        seconds = (now - self.start) * (self.hands - self.number) / self.played if self.played else 0
        if not seconds:
            return ""
        for size, left in ((3600, _HOURS), (60, _MINUTES)):
            if seconds >= 2 * size:
                return left(number=f"{seconds / size:,.0f}")
        return _SECONDS(number=f"{seconds:.0f}")

    def _tell(self, text: str, *, last: bool) -> None:
        if self.stream is None:
            return
        text = self._say(text)
        with suppress(OSError):
            if self.terminal:
                self.stream.write("\r" + text.ljust(self.shown) + ("\n" if last else ""))
                self.shown = len(text)
            else:
                self.stream.write(text + "\n")
            self.stream.flush()
