"""Applies options: a choice is the value of a place, or a small child file, in the algebra of inheritance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...errors import Path, Problem
from ..files.node import Node
from ..inherit import LIST_WORDS, REPLACE, expanded, merge
from .options import NONE, Option, Options, as_text
from .places import SECTION, path_of


def apply_options(root: Node, options: Options) -> Node:
    """The ruleset as it is played with the chosen options."""
    applied = root
    for option in options.in_order():
        applied = apply_choice(applied, option, options.chosen[option.name], root, [])
    return applied


def apply_choice(root: Node, option: Option, choice: Any, declared: Node, problems: list[Problem]) -> Node:
    """The ruleset with one choice; its words are in `declared`. At its default an option changes nothing.

    Places and entries that a child file deleted are passed over.
    """
    for number, path in enumerate(path_of(text) for text in option.places):
        if number == 0 and choice == option.default:
            continue
        if _is_there(root, path, option):
            root = _with(root, path, _value(option, choice, path, declared))
    patch = declared.at((SECTION, option.name, "patches", as_text(choice)))
    if patch is None or choice == option.default or as_text(choice) not in option.patches or not patch.is_mapping:
        return root
    changed = merge(root, expanded(root, _of_option(_live(patch, root), option.name), problems), (), problems)
    return replace(changed, place=root.place)  # the file is still the one that was loaded


def _is_there(root: Node, path: Path, option: Option) -> bool:
    """Whether something can stand at a place: a child file has not deleted it, or only says that it is none."""
    found, reached = root.nearest(path)
    gone = root.deleted_at(path)
    open_ = reached == path or found.is_mapping
    return open_ and (gone is None or (gone[0] == path and option.may_be_none))


def _value(option: Option, choice: Any, path: Path, declared: Node) -> Node:
    """What stands at a place for a choice, where the option says so, or else as the place is written."""
    values = declared.at((SECTION, option.name, "values"))
    here = declared.at(path)
    written = None if values is None else _said(values, as_text(choice))
    said = declared.at((SECTION, option.name))
    if written is None:
        where, value = here or said, option.meaning(choice)
        assert where is not None, "an option is declared"
        return replace(_as_node(NONE if value is None else value, where), option=option.name, before=here)
    return replace(_of_option(written, option.name), key=here.key if here else written.key, before=here)


def _said(values: Node, choice: str) -> Node | None:
    """Where a choice stands among the values of an option: behind its word, or in the list."""
    if not values.is_list:
        return values.child(choice)
    return next((item for item in values.value if as_text(item.plain()) == choice), None)


def _with(root: Node, path: Path, value: Node) -> Node:
    """The tree with another value at a path, all above it as it was."""
    if not path:
        return value
    child = root.child(path[0])
    if root.is_list and isinstance(root.value, list):
        return root
    below = value if len(path) == 1 else _with(child or Node({}, value.place), path[1:], value)
    return root.with_value({**root.value, str(path[0]): below})


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
    return frozenset(option.name for option in options.declared.values() if any(changes(root, option)))


def changes(root: Node, option: Option) -> Iterator[Path]:
    """The paths of all values that some choice changes."""
    for text in option.places:
        if _is_there(root, path_of(text), option):
            yield path_of(text)
    for choice in option.patches:
        if choice == as_text(option.default):
            continue
        patch = root.at((SECTION, option.name, "patches", choice))
        if patch is not None and patch.is_mapping:
            yield from (path for path, _ in put_by(root, patch))


def put_by(root: Node, patch: Node) -> Iterator[tuple[Path, Node]]:
    """What a patch puts where, without what concerns entries that a child file deleted."""
    yield from _put(expanded(root, _live(patch, root), []))


def leaves(node: Node) -> Iterator[Path]:
    """The paths of all values that a patch changes."""
    return (path for path, _ in _put(node))


def _put(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """The values that a patch puts, by their paths; what it adds to a list or removes by its text under the list's."""
    for key, child in node.value.items():
        if key in LIST_WORDS and set(node.value) <= set(LIST_WORDS):
            yield from (((*path, str(item.plain())), item) for item in (child.value if child.is_list else [child]))
        elif child.is_mapping and set(child.value) != {REPLACE}:
            yield from _put(child, (*path, key))
        else:
            yield (*path, key), child.value[REPLACE] if child.is_mapping else child
