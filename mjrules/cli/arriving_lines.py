"""Lines that arrive bit by bit, through a pipe or from a terminal: which of them are there already."""

from __future__ import annotations

import os
from collections.abc import Callable
from select import select
from typing import Final

from .. import bounds

_READ: Final = 1 << 16
_SOON: Final = 0.005
"""Seconds."""


class ArrivingLines:
    """Reads the lines of a file descriptor. Before it waits for more of them it calls `waiting`."""

    def __init__(self, descriptor: int, waiting: Callable[[], None]) -> None:
        self._descriptor, self._waiting = descriptor, waiting
        self._bytes, self._ended = bytearray(), False
        self._at = 0
        """Where in the bytes the next line begins."""

    def readline(self, most: int, /) -> bytes:
        """The next line, or so many bytes of it where it is longer; empty at the end."""
        while True:
            end = self._bytes.find(b"\n", self._at, self._at + most) + 1
            there = len(self._bytes) - self._at
            if end or self._ended or there >= most:
                break
            self._waiting()
            self._read()
        end = end or self._at + min(there, most)
        line = bytes(self._bytes[self._at : end])
        self._at = end
        return line

    def is_there(self, *, soon: bool) -> bool:
        """Whether another line is there, or the end; or comes `soon`, within some thousandths of a second.

        Of a line that is too long for a record it is not waited for the end.
        """
        while not (self._ended or self._bytes.find(b"\n", self._at) >= 0 or self._has_long_line()):
            try:
                ready, _, _ = select([self._descriptor], [], [], _SOON if soon else 0)
            except (OSError, ValueError):  # some systems cannot tell it of a pipe
                return False
            if not ready:
                return False
            self._read()
        return True

    def _has_long_line(self) -> bool:
        return len(self._bytes) - self._at > bounds.RECORD_BYTES

    def _read(self) -> None:
        del self._bytes[: self._at]
        self._at = 0
        found = os.read(self._descriptor, _READ)
        self._ended = not found
        self._bytes += found
