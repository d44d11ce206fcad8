"""Whether values are of the types that are declared for them; the checks of a type follow from its annotations.

What is only another collection becomes the declared one: a list where a tuple is declared, so that a plugin which
works with plain Python works where the engine is compiled, too.
"""

from __future__ import annotations

import builtins
from collections import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from operator import index, is_
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin, get_type_hints

from .. import bounds
from ..declared.kinds import arms
from ..spoken import Spoken

if TYPE_CHECKING:
    from ..play.events import Event


class MisfitError(Exception):
    """What is wrong with a value: where in it (nowhere: the whole of it), what is there, and what was expected."""

    def __init__(self, found: object, expected: str, *places: str | int) -> None:
        self.found, self.expected, self.places = found, expected, places

    def __str__(self) -> str:
        steps = [f"[{place}]" if isinstance(place, int) else f".{place}" for place in self.places]
        where = f"{''.join(steps).removeprefix('.')} is" if steps else "returned"
        return f"{where} {_shown(self.found)}: expected {self.expected}"

    def within(self, place: str | int) -> MisfitError:
        """The same, of something that has this at a place."""
        return MisfitError(self.found, self.expected, place, *self.places)


def _shown(found: object) -> str:
    """A value of a simple type as Python writes it, a class by its name, of others the name of the type.

    A type that is called like one of Python, such as `bool` of numpy, is said with its module.
    """
    if isinstance(found, type):
        return found.__name__
    if not isinstance(found, (int, float, str, NoneType)):
        own = type(found)
        return f"{own.__module__}.{own.__name__}" if own is not getattr(builtins, own.__name__, own) else own.__name__
    text = f'"{found}"' if isinstance(found, str) else repr(found)
    return text if len(text) <= bounds.SHOWN else f"{text[: bounds.SHOWN]}…"


class Fit:
    """A type as values are checked against it: those of the classes `exact` fit, and others as `other` says."""

    __slots__ = ("exact", "other")

    def __init__(self, exact: Iterable[type], other: Callable[[Any], Any]) -> None:
        self.exact, self.other = frozenset(exact), other

    def __call__(self, found: Any) -> Any:
        """The value in the type. Raises MisfitError."""
        return found if type(found) in self.exact else self.other(found)


@cache
def fit(kind: Any) -> Fit:
    """What checks values of a type, worked out once."""
    found = [_of_arm(arm) for arm in arms(kind)]
    if len(found) == 1:
        return found[0]
    return Fit((own for each in found for own in each.exact), partial(_of_several, found))


def _of_arm(kind: Any) -> Fit:
    origin, inside = get_origin(kind), get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if origin is tuple and inside[-1] is not Ellipsis:
        return Fit((), partial(_fixed, [fit(each) for each in inside]))
    if origin in (tuple, list, frozenset):
        return Fit((), partial(_collection, origin, fit(inside[0]), _list_of(inside[0])))
    if origin in (dict, abc.Mapping):
        return Fit((), partial(_mapping, fit(inside[0]), fit(inside[1])))
    if origin is abc.Callable:
        return Fit((), _function)
    if origin is type:
        return Fit((), partial(_subclass, inside[0]))
    if isinstance(kind, type) and hasattr(kind, "defaults"):
        return Fit((), partial(_event, kind))
    names: Sequence[str] = getattr(kind, "_fields", ()) or tuple(getattr(kind, "__dataclass_fields__", ()))
    return Fit((), partial(_instance, kind, _Fields(kind, names)))


class _Fields:
    """The fields of a class, each with what checks it.

    What is exact already need not be looked at: which fields are not follows from the types of all values.
    """

    __slots__ = ("checks", "names", "open")

    def __init__(self, kind: type, names: Iterable[str]) -> None:
        self.names = tuple(names)
        hints = get_type_hints(kind, localns={"Fraction": _Fraction}) if self.names else {}
        self.checks = [fit(hints[name]) for name in self.names]
        self.open: dict[tuple[type, ...], Sequence[tuple[int, str, Callable[[Any], Any]]]] = {}

    def changed(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values of fields that fit in another type only, in that type. Raises MisfitError."""
        types = tuple(map(type, values))
        looked_at = self.open.get(types)
        if looked_at is None:
            known = enumerate(zip(types, self.names, self.checks, strict=True))
            looked_at = [(place, name, each.other) for place, (own, name, each) in known if own not in each.exact]
            self.open[types] = looked_at
        changed = {}
        for place, name, other in looked_at:
            value = values[place]
            try:
                fitting = other(value)
            except MisfitError as error:
                raise error.within(name) from None
            if fitting is not value:
                changed[name] = fitting
        return changed


@cache
def _event_fields(kind: type[Event]) -> _Fields:
    return _Fields(kind, kind.defaults)


def _text(found: Any) -> Any:
    return str(found) if isinstance(found, str) else refuse(found, "text")


def _truth(found: Any) -> Any:
    """A number is a truth value, too."""
    return bool(found) if isinstance(found, int) else refuse(found, "true or false")


def refuse(found: Any, expected: str) -> Any:
    """Raises MisfitError."""
    raise MisfitError(found, expected)


class _Fraction:
    """Stands for `Fraction`, which is imported where there are fractions."""


def _fraction(found: Any) -> Any:
    from fractions import Fraction

    return found if isinstance(found, Fraction) else refuse(found, "a fraction")


def _whole(found: Any) -> Any:
    """A number of any kind that is whole, such as those of numpy."""
    if isinstance(found, bool) or not hasattr(found, "__index__"):
        raise MisfitError(found, "a whole number")
    try:
        return index(found)
    except TypeError:  # an array has the method, too
        raise MisfitError(found, "a whole number") from None


def _function(found: Any) -> Any:
    return found if callable(found) else refuse(found, "a function")


_ANY: Final = Fit((), lambda found: found)
SIMPLE: Final[Mapping[Any, Fit]] = {
    Any: _ANY,
    int: Fit((int,), _whole),
    str: Fit((str, Spoken), _text),
    bool: Fit((bool,), _truth),
    NoneType: Fit((NoneType,), lambda found: refuse(found, "None")),
    _Fraction: Fit((), _fraction),
}
"""Types that are no collections and have no fields."""


def _of_several(fits: Sequence[Fit], found: Any) -> Any:
    """A value of one of several types; of what fits none, what is wrong inside goes before what it is."""
    errors = []
    for each in fits:
        try:
            return each(found)
        except MisfitError as error:
            errors.append(error)
    expected = " or ".join(error.expected for error in errors)
    raise next((error for error in errors if error.places), MisfitError(found, expected))


def is_listed(found: Any) -> bool:
    """Whether something is several values: a list, or a tuple, unless it is of a class of its own: that is one."""
    return isinstance(found, list) or type(found) is tuple


def _list_of(kind: Any) -> str:
    """What a list of values of a type is called."""
    if get_origin(kind) is type:
        return "a list of classes"
    named = isinstance(kind, type) and kind not in SIMPLE and get_origin(kind) is None
    return f"a list of {kind.__name__}" if named else "a list"


def _listed(found: Any, inside: Fit, expected: str = "a list") -> list[Any]:
    """The items of a collection, each in its type. Raises MisfitError."""
    if not is_listed(found) and (isinstance(found, (str, bytes, Mapping, tuple)) or not isinstance(found, Iterable)):
        raise MisfitError(found, expected)
    exact, other = inside.exact, inside.other
    return [item if type(item) in exact else _at(place, other, item) for place, item in enumerate(found)]


def _collection(made: Callable[[Iterable[Any]], Any], inside: Fit, expected: str, found: Any) -> Any:
    if type(found) is made and (not found or inside.exact.issuperset(map(type, found))):
        return found
    items = _listed(found, inside, expected)
    return found if type(found) is made and all(map(is_, found, items)) else made(items)


def _fixed(fits: Sequence[Fit], found: Any) -> tuple[Any, ...]:
    items = _listed(found, _ANY)
    if len(items) != len(fits):
        raise MisfitError(found, f"{len(fits)} values")
    return tuple([_at(place, each, item) for place, (each, item) in enumerate(zip(fits, items, strict=True))])


def _mapping(keys: Fit, values: Fit, found: Any) -> Mapping[Any, Any]:
    if type(found) not in MAPPINGS and not isinstance(found, Mapping):
        raise MisfitError(found, "a mapping")
    given: Mapping[Any, Any] = found
    if not given:
        return given
    known = values is _ANY or values.exact.issuperset(map(type, given.values()))
    if known and keys.exact.issuperset(map(type, given)):
        return given
    items = {keys(name): _at(str(name), values, value) for name, value in given.items()}
    return given if all(map(is_, items.values(), given.values())) else items


MAPPINGS: Final = (dict, MappingProxyType)
"""The classes of most mappings, which are told sooner than whether something is a mapping."""


def _subclass(of: type, found: Any) -> Any:
    fits = isinstance(found, type) and issubclass(found, of)
    return found if fits else refuse(found, f"a subclass of {of.__name__}")


def _event(kind: type[Event], found: Any) -> Any:
    """An event has the fields of its own class."""
    if not isinstance(found, kind):
        raise MisfitError(found, kind.__name__)
    changed = _event_fields(type(found)).changed(found)
    return found.but(**changed) if changed else found


def _instance(kind: type, fields: _Fields, found: Any) -> Any:
    if not isinstance(found, kind):
        raise MisfitError(found, kind.__name__)
    values = found if isinstance(found, tuple) and fields.names else [getattr(found, name) for name in fields.names]
    changed = fields.changed(values)
    if not changed:
        return found
    made: Any = found
    return made._replace(**changed) if isinstance(found, tuple) else replace(made, **changed)


def _at(place: str | int, each: Callable[[Any], Any], value: Any) -> Any:
    """What stands at a place in a value, in its type."""
    try:
        return each(value)
    except MisfitError as error:
        raise error.within(place) from None
