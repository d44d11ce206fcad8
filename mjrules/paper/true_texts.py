"""Texts of a ruleset, as far as they are still true of it: a text that is older than what it tells is not printed."""

from __future__ import annotations

from collections.abc import Mapping

from ..declared.values import plain
from ..ruleset.node import Node
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import CONDITIONS
from ..teller import RulesetTeller


def still_said(tell: RulesetTeller, *path: str) -> str | None:
    """What is said of something in a language, if no option and no later file has changed anything in it; else None."""
    ruleset = tell.ruleset
    found, node = tell.texts.said.get(path), ruleset.node.at(path)
    if found is None or node is None or ruleset.files is None:
        return None
    order = {name: number for number, name in enumerate(_stems(ruleset))}
    said = order.get(_stem(found.place.file), len(order))
    changed = any(
        _chosen_here(ruleset, part, path) or order.get(_stem(part.place.file), len(order)) > said
        for _, part in node.walk()
    )
    return None if changed else tell.if_told(found.text)


def asks_otherwise(ruleset: Ruleset, id: str) -> bool:
    """Whether an option has changed what a rule asks for: its condition, or what this names, as a class of tiles."""
    if any(_chosen_otherwise(ruleset, "rules", id, part) for part in CONDITIONS):
        return True
    canonical, rule = ruleset.speaker.classes.canonical, ruleset.definition.rules[id]
    named = {canonical(word) for word in _words(plain(rule.when)) | _words(plain(rule.hand))}
    declared = ruleset.definition
    return any(
        _chosen_otherwise(ruleset, section, name)
        for section, entries in (("tile_classes", declared.tile_classes), ("terms", declared.terms))
        for name in named.intersection(entries)
    )


def _words(value: object) -> set[str]:
    """The words of all texts in a value, and those that are keys."""
    if isinstance(value, Mapping):
        return _words([*value, *value.values()])
    if isinstance(value, list | tuple):
        return set().union(*map(_words, value))
    return set(value.split()) if isinstance(value, str) else set()


def _chosen_otherwise(ruleset: Ruleset, *path: str) -> bool:
    """Whether an option has changed something at a path, or below it."""
    node = ruleset.node.at(path)
    return node is not None and any(part.option is not None for _, part in node.walk())


def _chosen_here(ruleset: Ruleset, part: Node, path: tuple[str, ...]) -> bool:
    """Whether an option changed a value; not if the option is about another place, which this one follows."""
    if part.option is None:
        return False
    places = ruleset.options.declared[part.option].places
    return not places or tuple(places[0].split(".")[: len(path)]) == path


def _stems(ruleset: Ruleset) -> list[str]:
    assert ruleset.files is not None
    return [_stem(file.node.place.file) for file in ruleset.files()]


def _stem(name: str) -> str:
    """The file to which a companion belongs: `rulesets/ours` of `rulesets/ours.words.yaml`."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{last.split('.')[0]}"
