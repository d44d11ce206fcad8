"""YAML values that know where they are written, and what they overrode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ...errors import Path, Place, Problem, described
from ...spoken import Sentence

_OPTION_ITSELF_SAYS = Sentence(
    "an option itself says what it changes: `of` names the place of a value, `patches` the rest",
    "改什么由选项自己写明：“of”是一个值的位置，“patches”是其余",
)()
_QUOTES_PART_TEXT = Sentence(
    "the quotes {opening} and {closing} are part of this text: leave them out, or write plain ones",
    "引号{opening}和{closing}在这里成了文字的一部分：请去掉，或改用半角引号",
)
_OPTION_CHOOSES = Sentence("the option {option} chooses it", "由选项“{option}”选定")
_OVERRIDES = Sentence("this overrides {was} set at {place}", "这里改掉了“{place}”处的{was:shown}")
_CHOSEN_OVER = Sentence("{chosen} over {was} set at {place}", "{chosen}，改掉了“{place}”处的{was:shown}")

_CURLY_QUOTES: Final = ("\u201c\u201d", "\u2018\u2019", "\u201e\u201c", "\u201a\u2018", "\u201d\u201d", "\u2019\u2019")
"""Quotes that are none to YAML, as keyboards and word processors write them, the opening and the closing one."""


@dataclass(frozen=True, eq=False)
class Node:
    """A value of a ruleset file: a scalar, a list of nodes, or a mapping of nodes. One is never equal to another.

    `key` is the place of its key; `before` is the value of a parent file that it overrode;
    `option` is the option whose choice put it here; `written` is how a scalar without quotes was
    written; `deleted` are the entries of a mapping that files of the chain deleted, and the
    texts that they removed from a list.
    """

    value: Any
    place: Place
    key: Place | None = None
    before: Node | None = None
    option: str | None = None
    written: str = ""
    deleted: Mapping[str, Node] = field(default_factory=dict)

    @property
    def is_mapping(self) -> bool:
        """Whether it is a mapping."""
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.value, list)

    def plain(self) -> Any:
        """The value as plain data."""
        if isinstance(self.value, dict):
            return {key: child.plain() for key, child in self.value.items()}
        if isinstance(self.value, list):
            return [child.plain() for child in self.value]
        return self.value

    def child(self, key: str | int) -> Node | None:
        """The node under a key or index, or None."""
        if isinstance(self.value, dict):
            return self.value.get(key, self.value.get(str(key)))
        if isinstance(self.value, list) and isinstance(key, int) and 0 <= key < len(self.value):
            found = self.value[key]
            return found if isinstance(found, Node) else None
        return None

    def at(self, path: Path) -> Node | None:
        """The node at a path, or None."""
        node: Node | None = self
        for key in path:
            node = node.child(key) if node is not None else None
        return node

    def entries_at(self, path: Path) -> Mapping[str, Node]:
        """The entries of the mapping at a path; none where no mapping is there."""
        node = self.at(path)
        return node.value if node is not None and node.is_mapping else {}

    def items_at(self, path: Path) -> Sequence[Node]:
        """The items of the list at a path; none where no list is there."""
        node = self.at(path)
        return node.value if node is not None and node.is_list else ()

    def nearest(self, path: Path) -> tuple[Node, Path]:
        """The deepest node on the way to a path, and how far the way went."""
        node: Node = self
        for depth, key in enumerate(path):
            child = node.child(key)
            if child is None:
                return node, path[:depth]
            node = child
        return node, path

    def deleted_at(self, path: Path) -> tuple[Path, Node] | None:
        """The first part of a path that a file deleted, with what did so, a null or in lists the entry of `remove`;
        None where none is. Below a list, the part is the text that was removed.
        """
        node, reached = self.nearest(path)
        depth = len(reached)
        if depth == len(path) or path[depth] not in node.deleted:
            return None
        return path[: depth + 1], node.deleted[str(path[depth])]

    def replaced_at(self, path: Path) -> Node | None:
        """What stood at a path before a plain value was put in the place of what it stood in; None where none was."""
        node, reached = self.nearest(path)
        rest = path[len(reached) :]
        if not rest or node.is_mapping:
            return None
        return next((found for older in node.history() if (found := older.at(rest)) is not None), None)

    def history(self) -> Iterator[Node]:
        """This value and those that it overrode, the newest first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.before

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """This node and all below it, with their paths."""
        yield path, self
        items: Any = ()
        if isinstance(self.value, dict):
            items = self.value.items()
        elif isinstance(self.value, list):
            items = enumerate(self.value)
        for key, child in items:
            yield from child.walk((*path, key))

    def with_value(self, value: Any) -> Node:
        """The same place with another value."""
        return replace(self, value=value)


def dotted(path: Path) -> str:
    """A path as people write it: `scoring.rules.clean_hand.fan`, `examples[2].hand`."""
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text


def problem_at(root: Node, path: Path, message: str, *, note: str = "", on_key: bool = False) -> Problem:
    """A problem at a path: at its value, or its key; of a value that is not there, where it was deleted
    or at the key of the mapping that should have it.
    """
    node, reached = root.nearest(path)
    gone = root.deleted_at(path)
    if gone is not None:
        return Problem(dotted(path), message, gone[1].key, note)
    on_key = on_key or (reached != path and node.is_mapping)
    note = note or _asked_for(path, node) or in_curly_quotes(node) or overridden(node)
    return Problem(dotted(path), message, node.key if on_key and node.key else node.place, note)


def _asked_for(path: Path, node: Node) -> str:
    """What to do in place of asking for the value of an option, where files may have done so."""
    asks = path[-1:] == ("option",) or (node.is_mapping and set(node.value) == {"option"})
    return _OPTION_ITSELF_SAYS if asks else ""


def in_curly_quotes(node: Node) -> str:
    """What to do with a text around which there are curly quotes, which are part of it; empty for any other."""
    around, within = node.written[:1] + node.written[-1:], node.written[1:-1]
    if around not in _CURLY_QUOTES or any(sign in within for sign in around):
        return ""
    return _QUOTES_PART_TEXT(opening=around[0], closing=around[1])


def overridden(node: Node) -> str:
    """What a value overrode, and by which option, as a note; empty where it overrode nothing."""
    before = node.before
    chosen = "" if node.option is None else _OPTION_CHOOSES(option=node.option)
    if before is None or before.is_mapping or before.is_list or node.is_mapping:
        return chosen
    told = _CHOSEN_OVER if chosen else _OVERRIDES
    return told(chosen=chosen, was=described(before.value), place=before.place)
