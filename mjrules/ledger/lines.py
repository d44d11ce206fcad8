"""Books as JSON lines: everything, to keep elsewhere or to hand to somebody; what is read is bounded and checked.

The first line says how many events follow and what their SHA-256 is, so that a file that was cut off is noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from .. import bounds
from ..errors import HandError, described
from ..records import read_json
from ..version import __version__
from .book_event import UPDATE, BookEvent
from .checks import LedgerError
from .entry import Entry
from .events import Corrected, TableOpened

BOOKS_HEADER: Final = "mjrules_books"
"""The key of the first line; its value is the version of the lines."""
LINES_VERSION: Final = 2
"""The newest version of the lines: since 2 a table may have a ruleset of its own."""
_OLDEST: Final = 1


def book_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The lines of books, each with its end; their version is the oldest that has all that is in them."""
    kept = list(entries)
    lines = [f"{entry.to_line()}\n" for entry in kept]
    version = max((_needs(entry.event) for entry in kept), default=_OLDEST)
    head = {BOOKS_HEADER: version, "mjrules": __version__, "events": len(lines), "sha256": _digest(lines)}
    yield json.dumps(head) + "\n"
    yield from lines


def _needs(event: BookEvent) -> int:
    """The version of the lines that an event needs."""
    said = event.instead if isinstance(event, Corrected) else event
    return 2 if isinstance(said, TableOpened) and said.ruleset else _OLDEST


def _digest(lines: Iterable[str]) -> str:
    found = hashlib.sha256()
    for line in lines:
        found.update(line.encode())
    return found.hexdigest()


def read_book_lines(file: BinaryIO) -> list[Entry]:
    """The entries of books as lines. Raises LedgerError, with the number of the line."""
    header = _header(file)
    found: list[Entry] = []
    digest = hashlib.sha256()
    for number, line in enumerate(_bounded(file), 2):
        if len(found) == header["events"]:
            raise LedgerError(f"line {number}: more than the {header['events']} events that the first line names")
        digest.update(line)
        try:
            found.append(Entry.from_line(_text(line, number)))
        except LedgerError as error:
            raise LedgerError(f"line {number}: {error}") from None
    if len(found) < header["events"]:
        raise LedgerError(f"the file ends after {len(found)} events, and its first line names {header['events']}")
    if digest.hexdigest() != header["sha256"]:
        raise LedgerError("the events are not those that the first line names (sha256): the file was changed")
    return found


def _header(file: BinaryIO) -> dict[str, Any]:
    """The first line. Raises LedgerError."""
    line = file.readline(bounds.RECORD_BYTES)
    try:
        header = read_json(_text(line, 1))
    except HandError:
        header = None
    if not isinstance(header, dict) or BOOKS_HEADER not in header:
        raise LedgerError(f'line 1: expected {{"{BOOKS_HEADER}": …}}: this is not a club\'s books')
    _check_version(header[BOOKS_HEADER], header.get("mjrules"))
    events = header.get("events")
    if isinstance(events, bool) or not isinstance(events, int) or not 0 <= events <= bounds.BOOK_EVENTS:
        raise LedgerError(f"line 1: events: expected a number of at most {bounds.BOOK_EVENTS}")
    if not isinstance(header.get("sha256"), str):
        raise LedgerError("line 1: sha256 is missing")
    return header


def _check_version(version: object, by: object) -> None:
    """Refuse lines of a newer mjrules, and say what is to be done. Raises LedgerError."""
    if isinstance(version, bool) or not isinstance(version, int) or version < _OLDEST:
        raise LedgerError(f"line 1: {BOOKS_HEADER}: expected a version from {_OLDEST}, got {described(version)}")
    if version > LINES_VERSION:
        writer = f"mjrules {by[:20]}" if isinstance(by, str) else "a newer mjrules"
        raise LedgerError(
            f"line 1: these books were written by {writer}, in version {version}; this is mjrules {__version__}, which "
            f"reads versions up to {LINES_VERSION}: {UPDATE}, then import them"
        )


def _bounded(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file. Raises LedgerError for one that is too long."""
    number = 1
    while line := file.readline(bounds.BOOK_EVENT + 2):
        number += 1
        if len(line) > bounds.BOOK_EVENT + 1:
            raise LedgerError(f"line {number}: longer than {bounds.BOOK_EVENT} bytes")
        yield line


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise LedgerError(f"line {number}: byte {line[error.start]:#04x} is not UTF-8 text") from None
