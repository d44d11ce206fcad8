"""What plugins give back, checked once and wrapped, so that a failure names the plugin and its hook.

What is declared as a tuple, a set or a truth value becomes one here, so that a plugin which works with plain Python
works where the engine is compiled, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import index
from typing import Any, Final, TypeVar

from ..conditions.facets import FACETS
from ..conditions.formula import And, Atom, Const, Formula, Not, Or, RuleAtom
from ..conditions.reader import ConditionReader, Path, Word
from ..declared.fields import is_declared
from ..declared.kinds import entry_of
from ..errors import PluginError, did_you_mean
from ..play.events import Action, Event
from ..play.formats import LogFormat, LogLine, LogStep
from ..play.house_rules import HouseRule, Play
from ..scoring.policy import CombinationPolicy, ScoringMethod, Value
from ..tiles.tileset import Wild
from ..transfers import DISCARDER, HANDS, SettlementMethod, Transfer, Win
from .wrap import reason, wrapped

T = TypeVar("T")

TYPES: dict[str, type] = {
    "mj_condition_words": Word,
    "mj_combination_policies": CombinationPolicy,
    "mj_scoring_methods": ScoringMethod,
    "mj_settlement_methods": SettlementMethod,
    "mj_house_rules": HouseRule,
    "mj_log_formats": LogFormat,
}
"""What the items of a hook are; those of the hook for wild tiles are `Wild` or functions."""


def checked(plugin: str, hook: str, item: Any) -> Any:
    """An item that a plugin gave back, its functions wrapped. Raises PluginError for another type."""
    wanted = TYPES.get(hook)
    if wanted is None:
        return _wild(plugin, hook, item)
    if not isinstance(item, wanted):
        raise PluginError(f'plugin "{plugin}": {hook} returned {type(item).__name__}: expected {wanted.__name__}')
    if isinstance(item, (ScoringMethod, SettlementMethod, HouseRule)):
        _check_settings(plugin, hook, item)
    return _CHECKS[wanted](plugin, hook, item)


def _check_settings(plugin: str, hook: str, item: ScoringMethod | SettlementMethod | HouseRule) -> None:
    """The settings of an item are none, a declared class, or a mapping of such. Raises PluginError."""
    kind = item.settings
    may_be_mapping = isinstance(item, HouseRule) and isinstance(kind, Hashable)
    inside = entry_of(kind) if may_be_mapping and not is_declared(kind) else None
    if kind is not None and not is_declared(kind) and not is_declared(inside):
        message = f'the settings of "{item.name}" ({hook}) are not a class made with declared'
        raise PluginError(f'plugin "{plugin}": {message}')


def _wild(plugin: str, hook: str, item: Any) -> Any:
    """What jokers stand for, or a function that says so for a hand, wrapped."""
    if isinstance(item, Wild):
        return item if item.kinds is None else Wild(frozenset(item.kinds))
    if not callable(item):
        raise PluginError(f'plugin "{plugin}": {hook} returned {type(item).__name__}: expected Wild or functions')
    return wrapped(plugin, hook, item, tuple)


def _condition_word(plugin: str, hook: str, word: Word) -> Word:
    """A word whose reader fails by name."""
    word = word._replace(facets=tuple(word.facets))
    return word._replace(read=_word(plugin, hook, word))


def _policy(plugin: str, hook: str, policy: CombinationPolicy) -> CombinationPolicy:
    """A policy whose choices fail by name."""
    choices = wrapped(plugin, hook, policy.choices, _choices)
    return replace(policy, choices=choices, counts_choices=bool(policy.counts_choices))


def _settlement(plugin: str, hook: str, method: SettlementMethod) -> SettlementMethod:
    """A settlement method that reads what there is, and whose transfers fail by name."""
    method = replace(method, reads=tuple(method.reads))
    for need in method.reads:
        if need not in (HANDS, DISCARDER):
            near = did_you_mean(need, (HANDS, DISCARDER))
            raise PluginError(f'plugin "{plugin}": the method "{method.name}" reads "{need}"{near}')
    return replace(method, transfers=_settling(plugin, hook, method))


def _method(plugin: str, hook: str, method: ScoringMethod) -> ScoringMethod:
    """A scoring method whose functions fail by name."""
    return replace(
        method,
        value=wrapped(plugin, hook, method.value, _value),
        adds=wrapped(plugin, hook, method.adds, bool),
        steps=wrapped(plugin, hook, method.steps, tuple),
        whole=bool(method.whole),
        shaped=frozenset(method.shaped),
    )


def _house_rule(plugin: str, hook: str, rule: HouseRule) -> HouseRule:
    """A house rule whose records fail by name, and what begins its play and chooses its options too."""
    kinds = {
        name: kind._replace(answer=wrapped(plugin, hook, kind.answer, dict)) for name, kind in rule.records.items()
    }
    play = None if rule.play is None else wrapped(plugin, hook, rule.play, lambda made: _play(plugin, hook, made))
    options = None if rule.options is None else wrapped(plugin, hook, rule.options, dict)
    return replace(rule, records=kinds, play=play, options=options)


def _play(plugin: str, hook: str, play: Any) -> Play | None:
    """What a house rule does in a hand, with what it overrides wrapped; what it leaves is never called."""
    if play is None:
        return None
    if not isinstance(play, Play):
        raise TypeError(f"play returned {type(play).__name__}: expected a Play or None")
    play.kinds, play.hears = _classes(Action, play.kinds), _classes(Event, play.hears)
    for name, finish in _FINISHES.items():
        if getattr(type(play), name) is not getattr(Play, name):
            setattr(play, name, wrapped(plugin, hook, getattr(play, name), finish))
    return play


def _classes(of: type[T], found: Iterable[Any]) -> tuple[type[T], ...]:
    """Classes of events, as `kinds` and `hears` have them."""
    classes = tuple(found)
    for item in classes:
        if not isinstance(item, type) or not issubclass(item, of):
            raise TypeError(f"kinds and hears are classes of events, got {item!r}")
    return classes


def _word(plugin: str, hook: str, word: Word) -> Callable[[ConditionReader, Any, Path], Formula]:
    """The reader of a word, which checks and wraps the formula that it makes."""
    read = wrapped(plugin, hook, word.read)

    def call(reader: ConditionReader, value: Any, path: Path) -> Formula:
        return _formula(plugin, hook, word, read(reader, value, path))

    return call


def _formula(plugin: str, hook: str, word: Word, formula: Any) -> Formula:
    if isinstance(formula, Atom):
        return _atom(plugin, hook, word, formula)
    if isinstance(formula, Not):
        return Not(_formula(plugin, hook, word, formula.part))
    if isinstance(formula, (And, Or)):
        return type(formula)(tuple(_formula(plugin, hook, word, part) for part in formula.parts))
    if isinstance(formula, (Const, RuleAtom)):
        return formula
    message = f'the word "{word.name}" was read as {type(formula).__name__}: expected a formula'
    raise PluginError(f'plugin "{plugin}": {message}')


def _atom(plugin: str, hook: str, word: Word, atom: Atom) -> Atom:
    """A question that looks only at what its word declares, its functions wrapped."""
    facets = tuple(atom.facets)
    for facet in facets:
        if facet not in FACETS or facet not in word.facets:
            known = "which the word does not declare" if facet in FACETS else "which is not a facet"
            raise PluginError(f'plugin "{plugin}": the word "{word.name}" looks at "{facet}", {known}')
    test = wrapped(plugin, hook, atom.test, _masks if atom.finds else None)
    each = None if atom.each is None else wrapped(plugin, hook, atom.each, bool)
    key, finds = str(atom.key), bool(atom.finds)
    return replace(atom, key=key, facets=facets, test=test, finds=finds, each=each, word=word.name)


def _settling(plugin: str, hook: str, method: SettlementMethod) -> Callable[..., tuple[Transfer, ...]]:
    """The transfers of a method, each between two seats of the table and of a whole amount."""

    def transfers(win: Win, settings: Any) -> tuple[Transfer, ...]:
        found = tuple(method.transfers(win, settings))
        for item in found:
            seats = item.payer in win.seats and item.payee in win.seats and item.payer != item.payee
            if not seats or isinstance(item.amount, bool) or not isinstance(item.amount, int) or item.amount < 0:
                raise ValueError(f"{item} is not a transfer of a whole amount between two seats")
        return found

    return wrapped(plugin, hook, transfers)


_END: Final = object()
"""In place of a step: there is none left."""


def _log_format(plugin: str, hook: str, form: LogFormat) -> LogFormat:
    """A format whose functions fail by name."""
    is_record = wrapped(plugin, hook, form.is_record, bool)
    return replace(form, is_record=is_record, replay=_replaying(plugin, hook, form))


def _replaying(plugin: str, hook: str, form: LogFormat) -> Callable[[Iterable[LogLine], Any], Iterator[LogStep]]:
    """The replay of a format, which may fail at each step."""
    begin = wrapped(plugin, hook, form.replay, iter)
    following = wrapped(plugin, hook, lambda steps: next(steps, _END), _step)

    def replay(lines: Iterable[LogLine], ruleset: Any) -> Iterator[LogStep]:
        steps = begin(lines, ruleset)
        while (step := following(steps)) is not _END:
            yield step

    return replay


def _step(found: Any) -> Any:
    """A step as it is declared, or the end."""
    if found is _END:
        return found
    line, event, table = found
    if not isinstance(event, Event):
        raise TypeError(f"returned {type(event).__name__}: expected Event")
    return index(line), event, table


def _choices(found: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(index, choice)) for choice in found)


def _masks(found: Any) -> tuple[int, ...]:
    masks = tuple(found)
    if not all(isinstance(mask, int) for mask in masks):
        raise TypeError("a question that finds gives masks of slots")
    return masks


def _value(found: Any) -> Value:
    if not isinstance(found, Value):
        raise TypeError(f"returned {type(found).__name__}: expected Value")
    if not isinstance(found.counted, int):
        raise TypeError(f"returned {found.counted!r} as what is counted: expected a whole number")
    return found if type(found.rank) is tuple else found._replace(rank=tuple(found.rank))


def _several(type_: type) -> Callable[[Any], list[Any]]:
    """A list of what is found, which is of one type."""

    def finish(found: Any) -> list[Any]:
        items = list(found)
        for item in items:
            if not isinstance(item, type_):
                raise TypeError(f"returned {type(item).__name__}: expected {type_.__name__}")
        return items

    return finish


_FINISHES: Mapping[str, Callable[[Any], Any] | None] = {
    "hear": None,
    "before_play": bool,
    "actions": _several(Action),
    "why_not": reason,
    "carry_out": _several(Event),
    "binds": bool,
    "allows": reason,
}
"""The methods of `Play`, each with what works off what it gives back."""

_CHECKS: Mapping[type, Callable[[str, str, Any], Any]] = {
    Word: _condition_word,
    CombinationPolicy: _policy,
    ScoringMethod: _method,
    SettlementMethod: _settlement,
    HouseRule: _house_rule,
    LogFormat: _log_format,
}
"""What makes of an item of a plugin one that fails by name."""
