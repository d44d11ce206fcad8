"""The JSON Schema of ruleset files, for editors: made from the model and the words of the language."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from ..conditions.reader import Json, Word
from ..conditions.words import WORDS
from .inherit import OWN
from .model import RulesetModel

OPTION: Json = {
    "type": "object",
    "properties": {"option": {"type": "string"}},
    "required": ["option"],
    "additionalProperties": False,
}
CHANGE: Json = {
    "type": "object",
    "properties": {"add": {"type": "array"}, "remove": {"type": "array"}},
    "additionalProperties": False,
    "minProperties": 1,
}
"""How a child file changes an inherited list in place."""


LISTED = ("Rival", "Unsupported", "Example")
"""Models of the entries of lists: entries are whole, never merged."""


def ruleset_schema(
    words: Mapping[str, Word] = {},
    units: Iterable[str] = (),
    settings: Mapping[str, Iterable[type[BaseModel]]] | None = None,
) -> Json:
    """The schema of a ruleset file, child files included.

    `words` are condition words of plugins, `units` the units in which rules may be worth something,
    `settings` the models of the settings that methods read from a section; None: any settings.
    """
    schema = RulesetModel.model_json_schema(by_alias=True)
    definitions, properties = schema["$defs"], schema["properties"]
    condition: Json = {"$ref": "#/$defs/condition"}
    properties["win_requires"] = {"anyOf": [condition], **_about(properties["win_requires"])}
    rule = definitions["RuleModel"]
    rule["properties"]["when"] = {"anyOf": [condition], **_about(rule["properties"]["when"])}
    for unit in units:
        rule["properties"][unit] = {"type": "number", "description": "what it is worth"}
        definitions["Rival"]["properties"][unit] = {"type": "number", "description": "what it is worth there"}
    if units:
        rule["additionalProperties"] = definitions["Rival"]["additionalProperties"] = False
    for section, models in (settings or {}).items():
        for model in models:
            parts = f"{model.__module__}."
            own = model.model_json_schema(ref_template=f"#/$defs/{parts}{{model}}")
            definitions[section.capitalize()]["properties"].update(own["properties"])
            definitions.update({parts + name: part for name, part in own.get("$defs", {}).items()})
        definitions[section.capitalize()]["additionalProperties"] = False
    _keys_by_name(schema)
    properties["terms"]["additionalProperties"] = condition
    for name, model in definitions.items():
        if name not in LISTED:
            _for_children(model, filled=name != "OptionModel")
    for name, value in properties.items():
        if name not in OWN:
            _for_children(value, filled=name not in ("options", "presets"))
            properties[name] = _child(value, filled=name not in ("options", "presets"))
    definitions["condition"] = condition_schema({**WORDS, **words})
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "mjrules ruleset"
    return schema


def _about(schema: Json) -> Json:
    """What a schema says to people, and its default."""
    return {name: schema.pop(name) for name in ("description", "default", "title") if name in schema}


def condition_schema(words: Mapping[str, Word]) -> Json:
    """The schema of a condition: a mapping of words, each with its value, an option, or null in a child."""
    properties: dict[str, Json] = {}
    for name, word in sorted(words.items()):
        value = copy.deepcopy(word.schema)
        if name == "option":
            properties[name] = {"anyOf": [value, {"type": "boolean"}]}
        else:
            _for_children(value)
            properties[name] = _child(value)
        properties[name]["description"] = f"{word.type}: {word.about}"
    return {"type": "object", "properties": properties, "additionalProperties": False, "minProperties": 1}


def _child(schema: Json, *, filled: bool = True) -> Json:
    """What may stand in a child file: the value, null, a change of a list, and, where filled in, an option."""
    kept = _about(schema)
    more: list[Json] = [{"type": "null"}]
    if filled:
        more.append(OPTION)
    if any(branch.get("type") == "array" for branch in (schema, *schema.get("anyOf", ()))):
        more.append(CHANGE)
    return {"anyOf": [schema, *more], **kept}


def _for_children(schema: Json, *, filled: bool = True) -> None:
    """A child file gives only what differs: below a mapping nothing is required and all may be deleted or changed."""
    schema.pop("required", None)
    for branch in schema.get("anyOf", ()):
        _for_children(branch, filled=filled)
    for key, value in schema.get("properties", {}).items():
        _for_children(value, filled=filled)
        schema["properties"][key] = _child(value, filled=filled)
    inside = schema.get("additionalProperties")
    if isinstance(inside, dict):
        _for_children(inside, filled=filled)
        schema["additionalProperties"] = _child(inside, filled=filled)
    items = schema.get("items")
    if isinstance(items, dict) and filled:
        _for_children(items)
        schema["items"] = {"anyOf": [items, OPTION]}


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
