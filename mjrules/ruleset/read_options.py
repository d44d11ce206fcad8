"""Reads the options of a resolved chain of files, with the values that the files set, and reports what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from .. import bounds
from ..declared.values import typed
from ..errors import Fault, Path, Problem
from ..spoken import Sentence
from .checks.options import check_patches
from .checks.problems import add_faults, add_problems, is_told
from .checks.written_in_vain import tell_written_in_vain
from .definition import OptionEntry
from .files.node import Node, problem_at
from .options.options import Option, OptionError, Options, as_text, read_option
from .options.places import path_of, place_faults, written_at

_OPTION_ALREADY_PRESET = Sentence(
    '"{name}" is an option already: a preset needs a name of its own', "已有选项“{name}”：预设须另取名称"
)
_FILE_EXTENDS_NOTHING = Sentence(
    "; this file extends nothing: did you forget `extends`?", "；这个文件没有继承任何规则：是否忘了“extends”？"
)()
_IS_ALREADY = Sentence("{name} is {value} already", "“{name}”已是“{value}”")
_WITH_HINT = Sentence("{error}{hint}", "{error}{hint}")
_SET_AT = Sentence("{told} ({place})", "{told}（“{place}”）")
_CHANGES_NOTHING = Sentence("this changes nothing: {says}", "什么也没有改：{says}")
_VALUE_WRITE = Sentence(
    "; it is a value: write `{section}: {{{name}: {value}}}`", "；它是一个值：请写“{section}: {{{name}: {value}}}”"
)
_PRESET_CHANGES_NO = Sentence("the preset {name} changes no option here", "预设“{name}”在这里没有改任何选项")

_SECTIONS: Final = ("scoring", "settlement", "table")
"""The sections whose values are most often taken for options."""


def options_of(merged: Node, chain: Sequence[Node], problems: list[Problem]) -> Options:
    """The declared options with the values that the files themselves set."""
    read = (_option(name, merged, problems) for name in merged.entries_at(("options",)))
    declared = [option for option in read if option is not None]
    presets = _presets(merged, declared, problems)
    options = Options(lambda: declared, presets)
    faulty = [option.name for option in declared if is_told(problems, ("options", option.name))]
    add_problems(problems, check_patches(merged, options, faulty))
    for option in declared:
        if is_told(problems, ("options", option.name)):
            options.declared[option.name] = replace(option, places=(), patches={})
    for name in presets:
        _try_settings(Options(lambda: declared), merged, merged, ("presets", name), {}, problems)
    for option in declared:
        _try_brought(option, Options(lambda: declared), merged, problems)
    set_at = {option.name: merged.at(path_of(option.places[0])) if option.places else None for option in declared}
    for node in chain:
        _try_settings(options, node, merged, ("set",), set_at, problems)
    tell_written_in_vain(problems, options, merged, set_at, [node.place.file for node in chain])
    return options


def _presets(merged: Node, declared: Sequence[Option], problems: list[Problem]) -> dict[str, Any]:
    """The presets, each with its settings as plain data."""
    found = {}
    for name, node in merged.entries_at(("presets",)).items():
        if name in (option.name for option in declared):
            message = _OPTION_ALREADY_PRESET(name=name)
            problems.append(problem_at(merged, ("presets", name), message, on_key=True))
        elif node.is_mapping:
            found[name] = node.plain()
    return found


def _option(name: str, merged: Node, problems: list[Problem]) -> Option | None:
    """One declared option; None where it is wrong."""
    if is_told(problems, ("options", name)):
        return None
    entry: OptionEntry = typed(OptionEntry, merged.entries_at(("options",))[name].plain())
    faults = list(place_faults(merged, name, entry))
    add_faults(problems, merged, faults)
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
            if not _is_at_fault(option.name, merged, problems):
                problems.append(problem_at(merged, path, str(error), on_key=True))
        if key == "brings":
            _try_settings(options, merged, merged, path, {}, problems)


def _try_settings(
    options: Options, file: Node, merged: Node, path: Path, set_at: dict[str, Node | None], problems: list[Problem]
) -> None:
    """Make the settings in a file; `set_at` has where each option has its value from."""
    for name, node in sorted(file.entries_at(path).items(), key=lambda setting: _after_others(options, setting[0])):
        if len(problems) > bounds.PROBLEMS_TOLD:
            return  # more are not told
        before = dict(options.chosen)
        try:
            options.choose([(name, node.plain())], node.key)
        except OptionError as error:
            if _is_at_fault(error.option, merged, problems):
                continue
            known = name in options.declared or name in options.presets
            if _is_told_of(error.option, options, merged, problems):
                continue
            needs = () if known else (("options", name),)
            alone = not known and merged.child("extends") is None and not options.declared
            hint = _FILE_EXTENDS_NOTHING if alone else ""
            hint = hint or ("" if known else _meant_value(merged, name, node))
            fault = Fault((*path, name), _WITH_HINT(error=str(error), hint=hint), not known, needs)
            add_faults(problems, merged if merged.at((*path, name)) is node else file, [fault])
            continue
        if path == ("set",) and options.chosen == before:
            says = _says_already(options, name, set_at)
            problems.append(problem_at(file, (*path, name), _CHANGES_NOTHING(says=says)))
        changed = (name, *options.brought(name, node.plain())) if name in options.declared else options.presets[name]
        set_at.update(dict.fromkeys(changed, node))


def _is_told_of(name: str, options: Options, merged: Node, problems: Sequence[Problem]) -> bool:
    """Whether an option is unknown because something is wrong with it, which is told."""
    there = name not in options.declared and merged.at(("options", name)) is not None
    return there and is_told(problems, ("options", name))


def _meant_value(merged: Node, name: str, node: Node) -> str:
    """The hint that what is set as an option is a value of the ruleset; empty where it has none of that name."""
    section = next((section for section in _SECTIONS if merged.at((section, name)) is not None), None)
    if section is None or node.is_mapping or node.is_list:
        return ""
    return _VALUE_WRITE(section=section, name=name, value=as_text(node.plain()))


def _is_at_fault(name: str, merged: Node, problems: Sequence[Problem]) -> bool:
    """Whether something is wrong with the value at the first place of an option, from which others would follow."""
    of = merged.at(("options", name, "of"))
    first = of.child(0) if of is not None and of.is_list else of
    return first is not None and isinstance(first.value, str) and is_told(problems, path_of(first.value))


def _after_others(options: Options, name: str) -> int:
    """Presets come first, then options that bring others along, then all others."""
    option = options.declared.get(name)
    return 0 if option is None else 1 if option.brings else 2


def _says_already(options: Options, name: str, set_at: Mapping[str, Node | None]) -> str:
    """What an option or the options of a preset are already, and where that was set."""
    if name in options.presets:
        return _PRESET_CHANGES_NO(name=name)
    last = set_at.get(name)
    already = _IS_ALREADY(name=name, value=options.chosen[name])
    return already if last is None else _SET_AT(told=already, place=last.place)
