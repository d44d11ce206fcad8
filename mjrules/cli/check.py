"""Check ruleset files: everything that is wrong, at its place; else how much of it is data.

mjrules check hong-kong
mjrules check --sources
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from ..check_ruleset import SoundRuleset, broken_record, check_ruleset, citations_in
from ..errors import PluginError, RulesetError
from ..glossary import cited_by_terms
from ..ruleset.citations import Citations
from ..ruleset.differences import differences
from ..ruleset.files.chain import read_files
from ..ruleset.files.find import bundled_ids, ruleset_id
from ..ruleset.plugin_code import PluginCode
from ..ruleset.report import Report
from ..ruleset.rules import plain_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.statements import read_documents
from ..sample_hands.unmet_rules import unmet_rules
from ..text_tables import folded, listed, paragraph
from ..tiles.tile import JOKER
from .arguments import UsageError, add_bounds, add_json
from .diff import parent_of, summary
from .json_answers import print_json
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
    if args.chains and args.sources:
        raise UsageError("--chains is not for --sources, which tells what is cited alone")
    documents = read_documents()
    results: list[dict[str, Any]] = []
    found: list[Citations] = []
    for name in map(ruleset_id, args.rulesets or bundled_ids()):
        try:
            sound = check_ruleset(name, documents, args.within)
            result = _cites(sound, args) if args.sources else _sound(sound, args)
        except PluginError as error:
            results.append(_broken(name, RulesetError(str(error)), args))
            continue
        except RulesetError as error:
            results.append(_broken(name, error, args))
            with suppress(RulesetError):  # it is told already; where only citations are wrong, the others count
                found.append(citations_in(read_files(name, within=args.within), documents))
            continue
        found.append(sound.citations)
        results.append(result)
    if args.sources:
        by_terms = () if args.rulesets else cited_by_terms(documents)
        _print_sources(Coverage(documents, found, by_terms), results, args)
    elif args.json:
        print_json(results)
    return 0 if all(result["valid"] for result in results) else 2


def _cites(sound: SoundRuleset, args: argparse.Namespace) -> dict[str, Any]:
    if sound.notes and not args.json:
        print("\n".join([f"{sound.name}:", *map(_note, sound.notes)]))
    return {"ruleset": sound.name, "valid": True, "warnings": list(sound.notes)}


def _print_sources(coverage: Coverage, results: list[dict[str, Any]], args: argparse.Namespace) -> None:
    if args.json:
        print_json({"rulesets": results, **coverage.record()})
    else:
        print(coverage.text())


def _broken(name: str, error: RulesetError, args: argparse.Namespace) -> dict[str, Any]:
    if not args.json:
        number = len(error.problems) + error.more
        told = folded(str(error), 4) if error.problems[0].place is None and number == 1 else str(error)
        print(f"{told}\n{name}: {number} problem{'s' if number > 1 else ''}")
    return broken_record(name, error)


def _sound(sound: SoundRuleset, args: argparse.Namespace) -> dict[str, Any]:
    if sound.report is None:
        if not args.json:
            head = f"{sound.name}: fine (a base for others, without scoring)"
            print("\n".join([head, *map(_note, sound.warnings)]))
        return sound.to_record()
    parent = parent_of(sound.ruleset, sound.name, args)
    warnings = [*sound.warnings, *unmet_rules(sound.ruleset, parent)]
    if not args.json:
        _print(sound, sound.report, warnings, parent, args)
    return {**sound.to_record(), "warnings": warnings}


def _note(text: str) -> str:
    return paragraph(f"note: {text}")


def _print(
    sound: SoundRuleset, found: Report, warnings: Sequence[str], parent: Ruleset | None, args: argparse.Namespace
) -> None:
    name, ruleset = sound.name, sound.ruleset
    head = "fine" if sound.playable else "hands score, and none can be played"
    print(f"{name}: {head}, {found.data_rules} of {found.rules} rules are data ({100 * found.ratio:.0f}%)")
    for id in found.python_rules:
        print(f"  needs Python: {id}")
    if found.code:
        print(paragraph(f"beside them {_in_words(found.code)}"))
    for warning in warnings:
        print(_note(warning))
    for line in (*_left_out(sound, found), *_changed_conditions(ruleset)):
        print(paragraph(line))
    if parent is not None and parent.definition.scoring is not None:
        print(paragraph(f"it is {summary(parent, differences(parent, ruleset))}"))
    if args.chains:
        print(f"  {len(found.chains)} chains of exclusions, {len(found.met)} met by the examples:")
        for chain in found.chains:
            print(f"    {' > '.join(chain)}{'  (met)' if chain in found.met else ''}")


def _left_out(sound: SoundRuleset, found: Report) -> Iterator[str]:
    """What no one may claim, jokers that are none, what tables of many hands do not tell, and what is not expressed."""
    if found.unclaimed:
        yield f"nobody may claim a tile for: {', '.join(found.unclaimed)}"
    book = sound.ruleset.book
    if (book.tiles.copies[JOKER] or book.said_jokers) and not (book.wild or book.stands_unseen):
        known = ", ".join(sound.ruleset.plugins.others_for("mj_stand_ins"))
        yield f"jokers stand for no other tile, for no plugin says it{f' (known: {known})' if known else ''}"
    if sound.asked_alone:
        every = len(sound.asked_alone) == len(sound.ruleset.book.rules)
        which = f"all rules{_why_all(sound.ruleset)}" if every else ", ".join(sound.asked_alone)
        yield f"asked hand by hand, not by tables of many hands: {which}"
    for item in sound.ruleset.definition.unsupported:
        yield f"not expressed: {item.id}: {item.reason}"


def _why_all(ruleset: Ruleset) -> str:
    """Why every hand is scored by itself, where it is for what the scoring method reads; numpy is there."""
    from ..batch.batch import untold

    method = ruleset.book.method
    return f", because the scoring method {method.name} reads {listed(untold(method))}" if untold(method) else ""


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
