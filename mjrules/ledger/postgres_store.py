"""The books in PostgreSQL: one table to which rows are added, and triggers that refuse everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .checks import LedgerError
from .entry import Entry
from .sqlite_store import SqliteStore, new_books
from .store import Row

if TYPE_CHECKING:
    from psycopg import Connection

_LOCK: Final = 0x6D6A7262
"""The advisory lock of those who write books."""
_NEWEST_TABLES: Final = 1
"""The version of the tables that this mjrules writes."""
_MADE_TABLES: Final = """
CREATE TABLE mjrules_version (version INTEGER NOT NULL);
INSERT INTO mjrules_version VALUES (1);
CREATE TABLE mjrules_event (
    seq BIGINT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    clock BIGINT NOT NULL CHECK (clock > 0),
    evening TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX mjrules_event_of_evening ON mjrules_event (evening, clock);
CREATE FUNCTION mjrules_event_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'an event is never changed or deleted'; END $$;
CREATE TRIGGER mjrules_event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON mjrules_event
    FOR EACH STATEMENT EXECUTE FUNCTION mjrules_event_stays();
"""
_ADD: Final = """
INSERT INTO mjrules_event (seq, id, clock, evening, kind, body)
SELECT coalesce(max(seq), 0) + 1, %s, %s, %s, %s, %s FROM mjrules_event
"""
_ROWS: Final = "SELECT seq, id, clock, evening, kind, body FROM mjrules_event WHERE seq > %s ORDER BY seq"


class PostgresStore:
    """The books in a database of PostgreSQL, whose tables are made where there are none.

    `where` is an address such as postgresql://user@host/database. Who writes takes an advisory lock, so that places
    have no gap and every writer knows all that was written before. A connection that broke is made anew with the next
    question. Raises LedgerError.
    """

    def __init__(self, where: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise LedgerError("books in PostgreSQL need psycopg: pip install 'mjrules[postgres]'") from None
        self._psycopg, self._where = psycopg, where
        with self._told():
            self._db = self._connect()
        with self.writing():
            self._prepare()

    def _connect(self) -> Connection[tuple[Any, ...]]:
        db = self._psycopg.connect(self._where, autocommit=True, connect_timeout=30)
        db.execute("SET synchronous_commit = on")
        return db

    def _connected(self) -> Connection[tuple[Any, ...]]:
        """The connection, made anew where it broke."""
        if self._db.closed:
            self._db = self._connect()
        return self._db

    def _prepare(self) -> None:
        with self._told():
            found = self._db.execute("SELECT to_regclass('mjrules_version')").fetchone()
            if found is None or found[0] is None:
                self._db.execute(_MADE_TABLES)
            version = self._db.execute("SELECT version FROM mjrules_version").fetchone()
        if version is None or version[0] > _NEWEST_TABLES:
            raise LedgerError(f"the books were written by a newer mjrules (this knows version {_NEWEST_TABLES})")

    def rows(self, after: int = 0) -> Sequence[Row]:
        """What was written down behind a place, in that order. Raises LedgerError."""
        with self._told():
            return [Row(*row) for row in self._connected().execute(_ROWS, (after,))]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Within it nobody else writes; everything that is added is kept, or nothing after an error.

        Raises LedgerError.
        """
        with self._told(), self._connected().transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            yield

    def add(self, entry: Entry) -> None:
        """Write an entry down, behind all others. Raises LedgerError."""
        with self._told():
            self._db.execute(_ADD, (entry.id, entry.clock, entry.evening, entry.event.kind, entry.to_line()))

    def backup(self, path: Path) -> None:
        """Copy everything into a new file of SQLite, while others write. Raises LedgerError, and OSError."""
        with new_books(path) as beside:
            copy = SqliteStore(beside)
            try:
                with copy.writing():
                    for row in self.rows():
                        copy.add(row.entry())
            finally:
                copy.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._db.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as those of the books, without the address, which may have a password in it."""
        try:
            yield
        except self._psycopg.Error as error:
            first = next(iter(str(error).splitlines()), type(error).__name__)
            raise LedgerError(f"PostgreSQL: {first}") from None
