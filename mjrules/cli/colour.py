"""What matters stands out on a terminal: totals are bold, what is refused is red. Everywhere else text stays plain."""

from __future__ import annotations

import os
from typing import Final, TextIO

BOLD: Final = "\033[1m"
REFUSED: Final = "\033[1;31m"
_PLAIN: Final = "\033[0m"
_MARKED: Final = ((" Total ", BOLD), ("Below the minimum:", REFUSED))
"""What a line of a score has that stands out; each only in the first line that has it."""


def may_colour(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that shows colours, and nobody has asked for none (https://no-color.org)."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def coloured(text: str, colour: str, stream: TextIO | None) -> str:
    """A text in a colour, where the stream may have one."""
    return f"{colour}{text}{_PLAIN}" if may_colour(stream) else text


def score_coloured(text: str, stream: TextIO | None) -> str:
    """A score as it is printed: its heading and its total stand out, and that it is below the minimum."""
    if not may_colour(stream):
        return text
    heading, *lines = text.split("\n")
    for mark, colour in _MARKED:
        place = next((place for place, line in enumerate(lines) if mark in line), None)
        if place is not None:
            lines[place] = coloured(lines[place], colour, stream)
    return "\n".join([coloured(heading, BOLD, stream), *lines])
