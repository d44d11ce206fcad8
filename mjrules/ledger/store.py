"""What keeps the books: entries in the order in which this copy wrote them down, none ever changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from .checks import LedgerError
from .entry import Entry


class Row(NamedTuple):
    """An entry as a line of JSON, with the place at which this copy wrote it down, and what it is found by."""

    seq: int
    id: str
    clock: int
    evening: str
    kind: str
    line: str

    @property
    def order(self) -> tuple[int, str]:
        """What entries are ordered by."""
        return self.clock, self.id

    def entry(self) -> Entry:
        """The entry. Raises LedgerError where the line says something else."""
        entry = Entry.from_line(self.line)
        if (entry.id, entry.clock, entry.evening, entry.kind) != (self.id, self.clock, self.evening, self.kind):
            raise LedgerError(f"row {self.seq} of the books is not as it was written")
        return entry


class Store(Protocol):
    """Keeps entries for ever, durably once `writing` is left without an error. All raise LedgerError."""

    def rows(self, after: int = 0) -> Sequence[Row]:
        """What was written down behind a place, in that order."""

    def writing(self) -> AbstractContextManager[None]:
        """Within it nobody else writes; everything that is added is kept, or nothing after an error."""

    def add(self, entry: Entry) -> None:
        """Write an entry down, behind all others."""

    def backup(self, path: Path) -> None:
        """Copy everything into a new file, while others write."""

    def close(self) -> None:
        """Let go of the store."""
