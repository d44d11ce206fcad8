"""Checks a resolved file against the model, and says in plain words what is wrong and where."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, RootModel, ValidationError

from ..errors import PluginError, Problem, described, did_you_mean, told
from .model import RulesetModel
from .node import Node, Path, problem_at

_PLAIN = {
    "missing": "is missing",
    "string_type": "expected text",
    "int_type": "expected a whole number",
    "int_parsing": "expected a whole number",
    "int_from_float": "expected a whole number",
    "float_type": "expected a number",
    "bool_type": "expected true or false",
    "list_type": "expected a list",
    "dict_type": "expected a mapping",
    "model_type": "expected a mapping",
    "model_attributes_type": "expected a mapping",
    "string_too_short": "expected some text",
}
_WRONG_KIND = frozenset(kind for kind in _PLAIN if kind.endswith("_type") or kind.startswith("int_"))
_PATTERNS = {
    "/": "expected a ruleset id such as tuesday-club or club/season (small letters, digits, - and _)",
    "": "expected an id such as clean_hand (small letters, digits and _, a letter first)",
}


def validate(root: Node, model: type[BaseModel] = RulesetModel, path: Path = ()) -> list[Problem]:
    """The problems of a node against a model; `path` is where the node stands in `root`."""
    node = root.at(path)
    try:
        model.model_validate({} if node is None else node.plain())
    except ValidationError as error:
        return list(_problems(root, model, path, error.errors(include_url=False)))
    return []


def _problems(root: Node, model: type[BaseModel], path: Path, errors: Iterable[Any]) -> Iterable[Problem]:
    by_place: dict[tuple[Path, bool], list[Mapping[str, Any]]] = {}
    for error in errors:
        by_place.setdefault(_in_file(root, path, error["loc"]), []).append(error)
    for (where, on_key), found in by_place.items():
        if not on_key and any(other[: len(where)] == where != other for other, _ in by_place):
            node = root.at(where)
            if node is not None and (node.is_mapping or node.is_list) and found[0]["type"] not in ("missing",):
                continue
        found = _of_the_nearest_kind(root.at(where), found)
        if any(error["type"] == "extra_forbidden" for error in found):
            yield problem_at(root, where, f"unknown key{_near_key(model, path, where)}", on_key=True)
        elif found[0]["type"] == "missing":
            missing = str(found[0]["loc"][-1])
            yield problem_at(root, (*where, missing), f'the key "{missing}" is missing')
        else:
            node = root.at(where)
            got = "" if node is None or on_key else f", got {_shown(node)}{_quotes(found, node)}"
            yield problem_at(root, where, _said(found) + got, on_key=on_key)


def _of_the_nearest_kind(node: Node | None, errors: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of errors against several types those of the type that was meant, where the value has one of these types."""
    others = [error for error in errors if error["type"] not in _WRONG_KIND]
    return others if node is not None and others else errors


def _quotes(errors: list[Mapping[str, Any]], node: Node) -> str:
    """What to do with a number or word that YAML reads as no text, where text is expected."""
    if node.written and node.value is not None and all(error["type"] == "string_type" for error in errors):
        return f' (put it in quotes: "{node.written}")'
    return ""


def _said(errors: list[Mapping[str, Any]]) -> str:
    """What was expected, in plain words; several types joined by `or`."""
    words: list[str] = []
    for error in errors:
        kind, context = error["type"], error.get("ctx", {})
        if kind == "string_pattern_mismatch":
            text = _PATTERNS["/" if "/" in context["pattern"] else ""]
        elif kind == "greater_than_equal":
            text = f"expected {context['ge']:g} or more"
        elif kind == "less_than_equal":
            text = f"expected {int(context['le'])} or less"
        elif kind == "too_long":
            text = f"expected at most {context['max_length']} entries"
        elif kind == "literal_error":
            text = f"expected {context['expected']}".replace("'", '"')
        elif kind == "too_short":
            least = context["min_length"]
            text = "expected at least one entry" if least == 1 else f"expected at least {least} entries"
        else:
            text = _PLAIN.get(kind, str(error["msg"]))
        words.append(text)
    unique = list(dict.fromkeys(words))
    if "expected a number" in unique and "expected a whole number" in unique:
        unique.remove("expected a whole number")
    first, rest = unique[0], [word.removeprefix("expected ") for word in unique[1:]]
    return " or ".join([first, *rest])


def _shown(node: Node) -> str:
    """A value as it was written, where that is known."""
    return described(node.value) if isinstance(node.value, str) or not node.written else node.written


def _in_file(root: Node, path: Path, loc: tuple[Any, ...]) -> tuple[Path, bool]:
    """The part of a pydantic location that stands in the file, and whether its key is meant."""
    where, on_key = path, False
    for part in loc:
        node = root.at((*where, part))
        if part == "[key]" and node is None:
            on_key = True
            continue
        if node is None and part == "for_":
            part, node = "for", root.at((*where, "for"))
        if node is not None:
            where = (*where, part)
    return where, on_key


def _near_key(model: type[BaseModel], path: Path, where: Path) -> str:
    """The known key nearest to an unknown one, found by walking the model along the path."""
    kind: Any = model
    for part in where[len(path) : -1]:
        kind = _model_of(kind, part)
        if kind is None:
            return ""
    return did_you_mean(where[-1], known_keys(kind)) if isinstance(kind, type) else ""


def known_keys(model: type[BaseModel]) -> list[str]:
    """The keys that a model has, as they are written in files."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_of(kind: Any, part: str | int) -> Any:
    """The model behind a key of a model, or behind the entries of a mapping or list of models."""
    if isinstance(kind, type) and issubclass(kind, RootModel):
        inside = _inner(kind.model_fields["root"].annotation)
        return inside[0] if isinstance(inside, list) else inside
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        annotation = kind.model_fields[part].annotation if part in kind.model_fields else None
        return _inner(annotation)
    return kind[0] if isinstance(kind, list) else None


def source_key(path: Path) -> Path | None:
    """The path of the key `source` of the value at a path, or of one that it stands in; None where none may have it."""
    kind: Any = RulesetModel
    for depth, part in enumerate(path, 1):
        kind = _model_of(kind, part)
        if isinstance(kind, type) and "source" in known_keys(kind):
            return (*path[:depth], "source")
    return None


def _inner(annotation: Any) -> Any:
    """A model, or a list holding the model of the entries of a mapping or list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    arguments = getattr(annotation, "__args__", ())
    inside = [found for found in map(_inner, arguments) if found is not None]
    if not inside:
        return None
    origin = getattr(annotation, "__origin__", None)
    return [inside[-1]] if origin in (dict, list) else inside[-1]


def validate_settings(root: Node, section: str, own: Iterable[str], name: str) -> list[Problem]:
    """The problems of a method's settings, which stand in a section beside its `own` keys.

    `name` is the model that the method's plugin gives for them, empty for a method without any.
    """
    node = root.child(section)
    if node is None or not node.is_mapping:
        return []
    try:
        model = settings_model(name)
    except PluginError as error:
        return [problem_at(root, (section, "method"), str(error))]
    known = [*own, *(known_keys(model) if model is not None else ())]
    strangers = [key for key in node.value if key not in known]
    problems = [
        problem_at(root, (section, key), f'unknown key "{key}"{did_you_mean(key, known)}', on_key=True)
        for key in strangers
    ]
    if model is not None:
        settings = node.with_value({key: child for key, child in node.value.items() if key not in (*own, *strangers)})
        problems += validate(root.with_value({**root.value, section: settings}), model, (section,))
    return problems


def settings_model(name: str) -> type[BaseModel] | None:
    """The model that a plugin names as `module:class` for its settings; None for no settings."""
    if not name:
        return None
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except Exception as error:
        raise PluginError(f'the settings "{name}" of a plugin cannot be imported: {told(error)}') from error
    if not (isinstance(found, type) and issubclass(found, BaseModel)):
        raise PluginError(f'the settings "{name}" of a plugin are no pydantic model')
    return found
