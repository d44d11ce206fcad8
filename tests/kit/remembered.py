"""Remembers rulesets, so that tests need not resolve the same files over and over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjrules import Ruleset
from mjrules.ruleset.files.node import Node

_REMEMBERED: dict[object, tuple[list[Node], Ruleset]] = {}
"""The rulesets of chains of bundled files, with their files."""
MOST = 40
"""How many are remembered: they keep what they have scored."""


def remembering(load_nodes: Callable[..., Ruleset]) -> Callable[..., Ruleset]:
    """The same, but that it gives the same ruleset again for the same bundled files, which nobody can change."""

    def load(chain: list[Node], options: Any = None, *, weaker: Any = (), available: Any = None) -> Ruleset:
        if available is not None or not all(node.place.file.startswith("rulesets/") for node in chain):
            return load_nodes(chain, options, weaker=weaker, available=available)
        key = (tuple(map(id, chain)), repr(options), repr(weaker))
        if key not in _REMEMBERED:
            found = load_nodes(chain, options, weaker=weaker)
            while len(_REMEMBERED) >= MOST:
                del _REMEMBERED[next(iter(_REMEMBERED))]
            _REMEMBERED[key] = chain, found
        _REMEMBERED[key] = _REMEMBERED.pop(key)  # the one least lately asked for is forgotten first
        return _REMEMBERED[key][1]

    return load
