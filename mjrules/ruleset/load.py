"""Loads a ruleset: out of the cache where it can, else from its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..hooks.manager import Available
from .cached_rulesets import keep, key_of, recall
from .find_files import RulesetFile, find_file
from .json_cache import cache_folder
from .options import Settings, pairs_of
from .ruleset import Ruleset


def load(
    name: str,
    options: Settings = None,
    *,
    weaker: Sequence[Settings] = (),
    beside: str | Path | None = None,
    within: str | Path | None = None,
    available: Available = None,
) -> Ruleset:
    """The ruleset of an id or path, ready to score.

    `options` are values for its options, and presets as `name: true`, which are applied first.
    `weaker` are settings that they override, the weakest first. A relative path is taken from
    `beside`, else from the working folder. A file extends ids, and files in its own folder or below;
    with `within`, files anywhere in that folder. `available` replaces the installed plugins; such a
    ruleset is not cached. Raises RulesetError with everything that is wrong, each at its place.
    """
    folder = None if beside is None else Path(beside)
    allowed = None if within is None else Path(within)
    path = find_file(name, folder)
    *levels, strongest = [pairs_of(settings) for settings in (*weaker, options)]
    cached = available is None and cache_folder() is not None
    key = key_of(path, [*levels, strongest]) if cached else None
    ruleset = None if key is None else recall(key, path, allowed)

    def read() -> list[RulesetFile]:
        from .chain import read_files  # and nodes only where files are parsed

        return read_files(name, folder, allowed)

    if ruleset is None:
        from .resolve import load_nodes  # pydantic is imported only where files are checked

        files = read()
        ruleset = load_nodes([file.node for file in files], strongest, weaker=levels, available=available)
        if key is not None:
            keep(key, files, ruleset)

    def again(more: Settings) -> Ruleset:
        return load(name, more, weaker=[*levels, strongest], beside=beside, within=within, available=available)

    ruleset.again = again
    ruleset.files = read
    return ruleset


def loaded(ruleset: Ruleset | str) -> Ruleset:
    """A ruleset, or the one of an id or path. Raises RulesetError."""
    return load(ruleset) if isinstance(ruleset, str) else ruleset
