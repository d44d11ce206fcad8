"""Loads a ruleset: reads the chain of files, inherits, fills in options, checks, and builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path as FilePath
from typing import Any

from ..errors import PluginError, Problem, RulesetError
from ..hooks.manager import Plugins
from .build import SCORING_KEYS, Builder, UnusableError
from .files import read_chain
from .inherit import inherit
from .node import Node, Path, problem_at
from .options import OptionError, Options, fill_in, read_option
from .rules import Fault
from .ruleset import Ruleset
from .validate import validate, validate_settings

Settings = Mapping[str, Any] | Iterable[tuple[str, Any]] | None
Available = Mapping[str, Callable[[], object]] | None


def load(
    name: str,
    options: Settings = None,
    *,
    weaker: Sequence[Settings] = (),
    beside: str | FilePath | None = None,
    available: Available = None,
) -> Ruleset:
    """The ruleset of an id or path, ready to score.

    `options` are values for its options, and presets as `name: true`, which are applied first.
    `weaker` are settings that they override, the weakest first. A relative path is taken from
    `beside`, else from the working folder. `available` replaces the installed plugins. Raises
    RulesetError with everything that is wrong, each at its place.
    """
    chain = read_chain(name, None if beside is None else FilePath(beside))
    return load_nodes(chain, options, weaker=weaker, available=available)


def load_nodes(
    chain: list[Node], options: Settings = None, *, weaker: Sequence[Settings] = (), available: Available = None
) -> Ruleset:
    """The ruleset of a chain of files already read, the root first. Raises RulesetError."""
    problems: list[Problem] = []
    merged: Node | None = None
    for node in chain:
        merged = inherit(merged, node, problems)
    assert merged is not None
    chosen = _options(merged, chain, problems)
    for settings in (*weaker, options):
        _choose(chosen, settings)
    filled, used = fill_in(merged, chosen, problems)
    problems += validate(filled)
    bad = [_paths(problem) for problem in problems]
    clean = _without(filled, bad)
    data = _pruned(clean.plain(), _known_rules(merged))
    ruleset = _build(filled, data, chosen, used, problems, available)
    if problems or ruleset is None:
        raise RulesetError(problems)
    return ruleset


def _options(merged: Node, chain: list[Node], problems: list[Problem]) -> Options:
    """The declared options with the values that the files themselves set."""
    declared, presets = [], {}
    section = merged.child("options")
    for name, node in (section.value if section is not None and section.is_mapping else {}).items():
        if node.is_mapping:
            try:
                declared.append(read_option(name, node.plain()))
            except OptionError as error:
                problems.append(problem_at(merged, ("options", name, "default"), str(error)))
    bundle = merged.child("presets")
    for name, node in (bundle.value if bundle is not None and bundle.is_mapping else {}).items():
        if name in (option.name for option in declared):
            message = f'"{name}" is an option already: a preset needs a name of its own'
            problems.append(problem_at(merged, ("presets", name), message, on_key=True))
        elif node.is_mapping:
            presets[name] = node.plain()
    options = Options(declared, presets)
    for name, values in presets.items():
        _try_settings(Options(declared), values, merged, ("presets", name), problems)
    for node in chain:
        settings = node.child("set")
        if settings is not None and settings.is_mapping:
            _try_settings(options, settings.plain(), node, ("set",), problems)
    return options


def _try_settings(options: Options, values: Mapping[str, Any], root: Node, path: Path, problems: list[Problem]) -> None:
    for name, value in values.items():
        before = options.chosen.get(name)
        try:
            node = root.at((*path, name))
            options.choose([(name, value)], None if node is None else node.key)
        except OptionError as error:
            problems.append(problem_at(root, (*path, name), str(error), on_key=name not in options.declared))
            continue
        if path == ("set",) and name in options.declared and options.chosen[name] == before:
            problems.append(problem_at(root, (*path, name), f"this changes nothing: {name} is {before} already"))


def _choose(options: Options, settings: Settings) -> None:
    """Set the options of the caller. Raises RulesetError."""
    pairs = settings.items() if isinstance(settings, Mapping) else settings or ()
    try:
        options.choose(pairs)
    except OptionError as error:
        raise RulesetError([Problem(f"options.{error.option}", str(error))]) from None


def _paths(problem: Problem) -> Path:
    """The path of a problem, cut to the entry that cannot be used because of it."""
    path: list[str | int] = []
    for part in problem.path.split("."):
        path.append(part.split("[")[0])
    keep = 3 if path[:2] == ["scoring", "rules"] else 2
    return tuple(path[:keep])


def _without(root: Node, paths: list[Path]) -> Node:
    """The ruleset without the entries at some paths, so that the rest can still be checked."""
    for path in paths:
        if path and root.at(path) is not None:
            root = _cut(root, path)
    return root


def _cut(node: Node, path: Path) -> Node:
    if not node.is_mapping:
        return node
    if len(path) == 1:
        return node.with_value({key: child for key, child in node.value.items() if key != path[0]})
    return node.with_value(
        {key: _cut(child, path[1:]) if key == path[0] else child for key, child in node.value.items()}
    )


def _known_rules(merged: Node) -> frozenset[str]:
    """The ids of all rules that some file of the chain has, deleted ones too."""
    found: set[str] = set()
    scoring = merged.child("scoring")
    for level in scoring.history() if scoring is not None else ():
        rules = level.child("rules")
        for node in rules.history() if rules is not None else ():
            found.update(node.value if node.is_mapping else ())
    return frozenset(found)


def _pruned(data: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The data without references to rules that a child deleted."""
    rules = (data.get("scoring") or {}).get("rules") or {}
    gone = known - set(rules)

    def kept(items: Any) -> Any:
        if not isinstance(items, list):
            return items
        return [item for item in items if not (set(item) if isinstance(item, dict) else {item}) & gone]

    for rule in rules.values():
        if isinstance(rule, dict):
            for key in ("excludes", "excluded_by"):
                if key in rule:
                    rule[key] = kept(rule[key])
    return data


def _build(
    filled: Node,
    data: dict[str, Any],
    options: Options,
    used: frozenset[str],
    problems: list[Problem],
    available: Available,
) -> Ruleset | None:
    try:
        plugins = Plugins(data.get("plugins") or (), available)
    except PluginError as error:
        problems.append(problem_at(filled, _plugin_path(filled, str(error)), str(error)))
        return None
    if not data.get("scoring"):
        return None if problems else Ruleset(filled, data, options, None, used, plugins)
    faults: list[Fault] = []
    book = None
    with suppress(UnusableError):
        try:
            book = Builder(data, plugins, faults).build()
        except PluginError as error:
            problems.append(problem_at(filled, _plugin_path(filled, str(error)), str(error)))
            raise UnusableError from None
        problems += validate_settings(filled, "scoring", SCORING_KEYS, book.method.settings)
        if book.settlement is not None:
            problems += validate_settings(filled, "settlement", ("method",), book.settlement.settings)
    problems += [problem_at(filled, path, message) for path, message in dict.fromkeys(faults)]
    return None if problems or book is None else Ruleset(filled, data, options, book, used, plugins)


def _plugin_path(filled: Node, message: str) -> Path:
    """The entry of `plugins` that a message is about."""
    section = filled.child("plugins")
    for index, node in enumerate(section.value if section is not None and section.is_list else ()):
        if f'"{node.value}"' in message:
            return ("plugins", index)
    return ("plugins",)
