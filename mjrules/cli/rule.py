"""Say what a rule is: in words, what it is worth, a hand that has it, what it excludes, and who says so.

NAME is any name: an id, a name in any language, an alias. Options, shapes, house rules, payments and penalties are
found too.

  mjrules rule western "gertie's garter"
  mjrules rule chinese-official 大四喜
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from ..paper.payments import terms_told
from ..ruleset.find_files import ENGLISH
from ..ruleset.load import load
from ..ruleset.options import A_NUMBER
from ..ruleset.ruleset import Ruleset
from ..scoring.rule import english_name
from ..teller import RulesetTeller, teller_of
from ..testing.plain_hands import PlainHand
from ..text_tables import paragraph
from ..told_rules import FEW, OTHER_THINGS, RuleFinder, ToldRule, ToldThing
from ..words.spelling import spelled
from .common import add_json, add_language, add_settings, language_of, print_json, settings_of

MOST_THINGS = 3
"""Of more options and other things in whose names a word is, only the names are listed."""
HANGING = " " * 13
"""The space under the labels of what is told of a rule."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="id or path of a ruleset")
    parser.add_argument("name", metavar="NAME", nargs="+", help="a name of the rule")
    add_language(parser)
    add_settings(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; 1 where there is no such rule, or several have the name."""
    ruleset = load(args.ruleset, settings_of(args), within=args.within)
    language, name = language_of(args, ruleset), " ".join(args.name)
    finder = RuleFinder(ruleset, language)
    found = finder.find(name) if ruleset.definition.scoring is not None else []
    exact_rule = len(found) == 1 and spelled(name) in map(spelled, finder.names()[found[0]])
    things = [] if exact_rule else finder.things(name)
    exact = [thing for thing in things if spelled(thing.id) == spelled(name)]
    things = exact or ([] if found else things)
    if len(things) > MOST_THINGS and not exact:
        print(f'"{name}" is in the names of several: {", ".join(thing.id for thing in things)}', file=sys.stderr)
        return 1
    if things:
        if args.json:
            print_json([{**thing._asdict(), "choices": dict(thing.choices)} for thing in things])
        else:
            tell = teller_of(ruleset, language)
            print("\n\n".join("\n".join(_thing_lines(tell, thing)) for thing in things))
        return 0
    if len(found) != 1:
        print(_not_one(ruleset, finder, name, found), file=sys.stderr)
        return 1
    rule = finder.tell(found[0])
    if args.json:
        print_json(rule.to_record())
    else:
        print("\n".join(_lines(ruleset, rule)))
    return 0


def _not_one(ruleset: Ruleset, finder: RuleFinder, name: str, found: Sequence[str]) -> str:
    """What is said where a name means no rule, or several."""
    if found:
        names = [english_name(id, ruleset.definition.rules[id].names) for id in found if id in ruleset.definition.rules]
        more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
        return f'"{name}" is in the names of several rules of {ruleset.id}: {", ".join(names[:FEW])}{more}'
    best = finder.nearest(name) if ruleset.definition.scoring is not None else None
    near = f' (did you mean "{best}"?)' if best else f" (see: mjrules rulesets {ruleset.id} --table value)"
    return f'no rule of {ruleset.id} is called "{name}"{near}'


def _lines(ruleset: Ruleset, rule: ToldRule) -> Iterator[str]:
    natives = [name for language, name in rule.names.items() if language != ENGLISH]
    yield "  ".join([rule.name, *natives])
    yield f"{ruleset.title}, {rule.id}{f', no. {rule.number}' if rule.number else ''}"
    if rule.aliases:
        yield paragraph(f"also called {', '.join(rule.aliases)}", indent="", hanging="  ")
    yield ""
    yield paragraph(rule.text, indent="", hanging="")
    yield ""
    yield from (_labelled(label, text) for label, text in _worth(ruleset, rule))
    yield from (_labelled(label, text) for label, text in _around(rule))


def _worth(ruleset: Ruleset, rule: ToldRule) -> Iterator[tuple[str, str]]:
    """What a rule is worth, and a hand that has it, each with its label."""
    if rule.switch is not None:
        yield "Not played", f"unless you choose it: --set {rule.switch.option}={rule.switch.choice}"
    elif not rule.played:
        yield "Not played", "it is listed, but counts for nothing"
    if rule.worth is not None:
        yield "Worth", rule.worth
    if rule.example is not None:
        word = ruleset.book.method.word
        counted = [f"{item.name} {item.value} {word(item.value, item.unit)}" for item in rule.example.score.items]
        scores = f"scores {rule.example.score.total}{_too_little(ruleset, rule.example)}: {', '.join(counted)}"
        yield "Example", rule.example.hand.to_text()
        yield "", scores if rule.example.counts else f"has it, but {scores}"
    elif rule.worth is not None:
        yield "Example", "no hand was found that scores it"


def _too_little(ruleset: Ruleset, example: PlainHand) -> str:
    """That an example may not be declared, and why; empty where it may."""
    if example.is_enough:
        return ""
    counted, least = example.score.counted, ruleset.book.minimum
    of_it = f"of which {counted} count towards the minimum of {least}"
    return f", below the minimum of {least}" if counted == example.score.total else f", {of_it}"


def _around(rule: ToldRule) -> Iterator[tuple[str, str]]:
    """What stands around a rule: other rules, options, sources, each with its label."""
    if rule.excludes:
        yield "Excludes", ", ".join(rule.excludes)
    if rule.excluded_by:
        yield "Excluded by", ", ".join(rule.excluded_by)
    for option in rule.options:
        yield (
            "Option",
            f"{option.name}={option.value} ({', '.join(option.allowed)})" + (f": {option.text}" if option.text else ""),
        )
    if rule.note:
        yield "Note", rule.note
    yield from zip(("Sources", *[""] * len(rule.sources)), rule.sources, strict=False)
    yield from zip(("Others say", *[""] * len(rule.rivals)), rule.rivals, strict=False)


def _labelled(label: str, text: str) -> str:
    return paragraph(text, indent=label.ljust(len(HANGING)), hanging=HANGING)


def _thing_lines(tell: RulesetTeller, thing: ToldThing) -> Iterator[str]:
    yield thing.id
    yield f"{tell.ruleset.title}, {OTHER_THINGS[thing.section]}"
    yield ""
    yield paragraph(thing.text, indent="", hanging="")
    if thing.section == "options":
        yield ""
        if thing.now not in thing.choices:
            yield _labelled("Now", thing.now)
        for choice, text in thing.choices.items():
            now = " (now)" if choice == thing.now else ""
            yield _labelled(choice, f"{text}{now}".strip()) if choice != A_NUMBER else f"or {choice}{now}"
        yield from _touched(thing)
        yield _labelled("Choose it", f"--set {thing.id}=VALUE, or in a file: set: {{{thing.id}: VALUE}}")
    terms = [*terms_told(tell, thing.section, thing.id)]
    yield from [""] * bool(terms)
    yield from (_labelled(label, text) for label, text in terms)
    if thing.section == "presets":
        yield ""
        yield _labelled("Choose it", f"--set {thing.id}=true, or in a file: set: {{{thing.id}: true}}")


def _touched(thing: ToldThing) -> Iterator[str]:
    """The rules that an option brings or changes."""
    if thing.rules:
        more = f" and {len(thing.rules) - FEW} more" if len(thing.rules) > FEW else ""
        yield _labelled("Rules", f"{', '.join(thing.rules[:FEW])}{more}")
