"""Kinds: the types that declared fields have, and what a mapping or a list is read as where they are expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from .fields import is_declared, kinds_by_key


def classes_in(kind: Any) -> Iterator[type]:
    """The declared classes within a type, each once where it comes."""
    if is_declared(kind):
        yield kind
    for inside in get_args(kind):
        yield from classes_in(inside)


@cache
def arms(kind: Any) -> tuple[Any, ...]:
    """The types of which a type is the union, without what is only annotated; itself, where it is none."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return tuple(arm for part in get_args(kind) for arm in arms(part))
    return arms(get_args(kind)[0]) if hasattr(kind, "__metadata__") else (kind,)


@cache
def mapping_in(kind: Any) -> Any:
    """What a mapping is read as where a type is expected: a declared class, or `Mapping[...]`; None for neither."""
    return next((arm for arm in arms(kind) if is_declared(arm) or _is_mapping(arm)), None)


@cache
def list_in(kind: Any) -> Any:
    """What a list is read as where a type is expected: `tuple[...]`, or None."""
    return next((arm for arm in arms(kind) if get_origin(arm) is tuple), None)


@cache
def entry_of(kind: Any) -> Any:
    """The type of the entries of a mapping or list, of several the first; None where there are none."""
    found = next((arm for arm in arms(kind) if get_origin(arm) is tuple or _is_mapping(arm)), None)
    return None if found is None else get_args(found)[0 if get_origin(found) is tuple else 1]


def _is_mapping(arm: Any) -> bool:
    origin = get_origin(arm)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def kind_at(kind: Any, path: tuple[str | int, ...]) -> Any:
    """The type of what stands at a path below a value of a type; None where nothing declared can stand there.

    Below something of which the type leaves open what it is, that is the type.
    """
    for part in path:
        if kind is None:
            return None
        kind = _below(kind, str(part))
    return kind


def _below(kind: Any, key: str) -> Any:
    for arm in arms(kind):
        if is_declared(arm):
            found = kinds_by_key(arm).get(key)
        else:
            found = entry_of(arm) if get_origin(arm) is not None else kind if arm is Any else None
        if found is not None:
            return found
    return None
