"""What every event of the books is: a frozen class of its kind, which is written as one JSON object and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Final, Self, TypeVar, dataclass_transform, get_type_hints

from ..declared.fields import NOTHING
from ..errors import described, did_you_mean
from ..play.event_fields import as_json, from_json
from . import book_faults as faults
from .checks import LedgerError, name_faults, note_faults, players_faults, unchangeable

UPDATE: Final = "pip install --upgrade mjrules"
"""What is to be done where the books are newer than this mjrules."""
PERHAPS_NEWER: Final = f"; if a newer mjrules has written these books: {UPDATE}"
BOOK_KINDS: Final[dict[str, type[BookEvent]]] = {}
"""The classes of events by their kinds."""


_B = TypeVar("_B", bound="BookEvent")


def no_entries() -> Mapping[str, Any]:
    """No entries: the default of fields that are mappings."""
    return NOTHING


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def booked(kind: str) -> Callable[[type[_B]], type[_B]]:
    """Makes a frozen class of the events of a kind."""

    def made(own: type[_B]) -> type[_B]:
        own.kind = kind
        found = dataclass(frozen=True, kw_only=True)(own)
        BOOK_KINDS[kind] = found
        return found

    return made


@dataclass(frozen=True, kw_only=True)
class BookEvent:
    """What is written into the books. `evening` is the id of the event that opened the evening; empty for no evening.

    Raises LedgerError where its values cannot be: names and amounts are bounded, and amounts sum to zero unless the
    difference is named.
    """

    kind: ClassVar[str] = ""
    evening: str = ""

    def __post_init__(self) -> None:
        for item in fields(self):
            object.__setattr__(self, item.name, unchangeable(getattr(self, item.name), item.name))
        for problem in self.faults():
            raise LedgerError(faults.IN_EVENT(kind=self.kind, problem=problem))

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from name_faults("evening", self.evening, empty=True)

    def to_record(self) -> dict[str, Any]:
        """The event as one JSON object, without what is at its default."""
        said = ((item.name, getattr(self, item.name), _default(item)) for item in fields(self))
        return {"event": self.kind, **{name: as_json(value) for name, value, default in said if value != default}}

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> BookEvent:
        """The event of a record. Raises LedgerError."""
        kind = record.get("event")
        if not isinstance(kind, str) or kind not in BOOK_KINDS:
            raise LedgerError(
                f"event: {described(kind)} is no kind of event{did_you_mean(kind, BOOK_KINDS)}{PERHAPS_NEWER}"
            )
        own = BOOK_KINDS[kind]
        known = {item.name: item for item in fields(own)}
        odd = next((name for name in record if name not in known and name != "event"), None)
        if odd is not None:
            raise LedgerError(
                f"{kind}: there is no field {described(odd)} here{did_you_mean(odd, known)}{PERHAPS_NEWER}"
            )
        given = {name: _read(kind, name, record[name]) for name in known if name in record}
        lacking = next((name for name, item in known.items() if name not in given and _default(item) is MISSING), None)
        if lacking is not None:
            raise LedgerError(faults.FIELD_MISSING(kind=kind, lacking=lacking))
        return own(**given)

    def but(self, **changes: Any) -> Self:
        """The event with other values in some fields. Raises LedgerError."""
        return type(self)(**{**{item.name: getattr(self, item.name) for item in fields(self)}, **changes})


@dataclass(frozen=True, kw_only=True)
class TableEvent(BookEvent):
    """What happens at a table of the evening, which has a name."""

    table: str

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from name_faults("evening", self.evening)
        yield from name_faults("table", self.table)


@dataclass(frozen=True, kw_only=True)
class Payment(TableEvent):
    """What players get (more than 0) or pay (less), and what the table's pots do.

    `difference` names what the amounts do not sum to, such as the room; without it they sum to zero.
    """

    paid: Mapping[str, int]
    pots: Mapping[str, int] = field(default_factory=no_entries)
    difference: str = ""
    note: str = ""

    @property
    def rest(self) -> int:
        """What goes where `difference` says."""
        return -sum(self.paid.values()) - sum(self.pots.values())

    def faults(self) -> Iterator[str]:
        """What cannot be in it."""
        yield from TableEvent.faults(self)
        yield from players_faults("paid", tuple(self.paid))
        yield from players_faults("pots", tuple(self.pots))
        yield from name_faults("difference", self.difference, empty=True)
        yield from note_faults(self.note)
        for name, amount in (*self.paid.items(), *self.pots.items()):
            if isinstance(amount, bool) or not isinstance(amount, int):
                yield f"{name}: expected a whole number, got {described(amount)}"
                return
        if self.rest and not self.difference:
            yield faults.NOT_ZERO(sum=-self.rest)


def _default(item: Any) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


@cache
def _hints(kind: str) -> Mapping[str, Any]:
    return get_type_hints(BOOK_KINDS[kind])


def _read(kind: str, name: str, value: Any) -> Any:
    """The value of a field of a record. Raises LedgerError."""
    try:
        return from_json(_hints(kind)[name], value)
    except ValueError as error:
        raise LedgerError(f"{kind}: {name}: {error}") from None
