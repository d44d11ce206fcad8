"""The versions of the tables of SQLite, and what brings an older file to the newest."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .book_event import UPDATE
from .checks import LedgerError

_MADE: Final = """
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    clock INTEGER NOT NULL CHECK (clock > 0),
    evening TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT
"""
_STAYS: Final = (
    "CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END",
    "CREATE TRIGGER event_is_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END",
)
APPLICATION: Final = 0x6D6A7262
"""By this number a file of SQLite says that it is a club's books, since version 2."""
_FOUND: Final = (
    "CREATE INDEX event_of_evening ON event (evening, clock)",
    f"PRAGMA application_id = {APPLICATION}",
)
STEPS_OF_TABLES: Final[Sequence[Sequence[str]]] = ((_MADE, *_STAYS), _FOUND)
"""What brings the tables from each version to the next one; 0 is an empty file."""
NEWEST: Final = len(STEPS_OF_TABLES)
"""The version that this mjrules writes."""


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring the tables of a file from a version to the newest. The transaction is its caller's."""
    for statements in STEPS_OF_TABLES[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {NEWEST}")


def check_is_books(db: sqlite3.Connection, version: int, path: Path) -> None:
    """Refuse a file that is something else, or of a newer mjrules. Raises LedgerError."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    application = db.execute("PRAGMA application_id").fetchone()[0]
    if application not in (0, APPLICATION) or (tables and (not version or "event" not in tables)):
        raise LedgerError(f"{path} is a database of something else, not a club's books")
    if version > NEWEST:
        raise LedgerError(f"{path} was written by a newer mjrules (version {version}, this knows {NEWEST}): {UPDATE}")
