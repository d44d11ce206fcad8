"""How a ruleset looks: what it is, its rules as tables, and its options, in the language of a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..declared.values import several
from ..ruleset.field_types import usual_text
from ..ruleset.options.options import Option, as_text
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..ruleset.unplayed import UnplayedRule
from ..scoring.item import printed
from ..scoring.rule import Rule
from ..spoken import ENGLISH, Sentence, spoken_list
from ..text_tables import COLUMNS, columns, fitted, paragraph
from .voice import Voice

ALSO_CALLED: Final = Sentence("also called {names}", "又称：{names}")
_NO_SCORING: Final = Sentence("It has no scoring: it is a base for others.", "不计分，只供其他规则沿用。")
_COUNTED: Final = Sentence(
    "{number} rules: {values}; minimum {least}; hash {hash}", "番种 {number} 个：{values}；起和 {least}；校验码 {hash}"
)
_SO_MANY: Final = Sentence("{number} of {value}", "{value} 者 {number} 个")
_FIELDS: Final = Sentence("Further fields of hand records:", "牌例的其他字段：")()
_FIELD: Final = Sentence("{name} ({type}): {about}", "{name}（{type}）：{about:field}")
_TYPES: Final = {
    "number": Sentence("number", "数")(),
    "tile": Sentence("tile", "一张牌")(),
    "tiles": Sentence("tiles", "若干牌")(),
    "suit": Sentence("suit", "花色")(),
    "seat": Sentence("seat", "门风")(),
}
"""What the values of fields are, by the types that rulesets write."""
_PENALTIES: Final = Sentence("Penalties:", "犯规：")()
_BONUSES: Final = Sentence("Bonus payments:", "即时收付：")()
_OPTIONS: Final = Sentence("Options (--set NAME=VALUE):", "选项（“--set NAME=VALUE”）：")()
_PRESETS: Final = Sentence("Presets (--set NAME=true):", "成套选项（“--set NAME=true”）：")()
_OTHERS: Final = Sentence("Other rules", "其他番种")()
_OF_TYPE: Final = Sentence("{title} ({number})", "{title}（{number}）")
_ONLY_WITH: Final = Sentence("only with {choices}", "只在 {choices} 时")
_NOT_PLAYED: Final = Sentence("not played", "不采用")()


def rule_names(voice: Voice, rule: Rule) -> tuple[str, str]:
    """The name of a rule in the language of a reader, and another one; empty where it has none."""
    if voice.tell is None:
        return rule.name, next((own for language, own in rule.names.items() if language != ENGLISH), "")
    name = voice.tell.rule(rule.id, rule.name)
    return name, rule.name if name != rule.name else ""


def rule_rows(voice: Voice, rules: Iterable[Rule], *, aliases: bool = False) -> list[list[str]]:
    """Rules with what they are worth, their names in the language of a reader and in another, and their ids."""
    ruleset, tell, rows = voice.ruleset, voice.tell, []
    for rule in rules:
        unit = ruleset.book.method.word(rule.value, rule.unit)
        name, other = rule_names(voice, rule)
        unit = unit if tell is None else tell(unit)
        others = [", ".join(ruleset.definition.rules[rule.id].aliases)] if aliases else []
        rows.append([str(printed(rule.value)), unit, name, other, rule.id, *others])
    return rows


def unplayed_row(voice: Voice, rule: UnplayedRule) -> list[str]:
    """A rule that is not played, and the choices of options that bring it."""
    how = voice(_ONLY_WITH(choices=spoken_list(rule.choices, " or ", "或")) if rule.choices else _NOT_PLAYED)
    return ["", how, rule.name, "", rule.id, ", ".join(rule.others)]


def dearest_first(ruleset: Ruleset, rules: Iterable[Rule]) -> list[Rule]:
    """Rules with those of the greatest unit first (limits, then doubles, then points), the dearest of each first."""
    units = ruleset.book.method.units
    order = {unit: -number for number, unit in enumerate(units)}
    return sorted(rules, key=lambda rule: (order[rule.unit], -rule.value, rule.id))


def rules_by_type(voice: Voice) -> Iterator[str]:
    """The rules under the titles of their kinds, with their numbers in the list of the source."""
    all_rules, definition = voice.ruleset.book.rules, voice.ruleset.definition
    for kind in [*definition.types, None]:
        rules = [rule for rule in all_rules if definition.rules[rule.id].type == kind]
        if rules:
            title = voice(_OTHERS) if kind is None else _titled(voice, kind)
            ordered = dearest_first(voice.ruleset, rules)
            rows = zip(_numbers_and_groups(voice.ruleset, ordered), rule_rows(voice, ordered), strict=True)
            table = fitted([[number, *row, groups] for (number, groups), row in rows], right=[0, 1])
            yield f"{voice(_OF_TYPE(title=title, number=len(rules)))}\n{table}\n"


def _titled(voice: Voice, kind: str) -> str:
    """The title of a kind of rules."""
    own = None if voice.tell is None else voice.tell.own_text("types", kind)
    return own or usual_text(voice.ruleset.definition.types[kind])


def _numbers_and_groups(ruleset: Ruleset, rules: Iterable[Rule]) -> Iterator[tuple[str, str]]:
    """The number of each rule in the list of its source, and the groups that it is in, such as concealed hands."""
    for rule in rules:
        entry = ruleset.definition.rules[rule.id]
        groups = [group for group in ruleset.definition.groups if group in several(entry.group)]
        yield ("" if entry.nr is None else str(entry.nr)), ", ".join(group.replace("_", " ") for group in groups)


def ruleset_summary(voice: Voice) -> Iterator[str]:
    """What a ruleset is, in lines: its title, what it counts, its fields, penalties and payments, and its options."""
    ruleset, tell = voice.ruleset, voice.tell
    yield f"{ruleset.title if tell is None else tell.game}  [{ruleset.id}]"
    edition = ruleset.edition if tell is None else tell.if_told(ruleset.edition)
    if edition:
        yield edition
    if ruleset.definition.aliases:
        yield voice(ALSO_CALLED(names=spoken_list(ruleset.definition.aliases, ", ", "、")))
    summary = ruleset.summary if tell is None else tell.summary
    if summary:
        yield "\n" + paragraph(summary, indent="", hanging="")
    yield ""
    if ruleset.definition.scoring is None:
        yield voice(_NO_SCORING())
        return
    yield paragraph(voice(_counted(voice)), indent="", hanging="  ")
    if ruleset.book.fields:
        yield "\n" + voice(_FIELDS)
        for field in ruleset.book.fields.values():
            about = field.about if tell is None else tell.field(field.name)
            yield paragraph(voice(_FIELD(name=field.name, type=_TYPES[field.type], about=about)))
    yield from _payments_at_once(voice)
    yield from _options(voice)


def _counted(voice: Voice) -> str:
    """How many rules there are of each worth."""
    ruleset = voice.ruleset
    units = {rule.unit for rule in ruleset.book.rules}
    values = Counter((rule.unit, rule.value) for rule in dearest_first(ruleset, ruleset.book.rules) if rule.value)
    words = [
        (number, f"{printed(value)}" + (f" {voice(ruleset.book.method.word(value, unit))}" if len(units) > 1 else ""))
        for (unit, value), number in values.items()
    ]
    told = spoken_list([_SO_MANY(number=number, value=value) for number, value in words], ", ", "、")
    return _COUNTED(number=len(ruleset.book.rules), values=told, least=ruleset.book.minimum, hash=ruleset.hash[:12])


def _payments_at_once(voice: Voice) -> Iterator[str]:
    """The penalties and the bonus payments, by the ids with which an evening's books name them."""
    definition = voice.ruleset.definition
    for heading, section, items in (
        (_PENALTIES, "penalties", definition.penalties),
        (_BONUSES, "bonus_payments", voice.ruleset.paid_at_once),
    ):
        titles = {
            id: item.title if voice.tell is None else voice.tell.title(section, id, item.title)
            for id, item in items.items()
        }
        if titles:
            yield f"\n{voice(heading)}\n{columns([[id, title] for id, title in titles.items()], most=COLUMNS)}"


def _options(voice: Voice) -> Iterator[str]:
    ruleset = voice.ruleset
    options, texts = ruleset.options, ruleset.texts() if voice.tell is None else voice.tell.texts
    if ruleset.used_options:
        yield "\n" + voice(_OPTIONS)
        for name, option in options.declared.items():
            if name in ruleset.used_options:
                yield from option_lines(option, options.chosen[name], texts, voice)
    if options.presets:
        yield "\n" + voice(_PRESETS)
        for name, values in options.presets.items():
            yield paragraph(f"{name}: {', '.join(f'{key}={as_text(value)}' for key, value in values.items())}")


def option_lines(option: Option, chosen: Any, texts: RulesetTexts, said: Callable[[str], str] = str) -> Iterator[str]:
    """An option with its choices, what is agreed by it, and what each choice means."""
    yield paragraph(f"{option.name}={as_text(chosen)}  ({' | '.join(map(said, option.allowed))})")
    about = texts.of("options", option.name)
    if about:
        yield paragraph(about, indent=" " * 6, hanging=" " * 6)
    for choice in option.allowed:
        meaning = texts.of("options", option.name, "values", choice)
        if meaning:
            yield paragraph(f"{choice}: {meaning}", indent=" " * 8, hanging=" " * 10)
