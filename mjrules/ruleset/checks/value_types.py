"""Checks a resolved file against what is declared, and says in plain words what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from ...declared.fields import WrongValueError, declared_fields, is_declared, keys_of
from ...declared.kinds import arms, classes_in, kind_at
from ...declared.values import may_be_nothing, plain, with_nothing
from ...errors import A_LIST, A_MAPPING, DID_YOU_MEAN, Path, Problem, described, did_you_mean, nearest_word, told
from ...spoken import Sentence, Spoken, spoken_list
from ..definition import Definition
from ..field_types import ID, LANGUAGE, RULESET_ID
from ..files.node import Node, problem_at
from ..files.read_yaml import IN_BRACKETS, without_space
from ..inherit import REPLACE
from ..moved_keys import moved
from ..options.options import A_NUMBER, as_text

_MISSING = Sentence("is missing", "缺少")()
UNKNOWN_KEY = Sentence("unknown key{near}", "没有这一项{near}")
_KEY_MISSING = Sentence('the key "{missing}" is missing{near}', "缺少“{missing}”这一项{near}")
_PUT_QUOTES = Sentence(' (put it in quotes: "{written}")', '（请加引号：“"{written}"”）')
_REPLACE_MAPPINGS_WRITE = Sentence(
    " (replace is for mappings: write the list itself, which takes the place of an inherited one)",
    "（“replace”用于一组“键: 值”：请直接写列表，它就代替继承来的）",
)()
_CHOOSE_WRITE_SET = Sentence(
    " (to choose it, write `set: {{{name}: {value}}}`)", "（若要选定，请写“set: {{{name}: {value}}}”）"
)
_OPTION_WRITE_SET = Sentence(
    ": {name} is an option, so write `set: {{{again}: {value}}}`", "：“{name}”是选项，请写“set: {{{again}: {value}}}”"
)
_PERHAPS_MEANT = Sentence(' (or is "{near}" meant?)', "（还是指“{near}”？）")
_DEFAULT = Sentence("the default of {default}", "默认值{default}")
_CLASS_THESE_SETTINGS = Sentence("the class of these settings fails: {each}", "这些设定的类出错：{each}")
_NO_SUCH_SETTING = Sentence('unknown key "{key}"{hint}', "没有“{key}”这一项{hint}")
_METHOD_DOES_NOT = Sentence(
    'the method "{method}" does not know {named}, which a parent sets',
    "方法“{method}”没有“{named:written}”，而那是上级规则写的",
)
_REPLACE_METHOD_LEAVES = Sentence(
    "`{section}: {{replace: {{method: {method}, …}}}}` leaves out what a parent sets",
    "写“{section}: {{replace: {{method: {method}, …}}}}”就去掉上级规则所写的",
)

_A_NUMBER = Sentence("a number", "数字")()
_PLAIN: Mapping[str, Spoken] = {
    "string_type": Sentence("text", "文字")(),
    "int_type": A_NUMBER,
    "int_parsing": A_NUMBER,
    "int_from_float": A_NUMBER,
    "float_type": _A_NUMBER,
    "bool_type": Sentence("true or false", "“true”或“false”")(),
    "tuple_type": A_LIST,
    "dict_type": A_MAPPING,
    "dataclass_type": A_MAPPING,
}
"""What is expected where a value is of another type, by what pydantic calls that."""
_EXPECTED = Sentence("expected {wanted}", "应为{wanted}")
_GOT = Sentence("{said}, got {got}{hints}", "{said}，而不是{got:shown}{hints}")
_BOUNDS = {
    "greater_than_equal": ("ge", Sentence("{limit} or more", "不小于 {limit} 的数")),
    "greater_than": ("gt", Sentence("more than {limit}", "大于 {limit} 的数")),
    "less_than_equal": ("le", Sentence("{limit} or less", "不大于 {limit} 的数")),
}
"""Limits of numbers: what pydantic calls them, and what is said of them."""
_LENGTHS = {
    "too_short": ("min_length", Sentence("at least {number} {entries}", "至少 {count} 项")),
    "too_long": ("max_length", Sentence("at most {number} {entries}", "至多 {count} 项")),
    "string_too_short": ("min_length", Sentence("at least {number} {characters}", "至少 {count} 个字符")),
    "string_too_long": ("max_length", Sentence("at most {number} {characters}", "至多 {count} 个字符")),
}
_SOME_TEXT = Sentence("some text", "文字，不能空着")()
_WRONG_KIND = frozenset(_PLAIN)
_NO_MAPPING = ("dict_type", "dataclass_type")
_TRUTH = {"yes": "true", "on": "true", "no": "false"}
"""Words for true and false, which YAML reads as text here."""
_PATTERNS: Mapping[str, Spoken] = {
    RULESET_ID: Sentence(
        "a ruleset id such as tuesday-club or club/season (small letters, digits, - and _)",
        "规则的代号，如“tuesday-club”或“club/season”（小写英文字母、数字、“-”和“_”）",
    )(),
    LANGUAGE: Sentence("a language such as en, zh or ja", "语言，如“en”、“zh”或“ja”")(),
    ID: Sentence(
        "an id such as clean_hand (small letters, digits and _, a letter first)",
        "代号，如“clean_hand”（小写英文字母、数字和“_”，以字母开头；番种的代号见“mjrules rule”）",
    )(),
}
_FITTING = Sentence("text that fits {pattern}", "符合“{pattern}”的文字")
_CHOICE = Sentence("{choices}", "“{words:written}”")
_CHOICES = Sentence("{choices}", "“{words:written}”之一")
_WRONG_DEFAULT = Sentence('"{key}" is {value}: {said}', "“{key}”为{value:shown}：{said}")


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
            yield problem_at(root, where, UNKNOWN_KEY(near=near), on_key=True)
        elif found[0]["type"] == "missing":
            missing = str(found[0]["loc"][-1])
            message = _KEY_MISSING(missing=missing, near=_near_sibling(root, where))
            yield problem_at(root, (*where, missing), message)
        else:
            node = root.at(where)
            no_value = node is None or on_key or found[0]["type"] == "value_error"
            said: str = _said(found)
            if node is not None and not no_value:
                hints = _quotes(found, node), _none(kind, path, where, node), _meant(found, where, node)
                counted = node.is_list and node.value and all(error["type"] in _LENGTHS for error in found)
                got = len(node.value) if counted else _shown(node)
                said = _GOT(said=said, got=got, hints=spoken_list(hints, "", ""))
            yield problem_at(root, where, said, on_key=on_key)


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
        return _PUT_QUOTES(written=node.written)
    return ""


def _meant(errors: list[Mapping[str, Any]], where: Path, node: Node) -> str:
    """What was probably meant by a single value where a mapping is expected, or by `replace:` in place of a list."""
    if node.is_mapping and list(node.value) == [REPLACE] and all(error["type"] == "tuple_type" for error in errors):
        return _REPLACE_MAPPINGS_WRITE
    if node.is_mapping or node.is_list or not all(error["type"] in _NO_MAPPING for error in errors):
        return ""
    if torn := without_space(str(node.value)):
        return IN_BRACKETS(told=torn)
    if len(where) == 2 and where[0] == "options" and node.before is not None:
        value = as_text(node.value)
        return _CHOOSE_WRITE_SET(name=where[1], value=_TRUTH.get(value, value))
    return ""


def _none(kind: Any, path: Path, where: Path, node: Node) -> str:
    """The word for nothing, where it may stand and `off` was written."""
    may_be_none = may_be_nothing(kind_at(kind, where[len(path) :]))
    literal = any("none" in get_args(arm) for arm in arms(kind_at(kind, where[len(path) :])))
    return DID_YOU_MEAN(word="none") if node.value == "off" and (may_be_none or literal) else ""


def _said(errors: list[Mapping[str, Any]]) -> Spoken:
    """What was expected, in plain words; several types joined by `or`."""
    unique = dict(map(_wanted, errors))
    if _A_NUMBER in unique:
        unique.pop(A_NUMBER, None)
    told = spoken_list(unique, " or ", "或")
    return _EXPECTED(wanted=told) if next(iter(unique.values())) else told


def _context(error: Mapping[str, Any]) -> Mapping[str, Any]:
    """What pydantic says of an error beside its type and place."""
    context: Mapping[str, Any] = error.get("ctx", {})
    return context


def _wanted(error: Mapping[str, Any]) -> tuple[str, bool]:
    """What one error expected, or what else it says, and whether it is the former."""
    kind, context = error["type"], _context(error)
    if kind in _BOUNDS:
        limit, bound = _BOUNDS[kind]
        return bound(limit=_number(context[limit])), True
    if kind in _LENGTHS:
        limit, length = _LENGTHS[kind]
        return _length(length, context[limit]), True
    if kind == "string_pattern_mismatch":
        pattern = context["pattern"]
        return _PATTERNS.get(pattern) or _FITTING(pattern=pattern), True
    if kind == "literal_error":
        choices = str(context["expected"])
        several = _CHOICES if " or " in choices else _CHOICE
        return several(choices=choices.replace("'", '"'), words=choices.replace("'", "").replace(" or ", ", ")), True
    if kind == "value_error":
        return context["error"].args[0], False  # as a sentence, which a text made of the error would not be
    return (_PLAIN[kind], True) if kind in _PLAIN else (_MISSING if kind == "missing" else str(error["msg"]), False)


def _length(sentence: Sentence, count: int) -> Spoken:
    """How long a text or a list must be; that a text must not be empty."""
    one = count == 1
    told = sentence(
        number="one" if one else count,
        count=count,
        entries="entry" if one else "entries",
        characters="character" if one else "characters",
    )
    return _SOME_TEXT if told == "at least one character" else told


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
    return _OPTION_WRITE_SET(name=name, again=name, value=_TRUTH.get(value, value))


def _near_sibling(root: Node, where: Path) -> str:
    """What an entry of a section was perhaps meant to be, which is inherited: what a file writes itself is no slip."""
    own = root.at(where)
    if len(where) != 2 or own is None:
        return ""
    others = root.entries_at(where[:-1]).items()
    near = nearest_word(where[-1], (name for name, node in others if node.place.file != own.place.file))
    return "" if near is None else _PERHAPS_MEANT(near=near)


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
        wrong: list[str] = [_DEFAULT(default=default) for default in wrong_defaults(kind)]
        if not wrong:
            return validate(root, kind, path)
    except Exception as error:  # whatever its `__post_init__` does
        wrong = [told(error)]
    return [problem_at(root, path, _CLASS_THESE_SETTINGS(each=each)) for each in wrong]


@cache
def wrong_defaults(kind: Any) -> tuple[str, ...]:
    """What is wrong with the defaults of the classes in a type, each behind its key: no file says them."""
    wrong: list[str] = []
    for own in classes_in(kind):
        fields = [item for item in declared_fields(own) if not item.rest]
        given = {item.key: plain(item.default) for item in fields if not item.required}
        wrong += [
            _WRONG_DEFAULT(key=key, value=described(given[key]), said=_said(found))
            for key, found in _misfits(own, given)
        ]
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
        problems.append(problem_at(root, (section, key), _NO_SUCH_SETTING(key=key, hint=hint), on_key=True))
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
    message = _METHOD_DOES_NOT(method=method.value, named=named)
    hint = _REPLACE_METHOD_LEAVES(section=section, method=method.value)
    return problem_at(root, (section, "method"), message, note=hint)


def entry_class(section: str) -> type:
    """The declared class of a section."""
    found: type = next(kind for kind in arms(kind_at(Definition, (section,))) if is_declared(kind))
    return found
