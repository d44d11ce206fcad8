"""An event as it is kept: with the id that its writer made, where it comes in the order, when and by whom."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .. import bounds
from ..errors import HandError, described, unfit
from ..records import read_json
from .book_event import BookEvent
from .checks import LedgerError

_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{bounds.BOOK_ID}}}")
_OWN: Final = ("id", "clock", "at", "who")


def new_id() -> str:
    """An id that nobody else makes."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the books.

    `clock` is one more than that of every event that its writer knew: so what follows from an event comes after it
    in every copy, whatever the clocks on the walls say. `at` is the time in UTC, for people. Raises LedgerError.
    """

    id: str
    clock: int
    at: str
    who: str
    event: BookEvent

    def __post_init__(self) -> None:
        check_id(self.id)
        if isinstance(self.clock, bool) or not isinstance(self.clock, int) or not 1 <= self.clock <= bounds.BOOK_AMOUNT:
            raise LedgerError(f"clock: expected a whole number from 1, got {described(self.clock)}")
        for name in ("at", "who"):
            text = getattr(self, name)
            if not isinstance(text, str) or len(text) > bounds.BOOK_NAME or unfit(text):
                raise LedgerError(f"{name}: expected a line of at most {bounds.BOOK_NAME} characters")

    @property
    def order(self) -> tuple[int, str]:
        """What entries are ordered by, the same in every copy: the clock, then the id."""
        return self.clock, self.id

    @property
    def evening(self) -> str:
        """The id of its evening; empty for what belongs to none."""
        return self.event.evening or (self.id if self.event.kind == "evening" else "")

    @property
    def kind(self) -> str:
        """The kind of its event."""
        return self.event.kind

    def to_record(self) -> dict[str, Any]:
        """The entry as one JSON object."""
        return {"id": self.id, "clock": self.clock, "at": self.at, "who": self.who, **self.event.to_record()}

    def to_line(self) -> str:
        """The entry as one line of JSON. Raises LedgerError for one that is too long."""
        line = json.dumps(self.to_record(), ensure_ascii=False, separators=(",", ":"))
        if len(line.encode()) > bounds.BOOK_EVENT:
            raise LedgerError(f"{self.event.kind}: longer than {bounds.BOOK_EVENT} bytes")
        return line

    @classmethod
    def from_record(cls, record: Any) -> Entry:
        """The entry of a record. Raises LedgerError."""
        if not isinstance(record, Mapping):
            raise LedgerError(f"expected a JSON object, got {described(record)}")
        lacking = next((name for name in _OWN if name not in record), None)
        if lacking is not None:
            raise LedgerError(f"{lacking} is missing")
        rest = {name: value for name, value in record.items() if name not in _OWN}
        return cls(record["id"], record["clock"], record["at"], record["who"], BookEvent.from_record(rest))

    @classmethod
    def from_line(cls, line: str) -> Entry:
        """The entry of a line. Raises LedgerError."""
        try:
            return cls.from_record(read_json(line))
        except HandError as error:
            raise LedgerError(error.message) from None
        except RecursionError:
            raise LedgerError(f"nested deeper than {bounds.BOOK_DEPTH}") from None


def check_id(id: object) -> None:
    """Refuse what is no id. Raises LedgerError."""
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise LedgerError(
            f"id: expected at most {bounds.BOOK_ID} letters, digits, hyphens and underscores, got {described(id)}"
        )
