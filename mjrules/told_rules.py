"""What a rule of a ruleset is, for players who ask: in words, its worth, a hand, what it excludes, who says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .conditions.formula import Atom, alternatives
from .declared.values import plain
from .errors import nearest_word
from .ruleset.definition import RuleEntry
from .ruleset.files.node import Node
from .ruleset.options.options import A_NUMBER, Option, as_text
from .ruleset.play_rules import Titled
from .ruleset.ruleset import Ruleset
from .ruleset.speaking import rule_in_words
from .ruleset.texts import CONDITIONS, words_named
from .ruleset.unplayed import brought_by_choices, touches, unplayed_rules
from .sample_hands.plain_hands import PlainHand, plain_hand
from .scoring.item import printed
from .scoring.rule import Refusal, Rule, english_name, stronger
from .spoken import ENGLISH, LANGUAGES, Sentence, Spoken
from .teller import RulesetTeller, teller_of
from .words.spelling import spelled

OTHER_THINGS: Mapping[str, Spoken] = {
    "shapes": Sentence("shape of a complete hand", "和牌牌型")(),
    "options": Sentence("option", "选项")(),
    "groups": Sentence("group of rules", "番种的一组")(),
    "house_rules": Sentence("house rule", "附加规则")(),
    "bonus_payments": Sentence("payment at once", "即时收付")(),
    "pots": Sentence("pot", "池")(),
    "penalties": Sentence("penalty", "犯规")(),
    "presets": Sentence("preset, several options at once", "预设：同时选定几个选项")(),
}
"""What is told beside rules, by the sections of a ruleset."""
_EACH_TIME = Sentence("{amount} each time", "每次 {amount}")
_WORTH_IF = Sentence("{amount} if: {term}", "若{term}，则值 {amount}")
_ELSE_WORTH_IF = Sentence("else {amount} if: {term}", "否则若{term}，则值 {amount}")
_AS_CHOSEN = Sentence("With {chosen}: {told}", "选 {chosen} 时：{told}")
_SETS = Sentence("It sets {chosen}", "即 {chosen}")
NUMBER_SAID: Final = Sentence(A_NUMBER, "其他整数")()
"""In place of the choices of an option that may be any whole number."""
_TILES_OF_A_SET: Final = 3
FEW = 8
"""Of more rules that a word could mean, the rest is not listed."""


class Switch(NamedTuple):
    """The choice of an option by which a rule is played."""

    option: str
    choice: str


class Touching(NamedTuple):
    """An option that changes something of a rule: its name, its value, all values, and what it is about."""

    name: str
    value: str
    allowed: tuple[str, ...]
    text: str


class RefusedHow(NamedTuple):
    """How matches of a rule are refused by another one: only those on the same sets, at most so many."""

    same_sets: bool = False
    most: int | None = None


class ToldThing(NamedTuple):
    """Something of a ruleset that is no rule, in words.

    Of an option `choices` has what each means, `now` which is chosen, and `rules` the names of the rules that it brings
    or changes.
    """

    section: str
    id: str
    text: str
    choices: Mapping[str, str]
    now: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class ToldRule:
    """Everything of one rule, in a language; its `name` is the English one.

    `written` says whether its text is its ruleset's own or was made of its condition. A rule that is not played has
    no `worth` and no `example`, but perhaps a `switch` by which it is played; its worth is then what it has with that.
    """

    ruleset: str
    id: str
    name: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    number: str | None
    text: str
    written: bool
    worth: str | None
    played: bool
    switch: Switch | None
    example: PlainHand | None
    excludes: tuple[str, ...]
    excluded_by: tuple[str, ...]
    options: tuple[Touching, ...]
    note: str | None
    sources: tuple[str, ...]
    rivals: tuple[str, ...]

    def to_record(self) -> dict[str, Any]:
        """The rule as plain data."""
        example: dict[str, Any] | None = None
        if self.example is not None:
            hand, score, counts = self.example
            items = {item.id: item.value for item in score.items}
            example = {"hand": hand.to_text(), "total": printed(score.total), "counts": counts, "items": items}
        found = {name: getattr(self, name) for name in self.__dataclass_fields__}
        switch = None if self.switch is None else self.switch._asdict()
        options = [{**option._asdict(), "allowed": list(option.allowed)} for option in self.options]
        listed = {name: list(value) for name, value in found.items() if isinstance(value, tuple)}
        return {
            **found,
            **listed,
            "names": dict(self.names),
            "example": example,
            "switch": switch,
            "options": options,
        }


class RuleFinder:
    """Finds and tells the rules of one ruleset, in a language. Raises RulesetError where its texts are wrong."""

    def __init__(self, ruleset: Ruleset, language: str = ENGLISH) -> None:
        self.ruleset, self.tell_of = ruleset, teller_of(ruleset, language)
        self.texts = self.tell_of.texts

    def names(self) -> dict[str, list[str]]:
        """All names of every rule by its id, of those too that only a choice of an option brings."""
        found = {
            id: [*self.ruleset.rule_names(id), *self.texts.names.get(id, {}).values()]
            for id in self.ruleset.definition.rules
        }
        return found | {rule.id: list(rule.names) for rule in brought_by_choices(self.ruleset)}

    def find(self, name: str) -> list[str]:
        """The ids of the rules of a name; of none, those whose names contain it."""
        wanted, known = spelled(name), self.names()
        exact = [id for id, names in known.items() if wanted in map(spelled, names)]
        return exact or [id for id, names in known.items() if wanted and any(wanted in spelled(own) for own in names)]

    def nearest(self, name: str) -> str | None:
        """The name of a rule, or of something else, that is most like a word; None where none is."""
        spelling = {spelled(id): id for section in OTHER_THINGS for id in self.things_of(section)}
        spelling |= {spelled(own): own for names in self.names().values() for own in names[1:]}
        best = nearest_word(spelled(name), spelling)
        return None if best is None else spelling[best]

    def things(self, name: str) -> list[ToldThing]:
        """What is not a rule and has a name: options, shapes, house rules, payments; else those whose names hold it."""
        wanted = spelled(name)
        named = [
            (section, id, [spelled(own) for own in names])
            for section in OTHER_THINGS
            for id, names in self.things_of(section).items()
        ]
        exact = [(section, id) for section, id, names in named if wanted in names]
        held = [(section, id) for section, id, names in named if wanted and any(wanted in own for own in names)]
        return [self._thing(section, id) for section, id in exact or held]

    def things_of(self, section: str) -> dict[str, list[str]]:
        """What is in a section of the ruleset, each with its names; of options those that change something."""
        found, others_tell = {}, [teller_of(self.ruleset, language) for language in LANGUAGES[1:]]
        unused = set(self.ruleset.options.declared) - self.ruleset.used_options if section == "options" else ()
        for id, entry in self.ruleset.node.entries_at((section,)).items():
            if id in unused:
                continue
            others = [tell.title(section, id, "") for tell in others_tell]
            found[id] = list(filter(None, [id, *_titles(entry), *others]))
        return found

    def _thing(self, section: str, id: str) -> ToldThing:
        tell = self.tell_of
        text = tell.own_text(section, id)
        if section == "options":
            return self._option(self.ruleset.options.declared[id], text)
        if section == "presets":
            values = self.ruleset.options.presets[id]
            text = tell.sentence(_SETS(chosen=tell.listed(f"{name}={as_text(own)}" for name, own in values.items())))
        if section == "shapes" and text is None:
            shape = self.ruleset.definition.shapes[id]
            text = tell(tell.speaker.parts(plain(shape.parts), concealed=shape.concealed, distinct=shape.distinct))
        return ToldThing(section, id, text or self._untold(section, id), {})

    def _untold(self, section: str, id: str) -> str:
        """What is told of something that has no text of its own: of a house rule what its plugin says, else a title."""
        if section == "house_rules":
            about = self.tell_of.if_told(self.ruleset.house_rules[id].about)
            return "" if about is None else self.tell_of.sentence(about)
        entry = getattr(self.ruleset.definition, section).get(id)
        return self.tell_of.title(section, id, entry.title) if isinstance(entry, Titled) else ""

    def _option(self, option: Option, text: str | None) -> ToldThing:
        own_text = self.tell_of.own_text
        choices = {choice: own_text("options", option.name, "values", choice) or "" for choice in option.allowed}
        listed = self.ruleset.definition.rules
        called = {id: self.tell_of.rule_called(id) for id in listed}
        rules = [called.get(id) or own[2] for id, own in self.names().items() if touches(self.ruleset, option, id)]
        now = as_text(self.ruleset.options.chosen[option.name])
        return ToldThing("options", option.name, text or "", choices, now, tuple(rules))

    def tell(self, id: str) -> ToldRule:
        """Everything of a rule."""
        switch = self._switch(id)
        ruleset = played_with(self.ruleset, switch)
        tell = RulesetTeller(ruleset, self.texts, self.tell_of.language)
        rule = next((rule for rule in ruleset.book.rules if rule.id == id), None)
        entry = ruleset.definition.rules[id]
        played = switch is None and rule is not None
        written = tell.own_text("rules", id)
        return ToldRule(
            ruleset=self.ruleset.id,
            id=id,
            name=english_name(id, entry.names),
            names={**self.texts.names.get(id, {}), **entry.names},
            aliases=entry.aliases,
            number=None if entry.nr is None else str(entry.nr),
            text=rule_in_words(tell.speaker, entry) if written is None else written + _as_chosen(tell, id),
            written=written is not None,
            worth=None if rule is None else worth_text(tell, rule),
            played=played,
            switch=switch,
            example=None if rule is None else plain_hand(ruleset, id),
            excludes=() if rule is None else tuple(tell.rules(not_counted_beside(ruleset, rule))),
            excluded_by=tuple(tell.rules(_in_order(ruleset, _refusing(ruleset, id)))),
            options=tuple(self._touching(id)),
            note=entry.note,
            sources=tuple(_cited(ruleset, entry)),
            rivals=tuple(_rivals(entry)),
        )

    def _switch(self, id: str) -> Switch | None:
        """The choice by which a rule is played that is not played now; None where it is played, or none plays it."""
        found = next((rule for rule in unplayed_rules(self.ruleset) if rule.id == id), None)
        if found is None or not found.choices:
            return None
        option, _, choice = found.choices[0].partition("=")
        return Switch(option, choice)

    def _touching(self, id: str) -> Iterator[Touching]:
        """The options that change something of a rule."""
        for option in self.ruleset.options.declared.values():
            if touches(self.ruleset, option, id):
                text = self.tell_of.own_text("options", option.name) or ""
                yield Touching(option.name, as_text(self.ruleset.options.chosen[option.name]), option.allowed, text)


def played_with(ruleset: Ruleset, switch: Switch | None) -> Ruleset:
    """The ruleset in which a rule is played: with the choice by which it is, if it needs one."""
    return ruleset if switch is None else ruleset.under(dict([switch]))


def _titles(entry: Node) -> Iterator[str]:
    """The titles that a file gives something, in all languages."""
    title = entry.child("title") if entry.is_mapping else None
    if title is not None:
        yield from (str(own.value) for own in (title.value.values() if title.is_mapping else (title,)))


def _as_chosen(tell: RulesetTeller, id: str) -> str:
    """The sentence made of a condition that the choice of an option has put in the place of the one that is told."""
    ruleset = tell.ruleset
    options = options_asking(ruleset, id)
    if not options:
        return ""
    chosen = tell.and_list(f"{name}={as_text(ruleset.options.chosen[name])}" for name in options)
    told = tell(_AS_CHOSEN(chosen=chosen, told=rule_in_words(tell.speaker, ruleset.definition.rules[id])))
    return told if tell.in_chinese else f" {told}"


def options_asking(ruleset: Ruleset, id: str) -> list[str]:
    """The options that changed what a rule asks for: its condition, or a class of tiles or a term that it names."""
    rule, declared = ruleset.definition.rules[id], ruleset.definition
    canonical = ruleset.speaker.classes.canonical
    named = {canonical(word) for word in words_named([plain(rule.when), plain(rule.hand)])}
    paths: list[tuple[str, ...]] = [("rules", id, part) for part in CONDITIONS]
    paths += [("tile_classes", name) for name in named.intersection(declared.tile_classes)]
    paths += [("terms", name) for name in named.intersection(declared.terms)]
    nodes = filter(None, map(ruleset.node.at, paths))
    return sorted({part.option for node in nodes for _, part in node.walk() if part.option is not None})


def worth_text(tell: RulesetTeller, rule: Rule) -> str:
    """What a rule is worth: `8 fan`, `1 x limit`, and what else it may be worth."""
    entry = tell.ruleset.definition.rules[rule.id]
    amount = tell.amount(rule.value, rule.unit)
    others = [
        (_ELSE_WORTH_IF if number else _WORTH_IF)(amount=printed(other), term=tell.speaker.term(name, 0))
        for number, (name, (_, other)) in enumerate(zip(entry.but, rule.variants, strict=True))
    ]
    return tell.clauses([_EACH_TIME(amount=amount) if rule.each else amount, *others])


def _refusing(ruleset: Ruleset, id: str) -> list[str]:
    return [rule.id for rule in ruleset.book.rules if any(refusal.target == id for refusal in rule.refuses)]


def not_counted_beside(ruleset: Ruleset, rule: Rule) -> list[str]:
    """The ids of the rules that are not counted beside a rule, in the order of the ruleset."""
    return _in_order(ruleset, [refusal.target for refusal in rule.refuses])


def refused_beside(ruleset: Ruleset, rule: Rule) -> Mapping[RefusedHow, list[str]]:
    """The same by how they are refused: wherever they are found, on the same sets alone, or only so many times."""
    rules, refusals = {own.id: own for own in ruleset.book.rules}, dict[str, Refusal]()
    for refusal in rule.refuses:
        refusals[refusal.target] = stronger(refusal, refusals.get(refusal.target))
    part = 0 < _sets_found(rule) < min(ruleset.scorer.shapes.sizes) // _TILES_OF_A_SET
    found: dict[RefusedHow, list[str]] = {RefusedHow(): [], RefusedHow(same_sets=True): []}
    for id in not_counted_beside(ruleset, rule):
        refusal = refusals[id]
        same_sets = refusal.most is None and part and not refusal.whole and _sets_found(rules[id]) > 0
        found.setdefault(RefusedHow(same_sets, refusal.most), []).append(id)
    return {how: ids for how, ids in found.items() if ids}


def _sets_found(rule: Rule) -> int:
    """On how many sets each match of a rule stands; 0 where one may be of the whole hand."""
    ways = [
        sum(atom.pieces for atom, wanted in way if wanted and isinstance(atom, Atom) and atom.finds)
        for way in alternatives(rule.when)
    ]
    return min(ways, default=0)


def _in_order(ruleset: Ruleset, ids: list[str]) -> list[str]:
    return [id for id in ruleset.definition.rules if id in ids]


def _cited(ruleset: Ruleset, entry: RuleEntry) -> Iterator[str]:
    """The sources that a rule cites, each with its title where that is known."""
    for part in (entry.source or "").split(";"):
        citation = " ".join(part.split())
        source = ruleset.definition.sources.get(citation.partition(" ")[0])
        if citation:
            yield f"{source.title}: {citation.partition(' ')[2]}".removesuffix(": ") if source is not None else citation


def _rivals(entry: RuleEntry) -> Iterator[str]:
    """What other sources say."""
    for rival in entry.rivals:
        worth = ", ".join(f"{amount} {unit}" for unit, amount in rival.worth.items())
        said = "; ".join(part for part in (worth, rival.reads or "") if part)
        yield f"{rival.source}: {said}" if said else rival.source
