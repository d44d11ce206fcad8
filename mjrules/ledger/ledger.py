"""A club's books: events are written down, read back, folded, and joined with those of another copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import MappingProxyType, TracebackType
from typing import Self

from .. import bounds
from ..errors import described, did_you_mean
from ..spoken import Sentence
from . import book_faults as faults
from .book_event import BookEvent
from .books import EveningBooks, by_clock, evening_of, lines_of_evening, undone_ids
from .checks import LedgerError
from .entry import Entry, check_id, new_id
from .events import Corrected, EveningOpened, RulesetFrozen, Undone
from .sqlite_store import SqliteStore
from .store import Row, Store

_LINE_WAS_UNDONE = Sentence("line {line} was undone: undo the undo first", "第 {line} 条已撤销：请先取消撤销")


def is_address(where: str) -> bool:
    """Whether books are in a database of PostgreSQL, at an address, and not in a file."""
    return where.startswith(("postgresql://", "postgres://"))


class Ledger:
    """The books of a club, or of several; `store` keeps them. Used as a context, it is closed at the end.

    What others write into the same store is seen with the next question. All that is asked of one ledger may be asked
    by several threads.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] | None = None) -> None:
        self._store, self._now = store, now or (lambda: datetime.now(UTC))
        self._lock = RLock()
        self._rows: dict[str, Row] = {}
        self._read: dict[str, Entry] = {}
        """The entries that were asked for: books of many years are not read for one evening."""
        self._by_evening: dict[str, list[str]] = {}
        self._folded: dict[str, EveningBooks] = {}
        self._latest: dict[str, tuple[int, str]] = {}
        self._seen, self._clock = 0, 0

    @classmethod
    def open(cls, where: str | Path) -> Ledger:
        """The books in a file of SQLite, or in a database of PostgreSQL (postgresql://…), made where there are none.

        Raises LedgerError.
        """
        if isinstance(where, str) and is_address(where):
            from .postgres_store import PostgresStore  # few want it

            return cls(PostgresStore(where))
        return cls(SqliteStore(Path(where)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()

    def append(self, event: BookEvent, *, id: str | None = None, who: str = "") -> Entry:
        """Write an event down; it is kept for ever when this returns.

        `id` is made by the writer, so that what is sent twice is written down once: then the entry that is there
        already is given back. Raises LedgerError for an event that does not fit what is there, and for an id that
        stands for another event.
        """
        id = new_id() if id is None else id
        check_id(id)
        with self._lock, self._store.writing():
            self._catch_up()
            if id in self._rows:
                there = self._entry(id)
                if there.event != event:
                    raise LedgerError(faults.OTHER_EVENT(id=id, kind=there.event.kind))
                return there
            at = self._now().strftime("%Y-%m-%dT%H:%M:%SZ")
            entry = Entry(id, self._clock + 1, at, who, event)
            self._check_room(1)
            self._check_fits(entry)
            if Entry.from_line(entry.to_line()) != entry:
                raise LedgerError(f"{event.kind}: does not read as it was written")
            self._store.add(entry)
        return self.entry(id)

    def entry(self, id: str) -> Entry:
        """The entry of an id. Raises LedgerError."""
        with self._lock:
            self._catch_up()
            if id not in self._rows:
                raise LedgerError(f"there is no event {described(id)}")
            return self._entry(id)

    def find(self, id: str | None) -> Entry | None:
        """The entry of an id, such as one that was sent before; None where there is none."""
        with self._lock:
            self._catch_up()
            return None if id is None or id not in self._rows else self._entry(id)

    def entries(self, evening: str | None = None) -> list[Entry]:
        """All entries, or those of an evening, in the order in which they count."""
        with self._lock:
            self._catch_up()
            return by_clock(map(self._entry, self._rows if evening is None else self._by_evening.get(evening, ())))

    def rulesets(self) -> Mapping[str, RulesetFrozen]:
        """The rulesets that were frozen, by their hashes; the last first."""
        with self._lock:
            self._catch_up()
            events = [self._entry(row.id).event for row in self._of_kind(RulesetFrozen.kind)]
        found = [event for event in events if isinstance(event, RulesetFrozen)]
        return MappingProxyType({event.hash: event for event in reversed(found)})

    def evenings(self) -> list[EveningBooks]:
        """The evenings that count, by their dates, then in the order in which they were opened."""
        with self._lock:
            self._catch_up()
            found = [self._fold(row.id) for row in self._of_kind(EveningOpened.kind)]
            return sorted((evening for evening in found if evening.live), key=lambda evening: evening.opened.date)

    def latest(self) -> EveningBooks | None:
        """The evening that was opened last, of those that count; None where there is none."""
        with self._lock:
            self._catch_up()
            opened = (self._fold(row.id) for row in reversed(self._of_kind(EveningOpened.kind)))
            return next((evening for evening in opened if evening.live), None)

    def evening(self, id: str) -> EveningBooks:
        """The evening of an id. Raises LedgerError."""
        with self._lock:
            self._catch_up()
            if id not in self._by_evening:
                raise LedgerError(faults.NO_EVENING(id=described(id), near=did_you_mean(id, self._by_evening)))
            return self._fold(id)

    def join(self, entries: Iterable[Entry]) -> int:
        """Write down what another copy has and this one has not, all or nothing; gives back how many these are.

        Raises LedgerError where an id stands for two events, and where an entry speaks of one that is in neither copy.
        """
        with self._lock, self._store.writing():
            self._catch_up()
            new: dict[str, Entry] = {}
            for entry in entries:
                there = self._entry(entry.id) if entry.id in self._rows else new.get(entry.id)
                if there is None:
                    new[entry.id] = entry
                    self._check_room(len(new))
                elif there != entry:
                    raise LedgerError(f"the id {entry.id} stands for two events: {_told(there)}, and {_told(entry)}")
            known: dict[str, Entry | Row] = {**self._rows, **new}
            for entry in by_clock(new.values()):
                _check_names(entry, known)
                self._store.add(entry)
        return len(new)

    def backup(self, path: str | Path) -> None:
        """Copy the books into a new file, while others write. Raises LedgerError."""
        self._store.backup(Path(path))

    def _entry(self, id: str) -> Entry:
        """The entry of an id that is there."""
        if id not in self._read:
            self._read[id] = self._rows[id].entry()
        return self._read[id]

    def _of_kind(self, kind: str) -> list[Row]:
        """The rows of a kind, in the order in which they count."""
        return sorted((row for row in self._rows.values() if row.kind == kind), key=lambda row: row.order)

    def _catch_up(self) -> None:
        """Take in what was written down since."""
        for row in self._store.rows(self._seen):
            self._seen, self._clock = row.seq, max(self._clock, row.clock)
            self._rows[row.id] = row
            if row.evening:
                self._take_in(row)

    def _take_in(self, row: Row) -> None:
        """What was written down since; the evening is folded anew only where it is not behind all others."""
        latest = self._latest.get(row.evening, (0, ""))
        folded = self._folded.pop(row.evening, None)
        if folded is not None and row.order > latest:
            further = folded.followed_by(self._entry(row.id))
            if further is not None:
                self._folded[row.evening] = further
        self._latest[row.evening] = max(row.order, latest)
        self._by_evening.setdefault(row.evening, []).append(row.id)

    def _fold(self, id: str) -> EveningBooks:
        if id not in self._folded:
            self._folded[id] = evening_of(map(self._entry, self._by_evening[id]))
        return self._folded[id]

    def _check_room(self, more: int) -> None:
        if len(self._rows) + more > bounds.BOOK_EVENTS:
            raise LedgerError(f"more than {bounds.BOOK_EVENTS} events: begin new books")

    def _check_fits(self, entry: Entry) -> None:
        """An event speaks of what is there, and makes nothing that does not fit. Raises LedgerError."""
        known: Mapping[str, Entry | Row] = self._rows
        _check_names(entry, {**known, entry.id: entry} if entry.id == entry.evening else known)
        if not entry.evening:
            return
        before = list(map(self._entry, self._by_evening.get(entry.evening, [])))
        _check_live(entry, before)
        now = self._fold(entry.evening) if before else None
        if now is not None and not now.live and not isinstance(entry.event, Undone):
            raise LedgerError(faults.EVENING_UNDONE())
        old = () if now is None else now.problems
        after = (None if now is None else now.followed_by(entry)) or evening_of([*before, entry])
        worse = next((problem for problem in after.problems if problem not in old), None)
        if worse is not None:
            raise LedgerError(worse if isinstance(entry.event, Undone) else faults.without_line(worse))


def _told(entry: Entry) -> str:
    return f"a {entry.event.kind} of {entry.at or 'some time'}"


def _check_names(entry: Entry, known: Mapping[str, Entry | Row]) -> None:
    """What an entry names is there, earlier, and of this evening. Raises LedgerError."""
    event, evening = entry.event, entry.evening
    if evening and (evening not in known or known[evening].kind != EveningOpened.kind):
        raise LedgerError(f"{event.kind}: there is no evening {described(evening)}")
    earlier = [evening] if evening and evening != entry.id else []
    for name in ("corrects", "undoes"):
        earlier += [getattr(event, name)] if hasattr(event, name) else []
    for id in earlier:
        if id not in known or known[id].evening != evening:
            raise LedgerError(f"{event.kind}: there is no event {described(id)} in this evening")
        if known[id].order >= entry.order:
            raise LedgerError(f"{event.kind}: its clock is not behind that of {id}, of which it speaks")
    if isinstance(event, Corrected) and known[event.corrects].kind != event.instead.kind:
        was, instead = described(known[event.corrects].kind), described(event.instead.kind)
        raise LedgerError(
            f"a line of the kind {was} is corrected by one of its kind, not by {instead}: undo it, and write it anew"
        )


def _check_live(entry: Entry, before: Sequence[Entry]) -> None:
    """What is corrected or undone counts still. Raises LedgerError."""
    event = entry.event
    if isinstance(event, Corrected):
        line = next(line for line in lines_of_evening(before) if line.entry.id == event.corrects)
        if not line.live:
            raise LedgerError(_LINE_WAS_UNDONE(line=line.number))
    if isinstance(event, Undone) and event.undoes in undone_ids(by_clock(before)):
        raise LedgerError(faults.UNDONE_ALREADY())
