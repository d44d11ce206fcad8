"""How large a ruleset may be: what is larger is refused before it is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ... import bounds
from ...errors import Path, Problem, RulesetError
from ...spoken import Sentence
from .node import Node, problem_at

_FILE_HAS_BYTES = Sentence(
    "the file has {size} bytes: at most {most} are read", "文件有 {size} 字节：至多读 {most} 字节"
)
_ENTRIES_AT_MOST = Sentence("{number} entries: at most {most} are allowed", "有 {number} 项：至多 {most} 项")
_MORE_THAN_VALUES = Sentence(
    "more than {most} values, with those that options put in", "连同选项放进来的，值超过 {most} 个"
)

MOST_ENTRIES: Mapping[str, int] = {
    "rules": bounds.RULES,
    "options": bounds.OPTIONS,
    "presets": bounds.OPTIONS,
    "terms": bounds.TERMS,
    "shapes": bounds.SHAPES,
}
"""How many entries a section may have."""


def too_large(size: int) -> str:
    """What is wrong with a file of so many bytes."""
    return _FILE_HAS_BYTES(size=size, most=bounds.FILE_BYTES)


def check_size(root: Node) -> None:
    """Raise RulesetError for a ruleset with more entries than can sensibly be checked."""
    found = list(_too_many(root))
    if found:
        raise RulesetError(found)


def _too_many(root: Node) -> Iterator[Problem]:
    for section, most in MOST_ENTRIES.items():
        yield from _more_than(most, root, (section,))
    for name in root.entries_at(("options",)):
        for key in ("values", "patches"):
            yield from _more_than(bounds.CHOICES, root, ("options", name, key))


def _more_than(most: int, root: Node, path: Path) -> Iterator[Problem]:
    number = max(len(root.entries_at(path)), len(root.items_at(path)))
    if number > most:
        message = _ENTRIES_AT_MOST(number=number, most=most)
        yield problem_at(root, path, message, on_key=True)


def check_filled(root: Node) -> None:
    """Raise RulesetError where the choices of options bring more values than a file may have."""
    left = bounds.FILE_VALUES
    for key, node in root.value.items():
        left -= _values(node)
        if left < 0:
            message = _MORE_THAN_VALUES(most=bounds.FILE_VALUES)
            raise RulesetError([problem_at(root, (key,), message, on_key=True)])


def _values(node: Node) -> int:
    """How many values a node has in all."""
    return sum(1 for _ in node.walk())
