"""The file of a long run: a line for each result, from which an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar
from zlib import crc32

from .. import bounds
from ..errors import HandError, MjrulesError, described
from ..records import read_json
from ..ruleset.plugin_code import code_digests

CHECK: Final = "check"
"""The field with the check sum of the line without it."""
HASH: Final = "hash"
"""The field with the hash of a ruleset, which differs where its options do."""
PLUGINS: Final = "plugins"
"""The field with the code of plugins that do not come with mjrules."""
NOT_SAID: Final = {"players": "random", PLUGINS: {}}
"""What is so where the first line does not say it."""
_ABSENT: Final = object()
"""What is not there, in place of a value: one that is there may be null."""


def code_said(plugins: Mapping[str, object]) -> dict[str, Any]:
    """What a first line says of the code of plugins: nothing where all come with mjrules, whose version it says."""
    digests = code_digests(plugins)
    return {PLUGINS: digests} if digests else {}


class Recorded(Protocol):
    """What a line says."""

    def to_record(self) -> dict[str, Any]:
        """As one JSON object."""


Result = TypeVar("Result", bound=Recorded)


class RunKind(NamedTuple, Generic[Result]):
    """What is written: the run and one of its results, in words, and what reads a result.

    `read` raises LookupError or TypeError for a record that is none.
    """

    run: str
    result: str
    read: Callable[[Mapping[str, Any]], Result]


class SimulationError(MjrulesError):
    """A file that is not of this simulation or comparison, or was damaged: which file, which line, and why."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}: line {line}: {reason}" if line else f"{path}: {reason}")
        self.path, self.line, self.reason = path, line, reason


class RunFile(Generic[Result]):
    """A file that begins with what is played, in a line; every result is a line after it.

    A line that was not written to its end is dropped. Results are read before others are added. Used by
    `with`. Raises SimulationError, also where the file cannot be written or another run is writing it.
    """

    def __init__(self, path: str | PathLike[str], header: Mapping[str, Any], kind: RunKind[Result]) -> None:
        self.path, self.header, self.kind = Path(path), header, kind
        if self.path.exists() and not self.path.is_file():
            raise SimulationError(self.path, 0, "is not a regular file")
        try:
            self.path.touch()
            self._file = self.path.open("r+b", buffering=0)
            _lock(self._file.fileno())
        except OSError as error:
            raise SimulationError(self.path, 0, _reason(error)) from None
        self._end = 0

    def __enter__(self) -> RunFile[Result]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def results(self, check: Callable[[Result], None]) -> Iterator[Result]:
        """The results in the file, in order; `check` raises ValueError for one that cannot be there."""
        self._begin()
        with self.path.open("rb") as lines:
            lines.seek(self._end)
            for number, line in enumerate(iter(lambda: lines.readline(bounds.RESULT_BYTES), b""), 2):
                if not line.endswith(b"\n") and len(line) < bounds.RESULT_BYTES:
                    return
                result = self._result(line, number, check)
                self._end += len(line)
                yield result

    def add(self, result: Result) -> Result:
        """Write a result at once; it is given back."""
        self._write(_line(result.to_record()))
        return result

    def _begin(self) -> None:
        """Compare the first line; write it where there is none."""
        own = _line(self.header)
        with self.path.open("rb") as file:
            first = file.readline(bounds.RESULT_BYTES)
        if not first.endswith(b"\n") and own.startswith(first):
            self._write(own)
        else:
            self._compare(first)
            self._end = len(first)

    def _compare(self, line: bytes) -> None:
        """Refuse the first line of another simulation."""
        found, own = NOT_SAID | self._read(line, 1), NOT_SAID | dict(self.header)
        if found.keys() != own.keys():
            raise SimulationError(self.path, 1, f"this is not a file of a {self.kind.run}")
        if found != own:
            raise SimulationError(self.path, 1, f"it belongs to another {self.kind.run}: {_told(found, own)} here")

    def _result(self, line: bytes, number: int, check: Callable[[Result], None]) -> Result:
        record = self._read(line, number)
        try:
            result = self.kind.read(record)
            check(result)
        except (LookupError, TypeError):
            raise SimulationError(self.path, number, f"this is not a {self.kind.result} of a {self.kind.run}") from None
        except ValueError as error:
            raise SimulationError(self.path, number, f"this {self.kind.result} does not follow: {error}") from None
        return result

    def _read(self, line: bytes, number: int) -> dict[str, Any]:
        """The record of a line. Raises SimulationError where it is not as it was written."""
        try:
            found = read_json(line.decode())
        except UnicodeDecodeError:
            raise SimulationError(self.path, number, "this is not UTF-8 text") from None
        except HandError as error:
            raise SimulationError(self.path, number, error.message) from None
        if not isinstance(found, dict) or CHECK not in found:
            raise SimulationError(self.path, number, f"this is not a line of a {self.kind.run}: it has no {CHECK!r}")
        del found[CHECK]
        if _line(found) != line:
            raise SimulationError(self.path, number, f"it is not as it was written: its {CHECK!r} does not match")
        return found

    def _write(self, line: bytes) -> None:
        """Write a line behind the last whole one, and hand it to the system at once."""
        rest = memoryview(line)
        try:
            self._file.seek(self._end)
            self._file.truncate()
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise SimulationError(self.path, 0, _reason(error)) from None
        self._end += len(line)


def _line(record: Mapping[str, Any]) -> bytes:
    """A record as a line with its check sum."""
    text = json.dumps(record, default=str)
    return f'{text[:-1]}, "{CHECK}": "{crc32(text.encode()):08x}"}}\n'.encode()


def _told(found: Mapping[str, Any], own: Mapping[str, Any], within: str = "") -> str:
    """The first difference of two first lines; that of the hashes only where nothing else says why they differ."""
    names = [name for name in {**own, **found} if found.get(name, _ABSENT) != own.get(name, _ABSENT)]
    name = min(names, key=lambda name: name == HASH)
    other, said = found.get(name, _ABSENT), own.get(name, _ABSENT)
    if isinstance(other, dict) and isinstance(said, dict):
        if name == PLUGINS:
            others = sorted(
                plugin for plugin in {*other, *said} if other.get(plugin, _ABSENT) != said.get(plugin, _ABSENT)
            )
            return f"the plugin {', '.join(map(described, others))} has other code"
        return _told(other, said, f"{within}{name}.")
    shown = ["nothing" if each is _ABSENT else json.dumps(each, ensure_ascii=False) for each in (other, said)]
    return f"{within}{name} is {', '.join(shown)}"


def _lock(file: int) -> None:
    """Keep other runs off a file, where the system can. Raises OSError where one is at it."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _reason(error: OSError) -> str:
    return "another run is writing it" if isinstance(error, BlockingIOError) else str(error.strerror or error)
