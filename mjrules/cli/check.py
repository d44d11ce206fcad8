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
from ..errors import KNOWN_WORDS, PluginError, RulesetError, Say
from ..glossary import cited_by_terms
from ..ruleset.building.rules import plain_text
from ..ruleset.citations import Citations
from ..ruleset.differences import differences
from ..ruleset.files.chain import read_files
from ..ruleset.files.find import bundled_ids, ruleset_id
from ..ruleset.plugin_code import PluginCode
from ..ruleset.report import Report
from ..ruleset.ruleset import Ruleset
from ..ruleset.statements import read_documents
from ..sample_hands.unmet_rules import unmet_rules
from ..spoken import Sentence, spoken_list
from ..teller import refusal_in
from ..text_tables import folded, listed, paragraph
from ..tiles.tile import JOKER
from .arguments import UsageError, add_bounds, add_json, add_language
from .chosen import refuse_in_english, say_in
from .diff import parent_of, summary
from .json_answers import print_json
from .sources import Coverage

_NONE_NAMED = Sentence(
    "no ruleset is named: give an id or a path, or --sources for what the bundled ones cite",
    "没有写明规则：请写代号或路径；“--sources”则列出自带的规则引用了什么",
)()
_CHAINS_AND_SOURCES = Sentence(
    "--chains is not for --sources, which tells what is cited alone", "“--chains”不能与“--sources”并用，后者只列出引用"
)()
_PROBLEMS = Sentence("{name}: {number} problem{s}", "“{name}”：{number} 处错误")
_NOTE = Sentence("note: {text}", "注意：{text}")
_FINE_BASE = Sentence(
    "{name}: fine (a base for others, without scoring)", "“{name}”：没有错误（供其他规则继承，本身不计分）"
)
_FINE = Sentence("fine", "没有错误")()
_NOT_PLAYABLE = Sentence("hands score, and none can be played", "可以计分，但打不了")()
_DATA = Sentence(
    "{name}: {head}, {data} of {rules} rules are data ({percent}%)",
    "“{name}”：{head}；{rules} 个番种中有 {data} 个全是数据（{percent}%）",
)
_NEEDS_PYTHON = Sentence("needs Python: {id}", "须用程序：“{id}”")
_BESIDE_THEM = Sentence("beside them {code}", "此外有 {code}")
_LINES = Sentence("{number} lines of Python: {parts}", "{number} 行程序：{parts}")
_GIVES = Sentence("{gives} ({plugin} {lines})", "{gives}（插件“{plugin}”，{lines} 行）")
_GIVES_UNKNOWN = Sentence("{gives} ({plugin}, of unknown length)", "{gives}（插件“{plugin}”，行数不详）")
_IT_IS = Sentence("it is {what}", "{what}")
_CHAINS = Sentence(
    "{number} chains of exclusions, {met} met by the examples:", "环环相扣的“不计”有 {number} 串，例子涉及 {met} 串："
)
_MET = Sentence("(met)", "（例子涉及）")()
_UNCLAIMED = Sentence("nobody may claim a tile for: {calls}", "不能这样叫牌：“{calls:written}”")
_IDLE_JOKERS = Sentence(
    "jokers stand for no other tile, for no plugin says it{known}", "百搭不代别的牌：没有插件说明它代什么{known}"
)
_ASKED_ALONE = Sentence(
    "asked hand by hand, not by tables of many hands: {which}", "计许多手牌时不能查表、须逐手来问的：{which}"
)
_ALL_RULES = Sentence("all rules{why}", "全部番种{why}")
_THESE = Sentence("{ids}", "“{ids:written}”")
_BECAUSE = Sentence(
    ", because the scoring method {method} reads {reads}", "，因为计分方法“{method}”要看“{words:written}”"
)
_NOT_EXPRESSED = Sentence("not expressed: {id}: {reason}", "未能写出：“{id}”：“{reason}”")
_ALWAYS = Sentence("always", "总是成立")()
_WHEN = Sentence("when {condition}", "的条件为“{condition}”")
_BY_OPTION = Sentence(", by the option {option}", "，由选项“{option}”")
_NOW_HOLDS = Sentence("{id} now holds {now} (before: {before}{by})", "“{id}”现在{now}（原为“{before}”{by}）")


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
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 2 where a ruleset cannot be used. Raises MjrulesError."""
    if not args.rulesets and not args.sources:
        raise UsageError(_NONE_NAMED)
    if args.chains and args.sources:
        raise UsageError(_CHAINS_AND_SOURCES)
    refuse_in_english(args, {"--json": args.json, "--sources": args.sources})
    args.say = say_in(args)
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
        print("\n".join([f"{sound.name}:", *(_note(note, args.say) for note in sound.notes)]))
    return {"ruleset": sound.name, "valid": True, "warnings": list(sound.notes)}


def _print_sources(coverage: Coverage, results: list[dict[str, Any]], args: argparse.Namespace) -> None:
    if args.json:
        print_json({"rulesets": results, **coverage.record()})
    else:
        print(coverage.text())


def _broken(name: str, error: RulesetError, args: argparse.Namespace) -> dict[str, Any]:
    if not args.json:
        number = len(error.problems) + error.more
        whole = refusal_in(error, args.lang)
        told = folded(whole, 4) if error.problems[0].place is None and number == 1 else whole
        print(f"{told}\n{args.say(_PROBLEMS(name=name, number=number, s='s' if number > 1 else ''))}")
    return broken_record(name, error)


def _sound(sound: SoundRuleset, args: argparse.Namespace) -> dict[str, Any]:
    if sound.report is None:
        if not args.json:
            head = args.say(_FINE_BASE(name=sound.name))
            print("\n".join([head, *(_note(warning, args.say) for warning in sound.warnings)]))
        return sound.to_record()
    parent = parent_of(sound.ruleset, sound.name, args)
    warnings = [*sound.warnings, *unmet_rules(sound.ruleset, parent)]
    if not args.json:
        _print(sound, sound.report, warnings, parent, args)
    return {**sound.to_record(), "warnings": warnings}


def _note(text: str, say: Say) -> str:
    return paragraph(say(_NOTE(text=text)))


def _print(
    sound: SoundRuleset, found: Report, warnings: Sequence[str], parent: Ruleset | None, args: argparse.Namespace
) -> None:
    say, ruleset = args.say, sound.ruleset
    head = _FINE if sound.playable else _NOT_PLAYABLE
    percent = f"{100 * found.ratio:.0f}"
    print(say(_DATA(name=sound.name, head=head, data=found.data_rules, rules=found.rules, percent=percent)))
    for id in found.python_rules:
        print(f"  {say(_NEEDS_PYTHON(id=id))}")
    if found.code:
        print(paragraph(say(_BESIDE_THEM(code=_in_words(found.code)))))
    for warning in warnings:
        print(_note(warning, say))
    for line in (*_left_out(sound, found), *_changed_conditions(ruleset)):
        print(paragraph(say(line)))
    if parent is not None and parent.definition.scoring is not None:
        print(paragraph(say(_IT_IS(what=summary(parent, differences(parent, ruleset))))))
    if args.chains:
        print(f"  {say(_CHAINS(number=len(found.chains), met=len(found.met)))}")
        for chain in found.chains:
            print(f"    {' > '.join(chain)}{f'  {say(_MET)}' if chain in found.met else ''}")


def _left_out(sound: SoundRuleset, found: Report) -> Iterator[str]:
    """What no one may claim, jokers that are none, what tables of many hands do not tell, and what is not expressed."""
    if found.unclaimed:
        yield _UNCLAIMED(calls=", ".join(found.unclaimed))
    book = sound.ruleset.book
    if (book.tiles.copies[JOKER] or book.said_jokers) and not (book.wild or book.stands_unseen):
        known = ", ".join(sound.ruleset.plugins.others_for("mj_stand_ins"))
        yield _IDLE_JOKERS(known=KNOWN_WORDS(words=known) if known else "")
    if sound.asked_alone:
        every = len(sound.asked_alone) == len(sound.ruleset.book.rules)
        ids = ", ".join(sound.asked_alone)
        yield _ASKED_ALONE(which=_ALL_RULES(why=_why_all(sound.ruleset)) if every else _THESE(ids=ids))
    for item in sound.ruleset.definition.unsupported:
        yield _NOT_EXPRESSED(id=item.id, reason=item.reason)


def _why_all(ruleset: Ruleset) -> str:
    """Why every hand is scored by itself, where it is for what the scoring method reads; numpy is there."""
    from ..batch.batch import untold

    method = ruleset.book.method
    reads = untold(method)
    return _BECAUSE(method=method.name, reads=listed(reads), words=", ".join(reads)) if reads else ""


def _in_words(code: Sequence[PluginCode]) -> str:
    """How much Python works in a ruleset, and what for."""
    parts = [
        (_GIVES_UNKNOWN if each.lines is None else _GIVES)(
            gives=spoken_list(each.gives, " and ", "、"), plugin=each.plugin, lines=each.lines
        )
        for each in code
    ]
    return _LINES(number=sum(each.lines or 0 for each in code), parts=spoken_list(parts, ", ", "；"))


def _changed_conditions(ruleset: Ruleset) -> list[str]:
    """The whole condition of every rule whose `when` this file changes."""
    own = ruleset.node.place.file
    lines: list[str] = []
    for id, rule in ruleset.node.entries_at(("rules",)).items():
        when = rule.child("when")
        before = rule.before.child("when") if rule.before is not None else None
        if before is not None and rule.place.file == own and (when is None or when.before is not None):
            now = _ALWAYS if when is None else _WHEN(condition=plain_text(when.plain()))
            if when is None or when.place.file == own:
                by = _BY_OPTION(option=when.option) if when is not None and when.option is not None else ""
                lines.append(_NOW_HOLDS(id=id, now=now, before=plain_text(before.plain()), by=by))
    return lines
