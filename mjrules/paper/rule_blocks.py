"""The rules of a ruleset as blocks: what wins, each rule with its worth and an example, the special hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ..declared.values import plain
from ..ruleset.ruleset import Ruleset
from ..ruleset.speaking import rule_in_words
from ..scoring.item import printed
from ..scoring.rule import Rule
from ..told_rules import RuleFinder, ToldRule
from ..words.lists import and_list, sentence
from .blocks import Block, Chapter, Points, RuleBox
from .true_texts import chosen_otherwise, still_said


class ToldRules:
    """All rules that a ruleset plays, each told once."""

    def __init__(self, ruleset: Ruleset, language: str) -> None:
        self.ruleset, self.finder = ruleset, RuleFinder(ruleset, language)
        self.rules: Mapping[str, ToldRule] = {rule.id: self.finder.tell(rule.id) for rule in in_order(ruleset)}

    def winning(self) -> Chapter:
        """What a winning hand is."""
        ruleset, definition = self.ruleset, self.ruleset.definition
        told = [self._shape(name) for name, shape in definition.shapes.items() if not shape.pattern_only]
        wins = [self.rules[rule.id].name for rule in in_order(ruleset) if rule.wins]
        if wins:
            told.append(f"Some hands win by themselves, whatever else they hold: {and_list(wins)}")
        if definition.win_requires:
            told.append(f"A hand wins only with this: {ruleset.speaker.condition(plain(definition.win_requires))}")
        if ruleset.book.minimum:
            aside = [rule.name for rule in in_order(ruleset) if rule.aside]
            less = f", without {and_list(aside)}" if aside else ""
            told.append(f"{least_to_win(ruleset)}{less}")
        told += [f"{name}: {value}" for name, value in self._limits()]
        return Chapter("A winning hand", (Points(tuple(map(sentence, told))),))

    def _shape(self, name: str) -> str:
        """A shape, called by the rule whose shape it is."""
        ruleset, shape = self.ruleset, self.ruleset.definition.shapes[name]
        said = still_said(ruleset, self.finder.texts, "shapes", name)
        parts = plain(shape.parts)
        return f"{self._titled(name)}: {said or ruleset.speaker.parts(parts, concealed=shape.concealed)}"

    def _titled(self, name: str) -> str:
        return self.rules[name].name if name in self.rules else name.replace("_", " ").capitalize()

    def _limits(self) -> Iterator[tuple[str, str]]:
        """The settings of the scoring method that are numbers or words."""
        scoring = self.ruleset.definition.scoring
        for name, value in (scoring.settings if scoring is not None else {}).items():
            yield name.replace("_", " ").capitalize(), setting_text(value)

    def chapters(self) -> Iterator[Chapter]:
        """The rules under the titles of their kinds, the dearest first."""
        found: dict[str, list[Block]] = {}
        for rule in in_order(self.ruleset):
            found.setdefault(self._kind(rule.id), []).append(self.box(rule.id))
        definition = self.ruleset.definition
        titles = [*definition.types.values(), *definition.groups.values(), *found]
        for title in dict.fromkeys(titles):
            if title in found:
                yield Chapter(title, tuple(found[title]), level=3)

    def special(self) -> tuple[RuleBox, ...]:
        """The rules that are shapes of a whole hand beside the ordinary ones."""
        definition = self.ruleset.definition
        ordinary = definition.scoring.ordinary if definition.scoring is not None else ()
        return tuple(self.box(id) for id in self.rules if self._special(id, ordinary))

    def _special(self, id: str, ordinary: Sequence[str]) -> bool:
        entry = self.ruleset.definition.rules[id]
        shape = entry.when.get("shape") if isinstance(entry.when, Mapping) else None
        named = (shape,) if isinstance(shape, str) else tuple(shape or ())
        return entry.hand is not None or any(name not in (*ordinary, "standard") for name in named)

    def _kind(self, id: str) -> str:
        definition = self.ruleset.definition
        entry = definition.rules[id]
        group = entry.group if isinstance(entry.group, str) or entry.group is None else next(iter(entry.group), None)
        if entry.type is not None:
            return definition.types.get(entry.type, entry.type)
        return "Other rules" if group is None else definition.groups.get(group, group)

    def box(self, id: str) -> RuleBox:
        """One rule."""
        rule, ruleset = self.rules[id], self.ruleset
        changed = any(chosen_otherwise(ruleset, "rules", id, part) for part in ("when", "hand", "for"))
        text = rule_in_words(ruleset.speaker, ruleset.definition.rules[id]) if changed else rule.text
        notes = [f"Also called {and_list(rule.aliases)}"] if rule.aliases else []
        if rule.excludes:
            notes.append(f"Not counted beside it: {and_list(rule.excludes)}")
        others = ", ".join(name for language, name in rule.names.items() if language != "en")
        hand = None if rule.example is None else rule.example.hand
        return RuleBox(id, rule.name, others, rule.worth or "", text, hand, self._scores(rule), tuple(notes))

    def _scores(self, rule: ToldRule) -> str:
        """What the example of a rule scores, item by item."""
        if rule.example is None:
            return ""
        method, score = self.ruleset.book.method, rule.example.score
        counted = [f"{item.name} {printed(item.value)} {method.word(item.value, item.unit)}" for item in score.items]
        has = "" if rule.example.counts else "It has the pattern, but something dearer counts. "
        total = f"{printed(score.total)} {method.word(score.total, self.ruleset.unit)}"
        return f"{has}Worth {total}: {', '.join(counted)}."

    def totals(self) -> list[int]:
        """A small, a middling and a great total of the examples, each once; they are enough to win."""
        least = self.ruleset.book.minimum
        scores = [rule.example.score for rule in self.rules.values() if rule.example is not None]
        known = sorted({int(score.total) for score in scores if score.total >= max(least, 1)})
        return list(dict.fromkeys([known[0], known[len(known) // 2], known[-1]])) if known else [max(least, 1)]


def least_to_win(ruleset: Ruleset) -> str:
    """What a hand must be worth to win; with a unit only where all rules have the same."""
    minimum, units = ruleset.book.minimum, {rule.unit for rule in ruleset.book.rules}
    unit = f" {ruleset.book.method.word(minimum, ruleset.unit)}" if len(units) == 1 else ""
    return f"to win, a hand must be worth at least {minimum}{unit}"


def in_order(ruleset: Ruleset) -> list[Rule]:
    """The rules that are played, the greatest unit first, the dearest of each first."""
    order = {unit: -number for number, unit in enumerate(ruleset.book.method.units)}
    return sorted(ruleset.book.rules, key=lambda rule: (order[rule.unit], -Fraction(rule.value), rule.name))


def setting_text(value: object) -> str:
    """A setting as people write it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{str(name).replace('_', ' ')} {setting_text(item)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(setting_text(item) for item in value)
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value).replace("_", " ")
