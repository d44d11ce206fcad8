"""Functions of plugins, wrapped: a failure names the plugin and its hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import MjrulesError, PluginError


def wrapped(
    plugin: str, hook: str, function: Callable[..., Any], finish: Callable[[Any], Any] | None = None
) -> Callable[..., Any]:
    """The function with its failures reported; `finish` works off what it gives back lazily."""

    def call(*arguments: Any) -> Any:
        try:
            result = function(*arguments)
            return result if finish is None else finish(result)
        except MjrulesError:
            raise
        except Exception as error:
            raise PluginError(f'plugin "{plugin}" failed in {hook}: {type(error).__name__}: {error}') from error

    return call


def reason(found: Any) -> str:
    """A reason, or nothing."""
    return str(found) if found else ""
