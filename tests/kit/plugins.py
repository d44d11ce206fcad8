"""Bundled plugins by their names, for tests in which nothing else that is installed may be there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module


def only(*names: str) -> Mapping[str, Callable[[], object]]:
    """The plugins of these names, each imported where it is asked for."""
    return {name: partial(import_module, f"mjrules_{name}") for name in names}
