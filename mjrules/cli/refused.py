"""What is said below the refusal of a hand: the place in its text, how its tiles were counted, or why it is no win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..errors import HandError, Place
from ..hands.hand import Hand
from ..hands.text import place_of, tally
from ..ruleset.ruleset import Ruleset
from ..scoring.explanation.explainer import Explanation
from ..scoring.show import PLAIN, SEAT_NAMES, Style
from ..text_tables import folded, listed
from .common import HandGiven

INDENT = " " * 4


@contextmanager
def explained(given: HandGiven, ruleset: Ruleset, style: Style) -> Iterator[None]:
    """Within it, the refusal of a hand is explained."""
    try:
        yield
    except HandError as error:
        error.whose = "" if isinstance(given, str) else None
        show(error, given, error.field, ruleset, style)
        raise


@contextmanager
def explained_by_seat(record: Mapping[str, Any], ruleset: Ruleset, style: Style) -> Iterator[None]:
    """Within it, the refusal of one of the hands of a settlement record is explained."""
    try:
        yield
    except HandError as error:
        found = hand_of(record, error.field)
        if found is not None:
            given, field = found
            seat = error.field.partition("hands.")[2].partition(".")[0]
            error.whose = SEAT_NAMES.get(seat, seat) if isinstance(given, str) else None
            show(error, given, field, ruleset, style)
        raise


def show(error: HandError, given: HandGiven, field: str, ruleset: Ruleset, style: Style) -> None:
    """Let the refusal of a hand, at a field of its record, show what explains it."""
    at = place_of(given, error, field) if isinstance(given, str) else None
    if isinstance(given, str) and at is not None:
        error.shown = Place("", 1, at + 1, given).pointer()
        return
    lines = reasons(error.code, given, ruleset, style)
    error.shown = indented(lines)


def indented(lines: Iterable[str]) -> str:
    """Sentences below a message, each on lines of its own."""
    return "\n".join(folded(f"{INDENT}{line}", len(INDENT)) for line in lines)


def with_reasons(answer: dict[str, Any], given: HandGiven, ruleset: Ruleset) -> dict[str, Any]:
    """The answer to a hand, the message of a refusal with what explains it."""
    if not answer["valid"]:
        error = answer["error"]
        error["message"] = " ".join([error["message"], *_bracketed(reasons(error["code"], given, ruleset, PLAIN))])
    return answer


def hand_of(record: Mapping[str, Any], field: str) -> tuple[HandGiven, str] | None:
    """The hand of a settlement record that a field of it is about, with its seat, and the field in that hand."""
    _, _, where = field.partition("hands.")
    seat, _, inside = where.partition(".")
    hands = record.get("hands")
    given = hands.get(seat) if isinstance(hands, Mapping) else None
    if isinstance(given, str):
        return (given if "seat=" in given else f"{given} seat={seat}"), inside
    return ({"seat": seat, **given}, inside) if isinstance(given, Mapping) else None


def reasons(code: str, given: HandGiven, ruleset: Ruleset, style: Style) -> list[str]:
    """What explains the code of a refusal, in sentences; empty where nothing more can be said."""
    try:
        if code == "not_winning":
            return list(ruleset.why_not(given, style))
        if code == "below_minimum":
            score = ruleset.score(replace(ruleset.read(given), declared=False))
            return list(_towards_minimum(score.explanation))
        if code == "wrong_tile_count":
            return [_counted(given, ruleset)]
    except HandError:
        return []
    return []


def _towards_minimum(explanation: Explanation) -> Iterator[str]:
    """What does not count towards the minimum, and what was one step away that would."""
    if explanation.aside:
        yield f"Not counted towards it: {listed(explanation.aside)}."
    needed = explanation.needed
    near = {item.name: needed[item.id] for item in explanation.not_counted if item.id in needed}
    if near:
        yield f"Missed by one step: {'; '.join(f'{name} ({what})' for name, what in near.items())}."


def _counted(given: HandGiven, ruleset: Ruleset) -> str:
    """How the tiles of a hand are counted, part by part."""
    text = given if isinstance(given, str) else Hand.from_record(given).to_text()
    parts = tally(text, ruleset.names, ruleset.book.flags)
    counted = " + ".join(str(number) for _, number in parts)
    return f"{counted} = {sum(number for _, number in parts)}: {'  '.join(tiles for tiles, _ in parts)}"


def _bracketed(lines: list[str]) -> list[str]:
    return [f"({' '.join(lines)})"] if lines else []
