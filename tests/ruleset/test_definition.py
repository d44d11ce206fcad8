"""What is declared of ruleset files: the values that it gives, and that any reader of YAML reads the same files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from mjrules import Ruleset, RulesetError, load
from mjrules.declared.fields import declared_fields, is_declared
from mjrules.declared.values import plain, typed, with_nothing
from mjrules.ruleset.checks.value_types import adapter
from mjrules.ruleset.definition import Definition
from mjrules.ruleset.files.find import SourceFile, bundled_folder, bundled_ids
from tests.kit.profile import thinned
from tests.kit.rulesets import loaded


def parts(value: Any) -> dict[Any, Any] | None:
    """What a value holds, but for keys that are no fields, which pydantic leaves to others; None for a plain value."""
    if is_declared(type(value)):
        kind: type = type(value)
        return {item.key: getattr(value, item.attribute) for item in declared_fields(kind) if not item.rest}
    if isinstance(value, Mapping):
        return dict(value)
    return dict(enumerate(value)) if isinstance(value, list | tuple) else None


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two values differ. A whole number may be a decimal number too."""
    first, second = parts(one), parts(other)
    if first is not None and second is not None:
        if list(first) != list(second) or is_declared(type(one)) is not is_declared(type(other)):
            yield f"{path}: {one!r} {other!r}"
        for key in first.keys() & second.keys():
            yield from differences(first[key], second[key], f"{path}.{key}")
    elif one != other or isinstance(one, bool) is not isinstance(other, bool):
        yield f"{path}: {one!r} {other!r}"


@pytest.mark.parametrize("id", bundled_ids())
def test_pydantic_makes_the_same_values_of_a_bundled_ruleset(id: str) -> None:
    data = loaded(id).node.plain()
    checked = adapter(Definition).validate_json(json.dumps(with_nothing(Definition, data)))
    assert list(differences(typed(Definition, data), checked)) == []


@pytest.mark.parametrize("id", bundled_ids())
def test_pydantic_makes_the_same_settings_of_a_bundled_ruleset(id: str) -> None:
    ruleset = loaded(id)
    for path, settings in ruleset.settings.items():
        kind: Any = ruleset.house_rules[path[1]].settings if len(path) > 1 else type(settings)
        checked = adapter(kind).validate_json(json.dumps(plain(settings)))
        assert list(differences(settings, checked)) == [], path


def test_differences_are_noticed() -> None:
    """The tests above can fail."""
    one = typed(Definition, {"id": "a", "table": {"rounds": 4}, "tiles": {"1m": 4}, "plugins": ["sum"]})
    others: tuple[dict[str, Any], ...] = (
        {"id": "b", "table": {"rounds": 4}, "tiles": {"1m": 4}, "plugins": ["sum"]},
        {"id": "a", "table": {"rounds": 3}, "tiles": {"1m": 4}, "plugins": ["sum"]},
        {"id": "a", "table": {"rounds": 4}, "tiles": {"2m": 4}, "plugins": ["sum"]},
        {"id": "a", "table": {"rounds": 4}, "tiles": {"1m": True}, "plugins": ["sum"]},
        {"id": "a", "table": {"rounds": 4}, "tiles": {"1m": 4}, "plugins": ["sum", "wild"]},
    )
    assert [len(list(differences(one, typed(Definition, other)))) for other in others] == [1] * len(others)


@pytest.mark.parametrize("id", bundled_ids())
def test_a_definition_is_made_again_of_what_it_says(id: str) -> None:
    """So it is with the cache."""
    definition = loaded(id).definition
    data = json.loads(json.dumps(plain(definition)))
    assert typed(Definition, data) == definition
    assert plain(typed(Definition, data)) == plain(definition)


# Any reader of YAML.


def unlike(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where plain data differ, be it in their types."""
    if type(one) is not type(other):
        yield f"{path}: {one!r} {other!r}"
    elif isinstance(one, dict):
        yield from () if list(one) == list(other) else (f"{path}: {list(one)} {list(other)}",)
        for key in one.keys() & other.keys():
            yield from unlike(one[key], other[key], f"{path}.{key}")
    elif isinstance(one, list):
        yield from () if len(one) == len(other) else (f"{path}: {one} {other}",)
        for number, (first, second) in enumerate(zip(one, other, strict=False)):
            yield from unlike(first, second, f"{path}[{number}]")
    elif one != other:
        yield f"{path}: {one!r} {other!r}"


@pytest.mark.parametrize("path", thinned(sorted(Path(bundled_folder()).rglob("*.yaml")), 4), ids=lambda path: path.name)
def test_any_reader_of_yaml_reads_the_same(path: Path) -> None:
    """No word is a boolean, a date or a number for readers of YAML 1.1 alone, and every key is text."""
    assert list(unlike(SourceFile(path).node.plain(), yaml.safe_load(path.read_bytes()))) == []


@pytest.mark.parametrize(
    "text", ["a: no", "a: off", "on: 1", "1: a", "a: 1:30", "a: 010", "a: 1_000", "a: 2006-01-02", "true: 1"]
)
def test_what_readers_of_yaml_read_otherwise_is_noticed(tmp_path: Path, text: str) -> None:
    """The test above can fail."""
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    assert list(unlike(SourceFile(path).node.plain(), yaml.safe_load(text)))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda ruleset: ruleset.house_settings("indicator"), 'riichi has no house rule "indicator" (did you mean '),
        (lambda ruleset: ruleset.rule_name("tanyo"), 'riichi has no rule "tanyo" (did you mean '),
        (lambda ruleset: ruleset.rule_names("tanyo"), 'riichi has no rule "tanyo" (did you mean '),
    ],
)
def test_what_a_ruleset_does_not_have_is_told_with_the_nearest(asked: Callable[[Ruleset], Any], said: str) -> None:
    with pytest.raises(RulesetError) as error:
        asked(load("riichi"))
    assert str(error.value).startswith(said)
