"""Turns the plain data of a resolved ruleset into a rulebook, and resolves every name on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from ...conditions.bonus_patterns import BONUS_PATTERNS, BonusPattern, read_bonus_pattern
from ...conditions.formula import Formula, TooManyWaysError, alternatives
from ...conditions.reader import ConditionReader, Word, class_needs
from ...conditions.words import WORDS
from ...declared.values import plain, several, typed
from ...errors import NotedFaults, Path, did_you_mean
from ...hands.declared_fields import RecordField
from ...hands.record import FLAGS
from ...hooks.manager import Plugins
from ...scoring.policy import CombinationPolicy, ScoringMethod
from ...scoring.rulebook import Rulebook, StandIns
from ...scoring.shares import Share
from ...settlement_method import SettlementMethod
from ...shapes.readings import UNFINISHED
from ...spoken import Sentence
from ...tiles.classes import ClassError, Classes
from ...tiles.tile import BY_TEXT, KINDS
from ...tiles.tileset import Wild
from ..definition import Definition
from .named_items import NamedItems
from .rules import RuleReader, group_members
from .shapes import ShapeReader
from .vocabulary import ClassReader, flags_of, read_field, read_tile_set

_RULESET_RULES_MUST = Sentence(
    "a ruleset with rules must say how they score: scoring.method is missing "
    '(to change another ruleset, name it: "extends: ID")',
    "有番种的规则须写明怎样计分：缺少“scoring.method”（若要改另一种规则，请写明是哪一种：“extends: 代号”）",
)()
_DECLARED_PLUGIN_ALREADY = Sentence('"{name}" is declared by a plugin already', "“{name}”已由插件定义")
_EXPECTED_SUIT_TILES = Sentence(
    'expected suit tiles and honours such as "1234567z", got "{among}"', "应为数牌和字牌，如“1234567z”，而不是“{among}”"
)
_EXPECTED_SUIT_TILE = Sentence(
    'expected a suit tile or an honour, got "{aside}"', "应为一张数牌或字牌，而不是“{aside}”"
)
_NOT_SHAPE = Sentence('"{name}" is not a shape{near}', "没有“{name}”这种牌型{near}")
_TABLE_PAYS_ITS = Sentence(
    'the table pays it for its "cause" already: leave one of the two out', "牌桌已按“cause”收付：两项请去掉一项"
)()

BONUS_CAUSES: Final[Mapping[str, BonusPattern]] = {
    "all_flowers": BONUS_PATTERNS["4 flower"],
    "all_seasons": BONUS_PATTERNS["4 season"],
}
"""The bonus tiles for which the table pays by the cause of a payment at once."""


class Builder:
    """Builds one rulebook; `faults` collects what is wrong in all that it reads.

    `read` comes before `rulebook`. A ruleset without scoring is read too, as far as it goes. `like` has read a
    definition that differs in parts: what is the same is taken from it. Raises PluginError where plugins fail.
    """

    def __init__(
        self, definition: Definition, plugins: Plugins, faults: NotedFaults, like: Builder | None = None
    ) -> None:
        self.definition, self.plugins, self.faults = definition, plugins, faults
        self.scoring, self.settlement_section = definition.scoring, definition.settlement
        self.provided: NamedItems = (
            like.provided if like is not None and like.plugins is plugins else NamedItems(plugins)
        )
        self.method: ScoringMethod | None = None
        self.policy: CombinationPolicy | None = None
        self.settlement: SettlementMethod | None = None
        if self.scoring is not None:
            method, policy = self.scoring.method, self.scoring.combination
            self.method = self._find("mj_scoring_methods", method, ("scoring", "method"))
            path: Path = ("scoring", "combination")
            self.policy = self._find("mj_combination_policies", policy, path)
        elif definition.rules:
            self.faults.note(
                ("rules",),
                _RULESET_RULES_MUST,
                on_key=True,
                needs=(("scoring",),),
            )
        if self.settlement_section is not None:
            path, method = ("settlement", "method"), self.settlement_section.method
            self.settlement = self._find("mj_settlement_methods", method, path)
        self.stand_ins = [item for _, item in plugins.collect("mj_stand_ins")]
        self.fields = self._record_fields()
        self.said_of_classes = (definition.tile_classes, definition.suit_honours, self.fields)
        self.classes = self._classes(like)
        self.shape_reader = ShapeReader(self.classes, faults)
        self.groups = group_members(definition, faults)
        self.reader = self._reader()

    def _find(self, hook: str, name: str, path: Path) -> Any:
        return self.provided.find(self.faults, hook, name, path)

    def _classes(self, like: Builder | None) -> Classes:
        """The classes of tiles."""
        if like is not None and like.said_of_classes == self.said_of_classes:
            return like.classes
        return ClassReader(self.definition, self.fields.values(), self.faults).classes()

    def _record_fields(self) -> dict[str, RecordField]:
        """The further fields of hand records: those of the ruleset, and those that its plugins declare."""
        found: dict[str, RecordField] = dict(self.provided["mj_record_fields"])
        for name, entry in self.definition.fields.items():
            if name in found:
                self.faults.note(("fields", name), _DECLARED_PLUGIN_ALREADY(name=name), on_key=True)
            found[name] = read_field(name, entry)
            among = None if isinstance(entry, str) else entry.among
            if among is not None and not found[name].among:
                message = _EXPECTED_SUIT_TILES(among=among)
                self.faults.note(("fields", name, "among"), message)
            aside = found[name].laid_aside
            if aside and BY_TEXT.get(aside, KINDS) >= KINDS:
                self.faults.note(("fields", name, "laid_aside"), _EXPECTED_SUIT_TILE(aside=aside))
        return found

    def read(self) -> None:
        """Read what the rulebook is made of; enough for a definition that was checked before."""
        self.shapes = self.shape_reader.shapes(self.definition)
        self.rule_reader = RuleReader(self.definition.rules, self.method, self.reader, self._ordinary(), self.faults)
        self.rules = self.rule_reader.rules()
        self.win_requires, self.share = self._win_requires(), self._share(self.rule_reader)
        self.tiles = read_tile_set(self.definition, self.faults)

    def read_parts(self, parts: Collection[Path]) -> None:
        """Read only what stands at some paths, of a definition that is sound but for them."""
        sections = {path[0] for path in parts}
        shaped = {*self.definition.shapes, *(id for id, rule in self.definition.rules.items() if rule.hand is not None)}
        named = shaped & {str(path[-1]) for path in parts if path[0] in ("shapes", "rules")}
        self.shape_reader.shapes(self.definition, frozenset(named))
        self.rule_reader = RuleReader(self.definition.rules, self.method, self.reader, self._ordinary(), self.faults)
        if "win_requires" in sections:
            self._win_requires()
        if "scoring" in sections:
            self._share(self.rule_reader)
        if "tiles" in sections:
            read_tile_set(self.definition, self.faults)

    def rulebook(self) -> Rulebook | None:
        """The rulebook of a ruleset in which nothing is wrong; None for one that does not score."""
        scoring, definition = self.scoring, self.definition
        if scoring is None or self.method is None or self.policy is None:
            return None
        given = tuple([item for item in self.stand_ins if not isinstance(item, Wild)])
        return Rulebook(
            tiles=self.tiles,
            shapes=self.shapes,
            rules=self.rules,
            method=self.method,
            settings=typed_settings(self.method.settings, scoring.settings),
            policy=self.policy,
            seats=definition.table.seats,
            minimum=scoring.minimum,
            waits=scoring.waits,
            win_requires=self.win_requires,
            share=self.share,
            settlement=self.settlement,
            settlements=MappingProxyType(self.provided["mj_settlement_methods"]),
            settlement_settings=self._settlement_settings(),
            paid_for_bonus=MappingProxyType(dict(self.paid_for_bonus())),
            pots=MappingProxyType({name: (pot.field, pot.unit) for name, pot in definition.pots.items()}),
            flags=MappingProxyType(flags_of(definition)),
            fields=MappingProxyType(self.fields),
            stand_ins=(*given, *self._said_jokers()),
            stands_unseen=bool(given),
            wild=tuple(item for item in self.stand_ins if isinstance(item, Wild)),
        )

    def _said_jokers(self) -> Iterator[StandIns]:
        """What gives the hands for which a hand stands whose fields say which tiles are jokers, where any does."""
        said = [field for field in self.fields.values() if field.jokers]
        if said:
            from ...scoring.said_jokers import SaidJokers  # few rulesets have such fields

            yield SaidJokers(said)

    def _settlement_settings(self) -> Any:
        """The settings of the settlement method as a value of its class; None where the ruleset has no settlement."""
        if self.settlement is None or self.settlement_section is None:
            return None
        return typed_settings(self.settlement.settings, self.settlement_section.settings)

    def _ordinary(self) -> frozenset[str] | None:
        """The shapes in which a hand has an ordinary value; None where every shape is such."""
        names = () if self.scoring is None else self.scoring.ordinary
        if not names:
            return None
        known = (*self.reader.shapes, UNFINISHED)
        for index, name in enumerate(names):
            if name not in known:
                message = _NOT_SHAPE(name=name, near=did_you_mean(name, known))
                self.faults.note(("scoring", "ordinary", index), message, needs=(("shapes", name),))
        return frozenset(names)

    def _share(self, reader: RuleReader) -> Share | None:
        """What is shared with a player who waits for a hand; None where nothing is."""
        entry = None if self.scoring is None else self.scoring.fishing
        if entry is None:
            return None
        from fractions import Fraction  # few rulesets have fractions

        shared, finished = (
            frozenset(id for name in several(names) for id in reader.named(name, ("scoring", "fishing", key)))
            for key, names in (("of", entry.of), ("finished", entry.finished))
        )
        if not shared and not finished:
            return None
        return Share(Fraction(str(entry.share)), shared, finished, entry.called, entry.exhausted)

    def paid_for_bonus(self) -> Iterator[tuple[str, BonusPattern]]:
        """The payments at once that the table makes for bonus tiles, by their ids; notes what is wrong with them."""
        for name, payment in self.definition.bonus_payments.items():
            path: Path = ("bonus_payments", name, "bonus")
            if payment.bonus is None:
                if payment.cause is not None and payment.cause in BONUS_CAUSES:
                    yield name, BONUS_CAUSES[payment.cause]
                continue
            if payment.cause is not None:
                self.faults.note(path, _TABLE_PAYS_ITS, on_key=True)
            try:
                yield name, read_bonus_pattern(payment.bonus, self.classes)
            except ClassError as error:
                self.faults.note(path, str(error), needs=class_needs(error.missing))

    def _win_requires(self) -> Formula | None:
        """The condition of a win, which cannot ask about rules."""
        value = self.definition.win_requires
        if value is None:
            return None
        path: Path = ("win_requires",)
        before = len(self.reader.about_rules)
        formula = self.reader.read(plain(value), path)
        self.reader.decides_a_win(before)
        try:
            alternatives(formula)
        except TooManyWaysError as error:
            self.faults.note(path, str(error))
        return formula

    def _reader(self) -> ConditionReader:
        definition = self.definition
        words: dict[str, Word] = self.provided["mj_condition_words"]
        hands = [id for id, rule in definition.rules.items() if rule.hand is not None]
        return ConditionReader(
            {**WORDS, **words},
            classes=self.classes,
            shapes=[*definition.shapes, *hands],
            terms=plain(definition.terms),
            flags=[*FLAGS, *definition.flags],
            fields=self.fields,
            rules=list(definition.rules),
            groups=list(self.groups),
            members=self.groups,
            tiles=read_tile_set(definition, NotedFaults()),
        )


def typed_settings(kind: Any, given: Mapping[str, Any]) -> Any:
    """The settings that a file gives, as a value of the class that a plugin declares for them; None for no class."""
    return None if kind is None else typed(kind, given)
