"""Turns the plain data of a resolved ruleset into a rulebook, and resolves every name on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..classes import ClassError, Classes
from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or, TooComplexError, alternatives
from ..conditions.reader import ConditionReader, Path
from ..conditions.words import WORDS, Word
from ..errors import PluginError, did_you_mean
from ..hooks.manager import Plugins
from ..patterns import Part as Pattern
from ..patterns import PatternError, PatternReader
from ..readings import UNFINISHED
from ..record import FIELDS, FLAGS
from ..scoring.policy import CombinationPolicy, ScoringMethod
from ..scoring.rule import Amount, CycleError, Part, Refusal, Rule, refusal_order
from ..scoring.scorer import WAITS, Rulebook, StandIns
from ..settlement import SettlementMethod
from ..shapes import Shape
from ..tiles import TileError, TileSet, parse_tiles

Fault = tuple[Path, str]
"""What is wrong, and the path of the value."""

RULE_KEYS = frozenset(
    (
        "names", "aliases", "no", "type", "group", "series", "when", "but", "each", "aside", "for", "excludes",
        "excluded_by", "hand", "concealed", "note", "source", "rivals",
    )
)  # fmt: skip
"""The keys of a rule that are not units."""
SCORING_KEYS = frozenset(("method", "minimum", "combination", "waits", "groups", "types", "rules"))
DYNAMIC = {"seat_wind": "seat_wind", "own_wind": "seat_wind", "round_wind": "round_wind"}
"""The classes of tiles that depend on the hand, with their other names."""
SCOPES = ("winner", "loser", "fishing", "all")


class UnusableError(Exception):
    """Raised when building cannot go on; the faults so far say why."""


class Builder:
    """Builds one rulebook; `faults` collects everything that is wrong."""

    def __init__(self, data: Mapping[str, Any], plugins: Plugins, faults: list[Fault]) -> None:
        self.data, self.plugins, self.faults = data, plugins, faults
        self.scoring: Mapping[str, Any] = data.get("scoring") or {}
        self.rule_data: Mapping[str, Mapping[str, Any]] = self.scoring.get("rules") or {}
        self.method: ScoringMethod = self._provided("mj_scoring_methods", ("scoring", "method"), "scoring method")
        self.policy: CombinationPolicy = self._provided(
            "mj_combination_policies", ("scoring", "combination"), "combination policy", default="free"
        )
        self.classes = self._classes()
        self.groups = self._group_members()
        self.reader = self._reader()

    def fault(self, path: Path, message: str) -> None:
        """Note a fault and go on."""
        self.faults.append((path, message))

    def build(self) -> Rulebook:
        """The rulebook; unusable where there are faults."""
        shapes = self._shapes()
        rules = self._rules()
        win = self.data.get("win_requires")
        win_requires = None if win is None else self.reader.read(win, ("win_requires",))
        self._read_all_terms()
        self.faults += self.reader.problems
        settlement = self._settlement()
        waits = str(self.scoring.get("waits") or "formal")
        if waits not in WAITS:
            self.fault(("scoring", "waits"), f'"{waits}" is no way to count waits{did_you_mean(waits, WAITS)}')
        table = self.data.get("table") or {}
        numbers = dict(self.data.get("numbers") or {})
        for name in numbers:
            if name in FIELDS:
                self.fault(("numbers", name), f'"{name}" is a field of every hand record already')
        return Rulebook(
            tiles=self._tiles(),
            shapes=shapes,
            rules=rules,
            method=self.method,
            settings={key: value for key, value in self.scoring.items() if key not in SCORING_KEYS},
            policy=self.policy,
            seats=tuple(table.get("seats") or ("E", "S", "W", "N")),
            minimum=int(self.scoring.get("minimum") or 0),
            waits=waits,
            win_requires=win_requires,
            settlement=settlement,
            settlement_settings={k: v for k, v in (self.data.get("settlement") or {}).items() if k != "method"},
            flags={**FLAGS, **(self.data.get("flags") or {})},
            numbers=numbers,
            stand_ins=self._stand_ins(),
        )

    def _provided(self, hook: str, path: Path, what: str, default: str | None = None) -> Any:
        try:
            provided = self.plugins.by_name(hook)
        except PluginError as error:
            self.fault(("plugins",), str(error))
            raise UnusableError from None
        section = self.data.get(str(path[0])) or {}
        name = section.get(str(path[1]), default)
        if name is None:
            self.fault(path, f"a ruleset that scores names its {what} (known: {', '.join(provided)})")
            raise UnusableError
        if name not in provided:
            hint = did_you_mean(name, provided) or " (no plugin of the ruleset provides one: see `plugins`)"
            self.fault(path, f'"{name}" is no {what}{hint}')
            raise UnusableError
        return provided[name]

    def _stand_ins(self) -> tuple[StandIns, ...]:
        try:
            return tuple(item for _, item in self.plugins.collect("mj_stand_ins"))
        except PluginError as error:
            self.fault(("plugins",), str(error))
            return ()

    def _tiles(self) -> TileSet:
        good = {}
        for text, copies in (self.data.get("tiles") or {}).items():
            try:
                TileSet.from_data({text: copies})
                good[text] = copies
            except TileError as error:
                self.fault(("tiles", text), str(error))
            if copies < 0:
                self.fault(("tiles", text), f"expected 0 or more copies, got {copies}")
        return TileSet.from_data(good)

    def _classes(self) -> Classes:
        texts: dict[str, str] = {}
        aliases: dict[str, list[str]] = {}
        for name, value in (self.data.get("tile_classes") or {}).items():
            texts[name] = str(value["tiles"] if isinstance(value, Mapping) else value)
            if isinstance(value, Mapping):
                aliases[name] = list(value.get("aliases") or ())
        belongs: dict[int, int] = {}
        for suit, tile in (self.data.get("suit_honours") or {}).items():
            try:
                belongs.update((found, "mps".index(suit)) for found in parse_tiles(str(tile)))
            except (TileError, ValueError):
                self.fault(("suit_honours", suit), f'expected a suit m, p or s with an honour, got {suit}: "{tile}"')
        classes = Classes(texts, dynamic=DYNAMIC, aliases=aliases, suit_honours=belongs)
        for name in texts:
            try:
                classes.find(name)
            except ClassError as error:
                self.fault(("tile_classes", name), str(error))
        return classes

    def _group_members(self) -> dict[str, frozenset[str]]:
        declared = self.scoring.get("groups") or {}
        members: dict[str, set[str]] = {name: set() for name in declared}
        for id, rule in self.rule_data.items():
            for key in ("group", "series"):
                value = rule.get(key)
                for name in value if isinstance(value, list) else [] if value is None else [value]:
                    if name not in declared:
                        near = did_you_mean(name, declared)
                        self.fault(("scoring", "rules", id, key), f'"{name}" is no declared group{near}')
                    members.setdefault(name, set()).add(id)
        return {name: frozenset(ids) for name, ids in members.items()}

    def _reader(self) -> ConditionReader:
        try:
            words: dict[str, Word] = self.plugins.by_name("mj_condition_words", taken=WORDS)
        except PluginError as error:
            self.fault(("plugins",), str(error))
            raise UnusableError from None
        hands = [id for id, rule in self.rule_data.items() if rule.get("hand") is not None]
        return ConditionReader(
            classes=self.classes,
            shapes=[*(self.data.get("shapes") or {}), *hands],
            terms=self.data.get("terms") or {},
            flags=[*FLAGS, *(self.data.get("flags") or {})],
            numbers=list(self.data.get("numbers") or {}),
            rules=list(self.rule_data),
            groups=list(self.groups),
            members=self.groups,
            words=words,
        )

    def _shapes(self) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        for name, value in (self.data.get("shapes") or {}).items():
            if name == UNFINISHED:
                self.fault(("shapes", name), f'"{UNFINISHED}" is the shape of hands that did not win')
            if name in self.rule_data and self.rule_data[name].get("hand") is not None:
                self.fault(("shapes", name), f'the rule "{name}" defines a shape of this name by `hand` already')
            shapes += self._shape(name, value, value["parts"], ("shapes", name, "parts"))
        for id, rule in self.rule_data.items():
            if rule.get("hand") is not None:
                shapes += self._shape(id, rule, rule["hand"], ("scoring", "rules", id, "hand"))
        return tuple(shapes)

    def _shape(self, name: str, value: Mapping[str, Any], parts: Iterable[Any], path: Path) -> list[Shape]:
        reader = PatternReader(self.classes)
        found: list[Pattern] = []
        for index, text in enumerate(parts):
            try:
                found += reader.parts(str(text))
            except (PatternError, ClassError) as error:
                self.fault((*path, index), str(error))
        shape = Shape(
            name,
            tuple(found),
            concealed=bool(value.get("concealed")),
            distinct=bool(value.get("distinct")),
            pattern_only=bool(value.get("pattern_only")),
        )
        if shape.size < 2 and not self.faults:
            self.fault(path, "expected at least two tiles")
        return [shape]

    def _read_all_terms(self) -> None:
        """Read the terms that no rule uses, so that their faults are told too."""
        for name, value in self.reader.terms.items():
            if name not in self.reader.used_terms:
                self.reader.read(value, ("terms", name))

    def _rules(self) -> tuple[Rule, ...]:
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
        return tuple(whole)

    def _rule(self, id: str, data: Mapping[str, Any]) -> Rule | None:
        path: Path = ("scoring", "rules", id)
        unit, value = self._worth(id, data)
        when = data.get("when")
        parts: list[Part] = []
        if when is not None and not isinstance(when, Mapping):
            self.fault((*path, "when"), f"expected a mapping of conditions, got {when!r}")
            when = None
        for key, item in (when or {}).items():
            formula = self.reader.word(str(key), item, (*path, "when", key))
            parts.append(Part(str(key), self._said(str(key), item), formula))
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
        return ", ".join(f"{name} = {plain_text(self.reader.terms.get(name))}" for name in names)

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
        for name in names:
            if name not in SCOPES:
                self.fault((*path, "for"), f'"{name}" is nobody\'s hand{did_you_mean(name, SCOPES)}')
        found = [scopes[name] for name in names if name in scopes]
        return Or(tuple(found)) if found else FALSE

    def _named(self, name: Any, path: Path) -> frozenset[str]:
        """The rules that a name of a rule or group means."""
        if name in self.groups:
            return self.groups[name]
        if name in self.rule_data:
            return frozenset((name,))
        known = [*self.rule_data, *self.groups]
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

    def _settlement(self) -> SettlementMethod | None:
        if not self.data.get("settlement"):
            return None
        try:
            found = self._provided("mj_settlement_methods", ("settlement", "method"), "settlement method")
        except UnusableError:
            return None
        assert isinstance(found, SettlementMethod)
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
