"""Checks what the choices of options change: patches that change nothing or what they cannot, and conflicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from ...declared.fields import declared_fields, keys_of
from ...errors import Path, Problem, did_you_mean
from ...spoken import Sentence
from ..definition import Definition
from ..files.node import Node, dotted, problem_at
from ..inherit import NOT_INHERITED, expanded, groups_of
from ..options.apply import apply_choice, changes, leaves
from ..options.options import Option, Options, as_text
from ..options.places import SECTION, path_of
from .places import doubt
from .problems import add_problems
from .value_types import UNKNOWN_KEY, validate

_CHANGES_TOO_SAY = Sentence(
    "{other} changes {path} too: say which comes after (after: {again})",
    "“{other}”也改“{path}”：请写明谁在后（“after: {again}”）",
)
_OPTION_CHANGES_MORE = Sentence(
    "the option {option} changes more with this: write `set: {{{again}: {choice}}}` instead",
    "选项“{option}”还要一并改别的：请改写“set: {{{again}: {choice}}}”",
)
_DOES_NOT_CHOOSE = Sentence(
    "this does not choose {choice}, it says that the file is so as written: "
    "write `set: {{{option}: {choice}}}` instead",
    "这里不是选定“{choice}”，而是说文件本来就这样：请改写“set: {{{option}: {choice}}}”",
)
_NOT_OPTION = Sentence('"{name}" is not an option{near}', "没有“{name}”这个选项{near}")
_OPTIONS_APPLIED_AFTER = Sentence(
    "options are applied after each other in a circle: {option}, {name}", "选项的先后绕成了圈：“{option}”、“{name}”"
)
_DEFAULT_FILE_WRITTEN = Sentence(
    "{option} is {choice} by default: the file as written says so already",
    "“{option}”默认就是“{choice}”：文件本来就这样写",
)
_CHANGES_NOTHING = Sentence("this changes nothing", "什么也没有改")()
_NO_CHOICE_OPTION = Sentence("no choice of an option can change this", "任何选项都不能改这一项")()

UNCHANGED = (*NOT_INHERITED, SECTION, "presets")
"""Sections that no choice of an option can change: they are read before one is chosen."""
Parts = Collection[Path]
"""Sections, or single entries of them."""


def check_patches(root: Node, options: Options, faulty: Collection[str]) -> Iterator[Problem]:
    """What is wrong in what options change: patches that change nothing, and conflicts.

    What an option changes that is wrong, or one of those that are `faulty`, is in conflict with nothing.
    """
    changed: dict[Path, str] = {}
    for option in options.in_order():
        yield from _order(root, option, options)
        wrong = [problem for choice in option.patches for problem in _patch(root, option, choice)]
        yield from wrong
        yield from _half_chosen(root, option)
        yield from _chosen_as_default(root, option)
        if wrong or option.name in faulty:
            continue
        sure = all(name in options.declared for name in option.after)
        for path in dict.fromkeys(changes(root, option)) if sure else ():
            other = _conflict(path, option, changed, options)
            if other is not None:
                message = _CHANGES_TOO_SAY(other=other, path=dotted(path), again=other)
                yield problem_at(root, (SECTION, option.name), message, on_key=True)
                break
        for path in changes(root, option):
            changed[path] = option.name


def _half_chosen(root: Node, option: Option) -> Iterator[Problem]:
    """A value written over the default at a place, where the option would change more with it."""
    choice, place = as_text(option.default), path_of(option.places[0]) if option.places else ()
    here = root.at(place) if place and choice in option.patches else None
    if here is not None and here.before is not None:
        message = _OPTION_CHANGES_MORE(option=option.name, again=option.name, choice=choice)
        yield problem_at(root, place, message)


def _chosen_as_default(root: Node, option: Option) -> Iterator[Problem]:
    """A default that is a choice of a parent, which would change nothing: a file as written is not as that choice."""
    path, choice = (SECTION, option.name, "default"), as_text(option.default)
    node, patch = root.at(path), root.at((SECTION, option.name, "patches", choice))
    if node is not None and patch is not None and patch.place.file != node.place.file == root.place.file:
        yield problem_at(root, path, _DOES_NOT_CHOOSE(option=option.name, choice=choice))


def _conflict(path: Path, option: Option, changed: dict[Path, str], options: Options) -> str | None:
    """Another option that changes the same, or a part or the whole of it, where nobody says which comes after."""
    above = (path[:length] for length in range(1, len(path) + 1))
    below = (other for other in changed if other[: len(path)] == path)
    for found in (*(one for one in above if one in changed), *below):
        name = changed[found]
        if name != option.name and name not in _all_before(option, options, frozenset()):
            return name
    return None


def _order(root: Node, option: Option, options: Options) -> Iterator[Problem]:
    for name in option.after:
        if name not in options.declared:
            if root.at((SECTION, name)) is not None:
                continue
            others = (other for other in options.declared if other != option.name)
            message = _NOT_OPTION(name=name, near=did_you_mean(name, others))
            yield problem_at(root, (SECTION, option.name, "after"), message)
        elif option.name in _all_before(options.declared[name], options, frozenset()):
            message = _OPTIONS_APPLIED_AFTER(option=option.name, name=name)
            yield problem_at(root, (SECTION, option.name, "after"), message)


def _all_before(option: Option, options: Options, seen: frozenset[str]) -> Iterable[str]:
    for name in option.after:
        if name in options.declared and name not in seen:
            yield name
            yield from _all_before(options.declared[name], options, seen | {name})


def _patch(root: Node, option: Option, choice: str) -> Iterator[Problem]:
    """What is wrong in a patch of the file itself; that of a parent was sound before a child changed the rest."""
    path: Path = (SECTION, option.name, "patches", choice)
    node = root.at(path)
    if node is None or not node.is_mapping or node.place.file != root.place.file:
        return
    if choice == as_text(option.default):
        message = _DEFAULT_FILE_WRITTEN(option=option.name, choice=choice)
        yield problem_at(root, path, message, on_key=True)
        return
    wrong = [*_sections(root, path, node), *_misspelt_rules(root, path)]
    yield from wrong
    if wrong:
        return
    problems: list[Problem] = []
    patched = apply_choice(root, replace(option, places=()), choice, root, problems)
    add_problems(problems, validate(only(patched, {path[:2] for path in leaves(expanded(root, node, []))})))
    for problem in problems:
        if problem.place is not None and problem.place.file == root.place.file:
            yield problem._replace(path=f"{dotted(path)}.{problem.path}")


def _misspelt_rules(root: Node, path: Path) -> Iterator[Problem]:
    """New rules of a patch that are perhaps not meant as such."""
    known = root.entries_at(("rules",))
    for id, rule in root.entries_at((*path, "rules")).items():
        message = "" if id in known or id in groups_of(known) else doubt(id, rule, known)
        if message:
            yield problem_at(root, (*path, "rules", id), message, on_key=True)


def _sections(root: Node, path: Path, patch: Node) -> Iterator[Problem]:
    """Sections of a patch that there are not, or that no choice can change: those of the file and of the options."""
    if not patch.value:
        yield problem_at(root, path, _CHANGES_NOTHING)
    for key in patch.value:
        if key in UNCHANGED:
            yield problem_at(root, (*path, key), _NO_CHOICE_OPTION, on_key=True)
        elif key not in keys_of(Definition):
            message = UNKNOWN_KEY(near=did_you_mean(key, keys_of(Definition)))
            yield problem_at(root, (*path, key), message, on_key=True)


def only(root: Node, parts: Parts) -> Node:
    """The ruleset with nothing but its id and some parts, which are quickly checked."""
    found = {"id": root.value["id"]} if "id" in root.value else {}
    for section in {str(path[0]) for path in parts if path[0] in root.value}:
        own, keys = root.value[section], entries_among(section, parts)
        kept = (
            own.value
            if keys is None or not own.is_mapping
            else {key: own.value[key] for key in keys if key in own.value}
        )
        found[section] = own.with_value(kept)
    return root.with_value(found)


def entries_among(section: str, parts: Parts) -> list[str] | None:
    """The entries of a section that are among some parts; None where all of it is."""
    found = [path for path in parts if path[0] == section]
    kind = next((item for item in declared_fields(Definition) if item.key == section), None)
    whole = kind is None or not isinstance(kind.default, Mapping) or any(len(path) == 1 for path in found)
    return None if whole else [str(path[1]) for path in found]
