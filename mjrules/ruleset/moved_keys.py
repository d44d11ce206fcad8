"""Keys that stand elsewhere now than they did: what to write in their place."""

from __future__ import annotations

from typing import Any

from ..declared.fields import declared_fields, is_declared
from ..declared.kinds import arms, kind_at
from ..spoken import Sentence

_OWN_SECTION = Sentence(' (now "{key}" is a section of its own)', "（现在“{key}”自成一节）")
_NOW = Sentence(' (now it is "{key}")', "（现在写作“{key}”）")


def moved(kind: Any, path: tuple[str | int, ...]) -> str:
    """` (now it is "x")` for a path below a value of a type where something stood before; else nothing."""
    for depth in range(len(path)):
        was = ".".join(map(str, path[depth:]))
        classes = (arm for arm in arms(kind_at(kind, path[:depth])) if is_declared(arm))
        item = next((item for arm in classes for item in declared_fields(arm) if was in item.was), None)
        if item is not None:
            higher = len(path) - depth > 1
            return (_OWN_SECTION if higher else _NOW)(key=item.key)
    return ""
