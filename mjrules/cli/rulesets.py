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
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..declared.values import plain
from ..errors import RulesetError, did_you_mean
from ..ruleset.canonical import canonical
from ..ruleset.files.find import faults_of_names, known_ids
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..ruleset.unplayed import UnplayedRule, unplayed_rules
from ..scoring.item import printed
from ..scoring.rule import Rule
from ..spoken import LANGUAGES, Sentence
from ..teller import in_language
from ..text_tables import COLUMNS, columns, fitted
from ..words.spelling import name_holds
from .arguments import UsageError, add_json, add_language, add_settings, settings_of
from .chosen import refuse_in_english, unknown_language, voice_of
from .json_answers import print_json
from .show_ruleset import dearest_first, rule_names, rule_rows, rules_by_type, ruleset_summary, unplayed_row
from .voice import Voice

_NO_RULE: Final = Sentence('no rule is called "{name}"{near}', "没有叫“{name}”的番种{near}")
_NONE_CALLED: Final = Sentence('no rule of any ruleset is called "{name}"', "各规则都没有叫“{name}”的番种")


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
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out."""
    _refuse_in_vain(args)
    refuse_in_english(args, {"--json": args.json, "--hash": args.hash, "--resolved": args.resolved})
    if args.ruleset is None:
        if args.lang not in LANGUAGES:
            raise unknown_language(args, LANGUAGES)
        return _list(args) if args.find is None else _find_in_all(args.find, args)
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    if args.hash:
        print(ruleset.hash)
    elif args.resolved:
        print(json.dumps(canonical(ruleset.definition, ruleset.settings), ensure_ascii=False, indent=2))
    elif args.json:
        print_json(_summary(ruleset) | _side_payments(ruleset) | {"rules": _rules(ruleset, args.find)})
    elif args.table == "type":
        print("\n".join(rules_by_type(voice_of(args, ruleset))))
    elif args.table == "value" or args.find:
        return _print_table(voice_of(args, ruleset), args.find)
    else:
        print("\n".join(ruleset_summary(voice_of(args, ruleset))))
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


def _list(args: argparse.Namespace) -> int:
    """Print all rulesets; 1 where some that packages bring cannot be used."""
    listed, faults = _loaded()
    found = [ruleset for ruleset in listed if ruleset.definition.listed]
    if args.json:
        print_json([_summary(ruleset) for ruleset in found])
    else:
        voices = [voice_of(args, ruleset) for ruleset in found]
        print(columns([[own.ruleset.id, *_listed(own)] for own in voices], indent="", most=COLUMNS))
    return _told(faults)


def _listed(voice: Voice) -> list[str]:
    """The title and the edition of a ruleset; an edition that has no words of the language stands as it is."""
    return [voice.ruleset.title if voice.tell is None else voice.tell.game, voice.ruleset.edition]


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


def _find_in_all(text: str, args: argparse.Namespace) -> int:
    """Print the rules of all rulesets whose id, name or alias holds a text; 1 where none does."""
    rulesets, faults = _loaded()
    scoring = [ruleset for ruleset in rulesets if ruleset.definition.scoring is not None]
    found = [(ruleset, rule) for ruleset in scoring for rule in _found(ruleset, text)]
    off = [(ruleset, rule) for ruleset in scoring for rule in _not_played(ruleset, text)]
    status = _told(faults)
    if args.json:
        told = [{"ruleset": ruleset.id, **_rule(ruleset, rule)} for ruleset, rule in found]
        print_json([*told, *({"ruleset": ruleset.id, **_off(rule)} for ruleset, rule in off)])
        return status
    if not found and not off:
        print(in_language(_NONE_CALLED(name=text), args.lang), file=sys.stderr)
        return 1
    rows = [
        [ruleset.id, *row]
        for ruleset, rule in found
        for row in rule_rows(voice_of(args, ruleset), [rule], aliases=True)
    ]
    rows += [[ruleset.id, *unplayed_row(voice_of(args, ruleset), rule)] for ruleset, rule in off]
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
    penalties, bonuses = ruleset.definition.penalties, ruleset.paid_at_once
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


def _all_names(voice: Voice, rule: Rule) -> list[str]:
    """The names of a rule as readers see them, and those by which else it is known."""
    return [*rule_names(voice, rule), *voice.ruleset.rule_names(rule.id)]


def _print_table(voice: Voice, text: str | None) -> int:
    ruleset = voice.ruleset
    found = _found(ruleset, text)
    rules = dearest_first(ruleset, found if text is not None else (rule for rule in found if rule.value))
    off = [] if text is None else _not_played(ruleset, text)
    if not rules and not off:
        names = [name for rule in ruleset.book.rules for name in _all_names(voice, rule)]
        print(voice(_NO_RULE(name=text, near=did_you_mean(text, names))), file=sys.stderr)
        return 1
    rows = [*rule_rows(voice, rules, aliases=text is not None), *(unplayed_row(voice, rule) for rule in off)]
    print(fitted(rows, right=[0], indent=""))
    return 0
