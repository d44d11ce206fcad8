"""Turns the plain data of a resolved ruleset into a rulebook, and resolves every name on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from .. import bounds
from ..conditions.bonus_patterns import BONUS_PATTERNS, BonusPattern, read_bonus_pattern
from ..conditions.formula import Formula, TooManyWaysError, alternatives
from ..conditions.reader import ConditionReader, Word, class_needs
from ..conditions.words import WORDS
from ..declared.values import plain, several, typed
from ..errors import NotedFaults, Path, PluginError, described, did_you_mean
from ..hands.declared_fields import RecordField
from ..hands.record import FIELDS, FLAGS
from ..hands.text import HAND_WORDS
from ..hooks.manager import Plugins
from ..scoring.policy import CombinationPolicy, ScoringMethod
from ..scoring.rulebook import WAITS, Rulebook, StandIns
from ..scoring.shares import Share
from ..settlement_method import HANDS, SettlementMethod
from ..shapes.pattern_grammar import Part as Pattern
from ..shapes.pattern_grammar import PatternError, PatternReader, with_declared_chows
from ..shapes.readings import UNFINISHED
from ..shapes.shape import Shape
from ..tiles.classes import ClassError, Classes
from ..tiles.tile import BY_TEXT, KINDS
from ..tiles.tileset import Wild
from .definition import Definition, ShapeEntry
from .match_rules import match_faults
from .play_rules import COUNTED, LikeWin
from .rules import RuleReader, group_members
from .vocabulary import ClassReader, check_names, flags_of, read_field, read_tile_set

HOOKS = (
    "mj_scoring_methods",
    "mj_combination_policies",
    "mj_settlement_methods",
    "mj_record_fields",
    "mj_condition_words",
    "mj_house_rules",
)
"""The hooks whose items have names."""
BONUS_CAUSES: Final[Mapping[str, BonusPattern]] = {
    "all_flowers": BONUS_PATTERNS["4 flower"],
    "all_seasons": BONUS_PATTERNS["4 season"],
}
"""The bonus tiles for which the table pays by the cause of a payment at once."""


class Builder:
    """Builds one rulebook; `faults` collects everything that is wrong.

    `check` comes before `rulebook`. A ruleset without scoring is checked too, as far as it goes. `like` has read a
    definition that differs in parts: what is the same is taken from it. Raises PluginError where plugins fail.
    """

    def __init__(
        self, definition: Definition, plugins: Plugins, faults: NotedFaults, like: Builder | None = None
    ) -> None:
        self.definition, self.plugins, self.faults = definition, plugins, faults
        self.scoring, self.settlement_section = definition.scoring, definition.settlement
        self.provided: dict[str, dict[str, Any]] = (
            like.provided if like is not None and like.plugins is plugins else self._all_provided()
        )
        self.method: ScoringMethod | None = None
        self.policy: CombinationPolicy | None = None
        self.settlement: SettlementMethod | None = None
        if self.scoring is not None:
            method, policy = self.scoring.method, self.scoring.combination
            self.method = self._find("mj_scoring_methods", method, ("scoring", "method"), "scoring method")
            path: Path = ("scoring", "combination")
            self.policy = self._find("mj_combination_policies", policy, path, "combination policy")
        elif definition.rules:
            self.faults.note(
                ("rules",),
                "a ruleset with rules must say how they score: scoring.method is missing "
                '(to change another ruleset, name it: "extends: ID")',
                on_key=True,
                needs=(("scoring",),),
            )
        if self.settlement_section is not None:
            path, method = ("settlement", "method"), self.settlement_section.method
            self.settlement = self._find("mj_settlement_methods", method, path, "settlement method")
        self.stand_ins = [item for _, item in plugins.collect("mj_stand_ins")]
        self.sizes: dict[int, str] = {}
        self.fields = self._record_fields()
        self.said_of_classes = (definition.tile_classes, definition.suit_honours, self.fields)
        self.classes = self._classes(like)
        self.groups = group_members(definition, faults)
        self.reader = self._reader()

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
                self.faults.note(("fields", name), f'"{name}" is declared by a plugin already', on_key=True)
            found[name] = read_field(name, entry)
            among = None if isinstance(entry, str) else entry.among
            if among is not None and not found[name].among:
                message = f'expected suit tiles and honours such as "1234567z", got "{among}"'
                self.faults.note(("fields", name, "among"), message)
            aside = found[name].laid_aside
            if aside and BY_TEXT.get(aside, KINDS) >= KINDS:
                self.faults.note(("fields", name, "laid_aside"), f'expected a suit tile or an honour, got "{aside}"')
        return found

    def check(self) -> None:
        """Read everything, and note what is wrong."""
        self.read()
        self.rule_reader.check_all(self.rules)
        if self.scoring is not None and not self.shapes:
            message = "a ruleset that scores needs a shape, or a rule with hand"
            self.faults.note(("shapes",), message, needs=(("shapes",),))
        if self.scoring is not None and not self.definition.tiles:
            self.faults.note(("tiles",), "a ruleset that scores needs tiles")
        self._read_all_terms()
        self.faults += self.reader.problems
        self._check_waits()
        self._check_payments()
        self._check_play()
        self._check_taken()
        check_names(self.definition, self.faults)
        self._check_wall()

    def read(self) -> None:
        """Read what the rulebook is made of; enough for a definition that was checked before."""
        self.shapes = self._shapes()
        self.rule_reader = RuleReader(self.definition.rules, self.method, self.reader, self._ordinary(), self.faults)
        self.rules = self.rule_reader.rules()
        self.win_requires, self.share = self._win_requires(), self._share(self.rule_reader)
        self.tiles = read_tile_set(self.definition, self.faults)

    def check_parts(self, parts: Collection[Path]) -> None:
        """Read only what stands at some paths, of a definition that is sound but for them, and note what is wrong."""
        sections = {path[0] for path in parts}
        shaped = {*self.definition.shapes, *(id for id, rule in self.definition.rules.items() if rule.hand is not None)}
        self._shapes(frozenset(shaped & {str(path[-1]) for path in parts if path[0] in ("shapes", "rules")}))
        reader = RuleReader(self.definition.rules, self.method, self.reader, self._ordinary(), self.faults)
        for path in parts:
            if path[0] == "rules" and len(path) > 1 and path[1] in self.definition.rules:
                reader.check(str(path[1]))
            elif path[0] == "terms" and len(path) > 1 and path[1] in self.definition.terms:
                self.reader.read(plain(self.definition.terms[str(path[1])]), path)
        if "win_requires" in sections:
            self._win_requires()
        if "scoring" in sections:
            self._share(reader)
            self._check_waits()
        if "tiles" in sections:
            read_tile_set(self.definition, self.faults)
        self._check_payments()
        self._check_play()
        self.faults += self.reader.problems

    def rulebook(self) -> Rulebook | None:
        """The rulebook of a ruleset in which `check` found no fault; None for one that does not score."""
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
            paid_for_bonus=MappingProxyType(dict(self._paid_for_bonus())),
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
            from ..scoring.said_jokers import SaidJokers  # few rulesets have such fields

            yield SaidJokers(said)

    def _settlement_settings(self) -> Any:
        """The settings of the settlement method as a value of its class; None where the ruleset has no settlement."""
        if self.settlement is None or self.settlement_section is None:
            return None
        return typed_settings(self.settlement.settings, self.settlement_section.settings)

    def _check_waits(self) -> None:
        waits = None if self.scoring is None else self.scoring.waits
        if waits is not None and waits not in WAITS:
            self.faults.note(("scoring", "waits"), f'"{waits}" is not a way to count waits{did_you_mean(waits, WAITS)}')

    def _check_taken(self) -> None:
        """Note fields and flags that every ruleset has."""
        sections = (
            ("fields", self.definition.fields, FIELDS),
            ("flags", self.definition.flags, (*FLAGS, *HAND_WORDS)),
        )
        for section, names, taken in sections:
            for name in names:
                if name in taken:
                    self.faults.note((section, name), f'"{name}" is known to every ruleset already', on_key=True)

    def _ordinary(self) -> frozenset[str] | None:
        """The shapes in which a hand has an ordinary value; None where every shape is such."""
        names = () if self.scoring is None else self.scoring.ordinary
        if not names:
            return None
        known = (*self.reader.shapes, UNFINISHED)
        for index, name in enumerate(names):
            if name not in known:
                message = f'"{name}" is not a shape{did_you_mean(name, known)}'
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

    def _check_payments(self) -> None:
        """Note payments and penalties that cannot be paid, pots that are called like a kind, and a settlement by what
        no hand says."""
        from ..play.record_kinds import RECORD_KINDS  # asked only where a ruleset is checked

        self._check_figures(self.settlement, ("settlement", "method"))
        for _ in self._paid_for_bonus():
            pass
        self._check_bonus_payments()
        self._check_penalties()
        for name in self.definition.pots:
            if name in RECORD_KINDS:
                message = f'"{name}" is a kind of record under every ruleset: a pot needs another id'
                self.faults.note(("pots", name), message, on_key=True)

    def _check_bonus_payments(self) -> None:
        """Note payments at once that nobody makes, or the discarder of a tile that the table does not know."""
        for name, payment in self.definition.bonus_payments.items():
            if payment.discarder is not None and (payment.cause is not None or payment.bonus is not None):
                message = "the table pays it by itself, and does not know whose tile it is: leave it out"
                self.faults.note(("bonus_payments", name, "discarder"), message, on_key=True)
            elif payment.discarder is None and payment.each is None:
                self.faults.note(("bonus_payments", name), 'nobody pays: expected "each" or "discarder"')

    def _check_penalties(self) -> None:
        """Note penalties that nobody could pay, and settlement methods that there are not."""
        for name, penalty in self.definition.penalties.items():
            if penalty.settles_by is not None:
                path: Path = ("penalties", name, "settles_by")
                method = self._find("mj_settlement_methods", penalty.settles_by, path, "settlement method")
                self._check_figures(method, path)
            elif penalty.lacks_limit:
                message = 'a part of no limit: expected "of" (the limit), "without_limit" or a whole number'
                self.faults.note(("penalties", name, "each"), message)
            elif penalty.like_win is not None:
                path = ("penalties", name, "like_win")
                if penalty.each != 0:
                    self.faults.note(path, 'it is paid instead of "each": leave one of the two out', on_key=True)
                self._check_like_win(penalty.like_win, path)

    def _check_like_win(self, like: LikeWin, path: Path) -> None:
        """Note what no drawn win costs that is known by its value alone."""
        settlement, method = self.settlement, self.method
        if self.settlement_section is None:
            self.faults.note(path, "what a win costs, and there is no settlement", needs=(("settlement", "method"),))
        elif settlement is not None and (not settlement.drawn or HANDS in settlement.reads or settlement.figures):
            self.faults.note(path, f"{settlement.name} does not tell what a drawn win costs by its value alone")
        if method is None or self.scoring is None or any(fault.path[:1] == ("scoring",) for fault in self.faults):
            return
        if like.value(method.most(typed_settings(method.settings, self.scoring.settings))) is None:
            self.faults.note(path, 'hands count without a limit: expected "worth" or "without_limit"')

    def _check_figures(self, settlement: SettlementMethod | None, path: Path) -> None:
        """Note a settlement method that needs more of a hand than its worth, and the scoring method does not say it."""
        method = self.method
        if settlement is None or method is None or {*settlement.figures} <= {*method.figures}:
            return
        lacking = min({*settlement.figures} - {*method.figures})
        message = f'{settlement.name} settles what a hand says under "{lacking}", which {method.name} does not say'
        self.faults.note(path, message, needs=(("scoring", "method"),))

    def _paid_for_bonus(self) -> Iterator[tuple[str, BonusPattern]]:
        """The payments at once that the table makes for bonus tiles, by their ids; notes what is wrong with them."""
        for name, payment in self.definition.bonus_payments.items():
            path: Path = ("bonus_payments", name, "bonus")
            if payment.bonus is None:
                if payment.cause is not None and payment.cause in BONUS_CAUSES:
                    yield name, BONUS_CAUSES[payment.cause]
                continue
            if payment.cause is not None:
                self.faults.note(
                    path, 'the table pays it for its "cause" already: leave one of the two out', on_key=True
                )
            try:
                yield name, read_bonus_pattern(payment.bonus, self.classes)
            except ClassError as error:
                self.faults.note(path, str(error), needs=class_needs(error.missing))

    def _check_play(self) -> None:
        """Note house rules, rules whose hands should rob a kong, flags and numbers for winners that there are not."""
        for name in self.definition.house_rules:
            self._find("mj_house_rules", name, ("house_rules", name), "house rule")
        rules, table = self.definition.rules, self.definition.table
        for key, robs in (("robs_concealed", table.robs_concealed), ("robs_bonus", table.robs_bonus)):
            for index, name in enumerate(robs):
                if name not in rules:
                    message = f'"{name}" is not a rule{did_you_mean(name, rules)}'
                    self.faults.note(("table", key, index), message, needs=(("rules", name),))
        flags = (*self.definition.flags, *FLAGS)
        for name in table.situations:
            if name not in flags:
                message = f'"{name}" is not a flag{did_you_mean(name, flags)}'
                self.faults.note(("table", "situations", name), message, on_key=True, needs=(("flags", name),))
        numbers = self.reader.numbers
        places: list[tuple[str, Path]] = [
            (name, ("table", "numbers_for_all", index)) for index, name in enumerate(table.numbers_for_all)
        ]
        places += [(name, ("table", "counted", name)) for name in table.counted if table.counted != COUNTED]
        pots = self.definition.pots.items()
        places += [(pot.field, ("pots", name, "field")) for name, pot in pots if pot.field is not None]
        for name, path in places:
            if name not in numbers:
                message = f'"{name}" is not a declared number{did_you_mean(name, numbers)}'
                self.faults.note(path, message, needs=(("fields", name), *self._not_named("mj_record_fields", name)))
        for name, message in match_faults(self.definition.match, table.seats):
            self.faults.note(("match", name), message)

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

    def _check_wall(self) -> None:
        """The tiles are few enough to be shuffled, and enough for a deal and a first draw."""
        rules, size = self.definition.table, self.tiles.size
        if size > bounds.WALL_TILES:
            self.faults.note(("tiles",), f"{size} tiles in all: at most {bounds.WALL_TILES} are allowed")
        if self.scoring is None or not self.sizes:
            return
        hand = rules.hand_size or min(self.sizes) - 1
        if hand + 1 not in self.sizes:
            message = f"no shape has {hand + 1} tiles: nobody could win with {hand} and one more"
            self.faults.note(("table", "hand_size"), message, needs=(("shapes",),))
        if rules.dead_wall >= size > 0:
            self.faults.note(("table", "dead_wall"), f"there are only {size} tiles in all")

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

    def _find(self, hook: str, name: object, path: Path, what: str) -> Any:
        """What a plugin provides under a name; None, and a fault noted, where there is none."""
        provided = self.provided[hook]
        if name not in provided:
            others = self._not_named(hook, name)
            hint = did_you_mean(name, provided) or " (no plugin of the ruleset provides one: see `plugins`)"
            if others:
                plugins = " or ".join(described(plugin) for _, plugin in others)
                hint = f" here: name the plugin {plugins} under `plugins`"
            self.faults.note(path, f'"{name}" is not a {what}{hint}', needs=others)
        return provided.get(str(name))

    def _not_named(self, hook: str, name: object) -> tuple[Path, ...]:
        """The paths at which plugins that provide something would be named, of those that are not."""
        return tuple(("plugins", plugin) for plugin in self.plugins.others_with(hook, str(name)))

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

    def _shapes(self, some: frozenset[str] | None = None) -> tuple[Shape, ...]:
        """All shapes, of the rules with a hand too; or only some of them, and one more that tells their size."""
        shapes: list[Shape] = []
        entries = self.definition.shapes
        first = next((name for name in entries if some and name not in some), None)
        for name, entry in entries.items():
            if some is not None and name not in some and name != first:
                continue
            if name == UNFINISHED:
                self.faults.note(
                    ("shapes", name), f'"{UNFINISHED}" is the shape of hands that did not win', on_key=True
                )
            shapes += self._shape(name, entry, ("shapes", name, "parts"))
        for id, rule in self.definition.rules.items():
            if rule.hand is not None and (some is None or id in some):
                path: Path = ("rules", id, "hand")
                if id in entries:
                    message = f'two shapes are called "{id}": one under shapes, one by hand of the rule'
                    self.faults.note(path, message)
                entry = ShapeEntry(parts=rule.hand, concealed=bool(rule.concealed), open_runs=bool(rule.open_runs))
                own = self._shape(id, entry, path)
                shapes += own if rule.played else []
        return tuple(shapes)

    def _shape(self, name: str, entry: ShapeEntry, path: Path) -> list[Shape]:
        """A shape, and where declared chows may stand in its runs one for each way in which they may."""
        reader = PatternReader(self.classes, of_shapes=True)
        found: list[Pattern] = []
        before = len(self.faults)
        for index, text in enumerate(entry.parts):
            try:
                found += reader.parts(str(text))
            except (PatternError, ClassError) as error:
                self.faults.note((*path, index), str(error), needs=class_needs(error.missing))
        more = with_declared_chows(tuple(found)) if entry.open_runs else []
        if entry.open_runs and len(self.faults) == before and (entry.concealed or not more):
            why = "it is `concealed`" if entry.concealed else "it has no tiles in a row, such as 2345678a"
            self.faults.note(path, f"`open_runs`: no chow can be declared here, because {why}")
        shapes = [
            Shape(name, parts, concealed=entry.concealed, distinct=entry.distinct, pattern_only=entry.pattern_only)
            for parts in (tuple(found), *more)
        ]
        shape = shapes[0]
        if found and not 2 <= shape.size <= bounds.SHAPE_TILES:
            self.faults.note(path, f"expected 2 to {bounds.SHAPE_TILES} tiles, got {shape.size}")
        elif found and len(self.faults) == before and not shape.pattern_only:
            first = self.sizes.setdefault(shape.size, name)
            other = next(size for size in self.sizes)
            if shape.size != other and first == name:
                message = f"the shape has {shape.size} tiles, but {self.sizes[other]} has {other}: a game has one size"
                self.faults.note(path, message)
        return shapes

    def _read_all_terms(self) -> None:
        """Read the terms that no rule uses, so that their faults are reported too."""
        for name, value in self.reader.terms.items():
            if name not in self.reader.used_terms:
                self.reader.read(value, ("terms", name))


def typed_settings(kind: Any, given: Mapping[str, Any]) -> Any:
    """The settings that a file gives, as a value of the class that a plugin declares for them; None for no class."""
    return None if kind is None else typed(kind, given)
