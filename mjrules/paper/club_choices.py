"""What a club has chosen: the options with every choice, and what differs from the ruleset that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from ..ruleset.differences import Difference, differences, under_options
from ..ruleset.options.options import A_NUMBER, as_text
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


class Otherwise:
    """What a ruleset plays otherwise than its parent, of which `before` tells; `found` has every difference."""

    def __init__(self, tell: RulesetTeller, parent: Ruleset) -> None:
        self._tell, self.before, self.found = tell, teller_of(parent, tell.language), differences(parent, tell.ruleset)
        self.title = tell(_OTHERWISE(game=self.before.game))

    def options(self) -> Iterator[str]:
        """Which options are chosen otherwise."""
        for item in self.found.options:
            yield self._tell.sentence(_option(self._tell, item))

    @cached_property
    def besides(self) -> tuple[str, ...]:
        """What else is otherwise; of what has its own chapter in the rulebook only that it is otherwise."""
        return tuple(map(self._tell.sentence, self._besides()))

    def _besides(self) -> Iterator[str]:
        yield from self._rules()
        parts = {item.path[0] for item in self.found.others}
        values = [item for item in self.found.others if item.path[0] in _PLAYED]
        played = self._played_otherwise() if values else []
        yield from played
        if len(played) >= len(values):  # else something is otherwise of which no sentence speaks
            parts.difference_update(_PLAYED)
        chapters = dict.fromkeys([chapter for part, chapter in _PARTS.items() if part in parts])
        if chapters:
            yield _OTHERWISE_TOO(parts=self._tell.listed(chapters))

    def _rules(self) -> Iterator[str]:
        """Which rules are new or left out, which are worth something else, and which are otherwise in what they ask."""
        tell, before, found = self._tell, self.before, self.found
        now, was = ({rule.id: rule for rule in one.ruleset.book.rules} for one in (tell, before))
        changed = dict.fromkeys([item.path[1] for item in found.rules("changed") if item.path[2] != _LISTED_AS])
        kinds = (_NEW, "new", now, was, tell), (_LEFT_OUT, "left out", was, now, before)
        for said, kind, one, other, teller in kinds:
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

    def _played_otherwise(self) -> list[str]:
        """The sentences on play that are not said of the parent under the same options."""
        parent = under_options(self.before.ruleset, {item.path[0]: item.now for item in self.found.options})
        there = set(_on_play(teller_of(parent, self._tell.language)))
        return [line for line in _on_play(self._tell) if line not in there]

    def left_out(self) -> list[str]:
        """The rules of the parent that are left out."""
        return [_rule(self.before, item.path[1]) for item in self.found.rules("left out")]


class ClubChoices:
    """What a club has chosen, as it is told in its rulebook and on its card; `parent` is what it extends."""

    def __init__(self, told: ToldRules, parent: Ruleset | None) -> None:
        self._ruleset, self._tell = told.ruleset, told.tell
        self._rows = tuple(option_rows(told.tell))
        scores = parent is not None and parent.definition.scoring is not None
        self._otherwise = Otherwise(told.tell, parent) if parent is not None and scores else None

    def chapters(self) -> Iterator[Chapter]:
        """What is played otherwise than in the parent, and every option with its choice."""
        tell, otherwise = self._tell, self._otherwise
        if otherwise is not None:
            lines = (*otherwise.options(), *otherwise.besides)
            same = _ELSE if otherwise.found else _SAME(game=otherwise.before.game)
            yield Chapter(otherwise.title, (Points(lines) if lines else Prose(tell.sentence(same)),))
        if self._rows:
            yield Chapter(tell(_AGREED), (Grid(tuple(map(tell, _COLUMNS)), self._rows),))

    def card(self) -> Iterator[Chapter]:
        """Each option with its choice, what else is otherwise than in the parent, then which rules are played and which
        are not."""
        tell, otherwise = self._tell, self._otherwise
        if self._rows:
            rows = tuple((about, chosen) for about, chosen, _ in self._rows)
            yield Chapter(tell(_CARD), (Grid((tell(_QUESTION), tell(_COLUMNS[1])), rows),))
        if otherwise is not None and otherwise.besides:
            yield Chapter(otherwise.title, (Points(otherwise.besides),))
        left_out = [] if otherwise is None else otherwise.left_out()
        played = dict.fromkeys(tell.rule(rule.id, rule.name) for rule in in_order(self._ruleset))
        not_played = dict.fromkeys([*left_out, *(_unplayed(tell, rule) for rule in unplayed_rules(self._ruleset))])
        yield Chapter(tell(_YES), (Prose(tell.sentence(tell.and_list(played))),))
        if not_played:
            yield Chapter(tell(_NOT_PLAYED), (Prose(tell.sentence(tell.and_list(not_played))),))


def _rule(tell: RulesetTeller, id: str) -> str:
    """The name of a rule."""
    return tell.rule(id, tell.ruleset.rule_name(id))


def _option(tell: RulesetTeller, item: Difference) -> str:
    name = item.path[0]
    about = (tell.own_text("options", name) or name).rstrip(".。")
    now, was = (tell.choice(name, as_text(value)) for value in (item.now, item.was))
    return TITLED(title=about, told=_THERE(now=now, was=was))


def _on_play(tell: RulesetTeller) -> Iterator[str]:
    for chapter in how_to_play(tell):
        for block in chapter.blocks:
            yield from block.items if isinstance(block, Points) else ()


def _unplayed(tell: RulesetTeller, rule: UnplayedRule) -> str:
    """What a rule is called that is not played, and perhaps stands only in an option."""
    own = next(filter(tell.if_told, rule.others), rule.name) if tell.in_chinese else rule.name
    return tell.rule(rule.id, own)
