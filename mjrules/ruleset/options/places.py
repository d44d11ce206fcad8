"""The places whose values options are: their values, and what is wrong with what options say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...declared.fields import is_declared, keys_of
from ...declared.kinds import arms, kind_at
from ...declared.values import plain
from ...errors import Fault, Path, did_you_mean
from ...spoken import Sentence, spoken_list
from ..definition import Definition, OptionEntry
from ..files.node import Node
from .options import A_NUMBER, A_WORD, Option, as_text, choices_of, word_for

NOTHING_THERE = Sentence('there is nothing at "{text}"{near}', "“{text}”处什么也没有{near}")
_WRITE_THERE_WHAT = Sentence(": write there what holds by default", "：请在那里写上默认的值")()
_NONE_VALUES_OPTION = Sentence(
    "this is none of the values of the option {name} ({known})", "这不是选项“{name}”的值（可用：{known}）"
)
_VALUE_AT_NONE = Sentence(
    'the value at "{text}" ({place}) is none of these: {known}',
    "“{text}”处的值（“{place}”）不在其中：{known}",
)
_STANDS_SAME_VALUE = Sentence('"{other}" stands for the same value', "“{other}”是同一个值")
LISTED_TWICE = Sentence('"{text}" is listed twice', "“{text}”列了两次")

SECTION = "options"


def path_of(text: str) -> Path:
    """The path that a dotted text means."""
    return tuple(text.split("."))


def written_at(root: Node, entry: OptionEntry) -> Node | None:
    """What stands at the first place of an option, or stood there before a child file put an end to it, or None."""
    path = path_of(entry.places[0]) if entry.places else ()
    gone = root.deleted_at(path)
    if not path or gone is None:
        return (root.at(path) or root.replaced_at(path)) if path else None
    if gone[0] == path and _may_be_none(entry):
        return None
    depth = len(gone[0])
    around = root.at(path[: depth - 1])
    levels = around.history() if around is not None else ()
    return next((found for level in levels if (found := level.at(path[depth - 1 :])) is not None), None)


def place_faults(root: Node, name: str, entry: OptionEntry) -> Iterator[Fault]:
    """Places of an option where nothing can stand, a value that is none of its own, and two words for one value."""
    for number, text in enumerate(entry.places):
        path = path_of(text)
        found, reached = root.nearest(path)
        missing = len(path) - len(reached)
        known = (missing == 1 and bool(reached)) or kind_at(Definition, path) is not None
        optional = found.is_mapping and known and (number > 0 or _may_be_none(entry))
        if missing and not optional and not _is_gone(root, path):
            message = NOTHING_THERE(text=text, near=_instead(root, path, reached))
            yield Fault(_where(root, name, number), message, needs=(path,))
    twice = list(_twice(name, entry))
    yield from twice or _strange_value(root, name, entry)


def _is_gone(root: Node, path: Path) -> bool:
    """Whether a child file deleted what stood at a path, or wrote something else in the place of what it stood in, or
    might have stood in.
    """
    node, reached = root.nearest(path)
    within = len(reached) < len(path) and not node.is_mapping and any(older.is_mapping for older in node.history())
    return within or root.deleted_at(path) is not None or root.replaced_at(path) is not None


def _may_be_none(entry: OptionEntry) -> bool:
    """Whether nothing need be at the first place of an option."""
    return None in choices_of(entry, None)[0].values()


def _instead(root: Node, path: Path, reached: Path) -> str:
    """What to write in place of a path that leads nowhere: the nearest key, or something at its end."""
    depth = len(reached)
    while depth < len(path) and path[depth] in _keys(path[:depth]):
        depth += 1
    if depth == len(path):
        return _WRITE_THERE_WHAT
    return did_you_mean(path[depth], dict.fromkeys([*root.entries_at(path[:depth]), *_keys(path[:depth])]))


def _keys(path: Path) -> tuple[str, ...]:
    """The keys that are declared for what stands at a path."""
    return tuple(key for kind in arms(kind_at(Definition, path)) if is_declared(kind) for key in keys_of(kind))


def settings_faults(root: Node, option: Option, settings: Mapping[Path, Any]) -> Iterator[Fault]:
    """Places of an option where nothing stands and that are no settings; `settings` are their classes by section."""
    for number, text in enumerate(option.places):
        path = path_of(text)
        section = next((section for section in settings if path[: len(section)] == section), path)
        kind, inside = settings.get(section), path[len(section) :]
        declared = kind_at(Definition, path) not in (None, Any)
        if not inside or declared or root.at(path) is not None or _is_gone(root, path):
            continue
        if kind is None or kind_at(kind, inside) is None:
            near = did_you_mean(inside[0], () if kind is None else keys_of(kind))
            yield Fault(_where(root, option.name, number), NOTHING_THERE(text=text, near=near))


def _where(root: Node, name: str, number: int) -> Path:
    """The path of one of the places of an option."""
    path: Path = (SECTION, name, "of")
    several = root.at(path)
    return (*path, number) if several is not None and several.is_list else path


def _strange_value(root: Node, name: str, entry: OptionEntry) -> Iterator[Fault]:
    """A value at the first place that the option does not name, where it was not written over one that it names.

    Where the option takes its kind from that place, it is that of the value which was written there first; a file that
    declares the option itself has to say the kind.
    """
    place = path_of(entry.places[0]) if entry.places else ()
    here = root.at(place) if place else None
    if here is None:
        return
    levels = [level.plain() for level in here.history()]
    choices, number = choices_of(entry, None)
    shown = not choices and not number
    if shown:
        choices, number = next(filter(any, (choices_of(entry, level) for level in reversed(levels))), ({}, False))
    paths: list[Path] = [(SECTION, name, key) for key in ("values", "of") if root.at((SECTION, name, key)) is not None]
    path = next((path for path in paths if _is_of_the_file(root, path)), paths[0])
    if shown and (_is_of_the_file(root, path) or not (choices or number)):
        return
    if any(word_for(level, choices, number) is not None for level in (levels[:1] if shown else levels)):
        return
    known = spoken_list([*(A_WORD(word=word) for word in choices), *([A_NUMBER] if number else [])], ", ", "、")
    if _is_of_the_file(root, place) or not _is_of_the_file(root, path):
        yield Fault(place, _NONE_VALUES_OPTION(name=name, known=known))
    else:
        yield Fault(path, _VALUE_AT_NONE(text=entry.places[0], place=here.place, known=known))


def _is_of_the_file(root: Node, path: Path) -> bool:
    """Whether what stands at a path was written by the last file of the chain."""
    node = root.at(path)
    return node is not None and node.place.file == root.place.file


def _twice(name: str, entry: OptionEntry) -> Iterator[Fault]:
    """Values that are listed twice, and words for the same value, so that nobody could tell which is chosen."""
    words = isinstance(entry.values, Mapping)
    listed: list[tuple[str | int, Any]] = list(enumerate(entry.values or ()))
    if isinstance(entry.values, Mapping):
        listed = list(entry.values.items())
    first: dict[str, str | int] = {}
    for word, value in listed:
        other = first.setdefault(json.dumps(plain(value)) if words else as_text(plain(value)), word)
        if other != word:
            message = _STANDS_SAME_VALUE(other=other) if words else LISTED_TWICE(text=as_text(plain(value)))
            yield Fault((SECTION, name, "values", word), message, on_key=words)
