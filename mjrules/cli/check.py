"""Check ruleset files: everything that is wrong, at its place; else how much of it is data.

mjrules check hong-kong
mjrules check --sources
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ..errors import Problem, RulesetError
from ..glossary import cited_by_terms
from ..ruleset.chain import read_files
from ..ruleset.citations import Citations, read_citations
from ..ruleset.differences import differences
from ..ruleset.find_files import bundled_ids, clashing_aliases, find_file, is_bundled, is_path, known_ids, ruleset_id
from ..ruleset.plugin_code import PluginCode
from ..ruleset.report import Report, report
from ..ruleset.resolve import load_nodes
from ..ruleset.rules import plain_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.statements import read_documents
from ..ruleset.texts import languages_of, read_texts
from ..testing.unmet_rules import unmet_rules
from ..text_tables import paragraph
from .common import UsageError, add_bounds, add_json, place_record, print_json
from .diff import parent_of, summary
from .sources import Coverage


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rulesets", nargs="*", metavar="ID|PATH", help="rulesets to check")
    parser.add_argument("--chains", action="store_true", help="list chains of exclusions, and which the examples meet")
    about = (
        "list the statements of the documents that are cited, by all bundled rulesets if none is named, and the others"
    )
    parser.add_argument("--sources", action="store_true", help=about)
    add_bounds(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 2 where a ruleset cannot be used. Raises MjrulesError."""
    if not args.rulesets and not args.sources:
        raise UsageError("no ruleset is named: give an id or a path, or --sources for what the bundled ones cite")
    documents = read_documents()
    results: list[dict[str, Any]] = []
    found: list[Citations] = []
    for name in map(ruleset_id, args.rulesets or bundled_ids()):
        try:
            files = read_files(name, within=args.within)
            chain = [file.node for file in files]
            ruleset = load_nodes(chain)
            for language in languages_of(files):
                read_texts(files, language, ruleset.options)
            found.append(read_citations(ruleset.node, chain, documents))
            notes = _notes(name, found[-1].problems)
            notes += [*_taken(name, ruleset.id), *clashing_aliases(ruleset.id, ruleset.definition.aliases)]
        except RulesetError as error:
            results.append(_broken(name, error, args))
            continue
        results.append(_cites(name, notes, args) if args.sources else _sound(name, ruleset, notes, args))
    if args.sources:
        by_terms = () if args.rulesets else cited_by_terms(documents)
        _print_sources(Coverage(documents, found, by_terms), results, args)
    elif args.json:
        print_json(results)
    return 0 if all(result["valid"] for result in results) else 2


def _notes(name: str, wrong: Sequence[Problem]) -> list[str]:
    """Wrong citations as notes. Raises RulesetError where they are in a bundled ruleset."""
    if wrong and is_bundled(name):
        raise RulesetError(wrong)
    return [str(problem).split("\n")[0] for problem in wrong]


def _taken(name: str, id: str) -> list[str]:
    """That the id of a file is that of another ruleset, which is meant wherever an id is given."""
    if not is_path(name) or id not in known_ids() or find_file(id).resolve() == find_file(name).resolve():
        return []
    return [f'the id "{id}" is that of another ruleset: this file is found by its path alone']


def _cites(name: str, notes: list[str], args: argparse.Namespace) -> dict[str, Any]:
    if notes and not args.json:
        print("\n".join([f"{name}:", *map(_note, notes)]))
    return {"ruleset": name, "valid": True, "warnings": notes}


def _print_sources(coverage: Coverage, results: list[dict[str, Any]], args: argparse.Namespace) -> None:
    if args.json:
        print_json({"rulesets": results, **coverage.record()})
    else:
        print(coverage.text())


def _broken(name: str, error: RulesetError, args: argparse.Namespace) -> dict[str, Any]:
    if not args.json:
        number = len(error.problems) + error.more
        print(f"{error}\n{name}: {number} problem{'s' if number > 1 else ''}")
    more = {"more": error.more} if error.more else {}
    return {"ruleset": name, "valid": False, "problems": [_problem(problem) for problem in error.problems], **more}


def _problem(problem: Problem) -> dict[str, Any]:
    return {**place_record(problem.place), "path": problem.path, "message": problem.message, "note": problem.note}


def _sound(name: str, ruleset: Ruleset, notes: list[str], args: argparse.Namespace) -> dict[str, Any]:
    if ruleset.definition.scoring is None:
        if not args.json:
            print("\n".join([f"{name}: fine (a base for others, without scoring)", *map(_note, notes)]))
        return {"ruleset": name, "valid": True, "rules": 0, "warnings": notes}
    found, parent = report(ruleset), parent_of(ruleset, name, args)
    warnings = [*found.warnings, *notes, *unmet_rules(ruleset, parent)]
    if not args.json:
        _print(name, ruleset, found, warnings, args, parent)
    return {
        "ruleset": name,
        "valid": True,
        "hash": ruleset.hash,
        "rules": found.rules,
        "data_rules": found.data_rules,
        "ratio": round(found.ratio, 4),
        "python": [{"plugin": code.plugin, "gives": list(code.gives), "lines": code.lines} for code in found.code],
        "chains": [list(chain) for chain in found.chains],
        "met": [list(chain) for chain in sorted(found.met)],
        "warnings": warnings,
        **({"unclaimed": list(found.unclaimed)} if found.unclaimed else {}),
    }


def _note(text: str) -> str:
    return paragraph(f"note: {text}")


def _print(
    name: str, ruleset: Ruleset, found: Report, warnings: list[str], args: argparse.Namespace, parent: Ruleset | None
) -> None:
    print(f"{name}: fine, {found.data_rules} of {found.rules} rules are data ({100 * found.ratio:.0f}%)")
    for id in found.python_rules:
        print(f"  needs Python: {id}")
    if found.code:
        print(paragraph(f"beside them {_in_words(found.code)}"))
    for warning in warnings:
        print(_note(warning))
    if found.unclaimed:
        print(paragraph(f"nobody may claim a tile for: {', '.join(found.unclaimed)}"))
    for item in ruleset.definition.unsupported:
        print(paragraph(f"not expressed: {item.id}: {item.reason}"))
    for line in _changed_conditions(ruleset):
        print(paragraph(line))
    if parent is not None and parent.definition.scoring is not None:
        print(paragraph(f"it is {summary(parent, differences(parent, ruleset))}"))
    if args.chains:
        print(f"  {len(found.chains)} chains of exclusions, {len(found.met)} met by the examples:")
        for chain in found.chains:
            print(f"    {' > '.join(chain)}{'  (met)' if chain in found.met else ''}")


def _in_words(code: Sequence[PluginCode]) -> str:
    """How much Python works in a ruleset, and what for."""
    parts = (f"{' and '.join(each.gives)} ({each.plugin}{_number(each.lines)})" for each in code)
    return f"{sum(each.lines or 0 for each in code)} lines of Python: {', '.join(parts)}"


def _number(lines: int | None) -> str:
    return ", of unknown length" if lines is None else f" {lines}"


def _changed_conditions(ruleset: Ruleset) -> list[str]:
    """The whole condition of every rule whose `when` this file changes."""
    own = ruleset.node.place.file
    lines = []
    for id, rule in ruleset.node.entries_at(("rules",)).items():
        when = rule.child("when")
        before = rule.before.child("when") if rule.before is not None else None
        if before is not None and rule.place.file == own and (when is None or when.before is not None):
            now = "always" if when is None else f"when {plain_text(when.plain())}"
            if when is None or when.place.file == own:
                by = f", by the option {when.option}" if when is not None and when.option is not None else ""
                lines.append(f"{id} now holds {now} (before: {plain_text(before.plain())}{by})")
    return lines
