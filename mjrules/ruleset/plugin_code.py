"""The Python that a ruleset rests on: what it uses of its plugins, how many lines of code each has, and which code."""

from __future__ import annotations

import inspect
import io
import os
import sys
import tokenize
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ..hooks.manager import own_modules
from ..spoken import Sentence
from ..tiles.tile import JOKER
from .json_cache import digest
from .ruleset import Ruleset

_NO_CODE = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
)
NAMED_HOOKS: Mapping[str, Sentence] = {
    "mj_condition_words": Sentence("the word {name}", "条件词“{name}”"),
    "mj_combination_policies": Sentence("the combination policy {name}", "番种取舍的方法“{name}”"),
    "mj_scoring_methods": Sentence("the scoring method {name}", "计分方法“{name}”"),
    "mj_settlement_methods": Sentence("the settlement {name}", "结算方法“{name}”"),
    "mj_house_rules": Sentence("the house rule {name}", "附加规则“{name}”"),
}
"""The hooks whose items a ruleset uses by their names, and what such an item is called."""
_STAND_INS = Sentence("what jokers stand for", "百搭代什么牌")()


class PluginCode(NamedTuple):
    """A plugin at work in a ruleset: what the ruleset uses of it, and its lines of code; None where nobody knows."""

    plugin: str
    gives: tuple[str, ...]
    lines: int | None


def plugin_code(ruleset: Ruleset, words: Collection[str]) -> tuple[PluginCode, ...]:
    """What a ruleset, whose conditions have these words, uses of its plugins, in order of their names."""
    gives: dict[str, list[str]] = {}
    for plugin, what in _used(ruleset, words):
        gives.setdefault(plugin, []).append(what)
    plugins = ruleset.plugins.plugins
    return tuple(PluginCode(name, tuple(gives[name]), code_lines(plugins[name])) for name in sorted(gives))


def _used(ruleset: Ruleset, words: Collection[str]) -> Iterator[tuple[str, str]]:
    """What the ruleset names of what its plugins provide, each with the plugin."""
    definition = ruleset.definition
    scoring, settlement = definition.scoring, definition.settlement
    named: Mapping[str, Collection[str]] = {
        "mj_condition_words": words,
        "mj_combination_policies": {scoring.combination} if scoring else (),
        "mj_scoring_methods": {scoring.method} if scoring else (),
        "mj_settlement_methods": {settlement.method} if settlement else (),
        "mj_house_rules": definition.house_rules,
    }
    for hook, called in NAMED_HOOKS.items():
        for plugin, item in ruleset.plugins.collect(hook):
            if item.name in named[hook]:
                yield plugin, called(name=item.name)
    if ruleset.book.tiles.copies[JOKER] or ruleset.book.stand_ins:  # functions may make jokers of other tiles
        for plugin in dict.fromkeys(plugin for plugin, _ in ruleset.plugins.collect("mj_stand_ins")):
            yield plugin, _STAND_INS


def code_digests(plugins: Mapping[str, object]) -> dict[str, str]:
    """A digest of the code of each plugin that does not come with mjrules, by the plugin's name, in order.

    It is made of all Python files of the package, and the same wherever these are the same. The process goes on with
    the modules that it has imported, so it is taken once.
    """
    packages = {name: _package(plugins[name]) for name in sorted(plugins)}
    own = own_modules() if packages else ()
    return {name: _digest(package) for name, package in packages.items() if getattr(package, "__name__", "") not in own}


def _package(plugin: object) -> ModuleType | None:
    """The module that a plugin is, or in which it is made; of a package the outermost one that has code of its own."""
    module = plugin if isinstance(plugin, ModuleType) else sys.modules.get(str(plugin.__module__))
    parts = [] if module is None else module.__name__.split(".")
    outer = [sys.modules.get(".".join(parts[:length])) for length in range(1, len(parts))]
    return next((package for package in outer if getattr(package, "__file__", None)), module)


@cache
def _digest(package: ModuleType | None) -> str:
    """The digest of the names and bytes of Python files, wherever the package is; that of none where nobody knows."""
    try:
        files = _sources(package)
        folder = os.path.dirname(getattr(package, "__file__", None) or "")
        found = [(Path(os.path.relpath(file, folder)).as_posix(), digest(file.read_bytes())) for file in files]
    except (OSError, TypeError, ValueError):
        found = []
    return digest(repr(sorted(found)).encode())


def code_lines(plugin: object) -> int | None:
    """The lines of code of a plugin, of a package those of all its modules, without comments and docstrings."""
    try:
        files = _sources(plugin)
        return sum(_lines(file.read_text(encoding="utf-8")) for file in files) if files else None
    except (OSError, TypeError, SyntaxError, UnicodeDecodeError, tokenize.TokenError):
        return None


def _sources(plugin: object) -> list[Path]:
    """The Python files of a plugin: those of its package, or the one in which it is."""
    folders = getattr(plugin, "__path__", ()) if isinstance(plugin, ModuleType) else ()
    if folders:
        return [file for folder in folders for file in sorted(Path(folder).rglob("*.py"))]
    known = isinstance(plugin, ModuleType) or inspect.isclass(plugin) or inspect.isfunction(plugin)
    file = inspect.getsourcefile(plugin if known else type(plugin))  # type: ignore[arg-type]
    return [] if file is None else [Path(file)]


def _lines(text: str) -> int:
    """How many lines of a Python file have code."""
    found: set[int] = set()
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        docstring = begins and token.type == tokenize.STRING
        if token.type not in _NO_CODE and not docstring:
            found.update(range(token.start[0], token.end[0] + 1))
        if token.type == tokenize.NEWLINE:
            begins = True
        elif token.type not in _NO_CODE:
            begins = False
    return len(found)
