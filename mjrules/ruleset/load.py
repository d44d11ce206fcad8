"""Loads a ruleset: out of the cache where it can, else from its files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from ..errors import RulesetError
from ..hooks.manager import Available
from ..spoken import Sentence
from .cached_rulesets import keep, key_of, recall
from .files.find import EXPECTED_RULESET, RulesetFile, find_file, is_path
from .json_cache import cache_folder
from .options.options import Settings, pairs_of
from .ruleset import Ruleset

_ANOTHER_RULESET_ITS = Sentence(
    "{id} is another ruleset here: its hash is {own}, not {hash}",
    "这里的“{id}”是另一种规则：校验码是“{own}”，而不是“{hash}”",
)

NamedRuleset = Ruleset | str | os.PathLike[str]
"""A ruleset, or the id or path by which one is loaded."""
_Levels = tuple[tuple[tuple[str, Any], ...], ...]
"""Settings as pairs, the weakest first."""
_UNPICKLED: Final = 8
"""How many rulesets that were pickled a process keeps."""


def load(
    name: str | os.PathLike[str],
    options: Settings = None,
    *,
    weaker: Sequence[Settings] = (),
    beside: str | os.PathLike[str] | None = None,
    within: str | os.PathLike[str] | None = None,
    available: Available = None,
) -> Ruleset:
    """The ruleset of an id or path, ready to score; a `Path` is one, whatever its name.

    `options` are values for its options, and presets as `name: true`, which are applied first.
    `weaker` are settings that they override, the weakest first. A relative path is taken from
    `beside`, else from the working folder. A file extends ids, and files in its own folder or below;
    with `within`, files anywhere in that folder. `available` replaces the installed plugins; such a
    ruleset is not cached. Raises RulesetError with everything that is wrong, each at its place, and TypeError for a
    name that is none.
    """
    name = as_name(name)
    folder = None if beside is None else os.fspath(beside)
    allowed = None if within is None else os.fspath(within)
    path = find_file(name, folder)
    start = None if not is_path(name) or all(map(os.path.isabs, (path, allowed or path))) else os.getcwd()
    levels = [pairs_of(settings) for settings in (*weaker, options)]
    cached = available is None and cache_folder() is not None
    key = key_of(path, levels) if cached else None
    loading = _Loading(name, path, start, folder, allowed, available)
    ruleset = None if key is None else recall(key, path, allowed)
    if ruleset is not None:
        return loading.done(ruleset, ruleset.files or (), levels)
    from .files.chain import read_files  # and nodes only where files are parsed

    files = read_files(name, *_seen_from(start, folder, allowed))
    ruleset = loading.made_of(files, levels)
    if key is not None:
        keep(key, files, ruleset)
    return ruleset


class _Loading(NamedTuple):
    """By what a ruleset was loaded: its name, its path, the folders that matter, the plugins."""

    name: str
    path: str
    start: str | None
    folder: str | None
    within: str | None
    available: Available

    def made_of(self, files: Sequence[RulesetFile], levels: Sequence[Settings]) -> Ruleset:
        """The ruleset of files as they were read, the root first. Raises RulesetError."""
        from .resolve import load_nodes  # pydantic is imported only where files are checked

        *weaker, strongest = levels
        nodes = [file.node for file in files]
        return self.done(load_nodes(nodes, strongest, weaker=weaker, available=self.available), files, levels)

    def done(self, ruleset: Ruleset, files: Sequence[RulesetFile], levels: Sequence[Settings]) -> Ruleset:
        """A ruleset that knows by what it was loaded."""
        ruleset.files, ruleset.again = files, partial(self.again, files, levels)
        if self.available is None:
            place = os.path.abspath(self.path) if is_path(self.name) else self.name
            inside = None if self.within is None else os.path.abspath(self.within)
            ruleset.elsewhere = load_same, (place, tuple([tuple(pairs_of(pairs)) for pairs in levels]), inside)
        return ruleset

    def again(self, files: Sequence[RulesetFile], levels: Sequence[Settings], more: Settings) -> Ruleset:
        """The ruleset of these files with more options: loaded, as that is quicker, where they are still the same.

        Who plays or keeps books by a ruleset goes on by what it was. Raises RulesetError.
        """
        further = [*levels, pairs_of(more)]
        with suppress(RulesetError):
            beside, within = _seen_from(self.start, self.folder, self.within)
            *weaker, strongest = further
            found = load(self.name, strongest, weaker=weaker, beside=beside, within=within, available=self.available)
            if _bytes_of(found.files or ()) == _bytes_of(files):
                return found
        return self.made_of(files, further)


def _bytes_of(files: Sequence[RulesetFile]) -> list[list[bytes | None]]:
    """What stands in files and their companions."""
    return [[None if part is None else part.data for part in file.parts] for file in files]


def _seen_from(start: str | None, beside: str | None, within: str | None) -> tuple[str | None, str | None]:
    """The same folders where the working folder is no longer the `start`, in which relative paths were meant."""
    if start is None or os.path.abspath(os.curdir) == start:
        return beside, within
    return os.path.join(start, beside or ""), within and os.path.join(start, within)


@lru_cache(maxsize=_UNPICKLED)
def load_same(name: str, settings: _Levels, within: str | None, hash: str) -> Ruleset:
    """The ruleset that was pickled, loaded once in a process. Raises RulesetError where it is another here."""
    *weaker, strongest = settings
    found = load(name, strongest, weaker=weaker, within=within)
    if found.hash != hash:
        raise RulesetError(_ANOTHER_RULESET_ITS(id=found.id, own=found.hash[:8], hash=hash[:8]))
    return found


def as_name(name: str | os.PathLike[str]) -> str:
    """An id or path as text; what was given as a path is a path, even if an id is called like that."""
    if isinstance(name, str):
        return name
    if not isinstance(name, os.PathLike):
        raise TypeError(EXPECTED_RULESET(got=type(name).__name__))
    path = os.fspath(name)
    return path if is_path(path) else os.path.join(os.curdir, path)


def loaded(ruleset: NamedRuleset) -> Ruleset:
    """A ruleset, or the one of an id or path. Raises RulesetError, and TypeError for what is neither."""
    return ruleset if isinstance(ruleset, Ruleset) else load(ruleset)
