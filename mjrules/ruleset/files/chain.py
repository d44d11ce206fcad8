"""The chain of files that extend each other, from the root to the one that is named."""

from __future__ import annotations

import os

from ... import bounds
from ...errors import Place, Problem, RulesetError, described
from ...spoken import Sentence
from .find import EXPECTED_RULESET, RulesetFile, find_file, find_parent, is_path, ruleset_id, shown_path
from .node import Node

_RULESETS_EXTEND_EACH = Sentence(
    "rulesets extend each other in a circle: {circle}", "规则互相继承，绕成了圈：“{circle}”"
)
_MORE_THAN_FILES = Sentence("more than {most} files extend each other", "一层层继承的文件超过 {most} 个")
_EXPECTED_WHICH_FILE = Sentence(
    'expected "{id}", by which the file is found, got {got}', "应为“{id}”（文件是按它找到的），而不是{got:shown}"
)


def read_chain(name: str, within: str | None = None) -> list[Node]:
    """The nodes of the file and of all files that it extends, the root first. Raises RulesetError."""
    return [file.node for file in read_files(name, within=within)]


def read_files(name: str, beside: str | None = None, within: str | None = None) -> list[RulesetFile]:
    """The file and all files that it extends (`find_parent`), the root first, each parsed. Raises RulesetError."""
    chain: list[RulesetFile] = []
    paths: list[str] = []
    place: Place | None = None
    path = find_file(name, beside)
    while True:
        whole = os.path.realpath(path)
        if whole in paths:
            start = paths.index(whole)
            circle = [shown_path(item) for item in [*paths[start:], path]]
            message = _RULESETS_EXTEND_EACH(circle=" -> ".join(circle))
            raise RulesetError([Problem("extends", message, place)])
        if len(chain) == bounds.FILES:
            raise RulesetError([Problem("extends", _MORE_THAN_FILES(most=bounds.FILES), place)])
        file = RulesetFile(path)
        _check_id(file, name)
        chain.append(file)
        paths.append(whole)
        parent = file.node.child("extends")
        if parent is None or parent.value is None:
            return chain[::-1]
        if not isinstance(parent.value, str) or not parent.value:
            message = EXPECTED_RULESET(got=described(parent.plain()))
            raise RulesetError([Problem("extends", message, parent.place)])
        name, place = parent.value, parent.place
        try:
            path = find_parent(name, path, within)
        except RulesetError as error:
            raise RulesetError([Problem("extends", error.problems[0].message, place)]) from None


def _check_id(file: RulesetFile, name: str) -> None:
    """The file that is found by an id says the same id. Raises RulesetError."""
    id = file.node.child("id")
    if is_path(name) or id is None or id.value == ruleset_id(name):
        return
    message = _EXPECTED_WHICH_FILE(id=ruleset_id(name), got=described(id.plain()))
    raise RulesetError([Problem("id", message, id.place)])
