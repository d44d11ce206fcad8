"""The Python that a ruleset rests on: what it uses of its plugins, and how many lines of code each has."""

from __future__ import annotations

import inspect
import io
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from .ruleset import Ruleset

_NO_CODE = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
)


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
    named = {
        "mj_condition_words": ("word", words),
        "mj_combination_policies": ("combination policy", {scoring.combination} if scoring else ()),
        "mj_scoring_methods": ("scoring method", {scoring.method} if scoring else ()),
        "mj_settlement_methods": ("settlement", {settlement.method} if settlement else ()),
        "mj_house_rules": ("house rule", definition.house_rules),
    }
    for hook, (called, names) in named.items():
        for plugin, item in ruleset.plugins.collect(hook):
            if item.name in names:
                yield plugin, f"the {called} {item.name}"
    for plugin in dict.fromkeys(plugin for plugin, _ in ruleset.plugins.collect("mj_stand_ins")):
        yield plugin, "what jokers stand for"


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
