"""What a club has chosen: the options with every choice, and what differs from the ruleset that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..ruleset.differences import Difference, Differences, differences, under_options
from ..ruleset.options import A_NUMBER, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.unplayed import UnplayedRule, unplayed_rules
from ..spoken import Sentence, Spoken
from ..teller import RulesetTeller, teller_of
from ..told_rules import NUMBER_SAID, worth_text
from .blocks import Chapter, Grid, Points, Prose
from .procedure import how_to_play
from .rule_blocks import TITLED, ToldRules, in_order

_OTHERWISE: Final = Sentence("What is played otherwise than in {game}", "与{game}的不同")
_SAME: Final = Sentence("Everything is played as in {game}", "一切同{game}")
_NEW: Final = Sentence("New: {rule}", "新增：{rule}")
_LEFT_OUT: Final = Sentence("Left out: {rule}", "不用：{rule}")
_CHANGED: Final = Sentence("Asked or counted otherwise: {rule}", "有改动：{rule}")
_OTHERWISE_TOO: Final = Sentence("Otherwise too: {parts}", "另有不同：{parts}")
_ELSE: Final = Sentence("Some values of the ruleset differ", "规则中另有数值不同")()
_WINNING: Final = Sentence("which hands win", "和牌的牌型")()
_ASKED: Final = Sentence("what rules ask for", "番种的条件")()
_PARTS: Final[Mapping[str, Spoken]] = {
    "tiles": Sentence("the tiles", "牌")(),
    "table": Sentence("the play of a hand", "行牌")(),
    "match": Sentence("the match", "一场")(),
    "shapes": _WINNING,
    "win_requires": _WINNING,
    "terms": _ASKED,
    "tile_classes": _ASKED,
    "scoring": Sentence("how hands are valued", "牌值的计算")(),
    "settlement": Sentence("payments after a win", "和牌后的收付")(),
    "bonus_payments": Sentence("what is paid at once", "即时收付")(),
    "pots": Sentence("pots", "池")(),
    "counters": Sentence("counters", "筹码")(),
    "penalties": Sentence("penalties", "犯规")(),
    "house_rules": Sentence("house rules", "附加规则")(),
}
"""What parts of a ruleset are about, by their keys: those that somebody at the table notices."""
_PLAYED: Final = ("table", "match")
"""The parts that the chapters on play tell in sentences."""
_LISTED_AS: Final = "nr"
"""The key of the number of a rule in the list of its source, by which nobody plays."""
_THERE: Final = Sentence("{now} (there {was})", "{now}（原为 {was}）")
_AGREED: Final = Sentence("What may be agreed otherwise", "可另行约定")()
_COLUMNS: Final = (Sentence("What", "事项")(), Sentence("Here", "此处")(), Sentence("Or", "或")())
_CARD: Final = Sentence("Agreed", "约定")()
_QUESTION: Final = Sentence("Question", "事项")()
_YES: Final = Sentence("Yes, played", "采用")()
_NOT_PLAYED: Final = Sentence("No, not played", "不用")()


def option_rows(tell: RulesetTeller) -> Iterator[tuple[str, str, str]]:
    """Each option that changes something: what it is about, what is chosen, and what else could be."""
    options, used = tell.ruleset.options, tell.ruleset.used_options
    for option in (option for option in options.declared.values() if option.name in used):
        about = tell.own_text("options", option.name) or option.name.replace("_", " ")
        chosen = as_text(options.chosen[option.name])
        others = [choice for choice in option.allowed if choice != chosen]
        told = [tell(NUMBER_SAID) if choice == A_NUMBER else tell.choice(option.name, choice) for choice in others]
        rest = tell.clauses(told) if tell.in_chinese else tell.listed(told)
        yield tell.sentence(about), _chosen(tell, option.name, chosen), rest


def _chosen(tell: RulesetTeller, name: str, choice: str) -> str:
    """What is chosen, with what it means; in Chinese its meaning is what it is called."""
    called, meaning = tell.choice(name, choice), tell.own_text("options", name, "values", choice)
    return called if tell.in_chinese or not meaning else TITLED(title=called, told=meaning)


def what_is_agreed(told: ToldRules, parent: Ruleset | None) -> Iterator[Chapter]:
    """What is played otherwise than in the parent, and every option with its choice."""
    tell = told.tell
    rows = tuple(option_rows(tell))
    if parent is not None and parent.definition.scoring is not None:
        before = teller_of(parent, tell.language)
        found = differences(parent, told.ruleset)
        lines = tuple(map(tell.sentence, _differences(tell, before, found)))
        block = Points(lines) if lines else Prose(tell.sentence(_ELSE if found else _SAME(game=before.game)))
        yield Chapter(tell(_OTHERWISE(game=before.game)), (block,))
    if rows:
        yield Chapter(tell(_AGREED), (Grid(tuple(map(tell, _COLUMNS)), rows),))


def _differences(tell: RulesetTeller, before: RulesetTeller, found: Differences) -> Iterator[str]:
    """What is otherwise, line by line; of what has its own chapter in the rulebook only that it is otherwise."""
    for item in found.options:
        yield _option(tell, item)
    yield from _besides(tell, before, found)


def _besides(tell: RulesetTeller, before: RulesetTeller, found: Differences) -> Iterator[str]:
    """What is otherwise but for the choices of options."""
    yield from _rules(tell, before, found)
    parts = {item.path[0] for item in found.others}
    values = [item for item in found.others if item.path[0] in _PLAYED]
    played = _played_otherwise(tell, before, found) if values else []
    yield from played
    if len(played) >= len(values):  # else something is otherwise of which no sentence speaks
        parts.difference_update(_PLAYED)
    chapters = dict.fromkeys([chapter for part, chapter in _PARTS.items() if part in parts])
    if chapters:
        yield _OTHERWISE_TOO(parts=tell.listed(chapters))


def _rules(tell: RulesetTeller, before: RulesetTeller, found: Differences) -> Iterator[str]:
    """Which rules are new or left out, which are worth something else, and which are otherwise in what they ask."""
    now, was = ({rule.id: rule for rule in one.ruleset.book.rules} for one in (tell, before))
    changed = dict.fromkeys([item.path[1] for item in found.rules("changed") if item.path[2] != _LISTED_AS])
    for said, kind, one, other, teller in ((_NEW, "new", now, was, tell), (_LEFT_OUT, "left out", was, now, before)):
        ids = [item.path[1] for item in found.rules(kind)]
        rules = dict.fromkeys([_rule(teller, id) for id in (*ids, *changed) if id in one and id not in other])
        yield from [said(rule=tell.and_list(rules))] if rules else []
    rest = []
    for id in [id for id in changed if id in now and id in was]:
        worth, there = worth_text(tell, now[id]), worth_text(before, was[id])
        if worth != there:
            yield TITLED(title=_rule(tell, id), told=_THERE(now=worth, was=there))
        else:
            rest.append(_rule(tell, id))
    yield from [_CHANGED(rule=tell.and_list(dict.fromkeys(rest)))] if rest else []


def _rule(tell: RulesetTeller, id: str) -> str:
    """The name of a rule."""
    return tell.rule(id, tell.ruleset.rule_name(id))


def _option(tell: RulesetTeller, item: Difference) -> str:
    name = item.path[0]
    about = (tell.own_text("options", name) or name).rstrip(".。")
    now, was = (tell.choice(name, as_text(value)) for value in (item.now, item.was))
    return TITLED(title=about, told=_THERE(now=now, was=was))


def _played_otherwise(tell: RulesetTeller, before: RulesetTeller, found: Differences) -> list[str]:
    """The sentences on play that are not said of the parent under the same options."""
    parent = under_options(before.ruleset, {item.path[0]: item.now for item in found.options})
    there = set(_on_play(teller_of(parent, tell.language)))
    return [line for line in _on_play(tell) if line not in there]


def _on_play(tell: RulesetTeller) -> Iterator[str]:
    for chapter in how_to_play(tell):
        for block in chapter.blocks:
            yield from block.items if isinstance(block, Points) else ()


def yes_no(told: ToldRules, parent: Ruleset | None) -> Iterator[Chapter]:
    """The card of a club: each option with its choice, what else is otherwise than in the parent, then which rules are
    played and which are not.
    """
    ruleset, tell = told.ruleset, told.tell
    rows = tuple((about, chosen) for about, chosen, _ in option_rows(tell))
    if rows:
        yield Chapter(tell(_CARD), (Grid((tell(_QUESTION), tell(_COLUMNS[1])), rows),))
    left_out: list[str] = []
    if parent is not None and parent.definition.scoring is not None:
        before, found = teller_of(parent, tell.language), differences(parent, ruleset)
        lines = tuple(map(tell.sentence, _besides(tell, before, found)))
        if lines:
            yield Chapter(tell(_OTHERWISE(game=before.game)), (Points(lines),))
        left_out = [_rule(before, item.path[1]) for item in found.rules("left out")]
    played = dict.fromkeys(tell.rule(rule.id, rule.name) for rule in in_order(ruleset))
    not_played = dict.fromkeys([*left_out, *(_unplayed(tell, rule) for rule in unplayed_rules(ruleset))])
    yield Chapter(tell(_YES), (Prose(tell.sentence(tell.and_list(played))),))
    if not_played:
        yield Chapter(tell(_NOT_PLAYED), (Prose(tell.sentence(tell.and_list(not_played))),))


def _unplayed(tell: RulesetTeller, rule: UnplayedRule) -> str:
    """What a rule is called that is not played, and perhaps stands only in an option."""
    own = next(filter(tell.if_told, rule.others), rule.name) if tell.in_chinese else rule.name
    return tell.rule(rule.id, own)
