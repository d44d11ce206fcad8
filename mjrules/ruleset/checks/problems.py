"""From faults in the data of a ruleset to problems at their places, without those that follow from others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ...declared.fields import is_declared
from ...declared.kinds import entry_of, kind_at
from ...errors import Fault, Path, Problem
from ...spoken import Sentence
from ..definition import Definition, RuleEntry
from ..files.node import Node, dotted, problem_at

_DELETED_BUT_STILL = Sentence(
    'deleted here, but {user} ({place}) still needs "{target}"', "这里删去了，而“{user}”（“{place}”）还用到“{target}”"
)


def add_problems(problems: list[Problem], found: Iterable[Problem]) -> None:
    """Add problems, but for those of values about which something was said in an earlier step."""
    earlier = {problem.path for problem in problems}
    known = set(problems)
    for problem in found:
        if problem not in known and earlier.isdisjoint(_around(problem.path)):
            known.add(problem)
            problems.append(problem)


def add_faults(problems: list[Problem], root: Node, faults: Iterable[Fault]) -> None:
    """Add the problems of faults, but for those that follow from an earlier problem.

    What is unknown because it is declared with a fault is not reported again; what is unknown because
    a file deleted it is reported where it was deleted.
    """
    earlier = {problem.path for problem in problems}
    above = {path for problem in problems for path in _around(problem.path)}
    found: list[Problem] = []
    gone: dict[Problem, None] = {}
    for fault in faults:
        deleted = _deleted(root, fault)
        if deleted is not None:
            gone[deleted] = None
        elif not any(_told(root, target, earlier, above) for target in fault.needs):
            found.append(problem_at(root, fault.path, fault.message, on_key=fault.on_key))
    add_problems(problems, found)
    known = set(problems)
    problems += [problem for problem in gone if problem not in known]


def is_told(problems: Iterable[Problem], path: Path) -> bool:
    """Whether something is wrong with the value at a path, or with a part of it."""
    return any(_within(problem.path, dotted(path)) for problem in problems)


def _deleted(root: Node, fault: Fault) -> Problem | None:
    """The problem that a file deleted what a fault needs; None where none did, or where the last file of the chain
    uses what an earlier one deleted, and is itself at fault.
    """
    for target in fault.needs:
        gone = None if target == fault.path else root.deleted_at(target)
        if gone is None:
            continue
        (path, node), user = gone, problem_at(root, fault.path, "", on_key=fault.on_key)
        last = root.place.file
        if node.place.file == last or user.place is None or user.place.file != last:
            section = root.at(path[:-1])
            told = path[:-1] if section is not None and section.is_list else path
            message = _DELETED_BUT_STILL(user=user.path, place=user.place, target=target[-1])
            return Problem(dotted(told), message, node.key or node.place)
    return None


def _told(root: Node, target: Path, earlier: Collection[str], above: Collection[str]) -> bool:
    """Whether an earlier problem tells why a target is unknown: it or its section is at fault, or a part of it.

    `earlier` are the paths of problems, `above` these and all that they lie in.
    """
    path = dotted(target)
    return any(own in earlier for own in _around(path)) or (path in above and root.at(target) is not None)


def _within(path: str, other: str) -> bool:
    """Whether a dotted path is another one or below it."""
    return path == other or path.startswith((f"{other}.", f"{other}["))


def _around(path: str) -> Iterator[str]:
    """A dotted path, and each path that it may lie in. Keys may have dots in them."""
    yield path
    for place in range(len(path) - 1, 0, -1):
        if path[place] in ".[":
            yield path[:place]


def without(root: Node, problems: Iterable[Problem]) -> Node:
    """The ruleset without the entries that cannot be used, so that the rest can still be checked."""
    gone: dict[Path, None] = {path: None for problem in problems for path in _entries(root, problem)}
    return _cut(root, (), gone.keys(), {path[:depth] for path in gone for depth in range(len(path))})


def _entries(root: Node, problem: Problem) -> list[Path]:
    """The paths of what cannot be used because of a problem; of a rule only what is at fault.

    Keys may have dots in them: where it is open whether a problem lies on `a` or on `a.b`, both are given.
    """
    sections = _below(root, (), problem)
    if sections == [()]:
        return [(problem.path.split(".")[0],)]
    found = [entry for section in sections for entry in _below(root, section, problem)]
    return [deeper for entry in found for deeper in (_below(root, entry, problem) if _is_deep(entry) else [entry])]


def _is_deep(path: Path) -> bool:
    """Whether what stands at a path is cut part by part: a rule, or a section of a section."""
    kind = kind_at(Definition, path)
    return kind is RuleEntry or (len(path) == 2 and entry_of(kind) is not None and is_declared(entry_of(kind)))


def _below(root: Node, path: Path, problem: Problem) -> list[Path]:
    """The path with each key on which a problem may lie, or the path alone where it lies on none."""
    entries, start = root.entries_at(path), f"{dotted(path)}." if path else ""
    keys = [own.removeprefix(start) for own in _around(problem.path) if own.startswith(start)]
    return [(*path, key) for key in reversed(keys) if key in entries] or [path]


def _cut(node: Node, path: Path, gone: Collection[Path], above: Collection[Path]) -> Node:
    """A node at a path without what is below it and cannot be used; `above` are the paths that lead there."""
    if not node.is_mapping or path not in above:
        return node
    kept = {key: child for key, child in node.value.items() if (*path, key) not in gone}
    return node.with_value({key: _cut(child, (*path, key), gone, above) for key, child in kept.items()})
