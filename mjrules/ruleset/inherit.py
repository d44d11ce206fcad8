"""Inheritance: one algebra for every file, and for the choices of options.

Absent inherits; `null` deletes; a mapping merges by key; a scalar or list replaces; a list changes in place only
by `add:` and `remove:`; `replace:` puts a mapping in the place of another. In `rules`, the id of a group stands for
each of its rules. An override that changes nothing is an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from .. import bounds
from ..declared.fields import declared_fields
from ..declared.kinds import arms, kind_at
from ..errors import DID_YOU_MEAN, Path, Problem, did_you_mean, nearest_word
from ..spoken import ENGLISH, Sentence
from .definition import Definition
from .field_types import Condition, Texts
from .files.node import Node, dotted

_TILES_REPLACE_PUTS = Sentence(
    "`{written}` puts a tile set in place of what is inherited", "写“{written}”就用另一副牌代替继承来的"
)(written="tiles: {replace: {…}}")
_THERE_NO_INHERITED = Sentence(
    "there is no inherited list here to add to or remove from", "这里没有继承来的列表，谈不上增减"
)()
_THERE_NO_INHERITED_MAPPING = Sentence(
    "there is no inherited mapping here to replace: write the value itself",
    "这里没有继承来的一组“键: 值”可以代替：请直接写值",
)()
_NULL_DELETES_INHERITED = Sentence(
    "null deletes an inherited value, and none is inherited here", "“null”用来删去继承来的值，而这里没有继承来的"
)()
_NOTHING_STANDS_BEHIND = Sentence(
    'nothing stands behind "{key}": a colon is missing, or quotes around a text with a comma',
    "“{key}”后面什么也没有：缺少冒号，或有逗号的文字没有加引号",
)
_NOTHING_STANDS_BEHIND_WRITE = Sentence(
    'nothing stands behind "{key}": write its value, or leave the key out',
    "“{key}”后面什么也没有：请写出值，或去掉这一项",
)
_ADD_REMOVE_CHANGE = Sentence(
    "add and remove change lists: to delete an entry here, write null after its key",
    "“add”和“remove”用于列表：要在这里删去一项，请在键后写“null”",
)()
_CHANGES_NOTHING_SETS = Sentence("this changes nothing: {place} sets the same", "什么也没有改：“{place}”处写的相同")
_CHANGES_NOTHING_EMPTY = Sentence(
    "this changes nothing: an empty mapping deletes no entry", "什么也没有改：空的“{{}}”不会删去任何一项"
)()
_REPLACE_MUST_BE = Sentence(
    "replace must be the only key, and holds a mapping: the whole of what replaces the inherited one",
    "“replace”须单独写，其下是代替继承来的全部“键: 值”",
)()
_NULL_DOES_NOT = Sentence(
    "null does not change a condition: write the whole condition again, as `{written}`",
    "“null”不能改条件：请把整个条件重写为“{written}”",
)(written="replace: {…}")
_NULL_DELETES_INHERITED_VALUE = Sentence(
    'null deletes an inherited value, and "{key}" is not inherited here{note}',
    "“null”用来删去继承来的值，而“{key}”不是继承来的{note}",
)
_NOTHING_STANDS_BEHIND_WRITE_NULL = Sentence(
    'nothing stands behind "{key}": write null to delete what is inherited, or leave the key out',
    "“{key}”后面什么也没有：要删去继承来的请写“null”，否则去掉这一项",
)
_ONLY_ADD_REMOVE = Sentence("only add and remove change an inherited list", "改继承来的列表只能用“add”和“remove”")()
_EXPECTED_WHAT_GOT = Sentence("expected what to {word}, got null", "“{word}”之后应写增减什么，而不是“null”")
_NOT_INHERITED_LIST = Sentence("{got} is not in the inherited list{near}", "继承来的列表里没有{got:shown}{near}")
_INHERITED_LIST_ALREADY = Sentence(
    "{got} is in the inherited list already ({place})", "继承来的列表里已有{got:shown}（“{place}”）"
)

NOT_INHERITED = tuple(item.key for item in declared_fields(Definition) if not item.inherited)
"""Keys that a file does not inherit, so that nothing in them is deleted or changed in place."""
LIST_WORDS = ("add", "remove")
"""The words that change a list in place."""
_AND_SO = Sentence(": {told}", "：{told}")
OTHER_TILES = _TILES_REPLACE_PUTS
"""What to do for a game with other tiles than are inherited."""
REPLACE = "replace"
"""The word that puts a mapping in the place of another."""
RULES, GROUPS = "rules", ("group", "series")


def inherit(parent: Node | None, child: Node, problems: list[Problem]) -> Node:
    """The child's file on top of its resolved parent (None for a file without one)."""
    if parent is None:
        return _fresh(child, (), problems)
    base = parent.with_value({key: node for key, node in parent.value.items() if key not in NOT_INHERITED})
    return merge(base, expanded(base, child, problems), (), problems)


def inherit_all(chain: Sequence[Node], problems: list[Problem]) -> Node:
    """The files of a chain, at least one, on top of each other, the root first."""
    merged, found = _inherited(None, chain[0])
    problems += found
    for child in chain[1:]:
        merged, found = _inherited(merged, child)
        problems += found
    return merged


@lru_cache(maxsize=bounds.FILES_KEPT)
def _inherited(parent: Node | None, child: Node) -> tuple[Node, tuple[Problem, ...]]:
    """A file on top of its parents, and what is wrong; kept, for children share their parents."""
    problems: list[Problem] = []
    return inherit(parent, child, problems), tuple(problems)


def stands_for_itself(path: Path) -> bool:
    """Whether a path leads to data, not to a change: into examples and settings, or what options say of choices."""
    if path[:1] and path[0] in NOT_INHERITED:
        return True
    if path[:1] != ("options",) or len(path) < 3:
        return False
    return path[2] == "default" or (path[2] == "values" and len(path) > 3) or (path[2] == "patches" and len(path) > 4)


def _in_condition(path: Path) -> bool:
    """Whether a path leads into a condition."""
    return any(kind_at(Definition, path[:depth]) is Condition for depth in range(1, len(path)))


def _fresh(node: Node, path: Path, problems: list[Problem]) -> Node:
    """A value that overrides nothing: there is nothing that it could delete or change in place."""
    if stands_for_itself(path) and not _deletes(node, path):
        return node
    if node.is_mapping:
        if path and node.value and set(node.value) <= set(LIST_WORDS):
            problems.append(_problem(node, path, _THERE_NO_INHERITED))
        elif path and (_replaces(node) or (_in_condition((*path, REPLACE)) and REPLACE in node.value)):
            message = _THERE_NO_INHERITED_MAPPING
            problems.append(_problem(node, path, message))
        return node.with_value({key: _fresh(child, (*path, key), problems) for key, child in node.value.items()})
    if node.value is None:
        message = _NULL_DELETES_INHERITED
        problems.append(_problem(node, path, message if node.written else _nothing_behind(path)))
    return node


def _nothing_behind(path: Path) -> str:
    """What to say of a key of which nothing is inherited, and behind which nothing stands.

    In braces `{about: a tile, turned up}` has the key "turned up", and `{suits 1}` the key "suits 1".
    """
    key = str(path[-1]) if path else ""
    if " " in key:
        return _NOTHING_STANDS_BEHIND(key=key)
    return _NOTHING_STANDS_BEHIND_WRITE(key=key)


def _deletes(node: Node, path: Path) -> bool:
    """Whether a null deletes something, and is not itself a value: a section is never null."""
    return node.value is None and (len(path) == 1 or not stands_for_itself(path))


def merge(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    """The child's value on top of the parent's, both at a path."""
    if child.is_mapping and isinstance(parent.value, str) and _may_be_texts(path):
        parent = parent.with_value({ENGLISH: parent})  # a text that names no language is in English
    if child.is_mapping and parent.is_mapping:
        if _changes_a_list(child, parent) and not stands_for_itself(path):
            message = _ADD_REMOVE_CHANGE
            problems.append(_problem(child, path, message))
            return parent
        if _replaces(child) and REPLACE not in parent.value and not stands_for_itself(path):
            return _instead(parent, child.value[REPLACE], path, problems)
        return _merge_mapping(parent, child, path, problems)
    if child.is_mapping and parent.is_list and set(child.value) & set(LIST_WORDS) and not stands_for_itself(path):
        return _change_list(parent, child, path, problems)
    return _replaced(parent, child, path, problems)


def _may_be_texts(path: Path) -> bool:
    """Whether a text may stand at a path, or several by their languages."""
    return set(arms(Texts)) <= set(arms(kind_at(Definition, path)))


def _instead(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    """A mapping in the place of another, whose entries are deleted by it."""
    gone = {key: child for key in parent.value if key not in child.value}
    return replace(_replaced(parent, child, path, problems), deleted={**parent.deleted, **gone})


def _replaced(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    found = _fresh(child, path, problems) if child.is_mapping else child
    if _same(found, parent):
        problems.append(_problem(child, path, _CHANGES_NOTHING_SETS(place=parent.place)))
    if parent.is_list and found.is_list:
        gone = _removed(parent, found.value, dict.fromkeys(_texts(parent.value), child))
        return replace(found, before=parent, deleted=gone)
    return replace(found, before=parent)


def _removed(parent: Node, items: Sequence[Node], by: Mapping[str, Node]) -> dict[str, Node]:
    """The texts that an inherited list had and that are not among its items now, each with what removed it."""
    left = _texts(items)
    return {text: node for text, node in {**parent.deleted, **by}.items() if text not in left}


def _texts(items: Sequence[Node]) -> list[str]:
    """The texts among the items of a list."""
    return [item.value for item in items if isinstance(item.value, str)]


def _changes_a_list(child: Node, parent: Node) -> bool:
    """Whether a value is `add:` and `remove:` of lists, and means no entries of those names."""
    words = set(LIST_WORDS)
    only = bool(child.value) and set(child.value) <= words and not words & set(parent.value)
    return only and all(node.is_list for node in child.value.values())


def _replaces(child: Node) -> bool:
    """Whether a mapping is `replace:` with another mapping, and nothing beside it."""
    return set(child.value) == {REPLACE} and bool(child.value[REPLACE].is_mapping)


def _merge_mapping(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    if not child.value and path:
        problems.append(_problem(child, path, _CHANGES_NOTHING_EMPTY))
    merged, deleted = dict(parent.value), dict(parent.deleted)
    for key, node in child.value.items():
        here = (*path, key)
        deletes = _deletes(node, here)
        if key == REPLACE and _in_condition(here):
            problems.append(_problem(node, here, _REPLACE_MUST_BE))
        elif deletes and _in_condition(here):
            problems.append(_problem(node, here, _NULL_DOES_NOT))
        elif key not in merged and deletes and here[0] not in NOT_INHERITED:
            groups = groups_of(parent.value) if path == (RULES,) else ()
            meant = rule_meant(key, parent.value) if path == (RULES,) else None
            note = did_you_mean(key, [*parent.value, *groups]) if meant is None else DID_YOU_MEAN(word=meant)
            note = _AND_SO(told=OTHER_TILES) if path == ("tiles",) else note
            torn = not node.written and not note
            message = _nothing_behind(here) if torn else _NULL_DELETES_INHERITED_VALUE(key=key, note=note)
            problems.append(_problem(node, here, message))
        elif key not in merged:
            merged[key] = _fresh(node, here, problems)
        elif deletes and not node.written:
            message = _NOTHING_STANDS_BEHIND_WRITE_NULL(key=key)
            problems.append(_problem(node, here, message))
        elif deletes:
            del merged[key]
            deleted[key] = node
        else:
            merged[key] = merge(merged[key], node, here, problems)
    return Node(merged, child.place, child.key, parent, deleted=deleted)


def _same(one: Node, other: Node) -> bool:
    """Whether two values are the same and of the same types: 1 is not true."""
    return json.dumps(one.plain(), sort_keys=True) == json.dumps(other.plain(), sort_keys=True)


def _change_list(parent: Node, child: Node, path: Path, problems: list[Problem]) -> Node:
    items = list(parent.value)
    before = len(problems)
    for key, node in child.value.items():
        if key not in LIST_WORDS:
            message = _ONLY_ADD_REMOVE
            problems.append(Problem(dotted((*path, key)), message, node.key))
    for word in reversed(LIST_WORDS):
        change = child.value.get(word)
        if change is not None and change.value is None:
            problems.append(_problem(change, (*path, word), _EXPECTED_WHAT_GOT(word=word)))
        elif change is not None:
            for node in change.value if change.is_list else [change]:
                items = _changed(items, word, node, (*path, word), problems)
    if len(problems) == before and _same(Node(items, parent.place), parent):
        problems.append(_problem(child, path, _CHANGES_NOTHING_SETS(place=parent.place)))
    removes = child.value.get("remove")
    named = () if removes is None else removes.value if removes.is_list else (removes,)
    deleted = _removed(parent, items, {node.value: node for node in named if isinstance(node.value, str)})
    return Node(items, child.place, child.key, parent, option=child.option, deleted=deleted)


def _changed(items: list[Node], word: str, node: Node, path: Path, problems: list[Problem]) -> list[Node]:
    """A list with one entry added or removed; a problem where it is there already, or not there."""
    there = [item for item in items if _same(item, node)]
    if word == "remove" and not there:
        near = did_you_mean(node.plain(), [str(item.plain()) for item in items])
        problems.append(_problem(node, path, _NOT_INHERITED_LIST(got=_shown(node), near=near)))
    elif word == "add" and there:
        message = _INHERITED_LIST_ALREADY(got=_shown(node), place=there[0].place)
        problems.append(_problem(node, path, message))
    elif word == "remove":
        return [item for item in items if item not in there]
    else:
        return [*items, node]
    return items


# Groups of rules


def expanded(parent: Node, child: Node, problems: list[Problem]) -> Node:
    """A child in which the id of an inherited group of rules is replaced by each of its rules.

    Rules of the group for which that changes nothing are passed over; what the child says of a rule itself is
    merged on top.
    """
    rules, inherited = child.entries_at((RULES,)), parent.entries_at((RULES,))
    groups = {key: members for key in rules if key not in inherited and (members := _members(inherited, key))}
    if not groups:
        return child
    whole: dict[str, Node] = {}
    for key, node in ((key, node) for key, node in rules.items() if key in groups):
        told: list[list[Problem]] = []
        for id in groups[key]:
            found: list[Problem] = []
            if node.value is not None:
                merge(inherited[id], node, (RULES, key), found)
            told.append(found)
            if not found:
                whole[id] = merge(whole[id], node, (RULES, id), []) if id in whole else node
        if all(told):
            problems += told[0]
    for key, node in ((key, node) for key, node in rules.items() if key not in groups):
        whole[key] = merge(whole[key], node, (RULES, key), []) if key in whole else node
    others = {key: node for key, node in child.value.items() if key != RULES}
    return child.with_value({**others, RULES: child.value[RULES].with_value(whole)} if whole else others)


def _members(rules: Mapping[str, Node], group: str) -> list[str]:
    """The ids of the rules of a group or series."""
    return [id for id, rule in rules.items() if any(group in _named(rule.child(key)) for key in GROUPS)]


def groups_of(rules: Mapping[str, Node]) -> list[str]:
    """The groups and series of rules."""
    named = (name for rule in rules.values() for key in GROUPS for name in _named(rule.child(key)))
    return list(dict.fromkeys(map(str, named)))


def rule_meant(word: str, rules: Mapping[str, Node]) -> str | None:
    """The id of the rule, or the group, whose id or name is most like a word; None where none is."""
    names = {
        id: [str(name) for name in (*_named(rule.child("names")), *_named(rule.child("aliases")))]
        for id, rule in rules.items()
    }
    return id_meant(word, (*rules, *groups_of(rules)), names)


def id_meant(word: str, ids: Iterable[str], names: Mapping[str, Iterable[str]]) -> str | None:
    """The id that is most like a word, or whose names are; None where none is."""
    said = {_as_id(name): id for id, several in names.items() for name in several}
    known = {**said, **{id: id for id in ids}}
    best = _as_id(word) if _as_id(word) in said else nearest_word(word, known)
    return None if best is None else known[best]


def _as_id(name: str) -> str:
    """A name as an id would say it."""
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def _named(node: Node | None) -> tuple[object, ...]:
    if node is None:
        return ()
    items = node.value if node.is_list else node.value.values() if node.is_mapping else (node,)
    return tuple(item.value for item in items)


def _shown(node: Node) -> str:
    return f'"{node.plain()}"'


def _problem(node: Node, path: Path, message: str) -> Problem:
    return Problem(dotted(path), message, node.place)
