"""Functions of plugins, wrapped: a failure names the plugin, its hook, and what it provides there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from ..declared.named_tuple import NamedTuple
from ..errors import HandError, MjrulesError, PluginError, told
from ..spoken import Spoken
from .answer_types import SIMPLE, Fit, MisfitError, fit
from .trace import told_of

_KEPT: Final = 1 << 12
"""Of so many answers of a function it is kept that they are right."""


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


Check = Callable[..., None]
"""Looks at what a function gave back, together with its arguments; raises MisfitError."""


class Wrapping:
    """What functions that do the same give back, looked at; what is the same of all of them is worked out once.

    `right` is what is right for good, by its id, and not looked at again; where it depends on what is `asked`, by that
    too. Nothing is looked at of what is empty and of the class `hollow`. See `wrapped`.
    """

    def __init__(
        self,
        member: Member,
        kind: Any,
        meant: tuple[type[MjrulesError], ...] = MEANT,
        *,
        hollow: type | None = None,
        lasting: Callable[[Any], bool] | None = None,
        asked: bool = False,
    ) -> None:
        self._by_arguments = asked and lasting is not None
        self.member, self._kind, self._meant, self._hollow, self._lasting = member, kind, meant, hollow, lasting
        self._fit: Fit | None = fit(kind) if kind in SIMPLE else None
        self._exact: frozenset[type] = frozenset() if self._fit is None else self._fit.exact
        self.right: dict[int | tuple[Any, ...], Any] = {}

    def _looked_at(self, found: Any, check: Check | None, arguments: tuple[Any, ...]) -> Any:
        """What was given back, in its type. Raises MisfitError."""
        if self._fit is None:
            self._fit = fit(self._kind)
        given = found
        if type(found) not in self._fit.exact:
            found = self._fit.other(found)
        if check is not None:
            check(found, *arguments)
        if self._lasting is not None and found is given and self._lasting(found):
            if len(self.right) >= _KEPT:
                self.right.clear()
            self.right[(id(found), *arguments) if self._by_arguments else id(found)] = found
        return found

    def of(self, function: Callable[..., Any], check: Check | None = None) -> Callable[..., Any]:
        """A function, wrapped."""
        member, looked_at, right, hollow, fails = self.member, self._looked_at, self.right, self._hollow, self._fails
        function = told_of(member.plugin, member.hook, member.name, function)
        exact = self._exact if check is None else frozenset()
        by_arguments = self._by_arguments

        def call(*arguments: Any) -> Any:
            try:
                found = function(*arguments)
                if (
                    type(found) in exact
                    or (type(found) is hollow and not found)
                    or right.get((id(found), *arguments) if by_arguments else id(found), right) is found
                ):
                    return found
                return looked_at(found, check, arguments)
            except (Exception, SystemExit) as failure:
                fails(failure)

        return call

    def of_one(self, function: Callable[[Any], Any], check: Check | None = None) -> Callable[[Any], Any]:
        """A function of one argument, wrapped, which is called in fewer steps."""
        looked_at, right, hollow, fails = self._looked_at, self.right, self._hollow, self._fails
        function = told_of(self.member.plugin, self.member.hook, self.member.name, function)
        exact = self._exact if check is None else frozenset()
        by_argument = self._by_arguments

        def call(argument: Any) -> Any:
            try:
                found = function(argument)
                if type(found) in exact or (type(found) is hollow and not found):
                    return found
                if right and right.get((id(found), argument) if by_argument else id(found), right) is found:
                    return found
                return looked_at(found, check, (argument,))
            except (Exception, SystemExit) as failure:
                fails(failure)

        return call

    def _fails(self, failure: BaseException) -> NoReturn:
        """Raise what a function may raise on purpose, or in place of its failure what names the plugin."""
        if isinstance(failure, self._meant):
            raise failure
        if isinstance(failure, MisfitError):
            raise self.member.error(failure) from None
        raise self.member.error(told(failure)) from failure


def never_changes(found: Any) -> bool:
    """Whether something is a tuple of what cannot be changed."""
    if type(found) is not tuple:
        return False
    try:
        hash(found)
    except TypeError:
        return False
    return True


def wrapped(
    member: Member,
    function: Callable[..., Any],
    kind: Any,
    check: Check | None = None,
    meant: tuple[type[MjrulesError], ...] = MEANT,
    *,
    lasting: Callable[[Any], bool] | None = None,
) -> Callable[..., Any]:
    """The function with its failures reported, and what it gives back of a type.

    `check` looks at that together with the arguments, and raises MisfitError. The checks of the type are worked out
    when they are needed for the first time. `lasting` says of what is right whether it never changes and is right
    whatever is asked: then the same object is not looked at again.
    """
    return Wrapping(member, kind, meant, lasting=lasting).of(function, check)


def telling(member: Member, told: Callable[..., Iterable[str]] | None) -> Callable[..., tuple[str, ...]] | None:
    """What tells settings in sentences, wrapped; None where nothing does."""
    return None if told is None else wrapped(member.part("told"), told, tuple[str, ...], _check_sentences)


def _check_sentences(found: tuple[str, ...], *_: Any) -> None:
    """Sentences can be said in all languages."""
    for place, text in enumerate(found):
        check_sentence(text, place)


def check_sentence(text: str, *at: str | int) -> None:
    """A sentence can be said in all languages. Raises MisfitError."""
    if isinstance(text, Spoken) and (fault := text.fault()):
        raise MisfitError(text, f"a Chinese sentence for its values ({fault})", *at)
