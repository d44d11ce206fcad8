"""Formats of logs other than our own: those of the installed plugins, and games in them that are played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import Any, Final

from ..errors import MjrulesError, described, did_you_mean
from ..hooks.manager import Available, Provided, provided
from ..play.events import LogError
from ..play.foreign_log_format import LogFormat
from ..ruleset.load import NamedRuleset, load
from ..ruleset.ruleset import Ruleset
from ..table.log_file import Line, log_lines
from .replay import Replay, Replayed

FORMATS: Final = "mj_log_formats"
OWN: Final = "mjrules"
"""The name of our own format, which no plugin may take."""
BEGINNING: Final = 200
"""Within so many characters a file that is not JSON says what it is."""


class FormatError(MjrulesError):
    """A format that nobody provides, or several that a log may be of."""


class TextError(LogError):
    """A file that is not JSON, and not what its beginning says."""


def log_formats(available: Available = None) -> Provided:
    """The formats that the installed plugins provide. Raises PluginError where two provide one of the same name."""
    return provided(FORMATS, taken=(OWN,), available=available)


def played_again(form: LogFormat, lines: Iterable[Line], ruleset: Ruleset | None = None) -> Iterator[Replayed]:
    """Every event of games in a format of a plugin, under a ruleset or under that of the format.

    Raises LogError at the first game that is not right, and PluginError where the plugin fails.
    """
    for line, event, table in form.replay(((line.number, line.record) for line in lines), ruleset):
        yield Replayed(line, event, table)


def replay_log(
    path: str | Path,
    ruleset: NamedRuleset | None = None,
    *,
    format: str | None = None,
    unfinished: bool = False,
    within: str | Path | None = None,
    allow: Iterable[str] = (),
) -> Iterator[Replayed]:
    """Every event of a log as soon as it is verified: of our own, or of games in the format of a plugin.

    `format` is the name of the format; without it, the beginning of the file decides. The other arguments are those of
    `load_match`. Raises OSError, FormatError for a format that is not known, and LogError with the line and the reason.
    """
    with Path(path).open("rb") as file:
        form, lines = begun(file, format)
        if form is None:
            yield from Replay(lines, ruleset, within=within, allow=allow).steps(unfinished=unfinished)
        else:
            if ruleset is not None and not isinstance(ruleset, Ruleset):
                ruleset = load(ruleset, within=within)
            yield from played_again(form, lines, ruleset)


def begun(file: BufferedReader[Any], name: str | None = None) -> tuple[LogFormat | None, Iterator[Line]]:
    """The format of an open log and its lines; None for our own. Its name, or else its beginning says which it is.

    Raises FormatError for a format that is not known, or where several fit; LogError where none does, TextError for a
    text that is not what it begins as, and OSError.
    """
    form = None if name in (None, OWN) else named_format(name or "")

    def otherwise(text: str) -> Iterable[Line] | None:
        nonlocal form
        if name is None:
            form = _begins(text)
        return None if form is None or form.read_text is None else _lines_of(form.read_text(text))

    lines = log_lines(file, otherwise)
    first = next(lines, None)
    if first is None:
        raise LogError(1, "the file is empty: expected the header of a log")
    if form is None and name is None and OWN not in first.record:
        form = _told_by(first)
    return form, chain([first], lines)


def _lines_of(records: Iterable[tuple[int, Any]]) -> list[Line]:
    try:
        return [Line(number, dict(record)) for number, record in records]
    except LogError as error:
        raise TextError(error.line, error.reason) from None


def _begins(text: str) -> LogFormat | None:
    """The format of a file that does not begin with JSON; None where nobody knows it."""
    formats: Iterable[LogFormat] = log_formats().by_name.values() if text.strip() else ()
    return next((form for form in formats if form.begins and form.begins in text[:BEGINNING]), None)


def named_format(name: str) -> LogFormat:
    """The format of a plugin. Raises FormatError for one that nobody provides."""
    formats = log_formats()
    if name not in formats.by_name:
        near = did_you_mean(name, [OWN, *formats.by_name])
        raise FormatError(f"{described(name)} is not a format{near}{formats.unusable}")
    form: LogFormat = formats.by_name[name]
    return form


def _told_by(first: Line) -> LogFormat:
    """The format of a plugin that a file begins with. Raises LogError where there is none, FormatError for several."""
    formats = log_formats()
    found: list[LogFormat] = [form for form in formats.by_name.values() if form.is_record(first.record)]
    if not found:
        known = ", ".join([OWN, *formats.by_name])
        raise LogError(1, f"expected the header of a log, or a game: known are {known}{formats.unusable}")
    if len(found) > 1:
        raise FormatError(f"the file may be of several formats: name {' or '.join(form.name for form in found)}")
    return found[0]
