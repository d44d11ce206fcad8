"""The crib and the rulebook of a ruleset in Chinese: what wins, the rules and what they are worth, its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..declared.values import plain
from ..paper.blocks import Chapter, Grid, Page, Points, RuleBox
from ..paper.markup import html_page
from ..paper.procedure import how_to_play
from ..paper.rule_blocks import ToldRules, in_order
from ..pictures.svg import Pictures
from ..ruleset.options import as_text
from ..scoring.item import printed
from ..scoring.rule import Amount, Rule
from ..told_rules import ToldRule
from .chinese_payments import chinese_payments
from .told_reasons import ReasonTeller

_CROWDED = 60
"""A crib of more rules is printed smaller."""


def crib_html(tell: ReasonTeller, title: str) -> str:
    """The crib as a page of HTML; `title` is that of the ruleset with what was chosen."""
    ruleset, say = tell.ruleset, tell.say
    crowded = " crowded" if len(ruleset.book.rules) > _CROWDED else ""
    page = _page(tell, say("line_title", title=title, names=say("crib")), [_winning(tell), *_by_worth(tell)])
    return html_page(page, Pictures(ruleset.names, shared=True), f"crib{crowded}", language=say.language)


def rulebook_html(tell: ReasonTeller, told: ToldRules, title: str) -> str:
    """The rulebook as a page of HTML: how it is played, what wins, every rule, what is paid, and the options."""
    ruleset, say = tell.ruleset, tell.say
    boxes = tuple(_box(told.rules[rule.id], rule, tell) for rule in in_order(ruleset))
    played = how_to_play(ruleset, lambda text: f"{tell(text)}。", tell)
    parts = [*played, _winning(tell), Chapter(say("book_worth"), boxes), *chinese_payments(tell, told), *_options(tell)]
    outer_up = ruleset.definition.table.concealed_kongs == "outer_up"
    pictures = Pictures(ruleset.names, shared=True, outer_up=outer_up)
    page = _page(tell, title, parts)
    html_page(page, pictures, "book")  # the faces that a page needs are known when it has been written
    return html_page(page, pictures, "book", contents=True, language=say.language)


def _page(tell: ReasonTeller, title: str, parts: Iterable[Chapter]) -> Page:
    return Page(title, tell.say("clause").join([tell.ruleset.id, tell.ruleset.hash[:12]]), tuple(parts))


def _box(told: ToldRule, rule: Rule, tell: ReasonTeller) -> RuleBox:
    """One rule: what it is worth, what it asks for, an example and what that scores, and what it excludes."""
    own = tell.texts.of("rules", rule.id) or ""
    asked = tell.asked([(rule.id, part.word) for part in rule.parts]) or tell.say("every_hand")
    text = asked if own.isascii() else own
    hand, scores = None, ""
    if told.example is not None:
        hand, score = told.example.hand, told.example.score
        items = [f"{tell.rule(item.id, item.name)} {_amount(tell, item.value, item.unit)}" for item in score.items]
        total = _amount(tell, score.total, tell.ruleset.unit)
        scores = tell.say("book_example", total=total, items=tell.say("comma").join(items))
        scores = scores if told.example.counts else tell.say("book_dearer") + scores
    excluded = [tell.chinese.called(name) for name in _names_in(tell.ruleset.definition.rules[rule.id].excludes)]
    notes = (tell.say("book_excludes", names=tell.say("comma").join(excluded)),) if excluded else ()
    return RuleBox(rule.id, tell.rule(rule.id, rule.name), "", _worth(rule, tell), text, hand, scores, notes)


def _names_in(entries: Iterable[str | Mapping[str, int | None]]) -> list[str]:
    """The rules and groups that are named, some with how many of them at most."""
    return [name for entry in entries for name in ([entry] if isinstance(entry, str) else entry)]


def _amount(tell: ReasonTeller, amount: Amount | float, unit: str) -> str:
    word = tell.say.unit(unit, tell.ruleset.book.method.word(amount, unit))
    return tell.say("crib_worth", value=printed(amount), unit=word)


def _worth(rule: Rule, tell: ReasonTeller) -> str:
    """What a rule is worth."""
    told = _amount(tell, rule.value, rule.unit)
    return tell.say("book_each", worth=told) if rule.each else told


def _options(tell: ReasonTeller) -> Iterator[Chapter]:
    """The options with what is chosen, and what else might be."""
    say, options = tell.say, tell.ruleset.options
    rows = []
    for option in options.declared.values():
        chosen = as_text(options.chosen[option.name])
        others = [tell.choice(option.name, word) for word in option.stands_for if word != chosen]
        about = tell.texts.of("options", option.name) or option.name.replace("_", " ")
        rows.append((about, tell.choice(option.name, chosen), say("semicolon").join(others)))
    if rows:
        yield Chapter(say("options"), (Grid((say("book_what"), say("book_here"), say("book_or")), tuple(rows)),))


def _winning(tell: ReasonTeller) -> Chapter:
    """What a winning hand is."""
    return Chapter(tell.say("crib_winning"), (Points(tuple(_what_wins(tell))),))


def _what_wins(tell: ReasonTeller) -> Iterator[str]:
    ruleset, say, speaker = tell.ruleset, tell.say, tell.chinese
    rules = ruleset.definition.rules
    for name, shape in ruleset.definition.shapes.items():
        if not shape.pattern_only:
            parts = speaker.parts(plain(shape.parts), concealed=shape.concealed)
            yield say("line_title", title=tell.rule(name, name), names=parts) if name in rules else parts
    wins = [rule.id for rule in in_order(ruleset) if rule.wins]
    if wins:
        yield say("crib_by_itself", names=tell.rules(wins))
    if ruleset.definition.win_requires:
        yield say("crib_requires", what=speaker.condition(plain(ruleset.definition.win_requires)))
    if ruleset.book.minimum:
        yield say("crib_minimum", least=ruleset.book.minimum)
        aside = [rule.id for rule in in_order(ruleset) if rule.aside]
        if aside:
            yield say("aside", names=tell.rules(aside))


def _by_worth(tell: ReasonTeller) -> Iterator[Chapter]:
    """The rules, the dearest first, those of one worth together."""
    found: dict[str, list[str]] = {}
    for rule in in_order(tell.ruleset):
        found.setdefault(_amount(tell, rule.value, rule.unit), []).append(tell.rule(rule.id, rule.name))
    for worth, names in found.items():
        yield Chapter(worth, (Points(tuple(dict.fromkeys(names))),))
