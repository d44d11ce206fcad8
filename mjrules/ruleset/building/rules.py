"""Reads the rules of a ruleset: what each is worth, when it holds, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ... import bounds
from ...conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or, TooManyWaysError, alternatives
from ...conditions.reader import EXPECTED_CONDITIONS, ConditionReader
from ...conditions.words import in_shape
from ...declared.fields import keys_of
from ...declared.values import plain, several
from ...errors import A_MAPPING, DID_YOU_MEAN, EMPTY_LIST, NotedFaults, Path, did_you_mean, nearest_word
from ...hands.record import CALLED, shown
from ...scoring.policy import ScoringMethod
from ...scoring.rule import Amount, ConditionPart, CycleError, Refusal, Rule, refusal_order, rule_layers
from ...shapes.readings import UNFINISHED
from ...spoken import Sentence
from ..definition import NOT_PLAYED, Definition, RuleEntry

_EXPECTED_WHOLE_NUMBER = Sentence(
    'expected a whole number, got {value}: the method "{method}" has no fractions',
    "应为整数，而不是 {value}：方法“{method}”没有小数",
)
_EXPECTED_GOT = Sentence("expected {least} to {most}, got {value}", "应为 {least} 至 {most}，而不是 {value}")
_EXPECTED_LIST_THESE = Sentence(
    "expected {scopes} or a list of these, got {got}", "应为“{scopes:written}”，或其中几个的列表，而不是{got:shown}"
)
_DOES_NOT_SAY = Sentence('"{name}" does not say whose hand{near}', "这里应写谁的手牌，而没有“{name}”{near}")
_NOT_RULE_GROUP = Sentence('"{name}" is not a rule or group{near}', "没有“{name}”这个番种或组{near}")
_EXPECTED_HOW_MANY = Sentence("expected how many matches are refused, got {most}", "应为至多几个，而不是“{most}”")
_RULE_CANNOT_EXCLUDE = Sentence("a rule cannot exclude itself", "番种不能不计自己")()

_NOT_DECLARED_GROUP = Sentence('"{name}" is not a declared group{near}', "没有定义“{name}”这一组{near}")
_NAME_RULE_TOO = Sentence(
    '"{name}" is the name of a rule too: excludes could mean either', "“{name}”也是番种的代号：“excludes”会分不清"
)
_RULES_ASK_ABOUT = Sentence(
    "rules ask about each other in a circle: {cycle}", "番种的条件互相牵涉，绕成了圈：“{cycle}”"
)
_RULES_EXCLUDE_EACH = Sentence("rules exclude each other in a circle: {cycle}", "番种互相不计，绕成了圈：“{cycle}”")
_EXPECTED_AT_LEAST = Sentence(
    "expected at least one condition (without `when` a rule always holds)",
    "应至少有一个条件（不写“when”的番种总是成立）",
)()
_BELONGS_RULE_HAND = Sentence(
    "`{name}` belongs to a rule with `hand`: here it would mean nothing", "“{name}”用于写明“hand”的番种：在这里没有意义"
)
_RULE_WINS_WINNER = Sentence("a rule with `wins` is for the winner", "写明“wins”的番种只用于和牌者")()
_RULE_WINS_NEEDS = Sentence(
    "a rule with `wins` needs no complete hand: leave out `hand` or `wins`",
    "写明“wins”的番种不须成牌：请去掉“hand”或“wins”",
)()
_RULE_WINS_NEEDS_WHEN = Sentence(
    "a rule with `wins` needs `when`: without it, every hand would win", "写明“wins”的番种须有“when”：否则什么牌都算和"
)()
_UNITS = Sentence(" (units: {wanted})", "（单位：“{wanted:written}”）")
_UNKNOWN_KEY_RULE = Sentence('unknown key "{key}" of a rule{hint}', "番种没有“{key}”这一项{hint}")
_RULE_WORTH_ONE = Sentence(
    "a rule is worth one amount of one unit ({wanted}), got {got}{hint}",
    "一个番种只有一种单位的值（“{wanted:written}”），而不是“{words:written}”{hint}",
)
_OTHER_RULES_WORTH = Sentence(": the other rules are worth {unit}", "：其他番种用“{unit}”")
_EXPECTED_NUMBER_GOT = Sentence("expected a number, got {got}{hint}", "应为数字，而不是{got:shown}{hint}")

SCOPES = ("winner", "loser", "fishing", "all")
"""Whose hand a rule may be for."""
WINNER = ("winner", ("winner",))
"""How a rule says that it is for the winner."""
_KEYS = keys_of(RuleEntry)
ANY_WORTH = (-bounds.WORTH, bounds.WORTH)
Rules = Mapping[str, RuleEntry]


def group_members(definition: Definition, faults: NotedFaults) -> dict[str, frozenset[str]]:
    """The rules of every declared group and series; undeclared ones are faults."""
    declared = definition.groups
    members: dict[str, set[str]] = {name: set() for name in declared}
    for id, rule in definition.rules.items():
        for key, value in (("group", rule.group), ("series", rule.series)):
            for index, name in enumerate(several(value)):
                if name not in declared:
                    message = _NOT_DECLARED_GROUP(name=name, near=did_you_mean(name, declared))
                    path: Path = ("rules", id, key)
                    here = path if isinstance(value, str) else (*path, index)
                    faults.note(here, message, needs=(("groups", name),))
                members.setdefault(name, set()).add(id)
    for name in declared:
        if name in definition.rules:
            message = _NAME_RULE_TOO(name=name)
            faults.note(("groups", name), message, on_key=True)
    return {name: frozenset(ids) for name, ids in members.items()}


class RuleReader:
    """Reads all rules of a ruleset; `faults` collects everything that is wrong.

    `ordinary` are the shapes in which a hand has an ordinary value; None: all.
    Without a method, which is a fault reported elsewhere, what rules are worth is not checked.
    """

    def __init__(
        self,
        entries: Rules,
        method: ScoringMethod | None,
        reader: ConditionReader,
        ordinary: frozenset[str] | None,
        faults: NotedFaults,
    ) -> None:
        self.entries, self.method, self.reader, self.faults = entries, method, reader, faults
        self.ordinary = ordinary
        self._conditions: list[tuple[Formula, Path]] = []
        """The conditions that were read, and where they stand."""

    def rules(self) -> tuple[Rule, ...]:
        """All rules that are worth something, in the order of the file."""
        rules = [rule for id, entry in self.entries.items() if (rule := self._rule(id, entry)) is not None]
        if any(rule.wins for rule in rules):
            rules = [self._of_complete_hands(rule) for rule in rules]
        present = {rule.id for rule in rules}
        more = self._refusals_from_the_other_side(rules)
        whole = []
        for rule in rules:
            refuses = tuple(item for item in (*rule.refuses, *more.get(rule.id, ())) if item.target in present)
            whole.append(rule if refuses == rule.refuses else replace(rule, refuses=refuses))
        return tuple(whole)

    def check(self, id: str) -> None:
        """Note the faults of one rule."""
        self._rule(id, self.entries[id])
        self._simple_enough()

    def check_all(self, rules: Sequence[Rule]) -> None:
        """Note circles among all rules, and conditions that were read and have too many ways.

        Apart from reading them, for what was checked before needs it not again.
        """
        self._simple_enough()
        self._circles(rules)
        try:
            rule_layers(rules)
        except CycleError as cycle:
            path: Path = ("rules", cycle.chain[0], "when")
            self.faults.note(path, _RULES_ASK_ABOUT(cycle=str(cycle)))

    def _circles(self, rules: Sequence[Rule]) -> None:
        """Tell every circle of refusals, at the first of them."""
        for _ in range(bounds.PROBLEMS_TOLD):
            try:
                refusal_order(rules)
                return
            except CycleError as cycle:
                first, second = cycle.chain[:2]
                path = self._where_refused(first, second)
                self.faults.note(path, _RULES_EXCLUDE_EACH(cycle=str(cycle)))
                rules = [_not_refusing(rule, second) if rule.id == first else rule for rule in rules]

    def _where_refused(self, refuser: str, target: str) -> Path:
        """The path of the value by which one rule refuses another."""
        sides = (
            (refuser, "excludes", self.entries[refuser].excludes, target),
            (target, "excluded_by", self.entries[target].excluded_by, refuser),
        )
        for id, key, items, other in sides:
            for index, item in enumerate(items):
                for name in item if isinstance(item, Mapping) else (item,):
                    if other == name or other in self.reader.members.get(name, ()):
                        return ("rules", id, key, index)
        return ("rules", refuser, "series")

    def _of_complete_hands(self, rule: Rule) -> Rule:
        """A rule that judges the winner's tiles, kept from hands that win without being complete."""
        if rule.wins or rule.aside or self.entries[rule.id].for_ not in WINNER:
            return rule
        return replace(rule, when=And((rule.when, Not(in_shape(frozenset({UNFINISHED}))))))

    def _rule(self, id: str, entry: RuleEntry) -> Rule | None:
        path: Path = ("rules", id)
        unit, value = self._worth(id, entry)
        parts, formula = self._condition(id, entry, path)
        shaped = self.method is not None and unit in self.method.shaped and not entry.aside
        if self.ordinary is not None and shaped:
            formula = And((formula, in_shape(self.ordinary)))
        self._conditions.append((formula, (*path, "when")))
        variants, refuses = self._variants(entry.but, unit, path), self._excludes(entry.excludes, path)
        if value is None:
            return None
        return Rule(
            id=id,
            unit=unit,
            value=value,
            when=formula,
            variants=variants,
            each=entry.each,
            aside=entry.aside,
            wins=entry.wins,
            refuses=refuses,
            parts=parts,
            number=None if entry.nr is None else str(entry.nr),
            source=entry.source,
            names=entry.names,
        )

    def _condition(self, id: str, entry: RuleEntry, path: Path) -> tuple[tuple[ConditionPart, ...], Formula]:
        """When a rule holds: key by key, and as a whole."""
        when = plain(entry.when)
        parts: list[ConditionPart] = []
        asking = len(self.reader.about_rules)
        if when is not None and not isinstance(when, Mapping):
            self.faults.note((*path, "when"), EXPECTED_CONDITIONS(got=shown(when)))
            when = None
        if when is not None and not when:
            self.faults.note((*path, "when"), _EXPECTED_AT_LEAST)
        for key, item in (when or {}).items():
            parts.append(ConditionPart(key, _said(key, item), self.reader.word(key, item, (*path, "when", key))))
        for name, value in (("concealed", entry.concealed), ("open_runs", entry.open_runs)):
            if value is not None and entry.hand is None:
                message = _BELONGS_RULE_HAND(name=name)
                self.faults.note((*path, name), message, on_key=True, needs=((*path, "hand"),))
        if entry.hand is not None:
            parts.insert(0, ConditionPart("hand", f"hand: {plain_text(entry.hand)}", in_shape(frozenset({id}))))
        scope = self._scope(plain(entry.for_), path)
        if entry.for_ not in (*WINNER, "all", ("all",)):
            parts.append(ConditionPart("for", f"for: {plain_text(entry.for_)}", scope))
        whole = [part.formula for part in parts]
        if entry.wins:
            self._check_win(entry, path)
            self.reader.decides_a_win(asking)
            whole.append(in_shape(frozenset({UNFINISHED})))
        return tuple(parts), And((*whole, scope))

    def _check_win(self, entry: RuleEntry, path: Path) -> None:
        """A rule that wins by itself is for the winner, under a condition, and knows no shape."""
        if entry.for_ not in WINNER:
            self.faults.note((*path, "for"), _RULE_WINS_WINNER)
        if entry.hand is not None:
            self.faults.note((*path, "hand"), _RULE_WINS_NEEDS)
        elif entry.when is None:
            self.faults.note((*path, "wins"), _RULE_WINS_NEEDS_WHEN)

    def _simple_enough(self) -> None:
        for formula, path in self._conditions:
            try:
                alternatives(formula)
            except TooManyWaysError as error:
                self.faults.note(path, str(error))

    def _worth(self, id: str, entry: RuleEntry) -> tuple[str, Amount | None]:
        """The unit and value of a rule; None for one that is not played."""
        path: Path = ("rules", id)
        if self.method is None:
            return "", 0
        units = [key for key in entry.worth if key in self.method.units]
        wanted = ", ".join(self.method.units)
        strangers = [key for key in entry.worth if key not in self.method.units]
        for key in strangers:
            from ..moved_keys import moved  # files that are in the cache have no strange keys

            best = "names" if key in ("title", "name") else nearest_word(key, [*self.method.units, *_KEYS])
            near = DID_YOU_MEAN(word=best) if best is not None else _UNITS(wanted=wanted)
            hint = moved(RuleEntry, (key,)) or near
            self.faults.note((*path, key), _UNKNOWN_KEY_RULE(key=key, hint=hint), on_key=True)
        if len(units) != 1:
            got = " and ".join(units) or "none"
            if units or not strangers:
                meant = "" if units or entry.when or entry.hand else self._meant(id, known=False)
                message = _RULE_WORTH_ONE(
                    wanted=wanted, got=got, words=", ".join(units) or "none", hint=self._usual(units) or meant
                )
                self.faults.note(path, message, on_key=True)
            return self.method.main, 0
        worth = entry.worth[units[0]]
        return units[0], None if worth == NOT_PLAYED else self._amount(worth, units[0], (*path, units[0]))

    @cached_property
    def _sole_units(self) -> frozenset[str]:
        """The units of rules that have only one."""
        return frozenset(unit for entry in self.entries.values() if len(entry.worth) == 1 for unit in entry.worth)

    def _usual(self, units: Sequence[str]) -> str:
        """Which of several units other rules are worth, where it is one of these alone."""
        used = [unit for unit in units if unit in self._sole_units]
        return _OTHER_RULES_WORTH(unit=used[0]) if len(units) > 1 and len(used) == 1 else ""

    def _amount(self, value: Any, unit: str, path: Path) -> Amount | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            got = f'"{value}"' if isinstance(value, str) else plain_text(value)
            meant = value == "off" or nearest_word(value, [NOT_PLAYED]) is not None
            hint = DID_YOU_MEAN(word=NOT_PLAYED) if meant else ""
            self.faults.note(path, _EXPECTED_NUMBER_GOT(got=got, hint=hint))
            return 0
        if isinstance(value, float) and self.method is not None and self.method.whole:
            self.faults.note(path, _EXPECTED_WHOLE_NUMBER(value=value, method=self.method.name))
            return 0
        least, most = self.method.ranges.get(unit, ANY_WORTH) if self.method is not None else ANY_WORTH
        if not least <= value <= most:
            self.faults.note(path, _EXPECTED_GOT(least=least, most=most, value=value))
            return 0
        if isinstance(value, int):
            return value
        from fractions import Fraction  # few rulesets have fractions

        return Fraction(str(value))

    def _variants(self, data: Mapping[str, Any], unit: str, path: Path) -> tuple[tuple[Formula, Amount], ...]:
        found = []
        for term, value in data.items():
            formula = self.reader.term(term, (*path, "but", term), on_key=True)
            self._conditions.append((formula, (*path, "but", term)))
            amount = self._amount(value, unit, (*path, "but", term))
            if amount is not None:  # else the choice of an option takes it away
                found.append((formula, amount))
        return tuple(found)

    def _scope(self, value: Any, path: Path) -> Formula:
        names = value if isinstance(value, list) else [value]
        if not names or not all(isinstance(name, str) for name in names):
            got = EMPTY_LIST if value == [] else A_MAPPING if isinstance(value, Mapping) else plain_text(value)
            self.faults.note((*path, "for"), _EXPECTED_LIST_THESE(scopes=", ".join(SCOPES), got=got))
            return FALSE
        for index, name in enumerate(names):
            if name not in SCOPES:
                here = (*path, "for", index) if isinstance(value, list) else (*path, "for")
                self.faults.note(here, _DOES_NOT_SAY(name=name, near=did_you_mean(name, SCOPES)))
        found = [self._whose(name, path) for name in names if name in SCOPES]
        return Or(tuple(found)) if found else FALSE

    def _meant(self, name: str, *, known: bool = True) -> str:
        """Which rule or group is perhaps meant by a name that is none, be it a name of it for people."""
        from ..inherit import id_meant

        ids = [id for id in (*self.entries, *self.reader.groups) if id != name]
        names = {id: (*entry.names.values(), *entry.aliases) for id, entry in self.entries.items() if id != name}
        best = id_meant(name, ids, names)
        if best is None:
            return did_you_mean(name, ids) if known else ""
        return DID_YOU_MEAN(word=best)

    def _whose(self, scope: str, path: Path) -> Formula:
        """That a hand is of those for whom a rule is."""
        if scope == "all":
            return TRUE
        won = Atom("winner", ("winner",), lambda winner: winner, word="for")
        if scope == "winner":
            return won
        lost = Not(won)
        return lost if scope == "loser" else And((lost, self.reader.word("flag", CALLED, (*path, "for"))))

    def named(self, name: Any, path: Path) -> frozenset[str]:
        """The rules that a name of a rule or group means."""
        if name in self.reader.members:
            return self.reader.members[name]
        if name in self.entries:
            return frozenset((name,))
        needs = (("rules", str(name)), ("groups", str(name)))
        self.faults.note(path, _NOT_RULE_GROUP(name=name, near=self._meant(str(name))), needs=needs)
        return frozenset()

    def _excludes(self, items: Iterable[Any], path: Path) -> tuple[Refusal, ...]:
        found = []
        for index, item in enumerate(items):
            here = (*path, "excludes", index)
            for name, most in item.items() if isinstance(item, Mapping) else ((item, None),):
                if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 0):
                    self.faults.note(here, _EXPECTED_HOW_MANY(most=f"{most!r}"))
                    most = None
                found += [Refusal(id, most) for id in sorted(self.named(name, here))]
        own = path[-1]
        return tuple(refusal for refusal in found if refusal.target != own or self._refuses_itself(path))

    def _refuses_itself(self, path: Path) -> bool:
        """A group may hold the rule that excludes it; a rule that names itself is a fault."""
        return path[-1] in self.entries[str(path[-1])].excludes

    def _refusals_from_the_other_side(self, rules: Iterable[Rule]) -> dict[str, list[Refusal]]:
        """Refusals that follow from `excluded_by` and from series, by the refusing rule."""
        found: dict[str, list[Refusal]] = {}
        series: dict[str, list[Rule]] = {}
        for id, entry in self.entries.items():
            for index, name in enumerate(entry.excluded_by):
                path: Path = ("rules", id, "excluded_by", index)
                if name == id:
                    self.faults.note(path, _RULE_CANNOT_EXCLUDE)
                for other in self.named(name, path):
                    if other != id:
                        found.setdefault(other, []).append(Refusal(id))
        for rule in rules:
            series_id = self.entries[rule.id].series
            if series_id is not None:
                series.setdefault(series_id, []).append(rule)
        for members in series.values():
            ordered = sorted(members, key=lambda rule: (-rule.value, rule.id))
            for place, rule in enumerate(ordered):
                lower = [Refusal(other.id, whole=True) for other in ordered[place + 1 :]]
                found.setdefault(rule.id, []).extend(lower)
        return found


def _not_refusing(rule: Rule, target: str) -> Rule:
    """The rule without its refusals of another."""
    return replace(rule, refuses=tuple(refusal for refusal in rule.refuses if refusal.target != target))


def _said(key: str, value: Any) -> str:
    """A key of a condition as text, named conditions written out."""
    if key != "is":
        return f"{key}: {plain_text(value)}"
    names = value if isinstance(value, list) else [value]
    return ", ".join(str(name).replace("_", " ") for name in names)


def plain_text(value: Any) -> str:
    """A value as it would be written in a line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {plain_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(plain_text(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return str(value)
