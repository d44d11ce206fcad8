"""The rulesets of the page: those that are bundled or installed, and files that visitors have brought."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock, RLock
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from ..budget import budget
from ..check_ruleset import SoundRuleset, broken_record, check_ruleset
from ..errors import MjrulesError, RulesetError, Say, described
from ..records import Rulesets
from ..ruleset.files.find import is_path, known_ids, shown_path
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..ruleset.statements import Document, read_documents
from ..spoken import ENGLISH, Sentence
from ..whole_files import written_whole
from .requests import FormPairs

BROUGHT_NAME: Final = "own:"
"""What stands before the name of a ruleset that a visitor has brought."""
YAML_BYTES: Final = 100_000
"""Bytes of a ruleset file that a visitor may bring."""
MOST_BROUGHT: Final = 500
"""How many files of visitors are kept."""
PAGE_STEPS: Final = 100_000
"""The steps of work that one request may ask for."""
_KEPT: Final = 32
_OWN_LISTED: Final = 20
_MOST_OPTIONS: Final = 200
_OWN_NAME: Final = re.compile(r"own:[0-9a-f]{24}")
_FILE: Final = "club.yaml"
_AT_KEY = Sentence("{path}: {message}", "“{path}”：{message}")
_NOTED = Sentence("{said} ({note})", "{said}（{note}）")
_TOO_LARGE = Sentence("the file has more than {most} bytes", "文件超过 {most} 字节")
_NOT_KEPT = Sentence("the server cannot keep the file: {reason}", "服务器存不了这个文件：“{reason}”")
_TOO_MANY = Sentence(
    "{most} files are kept already: ask whoever runs this page to remove some",
    "已存有 {most} 个文件：请管理这个网页的人删去一些",
)


@dataclass(frozen=True)
class Listed:
    """A ruleset as the page lists it: the name by which it is asked for, its titles by language, its edition."""

    name: str
    titles: Mapping[str, str]
    edition: str

    def title(self, language: str) -> str:
        """Its title in a language, else in English, or in any."""
        return self.titles.get(language) or self.titles.get(ENGLISH) or next(iter(self.titles.values()), self.name)

    @property
    def family(self) -> str:
        """The name of the ruleset under which it is listed; its own, where it heads a family."""
        return self.name.partition("/")[0]


@dataclass(frozen=True)
class BroughtFile:
    """A file that a visitor brought: its text, the name that it has on the page now, or what is wrong with it.

    No text names a path of the server.
    `lines` are what is wrong by line, 0 for what belongs to none.
    """

    text: str
    name: str = ""
    sound: SoundRuleset | None = None
    warnings: tuple[str, ...] = ()
    faults: Mapping[int, tuple[str, ...]] | None = None

    @property
    def lines(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Each line with its number and what is wrong in it."""
        lines = self.text.split("\n")
        faults: dict[int, tuple[str, ...]] = {}
        for number, said in (self.faults or {}).items():
            at = min(number, len(lines))  # what is missing at the end is told beside the last line
            faults[at] = (*faults.get(at, ()), *said)
        shown = [(number, line, faults.get(number, ())) for number, line in enumerate(lines, 1)]
        return [*([(0, "", faults[0])] if 0 in faults else []), *shown]


@cache
def documents() -> Mapping[str, Document]:
    """The documents that rulesets may cite, read once."""
    return read_documents()


class SharedRulesets(Rulesets):
    """Rulesets that are asked for at the same time, for as long as the page is there."""

    keeps_refusals = False  # what could not be read then can be read later

    def __init__(self) -> None:
        self._lock = RLock()
        super().__init__()

    def get(self, name: str | None, options: Iterable[tuple[str, Any]]) -> Ruleset:
        """The ruleset of a name, which is no path. Raises RulesetError."""
        with self._lock:
            return super().get(name, options)


class Shelf:
    """Finds rulesets by name and keeps them loaded; files that visitors bring are kept in a folder.

    Each such file lies in a folder of its own, with nothing else in it, so that it can extend no other file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rulesets = SharedRulesets()
        self._own: dict[str, Ruleset] = {}
        self._lock = Lock()
        self._listed: list[Listed] | None = None
        self._left_out: dict[str, str] = {}
        self._own_titles: dict[str, Listed | None] = {}

    def get(self, name: str) -> Ruleset:
        """The ruleset of a name on the page, under the options in it. Raises RulesetError."""
        plain, options = without_options(name), options_in(name)
        if not plain or is_path(plain):
            raise RulesetError(f"{described(plain)} is not the name of a ruleset")
        if self.is_own(plain):
            with self._lock:
                ruleset = self._brought(plain, options)
        else:
            ruleset = self.rulesets.get(plain, options)
        _ = ruleset.book
        return ruleset

    def is_own(self, name: str) -> bool:
        """Whether a name is that of a file that a visitor brought."""
        return bool(_OWN_NAME.fullmatch(name))

    def _brought(self, plain: str, options: FormPairs) -> Ruleset:
        name = with_options(plain, options)
        found = self._own.pop(name, None)
        if found is None:
            path = self._path(plain)
            if not path.is_file():
                raise RulesetError("the file of this ruleset is not here any more: bring it again")
            found = load(str(path), options)
        self._own[name] = found
        if len(self._own) > _KEPT:
            del self._own[next(iter(self._own))]
        return found

    def _path(self, name: str) -> Path:
        return self.folder / name.removeprefix(BROUGHT_NAME) / _FILE

    def listed(self) -> list[Listed]:
        """The games that are bundled or installed, in order, without what others only extend; looked for once."""
        if self._listed is None:
            self._listed = list(self._found())
        return self._listed

    def left_out(self) -> Mapping[str, str]:
        """The ids of games that are missing from those listed, as they cannot be loaded, with the reason of each."""
        self.listed()
        return self._left_out

    def own_listed(self) -> list[Listed]:
        """The files that were brought last, the last first, but for those that cannot be used any more."""
        if not self.folder.is_dir():
            return []
        kept = sorted(self.folder.glob(f"*/{_FILE}"), key=lambda path: -path.stat().st_mtime_ns)
        names = [BROUGHT_NAME + path.parent.name for path in kept[:_OWN_LISTED]]
        for name in names:
            if name not in self._own_titles:
                try:
                    self._own_titles[name] = listed_as(name, self.get(name))
                except MjrulesError:
                    self._own_titles[name] = None
        self._own_titles = {name: self._own_titles[name] for name in names}
        return [one for one in self._own_titles.values() if one is not None]

    def _found(self) -> Iterator[Listed]:
        for id in known_ids():
            try:
                ruleset = self.get(id)
            except MjrulesError as error:
                self._left_out[id] = _reason(error)
                continue
            if ruleset.definition.listed:
                yield listed_as(id, ruleset)

    def check(self, data: bytes, *, keep: bool = True, say: Say = str) -> BroughtFile:
        """Check a file that a visitor brings, and `say` what is wrong; a sound one is kept, if it shall be."""
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n")
        name = BROUGHT_NAME + hashlib.sha256(data).hexdigest()[:24]
        path, there = self._path(name), self._path(name).is_file()
        try:
            if len(data) > YAML_BYTES:
                raise RulesetError(_TOO_LARGE(most=YAML_BYTES))
            if not there:
                self._keep(path, data)
            with budget(PAGE_STEPS):
                sound = check_ruleset(str(path), documents())
                _ = sound.ruleset.book
                warnings = tuple(_without_paths(say(warning), path) for warning in sound.warnings)
        except MjrulesError as error:
            self._forget(path)
            return BroughtFile(text[:YAML_BYTES], faults=_by_line(error, path, say))
        if not keep and not there:
            self._forget(path)
        return BroughtFile(text, name, sound, warnings)

    def _keep(self, path: Path, data: bytes) -> None:
        """Keep a file that a visitor brings. Raises RulesetError where that cannot be, as on a full disk."""
        try:
            self._write(path, data)
        except OSError as error:
            raise RulesetError(_NOT_KEPT(reason=error.strerror)) from None

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file into a folder of its own, whole or not at all. Raises RulesetError where there are too many.

        Raises OSError where it cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if len(os.listdir(self.folder)) >= MOST_BROUGHT:
            raise RulesetError(_TOO_MANY(most=MOST_BROUGHT))
        path.parent.mkdir(exist_ok=True)
        with written_whole(path) as beside:
            beside.write_bytes(data)

    def _forget(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        if path.parent.is_dir() and not os.listdir(path.parent):
            path.parent.rmdir()


def without_options(name: str) -> str:
    """A name on the page without the options in it: `club` of `club?minimum=1`."""
    return name.partition("?")[0]


def options_in(name: str) -> FormPairs:
    """The options in a name on the page. Raises RulesetError where there are too many."""
    try:
        return tuple(parse_qsl(name.partition("?")[2], keep_blank_values=True, max_num_fields=_MOST_OPTIONS))
    except ValueError:
        raise RulesetError(f"more than {_MOST_OPTIONS} options") from None


def with_options(name: str, options: Iterable[tuple[str, str]]) -> str:
    """The name on the page of a ruleset under options."""
    said = urlencode(sorted(options))
    return f"{name}?{said}" if said else name


def listed_as(name: str, ruleset: Ruleset) -> Listed:
    """A ruleset as it is listed under a name."""
    title = ruleset.definition.title
    titles = {ENGLISH: title or ruleset.id} if isinstance(title, str) else dict(title)
    return Listed(name, titles, ruleset.edition)


def _reason(error: MjrulesError) -> str:
    """The first thing that is wrong, without the place in a file of the server."""
    return error.problems[0].message if isinstance(error, RulesetError) else str(error)


def _by_line(error: MjrulesError, path: Path, say: Say) -> dict[int, tuple[str, ...]]:
    """What is wrong in a file, by the lines; paths of the server are left out."""
    found: dict[int, tuple[str, ...]] = {}
    problems: list[dict[str, Any]] = [{"message": str(error), "path": "", "note": ""}]
    if isinstance(error, RulesetError):
        problems = broken_record(_FILE, error)["problems"]
    for problem in problems:
        line = problem.get("line", 0) if str(problem.get("file", _FILE)).endswith(_FILE) else 0
        said = _AT_KEY(**problem) if problem["path"] else problem["message"]
        told = _NOTED(said=said, note=problem["note"]) if problem["note"] else said
        found[line] = (*found.get(line, ()), _without_paths(say(told), path))
    return found


def _without_paths(text: str, path: Path) -> str:
    for shown in (shown_path(path), str(path), str(path.parent), shown_path(path.parent)):
        text = text.replace(shown, _FILE)
    return text
