"""Check ruleset files: everything that is wrong, at its place; else how much of it is data.

mjrules check tuesday-club.yaml
"""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import Problem, RulesetError
from ..ruleset.load import load
from ..ruleset.report import Report, report
from ..ruleset.rules import plain_text
from ..ruleset.ruleset import Ruleset
from .common import add_json, place_record, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rulesets", nargs="+", metavar="ID|PATH", help="rulesets to check")
    parser.add_argument("--chains", action="store_true", help="list chains of exclusions, and which the examples meet")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 2 where a ruleset cannot be used."""
    results = []
    for name in args.rulesets:
        try:
            results.append(_sound(name, load(name), args))
        except RulesetError as error:
            results.append(_broken(name, error, args))
    if args.json:
        print_json(results)
    return 0 if all(result["valid"] for result in results) else 2


def _broken(name: str, error: RulesetError, args: argparse.Namespace) -> dict[str, Any]:
    if not args.json:
        number = len(error.problems)
        print(f"{error}\n{name}: {number} problem{'s' if number > 1 else ''}")
    return {"ruleset": name, "valid": False, "problems": [_problem(problem) for problem in error.problems]}


def _problem(problem: Problem) -> dict[str, Any]:
    return {**place_record(problem.place), "path": problem.path, "message": problem.message, "note": problem.note}


def _sound(name: str, ruleset: Ruleset, args: argparse.Namespace) -> dict[str, Any]:
    if not ruleset.data.get("scoring"):
        if not args.json:
            print(f"{name}: fine (a base for others, without scoring)")
        return {"ruleset": name, "valid": True, "rules": 0}
    found = report(ruleset)
    if not args.json:
        _print(name, ruleset, found, args.chains)
    return {
        "ruleset": name,
        "valid": True,
        "hash": ruleset.hash,
        "rules": found.rules,
        "data_rules": found.data_rules,
        "ratio": round(found.ratio, 4),
        "chains": [list(chain) for chain in found.chains],
        "met": [list(chain) for chain in sorted(found.met)],
        "warnings": list(found.warnings),
    }


def _print(name: str, ruleset: Ruleset, found: Report, chains: bool) -> None:
    print(f"{name}: fine, {found.data_rules} of {found.rules} rules are data ({100 * found.ratio:.0f} %)")
    for id in found.python_rules:
        print(f"  needs Python: {id}")
    for warning in found.warnings:
        print(f"  note: {warning}")
    for item in ruleset.data.get("unsupported") or ():
        print(f"  not expressed: {item['id']}: {item['reason']}")
    for line in _changed_conditions(ruleset):
        print(f"  {line}")
    if chains:
        print(f"  {len(found.chains)} chains of exclusions, {len(found.met)} met by the examples:")
        for chain in found.chains:
            print(f"    {' > '.join(chain)}{'  (met)' if chain in found.met else ''}")


def _changed_conditions(ruleset: Ruleset) -> list[str]:
    """The whole condition of every rule whose `when` this file changes."""
    own = ruleset.node.place.file
    lines = []
    for id, rule in ruleset.node.entries_at(("scoring", "rules")).items():
        when = rule.child("when")
        before = rule.before.child("when") if rule.before is not None else None
        if before is not None and rule.place.file == own and (when is None or when.before is not None):
            now = "always" if when is None else f"when {plain_text(when.plain())}"
            if when is None or when.place.file == own:
                lines.append(f"{id} now holds {now} (before: {plain_text(before.plain())})")
    return lines
