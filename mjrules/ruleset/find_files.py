"""Where ruleset files are: the bundled ones and those of packages by id or another name, others by path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from .. import bounds
from ..declared.named_tuple import NamedTuple
from ..errors import Place, Problem, RulesetError, did_you_mean, nearest_word
from .packages import COMPANIONS, PLAIN_ID, TEXTS, brought, ids_in, stem_of_main

if TYPE_CHECKING:
    from .node import Node

SUFFIXES = (".yaml", ".yml")
ENGLISH = "en"
"""The language of words whose companion names none."""
PACKAGE = Path(__file__).parent.parent
"""The folder of the installed package."""
_ALIASES = rb"(?m)^aliases:.*(?:\n[ \-#].*)*"
"""The key `aliases` of a file and what stands behind it."""


def bundled_folder() -> Path:
    """The folder of the bundled rulesets: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / "rulesets"
    return inside if inside.is_dir() else PACKAGE.parent / "rulesets"


def bundled_ids() -> list[str]:
    """The ids of all bundled rulesets, in order."""
    return ids_in(bundled_folder())


def known_ids() -> list[str]:
    """The ids of all rulesets, the bundled ones and those of installed packages, in order."""
    return sorted({*bundled_ids(), *brought().files})


class OtherNames(NamedTuple):
    """What other names of rulesets mean, and what is wrong with some names."""

    ids: Mapping[str, tuple[str, ...]]
    """For every other name of a ruleset its id; of several rulesets with the name, all."""
    faults: tuple[str, ...]


@lru_cache(maxsize=4)
def _other_names(folder: Path) -> OtherNames:
    """What the aliases in the bundled files, which are in a folder, and in those of packages lead to."""
    bundled, known = ids_in(folder), set(known_ids())
    found: dict[str, list[str]] = {}
    faults = list(_clashes(bundled))
    for id in [*bundled, *sorted(known - set(bundled))]:
        try:
            aliases = list(_aliases(_file_of(id)))
        except RulesetError as error:
            faults += [] if len(brought().files.get(id, ())) > 1 else [str(error).split("\n")[0]]
            continue
        for alias in aliases:
            owner = next(iter(found.get(alias, ())), None)
            if alias in known:
                faults.append(f'"{alias}" is an id, and so no other name of "{id}"')
            elif owner in bundled and id not in bundled:
                faults.append(f'"{alias}" is another name of the bundled ruleset "{owner}", and so not of "{id}"')
            else:
                found.setdefault(alias, []).append(id)
    faults += [_ambiguous(alias, ids) for alias, ids in found.items() if len(ids) > 1]
    return OtherNames({alias: tuple(ids) for alias, ids in found.items()}, tuple(faults))


def _clashes(bundled: Sequence[str]) -> Iterator[str]:
    """What is wrong with the packages that bring rulesets."""
    yield from brought().faults
    for id, bringers in brought().files.items():
        if id in bundled:
            for bringer in bringers:
                yield f'package "{bringer.package}": "{id}" is the id of a bundled ruleset, which is used'
        elif len(bringers) > 1:
            yield _twice(id)


def _twice(id: str) -> str:
    names = " and ".join(f'"{bringer.package}"' for bringer in brought().files[id])
    return f'the ruleset "{id}" is brought by the packages {names}: uninstall one, or name a file by its path'


def _ambiguous(alias: str, ids: Sequence[str]) -> str:
    return f'"{alias}" is another name of {" and ".join(ids)}: name one by its id'


def _aliases(path: Path) -> Iterator[str]:
    """The aliases in a file, as far as they are texts; only that part of the file is read as YAML."""
    file = SourceFile(path)
    part = re.search(_ALIASES, file.data)
    if part is not None:
        for item in _parsed(part[0], file.shown).items_at(("aliases",)):
            if isinstance(item.value, str):
                yield item.value


def faults_of_names() -> tuple[str, ...]:
    """What is wrong with ids and aliases of the bundled rulesets and of those that packages bring."""
    return _other_names(bundled_folder()).faults


def ids_of(alias: str) -> tuple[str, ...]:
    """The ids of the rulesets of which a name is another name."""
    return _other_names(bundled_folder()).ids.get(alias, ())


def clashing_aliases(id: str, aliases: Iterable[str]) -> list[str]:
    """What is wrong with the aliases of a ruleset: each that is the id of another one, or another name of it."""
    known = known_ids()
    owners = ((alias, (alias,) if alias in known else ids_of(alias)) for alias in aliases)
    return [
        f'the alias "{alias}" is {"the id" if owner == alias else "another name"} of {owner}'
        for alias, ids in owners
        for owner in ids
        if owner != id
    ]


def ruleset_id(name: str) -> str:
    """The id of the ruleset of which a name is another name; any other id or path as it is."""
    if is_path(name) or not PLAIN_ID.fullmatch(name) or os.path.isfile(bundled_folder() / f"{name}.yaml"):
        return name
    ids = () if name in brought().files else ids_of(name)
    return ids[0] if len(ids) == 1 else name


def main_file(name: str) -> str:
    """The name of the file to which a companion belongs; that of any other file as it is."""
    path = Path(name)
    stem = stem_of_main(path.stem)
    return name if stem is None else path.with_name(f"{stem}{path.suffix}").as_posix()


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
    if PLAIN_ID.fullmatch(name) and os.path.isfile(plain):
        return plain
    if name in brought().files:
        return _file_of(name)
    ids = ids_of(name)
    if len(ids) == 1:
        return _file_of(ids[0])
    if ids:
        raise RulesetError(_ambiguous(name, ids))
    known = known_ids()
    near = did_you_mean(name, [*known, *_other_names(bundled_folder()).ids])
    listing = "" if "known" in near else f"; known: {', '.join(known)}"
    broken = "".join(f"; {fault}" for fault in brought().faults)
    raise RulesetError(f'unknown ruleset "{name}"{near}{listing}{broken}')


def _file_of(id: str) -> Path:
    """The file of a ruleset that is bundled or brought by a package. Raises RulesetError where two bring it."""
    plain = bundled_folder() / f"{id}.yaml"
    if plain.is_file():
        return plain
    if len(brought().files[id]) > 1:
        raise RulesetError(_twice(id))
    return brought().files[id][0].folder / f"{id}.yaml"


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
    stem = stem_of_main(path.stem)
    main = None if stem is None else path.with_name(stem + path.suffix)
    return main if main is not None and main.is_file() else None


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
    """The path as messages show it: from the bundled folder, the working folder, or the folder of a package."""
    known = brought().bringers if brought.cache_info().currsize else ()  # what is not looked for yet led to no path
    folders = [(each.folder, Path(each.shown)) for each in known]
    whole = path.resolve()
    for base, prefix in ((bundled_folder(), Path("rulesets")), (Path.cwd(), Path()), *folders):
        with suppress(ValueError):
            return (prefix / whole.relative_to(base.resolve())).as_posix()
    return str(path)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file so that nothing waits for what it may give later, as a log of the kernel does or a pipe put there."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


class SourceFile:
    """A file as it was when it was read: its path, its name in messages, its bytes.

    Of a file that is too large nothing is read. Raises RulesetError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with open(path, "rb", opener=_without_waiting) as file:
                size = os.fstat(file.fileno()).st_size
                self.data = b"" if size > bounds.FILE_BYTES else file.read(bounds.FILE_BYTES + 1) or b""
        except OSError as error:
            raise RulesetError(f"{self.shown} cannot be read: {error.strerror}") from None
        if size > bounds.FILE_BYTES:
            from .size_limits import too_large

            raise RulesetError([Problem("", too_large(size), Place(self.shown, 1, 1))])

    @cached_property
    def shown(self) -> str:
        """Its name in messages."""
        return shown_path(self.path)

    @cached_property
    def node(self) -> Node:
        """Its nodes. Raises RulesetError."""
        return _parsed(self.data, self.shown)


class RulesetFile:
    """A ruleset file with its companions, each None where there is none. Raises RulesetError."""

    def __init__(self, path: Path) -> None:
        self.main = SourceFile(path)
        self.path = self.main.path
        beside = (path.with_name(f"{path.stem}{word}{path.suffix}") for word in COMPANIONS)
        self.parts = (self.main, *(self._companion(other) if os.path.isfile(other) else None for other in beside))

    @property
    def shown(self) -> str:
        """Its name in messages."""
        return self.main.shown

    def _companion(self, path: Path) -> SourceFile:
        """A companion, which nobody named, so that it may not be a link to what is elsewhere."""
        if path.is_symlink() and path.resolve().parent not in (path.parent.resolve(), self.path.resolve().parent):
            raise RulesetError(f"{shown_path(path.parent)}/{path.name} is a link to a file in another folder")
        return SourceFile(path)

    def texts(self) -> dict[str, SourceFile]:
        """The companions that say in words what is in the file, by language. Raises RulesetError."""
        before, after = f"{self.path.stem}{TEXTS}", self.path.suffix
        beside = sorted(path for path in self.path.parent.glob(f"*{TEXTS}*{after}") if path.name.startswith(before))
        own = [path for path in beside if stem_of_main(path.stem) == self.path.stem and path.is_file()]
        return {path.stem.removeprefix(before).removeprefix(".") or ENGLISH: self._companion(path) for path in own}

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
    from .read_yaml import read_source  # YAML is imported only where a file is parsed

    return read_source(data, shown)
