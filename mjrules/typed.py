"""Declared values: frozen dataclasses whose fields say what they mean, what they allow, and who reads them.

A key of a ruleset file is declared once, as a field: from it follow what is checked, the default, what enters
the hash, the schema and the documentation. Nothing here imports pydantic, which only checks files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING
from functools import cache, partial
from types import MappingProxyType, UnionType
from typing import Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")
NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The mapping without entries, as a default."""


class Limits:
    """What a type within another allows, to stand in `Annotated`: ge, le, pattern, min_length, as pydantic has them."""

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
    **limits: Any,
) -> Any:
    """A field of a declared value: what it means, and what holds where it is not given (if anything).

    `name` is how files write it, where that is no name in Python. What is not `inherited` belongs to the file
    that says it. What is for `people` changes no score, so it stays out of the hash; of what is `listed` only
    the keys enter it. The entries of what is `searched` are found by their names alone. `rest` takes all keys
    that are no fields, which somebody else reads. `was` are dotted paths where it stood before: what stands there
    is an error, which tells this key. `limits` are what pydantic checks: ge, le, gt, pattern, min_length, max_length.
    """
    told = {"description": about, "people": people, "listed": listed, "inherited": inherited, "searched": searched}
    aliased = {} if name is None else {"alias": name}
    metadata = {**told, **aliased, "rest": rest, "was": was, **limits}
    if isinstance(default, Mapping) or is_declared(type(default)):  # pydantic copies defaults, and these cannot be
        return dataclasses.field(default_factory=lambda: default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key,))
def declared(kind: type[T]) -> type[T]:
    """A class whose fields are declared by `key`, as a frozen dataclass; keys that it does not have are errors.

    Its methods are those of all declared classes: to have some written for each costs a quick start half its time.
    """
    made = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True, slots=True)(kind)
    for method in (_init, _repr, _eq, _hash, _refuse_set, _refuse_delete):
        setattr(made, METHODS[method.__name__], method)
    extra = "ignore" if any(item.metadata["rest"] for item in dataclasses.fields(made)) else "forbid"  # type: ignore[arg-type]
    made.__pydantic_config__ = {"extra": extra, "strict": True}  # type: ignore[attr-defined]
    return made


METHODS = {
    "_init": "__init__",
    "_repr": "__repr__",
    "_eq": "__eq__",
    "_hash": "__hash__",
    "_refuse_set": "__setattr__",
    "_refuse_delete": "__delattr__",
}
"""The methods of declared classes, by the functions below."""


def _init(self: Any, **given: Any) -> None:
    for item in declared_fields(self.__class__):
        value = given.pop(item.attribute, item.default)
        if value is MISSING:
            raise TypeError(f"{type(self).__name__} needs {item.attribute}")
        object.__setattr__(self, item.attribute, value)
    if given:
        raise TypeError(f"{type(self).__name__} has no {next(iter(given))}")
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _repr(self: Any) -> str:
    said = [(item, getattr(self, item.attribute)) for item in declared_fields(self.__class__)]
    given = ", ".join(f"{item.attribute}={value!r}" for item, value in said if value != item.default)
    return f"{type(self).__name__}({given})"


def _eq(self: Any, other: object) -> bool:
    names = [item.attribute for item in declared_fields(self.__class__)]
    return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in names)


def _hash(self: Any) -> int:
    values = (getattr(self, item.attribute) for item in declared_fields(self.__class__))
    return hash(tuple([frozenset(value) if isinstance(value, Mapping) else value for value in values]))


def _refuse_set(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


class WrongValueError(ValueError):
    """A declared value whose fields do not fit together; `path` leads from it to what is wrong."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


class Declared:
    """One field of a declared class: its key in files, and all that was declared of it."""

    __slots__ = (
        "about",
        "attribute",
        "default",
        "inherited",
        "key",
        "kind",
        "listed",
        "people",
        "rest",
        "searched",
        "was",
    )

    def __init__(self, item: dataclasses.Field[Any], kind: Any) -> None:
        said = item.metadata
        self.attribute, self.key, self.kind = item.name, str(said.get("alias", item.name)), kind
        self.default = item.default if item.default_factory is MISSING else item.default_factory()
        self.about = str(said["description"])
        self.people, self.listed, self.rest = bool(said["people"]), bool(said["listed"]), bool(said["rest"])
        self.inherited, self.searched = bool(said["inherited"]), bool(said["searched"])
        self.was: tuple[str, ...] = said["was"]

    @property
    def required(self) -> bool:
        """Whether a file must give it."""
        return self.default is MISSING


@cache
def declared_fields(kind: Any) -> tuple[Declared, ...]:
    """The fields of a declared class, in their order."""
    found = dataclasses.fields(kind)
    hints = get_type_hints(kind, include_extras=True) if any(isinstance(item.type, str) for item in found) else {}
    return tuple(Declared(item, hints.get(item.name, item.type)) for item in found)


@cache
def keys_of(kind: Any) -> tuple[str, ...]:
    """The keys of a declared class, as files write them."""
    return tuple(item.key for item in declared_fields(kind) if not item.rest)


def moved(kind: Any, path: tuple[str | int, ...]) -> str:
    """` (now it is "x")` for a path below a value of a type where something stood before; else nothing."""
    for depth in range(len(path)):
        was = ".".join(map(str, path[depth:]))
        fields = [
            item for arm in arms(kind_at(kind, path[:depth])) if is_declared(arm) for item in declared_fields(arm)
        ]
        for item in fields:
            if was in item.was:
                higher = len(path) - depth > 1
                return f' (now "{item.key}" is a section of its own)' if higher else f' (now it is "{item.key}")'
    return ""


def is_declared(kind: object) -> bool:
    """Whether a type is a declared class."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def classes_in(kind: Any) -> Iterator[type]:
    """The declared classes within a type, each once where it stands."""
    if is_declared(kind):
        yield kind
    for inside in get_args(kind):
        yield from classes_in(inside)


def entry_of(kind: Any) -> Any:
    """The type of the entries of a mapping or list, of several kinds the one that is a declared class; else None."""
    for arm in arms(kind):
        origin, inside = get_origin(arm), get_args(arm)
        if origin is tuple or (isinstance(origin, type) and issubclass(origin, Mapping)):
            return inside[0] if origin is tuple else inside[1]
    return None


@cache
def arms(kind: Any) -> tuple[Any, ...]:
    """The types of which a type is the union, without what is only annotated; itself, where it is none."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return tuple(arm for part in get_args(kind) for arm in arms(part))
    return arms(get_args(kind)[0]) if hasattr(kind, "__metadata__") else (kind,)


def typed(kind: Any, data: Any) -> Any:
    """The frozen value of a type that plain data of a file stand for; they were checked: what is missing is None."""
    return made_of(kind, with_nothing(kind, data))


def made_of(kind: Any, data: Any) -> Any:
    """The frozen value that `plain` has made data of: `none` stands for nothing no more."""
    return _maker(kind)(data)


Maker = Callable[[Any], Any]


@cache
def _maker(kind: Any) -> Maker:
    """What makes values of a type, worked out once."""
    of_mapping: Maker | None = None
    of_list: Maker | None = None
    for arm in reversed(arms(kind)):
        origin = get_origin(arm)
        if is_declared(arm):
            of_mapping = partial(_instance, arm)
        elif isinstance(origin, type) and issubclass(origin, Mapping):
            of_mapping = partial(_mapping, _maker(get_args(arm)[1]))
        elif origin is tuple:
            of_list = partial(_tuple, _maker(get_args(arm)[0]))
    return partial(_value, of_mapping or frozen, of_list or frozen)


def _value(of_mapping: Maker, of_list: Maker, data: Any) -> Any:
    if isinstance(data, (list, tuple)):
        return of_list(data)
    return of_mapping(data) if isinstance(data, Mapping) else data


def _mapping(inside: Maker, data: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: inside(item) for key, item in data.items()})


def _tuple(inside: Maker, data: Iterable[Any]) -> tuple[Any, ...]:
    return tuple([inside(item) for item in data])


def _instance(kind: type, data: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for item in declared_fields(kind):
        if item.rest:
            known = keys_of(kind)
            given[item.attribute] = frozen({key: value for key, value in data.items() if key not in known})
        elif item.key in data:
            given[item.attribute] = _maker(item.kind)(data[item.key])
        elif item.required:
            given[item.attribute] = None
    return kind(**given)


def frozen(data: Any) -> Any:
    """Plain data that nobody can change: mappings that are only read, and tuples for lists."""
    if isinstance(data, Mapping):
        return MappingProxyType({key: frozen(item) for key, item in data.items()})
    return tuple([frozen(item) for item in data]) if isinstance(data, (list, tuple)) else data


def plain(value: Any) -> Any:
    """A frozen value as plain data, such as JSON has: mappings and lists, without what is at its default."""
    return _plain(value, canonical=False)


def canonical(value: Any) -> Any:
    """What of a value can change a score or the play, as plain data."""
    return _plain(value, canonical=True)


def _plain(value: Any, *, canonical: bool) -> Any:
    if is_declared(type(value)):
        return {name: _plain(item, canonical=canonical) for name, item in _entries(value, canonical=canonical)}
    if isinstance(value, Mapping):
        return {name: _plain(item, canonical=canonical) for name, item in value.items()}
    return [_plain(item, canonical=canonical) for item in value] if isinstance(value, (list, tuple)) else value


def _entries(value: Any, *, canonical: bool) -> Iterator[tuple[str, Any]]:
    kind: type = type(value)
    for item in declared_fields(kind):
        own = getattr(value, item.attribute)
        if item.rest:
            yield from own.items()
        elif own != item.default and not (canonical and item.people):
            yield item.key, sorted(set(own)) if canonical and item.listed else own


def with_nothing(kind: Any, data: Any) -> Any:
    """Plain data of a type in which the word `none` stands for nothing, where a number or a choice may be missing."""
    if data == "none" and None.__class__ in (choices := arms(kind)):
        plain_arms = [arm for arm in choices if arm is not None.__class__]
        return data if any(arm is str or _allows(arm, data) for arm in plain_arms) else None
    for arm in arms(kind):
        if isinstance(data, Mapping) and is_declared(arm):
            kinds = {item.key: item.kind for item in declared_fields(arm)}
            return {name: with_nothing(kinds.get(name, Any), item) for name, item in data.items()}
        inside = entry_of(arm)
        if isinstance(data, Mapping) and inside is not None and get_origin(arm) is not tuple:
            return {name: with_nothing(inside, item) for name, item in data.items()}
        if isinstance(data, (list, tuple)) and get_origin(arm) is tuple:
            return [with_nothing(inside, item) for item in data]
    return data


def _allows(arm: Any, word: str) -> bool:
    return get_origin(arm) is Literal and word in get_args(arm)


def several(names: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """One name or several, or none, as a tuple."""
    return () if names is None else (names,) if isinstance(names, str) else names


def kind_at(kind: Any, path: tuple[str | int, ...]) -> Any:
    """The type of what stands at a path below a value of a type; None where nothing declared can stand there.

    Below something of which the type leaves open what it is, that is the type.
    """
    for part in path:
        found = None
        for arm in arms(kind):
            if is_declared(arm):
                own = {item.key: item.kind for item in declared_fields(arm) if not item.rest}
                found = own.get(str(part))
            else:
                found = entry_of(arm) if get_origin(arm) is not None else kind if arm is Any else None
            if found is not None:
                break
        if found is None:
            return None
        kind = found
    return kind
