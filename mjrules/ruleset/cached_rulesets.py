"""Keeps loaded rulesets in the cache, and recalls them without YAML, pydantic or a search for plugins.

An entry is used where everything that it was made of is as it was: the bytes of every file, the
settings of the caller, mjrules and the plugins, and what is installed. Recalled is what was read
and found sound; the rules are built anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..declared.values import plain, typed
from ..errors import NotedFaults, Place
from ..hooks.manager import Installed, Plugins
from ..version import __version__
from . import json_cache
from .building.build import Builder
from .definition import Definition
from .files.find import PACKAGE, RulesetFile, find_parent
from .options.options import Option, Options, read_option
from .ruleset import Ruleset

if TYPE_CHECKING:
    from .files.node import Node

_FORMAT = 4
"""The number of the form that entries have."""
Key = list[Any]
Pairs = Sequence[tuple[str, Any]]


def key_of(path: str, settings: Sequence[Pairs]) -> Key | None:
    """The key of a ruleset in the cache; None where it cannot be kept there.

    It can be where every setting is a name with text, a number, true, false or null, which JSON tells apart.
    """
    pairs = [list(pair) for level in settings for pair in level]
    if not all(len(pair) == 2 and all(type(item) in _PLAIN for item in pair) for pair in pairs):
        return None
    levels = [[list(pair) for pair in level] for level in settings if level]
    return [os.path.abspath(path), PACKAGE, levels]


_PLAIN = (str, int, float, bool, type(None))


def recall(key: Key, path: str, within: str | None) -> Ruleset | None:
    """The ruleset of a key, whose file is at a path; None where the cache has none that can be used."""
    try:
        entry = json_cache.read(key)
        return None if entry is None else _recalled(entry, path, within)
    except Exception:  # whatever an entry is like, the files are there to be read
        return None


def keep(key: Key, files: Sequence[RulesetFile], ruleset: Ruleset) -> None:
    """Keep a ruleset that was made of files, the root first; where that fails, it is not kept."""
    with suppress(Exception):  # a ruleset that cannot be kept is as good as another
        plugins = _plugins(ruleset.plugins)
        if plugins is not None:
            json_cache.write(key, _entry(files, ruleset, plugins))


def _entry(files: Sequence[RulesetFile], ruleset: Ruleset, plugins: dict[str, list[str]]) -> dict[str, Any]:
    places = {file.shown: number for number, file in enumerate(files)}
    history = {
        name: [[value, place and [places[place.file], *place[1:]]] for value, place in steps]
        for name, steps in ruleset.options.history.items()
    }
    return {
        "made": _made(_engine()),
        "files": [[[part and json_cache.digest(part.data) for part in file.parts], _extends(file)] for file in files],
        "plugins": plugins,
        "written": {name: plain(option.meaning(option.default)) for name, option in ruleset.options.declared.items()},
        "history": history,
        "used": sorted(ruleset.used_options),
        "definition": plain(ruleset.definition),
    }


def _extends(file: RulesetFile) -> str | None:
    parent = file.node.child("extends")
    return None if parent is None else parent.value


def _engine() -> list[str]:
    """The files of all modules of the engine that this process has: with no others can a ruleset have been read."""
    name = __name__.partition(".")[0]
    own = (module for at, module in list(sys.modules.items()) if at.partition(".")[0] == name)
    return sorted({file for module in own if (file := getattr(module, "__file__", None))})


def _made(engine: list[str]) -> list[Any]:
    """What makes rulesets, with these modules, and finds plugins, and could have changed.

    Folders of packages change whenever something is installed or removed.
    """
    folders = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
    installed = [[path, os.stat(path).st_mtime_ns] for path in folders if os.path.isdir(path)]
    stamp = json_cache.stamp_of_files(tuple(engine))
    return [_FORMAT, __version__, stamp, installed, os.environ.get("PYTHONPATH"), engine]


def _plugins(plugins: Plugins) -> dict[str, list[str]] | None:
    """The entry point of every plugin and the stamp of its module; None where one is not installed."""
    found = {}
    for name, load in plugins.loaders.items():
        if not isinstance(load, Installed):
            return None
        module = sys.modules[load.at.partition(":")[0]]
        folder = next(iter(getattr(module, "__path__", ())), None)
        found[name] = [load.at, json_cache.stamp(str(folder or module.__file__))]
    return found


def _recalled(entry: Any, path: str, within: str | None) -> Ruleset | None:
    """The ruleset of an entry; None where something is not as it was. Raises whatever odd entries lead to."""
    if entry["made"] != _made(entry["made"][-1]):
        return None
    files = _files(entry["files"], path, within)
    if files is None:
        return None
    definition = typed(Definition, entry["definition"])
    plugins = Plugins(definition.plugins, {name: Installed(at) for name, (at, _) in entry["plugins"].items()})
    if _plugins(plugins) != entry["plugins"]:
        return None
    faults = NotedFaults()
    builder = Builder(definition, plugins, faults)
    builder.read()
    if faults or builder.reader.problems:
        return None
    written, history = entry["written"], entry["history"]
    if written.keys() != definition.options.keys() or not history.keys() <= written.keys():
        return None
    options = _options(definition, written, history, files)
    used = frozenset(entry["used"])
    ruleset = Ruleset(lambda: _node(files, options), definition, options, builder.rulebook(), used, plugins)
    ruleset.files = files
    return ruleset


def _files(kept: list[list[Any]], path: str, within: str | None) -> list[RulesetFile] | None:
    """The files of an entry, the root first; None where one has other bytes."""
    files: list[RulesetFile] = []
    for own, extends in reversed(kept):
        files.append(RulesetFile(path))
        if [part and json_cache.digest(part.data) for part in files[-1].parts] != own:
            return None
        path = find_parent(extends, path, within) if extends else path
    return files[::-1]


def _options(
    definition: Definition, written: dict[str, Any], history: dict[str, Any], files: Sequence[RulesetFile]
) -> Options:
    def read() -> list[Option]:
        return [read_option(name, entry, written[name]) for name, entry in definition.options.items()]

    options = Options(read, definition.presets)
    for name, steps in history.items():
        options.history[name] = [(value, at and Place(files[at[0]].shown, *at[1:])) for value, at in steps]
    return options


def _node(files: Sequence[RulesetFile], options: Options) -> Node:
    """What a recalled ruleset was made of, from the bytes that its files had."""
    from .inherit import inherit_all
    from .options.apply import apply_options

    return apply_options(inherit_all([file.node for file in files], []), options)
