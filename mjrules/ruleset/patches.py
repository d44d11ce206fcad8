"""Applies options: a choice is the value of a place, or a small child file, in the algebra of inheritance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..errors import Problem, did_you_mean
from .inherit import WORDS, expanded, merge
from .node import Node, Path, dotted, problem_at
from .options import NONE, Option, Options, as_text

SECTION = "options"


def apply_options(root: Node, options: Options) -> Node:
    """The ruleset as it is played with the chosen options."""
    applied = root
    for option in options.in_order():
        applied = apply_choice(applied, option, options.chosen[option.name], root, [])
    return applied


def apply_choice(root: Node, option: Option, choice: Any, declared: Node, problems: list[Problem]) -> Node:
    """The ruleset with one choice; its words stand in `declared`. At its default an option changes nothing.

    Places and entries that a child file deleted are passed over.
    """
    for number, path in enumerate(path_of(text) for text in option.places):
        if number == 0 and choice == option.default:
            continue
        if root.at(path[:-1]) is not None and root.deleted_at(path) is None:
            root = _with(root, path, _value(option, choice, path, declared))
    patch = declared.at((SECTION, option.name, "patches", as_text(choice)))
    if patch is None or choice == option.default or not patch.is_mapping:
        return root
    changed = merge(root, expanded(root, _of_option(_live(patch, root), option.name), problems), (), problems)
    return replace(changed, place=root.place)  # the file is still the one that was loaded


def path_of(text: str) -> Path:
    """The path that a dotted text means."""
    return tuple(text.split("."))


def _value(option: Option, choice: Any, path: Path, declared: Node) -> Node:
    """What stands at a place for a choice, where the option says so, or else as the place is written."""
    values = declared.at((SECTION, option.name, "values"))
    here = declared.at(path)
    written = values.child(as_text(choice)) if values is not None and values.is_mapping else None
    said = declared.at((SECTION, option.name))
    if written is None:
        where, value = here or said, option.meaning(choice)
        assert where is not None, "an option is declared"
        return replace(_as_node(NONE if value is None else value, where), option=option.name, before=here)
    return replace(_of_option(written, option.name), key=here.key if here else written.key, before=here)


def _with(root: Node, path: Path, value: Node) -> Node:
    """The tree with another value at a path, all above it as it was."""
    if not path:
        return value
    child = root.child(path[0])
    if root.is_list and isinstance(root.value, list):
        return root
    below = value if len(path) == 1 else _with(child, path[1:], value) if child is not None else None
    return root if below is None else root.with_value({**root.value, str(path[0]): below})


def _live(patch: Node, root: Node, path: Path = ()) -> Node:
    """A patch without what concerns entries that a child file deleted."""
    if not patch.is_mapping:
        return patch
    kept = {
        key: _live(node, root, (*path, key))
        for key, node in patch.value.items()
        if root.deleted_at((*path, key)) is None or len(path) == 0
    }
    return patch.with_value(kept)


def _of_option(node: Node, name: str) -> Node:
    """A tree whose values all know the option that they come from."""
    if node.is_mapping:
        return replace(node, value={key: _of_option(child, name) for key, child in node.value.items()}, option=name)
    if node.is_list:
        return replace(node, value=[_of_option(child, name) for child in node.value], option=name)
    return replace(node, option=name)


def _as_node(value: Any, where: Node) -> Node:
    if isinstance(value, (list, tuple)):
        return replace(where, value=[_as_node(item, where) for item in value])
    if hasattr(value, "items"):
        return replace(where, value={str(key): _as_node(item, where) for key, item in value.items()})
    return replace(where, value=value, written="")


# What options change


def used_options(root: Node, options: Options) -> frozenset[str]:
    """The options that change something which no child file has deleted."""
    return frozenset(option.name for option in options.declared.values() if any(_changes(root, option)))


def _changes(root: Node, option: Option) -> Iterator[Path]:
    """The paths of all values that some choice changes."""
    for text in option.places:
        path = path_of(text)
        if root.at(path[:-1]) is not None and root.deleted_at(path) is None:
            yield path
    for choice in option.patches:
        patch = root.at((SECTION, option.name, "patches", choice))
        if patch is not None and patch.is_mapping:
            yield from _leaves(expanded(root, _live(patch, root), []), ())


def _leaves(node: Node, path: Path) -> Iterator[Path]:
    for key, child in node.value.items():
        if key in WORDS and set(node.value) <= set(WORDS):
            yield from ((*path, f"{key} {item.plain()}") for item in (child.value if child.is_list else [child]))
        elif child.is_mapping and not set(child.value) <= {"replace"}:
            yield from _leaves(child, (*path, key))
        else:
            yield (*path, key)


def check_options(root: Node, options: Options) -> Iterator[Problem]:
    """What is wrong in what options change: places that are not there, patches that change nothing, and conflicts."""
    changed: dict[Path, str] = {}
    for option in options.in_order():
        yield from _places(root, option)
        yield from _order(root, option, options)
        for choice in option.patches:
            yield from _patch(root, option, choice)
        for path in dict.fromkeys(_changes(root, option)):
            other = _conflict(path, option, changed, options)
            if other is not None:
                message = f"{other} changes {dotted(path)} too: say which comes after (after: {other})"
                yield problem_at(root, (SECTION, option.name), message, on_key=True)
                break
        for path in _changes(root, option):
            changed[path] = option.name


def _conflict(path: Path, option: Option, changed: dict[Path, str], options: Options) -> str | None:
    """Another option that changes the same, or a part or the whole of it, where nobody says which comes after."""
    above = (path[:length] for length in range(1, len(path) + 1))
    below = (other for other in changed if other[: len(path)] == path)
    for found in (*(one for one in above if one in changed), *below):
        name = changed[found]
        if name != option.name and name not in option.after and option.name not in options.declared[name].after:
            return name
    return None


def _places(root: Node, option: Option) -> Iterator[Problem]:
    for number, text in enumerate(option.places):
        path = path_of(text)
        if root.deleted_at(path) is not None:
            continue
        found, reached = root.nearest(path)
        short = len(path) - len(reached)
        if short > 1 or (short == 1 and number == 0 and "none" not in option.stands_for):
            where: Path = (SECTION, option.name, "of")
            several = root.at(where)
            here = (*where, number) if several is not None and several.is_list else where
            known = found.entries_at(()) if found.is_mapping else ()
            yield problem_at(root, here, f'there is nothing at "{text}"{did_you_mean(path[len(reached)], known)}')


def _order(root: Node, option: Option, options: Options) -> Iterator[Problem]:
    for name in option.after:
        if name not in options.declared:
            message = f'"{name}" is no option{did_you_mean(name, options.declared)}'
            yield problem_at(root, (SECTION, option.name, "after"), message)
        elif option.name in _all_before(options.declared[name], options, frozenset()):
            message = f"options are applied after each other in a circle: {option.name}, {name}"
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
        message = f"{option.name} is {choice} by default: the file reads so as it stands"
        yield problem_at(root, path, message, on_key=True)
        return
    problems: list[Problem] = []
    apply_choice(root, replace(option, places=()), choice, root, problems)
    for problem in problems:
        if problem.place is not None and problem.place.file == root.place.file:
            yield problem._replace(path=f"{dotted(path)}.{problem.path}")
