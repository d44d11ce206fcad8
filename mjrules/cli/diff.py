"""What a ruleset changes: the options and values in which it differs from another, its parent if none is named.

mjrules diff western/us
mjrules diff chinese-official/wmo2006 chinese-official
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ..ruleset.building.rules import plain_text
from ..ruleset.differences import ABSENT, Difference, Differences, differences
from ..ruleset.files.find import find_file
from ..ruleset.load import load
from ..ruleset.options.options import as_text
from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence, spoken_list
from ..text_tables import paragraph
from .arguments import UsageError, add_json, add_language, add_settings, settings_of
from .chosen import refuse_in_english, voice_of
from .json_answers import print_json
from .voice import Voice

_EXTENDS_NONE = Sentence(
    "{id} extends no other ruleset: name the one to compare it with", "“{id}”没有继承别的规则：请写明与哪一种相比"
)
_RULES_OF_ITS_OWN = Sentence("{number} rule{s} of its own", "新增番种 {number} 个")
_RULES_CHANGED = Sentence("{number} rule{s} changed", "改动番种 {number} 个")
_RULES_LEFT_OUT = Sentence("{number} rule{s} left out", "去掉番种 {number} 个")
_OPTIONS_CHANGED = Sentence("{number} option{s} changed", "改动选项 {number} 个")
_OTHERS_CHANGED = Sentence("{number} other value{s} changed", "改动其他值 {number} 个")
_NOTHING_CHANGED = Sentence("{parent}, and nothing changed", "继承“{parent}”，什么也没有改")
_WITH = Sentence("{parent}, with {parts}", "继承“{parent}”：{parts}")
_BESIDE = Sentence("{title} [{id}] beside {other} [{other_id}]", "{title}（“{id}”）与{other}（“{other_id}”）相比")
_THE_SAME = Sentence(
    "They are the same in everything that can change a score or the play.", "凡影响计分或打法的，二者完全相同。"
)()
_HEADING = Sentence("{title}:", "{title}：")
_OPTIONS = Sentence("Options", "选项")()
_NEW_RULES = Sentence("New rules", "新增的番种")()
_LEFT_OUT_RULES = Sentence("Rules left out", "去掉的番种")()
_CHANGED_RULES = Sentence("Rules changed", "改动的番种")()
_OTHER_VALUES = Sentence("Other values", "其他值")()
_OPTION = Sentence("{name}: {now} (was {was}){about}", "“{name}”：“{now}”（原为“{was}”）{about}")
_ABOUT = Sentence(". {about}", "。{about}")
_RULE_NAME = Sentence("{name} ({id})", "{name}（“{id}”）")
_NEW_RULE = Sentence("{name}: {rule}", "{name}：“{rule}”")
_CHANGED_RULE = Sentence("{name}, {change}", "{name}，{change}")
_CHANGES = Sentence("{where}: {changes}", "“{where}”：{changes}")
_IS_NEW = Sentence("{now} (new)", "“{now}”（新）")
_IS_GONE = Sentence("left out (was {was})", "去掉（原为“{was}”）")
_WITH_PART = Sentence("with {part}", "加上“{part}”")
_WITHOUT_PART = Sentence("without {part}", "去掉“{part}”")
_WAS = Sentence("{now} (was {was})", "“{now}”（原为“{was}”）")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="ID|PATH", help="the ruleset")
    about = "the ruleset that it is compared with (default: the one that it extends)"
    parser.add_argument("other", nargs="?", metavar="OTHER", help=about)
    add_settings(parser)
    add_json(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError."""
    refuse_in_english(args, {"--json": args.json})
    new = load(args.ruleset, settings_of(args), within=args.within)
    old = parent_of(new, args.ruleset, args) if args.other is None else load(args.other, within=args.within)
    if old is None:
        raise UsageError(_EXTENDS_NONE(id=new.id))
    found = differences(old, new)
    if args.json:
        print_json(_record(old, new, found))
    else:
        print("\n".join(_lines(voice_of(args, old), voice_of(args, new), found)))
    return 0


def parent_of(ruleset: Ruleset, name: str, args: argparse.Namespace) -> Ruleset | None:
    """The ruleset that one of an id or path extends, as its options are by default; None where it extends none."""
    extends = ruleset.definition.extends
    return None if extends is None else load(extends, beside=os.path.dirname(find_file(name)), within=args.within)


def summary(parent: Ruleset, found: Differences) -> str:
    """What a ruleset is beside its parent, in one line: that, and how much of it is otherwise."""
    counted = [
        (len(found.rules("new")), _RULES_OF_ITS_OWN),
        (len({item.path[1] for item in found.rules("changed")}), _RULES_CHANGED),
        (len(found.rules("left out")), _RULES_LEFT_OUT),
        (len(found.options), _OPTIONS_CHANGED),
        (len(found.others), _OTHERS_CHANGED),
    ]
    parts = [what(number=number, s="" if number == 1 else "s") for number, what in counted if number]
    if not parts:
        return _NOTHING_CHANGED(parent=parent.id)
    before = [spoken_list(parts[:-1], ", ", "，")] if parts[:-1] else []
    return _WITH(parent=parent.id, parts=spoken_list([*before, parts[-1]], " and ", "，"))


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


def _lines(old: Voice, new: Voice, found: Differences) -> Iterator[str]:
    """What is printed."""
    yield new(_BESIDE(title=new.game, id=new.ruleset.id, other=old.game, other_id=old.ruleset.id))
    if not found:
        yield new(_THE_SAME)
        return
    parts: dict[str, list[str]] = {
        _OPTIONS: [_option(new, item) for item in found.options],
        _NEW_RULES: [_rule(new, item, item.now) for item in found.rules("new")],
        _LEFT_OUT_RULES: [_name(old, item.path[1]) for item in found.rules("left out")],
        _CHANGED_RULES: [
            _CHANGED_RULE(name=_name(new, item.path[1]), change=told_change(item, item.path[2:]))
            for item in found.rules("changed")
        ],
        _OTHER_VALUES: [told_change(item, item.path) for item in found.others],
    }
    for title, lines in parts.items():
        if lines:
            yield f"\n{new(_HEADING(title=title))}"
            yield from (paragraph(new(line)) for line in lines)


def _option(new: Voice, item: Difference) -> str:
    name = item.path[0]
    about = new.text("options", name)
    return _OPTION(name=name, now=as_text(item.now), was=as_text(item.was), about=_ABOUT(about=about) if about else "")


def _name(voice: Voice, id: str) -> str:
    return _RULE_NAME(name=voice.rule_called(id), id=id)


def _rule(new: Voice, item: Difference, rule: Any) -> str:
    return _NEW_RULE(name=_name(new, item.path[1]), rule=plain_text(rule)[1:-1])


def told_change(item: Difference, path: Sequence[str]) -> str:
    """What has become of a value."""
    return _CHANGES(where=".".join(path), changes=_change(item.now, item.was))


def _change(now: Any, was: Any) -> str:
    if was is ABSENT:
        return _IS_NEW(now=plain_text(now))
    if now is ABSENT:
        return _IS_GONE(was=plain_text(was))
    if _only_words(was) and _only_words(now):
        more, less = ([part for part in one if part not in other] for one, other in ((now, was), (was, now)))
        if [part for part in now if part not in more] == [part for part in was if part not in less]:
            parts = [*(_WITH_PART(part=part) for part in more), *(_WITHOUT_PART(part=part) for part in less)]
            return spoken_list(parts, "; ", "；")
    return _WAS(now=plain_text(now), was=plain_text(was))


def _only_words(value: Any) -> bool:
    """Whether a value is a list of different words, of which it can be said which came and which went."""
    return isinstance(value, list) and all(isinstance(part, str) for part in value) and len({*value}) == len(value)
