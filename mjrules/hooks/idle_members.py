"""Members of a house rule that come to nothing, as what they go with is missing, or is misspelt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
