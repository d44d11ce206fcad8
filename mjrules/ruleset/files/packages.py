"""Rulesets that installed packages bring: a folder of files, found through an entry point. No package is imported."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ...declared.named_tuple import NamedTuple
from ...errors import described
from ...spoken import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_PACKAGE_NO_FOLDER = Sentence(
    'package "{package}": {value} is no folder of rulesets', "软件包“{package}”：{value:shown}不是放规则的文件夹"
)
_PACKAGE_CANNOT_BE = Sentence(
    'package "{package}": {value} cannot be the id of a ruleset', "软件包“{package}”：{value:shown}不能作规则的代号"
)

RULESETS_GROUP = "mjrules.rulesets"
"""The group of entry points by which an installed package brings rulesets: the dotted path of a folder inside it."""
PLAIN_ID = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*")
"""What the id of a ruleset is like: words that paths on every system can have."""
SUFFIX = ".yaml"
COMPANIONS = (".sources", ".examples")
"""What is in the names of the companions that are joined with a file: who says what of it, and hands."""
TEXTS = ".words"
"""What is in the names of the companions that say in words what rules are; read only where that is shown."""
_COMPANION = r"(.+)\.(?:sources|examples|words(?:\.[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?)"


class Bringer(NamedTuple):
    """A package that brings rulesets: its name, the folder of the files, and what messages call that folder."""

    package: str
    folder: str
    shown: str


class Brought(NamedTuple):
    """What packages bring: who brings the file of an id, of several all, and what is wrong with the others."""

    files: Mapping[str, Sequence[Bringer]]
    bringers: Sequence[Bringer]
    faults: Sequence[str]


@lru_cache(maxsize=1)
def brought() -> Brought:
    """What all installed packages bring, looked for once in a process; one that is broken is passed over."""
    from importlib.metadata import entry_points  # only who names no bundled ruleset needs what is installed

    files: dict[str, list[Bringer]] = {}
    bringers: list[Bringer] = []
    faults: list[str] = []
    for point in sorted(entry_points(group=RULESETS_GROUP), key=lambda each: (_package(each), each.name)):
        folder = _folder(point.value)
        if folder is None:
            faults.append(_PACKAGE_NO_FOLDER(package=_package(point), value=described(point.value)))
            continue
        bringer = Bringer(_package(point), folder, point.value.replace(".", "/"))
        bringers.append(bringer)
        for id in ids_in(folder):
            if PLAIN_ID.fullmatch(id):
                files.setdefault(id, []).append(bringer)
            else:
                faults.append(_PACKAGE_CANNOT_BE(package=bringer.package, value=described(id + SUFFIX)))
    return Brought(files, bringers, faults)


def ids_in(folder: str | os.PathLike[str]) -> list[str]:
    """The ids of the rulesets in a folder and below it, in order; companions are none."""
    from pathlib import Path  # only who names no bundled ruleset needs to know which there are

    paths = (path.relative_to(folder).with_suffix("") for path in Path(folder).rglob(f"*{SUFFIX}"))
    return sorted(path.as_posix() for path in paths if stem_of_main(path.name) is None)


def stem_of_main(stem: str) -> str | None:
    """The name, without its ending, of the file to which a companion of a name belongs; None for no companion."""
    found = re.fullmatch(_COMPANION, stem)
    return None if found is None else found[1]


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.name


def _folder(at: str) -> str | None:
    """The folder that a dotted path means, of which only the first word is looked for among what is installed."""
    from importlib.util import find_spec

    first, *rest = at.split(".")
    if not all(word.isidentifier() for word in (first, *rest)):
        return None
    try:
        found = find_spec(first)
    except (ImportError, ValueError):
        return None
    folders = (os.path.join(place, *rest) for place in (found and found.submodule_search_locations) or ())
    return next((folder for folder in folders if os.path.isdir(folder)), None)
