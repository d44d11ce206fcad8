"""Reads the options of a resolved chain of files, with the values that the files set, and reports what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from .. import bounds
from ..declared.values import typed
from ..errors import Fault, Path, Problem
from .apply_options import put_by
from .check_options import check_patches
from .definition import OptionEntry
from .node import Node, dotted, problem_at
from .option_places import SECTION, path_of, place_faults, written_at
from .options import NONE, Option, OptionError, Options, as_text, read_option
from .problems import add_faults, add_problems, is_told
from .rules import plain_text

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
    files = [node.place.file for node in chain]
    in_vain = dict(_written_in_vain(options, merged, set_at, files))
    problems[:] = [*_without_what_follows(problems, in_vain, merged.place.file), *in_vain.values()]
    changed_again = [*_overruled(options, merged, set_at, files), *_patched_over(options, merged, set_at, files)]
    told = {problem.path for problem in changed_again}
    problems[:] = [problem for problem in problems if problem.path not in told]
    add_problems(problems, changed_again)
    return options


def _presets(merged: Node, declared: Sequence[Option], problems: list[Problem]) -> dict[str, Any]:
    """The presets, each with its settings as plain data."""
    found = {}
    for name, node in merged.entries_at(("presets",)).items():
        if name in (option.name for option in declared):
            message = f'"{name}" is an option already: a preset needs a name of its own'
            problems.append(problem_at(merged, ("presets", name), message, on_key=True))
        elif node.is_mapping:
            found[name] = node.plain()
    return found


def _without_what_follows(problems: Iterable[Problem], in_vain: Mapping[str, Problem], file: str) -> Iterator[Problem]:
    """Problems without those of values written in vain, and of what files above have chosen in their place."""
    written = {problem.path for problem in in_vain.values()}
    chosen = {f"set.{name}" for name in in_vain}
    for problem in problems:
        above = problem.place is not None and problem.place.file != file
        if problem.path not in written and not (above and problem.path in chosen):
            yield problem


def _written_in_vain(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[tuple[str, Problem]]:
    """Values that a child wrote at the place of an option although it, or a file above it, has chosen one; each by the
    name of the option.
    """
    for option in options.declared.values():
        place = path_of(option.places[0]) if option.places else ()
        here, chosen = merged.at(place), set_at[option.name]
        if not place or here is None or chosen is None or not {here.place.file, chosen.place.file} <= set(files):
            continue
        declared = merged.at(("options", option.name))
        both = merged.at(("set", option.name)) is chosen and here.place.file == chosen.place.file
        own = declared is not None and declared.place.file == here.place.file  # then it is its default that is written
        if both and not own and options.chosen[option.name] != option.default:
            message = f"the option {option.name} is chosen at {chosen.place} too: leave one of both out"
            yield option.name, problem_at(merged, place, message)
        elif files.index(here.place.file) > files.index(chosen.place.file):
            instead = f"write `set: {{{option.name}: {as_text(option.default)}}}` instead"
            message = f"the option {option.name} is chosen at {chosen.place}: {instead}"
            yield option.name, problem_at(merged, place, message)


def _overruled(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[Problem]:
    """Values at further places of an option that are others than it puts there, and were written neither before its
    own value nor before it was to stand there.
    """
    for option in options.declared.values():
        said, first = (
            merged.at((SECTION, option.name, "of")),
            merged.at(path_of(option.places[0]) if option.places else ()),
        )
        for text in option.places[1:]:
            here = merged.at(path_of(text))
            if here is None or said is None or first is None or here.place.file not in files:
                continue
            own = here.place.file == said.place.file == first.place.file
            before = [node.place.file for node in (said, first if own else set_at[option.name]) if node is not None]
            since = max((files.index(file) for file in before if file in files), default=0)
            put = option.meaning(option.default if own else options.chosen[option.name])
            if here.place.file in files[since:] and put != (None if here.plain() == NONE else here.plain()):
                free = f"options: {{{option.name}: {{of: {{remove: [{text}]}}}}}}"
                message = (
                    f"the option {option.name} puts here what is at {option.places[0]}, {as_text(put)}: "
                    f"write it there, or take this place out of the option (`{free}`)"
                )
                yield problem_at(merged, path_of(text), message)


def _patched_over(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[Problem]:
    """Values that the choice of an option changes again, although they were written no sooner than it was chosen, by a
    later file than says what it changes.
    """
    for option in options.declared.values():
        choice, chosen = options.chosen[option.name], set_at[option.name]
        patch = merged.at((SECTION, option.name, "patches", as_text(choice)))
        if chosen is None or patch is None or not {chosen.place.file, patch.place.file} <= set(files):
            continue
        since = max(files.index(chosen.place.file), files.index(patch.place.file) + 1)
        for path, value in put_by(merged, option, choice):
            here = merged.at(path)
            if here is not None and here.place.file in files[since:] and here.plain() != value:
                does = "takes this away" if value is None else f"puts {plain_text(value)} here"
                instead = dotted((SECTION, option.name, "patches", as_text(choice), *path))
                message = (
                    f"the option {option.name}={as_text(choice)}, chosen at {chosen.place}, {does}: write {instead}"
                )
                yield problem_at(merged, path, message)


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
            if not known and merged.at(("options", name)) is not None and is_told(problems, ("options", name)):
                continue
            needs = () if known else (("options", name),)
            alone = not known and merged.child("extends") is None and not options.declared
            hint = "; this file extends nothing: did you forget `extends`?" if alone else ""
            hint = hint or ("" if known else _meant_value(merged, name, node))
            fault = Fault((*path, name), f"{error}{hint}", not known, needs)
            add_faults(problems, merged if merged.at((*path, name)) is node else file, [fault])
            continue
        if path == ("set",) and options.chosen == before:
            says = _says_already(options, name, set_at)
            problems.append(problem_at(file, (*path, name), f"this changes nothing: {says}"))
        changed = (name, *options.brought(name, node.plain())) if name in options.declared else options.presets[name]
        set_at.update(dict.fromkeys(changed, node))


def _meant_value(merged: Node, name: str, node: Node) -> str:
    """The hint that what is set as an option is a value of the ruleset; empty where it has none of that name."""
    section = next((section for section in _SECTIONS if merged.at((section, name)) is not None), None)
    return (
        ""
        if section is None or node.is_mapping or node.is_list
        else f"; it is a value: write `{section}: {{{name}: {as_text(node.plain())}}}`"
    )


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
        return f"the preset {name} changes no option here"
    last = set_at.get(name)
    return f"{name} is {options.chosen[name]} already{'' if last is None else f' ({last.place})'}"
