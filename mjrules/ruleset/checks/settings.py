"""Checks settings of methods and house rules, and that there are the flags, options, pots and fields that they name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, Final

from ...declared.fields import Declared, declared_fields, is_declared, keys_of
from ...declared.kinds import arms, classes_in, entry_of
from ...errors import Fault, Path, Problem, did_you_mean, told
from ...hands.declared_fields import WHOLE_NUMBER
from ...hands.record import FLAGS
from ...play.house_rules import HouseRule
from ...spoken import Sentence
from ..building.build import Builder
from ..building.named_items import NOT_PROVIDED
from ..building.vocabulary import NOT_FLAG, NOT_RULE
from ..files.node import Node, problem_at
from ..options.options import OptionError, Options
from .problems import add_faults, add_problems
from .value_types import validate_foreign, validate_settings

_UNKNOWN_KEY_HOUSE = Sentence(
    'unknown key "{name}": the house rule {rule} has no settings', "没有“{name}”这一项：附加规则“{rule}”没有可设的"
)
_DECLARE_UNDER_S = Sentence(": declare it under `{names}s`", "：请在“{names}s”里定义")
_KINDS: Final = {"flag": Sentence("flag", "情况")(), "pot": Sentence("pot", "池")()}
_NUMBER = Sentence("number", "数")()
_FIELD = Sentence("field", "项")()
_NOT_DECLARED = Sentence('"{name}" is not a declared {called}{near}', "没有定义“{name}”这个{called}{near}")
_DECLARE_UNDER_FIELDS = Sentence(": declare it under `fields`", "：请在“fields”里定义")()
_FIELD_TYPE_EXPECTED = Sentence(
    '"{name}" is a field of the type {type}: expected one of the type {names}',
    "“{name}”的类型是“{type}”：应为“{names}”",
)

_SECTION = "house_rules"
SETTINGS_SECTIONS = ("scoring", "settlement", _SECTION)
"""The sections with settings of plugins."""


def check_settings(
    problems: list[Problem], root: Node, builder: Builder, options: Options, sections: Collection[str]
) -> None:
    """Add what is wrong with the settings that stand in these sections of a resolved file."""
    for section, method in (("scoring", builder.method), ("settlement", builder.settlement)):
        if method is not None and section in sections:
            add_problems(problems, validate_settings(root, section, method.settings))
    if _SECTION in sections:
        add_problems(problems, _house_rules(root, builder.provided["mj_house_rules"], _flags_of(builder), options))
        add_faults(problems, root, _unknown_rules(root, builder))
    for path, kind in settings_classes(builder).items():
        if path[0] in sections and root.at(path) is not None:
            add_faults(problems, root, _named(root, kind, path, builder))


def settings_classes(builder: Builder) -> dict[Path, Any]:
    """The classes of the settings that plugins read, by the section in which they are; None for none."""
    found: dict[Path, Any] = {
        (_SECTION, name): rule.settings for name, rule in builder.provided["mj_house_rules"].items()
    }
    if builder.method is not None:
        found[("scoring",)] = builder.method.settings
    if builder.settlement is not None:
        found[("settlement",)] = builder.settlement.settings
    return found


def check_settings_types(builder: Builder) -> None:
    """Refuse classes of settings with a key whose type cannot be read. Raises PluginError, which names the plugin."""
    found: list[tuple[str, Any]] = [("mj_house_rules", rule) for rule in builder.provided["mj_house_rules"].values()]
    found += [("mj_scoring_methods", builder.method), ("mj_settlement_methods", builder.settlement)]
    for hook, item in found:
        try:
            _read_types(None if item is None else item.settings, set())
        except Exception as error:
            message = f"the types of its settings cannot be read: {told(error)}"
            raise builder.plugins.error(hook, item.name, message) from error


def _read_types(kind: Any, seen: set[type]) -> None:
    for own in classes_in(kind):
        if own not in seen:
            seen.add(own)
            for item in declared_fields(own):
                if isinstance(item.used, str) and item.used not in keys_of(own):
                    raise TypeError(f'{item.key} is used with "{item.used}": there is no such key')
                _read_types(item.kind, seen)


def _flags_of(builder: Builder) -> tuple[str, ...]:
    return (*builder.definition.flags, *FLAGS)


def _house_rules(
    root: Node, rules: Mapping[str, HouseRule], flags: tuple[str, ...], options: Options
) -> Iterator[Problem]:
    """The problems of the house rules of a resolved file whose plugins provide them."""
    for name in root.entries_at((_SECTION,)):
        if name in rules:
            yield from _settings(root, rules[name])
            for keys in rules[name].flags_in:
                yield from _flags(root, (_SECTION, name, *keys), flags)
            for keys in rules[name].options_in:
                yield from _options(root, (_SECTION, name, *keys), options)


def _settings(root: Node, rule: HouseRule) -> Iterator[Problem]:
    if rule.settings is not None:
        yield from validate_foreign(root, rule.settings, (_SECTION, rule.name))
        return
    for name in root.entries_at((_SECTION, rule.name)):
        message = _UNKNOWN_KEY_HOUSE(name=name, rule=rule.name)
        yield problem_at(root, (_SECTION, rule.name, name), message, on_key=True)


def _flags(root: Node, path: Path, known: tuple[str, ...]) -> Iterator[Problem]:
    """Keys that are no flags of the ruleset."""
    for name in root.entries_at(path):
        if name not in known:
            yield problem_at(root, (*path, name), NOT_FLAG(name=name, near=did_you_mean(name, known)), on_key=True)


def _unknown_rules(root: Node, builder: Builder) -> Iterator[Fault]:
    """Keys in the settings of house rules that are no rules of the ruleset, played or not."""
    provided, known = builder.provided["mj_house_rules"], builder.definition.rules
    for name in root.entries_at((_SECTION,)):
        for keys in provided[name].rules_in if name in provided else ():
            for id in root.entries_at((_SECTION, name, *keys)):
                if id not in known:
                    here, message = (_SECTION, name, *keys, id), NOT_RULE(name=id, near=did_you_mean(id, known))
                    yield Fault(here, message, on_key=True, needs=(("rules", id),))


def _options(root: Node, path: Path, options: Options) -> Iterator[Problem]:
    """Options that the ruleset does not have, and values that they cannot have."""
    for name, node in root.entries_at(path).items():
        try:
            Options(options.declared.values, options.presets).choose([(name, node.plain())])
        except OptionError as error:
            yield problem_at(root, (*path, name), str(error), on_key=name not in (*options.declared, *options.presets))


def _named(root: Node, kind: Any, path: Path, builder: Builder) -> Iterator[Fault]:
    """Faults of settings of a type, and of those within, which name what there is not."""
    for arm in arms(kind):
        if is_declared(arm):
            for item in declared_fields(arm):
                here = (*path, item.key)
                if item.names:
                    yield from _name(root, item, here, builder, used=_used(root, arm, item, path))
                elif root.at(here) is not None:
                    yield from _named(root, item.kind, here, builder)
        elif (inside := entry_of(arm)) is not None:
            below: Iterable[str | int] = (*root.entries_at(path), *range(len(root.items_at(path))))
            for key in below:
                yield from _named(root, inside, (*path, key), builder)


def _used(root: Node, kind: Any, item: Declared, path: Path) -> bool:
    """Whether what a key of some settings names by default is in use."""
    if isinstance(item.used, bool):
        return item.used
    given = root.at((*path, item.used))
    default = next(other.default for other in declared_fields(kind) if other.key == item.used)
    return (default if given is None else given.plain()) not in (0, None, "none")


def _name(root: Node, item: Declared, path: Path, builder: Builder, *, used: bool) -> Iterator[Fault]:
    """The fault of a value that names a flag, pot or field that there is not.

    A field that is named by default has to be there too, for records say it; a flag or pot only where it is `used`.
    """
    given = root.at(path)
    name = item.default if given is None else given.plain()
    if not isinstance(name, str) or (name == "none" and NoneType in arms(item.kind)):
        return
    if item.names in ("flag", "pot"):
        known: Collection[str] = _flags_of(builder) if item.names == "flag" else tuple(builder.definition.pots)
        if (used or given is not None) and name not in known:
            hint = did_you_mean(name, known) or _DECLARE_UNDER_S(names=item.names)
            yield Fault(
                path, NOT_PROVIDED(name=name, what=_KINDS[item.names], hint=hint), needs=((f"{item.names}s", name),)
            )
        return
    types = item.names.split(" or ")
    fields = {own: field.type for own, field in builder.fields.items() if field.type in types}
    if name in fields:
        return
    called = _NUMBER if types == [WHOLE_NUMBER] else _FIELD
    message = _NOT_DECLARED(name=name, called=called, near=did_you_mean(name, fields) or _DECLARE_UNDER_FIELDS)
    if name in builder.fields and called is _FIELD:
        message = _FIELD_TYPE_EXPECTED(name=name, type=builder.fields[name].type, names=item.names)
    yield Fault(path, message, needs=(("fields", name),))
