"""What plugins give back, checked once and wrapped, so that a failure names the plugin, its hook and what it provides.

Nothing of a plugin is changed: what the engine works with are values of its own, made of the plugin's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from ..conditions.facets import FACETS
from ..conditions.formula import And, Atom, Const, Formula, Not, Or, RuleAtom
from ..conditions.reader import ConditionReader, Word
from ..declared.fields import is_declared
from ..declared.kinds import entry_of
from ..errors import Path, PluginError, did_you_mean
from ..hands.declared_fields import FIELD_TYPES, RecordField
from ..hands.record import FIELDS
from ..scoring.policy import CombinationPolicy, ScoringMethod, Step, Value, never
from ..settlement_method import DISCARDER, HANDS, ITEMS, SettlementMethod, Transfer
from ..tiles.tile import BY_TEXT, KINDS
from ..tiles.tileset import Wild
from .answer_types import MisfitError, fit, refuse
from .check_answers import (
    check_choices,
    check_hands,
    check_known,
    check_masks,
    check_transfers,
    check_value,
    lasting_value,
)
from .wrap import Kind, Member, telling, wrapped


def checked(plugin: str, hook: str, item: Any) -> Any:
    """An item that a plugin gave back, checked, its functions wrapped. Raises PluginError."""
    if hook == "mj_stand_ins":
        return _wild(plugin, hook, item)
    kind = _kind_of(hook)
    if not isinstance(item, kind.type):
        raise PluginError(f'plugin "{plugin}": {hook} returned {type(item).__name__}: expected {called(hook)}')
    if hasattr(item, "settings"):
        _check_settings(plugin, hook, item)
    named: Any = item
    member = member_of(plugin, hook, named.name)
    try:
        return kind.guarded(member, fit(kind.type)(item))
    except MisfitError as error:
        raise member.error(error) from None


def called(hook: str) -> str:
    """What the items of a hook are called, by their class."""
    return "Wild or functions" if hook == "mj_stand_ins" else _kind_of(hook).type.__name__


def member_of(plugin: str, hook: str, name: str) -> Member:
    """What a plugin provides through a hook under a name."""
    return Member(plugin, hook, f'{_kind_of(hook).called} "{name}"')


def _kind_of(hook: str) -> Kind:
    """What the items of a hook are, other than that for wild tiles."""
    if hook in KINDS_IN_SCORING:
        return KINDS_IN_SCORING[hook]
    from .guard_play import KINDS_IN_PLAY

    return KINDS_IN_PLAY[hook]


def _check_settings(plugin: str, hook: str, item: Any) -> None:
    """The settings of an item are none, a declared class, or a mapping of such. Raises PluginError."""
    kind = item.settings
    may_be_mapping = hook == "mj_house_rules" and isinstance(kind, Hashable)
    inside = entry_of(kind) if may_be_mapping and not is_declared(kind) else None
    if kind is not None and not is_declared(kind) and not is_declared(inside):
        message = f'the settings of "{item.name}" ({hook}) are not a class made with declared'
        raise PluginError(f'plugin "{plugin}": {message}')


def _wild(plugin: str, hook: str, item: Any) -> Any:
    """What jokers stand for, or a function that says so for a hand, wrapped."""
    if not isinstance(item, Wild) and not callable(item):
        raise PluginError(f'plugin "{plugin}": {hook} returned {type(item).__name__}: expected {called(hook)}')
    if not isinstance(item, Wild):
        named = getattr(item, "__name__", type(item).__name__)
        return wrapped(Member(plugin, hook, f'the function "{named}"'), item, tuple[Any, ...], check_hands)
    try:
        found = fit(Wild)(item)
        for kind in sorted(found.kinds or ()):
            if not 0 <= kind < KINDS:
                raise MisfitError(kind, f"a kind of tile, 0 to {KINDS - 1}", "kinds")
    except MisfitError as error:
        raise Member(plugin, hook, "Wild").error(error) from None
    return found


def _condition_word(member: Member, word: Word) -> Word:
    """A word whose reader fails by name."""
    for place, facet in enumerate(word.facets):
        check_known(facet, FACETS, "a facet", "facets", place)
    for name, phrase in (("phrase", word.phrase), ("chinese", word.chinese)):
        if "{" in phrase or "}" in phrase:
            _check_places(name, phrase)
    return word._replace(read=Questions(member, word).read)


def _check_places(name: str, phrase: str) -> None:
    """What stands in the braces of a phrase, there is something to fill with."""
    from ..words.sentences import PHRASE_PLACES, SLOT  # few plugins have phrases

    if {"{", "}"} & set(SLOT.sub("", phrase)):
        raise MisfitError(phrase, "braces in pairs, with a place in each", name)
    for place in SLOT.findall(phrase):
        if "|" not in place and place not in PHRASE_PLACES:
            raise MisfitError(phrase, f"a place of phrases in its braces{did_you_mean(place, PHRASE_PLACES)}", name)


def _record_field(member: Member, field: RecordField) -> RecordField:
    """A field of a type that there is, whose name no record has for something else."""
    check_known(field.type, FIELD_TYPES, "a type of fields", "type")
    if not field.name.isidentifier() or not field.name.islower() or field.name in FIELDS:
        raise MisfitError(field.name, "a name of its own, of lower-case letters, digits and _", "name")
    if field.laid_aside and BY_TEXT.get(field.laid_aside, KINDS) >= KINDS:
        raise MisfitError(field.laid_aside, "a suit tile or an honour", "laid_aside")
    return field


def _policy(member: Member, policy: CombinationPolicy) -> CombinationPolicy:
    """A policy whose choices fail by name."""
    return replace(
        policy, choices=wrapped(member.part("choices"), policy.choices, tuple[tuple[int, ...], ...], check_choices)
    )


def _settlement(member: Member, method: SettlementMethod) -> SettlementMethod:
    """A settlement method that reads what there is, and whose transfers fail by name."""
    for place, need in enumerate(method.reads):
        check_known(need, (HANDS, DISCARDER, ITEMS), "something to read", "reads", place)
    transfers = wrapped(member.part("transfers"), method.transfers, tuple[Transfer, ...], check_transfers)
    most = wrapped(member.part("most"), method.most, int | None)
    return replace(method, transfers=transfers, most=most, told=telling(member, method.told))


def _method(member: Member, method: ScoringMethod) -> ScoringMethod:
    """A scoring method whose functions fail by name."""
    named = {"main": (method.main,), "shaped": sorted(method.shaped), "words": method.words, "ranges": method.ranges}
    for name, units in named.items():
        for unit in units:
            check_known(unit, method.units, "one of the units", name)
    for place, facet in enumerate(method.reads):
        check_known(facet, FACETS, "a facet", "reads", place)
    sums = method.sums
    return replace(
        method,
        sums=None if sums is None else wrapped(member.part("sums"), sums, tuple[int, ...] | None),
        of_sums=wrapped(member.part("of_sums"), method.of_sums, tuple[int, ...]),
        value=wrapped(member.part("value"), method.value, Value, check_value, lasting=lasting_value),
        adds=never if method.adds is never else wrapped(member.part("adds"), method.adds, bool),
        steps=wrapped(member.part("steps"), method.steps, tuple[Step, ...]),
        most=wrapped(member.part("most"), method.most, int | None),
        specials=wrapped(member.part("specials"), method.specials, tuple[int, ...]),
        told=telling(member, method.told),
    )


class Questions:
    """Reads a word of a plugin, and knows its questions: those of one key must be the same question."""

    def __init__(self, member: Member, word: Word) -> None:
        self.member, self.word = member, word
        self._read = wrapped(member, word.read, Any)
        self._asked: WeakKeyDictionary[ConditionReader, dict[str, dict[str, Atom]]] = WeakKeyDictionary()
        """For every reader the questions of each key, by where they are asked."""

    def read(self, reader: ConditionReader, value: Any, path: Path) -> Formula:
        """The formula of a value, its questions wrapped. Raises PluginError."""
        found = self._read(reader, value, path)
        asked, numbers = self._asked.setdefault(reader, {}), count()

        def guarded(part: Any) -> Formula:
            if isinstance(part, Not):
                return Not(guarded(part.part))
            if isinstance(part, (And, Or)):
                return type(part)(tuple(map(guarded, fit(tuple[Any, ...])(part.parts))))
            if isinstance(part, Atom):
                return self._question(fit(Atom)(part), asked, f"{next(numbers)} of {value!r}")
            return part if isinstance(part, (Const, RuleAtom)) else refuse(part, "a formula")

        try:
            return guarded(found)
        except MisfitError as error:
            raise self.member.error(error) from None

    def _question(self, atom: Atom, asked: dict[str, dict[str, Atom]], place: str) -> Atom:
        """A question that looks only at what its word declares, and answers as all of its key do."""
        for number, facet in enumerate(atom.facets):
            check_known(facet, FACETS, "a facet", "facets", number)
            check_known(facet, self.word.facets, "a facet that the word declares", "facets", number)
        same = asked.setdefault(atom.key, {})
        first = next(iter(same.values()), atom)
        if (first.facets, first.finds) != (atom.facets, atom.finds):
            raise MisfitError(atom.key, "a key of its own, not that of another question", "key")
        test = self._wrapped(atom)
        same[place] = replace(
            atom,
            test=test,
            ground=None,
            needs={},
            among={},
            each=None,
            word=self.word.name,
            told_by=None,
            only=None,
            weights=None,
            indicated=None,
            measured=None,
        )

        def alike(*views: Any) -> Any:
            told = [each.test(*views) for each in same.values()]
            if told.count(told[0]) < len(told):
                unlike = MisfitError(atom.key, "a key of its own, not that of a question with other answers", "key")
                raise self.member.error(unlike)
            return told[0]

        return replace(same[place], test=alike)

    def _wrapped(self, atom: Atom) -> Callable[..., Any]:
        member = self.member.part(f'"{atom.key}"')
        return wrapped(member, atom.test, *((tuple[int, ...], check_masks) if atom.finds else (bool,)))


KINDS_IN_SCORING: Mapping[str, Kind] = {
    "mj_condition_words": Kind(Word, "the word", _condition_word),
    "mj_record_fields": Kind(RecordField, "the field", _record_field),
    "mj_combination_policies": Kind(CombinationPolicy, "the policy", _policy),
    "mj_scoring_methods": Kind(ScoringMethod, "the method", _method),
    "mj_settlement_methods": Kind(SettlementMethod, "the method", _settlement),
}
"""What the items of the hooks for scoring are; those of the hook for wild tiles are `Wild` or functions."""
