"""Fills in options: what their choices stand for takes the places that refer to them.

`{option: name}` may stand wherever a value stands, and becomes what the option's choice stands
for. `option: {name: value}` in a condition becomes true or false.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import Fault, Problem, did_you_mean
from .faults import report_faults
from .node import Node, Path, dotted, problem_at
from .options import OptionError, Options, as_text

UNFILLED = (
    "options", "presets", "set", "examples", "title", "summary", "sources", "sources_of", "unsupported", "names",
)  # fmt: skip
"""Sections in which no option is filled in."""


def fill_in(root: Node, options: Options, problems: list[Problem]) -> tuple[Node, frozenset[str], tuple[str, ...]]:
    """The ruleset with every reference to an option replaced by what it stands for; and the options used.

    Last come the dotted paths of references to options that are not there; they stand for null.
    """
    filler = _Filler(root, options, problems)
    sections = {key: node if key in UNFILLED else filler.fill(node, (key,)) for key, node in root.value.items()}
    return root.with_value(sections), frozenset(filler.used), tuple(filler.unknown)


class _Filler:
    """Fills in the options of one ruleset."""

    def __init__(self, root: Node, options: Options, problems: list[Problem]) -> None:
        self.root, self.options, self.problems = root, options, problems
        self.used: set[str] = set()
        self.unknown: list[str] = []

    def fill(self, node: Node, path: Path) -> Node:
        """A value with the options in it filled in."""
        if node.is_list:
            return node.with_value([self.fill(child, (*path, index)) for index, child in enumerate(node.value)])
        if not node.is_mapping:
            return node
        reference = node.value.get("option")
        if reference is not None and len(node.value) == 1 and isinstance(reference.value, str):
            return self.look_up(node, reference.value, path)
        filled: dict[str, Node] = {}
        for key, child in node.value.items():
            compared = key == "option" and child.is_mapping
            filled[key] = self.compare(child, (*path, key)) if compared else self.fill(child, (*path, key))
        return node.with_value(filled)

    def known(self, name: str, path: Path, *, on_key: bool) -> bool:
        """Whether an option is declared; a problem where not."""
        if name in self.options.declared:
            self.used.add(name)
            return True
        message = f'"{name}" is no option{did_you_mean(name, self.options.declared)}'
        report_faults(self.problems, self.root, [Fault(path, message, on_key, (("options", name),))])
        return False

    def look_up(self, node: Node, name: str, path: Path) -> Node:
        """What an option stands for, in the place of the reference to it."""
        if not self.known(name, (*path, "option"), on_key=False):
            self.unknown.append(dotted(path))
            return node.with_value(None)
        if _in_condition(path) and not isinstance(self.options.value(name), (Mapping, list)):
            message = f'expected a mapping of option to value, got "{name}"'
            self.problems.append(problem_at(self.root, (*path, "option"), message))
            return node
        written = self.root.at(("options", name, "values", as_text(self.options.chosen[name])))
        if written is None:
            return replace(_as_node(self.options.value(name), node), option=name)
        return replace(written, key=node.key, before=node.before, option=name)

    def compare(self, node: Node, path: Path) -> Node:
        """Whether the options have the values that a condition asks for."""
        holds = True
        for name, wanted in node.value.items():
            if not self.known(name, (*path, name), on_key=True):
                continue
            try:
                choice = self.options.declared[name].choose(wanted.plain())
            except OptionError as error:
                self.problems.append(problem_at(self.root, (*path, name), str(error)))
                continue
            holds = holds and as_text(choice) == as_text(self.options.chosen[name])
        return node.with_value(holds)


def _in_condition(path: Path) -> bool:
    """Whether a condition stands at a path, in which `option` is a word."""
    lists = ("any_of", "all_of", "none_of")
    last = path[-2] if path and isinstance(path[-1], int) else path[-1]
    return last in ("when", "win_requires", *lists) or (path[0] == "terms" and len(path) == 2)


def _as_node(value: Any, where: Node) -> Node:
    if isinstance(value, list):
        return where.with_value([_as_node(item, where) for item in value])
    if isinstance(value, Mapping):
        return where.with_value({str(key): _as_node(item, where) for key, item in value.items()})
    return replace(where, value=value, written="")
