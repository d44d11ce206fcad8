"""What a club has chosen: the options with every choice, and what differs from the ruleset that it extends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..ruleset.differences import ABSENT, Difference, Differences, differences
from ..ruleset.options import A_NUMBER, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.unplayed import UnplayedRule, unplayed_rules
from ..spoken import Sentence
from ..teller import RulesetTeller, teller_of
from .blocks import Chapter, Grid, Points, Prose
from .rule_blocks import TITLED, ToldRules, in_order, setting_text

_NUMBER: Final = Sentence(A_NUMBER, "其他整数")()
_MEANS: Final = Sentence("{choice}: {meaning}", "{choice}：{meaning}")
_OTHERWISE: Final = Sentence("What is played otherwise than in {game}", "与{game}的不同")
_SAME: Final = Sentence("Everything is played as in {game}", "一切同{game}")
_NEW: Final = Sentence("New: {rule}", "新增：{rule}")
_LEFT_OUT: Final = Sentence("Left out: {rule}", "不用：{rule}")
_CHANGED: Final = Sentence("Changed: {rule}", "有改动：{rule}")
_OTHERS: Final = Sentence("{number} more values differ", "此外另有 {number} 处不同")
_THERE: Final = Sentence("{now} (there {was})", "{now}（彼处 {was}）")
_AGREED: Final = Sentence("What may be agreed otherwise", "可另行约定")()
_COLUMNS: Final = (Sentence("What", "事项")(), Sentence("Here", "此处")(), Sentence("Or", "或")())
_CARD: Final = Sentence("Agreed", "约定")()
_QUESTION: Final = Sentence("Question", "事项")()
_PLAYED: Final = Sentence("Yes, played", "采用")()
_NOT_PLAYED: Final = Sentence("No, not played", "不用")()


def option_rows(tell: RulesetTeller) -> Iterator[tuple[str, str, str]]:
    """Each option: what it is about, what is chosen, and what else could be."""
    options = tell.ruleset.options
    for option in options.declared.values():
        about = tell.own_text("options", option.name) or option.name.replace("_", " ")
        chosen = as_text(options.chosen[option.name])
        others = [choice for choice in option.allowed if choice != chosen]
        told = [tell(_NUMBER) if choice == A_NUMBER else tell.choice(option.name, choice) for choice in others]
        rest = tell.clauses(told) if tell.in_chinese else tell.listed(told)
        yield tell.sentence(about), _chosen(tell, option.name, chosen), rest


def _chosen(tell: RulesetTeller, name: str, choice: str) -> str:
    """What is chosen, with what it means; in Chinese its meaning is what it is called."""
    called, meaning = tell.choice(name, choice), tell.own_text("options", name, "values", choice)
    return called if tell.in_chinese or not meaning else _MEANS(choice=called, meaning=meaning)


def what_is_agreed(told: ToldRules, parent: Ruleset | None) -> Iterator[Chapter]:
    """What is played otherwise than in the parent, and every option with its choice."""
    tell = told.tell
    rows = tuple(option_rows(tell))
    if parent is not None and parent.definition.scoring is not None:
        before = teller_of(parent, tell.language)
        lines = tuple(map(tell.sentence, _differences(tell, before, differences(parent, told.ruleset))))
        block = Points(lines) if lines else Prose(tell.sentence(_SAME(game=before.game)))
        yield Chapter(tell(_OTHERWISE(game=before.game)), (block,))
    if rows:
        yield Chapter(tell(_AGREED), (Grid(tuple(map(tell, _COLUMNS)), rows),))


def _differences(tell: RulesetTeller, before: RulesetTeller, found: Differences) -> Iterator[str]:
    """What is otherwise, line by line. In Chinese of changed rules only the names are told, for keys are English."""
    for item in found.options:
        yield _option(tell, item)
    for said, teller, kind in ((_NEW, tell, "new"), (_LEFT_OUT, before, "left out")):
        rules = dict.fromkeys(_rule(teller, item) for item in found.rules(kind))
        yield from [said(rule=tell.and_list(rules))] if rules else []
    if tell.in_chinese:
        changed = dict.fromkeys(_rule(tell, item) for item in found.rules("changed"))
        yield from [_CHANGED(rule=tell.listed(changed))] if changed else []
        yield from [_OTHERS(number=len(found.others))] if found.others else []
        return
    for item in found.rules("changed"):
        yield f"{_rule(tell, item)}, {_value(item, 2)}"
    for item in found.others:
        yield _value(item, 0)


def _rule(tell: RulesetTeller, item: Difference) -> str:
    """The name of the rule in which a difference is."""
    return tell.rule(item.path[1], tell.ruleset.rule_name(item.path[1]))


def _option(tell: RulesetTeller, item: Difference) -> str:
    name = item.path[0]
    about = (tell.own_text("options", name) or name).rstrip(".。")
    now, was = (tell.choice(name, as_text(value)) for value in (item.now, item.was))
    return TITLED(title=about, told=_THERE(now=now, was=was))


def _value(item: Difference, first: int) -> str:
    where = " ".join(part.replace("_", " ") for part in item.path[first:])
    now = "left out" if item.now is ABSENT else setting_text(item.now)
    return f"{where}: {now}" + ("" if item.was is ABSENT else f" (there {setting_text(item.was)})")


def yes_no(told: ToldRules) -> Iterator[Chapter]:
    """The card of a club: each option with its choice, then which rules are played and which are not."""
    ruleset, tell = told.ruleset, told.tell
    rows = tuple((about, chosen) for about, chosen, _ in option_rows(tell))
    if rows:
        yield Chapter(tell(_CARD), (Grid((tell(_QUESTION), tell(_COLUMNS[1])), rows),))
    played = dict.fromkeys(tell.rule(rule.id, rule.name) for rule in in_order(ruleset))
    not_played = dict.fromkeys(_unplayed(tell, rule) for rule in unplayed_rules(ruleset))
    yield Chapter(tell(_PLAYED), (Prose(tell.sentence(tell.and_list(played))),))
    if not_played:
        yield Chapter(tell(_NOT_PLAYED), (Prose(tell.sentence(tell.and_list(not_played))),))


def _unplayed(tell: RulesetTeller, rule: UnplayedRule) -> str:
    """What a rule is called that is not played, and perhaps stands only in an option."""
    own = next(filter(tell.if_told, rule.others), rule.name) if tell.in_chinese else rule.name
    return tell.rule(rule.id, own)
