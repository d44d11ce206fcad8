"""Fields: how a class declares what its keys mean, what they allow, and who reads them."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from dataclasses import MISSING
from functools import cache
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar, dataclass_transform, get_type_hints

from .frozen_class import ShownSignature, equal_by_fields, initialise, refuse_to_delete, refuse_to_set

T = TypeVar("T")


_LIMITS = ("ge", "le", "gt", "pattern", "min_length", "max_length")
"""What a key may limit, as pydantic has it."""
_NAMED = ("flag", "pot", "number", "tile", "tiles", "suit", "seat")
"""What the value of a key may name: a flag, a pot, or a field of the record by its type."""
NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The mapping without entries, as a default."""


class Limits:
    """What a type within another allows, for use in `Annotated`: ge, le, pattern, min_length, as pydantic has them."""

    def __init__(self, **limits: Any) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """The schema of the type, with these limits; pydantic asks for it."""
        return {**handler(source), **self.limits}


def key(
    about: str,
    *,
    default: Any = MISSING,
    name: str | None = None,
    inherited: bool = True,
    people: bool = False,
    listed: bool = False,
    searched: bool = False,
    rest: bool = False,
    was: tuple[str, ...] = (),
    names: str = "",
    used: bool | str = False,
    **limits: Any,
) -> Any:
    """A field of a declared value: what it means, and what holds where it is not given (if anything).

    `name` is how files write it, where that is not a name in Python. What is not `inherited` belongs to the file
    that says it. What is for `people` changes no score, so it stays out of the hash; of what is `listed` only
    the keys enter it. The entries of what is `searched` are found by their names alone. `rest` takes all keys
    that are not fields, which somebody else reads. `was` are dotted paths where it was before: what is there
    is an error that names this key. `names`, in settings of a plugin, says what the ruleset must declare under the
    value: a `flag`, a `pot`, or a field of the record of a type, or of several: `tile or tiles`. A flag or pot that is
    named by default need not be declared, unless it is `used`: always, or where the key of that name is not 0 or none.
    `limits` are what pydantic checks: ge, le, gt, pattern, min_length, max_length.
    Raises TypeError for other limits and names, which nothing would check.
    """
    for limit in limits:
        if limit not in _LIMITS:
            raise TypeError(f"a key has no {limit}: expected {', '.join(_LIMITS)}")
    for each in names.split(" or ") if names else ():
        if each not in _NAMED:
            raise TypeError(f"a key names {', '.join(_NAMED)}: not {each}")
    told = {"description": about, "people": people, "listed": listed, "inherited": inherited, "searched": searched}
    aliased = {} if name is None else {"alias": name}
    metadata = {**told, **aliased, "rest": rest, "was": was, "names": names, "used": used, **limits}
    if isinstance(default, Mapping) or is_declared(type(default)):  # pydantic copies defaults, and these cannot be
        return dataclasses.field(default_factory=lambda: default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key,))
def declared(kind: type[T]) -> type[T]:
    """A class whose fields are declared by `key`, as a frozen dataclass; keys that it does not have are errors.

    Its methods are those of all declared classes: to have some written for each costs a quick start half its time.
    Raises TypeError for a field without `key`.
    """
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True)(kind)
    made.__init__, made.__signature__ = initialise, ShownSignature()
    made.__repr__, made.__eq__, made.__hash__ = _repr, equal_by_fields, _hash
    made.__setattr__, made.__delattr__ = refuse_to_set, refuse_to_delete
    for item in dataclasses.fields(made):
        if "rest" not in item.metadata:
            raise TypeError(f"{kind.__name__}.{item.name} is not declared: expected {item.name} = key(...)")
    extra = "ignore" if any(item.metadata["rest"] for item in dataclasses.fields(made)) else "forbid"
    made.__pydantic_config__ = {"extra": extra, "strict": True}
    return made  # type: ignore[no-any-return]


def _repr(self: Any) -> str:
    said = [(item, getattr(self, item.attribute)) for item in declared_fields(self.__class__)]
    given = ", ".join(f"{item.attribute}={value!r}" for item, value in said if value != item.default)
    return f"{type(self).__name__}({given})"


def _hash(self: Any) -> int:
    values = (getattr(self, item.attribute) for item in declared_fields(self.__class__))
    return hash(tuple([frozenset(value) if isinstance(value, Mapping) else value for value in values]))


class WrongValueError(ValueError):
    """A declared value whose fields do not fit together; `path` leads from it to what is wrong."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


class Declared:
    """One field of a declared class: its key in files, and all that was declared of it."""

    __slots__ = (
        "_kind",
        "_owner",
        "about",
        "attribute",
        "default",
        "inherited",
        "key",
        "listed",
        "names",
        "people",
        "rest",
        "searched",
        "used",
        "was",
    )

    def __init__(self, item: dataclasses.Field[Any], owner: type) -> None:
        said = item.metadata
        self.attribute, self.key = item.name, str(said.get("alias", item.name))
        self._kind, self._owner = item.type, owner
        self.default = item.default if item.default_factory is MISSING else item.default_factory()
        self.about = str(said["description"])
        self.people, self.listed, self.rest = bool(said["people"]), bool(said["listed"]), bool(said["rest"])
        self.inherited, self.searched = bool(said["inherited"]), bool(said["searched"])
        self.was: tuple[str, ...] = said["was"]
        self.names = str(said["names"])
        self.used: bool | str = said["used"]

    @property
    def required(self) -> bool:
        """Whether a file must give it."""
        return self.default is MISSING

    @property
    def kind(self) -> Any:
        """Its type; what stands as text in a class is made a type when it is asked for, as a start needs few."""
        if isinstance(self._kind, str):
            names = vars(sys.modules[self._owner.__module__])
            asked = SimpleNamespace(__annotations__={"kind": self._kind})
            self._kind = get_type_hints(asked, names, include_extras=True)["kind"]
        return self._kind


@cache
def declared_fields(kind: Any) -> tuple[Declared, ...]:
    """The fields of a declared class, in their order."""
    owners = {name: base for base in reversed(kind.__mro__) for name in vars(base).get("__annotations__", ())}
    return tuple([Declared(item, owners[item.name]) for item in dataclasses.fields(kind)])


@cache
def kinds_by_key(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a declared class, by the keys that files write."""
    return {item.key: item.kind for item in declared_fields(kind) if not item.rest}


@cache
def keys_of(kind: Any) -> tuple[str, ...]:
    """The keys of a declared class, as files write them."""
    return tuple(kinds_by_key(kind))


def is_declared(kind: object) -> bool:
    """Whether a type is a declared class."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)
