"""List the rulesets, or show one: resolved, as tables, or its hash.

mjrules rulesets
mjrules rulesets --find "wriggling snake"
mjrules rulesets hong-kong --table value
mjrules rulesets hong-kong --resolved --set minimum=1
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..declared.values import plain
from ..errors import did_you_mean
from ..ruleset.canonical import canonical
from ..ruleset.files import bundled_ids
from ..ruleset.load import load
from ..ruleset.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.item import printed
from ..scoring.rule import Rule
from ..text_tables import columns
from .common import add_json, add_settings, print_json, settings_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", nargs="?", metavar="ID|PATH", help="show this ruleset")
    add_settings(parser)
    parser.add_argument("--table", choices=["value", "type"], help="its rules by value or by type")
    parser.add_argument("--find", metavar="TEXT", help="rules whose id, name or alias contains the text")
    parser.add_argument("--resolved", action="store_true", help="the whole ruleset with everything inherited, as JSON")
    parser.add_argument(
        "--hash", action="store_true", help="the hash of everything that can change a score or the play"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    if args.ruleset is None:
        return _list(args.json) if args.find is None else _find_in_all(args.find, args.json)
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    if args.hash:
        print(ruleset.hash)
    elif args.resolved:
        print(json.dumps(canonical(ruleset.definition, ruleset.settings), ensure_ascii=False, indent=2))
    elif args.json:
        print_json(_summary(ruleset) | {"rules": [_rule(ruleset, rule) for rule in _found(ruleset, args.find)]})
    elif args.table == "type":
        _print_by_type(ruleset)
    elif args.table == "value" or args.find:
        return _print_table(ruleset, args.find)
    else:
        _print_summary(ruleset)
    return 0


def _list(as_json: bool) -> int:
    found = [load(id) for id in bundled_ids() if id != "root"]
    if as_json:
        print_json([_summary(ruleset) for ruleset in found])
        return 0
    print(columns([[ruleset.id, ruleset.title, ruleset.edition] for ruleset in found], indent=""))
    return 0


def _find_in_all(text: str, as_json: bool) -> int:
    """Print the rules of all rulesets whose id, name or alias holds a text; 1 where none does."""
    rulesets = [load(id) for id in bundled_ids()]
    scoring = [ruleset for ruleset in rulesets if ruleset.definition.scoring is not None]
    found = [(ruleset, rule) for ruleset in scoring for rule in _found(ruleset, text)]
    if as_json:
        print_json([{"ruleset": ruleset.id, **_rule(ruleset, rule)} for ruleset, rule in found])
        return 0
    if not found:
        print(f'no rule of any ruleset is called "{text}"', file=sys.stderr)
        return 1
    rows = [[ruleset.id, *row] for ruleset, rule in found for row in _rows(ruleset, [rule])]
    print(columns(rows, right=[1], indent=""))
    return 0


def _summary(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.definition.version or None,
        "edition": ruleset.edition,
        "hash": ruleset.hash,
        "options": ruleset.options.chosen,
    }


def _rule(ruleset: Ruleset, rule: Rule) -> dict[str, Any]:
    data = plain(ruleset.definition.rules[rule.id])
    return {"id": rule.id, "name": rule.name, "value": printed(rule.value), "unit": rule.unit, **data}


def _found(ruleset: Ruleset, text: str | None) -> list[Rule]:
    """The rules whose id, name or alias holds a text; all for None."""
    if text is None:
        return list(ruleset.book.rules)
    wanted = text.casefold()
    named = [(rule, ruleset.rule_names(rule.id)) for rule in ruleset.book.rules]
    return [rule for rule, names in named if any(wanted in name.casefold() for name in names)]


def _rows(ruleset: Ruleset, rules: Iterable[Rule]) -> list[list[str]]:
    rows = []
    for rule in rules:
        native = next((name for language, name in rule.names.items() if language != "en"), "")
        aliases = ", ".join(ruleset.definition.rules[rule.id].aliases)
        unit = ruleset.book.method.word(rule.value, rule.unit)
        rows.append([str(printed(rule.value)), unit, rule.name, native, rule.id, aliases])
    return rows


def _print_table(ruleset: Ruleset, text: str | None) -> int:
    rules = sorted(_found(ruleset, text), key=lambda rule: (-rule.value, rule.id))
    if not rules:
        names = [rule.name for rule in ruleset.book.rules]
        print(f'no rule is called "{text}"{did_you_mean(text, names)}', file=sys.stderr)
        return 1
    print(columns(_rows(ruleset, rules), right=[0], indent=""))
    return 0


def _print_by_type(ruleset: Ruleset) -> None:
    all_rules, definition = ruleset.book.rules, ruleset.definition
    titles = definition.types
    for kind in [*titles, None]:
        rules = [rule for rule in all_rules if definition.rules[rule.id].type == kind]
        if rules:
            print(f"{titles[kind] if kind else 'Other rules'} ({len(rules)})")
            print(columns(_rows(ruleset, sorted(rules, key=lambda rule: (rule.value, rule.id))), right=[0]))
            print()


def _print_summary(ruleset: Ruleset) -> None:
    print(f"{ruleset.title}  [{ruleset.id}]")
    print(f"{ruleset.edition}\n\n{ruleset.definition.summary}\n")
    if ruleset.definition.scoring is None:
        print("It has no scoring: it is a base for others.")
        return
    units = {rule.unit for rule in ruleset.book.rules}
    values = Counter((rule.unit, rule.value) for rule in ruleset.book.rules)
    counted = ", ".join(
        f"{number} of {printed(value)}" + (f" {ruleset.book.method.word(value, unit)}" if len(units) > 1 else "")
        for (unit, value), number in sorted(values.items())
    )
    print(f"{len(ruleset.book.rules)} rules: {counted}; minimum {ruleset.book.minimum}; hash {ruleset.hash[:12]}")
    if ruleset.book.fields:
        print("\nFurther fields of hand records:")
        print(columns([[field.name, field.type, field.about] for field in ruleset.book.fields.values()]))
    options = ruleset.options
    if options.declared:
        print("\nOptions (--set NAME=VALUE):")
        rows = [
            [name, str(options.chosen[name]), "|".join(option.allowed), option.help]
            for name, option in options.declared.items()
        ]
        print(columns(rows))
    if options.presets:
        print("\nPresets (--set NAME=true):")
        rows = [
            [name, ", ".join(f"{key}={as_text(value)}" for key, value in values.items())]
            for name, values in options.presets.items()
        ]
        print(columns(rows))
