"""The versions of the tables of SQLite, and what brings an older file to the newest."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Final

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
STEPS_OF_TABLES: Final[Sequence[Sequence[str]]] = ((_MADE, *_STAYS),)
"""What brings the tables from each version to the next one; 0 is an empty file."""
NEWEST: Final = len(STEPS_OF_TABLES)
"""The version that this mjrules writes."""


def migrate(db: sqlite3.Connection, version: int, path: Path) -> None:
    """Bring the tables of a file from a version to the newest, within a transaction. Raises LedgerError."""
    if not version and db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise LedgerError(f"{path} is a database of something else, not a club's books")
    for statements in STEPS_OF_TABLES[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {NEWEST}")
