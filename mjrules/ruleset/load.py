"""Loads a ruleset: out of the cache where it can, else from its files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from ..errors import RulesetError
from ..hooks.manager import Available
from .cached_rulesets import keep, key_of, recall
from .find_files import RulesetFile, find_file, is_path
from .json_cache import cache_folder
from .options import Settings, pairs_of
from .ruleset import Ruleset

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
    name = _as_name(name)
    folder = None if beside is None else os.fspath(beside)
    allowed = None if within is None else os.fspath(within)
    path = find_file(name, folder)
    start = None if not is_path(name) or all(map(os.path.isabs, (path, allowed or path))) else os.getcwd()
    *levels, strongest = [pairs_of(settings) for settings in (*weaker, options)]
    cached = available is None and cache_folder() is not None
    key = key_of(path, [*levels, strongest]) if cached else None
    ruleset = None if key is None else recall(key, path, allowed)

    def read() -> list[RulesetFile]:
        from .chain import read_files  # and nodes only where files are parsed

        return read_files(name, *_seen_from(start, folder, allowed))

    if ruleset is None:
        from .resolve import load_nodes  # pydantic is imported only where files are checked

        files = read()
        ruleset = load_nodes([file.node for file in files], strongest, weaker=levels, available=available)
        if key is not None:
            keep(key, files, ruleset)

    def again(more: Settings) -> Ruleset:
        beside, within = _seen_from(start, folder, allowed)
        return load(name, more, weaker=[*levels, strongest], beside=beside, within=within, available=available)

    ruleset.again = again
    ruleset.files = read
    if available is None:
        place = os.path.abspath(path) if is_path(name) else name
        inside = None if allowed is None else os.path.abspath(allowed)
        ruleset.elsewhere = load_same, (place, tuple([tuple(pairs) for pairs in (*levels, strongest)]), inside)
    return ruleset


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
        raise RulesetError(f"{found.id} is another ruleset here: its hash is {found.hash[:8]}, not {hash[:8]}")
    return found


def _as_name(name: str | os.PathLike[str]) -> str:
    """An id or path as text; what was given as a path is a path, even if an id is called like that."""
    if isinstance(name, str):
        return name
    if not isinstance(name, os.PathLike):
        raise TypeError(f"expected the id or path of a ruleset, got {type(name).__name__}")
    path = os.fspath(name)
    return path if is_path(path) else os.path.join(os.curdir, path)


def loaded(ruleset: Ruleset | str) -> Ruleset:
    """A ruleset, or the one of an id or path. Raises RulesetError, and TypeError for what is neither."""
    return ruleset if isinstance(ruleset, Ruleset) else load(ruleset)
