"""What mjrules says when something is wrong, and where it is wrong."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class MjrulesError(Exception):
    """The base of every error that mjrules raises on purpose."""


class Place(NamedTuple):
    """Where a value stands in a file; line and column count from 1."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def pointer(self) -> str:
        """The source line with a caret under the column; empty when the line is unknown."""
        if not self.text:
            return ""
        before = self.text[: self.column - 1]
        width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in before)
        return f"    {self.text}\n    {' ' * width}^"


class Problem(NamedTuple):
    """One thing that is wrong in a ruleset: where it stands, what was expected, a better word."""

    path: str
    message: str
    place: Place | None = None
    note: str = ""

    def __str__(self) -> str:
        head = " ".join(part for part in (str(self.place) if self.place else "", self.path) if part)
        lines = [f"{head}: {self.message}" if head else self.message]
        if self.note:
            lines.append(f"    {self.note}")
        if self.place and self.place.text:
            lines.append(self.place.pointer())
        return "\n".join(lines)


class RulesetError(MjrulesError):
    """A ruleset that cannot be used; `problems` holds everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        if isinstance(problems, str):
            problems = [Problem("", problems)]
        self.problems: tuple[Problem, ...] = tuple(sorted(problems, key=_by_place))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def _by_place(problem: Problem) -> tuple[str, int, int, str, str]:
    place = problem.place or Place("", 0, 0)
    return (place.file, place.line, place.column, problem.path, problem.message)


class HandError(MjrulesError):
    """A hand that cannot be used.

    `code` is one of `bad_record`, `contradiction`, `wrong_tile_count`, `too_many_of_a_tile`,
    `not_winning`, `below_minimum`; `field` names the field of the record that is at fault. In a
    batch a plugin that fails gives the code `plugin_failed`.
    """

    def __init__(self, code: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message


class PluginError(MjrulesError):
    """A plugin that is missing, misspelt, in conflict with another, or that failed at work."""


def nearest(word: object, known: Iterable[object]) -> str | None:
    """The known word most like `word`, or None when none is like it."""
    import difflib

    names = {str(name).lower(): str(name) for name in known}
    found = difflib.get_close_matches(str(word).lower(), list(names), n=1, cutoff=0.6)
    return names[found[0]] if found else None


MOST_NAMED = 12
"""How many known words a message lists."""


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """` (did you mean "x"?)`, or the known words where none is near, or nothing."""
    names = [str(name) for name in known]
    best = nearest(word, names)
    if best is not None:
        return f' (did you mean "{best}"?)'
    if names:
        return f" (known: {', '.join(names[:MOST_NAMED])}{', …' if len(names) > MOST_NAMED else ''})"
    return ""
