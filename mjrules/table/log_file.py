"""Logs: a hand or a match as JSON lines, first a header and then a line for each event."""

from __future__ import annotations

import gzip
import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final, get_origin

from .. import bounds
from ..compressed_files import BrokenFileError, unpacked
from ..declared.fields import NOTHING, declared, declared_fields, key
from ..declared.kinds import arms
from ..declared.named_tuple import NamedTuple
from ..declared.values import plain, typed
from ..errors import HandError, described, unfit
from ..hands.record import SEATS
from ..play.event_fields import read_tiles
from ..play.events import LogError
from ..records import read_json
from ..ruleset.plugin_code import code_digests
from ..ruleset.ruleset import Ruleset
from ..version import __version__
from ..whole_files import written_whole
from .walls import Shuffled

_FORMAT: Final = 1
"""The number of this form of logs."""
_VERSION: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,3}[a-z0-9.+-]{0,20}")
HAND, MATCH = "hand", "match"
"""What a log is of."""

_FIRST: Mapping[str, str] = {
    "mjrules": "the version of mjrules that wrote the log",
    "log": f"the number of the form: {_FORMAT}",
}
"""The fields with which every header begins."""
_PLUGINS: Final = "plugins"
"""The field that a header need not have."""
ONLY_OF: Mapping[str, str] = {"fields": HAND, "players": MATCH, "seat": MATCH}
"""The fields that only headers of hands have, or of matches."""


class Line(NamedTuple):
    """A line of a log: its number, from 1, and its record."""

    number: int
    record: dict[str, Any]

    @property
    def kind(self) -> Any:
        """The kind of its event, whatever it says; None where it has none."""
        return self.record.get("event")


@declared
class Header:
    """The header of a log, behind the fields with which every one begins."""

    of: str = key("what it is of: `hand` or `match`")
    ruleset: str = key("the id of the ruleset")
    options: Mapping[str, Any] = key("the values of all its options")
    hash: str = key("the hash of the ruleset with these options: it is replayed by no other")
    seed: int | str | None = key("what shuffled the walls and threw the dice; null of a wall that was laid")
    fields: Mapping[str, int] = key(
        "of a hand: numbers of the match that rules read, such as wins of East in a row", default=NOTHING
    )
    players: tuple[str, ...] = key("of a match: the players, in the order in which they were given", default=())
    seat: bool = key("of a match: whether they were seated by lot", default=True)
    plugins: Mapping[str, str] = key(
        "digests of the code of the plugins that do not come with mjrules, by their names; left out where all do",
        default=NOTHING,
    )

    @classmethod
    def under(cls, ruleset: Ruleset, of: str, seed: int | str | None, **more: Any) -> Header:
        """The header of a log under a ruleset."""
        return cls(
            of=of,
            ruleset=ruleset.id,
            options=ruleset.options.chosen,
            hash=ruleset.hash,
            seed=seed,
            plugins=code_digests(ruleset.plugins.plugins),
            **more,
        )

    def to_record(self) -> dict[str, Any]:
        """The header as one JSON object."""
        said = {name: plain(getattr(self, name)) for name in _kinds(self.of)}
        if not self.plugins:
            del said[_PLUGINS]
        return {"mjrules": __version__, "log": _FORMAT, **said}

    def other_code(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The plugins of the ruleset that have other code than when the log was written, as far as it says."""
        digests = code_digests(ruleset.plugins.plugins) if self.plugins else {}
        return tuple(name for name, digest in self.plugins.items() if digests.get(name) != digest)

    @classmethod
    def from_line(cls, line: Line) -> Header:
        """The header that the first line of a log has. Raises LogError."""
        reason = _no_header(line.record) or _misfit(line.record, _kinds(line.record["of"]))
        if reason:
            raise LogError(line.number, reason)
        header: Header = typed(cls, line.record)
        for name, value in header.fields.items():
            if not _fits(value, int):
                raise LogError(line.number, f"fields.{name}: expected a whole number, got {described(value)}")
        for name, digest in header.plugins.items():
            if not _fits(digest, str):
                raise LogError(line.number, f"plugins.{name}: expected a digest, got {described(digest)}")
        for player in header.players:
            if not _fits(player, str) or unfit(player) or len(player) > bounds.SHOWN:
                raise LogError(line.number, f"players: expected names, got {described(player)}")
        return header


def _kinds(of: str) -> dict[str, Any]:
    """The fields that the header of a hand has, or of a match, and their types."""
    return {item.key: item.kind for item in declared_fields(Header) if ONLY_OF.get(item.key, of) == of}


def _no_header(record: Mapping[str, Any]) -> str:
    """Why a record is no header; empty for one that begins as one."""
    if any(name not in record for name in _FIRST):
        return 'expected the header of a log, with the fields "mjrules" and "log"'
    version = record["mjrules"]
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        return f"mjrules: expected a version, such as {described(__version__)}, got {described(version)}"
    if record["log"] != _FORMAT or isinstance(record["log"], bool):
        return f"log: expected {_FORMAT}, got {described(record['log'])}"
    of = record.get("of")
    return "" if of in (HAND, MATCH) else f'of: expected "hand" or "match", got {described(of)}'


def _misfit(record: Mapping[str, Any], kinds: Mapping[str, Any]) -> str:
    """Why a header does not have the fields of these types; empty where it does."""
    for name in record:
        if name not in _FIRST and name not in kinds:
            return f'the header of a {record["of"]} has no field "{name}"'
    for name, kind in kinds.items():
        if name not in record and name == _PLUGINS:
            continue
        if name not in record:
            return f"{name}: missing from the header"
        if not _fits(record[name], kind):
            return f"{name}: {described(record[name])} is not allowed here"
    return ""


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value of JSON may stand where a type is declared."""
    own = Mapping if isinstance(value, dict) else tuple if isinstance(value, list) else type(value)
    return own in [get_origin(arm) or arm for arm in arms(kind)]


class OtherOptions(NamedTuple):
    """The line before a hand that is played under other options than its match."""

    hand: int
    options: Mapping[str, Any]
    hash: str


class Opening(NamedTuple):
    """The line with which a hand begins: its wall, the round wind, its number, and what the players have."""

    laid: Shuffled
    round: str
    hand: int
    points: tuple[int, ...]

    @classmethod
    def from_line(cls, line: Line, *, alone: bool) -> Opening:
        """The begin of a line. Raises LogError.

        Wind and number are looked at of a hand that stands `alone`; a match knows them itself.
        """
        rest = {name: value for name, value in line.record.items() if name != "event"}
        text, wind, number = (rest.pop(name, None) for name in ("tiles", "round", "hand"))
        points = rest.pop("points", [])
        try:
            tiles = read_tiles(text)
        except ValueError as error:
            raise LogError(line.number, f"begin: tiles: {error}") from None
        if alone and wind not in SEATS:
            raise LogError(line.number, f"begin: round: expected {', '.join(SEATS)}, got {described(wind)}")
        if alone and (not _fits(number, int) or number < 1):
            raise LogError(line.number, f"begin: hand: expected a whole number from 1, got {described(number)}")
        if not _fits(points, tuple[int, ...]) or not all(_fits(own, int) for own in points):
            raise LogError(line.number, f"begin: points: expected a list of whole numbers, got {described(points)}")
        return cls(Shuffled(tiles, rest), wind, number, tuple(points))


def write_log(path: str | Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write a log, whole or not at all, compressed where the name ends with `.gz`. The same log gives the same bytes.

    Raises OSError.
    """
    path = Path(path)
    data = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    with written_whole(path) as at:
        at.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def read_log(path: str | Path, otherwise: Callable[[str], Iterable[Line] | None] | None = None) -> Iterator[Line]:
    """The lines of a file, compressed or not. Raises OSError, and LogError for a line that is no JSON object.

    `otherwise` may give the lines of a file that does not begin with a JSON object, out of its text.
    """
    with Path(path).open("rb") as file:
        yield from log_lines(file, otherwise)


def log_lines(file: BufferedReader, otherwise: Callable[[str], Iterable[Line] | None] | None) -> Iterator[Line]:
    """The lines of a log that is open, as those of `read_log`. Raises OSError and LogError."""
    with unpacked(file) as opened:
        data, number = _line(opened, 1), 1
        if otherwise is not None and not data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
            found = otherwise(_text_of(data + _read(opened, bounds.LOG_BYTES + 1 - len(data), 1)))
            if found is not None:
                yield from found
                return
        while data:
            yield Line(number, _record(data, number))
            data, number = _line(opened, number + 1), number + 1


def _text_of(data: bytes) -> str:
    """The text of a file that is not lines of JSON. Raises LogError for one that is too long, or is no text."""
    if len(data) > bounds.LOG_BYTES:
        raise LogError(1, f"the file is longer than {bounds.LOG_BYTES} bytes")
    return data.decode("utf-8-sig", "replace")


def _line(file: BinaryIO, number: int) -> bytes:
    """The next line of a file. Raises LogError for a broken compression and a line that is too long."""
    data = _read(file, bounds.LOG_BYTES + 1, number, whole=False)
    if len(data) > bounds.LOG_BYTES:
        raise LogError(number, f"longer than {bounds.LOG_BYTES} bytes")
    return data


def _read(file: BinaryIO, size: int, number: int, *, whole: bool = True) -> bytes:
    """So many bytes of a file at most, or of its next line. Raises LogError for a broken compression."""
    try:
        return file.read(size) if whole else file.readline(size)
    except BrokenFileError as error:
        raise LogError(number, str(error)) from None


def _record(data: bytes, number: int) -> dict[str, Any]:
    try:
        found = read_json(data.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise LogError(number, f"byte {data[error.start]:#04x} is not UTF-8 text") from None
    except HandError as error:
        raise LogError(number, error.message) from None
    if not isinstance(found, dict):
        raise LogError(number, f"expected a JSON object, got {described(found)}")
    return found
