"""Joins a ruleset file with its companions, which hold what only explains it, and its examples."""

from __future__ import annotations

from ...errors import Path, Problem, RulesetError
from ...spoken import Sentence
from .node import Node, dotted

WRITTEN_ALREADY = Sentence("this is already in {place}", "“{place}”处已经有了")


def joined(main: Node, companion: Node) -> Node:
    """The file with all that its companion says; nothing may be in both. Raises RulesetError."""
    problems: list[Problem] = []
    node = _joined(main, companion, (), problems)
    if problems:
        raise RulesetError(problems)
    return node


def _joined(main: Node, companion: Node, path: Path, problems: list[Problem]) -> Node:
    if not (main.is_mapping and companion.is_mapping):
        problems.append(Problem(dotted(path), WRITTEN_ALREADY(place=main.place), companion.key))
        return main
    found = dict(main.value)
    for key, node in companion.value.items():
        found[key] = _joined(found[key], node, (*path, key), problems) if key in found else node
    return main.with_value(found)
