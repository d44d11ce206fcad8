"""Members of a house rule that come to nothing, as what they go with is missing, or is misspelt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Final

from ..errors import nearest_word
from ..play.house_rules import Play
from .answer_types import MisfitError

_ASKED: Final[Mapping[str, Sequence[str]]] = {
    "kinds": ("actions", "ready_actions"),
    "hears": ("hear", "follows"),
    "answers": ("follows",),
    "forbids": ("allows",),
}
"""Attributes that name classes, each with the methods that are asked of these."""
_ALIKE: Final = 0.75
"""How alike to a method that is asked is a misspelt one; helpers often have a word in common with one."""


def check_members(own: type[Play], named: Mapping[str, Sequence[type]]) -> None:
    """What a play has named is asked of some method of its class, and what hears is told of something.

    Raises MisfitError.
    """
    for name, methods in _ASKED.items():
        kinds = named[name]
        if kinds and kinds != getattr(Play, name) and not _overridden(own, methods):
            expected = f"a method {' or '.join(methods)} that is asked of it{_meant(own, methods)}"
            raise MisfitError(kinds[0], expected, name, 0)
    told = named["hears"] or named["answers"]
    if not told and own.__init__ is Play.__init__:  # by an initialiser a rule may hear nothing under some settings
        for method in _overridden(own, ("hear", "follows")):
            expected = f"classes of events of which {method} is told{_meant(own, ('hears', 'answers'))}"
            raise MisfitError(None, expected, "hears")


def misspelt(own: type[Play], methods: Collection[str]) -> tuple[str, str] | None:
    """A method that nothing asks, as its name is only like one of the methods, and that one; None where there is none.

    A class that has both has spelt the known one right, and what its own code mentions is a helper.
    """
    left = [name for name in methods if not _overridden(own, [name])]
    for name in _methods_of_its_own(own):
        meant = nearest_word(name, left, _ALIKE)
        if meant is not None and not any(name in _mentioned(code) for code in _codes(own)):
            return name, meant
    return None


def _methods_of_its_own(own: type[Play]) -> list[str]:
    """The methods of a class that `Play` does not have, but those that begin with _."""
    found = {name: made for kind in own.__mro__ for name, made in vars(kind).items() if not hasattr(Play, name)}
    return [name for name, made in found.items() if isinstance(made, FunctionType) and not name.startswith("_")]


def _codes(own: type[Play]) -> Iterator[CodeType]:
    """The code of all methods of a class."""
    for kind in own.__mro__:
        for made in vars(kind).values():
            method = getattr(made, "__func__", getattr(made, "fget", made))
            if isinstance(method, FunctionType):
                yield method.__code__


def _mentioned(code: CodeType) -> Iterator[str]:
    """The names that code mentions, with the code inside it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _mentioned(inner)


def _overridden(own: type[Play], methods: Sequence[str]) -> list[str]:
    """Those of the methods that a class has of its own."""
    return [name for name in methods if getattr(own, name) is not getattr(Play, name)]


def _meant(own: type[Play], names: Sequence[str]) -> str:
    """The member of a class that is like one of the names, as a question; empty where none is."""
    for name in {name: None for kind in own.__mro__ for name in vars(kind) if not hasattr(Play, name)}:
        meant = nearest_word(name, names)
        if meant is not None:
            return f' (is "{name}" meant for "{meant}"?)'
    return ""
