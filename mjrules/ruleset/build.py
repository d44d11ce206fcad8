"""Turns the plain data of a resolved ruleset into a rulebook, and resolves every name on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..classes import ClassError, Classes
from ..conditions.reader import ConditionReader, Path, Word
from ..conditions.words import WORDS
from ..errors import PluginError, did_you_mean
from ..hooks.manager import Plugins
from ..names import NameList
from ..patterns import ADJECTIVES, FORMS, PatternError, PatternReader
from ..patterns import Part as Pattern
from ..readings import UNFINISHED
from ..record import FIELDS, FLAGS
from ..scoring.policy import CombinationPolicy, ScoringMethod
from ..scoring.scorer import WAITS, Rulebook, StandIns
from ..selectors import LETTER_RANK, LETTERS_SUIT, LETTERS_TILE
from ..settlement import SettlementMethod
from ..shapes import Shape
from ..tiles import TileError, TileSet, parse_tiles
from .rules import Fault, RuleReader, group_members

SCORING_KEYS = frozenset(("method", "minimum", "combination", "waits", "groups", "types", "rules"))
RESERVED = frozenset((*FORMS, *ADJECTIVES, *LETTERS_SUIT, *LETTERS_TILE, LETTER_RANK, "or", "not", "of"))
"""Words of patterns, which cannot name classes of tiles."""
DYNAMIC = {"seat_wind": "seat_wind", "own_wind": "seat_wind", "round_wind": "round_wind"}
"""The classes of tiles that depend on the hand, with their other names."""


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
        self.sizes: dict[int, str] = {}
        self.classes = self._classes()
        self.groups = group_members(self.scoring, faults)
        self.reader = self._reader()

    def fault(self, path: Path, message: str) -> None:
        """Note a fault and go on."""
        self.faults.append((path, message))

    def build(self) -> Rulebook:
        """The rulebook; unusable where there are faults."""
        shapes = self._shapes()
        rules = RuleReader(self.rule_data, self.method, self.reader, self.faults).rules()
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
        for section, names, taken in (("numbers", numbers, FIELDS), ("flags", self.data.get("flags") or {}, FLAGS)):
            for name in names:
                if name in taken:
                    self.fault((section, name), f'"{name}" is known to every ruleset already')
        self._check_names()
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

    def _check_names(self) -> None:
        """Every list of names gives words to things, and preferred lists are there."""
        section = self.data.get("names") or {}
        lists = section.get("lists") or {}
        for id, data in lists.items():
            path: Path = ("names", "lists", id)
            kinds = [kind for kind in ("tiles", "suits", "sets") if data.get(kind) is not None]
            if len(kinds) != 1:
                self.fault(path, f"a list of names is for tiles, suits or sets, got {' and '.join(kinds) or 'none'}")
                continue
            try:
                found = NameList.from_data(id, data)
            except TileError as error:
                self.fault((*path, kinds[0]), str(error))
                continue
            if len(found.things) != len(found.words):
                message = f"expected as many words as {kinds[0]} ({len(found.things)}), got {len(found.words)}"
                self.fault((*path, "words"), message)
            known = {"suits": "mps", "sets": ("chow", "pung", "kong", "pair")}.get(kinds[0])
            for thing in found.things if known else ():
                if thing not in (known or ()):
                    self.fault((*path, kinds[0]), f'"{thing}" is none of {", ".join(known or ())}')
        for index, id in enumerate(section.get("prefer") or ()):
            if id not in lists:
                self.fault(("names", "prefer", index), f'"{id}" is no list of names{did_you_mean(id, lists)}')

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
            if name in RESERVED:
                message = f'"{name}" has a meaning in patterns already: a class needs a name of its own'
                self.fault(("tile_classes", name), message)
            try:
                classes.find(name)
            except ClassError as error:
                self.fault(("tile_classes", name), str(error))
        return classes

    def _reader(self) -> ConditionReader:
        try:
            words: dict[str, Word] = self.plugins.by_name("mj_condition_words", taken=WORDS)
        except PluginError as error:
            self.fault(("plugins",), str(error))
            raise UnusableError from None
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
        if found and not shape.pattern_only:
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

    def _settlement(self) -> SettlementMethod | None:
        if not self.data.get("settlement"):
            return None
        try:
            found = self._provided("mj_settlement_methods", ("settlement", "method"), "settlement method")
        except UnusableError:
            return None
        assert isinstance(found, SettlementMethod)
        return found
