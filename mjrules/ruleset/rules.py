"""Reads the rules of a ruleset: what each is worth, when it holds, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or, TooComplexError, alternatives
from ..conditions.reader import ConditionReader, Path
from ..errors import did_you_mean
from ..scoring.policy import ScoringMethod
from ..scoring.rule import Amount, CycleError, Part, Refusal, Rule, refusal_order, rule_layers

Fault = tuple[Path, str]
"""What is wrong, and the path of the value."""

RULE_KEYS = frozenset(
    (
        "names", "aliases", "no", "type", "group", "series", "when", "but", "each", "aside", "for", "excludes",
        "excluded_by", "hand", "concealed", "note", "source", "rivals",
    )
)  # fmt: skip
"""The keys of a rule that are not units."""
SCOPES = ("winner", "loser", "fishing", "all")
"""Whose hand a rule may be for."""
RuleData = Mapping[str, Mapping[str, Any]]


def group_members(scoring: Mapping[str, Any], faults: list[Fault]) -> dict[str, frozenset[str]]:
    """The rules of every declared group and series; undeclared ones are faults."""
    declared = scoring.get("groups") or {}
    members: dict[str, set[str]] = {name: set() for name in declared}
    for id, rule in (scoring.get("rules") or {}).items():
        for key in ("group", "series"):
            value = rule.get(key)
            for name in value if isinstance(value, list) else [] if value is None else [value]:
                if name not in declared:
                    message = f'"{name}" is no declared group{did_you_mean(name, declared)}'
                    faults.append((("scoring", "rules", id, key), message))
                members.setdefault(name, set()).add(id)
    return {name: frozenset(ids) for name, ids in members.items()}


class RuleReader:
    """Reads all rules of a ruleset; `faults` collects everything that is wrong."""

    def __init__(self, data: RuleData, method: ScoringMethod, reader: ConditionReader, faults: list[Fault]) -> None:
        self.rule_data, self.method, self.reader, self.faults = data, method, reader, faults

    def fault(self, path: Path, message: str) -> None:
        """Note a fault and go on."""
        self.faults.append((path, message))

    def rules(self) -> tuple[Rule, ...]:
        """All rules that are worth something, in the order of the file."""
        rules = [rule for id, data in self.rule_data.items() if (rule := self._rule(id, data)) is not None]
        present = {rule.id for rule in rules}
        more = self._refusals_from_the_other_side(rules)
        whole = []
        for rule in rules:
            refuses = tuple(item for item in (*rule.refuses, *more.get(rule.id, ())) if item.target in present)
            whole.append(replace(rule, refuses=refuses))
        try:
            refusal_order(whole)
        except CycleError as cycle:
            path: Path = ("scoring", "rules", cycle.chain[0])
            self.fault(path, f"rules exclude each other in a circle: {cycle}")
        try:
            rule_layers(whole)
        except CycleError as cycle:
            path = ("scoring", "rules", cycle.chain[0], "when")
            self.fault(path, f"rules ask about each other in a circle: {cycle}")
        return tuple(whole)

    def _rule(self, id: str, data: Mapping[str, Any]) -> Rule | None:
        path: Path = ("scoring", "rules", id)
        unit, value = self._worth(id, data)
        when = data.get("when")
        parts: list[Part] = []
        if when is not None and not isinstance(when, Mapping):
            self.fault((*path, "when"), f"expected a mapping of conditions, got {when!r}")
            when = None
        if when is not None and not when:
            self.fault((*path, "when"), "expected at least one condition (without `when` a rule always holds)")
        for key, item in (when or {}).items():
            formula = self.reader.word(str(key), item, (*path, "when", key))
            parts.append(Part(str(key), self._said(str(key), item), formula))
        if data.get("concealed") is not None and data.get("hand") is None:
            self.fault((*path, "concealed"), "`concealed` belongs to a rule with `hand`: here it would mean nothing")
        if data.get("hand") is not None:
            parts.insert(0, Part("hand", f"hand: {plain_text(data['hand'])}", _in_shape(id)))
        formula = And((*(part.formula for part in parts), self._scope(data.get("for", "winner"), path)))
        self._simple_enough(formula, path)
        if value is None:
            return None
        number = data.get("no")
        return Rule(
            id=id,
            unit=unit,
            value=value,
            when=formula,
            variants=self._variants(data.get("but") or {}, path),
            each=bool(data.get("each")),
            aside=bool(data.get("aside")),
            refuses=self._excludes(data.get("excludes") or (), path),
            parts=tuple(parts),
            number=None if number is None else str(number),
            source=data.get("source"),
            names=data.get("names") or {},
        )

    def _said(self, key: str, value: Any) -> str:
        """A key of a condition as text, named conditions written out."""
        if key != "is":
            return f"{key}: {plain_text(value)}"
        names = value if isinstance(value, list) else [value]
        return ", ".join(str(name).replace("_", " ") for name in names)

    def _simple_enough(self, formula: Formula, path: Path) -> None:
        try:
            alternatives(formula)
        except TooComplexError as error:
            self.fault((*path, "when"), str(error))

    def _worth(self, id: str, data: Mapping[str, Any]) -> tuple[str, Amount | None]:
        """The unit and value of a rule; a value of null switches the rule off."""
        path: Path = ("scoring", "rules", id)
        units = [key for key in data if key in self.method.units]
        for key in data:
            if key not in RULE_KEYS and key not in self.method.units:
                known = [*self.method.units, *RULE_KEYS]
                self.fault((*path, key), f'unknown key "{key}" of a rule{did_you_mean(key, known)}')
        if len(units) != 1:
            wanted = ", ".join(self.method.units)
            got = " and ".join(units) or "none"
            self.fault(path, f"a rule is worth one amount of one unit ({wanted}), got {got}")
            return self.method.main, 0
        return units[0], self._amount(data[units[0]], (*path, units[0]))

    def _amount(self, value: Any, path: Path) -> Amount | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            shown = f'"{value}"' if isinstance(value, str) else plain_text(value)
            self.fault(path, f"expected a number, got {shown}")
            return 0
        if isinstance(value, float) and self.method.whole:
            self.fault(path, f'expected a whole number, got {value}: the method "{self.method.name}" has no fractions')
            return 0
        return value if isinstance(value, int) else Fraction(str(value))

    def _variants(self, data: Mapping[str, Any], path: Path) -> tuple[tuple[Formula, Amount], ...]:
        found = []
        for term, value in data.items():
            formula = self.reader.term(term, (*path, "but", term))
            amount = self._amount(value, (*path, "but", term))
            found.append((formula, 0 if amount is None else amount))
        return tuple(found)

    def _scope(self, value: Any, path: Path) -> Formula:
        won = Atom("winner", ("winner",), lambda winner: winner, word="for")
        names = value if isinstance(value, list) else [value]
        scopes: dict[str, Formula] = {"winner": won, "loser": Not(won), "all": TRUE}
        scopes["fishing"] = And((Not(won), self.reader.word("flag", "fishing", (*path, "for"))))
        if not names or not all(isinstance(name, str) for name in names):
            got = "an empty list" if value == [] else "a mapping" if isinstance(value, Mapping) else plain_text(value)
            self.fault((*path, "for"), f"expected {', '.join(SCOPES)} or a list of these, got {got}")
            return FALSE
        for name in names:
            if name not in SCOPES:
                self.fault((*path, "for"), f'"{name}" is nobody\'s hand{did_you_mean(name, SCOPES)}')
        found = [scopes[name] for name in names if name in scopes]
        return Or(tuple(found)) if found else FALSE

    def _named(self, name: Any, path: Path) -> frozenset[str]:
        """The rules that a name of a rule or group means."""
        if name in self.reader.members:
            return self.reader.members[name]
        if name in self.rule_data:
            return frozenset((name,))
        known = [*self.rule_data, *self.reader.groups]
        self.fault(path, f'"{name}" is no rule or group{did_you_mean(name, known)}')
        return frozenset()

    def _excludes(self, items: Iterable[Any], path: Path) -> tuple[Refusal, ...]:
        found = []
        for index, item in enumerate(items):
            here = (*path, "excludes", index)
            for name, most in item.items() if isinstance(item, Mapping) else ((item, None),):
                if most is not None and (isinstance(most, bool) or not isinstance(most, int) or most < 0):
                    self.fault(here, f"expected how many matches are refused, got {most!r}")
                    most = None
                found += [Refusal(id, most) for id in sorted(self._named(name, here))]
        own = path[-1]
        return tuple(refusal for refusal in found if refusal.target != own or self._refuses_itself(path))

    def _refuses_itself(self, path: Path) -> bool:
        """A group may hold the rule that excludes it; a rule that names itself is a fault."""
        own = self.rule_data[str(path[-1])]
        return any(item == path[-1] for item in own.get("excludes") or ())

    def _refusals_from_the_other_side(self, rules: Iterable[Rule]) -> dict[str, list[Refusal]]:
        """Refusals that follow from `excluded_by` and from series, by the refusing rule."""
        found: dict[str, list[Refusal]] = {}
        series: dict[str, list[Rule]] = {}
        for rule in rules:
            data, path = self.rule_data[rule.id], ("scoring", "rules", rule.id)
            for index, name in enumerate(data.get("excluded_by") or ()):
                for other in self._named(name, (*path, "excluded_by", index)):
                    if other != rule.id:
                        found.setdefault(other, []).append(Refusal(rule.id))
            if data.get("series") is not None:
                series.setdefault(str(data["series"]), []).append(rule)
        for members in series.values():
            ordered = sorted(members, key=lambda rule: (-rule.value, rule.id))
            for place, rule in enumerate(ordered):
                lower = [Refusal(other.id, whole=True) for other in ordered[place + 1 :]]
                found.setdefault(rule.id, []).extend(lower)
        return found


def _in_shape(name: str) -> Formula:
    test: Callable[[Any], bool] = lambda shape: bool(shape == name)  # noqa: E731
    return Atom(f"shape ['{name}']", ("shape",), test, word="shape")


def plain_text(value: Any) -> str:
    """A value as it would stand in a line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {plain_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(plain_text(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return str(value)
