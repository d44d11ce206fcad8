"""Trees of nodes, compared."""

from __future__ import annotations

from typing import Any

from mjrules.ruleset.files.node import Node


def spelled(node: Node) -> list[Any]:
    """All that a tree knows: what stands where, what it overrode, what was deleted, and which option chose it."""
    return [
        (
            path,
            [type(found.value).__name__, None if found.is_mapping or found.is_list else found.value, found.written],
            (found.place, found.key, found.option),
            None if found.before is None else spelled(found.before),
            {key: spelled(gone) for key, gone in found.deleted.items()},
        )
        for path, found in node.walk()
    ]
