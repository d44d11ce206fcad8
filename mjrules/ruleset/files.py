"""Where ruleset files are: the bundled ones by id, others by path."""

from __future__ import annotations

from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from ..errors import Place, Problem, RulesetError, described, did_you_mean, nearest
from .node import Node
from .source import read_source

SUFFIXES = (".yaml", ".yml")


def bundled_folder() -> Path:
    """The folder of the bundled rulesets: inside the installed package, or beside it in a checkout."""
    inside = Path(str(files("mjrules"))) / "rulesets"
    return inside if inside.is_dir() else inside.parent.parent / "rulesets"


def bundled_ids() -> list[str]:
    """The ids of all bundled rulesets, in order."""
    folder = bundled_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.yaml"))


def is_path(name: str) -> bool:
    """Whether a name of a ruleset is a path and not an id."""
    return name.endswith(SUFFIXES) or name.startswith((".", "/", "~"))


def find_file(name: str, beside: Path | None = None) -> Path:
    """The file of an id or path; paths are relative to `beside`. Raises RulesetError."""
    if is_path(name):
        with suppress(RuntimeError, ValueError, OSError):
            path = Path(name).expanduser()
            path = path if path.is_absolute() or beside is None else beside / path
            if path.is_file():
                return path
        raise RulesetError(f'there is no ruleset file "{name}"{_near_file(name, beside)}')
    known = bundled_ids()
    if name not in known:
        near = did_you_mean(name, known)
        listing = "" if "known" in near else f"; known: {', '.join(known)}"
        raise RulesetError(f'unknown ruleset "{name}"{near}{listing}')
    return bundled_folder() / f"{name}.yaml"


def _near_file(name: str, beside: Path | None) -> str:
    """The ruleset file in the same folder that was perhaps meant."""
    with suppress(RuntimeError, ValueError, OSError):
        folder = (beside or Path()) / Path(name).expanduser().parent
        best = nearest(Path(name).name, [path.name for path in folder.iterdir() if path.suffix in SUFFIXES])
        if best is not None:
            return f' (did you mean "{Path(name).with_name(best).as_posix()}"?)'
    return ""


def shown_path(path: Path) -> str:
    """The path as messages show it: from the bundled folder, or from the working folder, if below it."""
    for base, prefix in ((bundled_folder(), Path("rulesets")), (Path.cwd(), Path())):
        if path.resolve().is_relative_to(base.resolve()):
            return (prefix / path.resolve().relative_to(base.resolve())).as_posix()
    return str(path)


def read_file(path: Path) -> Node:
    """The nodes of a file. Raises RulesetError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RulesetError(f"{shown_path(path)} cannot be read: {error.strerror}") from None
    return read_source(data, shown_path(path))


def read_chain(name: str, beside: Path | None = None) -> list[Node]:
    """The file and all files that it extends, the root first. Raises RulesetError."""
    chain: list[Node] = []
    paths: list[Path] = []
    place: Place | None = None
    path = find_file(name, beside)
    while True:
        if path.resolve() in paths:
            start = paths.index(path.resolve())
            circle = [shown_path(item) for item in [*paths[start:], path]]
            message = f"rulesets extend each other in a circle: {' -> '.join(circle)}"
            raise RulesetError([Problem("extends", message, place)])
        node = read_file(path)
        chain.append(node)
        paths.append(path.resolve())
        parent = node.child("extends")
        if parent is None or parent.value is None:
            return chain[::-1]
        if not isinstance(parent.value, str) or not parent.value:
            message = f"expected the id or path of a ruleset, got {described(parent.plain())}"
            raise RulesetError([Problem("extends", message, parent.place)])
        place = parent.place
        try:
            path = find_file(parent.value, path.parent)
        except RulesetError as error:
            raise RulesetError([Problem("extends", error.problems[0].message, place)]) from None
