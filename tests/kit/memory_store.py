"""Books that are kept in memory alone, for tests that write many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mjrules.ledger import Entry
from mjrules.ledger.store import Row


class MemoryStore:
    """A store that forgets everything at the end; what is written is text, as elsewhere."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def rows(self, after: int = 0) -> Sequence[Row]:
        """What was written down behind a place."""
        return self._rows[after:]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is added, or nothing after an error."""
        before = len(self._rows)
        try:
            yield
        except BaseException:
            del self._rows[before:]
            raise

    def add(self, entry: Entry) -> None:
        """Write an entry down."""
        own = (entry.id, entry.clock, entry.evening, entry.kind, entry.to_line())
        self._rows.append(Row(len(self._rows) + 1, *own))

    def backup(self, path: Path) -> None:
        """Nothing is copied."""

    def close(self) -> None:
        """Nothing is held."""
