"""Turns the plain data of a resolved ruleset into a rulebook, and resolves every name on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..classes import ClassError
from ..conditions.formula import Formula, TooComplexError, alternatives
from ..conditions.reader import ConditionReader, Path, Word, class_needs
from ..conditions.words import WORDS
from ..errors import Fault, PluginError, did_you_mean
from ..hooks.manager import Plugins
from ..patterns import Part as Pattern
from ..patterns import PatternError, PatternReader
from ..readings import UNFINISHED
from ..record import FIELDS, FLAGS
from ..scoring.policy import CombinationPolicy, ScoringMethod
from ..scoring.rulebook import WAITS, Fishing, Rulebook
from ..settlement import KINDS, SettlementMethod
from ..shapes import Shape
from ..tileset import Wild
from .rules import RuleReader, group_members
from .vocabulary import ClassReader, check_names, read_tiles

SCORING_KEYS = ("method", "minimum", "combination", "waits", "ordinary", "fishing", "groups", "types", "rules")
HOOKS = (
    "mj_scoring_methods",
    "mj_combination_policies",
    "mj_settlement_methods",
    "mj_condition_words",
    "mj_house_rules",
)
"""The hooks whose items have names."""


class Builder:
    """Builds one rulebook; `faults` collects everything that is wrong.

    A ruleset without scoring is checked too, as far as it goes. Raises PluginError where plugins fail.
    """

    def __init__(self, data: Mapping[str, Any], plugins: Plugins, faults: list[Fault]) -> None:
        self.data, self.plugins, self.faults = data, plugins, faults
        self.scoring: Mapping[str, Any] = data.get("scoring") or {}
        self.scores = bool(data.get("scoring"))
        rules: Mapping[str, Any] = self.scoring.get("rules") or {}
        self.rule_data = {id: rule for id, rule in rules.items() if isinstance(rule, Mapping)}
        self.provided = self._all_provided()
        self.method: ScoringMethod | None = None
        self.policy: CombinationPolicy | None = None
        self.settlement: SettlementMethod | None = None
        if self.scores:
            self.method = self._provided("mj_scoring_methods", ("scoring", "method"), "scoring method")
            self.policy = self._provided(
                "mj_combination_policies", ("scoring", "combination"), "combination policy", default="free"
            )
        if data.get("settlement"):
            path = ("settlement", "method")
            self.settlement = self._provided("mj_settlement_methods", path, "settlement method")
        self.sizes: dict[int, str] = {}
        self.classes = ClassReader(data, faults).classes()
        self.groups = group_members(self.scoring, faults)
        self.reader = self._reader()

    def fault(self, path: Path, message: str, *, on_key: bool = False, needs: tuple[Path, ...] = ()) -> None:
        """Note a fault and go on."""
        self.faults.append(Fault(path, message, on_key, needs))

    def build(self) -> Rulebook | None:
        """The rulebook; None where there are faults, or the ruleset does not score."""
        shapes = self._shapes()
        if self.scores and not shapes:
            self.fault(("shapes",), "a ruleset that scores needs a shape, or a rule with hand")
        rule_reader = RuleReader(self.rule_data, self.method, self.reader, self._ordinary(), self.faults)
        rules = rule_reader.rules()
        win_requires, fishing = self._win_requires(), self._fishing(rule_reader)
        self._read_all_terms()
        self.faults += self.reader.problems
        waits = str(self.scoring.get("waits") or "formal")
        if waits not in WAITS:
            self.fault(("scoring", "waits"), f'"{waits}" is no way to count waits{did_you_mean(waits, WAITS)}')
        self._check_payments()
        self._check_play()
        table = self.data.get("table") or {}
        numbers = dict(self.data.get("numbers") or {})
        for section, names, taken in (("numbers", numbers, FIELDS), ("flags", self.data.get("flags") or {}, FLAGS)):
            for name in names:
                if name in taken:
                    self.fault((section, name), f'"{name}" is known to every ruleset already', on_key=True)
        check_names(self.data, self.faults)
        tiles = read_tiles(self.data, self.faults)
        if self.scores and not self.data.get("tiles"):
            self.fault(("tiles",), "a ruleset that scores needs tiles")
        stand_ins = [item for _, item in self.plugins.collect("mj_stand_ins")]
        if self.faults or self.method is None or self.policy is None:
            return None
        return Rulebook(
            tiles=tiles,
            shapes=shapes,
            rules=rules,
            method=self.method,
            settings={key: value for key, value in self.scoring.items() if key not in SCORING_KEYS},
            policy=self.policy,
            seats=tuple(table.get("seats") or ("E", "S", "W", "N")),
            minimum=int(self.scoring.get("minimum") or 0),
            waits=waits,
            win_requires=win_requires,
            fishing=fishing,
            settlement=self.settlement,
            settlements=self.provided["mj_settlement_methods"],
            settlement_settings={k: v for k, v in (self.data.get("settlement") or {}).items() if k != "method"},
            flags={**FLAGS, **(self.data.get("flags") or {})},
            numbers=numbers,
            stand_ins=tuple(item for item in stand_ins if not isinstance(item, Wild)),
            wild=tuple(item for item in stand_ins if isinstance(item, Wild)),
        )

    def _ordinary(self) -> frozenset[str] | None:
        """The shapes in which a hand has an ordinary value; None where every shape is such."""
        names = self.scoring.get("ordinary")
        if not names:
            return None
        known = (*self.reader.shapes, UNFINISHED)
        for index, name in enumerate(names):
            if name not in known:
                message = f'"{name}" is no shape{did_you_mean(name, known)}'
                self.fault(("scoring", "ordinary", index), message, needs=(("shapes", str(name)),))
        return frozenset(names)

    def _fishing(self, reader: RuleReader) -> Fishing | None:
        """What is shared with a player who waits for a hand; None where nothing is."""
        data = self.scoring.get("fishing")
        if not data:
            return None
        from fractions import Fraction  # few rulesets have fractions

        shared, finished = (
            frozenset(id for name in _names(data.get(key)) for id in reader.named(name, ("scoring", "fishing", key)))
            for key in ("of", "finished")
        )
        if not shared and not finished:
            return None
        called, exhausted = data.get("called", True), data.get("exhausted", False)
        return Fishing(Fraction(str(data.get("share", 1))), shared, finished, bool(called), bool(exhausted))

    def _check_payments(self) -> None:
        """Note penalties that name a settlement method that there is not, and pots that are called like a kind."""
        for name, penalty in (self.data.get("penalties") or {}).items():
            method = penalty.get("settles_by") if isinstance(penalty, Mapping) else None
            if method is not None:
                self._find("mj_settlement_methods", method, ("penalties", name, "settles_by"), "settlement method")
        for name in self.data.get("pots") or {}:
            if name in KINDS:
                self.fault(
                    ("pots", name), f'"{name}" is settled under every ruleset: a pot needs another id', on_key=True
                )

    def _check_play(self) -> None:
        """Note house rules that there are not, and rules whose hands should rob a kong and that there are not."""
        for name in self.data.get("house_rules") or {}:
            self._find("mj_house_rules", name, ("house_rules", name), "house rule")
        for index, name in enumerate((self.data.get("table") or {}).get("robs_concealed") or ()):
            if name not in self.rule_data:
                message = f'"{name}" is no rule{did_you_mean(name, self.rule_data)}'
                self.fault(("table", "robs_concealed", index), message, needs=(("scoring", "rules", str(name)),))

    def _win_requires(self) -> Formula | None:
        """The condition of a win, which cannot ask about rules."""
        value = self.data.get("win_requires")
        if value is None:
            return None
        path: Path = ("win_requires",)
        before = len(self.reader.about_rules)
        formula = self.reader.read(value, path)
        self.reader.decides_a_win(before)
        try:
            alternatives(formula)
        except TooComplexError as error:
            self.fault(path, str(error))
        return formula

    def _all_provided(self) -> dict[str, dict[str, Any]]:
        """What the plugins provide, by hook and name. Raises PluginError with all that is wrong."""
        found: dict[str, dict[str, Any]] = {}
        errors: list[PluginError] = []
        for hook in HOOKS:
            try:
                found[hook] = self.plugins.by_name(hook, taken=WORDS if hook == "mj_condition_words" else ())
            except PluginError as error:
                errors.append(error)
        try:
            self.plugins.collect("mj_stand_ins")
        except PluginError as error:
            errors.append(error)
        if errors:
            raise PluginError.together(errors)
        return found

    def _provided(self, hook: str, path: Path, what: str, default: str | None = None) -> Any:
        name = (self.data.get(str(path[0])) or {}).get(str(path[1]), default)
        if name is not None:
            return self._find(hook, name, path, what)
        self.fault(path, f"a ruleset that scores names its {what} (known: {', '.join(self.provided[hook])})")
        return None

    def _find(self, hook: str, name: object, path: Path, what: str) -> Any:
        """What a plugin provides under a name; None, and a fault noted, where there is none."""
        provided = self.provided[hook]
        if name not in provided:
            hint = did_you_mean(name, provided) or " (no plugin of the ruleset provides one: see `plugins`)"
            self.fault(path, f'"{name}" is no {what}{hint}')
        return provided.get(str(name))

    def _reader(self) -> ConditionReader:
        words: dict[str, Word] = self.provided["mj_condition_words"]
        hands = [id for id, rule in self.rule_data.items() if rule.get("hand") is not None]
        return ConditionReader(
            {**WORDS, **words},
            classes=self.classes,
            shapes=[*(self.data.get("shapes") or {}), *hands],
            terms=self.data.get("terms") or {},
            flags=[*FLAGS, *(self.data.get("flags") or {})],
            numbers=list(self.data.get("numbers") or {}),
            rules=list(self.rule_data),
            groups=list(self.groups),
            members=self.groups,
        )

    def _shapes(self) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        for name, value in (self.data.get("shapes") or {}).items():
            if name == UNFINISHED:
                self.fault(("shapes", name), f'"{UNFINISHED}" is the shape of hands that did not win', on_key=True)
            shapes += self._shape(name, value, value["parts"], ("shapes", name, "parts"))
        for id, rule in self.rule_data.items():
            if rule.get("hand") is not None:
                path: Path = ("scoring", "rules", id, "hand")
                if id in (self.data.get("shapes") or {}):
                    message = f'two shapes are called "{id}": one under shapes, one by hand of the rule'
                    self.fault(path, message)
                own = self._shape(id, rule, rule["hand"], path)
                shapes += [] if self._switched_off(rule) else own
        return tuple(shapes)

    def _switched_off(self, rule: Mapping[str, Any]) -> bool:
        """Whether a rule is worth null, so that a hand of its shape is no win."""
        return any(unit in rule and rule[unit] is None for unit in (self.method.units if self.method else ()))

    def _shape(self, name: str, value: Mapping[str, Any], parts: Iterable[Any], path: Path) -> list[Shape]:
        reader = PatternReader(self.classes)
        found: list[Pattern] = []
        before = len(self.faults)
        for index, text in enumerate(parts):
            try:
                found += reader.parts(str(text))
            except (PatternError, ClassError) as error:
                self.fault((*path, index), str(error), needs=class_needs(error.missing))
        shape = Shape(
            name,
            tuple(found),
            concealed=bool(value.get("concealed")),
            distinct=bool(value.get("distinct")),
            pattern_only=bool(value.get("pattern_only")),
        )
        if found and shape.size < 2:
            self.fault(path, f"expected at least two tiles, got {shape.size}")
        elif found and len(self.faults) == before and not shape.pattern_only:
            first = self.sizes.setdefault(shape.size, name)
            other = next(size for size in self.sizes)
            if shape.size != other and first == name:
                message = f"the shape has {shape.size} tiles, but {self.sizes[other]} has {other}: a game has one size"
                self.fault(path, message)
        return [shape]

    def _read_all_terms(self) -> None:
        """Read the terms that no rule uses, so that their faults are told too."""
        for name, value in self.reader.terms.items():
            if name not in self.reader.used_terms:
                self.reader.read(value, ("terms", name))


def _names(value: Any) -> list[Any]:
    """One name or several, or none, as a list."""
    return value if isinstance(value, list) else [] if value is None else [value]
