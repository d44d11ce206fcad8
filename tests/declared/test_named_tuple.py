"""Quick named tuples are what those of `typing` are."""

from __future__ import annotations

import inspect
import pickle
import typing
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

from mjrules.declared import named_tuple


class Quick(named_tuple.NamedTuple):
    """A pung and its fan."""

    tile: str
    fan: int = 2
    also: tuple[Quick, ...] = ()
    """Others."""

    def twice(self) -> int:
        """The doubled fan."""
        return self.fan * 2

    @property
    def dear(self) -> bool:
        """Whether it is dear."""
        return self.fan > 2

    @classmethod
    def of(cls, tile: str) -> Quick:
        """A dear one."""
        return cls(tile, fan=4)


class Usual(typing.NamedTuple):
    """A pung and its fan."""

    tile: str
    fan: int = 2
    also: tuple[Usual, ...] = ()
    """Others."""

    def twice(self) -> int:
        """The doubled fan."""
        return self.fan * 2

    @property
    def dear(self) -> bool:
        """Whether it is dear."""
        return self.fan > 2

    @classmethod
    def of(cls, tile: str) -> Usual:
        """A dear one."""
        return cls(tile, fan=4)


class QuickHand(named_tuple.NamedTuple):
    """More fields than are made quickly."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int = 8
    i: int = 9

    def total(self) -> int:
        """The sum."""
        return sum(self)


def test_one_of_many_fields_is_what_that_of_collections_is() -> None:
    made = QuickHand(1, 2, 3, 4, 5, 6, g=7)
    assert made.total() == 45
    assert made._replace(i=0).total() == 36
    assert made == pickle.loads(pickle.dumps(made))
    assert QuickHand.__doc__ == "More fields than are made quickly."
    assert QuickHand._field_defaults == {"h": 8, "i": 9}
    assert get_type_hints(QuickHand) == dict.fromkeys("abcdefghi", int)


def _without_name(text: str) -> str:
    return text.replace("Quick", "").replace("Usual", "")


@pytest.mark.parametrize(
    "ask",
    [
        lambda kind: kind.__doc__,
        lambda kind: kind._fields,
        lambda kind: kind._field_defaults,
        lambda kind: kind.__module__,
        lambda kind: kind.__bases__,
        lambda kind: kind.__match_args__,
        lambda kind: [*kind.__annotations__],
        lambda kind: _without_name(repr(get_type_hints(kind))),
        lambda kind: _without_name(kind.__qualname__),
        lambda kind: _without_name(repr(kind("1m"))),
        lambda kind: (kind("1m"), kind("1m", 3), kind(fan=4, tile="2m"), kind.of("3m")),
        lambda kind: kind("1m")._replace(fan=8),
        lambda kind: kind._make(["1m", 8, ()]),
        lambda kind: [*inspect.signature(kind).parameters],
        lambda kind: kind("1m", 8)._asdict(),
        lambda kind: (kind("1m").twice(), kind("1m").dear, kind.of("1m").dear, kind.twice.__doc__),
        lambda kind: (kind("1m") == kind("1m", 2), kind("1m") < kind("2m"), hash(kind("1m"))),
        lambda kind: pickle.loads(pickle.dumps(kind("1m", also=(kind("2m"),)))),
    ],
)
def test_it_answers_as_that_of_typing(ask: Callable[[Any], object]) -> None:
    assert ask(Quick) == ask(Usual)


@pytest.mark.parametrize(
    "make",
    [
        lambda kind: kind(),
        lambda kind: kind("1m", fun=1),
        lambda kind: kind("1m", tile="2m"),
        lambda kind: kind("1m", 2, (), 3),
        lambda kind: kind._make(["1m"]),
        lambda kind: kind("1m")._replace(fun=1),
        lambda kind: setattr(kind("1m"), "fan", 1),
    ],
)
def test_it_refuses_what_that_of_typing_refuses(make: Callable[[Any], object]) -> None:
    said = []
    for kind in (Quick, Usual):
        with pytest.raises((TypeError, ValueError, AttributeError)) as error:
            make(kind)
        said.append((error.type, _without_name(str(error.value))))
    assert said[0] == said[1]
