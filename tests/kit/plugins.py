"""Plugins for tests: the bundled ones by their names, and what is said of those that fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from mjrules.hooks.manager import available_plugins


def only(*names: str) -> Mapping[str, Callable[[], object]]:
    """The plugins of these names, each imported where it is asked for."""
    found = available_plugins()
    return {name: found[name] for name in names}


def without_place(said: str) -> str:
    """What is said of a failure without the line of the test that failed, of which there must be one at most."""
    found, number = re.subn(r", at test_\w+\.py:\d+", "", said)
    assert number <= 1, said
    return found
