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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..declared.values import plain, several
from ..errors import RulesetError, did_you_mean
from ..ruleset.canonical import canonical
from ..ruleset.field_types import usual_text
from ..ruleset.find_files import faults_of_names, known_ids
from ..ruleset.load import load
from ..ruleset.options import Option, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..ruleset.unplayed import UnplayedRule, unplayed_rules
from ..scoring.item import printed
from ..scoring.rule import Rule
from ..text_tables import COLUMNS, columns, fitted, paragraph
from ..words.spelling import name_holds
from .common import UsageError, add_json, add_settings, print_json, settings_of


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
    _refuse_in_vain(args)
    if args.ruleset is None:
        return _list(args.json) if args.find is None else _find_in_all(args.find, args.json)
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    if args.hash:
        print(ruleset.hash)
    elif args.resolved:
        print(json.dumps(canonical(ruleset.definition, ruleset.settings), ensure_ascii=False, indent=2))
    elif args.json:
        print_json(_summary(ruleset) | _side_payments(ruleset) | {"rules": _rules(ruleset, args.find)})
    elif args.table == "type":
        _print_by_type(ruleset)
    elif args.table == "value" or args.find:
        return _print_table(ruleset, args.find)
    else:
        _print_summary(ruleset)
    return 0


def _refuse_in_vain(args: argparse.Namespace) -> None:
    """Refuse options that would do nothing. Raises UsageError."""
    of_one = {"--hash": args.hash, "--table": args.table, "--resolved": args.resolved, "--set": args.settings}
    given = [option for option, value in of_one.items() if value]
    if args.ruleset is None and given:
        raise UsageError(f"{given[0]} is for one ruleset: give its id or a path")
    shown = [*(option for option in given if option != "--set"), *(["--json"] if args.json else ())]
    if len(shown) > 1 and shown != ["--resolved", "--json"]:
        raise UsageError(f"{shown[0]} and {shown[1]}: one of them")
    if args.find is not None and shown[:1] in (["--hash"], ["--resolved"]):
        raise UsageError(f"--find is not for {shown[0]}")
    if args.table == "type" and args.find is not None:
        raise UsageError("--find is not for --table type, which shows all rules")


def _list(as_json: bool) -> int:
    """Print all rulesets; 1 where some that packages bring cannot be used."""
    listed, faults = _loaded()
    found = [ruleset for ruleset in listed if ruleset.definition.listed]
    if as_json:
        print_json([_summary(ruleset) for ruleset in found])
    else:
        print(columns([[ruleset.id, ruleset.title, ruleset.edition] for ruleset in found], indent="", most=COLUMNS))
    return _told(faults)


def _loaded() -> tuple[list[Ruleset], list[str]]:
    """All rulesets that are known by an id, and what is wrong with the others."""
    found: list[Ruleset] = []
    faults = list(faults_of_names())
    for id in known_ids():
        try:
            found.append(load(id))
        except RulesetError as error:
            first = str(error).split("\n")[0]
            faults += [] if any(first in fault for fault in faults) else [f"{id}: {first}"]
    return found, faults


def _told(faults: Sequence[str]) -> int:
    """Say what is wrong, one thing in a line; 1 where something is."""
    for fault in faults:
        print(f"mjrules: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _find_in_all(text: str, as_json: bool) -> int:
    """Print the rules of all rulesets whose id, name or alias holds a text; 1 where none does."""
    rulesets, faults = _loaded()
    scoring = [ruleset for ruleset in rulesets if ruleset.definition.scoring is not None]
    found = [(ruleset, rule) for ruleset in scoring for rule in _found(ruleset, text)]
    off = [(ruleset, rule) for ruleset in scoring for rule in _not_played(ruleset, text)]
    status = _told(faults)
    if as_json:
        told = [{"ruleset": ruleset.id, **_rule(ruleset, rule)} for ruleset, rule in found]
        print_json([*told, *({"ruleset": ruleset.id, **_off(rule)} for ruleset, rule in off)])
        return status
    if not found and not off:
        print(f'no rule of any ruleset is called "{text}"', file=sys.stderr)
        return 1
    rows = [[ruleset.id, *row] for ruleset, rule in found for row in _rows(ruleset, [rule], aliases=True)]
    rows += [[ruleset.id, *_off_row(rule)] for ruleset, rule in off]
    print(fitted(rows, right=[1], indent=""))
    return status


def _summary(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "aliases": list(ruleset.definition.aliases),
        "title": ruleset.title,
        "version": ruleset.definition.version or None,
        "edition": ruleset.edition,
        "hash": ruleset.hash,
        "options": ruleset.options.chosen,
    }


def _side_payments(ruleset: Ruleset) -> dict[str, list[dict[str, str]]]:
    """The penalties and the bonus payments, by the ids with which an evening's books name them."""
    penalties, bonuses = ruleset.definition.penalties, ruleset.definition.bonus_payments
    return {
        "penalties": [{"id": id, "title": item.title} for id, item in penalties.items()],
        "bonus_payments": [{"id": id, "title": item.title} for id, item in bonuses.items()],
    }


def _rule(ruleset: Ruleset, rule: Rule) -> dict[str, Any]:
    data = plain(ruleset.definition.rules[rule.id])
    return {"id": rule.id, "name": rule.name, "value": printed(rule.value), "unit": rule.unit, **data}


def _rules(ruleset: Ruleset, text: str | None) -> list[dict[str, Any]]:
    """Rules for JSON; those that are looked for even where they are not played."""
    off = [] if text is None else list(map(_off, _not_played(ruleset, text)))
    return [*(_rule(ruleset, rule) for rule in _found(ruleset, text)), *off]


def _found(ruleset: Ruleset, text: str | None) -> list[Rule]:
    """The rules whose id, name or alias holds a text; all for None."""
    if text is None:
        return list(ruleset.book.rules)
    more = _other_languages(ruleset) if not text.isascii() else {}
    named = [(rule, [*ruleset.rule_names(rule.id), *more.get(rule.id, {}).values()]) for rule in ruleset.book.rules]
    return [rule for rule, names in named if any(name_holds(name, text) for name in names)]


def _other_languages(ruleset: Ruleset) -> Mapping[str, Mapping[str, str]]:
    """The names of rules that only companions have, by rule and language; they are read where they are looked for."""
    return ruleset.texts().names


def _not_played(ruleset: Ruleset, text: str) -> list[UnplayedRule]:
    """The rules with a text in a name that are not played, unless an option is chosen."""
    return [rule for rule in unplayed_rules(ruleset) if any(name_holds(name, text) for name in rule.names)]


def _off(rule: UnplayedRule) -> dict[str, Any]:
    aliases, choices = list(rule.others), list(rule.choices)
    return {"id": rule.id, "name": rule.name, "value": None, "unit": None, "aliases": aliases, "choices": choices}


def _off_row(rule: UnplayedRule) -> list[str]:
    how = f"only with {' or '.join(rule.choices)}" if rule.choices else "not played"
    return ["", how, rule.name, "", rule.id, ", ".join(rule.others)]


def _rows(ruleset: Ruleset, rules: Iterable[Rule], *, aliases: bool = False) -> list[list[str]]:
    rows = []
    for rule in rules:
        native = next((name for language, name in rule.names.items() if language != "en"), "")
        unit = ruleset.book.method.word(rule.value, rule.unit)
        others = [", ".join(ruleset.definition.rules[rule.id].aliases)] if aliases else []
        rows.append([str(printed(rule.value)), unit, rule.name, native, rule.id, *others])
    return rows


def _as_players_think(ruleset: Ruleset, rules: Iterable[Rule]) -> list[Rule]:
    """Rules with those of the greatest unit first (limits, then doubles, then points), the dearest of each first."""
    units = ruleset.book.method.units
    order = {unit: -number for number, unit in enumerate(units)}
    return sorted(rules, key=lambda rule: (order[rule.unit], -rule.value, rule.id))


def _print_table(ruleset: Ruleset, text: str | None) -> int:
    found = _found(ruleset, text)
    rules = _as_players_think(ruleset, found if text is not None else (rule for rule in found if rule.value))
    off = [] if text is None else _not_played(ruleset, text)
    if not rules and not off:
        names = [rule.name for rule in ruleset.book.rules]
        print(f'no rule is called "{text}"{did_you_mean(text, names)}', file=sys.stderr)
        return 1
    rows = [*_rows(ruleset, rules, aliases=text is not None), *map(_off_row, off)]
    print(fitted(rows, right=[0], indent=""))
    return 0


def _print_by_type(ruleset: Ruleset) -> None:
    all_rules, definition = ruleset.book.rules, ruleset.definition
    titles = {id: usual_text(title) for id, title in definition.types.items()}
    for kind in [*titles, None]:
        rules = [rule for rule in all_rules if definition.rules[rule.id].type == kind]
        if rules:
            print(f"{titles[kind] if kind else 'Other rules'} ({len(rules)})")
            sorted_rules = _as_players_think(ruleset, rules)
            rows = zip(_numbers_and_groups(ruleset, sorted_rules), _rows(ruleset, sorted_rules), strict=True)
            print(fitted([[number, *row, groups] for (number, groups), row in rows], right=[0, 1]))
            print()


def _numbers_and_groups(ruleset: Ruleset, rules: Iterable[Rule]) -> Iterator[tuple[str, str]]:
    """The number of each rule in the list of its source, and the groups that it is in, such as concealed hands."""
    for rule in rules:
        entry = ruleset.definition.rules[rule.id]
        groups = [group for group in ruleset.definition.groups if group in several(entry.group)]
        yield ("" if entry.nr is None else str(entry.nr)), ", ".join(group.replace("_", " ") for group in groups)


def _print_summary(ruleset: Ruleset) -> None:
    print(f"{ruleset.title}  [{ruleset.id}]")
    if ruleset.edition:
        print(ruleset.edition)
    if ruleset.definition.aliases:
        print(f"also called {', '.join(ruleset.definition.aliases)}")
    if ruleset.summary:
        print("\n" + paragraph(ruleset.summary, indent="", hanging=""))
    print()
    if ruleset.definition.scoring is None:
        print("It has no scoring: it is a base for others.")
        return
    units = {rule.unit for rule in ruleset.book.rules}
    values = Counter((rule.unit, rule.value) for rule in _as_players_think(ruleset, ruleset.book.rules) if rule.value)
    counted = ", ".join(
        f"{number} of {printed(value)}" + (f" {ruleset.book.method.word(value, unit)}" if len(units) > 1 else "")
        for (unit, value), number in values.items()
    )
    about = f"{len(ruleset.book.rules)} rules: {counted}; minimum {ruleset.book.minimum}; hash {ruleset.hash[:12]}"
    print(paragraph(about, indent="", hanging="  "))
    if ruleset.book.fields:
        print("\nFurther fields of hand records:")
        for field in ruleset.book.fields.values():
            print(paragraph(f"{field.name} ({field.type}): {field.about}"))
    for kind, items in _side_payments(ruleset).items():
        if items:
            print(f"\n{kind.replace('_', ' ').capitalize()}:")
            print(columns([[item["id"], item["title"]] for item in items], most=COLUMNS))
    _print_options(ruleset)


def option_lines(option: Option, chosen: Any, texts: RulesetTexts) -> Iterator[str]:
    """An option with its choices, what is agreed by it, and what each choice means."""
    yield paragraph(f"{option.name}={as_text(chosen)}  ({' | '.join(option.allowed)})")
    about = texts.of("options", option.name)
    if about:
        yield paragraph(about, indent=" " * 6, hanging=" " * 6)
    for choice in option.allowed:
        meaning = texts.of("options", option.name, "values", choice)
        if meaning:
            yield paragraph(f"{choice}: {meaning}", indent=" " * 8, hanging=" " * 10)


def _print_options(ruleset: Ruleset) -> None:
    options, texts = ruleset.options, ruleset.texts()
    if ruleset.used_options:
        print("\nOptions (--set NAME=VALUE):")
        for name, option in options.declared.items():
            if name in ruleset.used_options:
                print("\n".join(option_lines(option, options.chosen[name], texts)))
    if options.presets:
        print("\nPresets (--set NAME=true):")
        for name, values in options.presets.items():
            print(paragraph(f"{name}: {', '.join(f'{key}={as_text(value)}' for key, value in values.items())}"))
