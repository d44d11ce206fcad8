"""The JSON Schema of ruleset files, for editors: made from what is declared and the words of the language."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from ..conditions.reader import Schema, Word
from ..conditions.words import WORDS
from ..declared.fields import declared_fields, is_declared
from ..declared.kinds import arms, entry_of
from .checks.options import UNCHANGED
from .checks.value_types import adapter, entry_class
from .definition import Definition, OptionEntry, Rival, RuleEntry
from .field_types import Condition
from .inherit import NOT_INHERITED, REPLACE, stands_for_itself
from .texts import WordsFile

CHANGE: Schema = {
    "type": "object",
    "properties": {"add": {"type": "array"}, "remove": {"type": "array"}},
    "additionalProperties": False,
    "minProperties": 1,
}
"""How a child file changes an inherited list in place."""
_CONDITION: Schema = {"$ref": "#/$defs/condition"}
_NONE: Schema = {"const": "none"}
"""The word for what is missing."""
HEADER = (
    "extends",
    "title",
    "version",
    "edition",
    "summary",
    "set",
    "plugins",
    "tiles",
    "shapes",
    "scoring",
    "settlement",
)
"""What is in a file with an id, and not in its companions."""


def ruleset_schema(
    words: Mapping[str, Word] = {},
    units: Iterable[str] = (),
    settings: Mapping[str, Iterable[type]] | None = None,
) -> Schema:
    """The schema of a ruleset file, child files included.

    `words` are condition words of plugins, `units` the units in which rules may be worth something,
    `settings` the classes of the settings that methods read from a section; None: any settings.
    """
    schema = adapter(Definition).json_schema(by_alias=True)
    definitions, properties = schema["$defs"], schema["properties"]
    _without_rest(definitions)
    _conditions(definitions, properties)
    for unit in units:
        amount: Schema = {
            "anyOf": [{"type": "number"}, _NONE],
            "description": "what it is worth; none: it is not played",
        }
        definitions[RuleEntry.__name__]["properties"][unit] = amount
        definitions[Rival.__name__]["properties"][unit] = {"type": "number", "description": "what it is worth there"}
    for section, kinds in (settings or {}).items():
        _add_settings(definitions, definitions[entry_class(section).__name__], kinds)
    for name in () if settings is None else (RuleEntry.__name__, Rival.__name__):
        definitions[name]["additionalProperties"] = not units
    _keys_by_name(schema)
    whole = set(_whole_entries(Definition))
    for name, definition in definitions.items():
        if name not in whole:
            _for_children(definition, (name,))
    for name, value in properties.items():
        if name not in NOT_INHERITED:
            _for_children(value, (name,))
            properties[name] = _child(value)
    definitions["condition"] = condition_schema({**WORDS, **words})
    definitions["patch"] = _patch(properties)
    _patches(definitions[OptionEntry.__name__])
    schema.pop("required")
    schema["dependentRequired"] = {key: ["id"] for key in HEADER}
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "mjrules ruleset"
    return schema


def words_schema() -> Schema:
    """The schema of a companion that says in words what rules are."""
    schema = adapter(WordsFile).json_schema(by_alias=True)
    _keys_by_name(schema)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "mjrules words"
    return schema


def _patch(properties: Schema) -> Schema:
    """What a choice of an option changes: sections as in a child file, but for those that no choice can change."""
    sections = {name: {"$ref": f"#/properties/{name}"} for name in properties if name not in UNCHANGED}
    return {"type": "object", "properties": sections, "additionalProperties": False, "minProperties": 1}


def _patches(option: Schema) -> None:
    """Each patch of an option is like a child file; a child takes it away, or puts another in its place."""
    patch: Schema = {"$ref": "#/$defs/patch"}
    other = {"type": "object", "properties": {REPLACE: patch}, "required": [REPLACE], "additionalProperties": False}
    for branch in option["properties"]["patches"]["anyOf"]:
        if _is_a(branch, "object") and "additionalProperties" in branch:
            branch["additionalProperties"] = {"anyOf": [patch, other, {"type": "null"}]}


def _is_a(branch: Schema, kind: str) -> bool:
    """Whether a schema says that its values are of a type."""
    return branch.get("type") == kind


def _without_rest(definitions: Schema) -> None:
    """Keys that are not fields may be used where somebody else reads them."""
    for kind in _classes(Definition):
        for item in declared_fields(kind):
            if item.rest:
                definitions[kind.__name__]["properties"].pop(item.attribute)
                definitions[kind.__name__]["additionalProperties"] = True


def _classes(kind: Any, seen: set[type] | None = None) -> Iterable[type]:
    """All declared classes within a type."""
    seen = set() if seen is None else seen
    for arm in arms(kind):
        if is_declared(arm) and arm not in seen:
            seen.add(arm)
            yield arm
            for item in declared_fields(arm):
                yield from _classes(item.kind, seen)
        elif entry_of(arm) is not None:
            yield from _classes(entry_of(arm), seen)


def _whole_entries(kind: Any) -> Iterable[str]:
    """The names of the classes whose values stand in lists: those are whole, never merged."""
    for found in _classes(kind):
        for item in declared_fields(found):
            if isinstance(item.default, tuple) and is_declared(entry_of(item.kind)):
                yield str(entry_of(item.kind).__name__)


def _conditions(definitions: Schema, properties: Schema) -> None:
    """Conditions are mappings of words."""
    for kind in _classes(Definition):
        own = properties if kind is Definition else definitions[kind.__name__]["properties"]
        for item in declared_fields(kind):
            if item.kind is Condition:
                own[item.key] = {"anyOf": [_CONDITION], **_about(own[item.key])}
            elif entry_of(item.kind) is Condition:
                own[item.key]["additionalProperties"] = _CONDITION
                own[item.key].pop("patternProperties", None)


def _add_settings(definitions: Schema, section: Schema, kinds: Iterable[type]) -> None:
    """The keys of settings stand in the section of the method; their parts have names of their own."""
    for kind in kinds:
        parts = f"{kind.__module__}."
        own = adapter(kind).json_schema(ref_template=f"#/$defs/{parts}{{model}}")
        section["properties"].update(own["properties"])
        definitions.update({parts + name: part for name, part in own.get("$defs", {}).items()})
    section["additionalProperties"] = False


def _about(schema: Schema) -> Schema:
    """What a schema says to people, and its default."""
    return {name: schema.pop(name) for name in ("description", "default", "title") if name in schema}


def condition_schema(words: Mapping[str, Word]) -> Schema:
    """The schema of a condition: a mapping of words, each with its value; or, in a child, one put in its place."""
    properties: dict[str, Schema] = {}
    for name, word in sorted(words.items()):
        properties[name] = _child(copy.deepcopy(word.schema), deletes=False)
        properties[name]["description"] = f"{word.type}: {word.about}"
    properties[REPLACE] = {**_CONDITION, "description": "put in the place of an inherited condition"}
    alone: Schema = {"if": {"required": [REPLACE]}, "then": {"maxProperties": 1}}
    return {"type": "object", "properties": properties, "additionalProperties": False, "minProperties": 1, **alone}


def _child(schema: Schema, *, deletes: bool = True) -> Schema:
    """What may be in a child file: the value, null, a change of a list, another mapping in the place of one."""
    kept = _about(schema)
    branches = (schema, *schema.get("anyOf", ()))
    more: list[Schema] = [{"type": "null"}] if deletes else []
    if any(_is_a(branch, "array") for branch in branches):
        more.append(CHANGE)
    if any(_is_a(branch, "null") for branch in branches):
        more.append(_NONE)
    mappings = [branch for branch in branches if _is_a(branch, "object") or "$ref" in branch]
    if mappings and _CONDITION not in mappings:  # a condition has the word itself
        instead = {"type": "object", "required": [REPLACE], "additionalProperties": False}
        more.append({**instead, "properties": {REPLACE: {"anyOf": mappings}}})
    return {"anyOf": [schema, *more], **kept} if more else {**schema, **kept}


def _for_children(schema: Schema, path: tuple[str, ...]) -> None:
    """A child file gives only what differs: below a mapping nothing is required and all may be deleted or changed."""
    if stands_for_itself(("options", "", path[-1], "", "")) and path[0] == "OptionEntry":
        return
    schema.pop("required", None)
    for branch in schema.get("anyOf", ()):
        _for_children(branch, path)
    for key, value in schema.get("properties", {}).items():
        _for_children(value, (*path, key))
        schema["properties"][key] = _child(value)
    inside = schema.get("additionalProperties")
    if isinstance(inside, dict):
        _for_children(inside, path)
        schema["additionalProperties"] = _child(inside)


def _keys_by_name(value: Any) -> None:
    """Keys of mappings are told by `propertyNames`, so that an editor names a bad id."""
    if isinstance(value, list):
        for item in value:
            _keys_by_name(item)
    if not isinstance(value, dict):
        return
    patterns = value.pop("patternProperties", None)
    if patterns:
        value["propertyNames"] = {"pattern": next(iter(patterns))}
        value["additionalProperties"] = next(iter(patterns.values()))
    for item in list(value.values()):
        _keys_by_name(item)
