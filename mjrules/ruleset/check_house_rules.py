"""Checks what a ruleset says of its house rules: their settings, and the flags and options that these name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..errors import Path, Problem, did_you_mean
from ..play.house_rules import HouseRule
from .check_types import validate_foreign
from .node import Node, problem_at
from .options import OptionError, Options

_SECTION = "house_rules"


def check_house_rules(
    root: Node, rules: Mapping[str, HouseRule], flags: Iterable[str], options: Options
) -> Iterator[Problem]:
    """The problems of the house rules of a resolved file whose plugins provide them."""
    known = tuple(flags)
    for name in root.entries_at((_SECTION,)):
        if name in rules:
            yield from _settings(root, rules[name])
            for keys in rules[name].flags_in:
                yield from _flags(root, (_SECTION, name, *keys), known)
            for keys in rules[name].options_in:
                yield from _options(root, (_SECTION, name, *keys), options)


def _settings(root: Node, rule: HouseRule) -> Iterator[Problem]:
    if rule.settings is not None:
        yield from validate_foreign(root, rule.settings, (_SECTION, rule.name))
        return
    for name in root.entries_at((_SECTION, rule.name)):
        message = f'unknown key "{name}": the house rule {rule.name} has no settings'
        yield problem_at(root, (_SECTION, rule.name, name), message, on_key=True)


def _flags(root: Node, path: Path, known: tuple[str, ...]) -> Iterator[Problem]:
    """Keys that are no flags of the ruleset."""
    for name in root.entries_at(path):
        if name not in known:
            yield problem_at(root, (*path, name), f'"{name}" is not a flag{did_you_mean(name, known)}', on_key=True)


def _options(root: Node, path: Path, options: Options) -> Iterator[Problem]:
    """Options that the ruleset does not have, and values that they cannot have."""
    for name, node in root.entries_at(path).items():
        try:
            Options(options.declared.values(), options.presets).choose([(name, node.plain())])
        except OptionError as error:
            yield problem_at(root, (*path, name), str(error), on_key=name not in (*options.declared, *options.presets))
