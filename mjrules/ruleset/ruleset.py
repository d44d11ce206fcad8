"""A loaded ruleset: what it is called, what it was made of, and the scorer that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..declared.values import typed, words_in
from ..errors import HandError, NotedFaults, Place, PluginError, RulesetError, described, did_you_mean
from ..hands.hand import Hand
from ..hands.record import bad
from ..hands.record_answers import refusal
from ..hands.text import read_text
from ..hooks.manager import Plugins
from ..scoring.explanation.explainer import Explainer
from ..scoring.rule import english_name
from ..scoring.rulebook import Rulebook
from ..scoring.score import Score
from ..scoring.score_heading import Sheet
from ..scoring.scorer import Scorer
from ..scoring.show import PLAIN, Style
from ..spoken import CHINESE, ENGLISH, Sentence, Spoken, said_in
from ..text_tables import html_table
from ..tiles.names import Names
from .building.vocabulary import name_lists
from .definition import Definition, Example, RuleEntry
from .field_types import usual_text
from .options.options import Options, Settings, as_text
from .play_rules import BonusPayment

if TYPE_CHECKING:
    from ..batch.batch import Batch
    from ..distance.distances import Distances
    from ..distance.many_distances import DistanceColumns
    from ..hands.pieces import Piece
    from ..play.house_rules import HouseRule
    from ..play.record_kinds import AnsweredKind
    from ..scoring.explanation.not_winning import NotWinning
    from ..shapes.ready_discards import Reach
    from ..words.sentences import Speaker
    from .conditions_in_words import AskedInWords
    from .files.find import RulesetFile
    from .files.node import Node
    from .origins import Origin, Origins
    from .scored_waits import Wait
    from .texts import RulesetTexts, WithTexts

_WAS_NOT_LOADED = Sentence(
    "{id} was not loaded from files, so no other options can be chosen for it", "“{id}”不是从文件读取的，不能另选选项"
)
_RULESET_HAS_NO = Sentence(
    'the ruleset "{id}" has no scoring: it is a base for others', "规则“{id}”不计分：它供其他规则继承"
)
_HAS_NO_HOUSE = Sentence("{id} has no house rule {name}{near}", "“{id}”没有{name:shown}这条附加规则{near}")
_HAS_NO_RULE = Sentence("{id} has no rule {name}{near}", "“{id}”没有{name:shown}这个番种{near}")


class Ruleset:
    """A ruleset with its options chosen. Scoring never changes it; threads may share it.

    `read` gives the node when it is asked for the first time. Pickled, it is the id or path that it was loaded by, with
    its hash: whoever unpickles it loads it again, and must find the same files.
    """

    def __init__(
        self,
        read: Callable[[], Node],
        definition: Definition,
        options: Options,
        book: Rulebook | None,
        used_options: frozenset[str],
        plugins: Plugins,
    ) -> None:
        self._read, self.definition, self.options = read, definition, options
        self.used_options, self.plugins = used_options, plugins
        self.again: Callable[[Settings], Ruleset] | None = None
        """Gives the same ruleset with more options chosen; None where it was not loaded from files."""
        self.files: Sequence[RulesetFile] | None = None
        """The files that it was made of, as they were then, the root first; None where it was not loaded from files."""
        self.elsewhere: tuple[Callable[..., Ruleset], tuple[Any, ...]] | None = None
        """The function that loads it in another process, and what that is given before the hash; None for none."""
        self.told_in: Callable[[], Sequence[WithTexts]] | None = None
        """Reads the files that tell of it, the root first, where that are not those that it was made of."""
        self._book = book

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[Any, ...]]:
        """What loads it again. Raises PicklingError where it was not loaded from files, with the installed plugins."""
        if self.elsewhere is None:
            from pickle import PicklingError

            raise PicklingError(f"{self.id} was not loaded from files, with the installed plugins")
        loads, given = self.elsewhere
        return loads, (*given, self.hash)

    def __copy__(self) -> Ruleset:
        """Another one with the same values, which may be changed; it is not loaded again."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: object) -> Ruleset:
        """The same: what plays or scores by it may be copied, and its copy has what was worked out before."""
        return self

    def under(self, options: Settings) -> Ruleset:
        """The same ruleset with more options chosen. Raises RulesetError where none can be."""
        if self.again is None:
            raise RulesetError(_WAS_NOT_LOADED(id=self.id))
        return self.again(options)

    def texts(self, language: str = ENGLISH) -> RulesetTexts:
        """What is said of it in a language, and in English what is not. Raises RulesetError where that is wrong."""
        from .texts import read_texts, texts_beside

        files = self.files if self.told_in is None else self.told_in()
        return texts_beside(self.node, language) if files is None else read_texts(files, language)

    def languages(self) -> list[str]:
        """The languages in which something is said of it, English first. Raises RulesetError."""
        from .texts import languages_of

        return languages_of(self.files or ())

    def __repr__(self) -> str:
        return f"<Ruleset {self.id}: {self.title}, hash {self.hash[:8]}>"

    def _repr_html_(self) -> str:
        options = [(name, as_text(value)) for name, value in self.options.chosen.items()]
        return html_table(self.title, [("id", self.id), ("edition", self.edition), ("hash", self.hash), *options])

    @cached_property
    def node(self) -> Node:
        """What it was made of: every value with its place and its history, options filled in."""
        return self._read()

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """The examples of its own file; its `definition` has none, for nobody plays or scores by them."""
        return tuple([typed(Example, item.plain()) for item in self.node.items_at(("examples",))])

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return self.definition.id

    @property
    def title(self) -> str:
        """The English title, or the id."""
        return usual_text(self.definition.title) or self.id

    @property
    def summary(self) -> str:
        """What the game is, in English, in a few sentences; empty where its file does not say it."""
        return usual_text(self.definition.summary)

    @property
    def edition(self) -> str:
        """Which edition of the game's rules it gives."""
        return self.definition.edition

    @property
    def head(self) -> dict[str, Any]:
        """What an answer to a record says of it, and that the record could be used."""
        return {"ruleset": self.id, "edition": self.edition, "hash": self.hash, "valid": True}

    @property
    def unit(self) -> str:
        """The unit of totals: the one that the rules are worth, or the main one of the method."""
        units = {rule.unit for rule in self.book.rules}
        return units.pop() if len(units) == 1 else self.book.method.main

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of everything in it that can change a score, or how a hand is played at the table."""
        from .canonical import ruleset_hash

        return ruleset_hash(self.definition, self.settings)

    @cached_property
    def names(self) -> Names:
        """The words that it reads and prints for tiles, suits and sets."""
        return Names(name_lists(self.definition), self.definition.names.prefer)

    @property
    def book(self) -> Rulebook:
        """The rules as the scorer uses them. Raises RulesetError for a ruleset that does not score."""
        if self._book is None:
            raise RulesetError(_RULESET_HAS_NO(id=self.id))
        return self._book

    @cached_property
    def wins_alone(self) -> bool:
        """Whether there are rules by which tiles win that make no hand. Raises RulesetError, as `book` does."""
        from ..conditions.formula import alternatives

        return any(rule.wins and alternatives(rule.when) for rule in self.book.rules)

    @cached_property
    def tiles_to_win(self) -> int:
        """How many tiles a complete hand has, a kong counting three; of several shapes the most. Raises as `book`."""
        return max(shape.size for shape in self.book.shapes if not shape.pattern_only)

    @property
    def hand_size(self) -> int:
        """How many tiles a player holds between turns, a kong counting three. Raises as `book`."""
        return self.definition.table.hand_size or self.tiles_to_win - 1

    @cached_property
    def reach(self) -> Reach:
        """Knows which discards leave a hand that waits. Raises RulesetError for a ruleset that does not score."""
        from ..shapes.ready_discards import Reach  # to score a hand needs it not

        return Reach(self.scorer.shapes.waited)

    @cached_property
    def distances(self) -> Distances:
        """Tells how far hands are from one that may win. Raises RulesetError for a ruleset that does not score."""
        from ..distance.distances import Distances

        return Distances(self.scorer, self)

    def distance_columns(self, seat: str = "E", round: str = "E", melds: tuple[Piece, ...] = ()) -> DistanceColumns:
        """What tells of many hands at once how far they are, as columns; keep it.

        All have these winds and declared sets, and no jokers. Raises RulesetError where the ruleset does not score, and
        ImportError where numpy (the extra batch) is missing.
        """
        from .. import batch  # noqa: F401 - first, for it says where numpy comes from
        from ..distance.many_distances import DistanceColumns

        return DistanceColumns(self.distances, seat, round, melds)

    @cached_property
    def scorer(self) -> Scorer:
        """The scorer of the ruleset, made when it is first asked for. Raises RulesetError where it does not score."""
        return Scorer(self.book)

    @cached_property
    def explainer(self) -> Explainer:
        """What explains its scores. Raises RulesetError where it does not score."""
        return Explainer(
            self.scorer,
            self.sheet,
            lambda: self.hash,
            lambda rule, word: self.asked.part(rule, word),
            lambda: frozenset(words_in(self.definition.house_rules)) & self.book.flags.keys(),
            self,
        )

    @cached_property
    def sheet(self) -> Sheet:
        """What its scores say of it. Raises RulesetError where it does not score."""
        method, used = self.book.method, {rule.unit for rule in self.book.rules}
        units = tuple(unit for unit in method.units if unit in used)
        chosen = tuple(f"{name}={as_text(value)}" for name, value in self.chosen.items())
        return Sheet(self.id, self.title, self.edition, chosen, self.unit, self.book.minimum, units, dict(method.words))

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The options that are chosen otherwise than in a bundled ruleset."""
        return self.options.changed(_bundled)

    @cached_property
    def speaker(self) -> Speaker:
        """What says its conditions and shapes in a player's words."""
        from .speaking import speaker_of

        return speaker_of(self.definition, self.plugins, self.names)

    @cached_property
    def house_rules(self) -> Mapping[str, HouseRule]:
        """The house rules that its plugins provide, by name."""
        return MappingProxyType(self.plugins.by_name("mj_house_rules"))

    @cached_property
    def paid_at_once(self) -> Mapping[str, BonusPayment]:
        """What is paid at once, whoever wins, by the ids with which it is booked: its bonus payments, and what its
        house rules pay. Raises PluginError where one does not say what."""
        found = dict(self.definition.bonus_payments)
        for name, rule in self.rules_played.items():
            if rule.at_once is not None:
                for id, paid in rule.at_once(self.house_settings(name)).items():
                    said = {ENGLISH: str(paid.title), CHINESE: said_in(paid.title)}
                    titles = said if isinstance(paid.title, Spoken) else str(paid.title)
                    found.setdefault(id, BonusPayment(titles=titles, each=paid.each, discarder=paid.discarder))
        return MappingProxyType(found)

    @cached_property
    def rules_played(self) -> Mapping[str, HouseRule]:
        """Those of them that it names, and so plays, in the order of their names."""
        named = self.definition.house_rules
        return MappingProxyType({name: rule for name, rule in sorted(self.house_rules.items()) if name in named})

    @cached_property
    def may_be_stopped(self) -> bool:
        """Whether a hand that nobody has won may end before the wall does."""
        at_three = self.definition.table.winners == "draw_at_three"
        return at_three or any(rule.stops for rule in self.rules_played.values())

    @property
    def discards_win(self) -> bool:
        """Whether a discard may win at all: it may be claimed to win, and no condition asks every win for what none by
        a discard has."""
        return "mahjong" in self.definition.table.calls and self.book.may_win(dict.fromkeys(_NO_DISCARD, False))

    @property
    def kongs_robbed(self) -> bool:
        """Whether a tile that is added to a pung may win."""
        table = self.definition.table
        robbed = {**dict.fromkeys(_NO_DISCARD, False), "flag robbing_kong": True}
        return "mahjong" in table.calls and table.kongs_declared and self.book.may_win(robbed)

    @cached_property
    def record_kinds(self) -> Mapping[str, AnsweredKind]:
        """The kinds of records that it settles and that its table answers, by name.

        Raises PluginError for a kind that two answer.
        """
        from ..play.record_kinds import answered_kinds

        return MappingProxyType(answered_kinds(self.definition.pots, self.house_rules))

    @cached_property
    def settings(self) -> Mapping[tuple[str, ...], Any]:
        """The settings of methods and house rules, of the classes that plugins declare, by where they are."""
        found: dict[tuple[str, ...], Any] = {}
        for section, entry in (("scoring", self.definition.scoring), ("settlement", self.definition.settlement)):
            if entry is not None:
                kind = self.plugins.by_name(f"mj_{section}_methods")[entry.method].settings
                found |= {} if kind is None else {(section,): typed(kind, entry.settings)}
        rules = {("house_rules", name): self.house_settings(name) for name in self.definition.house_rules}
        return MappingProxyType(found | {path: value for path, value in rules.items() if value is not None})

    def house_settings(self, name: str) -> Any:
        """The settings of a house rule, of the class that its plugin declares; its defaults where none are given.

        Raises RulesetError for one that its plugins do not provide.
        """
        if name not in self.house_rules:
            near = did_you_mean(name, self.house_rules)
            raise RulesetError(_HAS_NO_HOUSE(id=self.id, name=described(name), near=near))
        kind = self.house_rules[name].settings
        if kind is None:
            return None
        found = self._settings.get(name)
        if found is None or found[0] is not kind:
            found = self._settings[name] = (kind, typed(kind, self.definition.house_rules.get(name, {})))
        return found[1]

    @cached_property
    def _settings(self) -> dict[str, tuple[Any, Any]]:
        """The settings of house rules that were asked for, each with its class: every hand asks for them."""
        return {}

    def parse(self, text: str) -> Hand:
        """The hand of a text, which may contain the ruleset's words for tiles. Raises HandError."""
        return Hand.from_record(self.record_of(text))

    def record_of(self, text: str) -> dict[str, Any]:
        """The record of a hand text, as `parse` reads it. Raises HandError."""
        if self._book is None:
            return read_text(text, self.names)
        return read_text(text, self.names, self._book.flags, size=self.tiles_to_win)

    def read(self, hand: Hand | str | Mapping[str, Any]) -> Hand:
        """The hand of a text, as `parse` reads it, or of a record; a hand is given back. Raises HandError."""
        if isinstance(hand, Hand):
            return hand
        if isinstance(hand, str):
            return self.parse(hand)
        if not isinstance(hand, Mapping):
            raise bad(f"expected a hand, its text or its record, got {described(hand)}", "")
        return Hand.from_record(hand)

    def score(self, hand: Hand | str | Mapping[str, Any], *, declared: bool = False) -> Score:
        """The score of a hand, its text or record: `.total`, `.items`, `.minimum_met`, `.payments`, `.explanation`.

        Where the win is declared, a hand below the minimum is refused too. Raises HandError with
        the codes of the record contract, and PluginError where a plugin fails.
        """
        own = self.read(hand)
        try:
            return Score(self.scorer.score(own, declared=declared), self.explainer, own)
        except PluginError as error:
            raise self.sheet.failure(error, own) from error

    def batch(self) -> Batch:
        """What scores many hands at once, as columns; keep it, for its tables are filled as hands are met.

        Raises RulesetError where the ruleset does not score, and ImportError where numpy (the extra batch) is missing.
        """
        from ..batch.batch import Batch

        return Batch(self.explainer)

    def score_record(
        self, record: Hand | Mapping[str, Any], *, declared: bool = False, verbose: bool = False
    ) -> dict[str, Any]:
        """The score record of a hand record, or of a hand: the score, or why it cannot be used.

        With `verbose` it has the explanation too. That the record names a ruleset or options is for those who load
        rulesets.
        """

        known = record.get("id") if isinstance(record, Mapping) else None
        try:
            score = self.score(record if isinstance(record, Hand) else Hand.from_record(record), declared=declared)
            explanation = score.explanation.to_record() if verbose else {}
            return {"id": known, **self.head, **score.to_record(), **explanation}
        except (HandError, PluginError) as error:
            return refusal(known, error)

    def why_not(self, hand: Hand | str | Mapping[str, Any], style: Style = PLAIN) -> tuple[str, ...]:
        """Why a hand that is refused as `not_winning` is no win, in sentences.

        What its tiles make and what is left over, how many tiles are missing and which discards leave it ready; or
        what the ruleset asks for beside complete tiles, and the option that says so. A hand without a winning tile is
        looked at as one that waits. Raises HandError.
        """
        return self.not_winning.reasons(self.read(hand), style)

    @cached_property
    def asked(self) -> AskedInWords:
        """Says what its rules ask for, and which option asks for it."""
        return self._asked_by(self.speaker)

    def asked_in_chinese(self, texts: RulesetTexts) -> AskedInWords:
        """Says in Chinese what its rules ask for; `texts` are those that are said of it in Chinese."""
        from .speaking import chinese_speaker

        return self._asked_by(chinese_speaker(self.speaker, self.definition, texts))

    def _asked_by(self, speaker: Speaker) -> AskedInWords:
        """Says in the words of a speaker what its rules ask for."""
        from .building.build import Builder
        from .conditions_in_words import AskedInWords

        return AskedInWords(
            self.definition, self.options, speaker, lambda: Builder(self.definition, self.plugins, NotedFaults()).reader
        )

    @cached_property
    def not_winning(self) -> NotWinning:
        """Says why hands do not win. Raises RulesetError where it does not score."""
        from ..scoring.explanation.not_winning import NotWinning

        return NotWinning(self.scorer, self.asked)

    def waits(self, hand: Hand | str | Mapping[str, Any]) -> list[Wait]:
        """The tiles that complete a hand that waits for one, and the bonus tiles that win whatever its tiles, where
        those that it has are named; and what each would score.

        The hand has no winning tile; its seat, round and flags are kept. Raises HandError.
        """
        from .scored_waits import scored_waits  # to score a hand needs it not

        return scored_waits(self.read(hand), self.scorer, self.score, wins_alone=self.wins_alone)

    def origin(self, key: str) -> list[Origin]:
        """Where a value was set: the value in force first, then those that it overrode.

        `key` is a dotted path; the name of a rule, option, shape, term or class will do. Raises RulesetError.
        """
        return self.origins.at(self.origins.paths(key)[0])

    @cached_property
    def origins(self) -> Origins:
        """Knows where its values were set, and which of them a key means."""
        from .origins import Origins

        return Origins(
            self.id, self.node, self.options, lambda: {id: self.rule_names(id) for id in self.definition.rules}
        )

    def rule_names(self, id: str) -> list[str]:
        """All names of a rule, even if an option switches it off: its id, its names in all languages, its aliases.

        Raises RulesetError for a rule that is not there.
        """
        rule = self._entry_of(id)
        return [id, id.replace("_", " "), *rule.names.values(), *rule.aliases]

    def rule_name(self, id: str) -> str:
        """The English name of a rule, even if an option switches it off, or its id in title case.

        Raises RulesetError for a rule that is not there.
        """
        return english_name(id, self._entry_of(id).names)

    def _entry_of(self, id: str) -> RuleEntry:
        rules = self.definition.rules
        if id not in rules:
            raise RulesetError(_HAS_NO_RULE(id=self.id, name=described(id), near=did_you_mean(id, rules)))
        return rules[id]


_NO_DISCARD = ("self_drawn", "flag robbing_kong", "flag kong_replacement", "flag kong_on_kong")
"""The questions that no win by a discard answers with yes."""


def _bundled(place: Place) -> bool:
    """Whether a value is in a bundled ruleset; those are shown from their folder."""
    return place.file.startswith("rulesets/")
