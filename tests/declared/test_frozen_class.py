"""Frozen classes that are quick to make are what frozen dataclasses are."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

from mjrules.declared.frozen_class import frozen_class


@frozen_class()
class Quick:
    """A pung and its fan."""

    tile: str
    fan: int = 2
    also: list[Quick] = field(default_factory=list, hash=False)
    heard: str = field(default="", compare=False, kw_only=True)
    twice: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.fan)


@dataclasses.dataclass(frozen=True)
class Usual:
    """A pung and its fan."""

    tile: str
    fan: int = 2
    also: list[Usual] = field(default_factory=list, hash=False)
    heard: str = field(default="", compare=False, kw_only=True)
    twice: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.fan)


def _told(answer: object) -> str:
    return repr(answer).replace("Quick", "Usual")


@pytest.mark.parametrize(
    "ask",
    [
        lambda kind: kind.__doc__,
        lambda kind: [(item.name, item.init, item.compare, item.kw_only) for item in dataclasses.fields(kind)],
        lambda kind: str(inspect.signature(kind)).replace("<factory>", "[]").removesuffix(" -> None"),
        lambda kind: kind.__match_args__,
        lambda kind: (kind("1m"), kind("1m", 3), kind(fan=4, tile="2m"), kind("3m", 1, [kind("4m")], heard="so")),
        lambda kind: (kind("1m").also, kind("1m").also is kind("1m").also),
        lambda kind: kind("1m", 4).twice,
        lambda kind: (kind("1m") == kind("1m", 2, heard="so"), kind("1m") == kind("2m"), kind("1m") == ("1m", 2)),
        lambda kind: (hash(kind("1m")) == hash(kind("1m", 2, [kind("2m")])), len({kind("1m"), kind("1m"), kind("2m")})),
        lambda kind: dataclasses.replace(kind("1m", heard="so"), fan=8),
        lambda kind: dataclasses.asdict(kind("1m", also=[kind("2m")])),
        lambda kind: (copy.copy(kind("1m", 8)), copy.deepcopy(kind("1m", 8)), copy.copy(kind("1m", 8)).twice),
        lambda kind: pickle.loads(pickle.dumps(kind("1m", also=[kind("2m")]))),
    ],
)
def test_it_answers_as_a_frozen_dataclass(ask: Callable[[Any], object]) -> None:
    assert _told(ask(Quick)) == _told(ask(Usual))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda kind: setattr(kind("1m"), "fan", 3),
        lambda kind: setattr(kind("1m"), "twice", 3),
        lambda kind: setattr(kind("1m"), "other", 3),
        lambda kind: delattr(kind("1m"), "fan"),
        lambda kind: kind(),
        lambda kind: kind("1m", 2, [], "so"),
        lambda kind: kind("1m", tile="2m"),
        lambda kind: kind("1m", fun=3),
        lambda kind: kind(fun=3),
        lambda kind: kind("1m", twice=3),
    ],
)
def test_what_a_frozen_dataclass_refuses_it_refuses(spoil: Callable[[Any], object]) -> None:
    refused: list[type[Exception]] = []
    for kind in (Usual, Quick):
        with pytest.raises((TypeError, AttributeError)) as error:
            spoil(kind)
        refused.append(error.type)
    assert refused[0] is refused[1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Quick(), "Quick needs tile"),  # type: ignore[call-arg]
        (lambda: Quick("1m", 2, [], "so"), "Quick takes 3 fields without their names, and was given 4"),  # type: ignore[call-arg]
        (lambda: Quick("1m", tile="2m"), "Quick was given tile twice"),  # type: ignore[misc]
        (lambda: Quick("1m", fun=3), "Quick has no fun"),  # type: ignore[call-arg]
    ],
)
def test_what_is_given_wrongly_is_told(make: Callable[[], Quick], message: str) -> None:
    with pytest.raises(TypeError) as error:
        make()
    assert str(error.value) == message
