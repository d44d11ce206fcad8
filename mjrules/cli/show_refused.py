"""What is said below the refusal of a hand: the place in its text, how its tiles were counted, or why it is no win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..errors import HandError, Place
from ..hands.text import place_of
from ..replies import HandGiven, hand_of, reasons
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES, Style
from ..text_tables import folded
from .voice import Voice

INDENT = " " * 4


@contextmanager
def explained_by_seat(record: Mapping[str, Any], style: Style, voice: Voice) -> Iterator[None]:
    """Within it, the refusal of a settlement record is said, and explained where it is of one of its hands."""
    try:
        yield
    except HandError as error:
        found = hand_of(record, error.field)
        if found is not None:
            given, field = found
            seat = error.field.partition("hands.")[2].partition(".")[0]
            error.whose = voice(SEAT_NAMES.get(seat, seat)) if isinstance(given, str) else None
            show(error, given, field, voice.ruleset, style, voice.tell)
        else:
            error.message = voice(error.message)
        raise


def show(
    error: HandError,
    given: HandGiven,
    field: str,
    ruleset: Ruleset,
    style: Style,
    tell: Callable[[str], str] | None = None,
) -> None:
    """Let the refusal of a hand, at a field of its record, show why; `tell` says it otherwise than in English."""
    at = place_of(given, error, field) if isinstance(given, str) else None
    if isinstance(given, str) and at is not None:
        error.shown = Place("", 1, at + 1, given).pointer()
    else:
        lines = reasons(error.code, given, ruleset, style)
        error.shown = indented(lines if tell is None else map(tell, lines))
    if tell is not None:
        error.message = tell(error.message)  # last, as the place is found by the message in English


def indented(lines: Iterable[str]) -> str:
    """Sentences below a message, each on lines of its own."""
    return "\n".join(folded(f"{INDENT}{line}", len(INDENT)) for line in lines)
