"""Where ruleset files are: the bundled ones and those of packages by id or another name, others by path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ... import bounds
from ...declared.named_tuple import NamedTuple
from ...errors import DID_YOU_MEAN, Place, Problem, RulesetError, described, did_you_mean, nearest_word
from ...spoken import ENGLISH, Sentence, spoken_list
from .packages import COMPANIONS, PLAIN_ID, TEXTS, brought, ids_in, stem_of_main

if TYPE_CHECKING:
    from .node import Node

_ID_NO_OTHER = Sentence('"{alias}" is an id, and so no other name of "{id}"', "“{alias}”是代号，不能作“{id}”的别名")
_ANOTHER_NAME_BUNDLED = Sentence(
    '"{alias}" is another name of the bundled ruleset "{owner}", and so not of "{id}"',
    "“{alias}”是自带规则“{owner}”的别名，不能作“{id}”的别名",
)
_PACKAGE_ID_BUNDLED = Sentence(
    'package "{package}": "{id}" is the id of a bundled ruleset, which is used',
    "软件包“{package}”：“{id}”是自带规则的代号，以自带的为准",
)

_ID = Sentence("the id", "代号")()
_ANOTHER_NAME = Sentence("another name", "别名")()

_RULESET_BROUGHT_PACKAGES = Sentence(
    'the ruleset "{id}" is brought by the packages {names}: uninstall one, or name a file by its path',
    "规则“{id}”由几个软件包带来（“{names:written}”）：请卸载一个，或写文件路径",
)
_ANOTHER_NAME_NAME = Sentence(
    '"{alias}" is another name of {ids}: name one by its id', "“{alias}”是几种规则的别名（“{words:written}”）：请写代号"
)
_ALIAS = Sentence('the alias "{alias}" is {what} of {owner}', "别名“{alias}”是“{owner}”的{what}")
EXPECTED_RULESET = Sentence(
    "expected the id or path of a ruleset, got {got}", "应为规则的代号或路径，而不是{got:shown}"
)
_EXPECTED_RULESET_FILE = Sentence('"{name}" is {instead}: expected a ruleset file', "“{name}”是{instead}：应为规则文件")
_THERE_NO_RULESET = Sentence('there is no ruleset file "{name}"{near}', "没有“{name}”这个规则文件{near}")
_NO_RULESET_FILE = Sentence(
    '"{name}" is no ruleset file: the name of one ends with {suffixes}',
    "“{name}”不是规则文件：文件名应以“{words:written}”结尾",
)
_THIS_FOLDER = Sentence("this folder", "这个文件夹")()
_THE_FOLDER = Sentence('the folder "{folder}"', "文件夹“{folder}”")
_LEADS_OUT_FILE = Sentence(
    '"{name}" leads out of {place}: a file extends an id, or a ruleset file there or below',
    "“{name}”在{place}之外：文件只能继承一个代号，或其中（及其下）的规则文件",
)
_WHOEVER_LOADS_MAY = Sentence(
    "{message} (whoever loads it may allow more: --within FOLDER, in Python `within`)",
    "{message}（读取者可以放宽：“--within 文件夹”，程序中为“within”）",
)
_COMPANION_WHICH_LOADED = Sentence('a companion of "{main}", which is loaded with it', "“{main}”的附属文件，会一并读取")
_A_FOLDER = Sentence("a folder", "文件夹")()
_PIPE_DEVICE_LIKE = Sentence("a pipe, a device or the like", "管道、设备之类")()
_LINK_LEADS_NO = Sentence("a link that leads to no file", "指向不存在的文件的链接")()
_CANNOT_BE_READ = Sentence("{shown} cannot be read: {reason}", "“{shown}”读不了：“{reason}”")
_LINK_FILE_ANOTHER = Sentence(
    "{folder}/{name} is a link to a file in another folder", "“{folder}/{name}”是指向别的文件夹的链接"
)

SUFFIXES = (".yaml", ".yml")
"""The language of words whose companion names none."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
"""The folder of the installed package. Paths are texts here, so that a start need not import `pathlib`."""
_UNKNOWN = Sentence("unknown ruleset {name}{more}", "没有“{said:written}”这种规则{more}")
_KNOWN_TOO = Sentence("; known: {ids}", "；可用：“{ids:written}”")
_BY_ID = Sentence(": name it by its id ({ids})", "：请写代号（“{ids:written}”）")
_LEAST_OF_TITLE, _MOST_TITLED = 4, 5
"""What is looked for in titles has so many bytes, and so many rulesets are named that have it."""
_KEY = rb"(?m)^%s:.*(?:\n[ \-#].*)*"
"""A key of a file and what stands behind it."""


def bundled_folder() -> str:
    """The folder of the bundled rulesets: inside the installed package, or beside it in a checkout."""
    inside = os.path.join(PACKAGE, "rulesets")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(PACKAGE), "rulesets")


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
def _other_names(folder: str) -> OtherNames:
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
                faults.append(_ID_NO_OTHER(alias=alias, id=id))
            elif owner in bundled and id not in bundled:
                faults.append(_ANOTHER_NAME_BUNDLED(alias=alias, owner=owner, id=id))
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
                yield _PACKAGE_ID_BUNDLED(package=bringer.package, id=id)
        elif len(bringers) > 1:
            yield _twice(id)


def _twice(id: str) -> str:
    names = " and ".join(f'"{bringer.package}"' for bringer in brought().files[id])
    return _RULESET_BROUGHT_PACKAGES(id=id, names=names)


def _ambiguous(alias: str, ids: Sequence[str]) -> str:
    return _ANOTHER_NAME_NAME(alias=alias, ids=" and ".join(ids), words=", ".join(ids))


def _aliases(path: str) -> Iterator[str]:
    """The aliases in a file, as far as they are texts."""
    alone = _only(path, "aliases")
    for item in () if alone is None else alone.items_at(("aliases",)):
        if isinstance(item.value, str):
            yield item.value


def _titles(path: str) -> list[str]:
    """The titles in a file, in all languages, as far as they are texts."""
    alone = _only(path, "title")
    found = [] if alone is None else [alone.child("title"), *alone.entries_at(("title",)).values()]
    return [item.value for item in found if item is not None and isinstance(item.value, str)]


def _only(path: str, key: str) -> Node | None:
    """A file with one of its keys alone, None where it has not: only that part of it is read as YAML."""
    file = SourceFile(path)
    part = re.search(_KEY % key.encode(), file.data)
    return None if part is None else _parsed(part[0], file.shown)


@lru_cache(maxsize=4)
def _titles_of_all(folder: str) -> Mapping[str, Sequence[str]]:
    """The titles of the bundled rulesets, which are in a folder, and of those of packages, by their ids."""
    found = dict[str, Sequence[str]]()
    for id in known_ids():
        with suppress(RulesetError):  # told where it is asked for
            found[id] = _titles(_file_of(id))
    return found


def _titled(name: str) -> str:
    """By which ids to name rulesets that have a title like a name, or with it in it; empty where none has."""
    from ...words.spelling import name_holds, spelled  # only where a name is no id

    titles, own = _titles_of_all(bundled_folder()), spelled(name)
    found = [id for id, titled in titles.items() if own in map(spelled, titled)]
    if not found and len(name.encode(errors="replace")) >= _LEAST_OF_TITLE:
        found = [id for id, titled in titles.items() if any(name_holds(title, name) for title in titled)]
    more = ", …" if len(found) > _MOST_TITLED else ""
    return _BY_ID(ids=f"{', '.join(found[:_MOST_TITLED])}{more}") if own and found else ""


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
        _ALIAS(alias=alias, what=_ID if owner == alias else _ANOTHER_NAME, owner=owner)
        for alias, ids in owners
        for owner in ids
        if owner != id
    ]


def ruleset_id(name: str) -> str:
    """The id of the ruleset of which a name is another name; any other id or path as it is."""
    if is_path(name) or not PLAIN_ID.fullmatch(name) or os.path.isfile(_bundled(name)):
        return name
    ids = () if name in brought().files else ids_of(name)
    return ids[0] if len(ids) == 1 else name


def main_file(name: str) -> str:
    """The name of the file to which a companion belongs; that of any other file as it is."""
    main = _named_by_companion(name)
    return name if main is None else main


def is_path(name: str) -> bool:
    """Whether a name of a ruleset is a path and not an id."""
    return name.endswith(SUFFIXES) or name.startswith((".", "/", "~"))


def find_file(name: str, beside: str | None = None) -> str:
    """The file of an id or path; paths are relative to `beside`. Raises RulesetError."""
    if is_path(name):
        instead = None
        with suppress(RuntimeError, ValueError, OSError):
            path = os.path.join(beside or "", os.path.expanduser(name))
            if os.path.isfile(path) and _main_file(path) is None:
                return path
            instead = _instead_of_a_file(path)
        if instead is not None:
            raise RulesetError(_EXPECTED_RULESET_FILE(name=name, instead=instead))
        raise RulesetError(_THERE_NO_RULESET(name=name, near=_near_file(name, beside)))
    plain = _bundled(name)
    if PLAIN_ID.fullmatch(name) and os.path.isfile(plain):
        return plain
    if name in brought().files:
        return _file_of(name)
    ids = ids_of(name)
    if len(ids) == 1:
        return _file_of(ids[0])
    if ids:
        raise RulesetError(_ambiguous(name, ids))
    if titled := _titled(name):
        raise RulesetError(_UNKNOWN(name=described(name), said=name, more=titled))
    known = known_ids()
    near = did_you_mean(name, [*known, *_other_names(bundled_folder()).ids])
    listing = [] if "known" in near else [_KNOWN_TOO(ids=", ".join(known))]
    more = spoken_list([near, *listing, *(f"; {fault}" for fault in brought().faults)], "", "")
    raise RulesetError(_UNKNOWN(name=described(name), said=name, more=more))


def _bundled(id: str) -> str:
    """Where the file of a bundled ruleset is, if there is one of that id."""
    return os.path.join(bundled_folder(), f"{id}.yaml")


def _file_of(id: str) -> str:
    """The file of a ruleset that is bundled or brought by a package. Raises RulesetError where two bring it."""
    plain = _bundled(id)
    if os.path.isfile(plain):
        return plain
    if len(brought().files[id]) > 1:
        raise RulesetError(_twice(id))
    return os.path.join(brought().files[id][0].folder, f"{id}.yaml")


def find_parent(name: str, child: str, within: str | None) -> str:
    """The file that a ruleset file extends: that of an id, or one in its own folder or below.

    A file of a stranger must not show others of the machine: what lies elsewhere is refused, be it there or not.
    `within` is a folder in all of which files may extend each other. Raises RulesetError.
    """
    if not is_path(name):
        return find_file(name)
    if os.path.splitext(os.path.normpath(name))[1] not in SUFFIXES:
        raise RulesetError(_NO_RULESET_FILE(name=name, suffixes=" or ".join(SUFFIXES), words=", ".join(SUFFIXES)))
    beside = os.path.dirname(child)
    with suppress(RuntimeError, ValueError, OSError):
        path = os.path.realpath(os.path.join(beside, name))
        ruleset = os.path.isdir(path) or os.path.splitext(path)[1] in SUFFIXES
        elsewhere = name.startswith("~") or os.path.islink(path)  # a link is left of those that lead in a circle
        if ruleset and not elsewhere and _is_inside(path, beside if within is None else within):
            return find_file(name, beside)
    place = _THIS_FOLDER if within is None else _THE_FOLDER(folder=os.path.normpath(within))
    message = _LEADS_OUT_FILE(name=name, place=place)
    raise RulesetError(_WHOEVER_LOADS_MAY(message=message))


def _is_inside(path: str, folder: str) -> bool:
    """Whether a path, in which no link is left, is in a folder or below it. Raises ValueError for another drive."""
    whole = os.path.realpath(folder)
    return os.path.commonpath([whole, path]) == whole


def _instead_of_a_file(path: str) -> str | None:
    """What is at a path in place of a ruleset, or None for nothing. To read a pipe could take for ever."""
    main = _main_file(path) if os.path.isfile(path) else None
    if main is not None:
        return _COMPANION_WHICH_LOADED(main=os.path.basename(main))
    if os.path.isdir(path):
        return _A_FOLDER
    if os.path.exists(path):
        return _PIPE_DEVICE_LIKE
    return _LINK_LEADS_NO if os.path.islink(path) else None


def _main_file(path: str) -> str | None:
    """The file of which a file is a companion; None where there is none."""
    main = _named_by_companion(path)
    return main if main is not None and os.path.isfile(main) else None


def _named_by_companion(path: str) -> str | None:
    """Where the file is of which a file is by its name a companion; None for any other name."""
    start, suffix = os.path.splitext(path)
    own = os.path.basename(start)
    stem = stem_of_main(own)
    return None if stem is None else f"{start.removesuffix(own)}{stem}{suffix}"


def _near_file(name: str, beside: str | None) -> str:
    """The ruleset file in the same folder that was perhaps meant."""
    from pathlib import Path  # only messages say more of a path

    with suppress(RuntimeError, ValueError, OSError):
        folder = Path(beside or "") / Path(name).expanduser().parent
        best = nearest_word(Path(name).name, [path.name for path in folder.iterdir() if path.suffix in SUFFIXES])
        if best is not None:
            return DID_YOU_MEAN(word=Path(name).with_name(best).as_posix())
    return ""


def misnamed_companions(path: str) -> Iterator[tuple[str, str]]:
    """The files beside a ruleset file that nobody reads, each with the name of the companion that was perhaps meant."""
    from pathlib import Path  # only a check looks for them

    main, words = Path(path), [word.removeprefix(".") for word in (*COMPANIONS, TEXTS)]
    for beside in sorted(main.parent.iterdir()):
        if beside.suffix not in SUFFIXES or not beside.name.startswith(f"{main.stem}.") or beside.name == main.name:
            continue
        word, *more = beside.stem.removeprefix(f"{main.stem}.").split(".")
        best = word if word in words else nearest_word(word, words)
        meant = ".".join([main.stem, best or word, *more]) + main.suffix
        if best is not None and meant != beside.name:
            yield beside.name, meant


def is_found_by(id: str, path: str) -> bool:
    """Whether the file at a path is the one that an id finds. Raises RulesetError where it finds none."""
    return os.path.realpath(find_file(id)) == os.path.realpath(path)


def is_bundled(name: str) -> bool:
    """Whether the file of an id or path is one of the bundled ones. Raises RulesetError."""
    return _is_inside(os.path.realpath(find_file(name)), bundled_folder())


def shown_path(path: str | os.PathLike[str]) -> str:
    """The path as messages show it: from the bundled folder, the working folder, or the folder of a package."""
    from pathlib import Path  # only messages say more of a path

    known = brought().bringers if brought.cache_info().currsize else ()  # what is not looked for yet led to no path
    folders = [(each.folder, Path(each.shown)) for each in known]
    whole = Path(path).resolve()
    for base, prefix in ((bundled_folder(), Path("rulesets")), (os.getcwd(), Path()), *folders):
        with suppress(ValueError):
            return (prefix / whole.relative_to(Path(base).resolve())).as_posix()
    return str(Path(path))


def _without_waiting(path: str, flags: int) -> int:
    """Open a file so that nothing waits for what it may give later, as a log of the kernel does or a pipe put there."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


class SourceFile:
    """A file as it was when it was read: its path, its name in messages, its bytes.

    `beside` says that it is no ruleset by itself. Of a file that is too large nothing is read. Raises RulesetError.
    """

    def __init__(self, path: str | os.PathLike[str], *, beside: bool = False) -> None:
        self.path, self.beside = os.fspath(path), beside
        try:
            with open(path, "rb", opener=_without_waiting) as file:
                size = os.fstat(file.fileno()).st_size
                self.data = b"" if size > bounds.FILE_BYTES else file.read(bounds.FILE_BYTES + 1) or b""
        except OSError as error:
            raise RulesetError(_CANNOT_BE_READ(shown=self.shown, reason=error.strerror)) from None
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
        return _parsed(self.data, self.shown, beside=self.beside)


class RulesetFile:
    """A ruleset file with its companions, each None where there is none. Raises RulesetError."""

    def __init__(self, path: str) -> None:
        self.main = SourceFile(path)
        self.path = path
        start, suffix = os.path.splitext(path)
        beside = (f"{start}{word}{suffix}" for word in COMPANIONS)
        self.parts = (self.main, *(self._companion(other) if os.path.isfile(other) else None for other in beside))

    @property
    def shown(self) -> str:
        """Its name in messages."""
        return self.main.shown

    def _companion(self, path: str) -> SourceFile:
        """A companion, which nobody named, so that it may not be a link to what is elsewhere."""
        folder, name = os.path.split(path)
        own = (os.path.realpath(folder), os.path.dirname(os.path.realpath(self.path)))
        if os.path.islink(path) and os.path.dirname(os.path.realpath(path)) not in own:
            raise RulesetError(_LINK_FILE_ANOTHER(folder=shown_path(folder), name=name))
        return SourceFile(path, beside=True)

    def texts(self) -> dict[str, SourceFile]:
        """The companions that say in words what is in the file, by language. Raises RulesetError."""
        from pathlib import Path  # only who reads texts looks for more than one file

        main = Path(self.path)
        before, after = f"{main.stem}{TEXTS}", main.suffix
        beside = sorted(path for path in main.parent.glob(f"*{TEXTS}*{after}") if path.name.startswith(before))
        own = [path for path in beside if stem_of_main(path.stem) == main.stem and path.is_file()]
        return {path.stem.removeprefix(before).removeprefix(".") or ENGLISH: self._companion(str(path)) for path in own}

    @cached_property
    def node(self) -> Node:
        """The nodes of all, joined. Raises RulesetError."""
        return _joined(tuple([(part.data, part.shown) for part in self.parts if part is not None]))


@lru_cache(maxsize=bounds.FILES_KEPT)
def _joined(sources: tuple[tuple[bytes, str], ...]) -> Node:
    """The nodes of a file and its companions; kept, for a parent is read with every child and choice of options."""
    from .join import joined

    node = _parsed(*sources[0])
    companions = [_parsed(data, shown, beside=True) for data, shown in sources[1:]]
    for companion in companions:
        node = joined(node, companion)
    return node


def _parsed(data: bytes, shown: str, *, beside: bool = False) -> Node:
    from .read_yaml import OTHER, RULESET, read_source  # YAML is imported only where a file is parsed

    return read_source(data, shown, OTHER if beside else RULESET)
