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
from typing import Final

from ..paper.payments import terms_told
from ..ruleset.load import load
from ..ruleset.options.options import A_NUMBER
from ..sample_hands.plain_hands import PlainHand
from ..spoken import ENGLISH, Sentence
from ..teller import RulesetTeller
from ..text_tables import paragraph, width
from ..told_rules import FEW, NUMBER_SAID, OTHER_THINGS, RuleFinder, ToldRule, ToldThing, played_with, refused_beside
from ..words.spelling import spelled
from .arguments import add_json, add_language, add_settings, settings_of
from .chosen import language_of
from .json_answers import print_json
from .show_ruleset import ALSO_CALLED

MOST_THINGS = 3
"""Of more options and other things in whose names a word is, only the names are listed."""
HANGING = " " * 13
"""The space under the labels of what is told of a rule."""
_WORTH: Final = Sentence("Worth", "值")()
_EXAMPLE: Final = Sentence("Example", "例")()
_EXCLUDES: Final = Sentence("Excludes", "不另计")()
_ON_SETS: Final = Sentence("for the same sets: {names}", "同样的面子：{names}")
_SO_MANY: Final = Sentence("{names} ({number} x)", "{names}（{number} 次）")
_EXCLUDED_BY: Final = Sentence("Excluded by", "被包含于")()
_OPTION: Final = Sentence("Option", "选项")()
_CHOICES: Final = Sentence("{option}={chosen} ({choices})", "{option}={chosen}（{choices}）")
_AND_TEXT: Final = Sentence("{chosen}: {text}", "{chosen}：{text}")
_NOTE: Final = Sentence("Note", "注")()
_SOURCES: Final = Sentence("Sources", "出处")()
_OTHERS_SAY: Final = Sentence("Others say", "异说")()
_NOT_PLAYED: Final = Sentence("Not played", "不采用")()
_NOW: Final = Sentence("Now", "现为")()
_RULES: Final = Sentence("Rules", "番种")()
_CHOOSE: Final = Sentence("Choose it", "选用")()
_UNLESS: Final = Sentence("unless you choose it: {option}", "选用方法：{option}")
_COUNTS_NOTHING: Final = Sentence("it is listed, but counts for nothing", "列有此番种，但不计")()
_NO_HAND: Final = Sentence("no hand was found that scores it", "没有找到计此番种的牌")()
_SCORES: Final = Sentence("scores {total}: {items}", "共 {total}：{items}")
_HAS_IT: Final = Sentence("has it, but {scores}", "具此牌型，但计更高者。{scores}")
_BELOW: Final = Sentence("{total}, below the minimum of {least}", "{total}（未够起和 {least}）")
_OF_WHICH: Final = Sentence(
    "{total}, of which {counted} count towards the minimum of {least}", "{total}（其中 {counted} 计入起和 {least}）"
)
_IN_GAME: Final = Sentence("{game}, {what}", "{game}，{what}")
_NUMBER: Final = Sentence(", no. {number}", "，编号 {number}")
_OR: Final = Sentence("or {choice}", "或{choice}")
_THIS_NOW: Final = Sentence(" (now)", "（现用）")()
_MORE: Final = Sentence("{names} and {number} more", "{names}等，另有 {number} 个")
_SET: Final = Sentence("{option}, or in a file: {written}", "{option}，或写入文件：{written}")
_SEVERAL: Final = Sentence('"{name}" is in the names of several: {names}', "“{name}”见于几个名称：{names}")
_SEVERAL_RULES: Final = Sentence(
    '"{name}" is in the names of several rules of {ruleset}: {names}', "“{name}”见于 {ruleset} 的几个番种：{names}"
)
_NO_RULE: Final = Sentence(
    'no rule of {ruleset} is called "{name}" (see: {command})',
    "{ruleset} 没有叫“{name}”的番种（见：{command}）",
)
_NEAR: Final = Sentence(
    'no rule of {ruleset} is called "{name}" (did you mean "{near}"?)',
    "{ruleset} 没有叫“{name}”的番种（是不是“{near}”？）",
)


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
    name = " ".join(args.name)
    finder = RuleFinder(ruleset, language_of(args, ruleset))
    tell = finder.tell_of
    found = finder.find(name) if ruleset.definition.scoring is not None else []
    exact_rule = len(found) == 1 and spelled(name) in map(spelled, finder.names()[found[0]])
    things = [] if exact_rule else finder.things(name)
    exact = [thing for thing in things if spelled(thing.id) == spelled(name)]
    things = exact or ([] if found else things)
    if len(things) > MOST_THINGS and not exact:
        print(tell(_SEVERAL(name=name, names=tell.listed(thing.id for thing in things))), file=sys.stderr)
        return 1
    if things:
        if args.json:
            print_json([{**thing._asdict(), "choices": dict(thing.choices)} for thing in things])
        else:
            print("\n\n".join("\n".join(_thing_lines(tell, thing)) for thing in things))
        return 0
    if len(found) != 1:
        print(_not_one(finder, name, found), file=sys.stderr)
        return 1
    rule = finder.tell(found[0])
    if args.json:
        print_json(rule.to_record())
    else:
        print("\n".join(_lines(tell, rule)))
    return 0


def _not_one(finder: RuleFinder, name: str, found: Sequence[str]) -> str:
    """What is said where a name means no rule, or several."""
    tell, ruleset = finder.tell_of, finder.ruleset
    if found:
        names = tell.rules(id for id in found if id in ruleset.definition.rules)
        return tell(_SEVERAL_RULES(name=name, ruleset=ruleset.id, names=_first(tell, names)))
    best = finder.nearest(name) if ruleset.definition.scoring is not None else None
    if best:
        return tell(_NEAR(ruleset=ruleset.id, name=name, near=best))
    return tell(_NO_RULE(ruleset=ruleset.id, name=name, command=f"mjrules rulesets {ruleset.id} --table value"))


def _first(tell: RulesetTeller, names: Sequence[str]) -> str:
    """The first few of some names, and how many more there are."""
    told = tell.listed(names[:FEW])
    return told if len(names) <= FEW else tell(_MORE(names=told, number=len(names) - FEW))


def _lines(tell: RulesetTeller, rule: ToldRule) -> Iterator[str]:
    yield "  ".join(dict.fromkeys([tell.rule(rule.id, rule.name), rule.name, *_natives(rule)]))
    number = tell(_NUMBER(number=rule.number)) if rule.number else ""
    yield tell(_IN_GAME(game=tell.game, what=f"{rule.id}{number}"))
    if rule.aliases:
        yield paragraph(tell(ALSO_CALLED(names=tell.listed(rule.aliases))), indent="", hanging="  ")
    yield ""
    yield paragraph(rule.text, indent="", hanging="")
    yield ""
    yield from (_labelled(tell, label, text) for label, text in (*_worth(tell, rule), *_around(tell, rule)))


def _natives(rule: ToldRule) -> Iterator[str]:
    """The names of a rule in other languages than English."""
    return (name for language, name in rule.names.items() if language != ENGLISH)


def _worth(tell: RulesetTeller, rule: ToldRule) -> Iterator[tuple[str, str]]:
    """What a rule is worth, and a hand that has it, each with its label."""
    if rule.switch is not None:
        yield _NOT_PLAYED, tell(_UNLESS(option=f"--set {rule.switch.option}={rule.switch.choice}"))
    elif not rule.played:
        yield _NOT_PLAYED, tell(_COUNTS_NOTHING)
    if rule.worth is not None:
        yield _WORTH, rule.worth
    if rule.example is not None:
        counted = [
            f"{tell.rule(own.id, own.name)} {tell.amount(own.value, own.unit)}" for own in rule.example.score.items
        ]
        scores = _SCORES(total=_total(tell, rule.example), items=tell.listed(counted))
        yield _EXAMPLE, rule.example.hand.to_text()
        yield "", tell(scores if rule.example.counts else _HAS_IT(scores=scores))
    elif rule.worth is not None:
        yield _EXAMPLE, tell(_NO_HAND)


def _total(tell: RulesetTeller, example: PlainHand) -> str:
    """What an example scores, and that it may not be declared, and why, where that is so."""
    total, counted, least = example.score.total, example.score.counted, tell.ruleset.book.minimum
    if example.is_enough:
        return str(total)
    told = _BELOW if counted == total else _OF_WHICH
    return tell(told(total=total, counted=counted, least=least))


def _refused(tell: RulesetTeller, told: ToldRule) -> Iterator[str]:
    """What a rule excludes where it is played: all of it, what is on the same sets, or only so many of it."""
    ruleset = played_with(tell.ruleset, told.switch)
    rule = next(own for own in ruleset.book.rules if own.id == told.id)
    for how, ids in refused_beside(ruleset, rule).items():
        names = tell.listed(tell.rules(ids))
        if how.most is not None:
            yield tell(_SO_MANY(names=names, number=how.most))
        else:
            yield tell(_ON_SETS(names=names)) if how.same_sets else names


def _around(tell: RulesetTeller, rule: ToldRule) -> Iterator[tuple[str, str]]:
    """What stands around a rule: other rules, options, sources, each with its label."""
    if rule.excludes:
        yield _EXCLUDES, tell.clauses(_refused(tell, rule))
    if rule.excluded_by:
        yield _EXCLUDED_BY, tell.listed(rule.excluded_by)
    for option in rule.options:
        choices = tell.listed(NUMBER_SAID if choice == A_NUMBER else choice for choice in option.allowed)
        chosen = tell(_CHOICES(option=option.name, chosen=option.value, choices=choices))
        yield _OPTION, tell(_AND_TEXT(chosen=chosen, text=option.text)) if option.text else chosen
    note = tell.if_told(rule.note)
    if note:
        yield _NOTE, note
    yield from zip((_SOURCES, *[""] * len(rule.sources)), rule.sources, strict=False)
    yield from zip((_OTHERS_SAY, *[""] * len(rule.rivals)), rule.rivals, strict=False)


def _labelled(tell: RulesetTeller, label: str, text: str) -> str:
    """A text behind a label, or under another text."""
    told = tell(label)
    indent = told + " " * max(len(HANGING) - width(told), 1)
    return paragraph(text, indent=indent, hanging=HANGING)


def _thing_lines(tell: RulesetTeller, thing: ToldThing) -> Iterator[str]:
    yield thing.id
    yield tell(_IN_GAME(game=tell.game, what=OTHER_THINGS[thing.section]))
    yield ""
    yield paragraph(thing.text, indent="", hanging="")
    if thing.section == "options":
        yield ""
        yield from _choices(tell, thing)
        if thing.rules:
            yield _labelled(tell, _RULES, _first(tell, thing.rules))
        yield _labelled(tell, _CHOOSE, _how_to_choose(tell, thing.id, "VALUE"))
    terms = [*terms_told(tell, thing.section, thing.id)]
    yield from [""] * bool(terms)
    yield from (_labelled(tell, label, text) for label, text in terms)
    if thing.section == "presets":
        yield ""
        yield _labelled(tell, _CHOOSE, _how_to_choose(tell, thing.id, "true"))


def _choices(tell: RulesetTeller, thing: ToldThing) -> Iterator[str]:
    """The choices of an option, and which one is chosen."""
    if thing.now not in thing.choices:
        yield _labelled(tell, _NOW, thing.now)
    for choice, text in thing.choices.items():
        now = tell(_THIS_NOW) if choice == thing.now else ""
        if choice == A_NUMBER:
            yield tell(_OR(choice=NUMBER_SAID)) + now
        else:
            yield _labelled(tell, choice, f"{text}{now}".strip())


def _how_to_choose(tell: RulesetTeller, name: str, value: str) -> str:
    """How an option or a preset is chosen on the command line, and in a file."""
    return tell(_SET(option=f"--set {name}={value}", written=f"set: {{{name}: {value}}}"))
