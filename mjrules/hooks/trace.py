"""What plugins are asked and what they answer, noted while somebody listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..declared.named_tuple import NamedTuple


class Request(NamedTuple):
    """A question to a plugin: the hook, what of it was asked (empty for the hook itself), with what, and the answer.

    `error` is what was raised in place of an answer.
    """

    plugin: str
    hook: str
    asked: str
    given: tuple[Any, ...]
    answer: Any
    error: str = ""


Listener = Callable[[Request], None]
_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Within it, the listener is told what plugins of rulesets are asked that are loaded within it."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def told_of(plugin: str, hook: str, asked: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a plugin that tells who listens now of every call; as it is where nobody does."""
    listener = _LISTENER.get()
    if listener is None:
        return function
    tell: Listener = listener

    def call(*given: Any) -> Any:
        try:
            answer = function(*given)
        except BaseException as error:
            tell(Request(plugin, hook, asked, given, None, f"{type(error).__name__}: {error}"))
            raise
        tell(Request(plugin, hook, asked, given, answer))
        return answer

    return call
