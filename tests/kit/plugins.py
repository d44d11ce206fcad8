"""Bundled plugins by their names, for tests in which nothing else that is installed may be there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mjrules.hooks.manager import available_plugins


def only(*names: str) -> Mapping[str, Callable[[], object]]:
    """The plugins of these names, each imported where it is asked for."""
    found = available_plugins()
    return {name: found[name] for name in names}
