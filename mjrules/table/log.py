"""Logs: a hand or a match as JSON lines, first a header and then a line for each event."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from ..batch import read_json
from ..errors import HandError, described
from ..play.events import LogError
from ..ruleset.ruleset import Ruleset
from ..version import __version__

FORMAT: Final = 1
"""The number of this form of logs."""
LONGEST: Final = 4_000_000
"""How many bytes a line may have."""
GZIP: Final = b"\x1f\x8b"
HAND, MATCH = "hand", "match"
"""What a log is of."""

HEADER: Mapping[str, str] = {
    "mjrules": "the version of mjrules that wrote the log",
    "log": f"the number of the form: {FORMAT}",
    "of": "what it is of: `hand` or `match`",
    "ruleset": "the id of the ruleset",
    "options": "the values of all its options",
    "hash": "the hash of the ruleset with these options: it is replayed by no other",
    "seed": "what shuffled the walls and threw the dice; null where nobody chose it",
    "fields": "of a hand: numbers of the match that rules read, such as wins of East in a row",
    "players": "of a match: the players, in the order in which they were given",
    "seat": "of a match: whether they were seated by lot",
}
"""The fields of a header."""
OPTIONS_LINE = ("hand", "options", "hash")
"""The fields of the line before a hand that is played under other options than its match."""


class Line(NamedTuple):
    """A line of a log: its number, from 1, and its record."""

    number: int
    record: dict[str, Any]


@dataclass(frozen=True)
class Header:
    """The header of a log; what its fields mean stands in `HEADER`."""

    of: str
    ruleset: str
    options: Mapping[str, Any]
    hash: str
    seed: int | str | None = None
    fields: Mapping[str, int] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    seat: bool = True

    @classmethod
    def under(cls, ruleset: Ruleset, of: str, seed: int | str | None, **more: Any) -> Header:
        """The header of a log under a ruleset."""
        return cls(of, ruleset.id, dict(ruleset.options.chosen), ruleset.hash, seed, **more)

    def to_record(self) -> dict[str, Any]:
        """The header as one JSON object."""
        record: dict[str, Any] = {"mjrules": __version__, "log": FORMAT, "of": self.of, "ruleset": self.ruleset}
        record |= {"options": dict(self.options), "hash": self.hash, "seed": self.seed}
        if self.of == HAND:
            return record | {"fields": dict(self.fields)}
        return record | {"players": list(self.players), "seat": self.seat}

    @classmethod
    def from_line(cls, line: Line) -> Header:
        """The header that the first line of a log has. Raises LogError."""
        number, record = line
        if "mjrules" not in record or "log" not in record:
            raise LogError(number, 'expected the header of a log, with the fields "mjrules" and "log"')
        if record["log"] != FORMAT or isinstance(record["log"], bool):
            raise LogError(number, f"log: expected {FORMAT}, got {described(record['log'])}")
        kinds: dict[str, tuple[type, ...]] = {"ruleset": (str,), "options": (dict,), "hash": (str,)}
        kinds |= {"seed": (int, str, type(None))}
        if record.get("of") == HAND:
            kinds |= {"fields": (dict,)}
        elif record.get("of") == MATCH:
            kinds |= {"players": (list,), "seat": (bool,)}
        else:
            raise LogError(number, f'of: expected "hand" or "match", got {described(record.get("of"))}')
        for name in record:
            if name not in ("mjrules", "log", "of", *kinds):
                raise LogError(number, f'the header of a {record["of"]} has no field "{name}"')
        for name, types in kinds.items():
            value = record.get(name)
            if name not in record or not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
                raise LogError(number, f"{name}: {_wrong(record, name)}")
        return cls._of(line)

    @classmethod
    def _of(cls, line: Line) -> Header:
        """The header of a record whose fields have the right types. Raises LogError for wrong parts of them."""
        record = line.record
        for name, value in record.get("fields", {}).items():
            if not isinstance(value, int) or isinstance(value, bool):
                raise LogError(line.number, f"fields.{name}: expected a whole number, got {described(value)}")
        for value in record.get("players", ()):
            if not isinstance(value, str):
                raise LogError(line.number, f"players: expected names, got {described(value)}")
        return cls(
            record["of"], record["ruleset"], record["options"], record["hash"], record["seed"],
            record.get("fields", {}), tuple(record.get("players", ())), record.get("seat", True),
        )  # fmt: skip


def _wrong(record: Mapping[str, Any], name: str) -> str:
    return f"{described(record[name])} cannot stand here" if name in record else "missing in the header"


def write_log(path: str | Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write a log, compressed where the name ends with `.gz`. The same log gives the same bytes. Raises OSError."""
    path = Path(path)
    data = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_log(path: str | Path) -> Iterator[Line]:
    """The lines of a file, compressed or not. Raises OSError, and LogError for a line that is no JSON object."""
    with Path(path).open("rb") as file, _plain(file) as plain:
        number = 0
        while data := _line(plain, number := number + 1):
            yield Line(number, _record(data, number))


@contextmanager
def _plain(file: BufferedReader) -> Iterator[BinaryIO]:
    """A file without its compression, if it has one."""
    if file.peek(2)[:2] != GZIP:
        yield file
        return
    with gzip.GzipFile(fileobj=file) as plain:
        yield plain  # type: ignore[misc]


def _line(file: BinaryIO, number: int) -> bytes:
    """The next line of a file. Raises LogError for a broken compression and a line that is too long."""
    try:
        data = file.readline(LONGEST + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        what = "ends in the middle" if isinstance(error, EOFError) else "is broken"
        raise LogError(number, f"the compressed file {what}") from None
    if len(data) > LONGEST:
        raise LogError(number, f"longer than {LONGEST} bytes")
    return data


def _record(data: bytes, number: int) -> dict[str, Any]:
    try:
        found = read_json(data.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise LogError(number, f"byte {data[error.start]:#04x} is no UTF-8 text") from None
    except HandError as error:
        raise LogError(number, error.message) from None
    if not isinstance(found, dict):
        raise LogError(number, f"expected a JSON object, got {described(found)}")
    return found
