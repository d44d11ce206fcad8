"""The JSON Schema of ruleset files, for editors: made from the model and the words of the language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..conditions.reader import Json, Word
from ..conditions.words import WORDS
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


def ruleset_schema(words: Mapping[str, Word] = {}, units: Iterable[str] = ()) -> Json:
    """The schema of a ruleset file, child files included.

    `words` are condition words of plugins, `units` the units in which rules may be worth something.
    """
    schema = RulesetModel.model_json_schema(by_alias=True)
    _keys_by_name(schema)
    definitions, properties = schema["$defs"], schema["properties"]
    for name, model in definitions.items():
        if name not in ("OptionModel", "Example"):
            _for_children(model)
    for section, name in ((properties, "shapes"), (properties, "options"), (properties, "penalties")):
        section[name]["additionalProperties"] = _nullable(section[name]["additionalProperties"])
    condition = {"$ref": "#/$defs/condition"}
    definitions["condition"] = condition_schema({**WORDS, **words})
    properties["terms"] = {"type": "object", "additionalProperties": _nullable(condition)}
    properties["win_requires"] = _nullable(condition)
    definitions["Scoring"]["properties"]["rules"] = {
        "type": "object",
        "additionalProperties": _nullable({"$ref": "#/$defs/RuleModel"}),
    }
    rule = definitions["RuleModel"]
    rule["properties"]["when"] = _nullable(condition)
    for unit in units:
        rule["properties"][unit] = {"anyOf": [{"type": ["number", "null"]}, OPTION], "description": "what it is worth"}
    if units:
        rule["additionalProperties"] = False
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "mjrules ruleset"
    return schema


def condition_schema(words: Mapping[str, Word]) -> Json:
    """The schema of a condition: a mapping of words, each with its value, an option, or null in a child."""
    properties = {}
    for name, word in sorted(words.items()):
        value = word.schema if name == "option" else {"anyOf": [word.schema, OPTION, {"type": "null"}]}
        properties[name] = {**value, "description": f"{word.type}: {word.about}"}
    return {"type": "object", "properties": properties, "additionalProperties": False, "minProperties": 1}


def _nullable(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _for_children(model: Json) -> None:
    """A child file gives only what differs: nothing is required, null deletes, lists may be changed."""
    model.pop("required", None)
    for key, value in model.get("properties", {}).items():
        if not isinstance(value, dict) or "$ref" in value:
            continue
        more: list[Json] = [OPTION, {"type": "null"}]
        if value.get("type") == "array" or any(item.get("type") == "array" for item in value.get("anyOf", ())):
            more.append(CHANGE)
        kept = {name: value.pop(name) for name in ("description", "default", "title") if name in value}
        model["properties"][key] = {"anyOf": [value, *more], **kept}


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
