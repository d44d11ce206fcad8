"""Rulesets as they are sent to other processes and machines: what to load there, and the hash that it must have."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ..declared.values import plain
from ..errors import RulesetError
from ..ruleset.files.find import RulesetFile, is_found_by
from ..ruleset.load import load
from ..ruleset.plugin_code import code_digests
from ..ruleset.ruleset import Ruleset
from ..version import __version__
from .errors import WorkError

_KEPT: Final[dict[str, Ruleset]] = {}
"""The rulesets of this process that were sent or received, by their hashes; the latest last."""
RULESETS_HELD: Final = 4
_FOLDERS: Final[list[TemporaryDirectory[str]]] = []
"""Where files are that were received; they go with the process, for a ruleset may be loaded again."""


@dataclass(frozen=True)
class SentRuleset:
    """A ruleset that any process with the same mjrules can load: by its id, or from the files that are sent along.

    `files` are pairs of a path and bytes, none where the id is enough; `main` is the path of the file to load among
    them, or the id. `plugins` are pairs of a plugin that does not come with mjrules and the digest of its code.
    `version` is that of the mjrules that sent it: another one may play otherwise.
    """

    main: str
    hash: str
    options: tuple[tuple[str, Any], ...]
    files: tuple[tuple[str, bytes], ...] = ()
    plugins: tuple[tuple[str, str], ...] = ()
    version: str = __version__

    @classmethod
    def of(cls, ruleset: Ruleset) -> SentRuleset:
        """A loaded ruleset, to be sent; this process itself need not load it again.

        Raises WorkError where it was not loaded from files.
        """
        keep_ruleset(ruleset)
        options = tuple((name, plain(value)) for name, value in ruleset.options.chosen.items())
        if ruleset.files is None:
            raise WorkError(f"{ruleset.id} was not loaded from files, so no other process can play by it")
        files = _own(ruleset.files)
        if not files:
            return cls(ruleset.id, ruleset.hash, options, plugins=_code(ruleset))
        base = os.path.commonpath([os.path.dirname(os.path.realpath(file.path)) for file in files])
        parts = [part for file in files for part in file.parts if part is not None]
        sent = {_below(part.path, base): part.data for part in parts}
        return cls(_below(files[-1].path, base), ruleset.hash, options, tuple(sorted(sent.items())), _code(ruleset))

    def load(self) -> Ruleset:
        """The ruleset, loaded once in a process.

        Raises WorkError where another one is found here, or this is another version of mjrules or of a plugin.
        """
        if self.version != __version__:
            raise WorkError(f"this is mjrules {__version__}, and {self.version} is asked for")
        found = _KEPT.get(self.hash)
        if found is None:
            try:
                found = self._loaded()
            except RulesetError as error:
                raise WorkError(f"{self.main} cannot be loaded: {error}") from None
            if found.hash != self.hash:
                raise WorkError(
                    f"{self.main} is another ruleset here: its hash is {found.hash[:8]}, not {self.hash[:8]}"
                )
            keep_ruleset(found)
        sent = dict(self.plugins)
        for name, code in _code(found):
            if sent.get(name) != code:
                raise WorkError(f'{self.main} is another ruleset here: its plugin "{name}" has other code')
        return found

    def _loaded(self) -> Ruleset:
        """The ruleset, read from what was sent."""
        if not self.files:
            return load(self.main, self.options)
        _FOLDERS.append(TemporaryDirectory(prefix="mjrules-"))
        folder = _FOLDERS[-1].name
        for name, data in self.files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return load(str(Path(folder, self.main)), self.options, within=folder)


def _code(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    return tuple(code_digests(ruleset.plugins.plugins).items())


def keep_ruleset(ruleset: Ruleset) -> None:
    """Let this process find a ruleset by its hash."""
    _KEPT.pop(ruleset.hash, None)
    _KEPT[ruleset.hash] = ruleset
    while len(_KEPT) > RULESETS_HELD:
        del _KEPT[next(iter(_KEPT))]


def _own(files: Sequence[RulesetFile]) -> list[RulesetFile]:
    """The files that are not found by an id, the main one last: none where that is."""
    own: list[RulesetFile] = []
    for file in reversed(files):
        id = file.node.child("id")
        with suppress(RulesetError):
            if id is not None and isinstance(id.value, str) and is_found_by(id.value, file.path):
                break
        own.append(file)
    return own[::-1]


def _below(path: str, base: str) -> str:
    """The path of a file from a folder that it is below."""
    return (Path(path).parent.resolve() / Path(path).name).relative_to(base).as_posix()
