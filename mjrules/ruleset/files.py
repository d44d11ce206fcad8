"""Where ruleset files are: the bundled ones by id, others by path."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .. import bounds
from ..errors import Place, Problem, RulesetError, described, did_you_mean, nearest_word
from .size import too_large

if TYPE_CHECKING:
    from .node import Node

SUFFIXES = (".yaml", ".yml")
COMPANIONS = (".sources", ".examples")
"""What is in the names of a file's companions: who says what of it, and hands with their scores."""
PACKAGE = Path(__file__).parent.parent
"""The folder of the installed package."""
_PLAIN_ID = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*")


def bundled_folder() -> Path:
    """The folder of the bundled rulesets: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / "rulesets"
    return inside if inside.is_dir() else PACKAGE.parent / "rulesets"


def bundled_ids() -> list[str]:
    """The ids of all bundled rulesets, in order."""
    folder = bundled_folder()
    paths = (path.relative_to(folder).with_suffix("") for path in folder.rglob("*.yaml"))
    return sorted(path.as_posix() for path in paths if path.suffix not in COMPANIONS)


def main_file(name: str) -> str:
    """The name of the file to which a companion belongs; that of any other file as it is."""
    path = Path(name)
    stem = Path(path.stem)
    return path.with_name(f"{stem.stem}{path.suffix}").as_posix() if stem.suffix in COMPANIONS else name


def is_path(name: str) -> bool:
    """Whether a name of a ruleset is a path and not an id."""
    return name.endswith(SUFFIXES) or name.startswith((".", "/", "~"))


def find_file(name: str, beside: Path | None = None) -> Path:
    """The file of an id or path; paths are relative to `beside`. Raises RulesetError."""
    if is_path(name):
        instead = None
        with suppress(RuntimeError, ValueError, OSError):
            path = Path(name).expanduser()
            path = path if path.is_absolute() or beside is None else beside / path
            if path.is_file() and _main_file(path) is None:
                return path
            instead = _instead_of_a_file(path)
        if instead is not None:
            raise RulesetError(f'"{name}" is {instead}: expected a ruleset file')
        raise RulesetError(f'there is no ruleset file "{name}"{_near_file(name, beside)}')
    plain = bundled_folder() / f"{name}.yaml"
    if _PLAIN_ID.fullmatch(name) and os.path.isfile(plain):
        return plain
    known = bundled_ids()
    if name not in known:
        near = did_you_mean(name, known)
        listing = "" if "known" in near else f"; known: {', '.join(known)}"
        raise RulesetError(f'unknown ruleset "{name}"{near}{listing}')
    return plain


def find_parent(name: str, child: Path, within: Path | None = None) -> Path:
    """The file that a ruleset file extends: that of an id, or one in its own folder or below.

    A file of a stranger must not show others of the machine: what lies elsewhere is refused, be it there or not.
    `within` is a folder in all of which files may extend each other. Raises RulesetError.
    """
    if not is_path(name):
        return find_file(name)
    if Path(name).suffix not in SUFFIXES:
        raise RulesetError(f'"{name}" is no ruleset file: the name of one ends with {" or ".join(SUFFIXES)}')
    folder = (within or child.parent).resolve()
    with suppress(RuntimeError, ValueError, OSError):
        path = (child.parent / name).resolve()
        if path.is_relative_to(folder) and not name.startswith("~") and (path.is_dir() or path.suffix in SUFFIXES):
            return find_file(name, child.parent)
    place = "this folder" if within is None else f'the folder "{within}"'
    message = f'"{name}" leads out of {place}: a file extends an id, or a ruleset file there or below'
    raise RulesetError(f"{message} (whoever loads it may allow more: within)")


def _instead_of_a_file(path: Path) -> str | None:
    """What is at a path in place of a ruleset, or None for nothing. To read a pipe could take for ever."""
    main = _main_file(path) if path.is_file() else None
    if main is not None:
        return f'a companion of "{main.name}", which is loaded with it'
    if path.is_dir():
        return "a folder"
    if path.exists():
        return "a pipe, a device or the like"
    return "a link that leads to no file" if path.is_symlink() else None


def _main_file(path: Path) -> Path | None:
    """The file of which a file is a companion; None where there is none."""
    words = (word for word in COMPANIONS if path.stem.endswith(word))
    beside = (path.with_name(path.stem.removesuffix(word) + path.suffix) for word in words)
    return next((main for main in beside if main.is_file()), None)


def _near_file(name: str, beside: Path | None) -> str:
    """The ruleset file in the same folder that was perhaps meant."""
    with suppress(RuntimeError, ValueError, OSError):
        folder = (beside or Path()) / Path(name).expanduser().parent
        best = nearest_word(Path(name).name, [path.name for path in folder.iterdir() if path.suffix in SUFFIXES])
        if best is not None:
            return f' (did you mean "{Path(name).with_name(best).as_posix()}"?)'
    return ""


def is_bundled(name: str) -> bool:
    """Whether the file of an id or path is one of the bundled ones. Raises RulesetError."""
    return find_file(name).resolve().is_relative_to(bundled_folder().resolve())


def shown_path(path: Path) -> str:
    """The path as messages show it: from the bundled folder, or from the working folder, if below it."""
    for base, prefix in ((bundled_folder(), Path("rulesets")), (Path.cwd(), Path())):
        if path.resolve().is_relative_to(base.resolve()):
            return (prefix / path.resolve().relative_to(base.resolve())).as_posix()
    return str(path)


class SourceFile:
    """A file as it was when it was read: its path, its name in messages, its bytes.

    Of a file that is too large nothing is read. Raises RulesetError.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.shown = path, shown_path(path)
        try:
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                self.data = b"" if size > bounds.FILE_BYTES else file.read(bounds.FILE_BYTES + 1)
        except OSError as error:
            raise RulesetError(f"{self.shown} cannot be read: {error.strerror}") from None
        if size > bounds.FILE_BYTES:
            raise RulesetError([Problem("", too_large(size), Place(self.shown, 1, 1))])

    @cached_property
    def node(self) -> Node:
        """Its nodes. Raises RulesetError."""
        return _parsed(self.data, self.shown)


class RulesetFile:
    """A ruleset file with its companions, each None where there is none. Raises RulesetError."""

    def __init__(self, path: Path) -> None:
        self.main = SourceFile(path)
        self.path, self.shown = self.main.path, self.main.shown
        beside = (path.with_name(f"{path.stem}{word}{path.suffix}") for word in COMPANIONS)
        self.parts = (self.main, *(self._companion(other) if os.path.isfile(other) else None for other in beside))

    def _companion(self, path: Path) -> SourceFile:
        """A companion, which nobody named, so that it may not be a link to what is elsewhere."""
        if path.resolve().parent not in (path.parent.resolve(), self.path.resolve().parent):
            raise RulesetError(f"{shown_path(path.parent)}/{path.name} is a link to a file in another folder")
        return SourceFile(path)

    @cached_property
    def node(self) -> Node:
        """The nodes of all, joined. Raises RulesetError."""
        return _joined(tuple([(part.data, part.shown) for part in self.parts if part is not None]))


@lru_cache(maxsize=bounds.FILES_KEPT)
def _joined(sources: tuple[tuple[bytes, str], ...]) -> Node:
    """The nodes of a file and its companions; kept, for a parent is read with every child and choice of options."""
    from .join import joined

    node, *companions = [_parsed(data, shown) for data, shown in sources]
    for companion in companions:
        node = joined(node, companion)
    return node


def _parsed(data: bytes, shown: str) -> Node:
    from .source import read_source  # YAML is imported only where a file is parsed

    return read_source(data, shown)


def read_chain(name: str, within: Path | None = None) -> list[Node]:
    """The nodes of the file and of all files that it extends, the root first. Raises RulesetError."""
    return [file.node for file in read_files(name, within=within)]


def read_files(name: str, beside: Path | None = None, within: Path | None = None) -> list[RulesetFile]:
    """The file and all files that it extends (`find_parent`), the root first, each parsed. Raises RulesetError."""
    chain: list[RulesetFile] = []
    paths: list[Path] = []
    place: Place | None = None
    path = find_file(name, beside)
    while True:
        if path.resolve() in paths:
            start = paths.index(path.resolve())
            circle = [shown_path(item) for item in [*paths[start:], path]]
            message = f"rulesets extend each other in a circle: {' -> '.join(circle)}"
            raise RulesetError([Problem("extends", message, place)])
        if len(chain) == bounds.FILES:
            raise RulesetError([Problem("extends", f"more than {bounds.FILES} files extend each other", place)])
        file = RulesetFile(path)
        chain.append(file)
        paths.append(path.resolve())
        parent = file.node.child("extends")
        if parent is None or parent.value is None:
            return chain[::-1]
        if not isinstance(parent.value, str) or not parent.value:
            message = f"expected the id or path of a ruleset, got {described(parent.plain())}"
            raise RulesetError([Problem("extends", message, parent.place)])
        place = parent.place
        try:
            path = find_parent(parent.value, path, within)
        except RulesetError as error:
            raise RulesetError([Problem("extends", error.problems[0].message, place)]) from None
