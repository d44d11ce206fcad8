"""What is typed: whole numbers, each followed by Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TextIO

LONGEST_LINE: Final = 80
"""How much of a line is looked at; a number is much shorter."""
LONGEST_NUMBER: Final = 4


class LeavesError(Exception):
    """The player has no more to say: the input has ended."""


class Keyboard:
    """Asks for numbers on a stream of lines, and says on another what was not understood."""

    def __init__(self, source: TextIO, tell: Callable[[str], None], prompt: Callable[[str], None]) -> None:
        self.source, self.tell, self.prompt = source, tell, prompt
        self.waits = False
        """Whether something is being typed."""
        self.interrupted = False
        """Whether Ctrl-C came while something else was done, which then went on to the next question."""

    def number(self, most: int, zero: str = "menu") -> int | None:
        """A number from 0 to `most`; None for Enter alone. `zero` says what 0 is for.

        Raises LeavesError at the end of the input.
        """
        while True:
            self.prompt(f"1{f'-{most}' if most > 1 else ''}, or 0 ({zero}): ")
            text = self._line().strip()
            if not text:
                return None
            if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER and int(text) <= most:
                return int(text)
            self.tell(f"Please type a number from 0 to {most}, and Enter.")

    def interrupt(self) -> None:
        """Ctrl-C: at once while something is typed, else at the next question, or at the second time.

        Raises KeyboardInterrupt.
        """
        if self.waits or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def _line(self) -> str:
        if self.interrupted:
            raise KeyboardInterrupt
        self.waits = True
        try:
            text = self.source.readline(LONGEST_LINE)
            rest = text
            while rest and not rest.endswith("\n"):
                rest = self.source.readline(LONGEST_LINE)
        finally:
            self.waits = False
        if not text:
            raise LeavesError
        return text
