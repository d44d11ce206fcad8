"""Checks a resolved file against what is declared, and says in plain words what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from ..declared.fields import WrongValueError, declared_fields, is_declared, keys_of
from ..declared.kinds import arms, classes_in, kind_at, moved
from ..declared.values import may_be_nothing, plain, with_nothing
from ..errors import Path, Problem, described, did_you_mean, nearest_word, told
from .definition import Definition
from .field_types import ID, LANGUAGE, RULESET_ID
from .files.node import Node, problem_at
from .files.read_yaml import without_space
from .inherit import REPLACE
from .options import as_text

_PLAIN = {
    "missing": "is missing",
    "string_type": "expected text",
    "int_type": "expected a whole number",
    "int_parsing": "expected a whole number",
    "int_from_float": "expected a whole number",
    "float_type": "expected a number",
    "bool_type": "expected true or false",
    "tuple_type": "expected a list",
    "dict_type": "expected a mapping",
    "dataclass_type": "expected a mapping",
}
_BOUNDS = {
    "greater_than_equal": ("ge", "{} or more"),
    "greater_than": ("gt", "more than {}"),
    "less_than_equal": ("le", "{} or less"),
}
"""Limits of numbers: what pydantic calls them, and what is said of them."""
_LENGTHS = {
    "too_short": ("min_length", "least", "entry", "entries"),
    "too_long": ("max_length", "most", "entry", "entries"),
    "string_too_short": ("min_length", "least", "character", "characters"),
    "string_too_long": ("max_length", "most", "character", "characters"),
}
_WRONG_KIND = frozenset(kind for kind in _PLAIN if kind.endswith("_type") or kind.startswith("int_"))
_NO_MAPPING = ("dict_type", "dataclass_type")
_TRUTH = {"yes": "true", "on": "true", "no": "false"}
"""Words for true and false, which YAML reads as text here."""
_PATTERNS = {
    RULESET_ID: "expected a ruleset id such as tuesday-club or club/season (small letters, digits, - and _)",
    LANGUAGE: "expected a language such as en, zh or ja",
    ID: "expected an id such as clean_hand (small letters, digits and _, a letter first)",
}


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """What pydantic makes of a declared type."""
    return TypeAdapter(kind)


def validate(root: Node, kind: Any = Definition, path: Path = ()) -> list[Problem]:
    """The problems of a node that should be of a type; `path` is where the node is in `root`."""
    node = root.at(path)
    data = {} if node is None else node.plain()
    try:
        adapter(kind).validate_json(json.dumps(with_nothing(kind, data)))
    except ValidationError as error:
        return list(_problems(root, kind, path, error.errors(include_url=False)))
    return []


def _problems(root: Node, kind: Any, path: Path, errors: Iterable[Any]) -> Iterator[Problem]:
    by_place: dict[tuple[Path, bool], list[Mapping[str, Any]]] = {}
    for error in errors:
        by_place.setdefault(_in_file(root, path, error), []).append(error)
    above = {where[:depth] for where, _ in by_place for depth in range(len(where))}
    for (where, on_key), found in by_place.items():
        if not on_key and where in above:
            node = root.at(where)
            if node is not None and (node.is_mapping or node.is_list) and found[0]["type"] not in ("missing",):
                continue
        found = _of_the_nearest_kind(root.at(where), found)
        if any(error["type"] == "unexpected_keyword_argument" for error in found):
            near = _as_option(root, where) or _near_key(kind, path, where)
            yield problem_at(root, where, f"unknown key{near}", on_key=True)
        elif found[0]["type"] == "missing":
            missing = str(found[0]["loc"][-1])
            message = f'the key "{missing}" is missing{_near_sibling(root, where)}'
            yield problem_at(root, (*where, missing), message)
        else:
            node = root.at(where)
            no_value = node is None or on_key or found[0]["type"] == "value_error"
            got = ""
            if node is not None and not no_value:
                hints = _quotes(found, node), _none(kind, path, where, node), _meant(found, where, node)
                counted = node.is_list and node.value and all(error["type"] in _LENGTHS for error in found)
                got = f", got {len(node.value) if counted else _shown(node)}{''.join(hints)}"
            yield problem_at(root, where, _said(found) + got, on_key=on_key)


def _of_the_nearest_kind(node: Node | None, errors: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Of errors against several types those of the type that was meant, where the value has one of these types."""
    if node is None:
        return errors
    wrong_kind = _WRONG_KIND if isinstance(node.value, str) else {*_WRONG_KIND, "literal_error"}
    return [error for error in errors if error["type"] not in wrong_kind] or errors


def _quotes(errors: list[Mapping[str, Any]], node: Node) -> str:
    """What to do with a number or word that YAML reads as no text, where text is expected."""
    kinds = {error["type"] for error in errors}
    text_expected = "string_type" in kinds and kinds <= {"string_type", *_NO_MAPPING}
    if node.written and node.value is not None and text_expected:
        return f' (put it in quotes: "{node.written}")'
    return ""


def _meant(errors: list[Mapping[str, Any]], where: Path, node: Node) -> str:
    """What was probably meant by a single value where a mapping is expected, or by `replace:` in place of a list."""
    if node.is_mapping and list(node.value) == [REPLACE] and all(error["type"] == "tuple_type" for error in errors):
        return " (replace is for mappings: write the list itself, which takes the place of an inherited one)"
    if node.is_mapping or node.is_list or not all(error["type"] in _NO_MAPPING for error in errors):
        return ""
    if torn := without_space(str(node.value)):
        return f" ({torn})"
    if len(where) == 2 and where[0] == "options" and node.before is not None:
        value = as_text(node.value)
        return f" (to choose it, write `set: {{{where[1]}: {_TRUTH.get(value, value)}}}`)"
    return ""


def _none(kind: Any, path: Path, where: Path, node: Node) -> str:
    """The word for nothing, where it may stand and `off` was written."""
    may_be_none = may_be_nothing(kind_at(kind, where[len(path) :]))
    literal = any("none" in get_args(arm) for arm in arms(kind_at(kind, where[len(path) :])))
    return ' (did you mean "none"?)' if node.value == "off" and (may_be_none or literal) else ""


def _said(errors: list[Mapping[str, Any]]) -> str:
    """What was expected, in plain words; several types joined by `or`."""
    unique = list(dict.fromkeys(map(_expected, errors)))
    if "expected a number" in unique and "expected a whole number" in unique:
        unique.remove("expected a whole number")
    first, rest = unique[0], [word.removeprefix("expected ") for word in unique[1:]]
    return " or ".join([first, *rest])


def _context(error: Mapping[str, Any]) -> Mapping[str, Any]:
    """What pydantic says of an error beside its type and place."""
    context: Mapping[str, Any] = error.get("ctx", {})
    return context


def _expected(error: Mapping[str, Any]) -> str:
    """What one error expected."""
    kind, context = error["type"], _context(error)
    if kind in _BOUNDS:
        limit, text = _BOUNDS[kind]
        return f"expected {text.format(_number(context[limit]))}"
    if kind in _LENGTHS:
        limit, text, one, several = _LENGTHS[kind]
        length = context[limit]
        if kind == "string_too_short" and length == 1:
            return "expected some text"
        return f"expected at {text} {'one' if length == 1 else length} {one if length == 1 else several}"
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(context["pattern"], f"expected text that fits {context['pattern']}")
    if kind == "literal_error":
        return f"expected {context['expected']}".replace("'", '"')
    return str(context["error"]) if kind == "value_error" else _PLAIN.get(kind, str(error["msg"]))


def _number(limit: float) -> str:
    """A limit as a file would write it."""
    return str(int(limit) if limit == int(limit) else limit)


def _shown(node: Node) -> str:
    """A value as it was written, where that is known."""
    return described(node.value) if isinstance(node.value, str) or not node.written else node.written


def _in_file(root: Node, path: Path, error: Mapping[str, Any]) -> tuple[Path, bool]:
    """The part of the place of an error that stands in the file, and whether its key is meant."""
    where, on_key = path, False
    cause = _context(error).get("error")
    for part in (*error["loc"], *(cause.path if isinstance(cause, WrongValueError) else ())):
        node = root.at((*where, part))
        if part == "[key]" and node is None:
            on_key = True
        elif node is not None:
            where = (*where, part)
    return where, on_key


def _as_option(root: Node, where: Path) -> str:
    """How to choose an option whose name stands among the sections."""
    name, node = str(where[-1]), root.at(where)
    if len(where) != 1 or name not in (*root.entries_at(("options",)), *root.entries_at(("presets",))):
        return ""
    value = "true" if node is None or node.is_mapping or node.is_list else as_text(node.value)
    return f": {name} is an option, so write `set: {{{name}: {_TRUTH.get(value, value)}}}`"


def _near_sibling(root: Node, where: Path) -> str:
    """What an entry of a section was perhaps meant to be, which is inherited: what a file writes itself is no slip."""
    own = root.at(where)
    if len(where) != 2 or own is None:
        return ""
    others = root.entries_at(where[:-1]).items()
    near = nearest_word(where[-1], (name for name, node in others if node.place.file != own.place.file))
    return "" if near is None else f' (or is "{near}" meant?)'


def _near_key(kind: Any, path: Path, where: Path) -> str:
    """The key that has the place of an unknown one, or the known key nearest to it."""
    around = kind_at(kind, where[len(path) : -1])
    known = [name for arm in arms(around) if is_declared(arm) for name in keys_of(arm)]
    return moved(kind, where[len(path) :]) or (did_you_mean(where[-1], known) if known else "")


def source_key(path: Path) -> Path | None:
    """The path of the key `source` of the value at a path, or of one that it stands in; None where none may have it."""
    for depth in range(1, len(path) + 1):
        kinds = arms(kind_at(Definition, path[:depth]))
        if any(is_declared(kind) and "source" in keys_of(kind) for kind in kinds):
            return (*path[:depth], "source")
    return None


def validate_foreign(root: Node, kind: Any, path: Path) -> list[Problem]:
    """The problems of settings by the class of a plugin, which may fail itself."""
    try:
        wrong = [f"the default of {default}" for default in wrong_defaults(kind)]
        if not wrong:
            return validate(root, kind, path)
    except Exception as error:  # whatever its `__post_init__` does
        wrong = [told(error)]
    return [problem_at(root, path, f"the class of these settings fails: {each}") for each in wrong]


@cache
def wrong_defaults(kind: Any) -> tuple[str, ...]:
    """What is wrong with the defaults of the classes in a type, each behind its key: no file says them."""
    wrong: list[str] = []
    for own in classes_in(kind):
        fields = [item for item in declared_fields(own) if not item.rest]
        given = {item.key: plain(item.default) for item in fields if not item.required}
        wrong += [f'"{key}" is {described(given[key])}: {_said(found)}' for key, found in _misfits(own, given)]
        wrong += [each for item in fields for each in wrong_defaults(item.kind)]
    return tuple(wrong)


def _misfits(kind: Any, given: Mapping[str, Any]) -> Iterable[tuple[str, list[Mapping[str, Any]]]]:
    """The keys of a mapping whose values do not fit into a class, each with the errors."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    try:
        adapter(kind).validate_json(json.dumps(given))
    except ValidationError as error:
        for each in error.errors(include_url=False):
            if each["loc"] and each["loc"][0] in given:
                found.setdefault(str(each["loc"][0]), []).append(each)
    return found.items()


def validate_settings(root: Node, section: str, kind: Any) -> list[Problem]:
    """The problems of a method's settings, which are in a section beside its own keys; `kind` None: it has none."""
    node = root.child(section)
    if node is None or not node.is_mapping:
        return []
    own = keys_of(entry_class(section))
    known = [*own, *(keys_of(kind) if kind is not None else ())]
    strangers = [key for key in node.value if key not in known]
    left = _left_behind(node, strangers)
    problems = [_of_another_method(root, section, left)] if left else []
    for key in strangers:
        if key in left:
            continue
        hint = moved(Definition, (section, key)) or moved(kind, (key,)) or did_you_mean(key, known)
        problems.append(problem_at(root, (section, key), f'unknown key "{key}"{hint}', on_key=True))
    if kind is not None:
        settings = node.with_value({key: child for key, child in node.value.items() if key not in (*own, *strangers)})
        problems += validate_foreign(root.with_value({**root.value, section: settings}), kind, (section,))
    return problems


def _left_behind(section: Node, strangers: Iterable[str]) -> list[str]:
    """Those of the keys that a parent has set for its own method, where a child names another one."""
    method = section.child("method")
    if method is None or method.before is None or method.before.value == method.value:
        return []
    return [key for key in strangers if section.value[key].place.file != method.place.file]


def _of_another_method(root: Node, section: str, keys: Sequence[str]) -> Problem:
    """The problem of settings of a parent's method, told where a child names another one."""
    method = root.at((section, "method"))
    assert method is not None
    named = ", ".join(f'"{key}"' for key in keys)
    message = f'the method "{method.value}" does not know {named}, which a parent sets'
    hint = f"`{section}: {{replace: {{method: {method.value}, …}}}}` leaves out what a parent sets"
    return problem_at(root, (section, "method"), message, note=hint)


def entry_class(section: str) -> type:
    """The declared class of a section."""
    found: type = next(kind for kind in arms(kind_at(Definition, (section,))) if is_declared(kind))
    return found
