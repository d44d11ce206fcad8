"""The books in one file of SQLite: one table to which rows are added, and triggers that refuse everything else."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ..errors import no_place_for_file
from ..whole_files import written_whole
from . import book_faults as faults
from .checks import LedgerError
from .entry import Entry
from .migrations import NEWEST, check_is_books, migrate
from .store import Row

OLDEST_SQLITE: Final = (3, 37)
"""The first SQLite that keeps to the types of a table."""
WRITER_WAITS: Final = 30
"""How many seconds a writer waits for the others."""

_FULL: Final = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")
"""What SQLite calls a disk without room, for the books or for the files beside them."""
_HINTS: Final = {
    "not a database": " (is it a club's books?)",
    "unable to open": " (may you write it, and files beside it?)",
    "readonly": " (may you write it, and files beside it?)",
}
"""What helps, by what SQLite says."""
_ROWS: Final = "SELECT seq, id, clock, evening, kind, body FROM event WHERE seq > ? ORDER BY seq"


class SqliteStore:
    """The books in a file, which is made where there is none.

    A row is on the disk when its transaction has ended (write-ahead log, synchronous FULL). The file must not lie on
    a network drive, for its log would not be safe there. Once it was opened, it is used only as long as it lies where
    it lay: what is written into a file that was replaced meanwhile would be lost. A file that cannot be written is
    read as it is, and nothing is made beside it. Raises LedgerError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = path.absolute()
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise LedgerError(f"SQLite 3.37 or newer is needed, this is {sqlite3.sqlite_version}")
        _check_place(path)
        self._only_read = _can_only_be_read(self._place)
        self._db = self._connected()
        try:
            with _told(path):
                self._prepare()
            self._file = _file_at(self._place)
        except LedgerError:
            self._db.close()
            raise

    def _connected(self) -> sqlite3.Connection:
        """A connection to the file. Raises LedgerError."""
        # a path from the root on, for SQLite takes some names for a database in memory, or for an address
        where = _to_read(self._place) if self._only_read else str(self._place)
        with _told(self.path):
            return sqlite3.connect(
                where, timeout=WRITER_WAITS, isolation_level=None, check_same_thread=False, uri=self._only_read
            )

    def _prepare(self) -> None:
        self._db.execute("PRAGMA trusted_schema = OFF")
        version = self._version()
        check_is_books(self._db, version, self.path)
        if self._only_read:
            if not version:
                raise LedgerError(faults.ONLY_READ(path=self.path))
            return
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        if self._version() < NEWEST:
            with self.writing():
                migrate(self._db, self._version())

    def _version(self) -> int:
        found: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return found

    def rows(self, after: int = 0) -> Sequence[Row]:
        """What was written down behind a place, in that order. Raises LedgerError."""
        if _file_at(self._place) != self._file:
            raise LedgerError(faults.BOOKS_GONE(path=self.path))
        if self._only_read:  # what was read as unchangeable is not looked at again
            self._db.close()
            self._db = self._connected()
        with _told(self.path):
            return [Row(*row) for row in self._db.execute(_ROWS, (after,))]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Within it nobody else writes; everything that is added is kept, or nothing after an error.

        Raises LedgerError.
        """
        if self._only_read:
            raise LedgerError(faults.ONLY_READ(path=self.path))
        with _told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        with _told(self.path):
            self._db.execute("COMMIT")

    def add(self, entry: Entry) -> None:
        """Write an entry down, behind all others. Raises LedgerError."""
        row = (entry.id, entry.clock, entry.evening, entry.event.kind, entry.to_line())
        with _told(self.path):
            self._db.execute("INSERT INTO event (id, clock, evening, kind, body) VALUES (?, ?, ?, ?, ?)", row)

    def backup(self, path: Path) -> None:
        """Copy everything into a new file, while others write. Raises LedgerError."""
        with _told(path), new_books(path) as beside:
            copy = sqlite3.connect(beside.absolute())
            try:
                self._db.backup(copy)
            finally:
                copy.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _log_of(place: Path) -> Path:
    """Where SQLite keeps what is not yet in the file itself."""
    return place.with_name(f"{place.name}-wal")


def _can_only_be_read(place: Path) -> bool:
    """Whether there are books that cannot be written: neither the file, nor, where no log is there, one beside it."""
    if not place.is_file():
        return False
    return not os.access(place, os.W_OK) or not (_log_of(place).exists() or os.access(place.parent, os.W_OK))


def _to_read(place: Path) -> str:
    """The address of a file that is only read: as one that does not change, for else SQLite makes files beside it,
    which stood in the way of those who may write; unless there is a log, which is read too.
    """
    return f"{place.as_uri()}?{'mode=ro' if _log_of(place).exists() else 'immutable=1'}"


def _file_at(place: Path) -> tuple[int, int] | None:
    """Which file lies at a place; None where none does."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check_place(path: Path) -> None:
    """Refuse a place where no file of books can be. Raises LedgerError."""
    fault = no_place_for_file(str(path))
    if fault:
        raise LedgerError(fault)


@contextmanager
def new_books(path: Path) -> Iterator[Path]:
    """The place where a copy of books is written, which is at `path` when the block has ended.

    Raises LedgerError where something is there already, or no file can be, and OSError.
    """
    _check_place(path)
    if path.exists():
        raise LedgerError(f"{path} is there already: name a new file for the backup")
    with written_whole(path) as beside:
        yield beside


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of SQLite and of the disk as those of the books."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        reason = str(error)
        if getattr(error, "sqlite_errorname", "") in _FULL:
            raise LedgerError(faults.DISK_FULL(path=path)) from None
        hint = next((hint for part, hint in _HINTS.items() if part in reason), "")
        raise LedgerError(f"{path}: {reason}{hint}") from None
    except OSError as error:
        raise LedgerError(f"{path}: {error.strerror or error}") from None
