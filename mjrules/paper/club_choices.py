"""What a club has chosen: the options with every choice, and what differs from the ruleset that it extends."""

from __future__ import annotations

from collections.abc import Iterator

from ..ruleset.differences import ABSENT, Difference, differences
from ..ruleset.options import Option, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.unplayed import unplayed_rules
from ..words.lists import and_list, sentence
from .blocks import Chapter, Grid, Points, Prose
from .rule_blocks import ToldRules, in_order, setting_text


def option_rows(told: ToldRules) -> Iterator[tuple[str, str, str]]:
    """Each option: what it is about, what is chosen, and what else could be."""
    ruleset, texts = told.ruleset, told.finder.texts
    for option in ruleset.options.declared.values():
        about = texts.of("options", option.name) or option.name.replace("_", " ")
        chosen = as_text(ruleset.options.chosen[option.name])
        meaning = texts.of("options", option.name, "values", chosen)
        shown = _choice(chosen) + (f": {meaning}" if meaning else "")
        yield sentence(about), shown, ", ".join(_choice(item) for item in _others(option, chosen))


def _others(option: Option, chosen: str) -> list[str]:
    return [choice for choice in option.allowed if choice != chosen]


def _choice(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text.replace("_", " "))


def what_is_agreed(told: ToldRules, parent: Ruleset | None) -> Iterator[Chapter]:
    """What is played otherwise than in the parent, and every option with its choice."""
    ruleset = told.ruleset
    rows = tuple(option_rows(told))
    if parent is not None and parent.definition.scoring is not None:
        found = differences(parent, ruleset)
        lines = [
            *(_option(told, item) for item in found.options),
            *(f"New: {ruleset.rule_name(item.path[1])}" for item in found.rules("new")),
            *(f"Left out: {parent.rule_name(item.path[1])}" for item in found.rules("left out")),
            *(f"{ruleset.rule_name(item.path[1])}, {_value(item, 2)}" for item in found.rules("changed")),
            *(_value(item, 0) for item in found.others),
        ]
        same = Prose(f"Everything is played as in {parent.title}.")
        block = Points(tuple(map(sentence, lines))) if lines else same
        yield Chapter(f"What is played otherwise than in {parent.title}", (block,))
    if rows:
        yield Chapter("What may be agreed otherwise", (Grid(("What", "Here", "Or"), rows),))


def _option(told: ToldRules, item: Difference) -> str:
    option = told.ruleset.options.declared[item.path[0]]
    about = (told.finder.texts.of("options", option.name) or option.name).rstrip(".")
    return f"{about}: {_choice(as_text(item.now))} (there {_choice(as_text(item.was))})"


def _value(item: Difference, first: int) -> str:
    where = " ".join(part.replace("_", " ") for part in item.path[first:])
    now = "left out" if item.now is ABSENT else setting_text(item.now)
    return f"{where}: {now}" + ("" if item.was is ABSENT else f" (there {setting_text(item.was)})")


def yes_no(told: ToldRules) -> Iterator[Chapter]:
    """The card of a club: each option with its choice, then which rules are played and which are not."""
    ruleset = told.ruleset
    rows = tuple((about, chosen) for about, chosen, _ in option_rows(told))
    if rows:
        yield Chapter("Agreed", (Grid(("Question", "Here"), rows),))
    played = [rule.name for rule in in_order(ruleset)]
    not_played = list(dict.fromkeys(rule.name for rule in unplayed_rules(ruleset)))
    yield Chapter("Yes, played", (Prose(sentence(and_list(played))),))
    if not_played:
        yield Chapter("No, not played", (Prose(sentence(and_list(not_played))),))
