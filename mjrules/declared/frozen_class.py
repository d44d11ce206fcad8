"""Frozen dataclasses that are quick to make: a start makes many classes, and few values of them.

`dataclasses.dataclass(frozen=True)` writes and compiles six methods for every class, which takes a quick start a tenth
of its time. Here all such classes share one of each.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from functools import cache
from itertools import repeat
from operator import attrgetter
from typing import Any, Final, TypeVar, dataclass_transform

from .named_tuple import NamedTuple

_Class = TypeVar("_Class")
_set: Final = object.__setattr__


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen_class(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[_Class]], type[_Class]]:
    """Make a class a frozen dataclass, equal by its fields, or by identity where `eq` is false.

    With `kw_only` its own fields are given by their names alone. A `__repr__` of its own it keeps.
    """

    def make(kind: type[_Class]) -> type[_Class]:
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(kind)
        made.__init__, made.__signature__ = initialise, ShownSignature()
        made.__setattr__, made.__delattr__ = refuse_to_set, refuse_to_delete
        if "__repr__" not in vars(made):
            made.__repr__ = _shown
        if eq:
            made.__eq__, made.__hash__ = equal_by_fields, _hashed
        return made  # type: ignore[no-any-return]

    return make


class _Plan(NamedTuple):
    """How values of a class are made: its fields that are given, of these the `places` of those that need no name, and
    the `needed` ones; what the others are where they are not given, as such or `made` each time."""

    number: int
    places: tuple[str, ...]
    needed: tuple[str, ...]
    defaults: dict[str, Any]
    made: tuple[tuple[str, Callable[[], Any]], ...]
    ends: bool
    """Whether the class has a `__post_init__`."""


@cache
def _plan(kind: type) -> _Plan:
    fields = [item for item in dataclasses.fields(kind) if item.init]
    defaults = {item.name: item.default for item in fields if item.default is not MISSING}
    made = [(item.name, item.default_factory) for item in fields if item.default_factory is not MISSING]
    return _Plan(
        len(fields),
        tuple([item.name for item in fields if not item.kw_only]),
        tuple([item.name for item in fields if item.default is item.default_factory is MISSING]),
        defaults,
        tuple(made),
        hasattr(kind, "__post_init__"),
    )


def initialise(self: Any, /, *given: Any, **named: Any) -> None:
    """As `__init__` of a frozen class. Raises TypeError where a field is not given, is no field, or is given twice."""
    plan = _plan(self.__class__)
    values = plan.defaults | named
    wrong = False
    if given:
        wrong = len(given) > len(plan.places) or not named.keys().isdisjoint(plan.places[: len(given)])
        values.update(zip(plan.places, given, strict=False))
    for name, make in plan.made:
        if name not in values:
            values[name] = make()
    for name in plan.needed:
        wrong |= name not in values
    if wrong or len(values) != plan.number:
        raise TypeError(_given_wrongly(self, plan, given, named))
    any(map(_set, repeat(self), values, values.values()))  # sets all: it gives None each time
    if plan.ends:
        self.__post_init__()


def _given_wrongly(self: Any, plan: _Plan, given: tuple[Any, ...], named: Mapping[str, Any]) -> str:
    """What is wrong with what was given to make a value."""
    kind, by_place = type(self).__qualname__, plan.places[: len(given)]
    if len(given) > len(plan.places):
        return f"{kind} takes {len(plan.places)} fields without their names, and was given {len(given)}"
    known = {item.name for item in dataclasses.fields(self) if item.init}
    for name in named:
        if name not in known:
            return f"{kind} has no {name}"
        if name in by_place:
            return f"{kind} was given {name} twice"
    return f"{kind} needs {', '.join([name for name in plan.needed if name not in (*by_place, *named)])}"


class ShownSignature:
    """As `__signature__`: by which names and in which places the fields of a class are given; `help` shows it."""

    def __get__(self, instance: object, kind: Any) -> inspect.Signature:
        fields = [item for item in dataclasses.fields(kind) if item.init]
        return inspect.Signature([_parameter(item) for item in sorted(fields, key=lambda item: bool(item.kw_only))])


def _parameter(item: dataclasses.Field[Any]) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY if item.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
    default = inspect.Parameter.empty if item.default is MISSING else item.default
    if item.default_factory is not MISSING:
        default = item.default_factory()
    return inspect.Parameter(item.name, kind, default=default, annotation=item.type)


def refuse_to_set(self: Any, name: str, value: object) -> None:
    """As `__setattr__`: nothing of a frozen value is set again. Raises FrozenInstanceError."""
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def refuse_to_delete(self: Any, name: str) -> None:
    """As `__delattr__`: nothing of a frozen value is deleted. Raises FrozenInstanceError."""
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _reading(names: list[str]) -> Callable[[Any], Any]:
    """What reads some fields of a value."""
    return attrgetter(*names) if names else type


@cache
def _compared(kind: type) -> Callable[[Any], Any]:
    return _reading([item.name for item in dataclasses.fields(kind) if item.compare])


@cache
def _in_hash(kind: type) -> Callable[[Any], Any]:
    fields = dataclasses.fields(kind)
    return _reading([item.name for item in fields if (item.compare if item.hash is None else item.hash)])


def _shown(self: Any) -> str:
    own = ", ".join([f"{item.name}={getattr(self, item.name)!r}" for item in dataclasses.fields(self) if item.repr])
    return f"{type(self).__qualname__}({own})"


def equal_by_fields(self: Any, other: object) -> Any:
    """As `__eq__`: whether two values of a class have the same in all fields that are compared."""
    if type(other) is not type(self):
        return NotImplemented
    kind: Any = type(self)
    own = _compared(kind)
    return self is other or own(self) == own(other)


def _hashed(self: Any) -> int:
    kind: Any = type(self)
    return hash(_in_hash(kind)(self))
