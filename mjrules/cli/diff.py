"""What a ruleset changes: the options and values in which it differs from another, its parent if none is named.

mjrules diff western/us
mjrules diff chinese-official/wmo2006 chinese-official
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..ruleset.differences import ABSENT, Difference, Differences, differences
from ..ruleset.files.find import find_file
from ..ruleset.load import load
from ..ruleset.options import as_text
from ..ruleset.rules import plain_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..text_tables import paragraph
from .arguments import UsageError, add_json, add_settings, settings_of
from .json_answers import print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="ID|PATH", help="the ruleset")
    about = "the ruleset that it is compared with (default: the one that it extends)"
    parser.add_argument("other", nargs="?", metavar="OTHER", help=about)
    add_settings(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError."""
    new = load(args.ruleset, settings_of(args), within=args.within)
    old = parent_of(new, args.ruleset, args) if args.other is None else load(args.other, within=args.within)
    if old is None:
        raise UsageError(f"{new.id} extends no other ruleset: name the one to compare it with")
    found = differences(old, new)
    if args.json:
        print_json(_record(old, new, found))
    else:
        print("\n".join(_lines(old, new, found)))
    return 0


def parent_of(ruleset: Ruleset, name: str, args: argparse.Namespace) -> Ruleset | None:
    """The ruleset that one of an id or path extends, as its options are by default; None where it extends none."""
    extends = ruleset.definition.extends
    return None if extends is None else load(extends, beside=os.path.dirname(find_file(name)), within=args.within)


def summary(parent: Ruleset, found: Differences) -> str:
    """What a ruleset is beside its parent, in one line: that, and how much of it is otherwise."""
    counted = [
        (len(found.rules("new")), "rule{} of its own"),
        (len({item.path[1] for item in found.rules("changed")}), "rule{} changed"),
        (len(found.rules("left out")), "rule{} left out"),
        (len(found.options), "option{} changed"),
        (len(found.others), "other value{} changed"),
    ]
    parts = [f"{number} {what.format('' if number == 1 else 's')}" for number, what in counted if number]
    return f"{parent.id}, {'and nothing changed' if not parts else 'with ' + _listed(parts)}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _record(old: Ruleset, new: Ruleset, found: Differences) -> dict[str, Any]:
    return {
        "ruleset": new.id,
        "other": old.id,
        "options": {item.path[0]: {"was": item.was, "now": item.now} for item in found.options},
        "values": [
            {"path": list(item.path), **{key: value for key, value in _sides(item) if value is not ABSENT}}
            for item in found.values
        ],
    }


def _sides(item: Difference) -> tuple[tuple[str, Any], tuple[str, Any]]:
    return ("was", item.was), ("now", item.now)


def _lines(old: Ruleset, new: Ruleset, found: Differences) -> Iterator[str]:
    """What is printed."""
    yield f"{new.title} [{new.id}] beside {old.title} [{old.id}]"
    if not found:
        yield "They are the same in everything that can change a score or the play."
        return
    texts = new.texts()
    parts = {
        "Options": [_option(texts, item) for item in found.options],
        "New rules": [_rule(new, item, item.now) for item in found.rules("new")],
        "Rules left out": [_name(old, item.path[1]) for item in found.rules("left out")],
        "Rules changed": [
            f"{_name(new, item.path[1])}, {told_change(item, item.path[2:])}" for item in found.rules("changed")
        ],
        "Other values": [told_change(item, item.path) for item in found.others],
    }
    for title, lines in parts.items():
        if lines:
            yield f"\n{title}:"
            yield from map(paragraph, lines)


def _option(texts: RulesetTexts, item: Difference) -> str:
    name = item.path[0]
    about = texts.of("options", name)
    return f"{name}: {as_text(item.now)} (was {as_text(item.was)})" + (f". {about}" if about else "")


def _name(ruleset: Ruleset, id: str) -> str:
    return f"{ruleset.rule_name(id)} ({id})"


def _rule(new: Ruleset, item: Difference, rule: Any) -> str:
    return f"{_name(new, item.path[1])}: {plain_text(rule)[1:-1]}"


def told_change(item: Difference, path: Sequence[str]) -> str:
    """What has become of a value."""
    where, now, was = ".".join(path), item.now, item.was
    if was is ABSENT:
        return f"{where}: {plain_text(now)} (new)"
    if now is ABSENT:
        return f"{where}: left out (was {plain_text(was)})"
    if _only_words(was) and _only_words(now):
        more, less = ([part for part in one if part not in other] for one, other in ((now, was), (was, now)))
        if [part for part in now if part not in more] == [part for part in was if part not in less]:
            return f"{where}: " + "; ".join([*(f"with {part}" for part in more), *(f"without {part}" for part in less)])
    return f"{where}: {plain_text(now)} (was {plain_text(was)})"


def _only_words(value: Any) -> bool:
    """Whether a value is a list of different words, of which it can be said which came and which went."""
    return isinstance(value, list) and all(isinstance(part, str) for part in value) and len({*value}) == len(value)
