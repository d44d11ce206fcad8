"""Inheritance: one algebra for every file.

Absent inherits; `null` deletes; a mapping merges by key; a scalar or list replaces; a list changes
in place only by `add:` and `remove:`. An override that changes nothing is an error.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from ..errors import Problem, did_you_mean
from .node import Node, Path, dotted

OWN = ("id", "extends", "title", "version", "edition", "summary", "examples", "set")
"""Keys that a file does not inherit, so that nothing in them is deleted, changed in place or filled in."""


def inherit(parent: Node | None, child: Node, problems: list[Problem]) -> Node:
    """The child's file on top of its resolved parent (None for a file without one)."""
    if parent is None:
        return _fresh(child, (), problems)
    base = parent.with_value({key: node for key, node in parent.value.items() if key not in OWN})
    return _merge(base, child, (), problems)


def inherit_all(chain: Sequence[Node], problems: list[Problem]) -> Node:
    """The files of a chain on top of each other, the root first."""
    merged: Node | None = None
    for node in chain:
        merged = inherit(merged, node, problems)
    assert merged is not None, "a chain has a file"
    return merged


def null_is_a_value(path: Path) -> bool:
    """Whether `null` at a path is a value (of an option) and does not delete."""
    if path[:1] in (("set",), ("examples",)) or (path[:1] == ("presets",) and len(path) > 2):
        return True
    return path[:1] == ("options",) and len(path) > 2 and path[2] in ("default", "values", "allowed")


def _fresh(node: Node, path: Path, problems: list[Problem]) -> Node:
    """A value that overrides nothing: there is nothing that it could delete or change in place."""
    if node.is_mapping:
        if path and node.value and set(node.value) <= {"add", "remove"}:
            problems.append(_problem(node, path, "there is no inherited list here to add to or remove from"))
        return node.with_value({key: _fresh(child, (*path, key), problems) for key, child in node.value.items()})
    if node.value is None and not null_is_a_value(path):
        problems.append(_problem(node, path, "null deletes an inherited value, and none is inherited here"))
    return node


def _merge(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    if child.is_mapping and parent.is_mapping:
        if _changes_a_list(child, parent):
            message = "add and remove change lists: to delete an entry here, write null behind its key"
            problems.append(_problem(child, path, message))
            return parent
        return _merge_mapping(parent, child, path, problems)
    if child.is_mapping and parent.is_list and set(child.value) & {"add", "remove"}:
        return _change_list(parent, child, path, problems)
    found = _fresh(child, path, problems) if child.is_mapping else child
    if _same(found, parent):
        problems.append(_problem(child, path, f"this changes nothing: {parent.place} sets the same"))
    return replace(found, before=parent)


def _changes_a_list(child: Node, parent: Node) -> bool:
    """Whether a value is `add:` and `remove:` of lists, and means no entries of those names."""
    words = {"add", "remove"}
    only = bool(child.value) and set(child.value) <= words and not words & set(parent.value)
    return only and all(node.is_list for node in child.value.values())


def _merge_mapping(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    if not child.value and path:
        problems.append(_problem(child, path, "this changes nothing: an empty mapping deletes no entry"))
    merged, deleted = dict(parent.value), dict(parent.deleted)
    for key, node in child.value.items():
        here = (*path, key)
        if key not in merged:
            if node.value is None and not null_is_a_value(here):
                note = did_you_mean(key, parent.value)
                message = f'null deletes an inherited value, and "{key}" is not inherited here{note}'
                problems.append(_problem(node, here, message))
            else:
                merged[key] = _fresh(node, here, problems)
        elif node.value is None and not null_is_a_value(here):
            del merged[key]
            deleted[key] = node
        else:
            merged[key] = _merge(merged[key], node, here, problems)
    return Node(merged, child.place, child.key, parent, deleted=deleted)


def _same(one: Node, other: Node) -> bool:
    """Whether two values are the same and of the same types: 1 is not true."""
    return json.dumps(one.plain(), sort_keys=True) == json.dumps(other.plain(), sort_keys=True)


def _change_list(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    items = list(parent.value)
    before = len(problems)
    for key, node in child.value.items():
        if key not in ("add", "remove"):
            message = "only add and remove change an inherited list"
            problems.append(Problem(dotted((*path, key)), message, node.key))
    for word in ("remove", "add"):
        change = child.value.get(word)
        if change is not None and change.value is None:
            problems.append(_problem(change, (*path, word), f"expected what to {word}, got null"))
        elif change is not None:
            for node in change.value if change.is_list else [change]:
                items = _changed(items, word, node, (*path, word), problems)
    if len(problems) == before and _same(Node(items, parent.place), parent):
        problems.append(_problem(child, path, f"this changes nothing: {parent.place} sets the same"))
    return Node(items, child.place, child.key, parent)


def _changed(items: list[Node], word: str, node: Node, path: Path, problems: list[Problem]) -> list[Node]:
    """A list with one entry added or removed; a problem where it is there already, or not there."""
    there = [item for item in items if _same(item, node)]
    if word == "remove" and not there:
        near = did_you_mean(node.plain(), [str(item.plain()) for item in items])
        problems.append(_problem(node, path, f"{_shown(node)} is not in the inherited list{near}"))
    elif word == "add" and there:
        message = f"{_shown(node)} is in the inherited list already ({there[0].place})"
        problems.append(_problem(node, path, message))
    elif word == "remove":
        return [item for item in items if item not in there]
    else:
        return [*items, node]
    return items


def _shown(node: Node) -> str:
    return f'"{node.plain()}"'


def _problem(node: Node, path: Path, message: str) -> Problem:
    return Problem(dotted(path), message, node.place)
