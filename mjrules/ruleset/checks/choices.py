"""Tries the choices of the options that a file declares, so that what is wrong is seen before anybody chooses it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from ...declared.fields import declared_fields
from ...declared.kinds import entry_of
from ...declared.values import typed
from ...errors import Fault, NotedFaults, PluginError, Problem
from ...hooks.manager import Available, Plugins
from ..building.build import Builder
from ..definition import Definition
from ..files.node import Node
from ..options.apply import apply_choice, changes
from ..options.options import Option, Options, as_text
from ..options.places import SECTION
from .definition import check_parts
from .options import Parts, entries_among, only
from .problems import add_faults, add_problems
from .settings import check_settings
from .value_types import validate


def try_choices(root: Node, options: Options, built: Builder, available: Available) -> list[Problem]:
    """What is wrong with the choices of the options of the file itself, each tried alone. The rest of it is sound."""
    problems: list[Problem] = []
    for option in options.declared.values():
        node = root.at((SECTION, option.name))
        own = node is not None and node.place.file == root.place.file
        for choice in option.stands_for if own else ():
            if choice != as_text(option.default):
                add_problems(problems, _tried(root, options, built, option, choice, available))
    return problems


def _tried(
    root: Node, options: Options, built: Builder, option: Option, choice: str, available: Available
) -> list[Problem]:
    """What is wrong with what a choice changes."""
    parts = {path[:2] for path in changes(root, option)}
    changed = apply_choice(root, option, choice, root, [])
    problems = validate(only(changed, parts))
    if problems:
        return problems
    definition = _with_parts(built.definition, changed, parts)
    faults = NotedFaults()
    try:
        same = definition.plugins == built.definition.plugins
        plugins = built.plugins if same else Plugins(definition.plugins, available)
        builder = Builder(definition, plugins, faults, like=built)
    except PluginError as error:
        add_faults(problems, changed, [Fault(("plugins",), str(each)) for each in error.errors])
        return problems
    check_parts(builder, parts)
    add_faults(problems, changed, faults)
    check_settings(problems, changed, builder, options, {str(path[0]) for path in parts})
    return problems


def _with_parts(definition: Definition, root: Node, parts: Parts) -> Definition:
    """A definition with other parts. Rules that are not there any more may still be named."""
    given: dict[str, Any] = {}
    for item in declared_fields(Definition):
        given[item.attribute] = getattr(definition, item.attribute)
        node, keys = root.child(item.key), entries_among(item.key, parts)
        if node is None or not any(path[0] == item.key for path in parts):
            continue
        if keys is None:
            given[item.attribute] = typed(item.kind, node.plain())
        else:
            kept = {
                key: value for key, value in given[item.attribute].items() if item.key == "rules" or key in node.value
            }
            more = {key: typed(entry_of(item.kind), node.value[key].plain()) for key in keys if key in node.value}
            given[item.attribute] = MappingProxyType({**kept, **more})
    return Definition(**given)
