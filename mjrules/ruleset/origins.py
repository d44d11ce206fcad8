"""Where a value of a ruleset was set, and what it was before; and which values a key means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..declared.fields import declared_fields
from ..declared.named_tuple import NamedTuple
from ..errors import Path, Place, RulesetError, did_you_mean
from ..spoken import Sentence
from .definition import Definition
from .files.node import Node, dotted
from .options.options import Options

_HAS_NOTHING_AT = Sentence("{id} has nothing at {path}", "“{id}”的“{path}”处什么也没有")
_SET = Sentence("set", "写定")()
_OPTION = Sentence("option {name}={value}", "选项“{name}={value}”")
_DEFAULT_OPTION = Sentence("default of the option {name}", "选项“{name}”的默认值")
_HAS_NO_ANY = Sentence(
    "{id} has no {path} any more: it was left out at {place}", "“{id}”已没有“{path}”：在“{place}”处去掉了"
)
_HAS_NO_KEY = Sentence('{id} has no key "{key}"{near}', "“{id}”没有“{key}”这一项{near}")

_INDEX = r"[0-9]{1,9}"
SECTIONS: tuple[Path, ...] = tuple((item.key,) for item in declared_fields(Definition) if item.searched)
"""Where a name without its section is looked for."""


class Origin(NamedTuple):
    """A value of a ruleset at one step of its history: where it was set (None: by the caller) and how."""

    value: Any
    place: Place | None
    how: str


class Origins:
    """Where the values of a ruleset of that id were set; `names` gives all names of its rules, by their ids."""

    def __init__(self, id: str, node: Node, options: Options, names: Callable[[], Mapping[str, Sequence[str]]]) -> None:
        self._id, self._node, self._options, self._names = id, node, options, names

    def at(self, path: Path) -> list[Origin]:
        """The history of the value at a path. Raises RulesetError where there is none."""
        node = self._node.at(path)
        if node is None:
            raise RulesetError(_HAS_NOTHING_AT(id=self._id, path=dotted(path)))
        if path[0] == "options" and len(path) == 2:
            return self._option_origin(str(path[1]))
        whose = [option.name for option in self._options.declared.values() if dotted(path) in option.places]
        if whose:
            return self._option_origin(whose[0])
        return [Origin(level.plain(), level.key or level.place, self._how(level)) for level in node.history()]

    def _how(self, node: Node) -> str:
        """How a value was set: by a file, or by the choice of an option."""
        return _SET if node.option is None else _OPTION(name=node.option, value=self._options.chosen[node.option])

    def _option_origin(self, name: str) -> list[Origin]:
        """The choices of an option, the newest first, and its declaration."""
        option = self._options.declared[name]
        steps = self._options.history.get(name, [])[::-1]
        chosen = [Origin(option.meaning(value), place, _OPTION(name=name, value=value)) for value, place in steps]
        return [*chosen, *self._default_origin(name)]

    def _default_origin(self, name: str) -> list[Origin]:
        """Where the default of an option is: at its place, with what it overrode, or beside its patches."""
        option, how = self._options.declared[name], _DEFAULT_OPTION(name=name)
        path: Path = tuple(option.places[0].split(".")) if option.places else ("options", name, "default")
        node = self._node.at(path)
        levels = [level for level in node.history() if level.option is None] if node is not None else []
        if not levels:
            where = None if option.places else self._node.at(("options", name))
            return [Origin(option.meaning(option.default), where.key if where is not None else None, how)]
        own = [Origin(level.plain(), level.key or level.place, _SET) for level in levels]
        return [own[0]._replace(how=how), *own[1:]]

    def paths(self, key: str) -> list[Path]:
        """The paths that a key means: a dotted path, or everything of that name.

        Raises RulesetError naming the nearest key.
        """
        dots = key.replace("[", ".").replace("]", "")
        path: Path = tuple(int(part) if re.fullmatch(_INDEX, part) else part for part in dots.split("."))
        if self._node.at(path) is not None:
            return [path]
        found = [(*section, *path) for section in SECTIONS if self._node.at((*section, *path)) is not None]
        if found:
            return found
        for there in (path, *((*section, *path) for section in SECTIONS)):
            gone = self._node.deleted_at(there)
            if gone is not None:
                message = _HAS_NO_ANY(id=self._id, path=dotted(gone[0]), place=gone[1].place)
                raise RulesetError(message)
        names = self._names()
        called = [id for id, own in names.items() if key.casefold() in (name.casefold() for name in own)]
        if called:
            return [("rules", id) for id in called]
        known = [dotted(path) for path, _ in self._node.walk() if path]
        last, others = (name.split(".")[-1] for name in known), (name for own in names.values() for name in own[2:])
        near = did_you_mean(key, [word for word in (*known, *last, *others) if word != key])
        raise RulesetError(_HAS_NO_KEY(id=self._id, key=key, near=near))
