"""Rules that are not played: those that are listed only, and those that only a choice of an option brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..scoring.rule import english_name
from .ruleset import Ruleset


class UnplayedRule(NamedTuple):
    """A rule that is not played: its English name, its other names, and its id."""

    id: str
    name: str
    others: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the id first."""
        return (self.id, self.id.replace("_", " "), self.name, *self.others)


def unplayed_rules(ruleset: Ruleset) -> Iterator[UnplayedRule]:
    """The rules of a ruleset that are not played as its options are chosen. Raises RulesetError without scoring."""
    played = {rule.id for rule in ruleset.book.rules}
    for id, entry in ruleset.definition.rules.items():
        if id not in played:
            yield _unplayed(id, entry.names, entry.aliases)
    yield from brought_by_choices(ruleset)


def brought_by_choices(ruleset: Ruleset) -> Iterator[UnplayedRule]:
    """The rules that are in a ruleset only with a choice of an option, each once."""
    known = {*ruleset.definition.rules, *ruleset.definition.groups}
    for option in ruleset.options.declared.values():
        for patch in option.patches.values():
            for id, entry in (patch.get("rules") or {}).items():
                if id not in known and isinstance(entry, Mapping):
                    known.add(id)
                    yield _unplayed(id, entry.get("names") or {}, tuple(entry.get("aliases") or ()))


def _unplayed(id: str, names: Mapping[str, str], aliases: tuple[str, ...]) -> UnplayedRule:
    name = english_name(id, names)
    return UnplayedRule(id, name, (*(each for each in names.values() if each != name), *aliases))
