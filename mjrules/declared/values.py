"""Values: frozen ones made of the plain data of a file, and plain data made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType, NoneType
from typing import Any, Literal, get_args, get_origin

from .fields import Declared, declared_fields, is_declared, keys_of, kinds_by_key
from .kinds import arms, list_in, mapping_in
from .named_tuple import NamedTuple

_NONE = "none"
"""The word for nothing, where a number or a choice may be missing."""
SCALARS = (str, int, float, NoneType)
"""What most values of a file are; to ask for these first takes half the time of asking for a mapping."""
_MAPPINGS = (dict, MappingProxyType, Mapping)
"""What mappings are, the quickest to tell first: to ask whether something is any mapping takes long."""
Maker = Callable[[Any], Any]


def typed(kind: Any, data: Any) -> Any:
    """The frozen value of a type that plain data stand for; they were checked: what is missing is None."""
    return _maker(kind)(data)


@cache
def _maker(kind: Any) -> Maker:
    """What makes values of a type, worked out once."""
    mapping, items = mapping_in(kind), list_in(kind)
    of_mapping: Maker = frozen
    if is_declared(mapping):
        of_mapping = partial(_instance, mapping)
    elif mapping is not None:
        of_mapping = partial(_mapping, _maker(get_args(mapping)[1]))
    of_list: Maker = frozen if items is None else partial(_tuple, _maker(get_args(items)[0]))
    return partial(_value, of_mapping, of_list, may_be_nothing(kind))


def _value(of_mapping: Maker, of_list: Maker, nothing: bool, data: Any) -> Any:
    if isinstance(data, SCALARS):
        return None if nothing and data == _NONE else data
    if isinstance(data, (list, tuple)):
        return of_list(data)
    return of_mapping(data) if isinstance(data, _MAPPINGS) else data


def _mapping(inside: Maker, data: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: inside(item) for key, item in data.items()})


def _tuple(inside: Maker, data: Any) -> tuple[Any, ...]:
    return tuple([inside(item) for item in data])


def _instance(kind: type, data: Mapping[str, Any]) -> Any:
    made: Any = object.__new__(kind)
    own, plan = made.__dict__, _plan(kind)
    own.update(plan.absent)
    for key, value in data.items():
        item = plan.by_key.get(key)
        if item is not None:
            own[item.attribute] = value if value != _NONE and isinstance(value, SCALARS) else _field_maker(item)(value)
    if plan.rest is not None:
        own[plan.rest] = _others(keys_of(kind), data)
    if hasattr(made, "__post_init__"):
        made.__post_init__()
    return made


class _Plan(NamedTuple):
    """How values of a declared class are made.

    `by_key` has for each key its field, `absent` what fields are where their keys are not given, and `rest` is the
    field that takes all other keys.
    """

    by_key: Mapping[str, Declared]
    absent: Mapping[str, Any]
    rest: str | None


@cache
def _plan(kind: type) -> _Plan:
    fields = declared_fields(kind)
    return _Plan(
        {item.key: item for item in fields if not item.rest},
        {item.attribute: None if item.required else item.default for item in fields},
        next((item.attribute for item in fields if item.rest), None),
    )


@cache
def _field_maker(item: Declared) -> Maker:
    """What makes values of a field, of which a start needs few; of a name the word for nothing is nothing, no name."""
    return partial(_value, frozen, frozen, NoneType in arms(item.kind)) if item.names else _maker(item.kind)


def _others(known: tuple[str, ...], data: Mapping[str, Any]) -> Any:
    return frozen({key: value for key, value in data.items() if key not in known})


def frozen(data: Any) -> Any:
    """Plain data that nobody can change: mappings that are only read, and tuples for lists."""
    if isinstance(data, SCALARS):
        return data
    if isinstance(data, _MAPPINGS):
        return MappingProxyType({key: frozen(item) for key, item in data.items()})
    return tuple([frozen(item) for item in data]) if isinstance(data, (list, tuple)) else data


@cache
def may_be_nothing(kind: Any) -> bool:
    """Whether the word `none` stands for nothing where a type is expected, and is not itself a value of it."""
    choices = arms(kind)
    word = any(arm is str or (get_origin(arm) is Literal and _NONE in get_args(arm)) for arm in choices)
    return NoneType in choices and not word


def with_nothing(kind: Any, data: Any) -> Any:
    """Plain data of a type in which nothing stands in the place of the word for it."""
    if isinstance(data, (list, tuple)):
        items = list_in(kind)
        return data if items is None else [with_nothing(get_args(items)[0], item) for item in data]
    if not isinstance(data, _MAPPINGS):
        return None if data == _NONE and may_be_nothing(kind) else data
    mapping = mapping_in(kind)
    if mapping is None:
        return data
    if is_declared(mapping):
        kinds = kinds_by_key(mapping)
        return {name: with_nothing(kinds.get(name, Any), item) for name, item in data.items()}
    return {name: with_nothing(get_args(mapping)[1], item) for name, item in data.items()}


def plain(value: Any) -> Any:
    """A frozen value as plain data, such as JSON has: mappings and lists, without what is at its default."""
    return _plain(value, canonical=False)


def lasting(value: Any) -> Any:
    """What of a value can change a score or the play, as plain data."""
    return _plain(value, canonical=True)


def _plain(value: Any, *, canonical: bool) -> Any:
    if isinstance(value, SCALARS):
        return value
    if is_declared(type(value)):
        return {name: _plain(item, canonical=canonical) for name, item in _entries(value, canonical=canonical)}
    if isinstance(value, _MAPPINGS):
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


def words_in(value: Any) -> Iterator[str]:
    """All keys and texts in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, _MAPPINGS):
        for key, item in value.items():
            yield from (str(key), *words_in(item))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from words_in(item)


def named_twice(names: Sequence[str]) -> str | None:
    """The first name that comes again; None where each comes once."""
    return next((name for place, name in enumerate(names) if name in names[:place]), None)


def several(names: str | Iterable[str] | None) -> tuple[str, ...]:
    """One name or several, or none, as a tuple; in a file several are a list."""
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)
