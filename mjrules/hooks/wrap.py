"""Functions of plugins, wrapped: a failure names the plugin, its hook, and what it provides there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import HandError, MjrulesError, PluginError, told
from .answer_types import SIMPLE, Fit, MisfitError, fit
from .trace import told_of


class Member(NamedTuple):
    """A part of what a plugin provides through a hook, called as messages call it: `the method "sum"`."""

    plugin: str
    hook: str
    name: str

    def part(self, name: str) -> Member:
        """A function or attribute of it."""
        return Member(self.plugin, self.hook, f"{name} of {self.name}")

    def error(self, message: object) -> PluginError:
        """The error of a plugin that fails here."""
        return PluginError(f'plugin "{self.plugin}" failed in {self.hook}, {self.name}: {message}', [self.plugin])


class Kind(NamedTuple):
    """What the items of a hook are: their class, what messages call them, and what makes one that fails by name."""

    type: type
    called: str
    guarded: Callable[[Member, Any], Any]


MEANT: tuple[type[MjrulesError], ...] = (HandError, PluginError)
"""What a function of a plugin may raise on purpose."""


def wrapped(
    member: Member,
    function: Callable[..., Any],
    kind: Any,
    check: Callable[..., None] | None = None,
    meant: tuple[type[MjrulesError], ...] = MEANT,
    *,
    hollow: type | None = None,
) -> Callable[..., Any]:
    """The function with its failures reported, and what it gives back of a type.

    `check` looks at that together with the arguments, and raises MisfitError; there is nothing to look at where it is
    empty and of the class `hollow`. The checks of the type are worked out when they are needed for the first time.
    """
    function = told_of(member.plugin, member.hook, member.name, function)
    exact = fit(kind).exact if kind in SIMPLE and check is None else frozenset()
    answer: Fit | None = None

    def call(*arguments: Any) -> Any:
        nonlocal answer
        try:
            found = function(*arguments)
            if type(found) in exact or (type(found) is hollow and not found):
                return found
            if answer is None:
                answer = fit(kind)
            if type(found) not in answer.exact:
                found = answer.other(found)
            if check is not None:
                check(found, *arguments)
            return found
        except meant:
            raise
        except MisfitError as error:
            raise member.error(error) from None
        except (Exception, SystemExit) as failure:
            raise member.error(told(failure)) from failure

    return call
