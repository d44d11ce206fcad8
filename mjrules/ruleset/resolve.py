"""Resolves a chain of files: inherits, applies options, checks, and builds. Imports pydantic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import Fault, PluginError, Problem, RulesetError
from ..hooks.manager import Available, Plugins
from ..record import FLAGS
from ..typed import typed
from .build import Builder
from .checks import check_nodes
from .choices import check_options
from .definition import Definition, OptionEntry
from .faults import is_told, report, report_faults, without
from .house import check_house_rules
from .inherit import inherit_all
from .node import Node, Path, problem_at
from .options import Option, OptionError, Options, Settings, as_text, pairs_of, read_option
from .patches import apply_options, used_options
from .places import path_of, place_faults, settings_faults, written_at
from .ruleset import Ruleset
from .validate import validate, validate_settings


def load_nodes(
    chain: list[Node], options: Settings = None, *, weaker: Sequence[Settings] = (), available: Available = None
) -> Ruleset:
    """The ruleset of a chain of files already read, the root first. Raises RulesetError."""
    problems: list[Problem] = []
    merged = inherit_all(chain, problems)
    invalid = validate(merged)
    report(problems, invalid)
    chosen = _options(merged, chain, problems)
    for settings in (*weaker, options):
        _choose(chosen, settings)
    applied = apply_options(merged, chosen)
    if applied is not merged:
        invalid = validate(applied)
        report(problems, invalid)
    definition = definition_of(_pruned(without(applied, invalid).plain(), _known_rules(merged)))
    ruleset = _build(applied, definition, chosen, used_options(merged, chosen), problems, available)
    report(problems, check_nodes(merged, applied, chosen))
    if problems or ruleset is None:
        raise RulesetError(problems)
    return ruleset


def definition_of(data: Mapping[str, Any]) -> Definition:
    """The definition that the plain data of a resolved ruleset stand for."""
    found: Definition = typed(Definition, data)
    return found


def _options(merged: Node, chain: list[Node], problems: list[Problem]) -> Options:
    """The declared options with the values that the files themselves set."""
    declared, presets = [], {}
    for name in merged.entries_at(("options",)):
        option = _option(name, merged, problems)
        if option is not None:
            declared.append(option)
    for name, node in merged.entries_at(("presets",)).items():
        if name in (option.name for option in declared):
            message = f'"{name}" is an option already: a preset needs a name of its own'
            problems.append(problem_at(merged, ("presets", name), message, on_key=True))
        elif node.is_mapping:
            presets[name] = node.plain()
    options = Options(declared, presets)
    report(problems, check_options(merged, options))
    for option in declared:
        if is_told(problems, ("options", option.name)):
            options.declared[option.name] = replace(option, places=(), patches={})
    set_at = {option.name: merged.at(path_of(option.places[0])) if option.places else None for option in declared}
    for name in presets:
        _try_settings(Options(declared), merged, merged, ("presets", name), {}, problems)
    for option in declared:
        _try_brought(option, Options(declared), merged, problems)
    for node in chain:
        _try_settings(options, node, merged, ("set",), set_at, problems)
    in_vain = list(_written_in_vain(options, merged, set_at, [node.place.file for node in chain]))
    told = [problem.path for problem in in_vain]
    problems[:] = [*(problem for problem in problems if problem.path not in told), *in_vain]
    return options


def _written_in_vain(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[Problem]:
    """Values that a child wrote at the place of an option although a file above it has chosen one."""
    for option in options.declared.values():
        place = path_of(option.places[0]) if option.places else ()
        here, chosen = merged.at(place), set_at[option.name]
        if not place or here is None or chosen is None or not {here.place.file, chosen.place.file} <= set(files):
            continue
        if files.index(here.place.file) > files.index(chosen.place.file):
            instead = f"write `set: {{{option.name}: {as_text(option.default)}}}` instead"
            yield problem_at(merged, place, f"the option {option.name} is chosen at {chosen.place}: {instead}")


def _option(name: str, merged: Node, problems: list[Problem]) -> Option | None:
    """One declared option; None where it is wrong."""
    if is_told(problems, ("options", name)):
        return None
    entry: OptionEntry = typed(OptionEntry, merged.entries_at(("options",))[name].plain())
    faults = list(place_faults(merged, name, entry))
    report_faults(problems, merged, faults)
    written = written_at(merged, entry)
    try:
        option = read_option(name, entry, None if written is None else written.plain())
        return replace(option, places=(), patches={}) if faults else option
    except OptionError as error:
        if not faults:
            problems.append(problem_at(merged, ("options", name), str(error), on_key=True))
        return None


def _try_brought(option: Option, options: Options, merged: Node, problems: list[Problem]) -> None:
    """Try what the choices of an option bring along, which are options of the ruleset with values that they have."""
    for key, choice in [*(("brings", each) for each in option.brings), *(("patches", each) for each in option.patches)]:
        path = ("options", option.name, key, choice)
        try:
            option.choose(choice)
        except OptionError as error:
            problems.append(problem_at(merged, path, str(error), on_key=True))
        if key == "brings":
            _try_settings(options, merged, merged, path, {}, problems)


def _try_settings(
    options: Options, file: Node, merged: Node, path: Path, set_at: dict[str, Node | None], problems: list[Problem]
) -> None:
    """Make the settings that stand in a file; `set_at` has where each option has its value from."""
    for name, node in sorted(file.entries_at(path).items(), key=lambda setting: _after_others(options, setting[0])):
        before = dict(options.chosen)
        try:
            options.choose([(name, node.plain())], node.key)
        except OptionError as error:
            known = name in options.declared or name in options.presets
            needs = () if known else (("options", name),)
            fault = Fault((*path, name), str(error), not known, needs)
            report_faults(problems, merged if merged.at((*path, name)) is node else file, [fault])
            continue
        if path == ("set",) and options.chosen == before:
            says = _says_already(options, name, set_at)
            problems.append(problem_at(file, (*path, name), f"this changes nothing: {says}"))
        changed = (name, *options.brought(name, node.plain())) if name in options.declared else options.presets[name]
        set_at.update(dict.fromkeys(changed, node))


def _after_others(options: Options, name: str) -> int:
    """Presets come first, then options that bring others along, then all others."""
    option = options.declared.get(name)
    return 0 if option is None else 1 if option.brings else 2


def _says_already(options: Options, name: str, set_at: Mapping[str, Node | None]) -> str:
    """What an option or the options of a preset are already, and where that was set."""
    if name in options.presets:
        return f"the preset {name} changes no option here"
    last = set_at.get(name)
    return f"{name} is {options.chosen[name]} already{'' if last is None else f' ({last.place})'}"


def _choose(options: Options, settings: Settings) -> None:
    """Set the options of the caller. Raises RulesetError."""
    try:
        options.choose(pairs_of(settings))
    except OptionError as error:
        raise RulesetError([Problem(f"options.{error.option}", str(error))]) from None


def _known_rules(merged: Node) -> frozenset[str]:
    """The ids of all rules that some file of the chain has, deleted ones too."""
    found: set[str] = set()
    rules = merged.child("rules")
    for node in rules.history() if rules is not None else ():
        found.update(node.value if node.is_mapping else ())
    return frozenset(found)


def _pruned(data: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The data without references to rules that a child deleted."""
    rules = data.get("rules", {})
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
    root: Node,
    definition: Definition,
    options: Options,
    used: frozenset[str],
    problems: list[Problem],
    available: Available,
) -> Ruleset | None:
    if any(problem.path.startswith("plugins") for problem in problems):
        return None
    faults: list[Fault] = []
    try:
        plugins = Plugins(definition.plugins, available)
        builder = Builder(definition, plugins, faults)
        builder.check()
    except PluginError as error:
        problems += [problem_at(root, _plugin_path(root, each), str(each)) for each in error.errors]
        return None
    report_faults(problems, root, faults)
    if builder.method is not None:
        report(problems, validate_settings(root, "scoring", builder.method.settings))
    if builder.settlement is not None:
        report(problems, validate_settings(root, "settlement", builder.settlement.settings))
    settings = _settings_classes(builder)
    report_faults(
        problems, root, [fault for each in options.declared.values() for fault in settings_faults(root, each, settings)]
    )
    flags = [*FLAGS, *definition.flags]
    report(problems, check_house_rules(root, builder.provided["mj_house_rules"], flags, options))
    return None if problems else Ruleset(lambda: root, definition, options, builder.rulebook(), used, plugins)


def _settings_classes(builder: Builder) -> dict[Path, Any]:
    """The classes of the settings that plugins read, by the section in which they stand."""
    found: dict[Path, Any] = {
        ("house_rules", name): rule.settings for name, rule in builder.provided["mj_house_rules"].items()
    }
    if builder.method is not None:
        found[("scoring",)] = builder.method.settings
    if builder.settlement is not None:
        found[("settlement",)] = builder.settlement.settings
    return found


def _plugin_path(root: Node, error: PluginError) -> Path:
    """The entry of `plugins` that an error is about, of several the last."""
    path: Path = ("plugins",)
    for index, node in enumerate(root.items_at(("plugins",))):
        if node.value in error.plugins:
            path = ("plugins", index)
    return path
