"""Frozen dataclasses that are quick to make: a start makes many classes, and few values of them.

`dataclasses.dataclass(frozen=True)` writes and compiles six methods for every class, which takes a quick start a tenth
of its time. Here only the initialiser is written; the other methods are those of all such classes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen_class(*, eq: bool = True, kw_only: bool = False) -> Callable[[type[_Class]], type[_Class]]:
    """Make a class a frozen dataclass, equal by its fields, or by identity where `eq` is false.

    With `kw_only` its own fields are given by their names alone.
    """

    def make(kind: type[_Class]) -> type[_Class]:
        made: Any = dataclasses.dataclass(repr=False, eq=False, kw_only=kw_only)(kind)
        made.__setattr__, made.__delattr__, made.__repr__ = _set_once, refuse_to_delete, _shown
        if eq:
            made.__eq__, made.__hash__ = equal_by_fields, _hashed
        return made  # type: ignore[no-any-return]

    return make


def _set_once(self: Any, name: str, value: object) -> None:
    """Set a field that has no value yet, as the initialiser does; all others refuse it."""
    own = self.__dict__
    if name in own or name not in self.__dataclass_fields__:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    own[name] = value


def refuse_to_delete(self: Any, name: str) -> None:
    """As `__delattr__`: nothing of a frozen value is deleted. Raises FrozenInstanceError."""
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


@cache
def _compared(kind: type) -> tuple[str, ...]:
    return tuple([item.name for item in dataclasses.fields(kind) if item.compare])


@cache
def _in_hash(kind: type) -> tuple[str, ...]:
    fields = dataclasses.fields(kind)
    return tuple([item.name for item in fields if (item.compare if item.hash is None else item.hash)])


def _shown(self: Any) -> str:
    own = ", ".join([f"{item.name}={getattr(self, item.name)!r}" for item in dataclasses.fields(self) if item.repr])
    return f"{type(self).__qualname__}({own})"


def equal_by_fields(self: Any, other: object) -> Any:
    """As `__eq__`: whether two values of a class have the same in all fields that are compared."""
    if type(other) is not type(self):
        return NotImplemented
    mine, others = self.__dict__, other.__dict__
    kind: Any = type(self)
    return self is other or mine == others or all(mine[name] == others[name] for name in _compared(kind))


def _hashed(self: Any) -> int:
    kind: Any = type(self)
    return hash(tuple([self.__dict__[name] for name in _in_hash(kind)]))
