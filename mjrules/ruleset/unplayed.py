"""Rules that are not played: those that are listed only, and those that only a choice of an option brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from ..declared.values import several
from ..errors import RulesetError
from ..scoring.rule import english_name
from .definition import NOT_PLAYED
from .options.apply import changes
from .options.options import Option
from .ruleset import Ruleset


class UnplayedRule(NamedTuple):
    """A rule that is not played: its English name, its other names, and its id.

    `choices` are those of options that bring it, as `NAME=VALUE`.
    """

    id: str
    name: str
    others: tuple[str, ...]
    choices: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All its names, the id first."""
        return (self.id, self.id.replace("_", " "), self.name, *self.others)


def unplayed_rules(ruleset: Ruleset) -> Iterator[UnplayedRule]:
    """The rules of a ruleset that are not played as its options are chosen. Raises RulesetError without scoring."""
    played = {rule.id for rule in ruleset.book.rules}
    for id, entry in ruleset.definition.rules.items():
        if id not in played:
            yield _unplayed(ruleset, id, entry.names, entry.aliases)
    yield from brought_by_choices(ruleset)


def brought_by_choices(ruleset: Ruleset) -> Iterator[UnplayedRule]:
    """The rules that are in a ruleset only with a choice of an option, each once."""
    known = {*ruleset.definition.rules, *ruleset.definition.groups}
    for option in ruleset.options.declared.values():
        for patch in option.patches.values():
            for id, entry in _rules_of(patch).items():
                if id not in known and isinstance(entry, Mapping):
                    known.add(id)
                    yield _unplayed(ruleset, id, entry.get("names") or {}, tuple(entry.get("aliases") or ()))


def _rules_of(patch: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entries of rules that a patch brings or changes."""
    return patch.get("rules") or {}


def _unplayed(ruleset: Ruleset, id: str, names: Mapping[str, str], aliases: tuple[str, ...]) -> UnplayedRule:
    name = english_name(id, names)
    others = (*(each for each in names.values() if each != name), *aliases)
    return UnplayedRule(id, name, others, tuple(_choices_that_bring(ruleset, id)) or tuple(_tried(ruleset, id)))


def _choices_that_bring(ruleset: Ruleset, id: str) -> Iterator[str]:
    """The choices of options by which a rule gets a worth, or is there at all."""
    listed = ruleset.definition.rules.get(id)
    units = set(ruleset.book.method.units)
    for option in ruleset.options.declared.values():
        placed = listed is not None and any(f"rules.{id}.{unit}" in option.places for unit in listed.worth)
        if placed:
            yield from (f"{option.name}={choice}" for choice, worth in option.stands_for.items() if _worth(worth))
        for choice, patch in option.patches.items():
            entry = _rules_of(patch).get(id)
            if isinstance(entry, Mapping) and any(_worth(entry.get(unit)) for unit in units):
                yield f"{option.name}={choice}"


def touches(ruleset: Ruleset, option: Option, id: str) -> bool:
    """Whether a choice of an option changes something of a rule, or brings it."""
    brings = any(id in _rules_of(patch) for patch in option.patches.values())
    return brings or any(path[:2] == ("rules", id) for path in changes(ruleset.node, option))


def _tried(ruleset: Ruleset, id: str) -> Iterator[str]:
    """The choices with which a rule is played though they give it no worth of their own."""
    entry = ruleset.definition.rules.get(id)
    groups = set() if entry is None else {*several(entry.group), *several(entry.series)}
    for option in ruleset.options.declared.values():
        with_its_group = any(groups & {*_rules_of(patch)} for patch in option.patches.values())
        if with_its_group or touches(ruleset, option, id):
            for choice in option.stands_for:
                with suppress(RulesetError):  # it goes with nothing else that is chosen
                    if any(rule.id == id for rule in ruleset.under({option.name: choice}).book.rules):
                        yield f"{option.name}={choice}"


def _worth(value: object) -> bool:
    return value not in (None, NOT_PLAYED)
