"""What tells one ruleset from another: the options that are chosen otherwise, and the values that differ besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from ..declared.fields import declared_fields, is_declared
from ..declared.values import lasting
from ..errors import RulesetError
from .canonical import canonical
from .options.options import as_text
from .ruleset import Ruleset


class _Absent(Enum):
    ABSENT = "-"


ABSENT: Final = _Absent.ABSENT
"""What stands where a ruleset has no such value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs: where it is, what it is in the one ruleset and in the other, or ABSENT."""

    path: tuple[str, ...]
    was: Any
    now: Any


@dataclass(frozen=True, slots=True)
class Differences:
    """What tells a ruleset from another. `options` are chosen otherwise; `values` differ though the options agree."""

    options: tuple[Difference, ...]
    values: tuple[Difference, ...]

    def __bool__(self) -> bool:
        return bool(self.options or self.values)

    def rules(self, kind: str) -> tuple[Difference, ...]:
        """The rules that are `new`, `left out` or `changed`."""
        return tuple(item for item in self.values if item.path[0] == "rules" and _kind(item) == kind)

    @property
    def others(self) -> tuple[Difference, ...]:
        """What differs beside the rules."""
        return tuple(item for item in self.values if item.path[0] != "rules")


def _kind(item: Difference) -> str:
    """What happened to a rule."""
    if len(item.path) > 2 or ABSENT not in (item.was, item.now):
        return "changed"
    return "new" if item.was is ABSENT else "left out"


def differences(old: Ruleset, new: Ruleset) -> Differences:
    """What tells a ruleset from an older one.

    Values are compared under the same options, so that what an option brings about is told once. Where the older one
    cannot be played under these, its values are compared as they are.
    """
    chosen, before = new.options.chosen, old.options.chosen
    otherwise = {name: chosen[name] for name in before if name in chosen and chosen[name] != before[name]}
    options = tuple(Difference((name,), before[name], now) for name, now in otherwise.items())
    before_it = under_options(old, otherwise)
    was, now = ({"rules": {}} | canonical(one.definition, one.settings) for one in (before_it, new))
    values = (
        Difference(item.path, _at_default(before_it, item.path, item.was), _at_default(new, item.path, item.now))
        for item in _values((), was, now)
    )
    return Differences(options, tuple(values))


def _at_default(ruleset: Ruleset, path: tuple[str, ...], value: Any) -> Any:
    """A value; where the canonical form leaves it out, the default that holds, or ABSENT where that says nothing."""
    if value is not ABSENT:
        return value
    found = _entry(ruleset.definition, path)
    for length in (1, 2):
        settings = ruleset.settings.get(path[:length])
        found = _entry(settings, path[length:]) if found is ABSENT and settings is not None else found
    whole = isinstance(found, Mapping) or is_declared(type(found))
    return ABSENT if whole or found is ABSENT or found in (None, (), "") else lasting(found)


def _entry(value: Any, path: tuple[str, ...]) -> Any:
    """What is at a path of a declared value; ABSENT where nothing is declared there."""
    for name in path:
        kind: type = type(value)
        if isinstance(value, Mapping):
            value = value.get(name, ABSENT)
        elif is_declared(kind):
            own = (item for item in declared_fields(kind) if item.key == name and not item.rest)
            value = next((getattr(value, item.attribute) for item in own), ABSENT)
        else:
            return ABSENT
    return value


def under_options(ruleset: Ruleset, options: Mapping[str, Any]) -> Ruleset:
    """A ruleset with these options; without them, where it has none such."""
    if not options:
        return ruleset
    try:
        return ruleset.under({name: as_text(value) for name, value in options.items()})
    except RulesetError:
        return ruleset


def _values(path: tuple[str, ...], was: Any, now: Any) -> Iterator[Difference]:
    """The values that differ, where they differ."""
    if was == now:
        return
    if not (isinstance(was, Mapping) and isinstance(now, Mapping)):
        yield Difference(path, was, now)
        return
    for name in [*was, *(name for name in now if name not in was)]:
        yield from _values((*path, str(name)), was.get(name, ABSENT), now.get(name, ABSENT))
