"""Inheritance, case by case: absent inherits, null deletes, mappings merge, values replace, lists change in place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjrules
from mjrules import Hand, Problem, Ruleset, RulesetError
from mjrules.cli import main
from mjrules.declared.fields import declared_fields
from mjrules.ruleset.definition import Definition, Source, Unsupported
from mjrules.ruleset.files.node import Node
from mjrules.ruleset.files.read_yaml import read_source
from mjrules.ruleset.inherit import inherit, inherit_all
from tests.kit.profile import examples

Write = Callable[[str, str], Path]


def merged(*texts: str) -> tuple[Any, list[Problem]]:
    """The plain data of a chain of files, the root first, and what is wrong with them."""
    problems: list[Problem] = []
    node: Node | None = None
    for level, text in enumerate(texts):
        node = inherit(node, read_source(text.encode(), f"{level}.yaml"), problems)
    assert node is not None
    return node.plain(), problems


def sound(*texts: str) -> Any:
    """The plain data of a chain of files with which nothing is wrong."""
    data, problems = merged(*texts)
    assert [str(problem) for problem in problems] == []
    return data


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file below the temporary folder."""

    def file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return file


def refused(path: Path, within: Path | None = None) -> list[Problem]:
    with pytest.raises(RulesetError) as error:
        mjrules.load(str(path), within=within)
    return list(error.value.problems)


def only(problems: list[Problem]) -> Problem:
    assert len(problems) == 1, [str(problem) for problem in problems]
    return problems[0]


# The algebra.

CASES = {
    "absent inherits": ("a: 1\nb: 2", "b: 3", {"a": 1, "b": 3}),
    "a new key joins": ("a: 1", "b: 2", {"a": 1, "b": 2}),
    "a new mapping joins": ("a: 1", "b: {c: {d: 1}}", {"a": 1, "b": {"c": {"d": 1}}}),
    "a new list joins": ("a: 1", "b: [1, 2]", {"a": 1, "b": [1, 2]}),
    "null deletes a scalar": ("a: 1\nb: 2", "a: null", {"b": 2}),
    "null deletes a list": ("a: [1]\nb: 2", "a: null", {"b": 2}),
    "null deletes a mapping": ("a: {c: 1}\nb: 2", "a: ~", {"b": 2}),
    "null deletes deep inside": ("a: {b: {c: 1, d: 2}}", "a: {b: {c: null}}", {"a": {"b": {"d": 2}}}),
    "deleting the last key leaves a mapping": ("a: {b: 1}", "a: {b: null}", {"a": {}}),
    "a mapping merges by key": ("a: {b: 1, c: 2}", "a: {c: 3, d: 4}", {"a": {"b": 1, "c": 3, "d": 4}}),
    "mappings merge deep inside": ("a: {b: {c: {d: 1}}}", "a: {b: {c: {e: 2}}}", {"a": {"b": {"c": {"d": 1, "e": 2}}}}),
    "a scalar replaces a scalar": ("a: 1", "a: two", {"a": "two"}),
    "false is a value": ("a: true", "a: false", {"a": False}),
    "nought is a value": ("a: 1", "a: 0", {"a": 0}),
    "empty text is a value": ("a: b", 'a: ""', {"a": ""}),
    "a number replaces its text": ('a: "1"', "a: 1", {"a": 1}),
    "true replaces one": ("a: 1", "a: true", {"a": True}),
    "true replaces one in a list": ("a: [0, 1]", "a: [false, true]", {"a": [False, True]}),
    "true is not one when adding": ("a: [0, 1]", "a: {add: [true]}", {"a": [0, 1, True]}),
    "a scalar replaces a list": ("a: [1]", "a: 1", {"a": 1}),
    "a scalar replaces a mapping": ("a: {b: 1}", "a: 1", {"a": 1}),
    "a list replaces a list": ("a: [1, 2, 3]", "a: [2]", {"a": [2]}),
    "an empty list replaces a list": ("a: [1]", "a: []", {"a": []}),
    "the order of a list is a value": ("a: [1, 2]", "a: [2, 1]", {"a": [2, 1]}),
    "a list replaces a mapping": ("a: {b: 1}", "a: [b]", {"a": ["b"]}),
    "a mapping replaces a scalar": ("a: 1", "a: {b: 1}", {"a": {"b": 1}}),
    "a mapping replaces a list": ("a: [1]", "a: {b: 1}", {"a": {"b": 1}}),
    "lists of mappings do not merge": ("a: [{b: 1}]", "a: [{c: 2}]", {"a": [{"c": 2}]}),
    "add puts at the end": ("a: [1, 2]", "a: {add: [3, 0]}", {"a": [1, 2, 3, 0]}),
    "add one without brackets": ("a: [b]", "a: {add: c}", {"a": ["b", "c"]}),
    "remove takes out": ("a: [1, 2, 3]", "a: {remove: [3, 1]}", {"a": [2]}),
    "remove one without brackets": ("a: [b, c]", "a: {remove: b}", {"a": ["c"]}),
    "remove the last one": ("a: [b]", "a: {remove: [b]}", {"a": []}),
    "remove and add": ("a: [b, c]", "a: {add: [d], remove: [b]}", {"a": ["c", "d"]}),
    "whole items are compared": ("a: [{b: 1}, {b: 2}]", "a: {remove: [{b: 1}]}", {"a": [{"b": 2}]}),
    "a mapping is added whole": ("a: [b]", "a: {add: [{b: 4}]}", {"a": ["b", {"b": 4}]}),
    "add to an empty list": ("a: []", "a: {add: [b]}", {"a": ["b"]}),
    "replace puts a mapping in the place of another": ("a: {b: 1, c: 2}", "a: {replace: {c: 3}}", {"a": {"c": 3}}),
    "replace deep inside": ("a: {b: {c: 1}, d: 2}", "a: {b: {replace: {e: 1}}}", {"a": {"b": {"e": 1}, "d": 2}}),
    "replace by nothing": ("a: {b: 1}", "a: {replace: {}}", {"a": {}}),
    "replace with a list": ("a: {b: 1}", "a: {replace: {b: [1]}}", {"a": {"b": [1]}}),
    "replace beside another key is a key": (
        "a: {b: 1}", "a: {replace: {c: 1}, b: 2}", {"a": {"b": 2, "replace": {"c": 1}}}
    ),
    "replace with a value is a key": ("a: {b: 1}", "a: {replace: 1}", {"a": {"b": 1, "replace": 1}}),
    "a mapping may have a key replace": ("a: {replace: 1, b: 2}", "a: {replace: 3}", {"a": {"replace": 3, "b": 2}}),
    "a mapping may have a key add": ("a: {add: 1, b: 2}", "a: {add: 2}", {"a": {"add": 2, "b": 2}}),
}  # fmt: skip


@pytest.mark.parametrize(("parent", "child", "expected"), CASES.values(), ids=list(CASES))
def test_algebra(parent: str, child: str, expected: dict[str, Any]) -> None:
    assert json.dumps(sound(parent, child)) == json.dumps(expected)


NO_OPS = {
    "the same scalar": ("a: {b: 1}", "a: {b: 1}", "a.b", "this changes nothing: 0.yaml:1:8 sets the same"),
    "the same text": ("a: b", "a: b", "a", "this changes nothing: 0.yaml:1:4 sets the same"),
    "the same list": ("a: [1, 2]", "a: [1, 2]", "a", "this changes nothing: 0.yaml:1:4 sets the same"),
    "the same empty list": ("a: []", "a: []", "a", "this changes nothing: 0.yaml:1:4 sets the same"),
    "null for nothing": ("a: 1", "b: null", "b", 'null deletes an inherited value, and "b" is not inherited here'),
    "null for a misspelt key": ("tiles: 1", "tile: null", "tile", '(did you mean "tiles"?)'),
    "null in a new mapping": ("a: 1", "b: {c: null}", "b.c", "null deletes an inherited value"),
    "add what is there": ("a: [b]", "a: {add: [b]}", "a.add", '"b" is in the inherited list already (0.yaml:1:5)'),
    "remove what is not": ("a: [abc]", "a: {remove: [abd]}", "a.remove", '"abd" is not in the inherited list (did you'),
    "add a whole item again": ("a: [{b: 1}]", "a: {add: [{b: 1}]}", "a.add", "is in the inherited list already"),
    "add to no list": ("b: 1", "a: {add: [b]}", "a", "there is no inherited list here to add to or remove from"),
    "add to a scalar": ("a: 1", "a: {add: [b]}", "a", "there is no inherited list here to add to or remove from"),
    "add to a mapping": ("a: {b: 1}", "a: {add: [b]}", "a", "add and remove change lists"),
    "an empty addition": ("a: [b]", "a: {add: []}", "a", "this changes nothing"),
    "an empty mapping": ("a: {b: 1}", "a: {}", "a", "this changes nothing"),
    "replace by the same": ("a: {b: 1}", "a: {replace: {b: 1}}", "a", "this changes nothing: 0.yaml:1:4 sets the same"),
    "replace nothing": ("b: 1", "a: {replace: {b: 1}}", "a", "there is no inherited mapping here to replace"),
    "replace a scalar": ("a: 1", "a: {replace: {b: 1}}", "a", "there is no inherited mapping here to replace"),
    "replace a list": ("a: [1]", "a: {replace: {b: 1}}", "a", "there is no inherited mapping here to replace"),
    "null in what replaces": ("a: {b: 1}", "a: {replace: {c: null}}", "a.c", "null deletes an inherited value"),
    "null in a condition": (
        "terms: {a: {b: 1}}",
        "terms: {a: {b: null}}",
        "terms.a.b",
        "null does not change a condition",
    ),
    "null deep in a condition": (
        "rules: {a: {when: {b: {c: 1}}}}",
        "rules: {a: {when: {b: {c: null}}}}",
        "rules.a.when.b.c",
        "null does not change a condition",
    ),
    "replace beside a word of a condition": (
        "win_requires: {b: 1}",
        "win_requires: {replace: {c: 1}, d: 1}",
        "win_requires.replace",
        "replace must be the only key",
    ),
}
"""Overrides that change nothing: parent, child, where the fault is, and part of what is said."""


@pytest.mark.parametrize(("parent", "child", "path", "said"), NO_OPS.values(), ids=list(NO_OPS))
def test_an_override_that_changes_nothing_is_an_error(parent: str, child: str, path: str, said: str) -> None:
    problem = only(merged(parent, child)[1])
    assert problem.path.startswith(path)
    assert said in problem.message
    assert problem.place is not None
    assert problem.place.file == "1.yaml"


def test_all_errors_are_told_at_once() -> None:
    _, problems = merged("a: 1\nb: [c]\nd: {e: 2}", "a: 1\nb: {add: [c], remove: [f]}\nd: {e: 2, g: null}")
    assert sorted(problem.path for problem in problems) == ["a", "b.add", "b.remove", "d.e", "d.g"]


def test_null_and_changes_of_lists_need_a_parent() -> None:
    _, problems = merged("a: null\nb: {c: null, d: {add: [e]}}")
    assert [problem.path for problem in problems] == ["a", "b.c", "b.d"]


def test_a_parent_is_not_changed_by_its_child() -> None:
    problems: list[Problem] = []
    parent = inherit(None, read_source(b"a: {b: [c]}", "0.yaml"), problems)
    for text in (b"a: {b: {add: [d]}}", b"a: {b: null}", b"a: {e: 1}"):
        inherit(parent, read_source(text, "1.yaml"), problems)
    assert parent.plain() == {"a": {"b": ["c"]}}
    assert not problems


# Several levels.


def test_grandchildren() -> None:
    assert sound("a: 1\nb: 2\nc: 3", "a: 4\nb: null", "b: 5\nc: null") == {"a": 4, "b": 5}


def test_lists_change_level_by_level() -> None:
    assert sound("a: [b, c]", "a: {add: [d]}", "a: {remove: [b, d]}", "a: {add: [b]}") == {"a": ["c", "b"]}


def test_a_grandchild_may_go_back_to_the_first_value() -> None:
    assert sound("a: 1", "a: 2", "a: 1") == {"a": 1}


def test_a_grandchild_that_repeats_its_parent_is_told_who_set_it() -> None:
    problem = only(merged("a: {b: 1}", "c: 1\na: {b: 2}", "a: {b: 2}")[1])
    assert (problem.path, problem.message) == ("a.b", "this changes nothing: 1.yaml:2:8 sets the same")


def test_a_deleted_key_is_deleted_only_once() -> None:
    assert only(merged("a: 1\nb: 1", "a: null", "a: null")[1]).path == "a"


def test_history_has_every_level_the_newest_first() -> None:
    node: Node | None = None
    for level, text in enumerate((b"a: 1", b"a: 2", b"b: 1", b"a: 3")):
        node = inherit(node, read_source(text, f"{level}.yaml"), [])
    assert node is not None
    value = node.child("a")
    assert value is not None
    assert [(item.value, item.place.file) for item in value.history()] == [(3, "3.yaml"), (2, "1.yaml"), (1, "0.yaml")]


# The header.

HEADER = """\
id: parent
title: {en: Parent}
version: "7"
edition: of the parent
summary: what the parent is
sources: {minutes: {title: The minutes}}
set: {two_concealed_kongs: 8}
extends: chinese-official
aliases: [parents-game]
listed: false
unsupported: [{id: dice, reason: nobody throws them}]
examples: [{hand: "123m456p789s111z2z +2z from=left", total: 15}]
"""


def test_own_keys_of_the_header_are_not_inherited(write: Write) -> None:
    write("parent.yaml", HEADER)
    child = mjrules.load(str(write("child.yaml", "id: child\nextends: parent.yaml\n")))
    own = {
        item.key: getattr(child.definition, item.attribute)
        for item in declared_fields(Definition)
        if not item.inherited
    }
    assert own.pop("id") == "child"
    assert own.pop("extends") == "parent.yaml"
    assert own.pop("listed") is True
    assert {"title", "version", "edition", "summary", "set", "aliases", "examples"} == set(own)
    assert not any(own.values())
    assert (child.id, child.title, child.edition) == ("child", "child", "")
    assert child.definition.sources["minutes"] == Source(title="The minutes")
    assert child.definition.unsupported == (Unsupported(id="dice", reason="nobody throws them"),)


def test_chosen_options_are_inherited_though_the_key_is_not(write: Write) -> None:
    write("parent.yaml", HEADER)
    child = mjrules.load(str(write("child.yaml", "id: child\nextends: parent.yaml\nset: {mixed_kongs: 6}\n")))
    assert (child.options.chosen["two_concealed_kongs"], child.options.chosen["mixed_kongs"]) == ("8", "6")


def test_repeating_a_key_of_the_header_is_no_error(write: Write) -> None:
    parent = write("parent.yaml", HEADER)
    text = parent.read_text("utf-8").replace("extends: chinese-official", "extends: parent.yaml")
    text = text.replace("id: parent", "id: child").split("sources:")[0] + "extends: parent.yaml\n"
    assert mjrules.load(str(write("child.yaml", text))).edition == "of the parent"


# Null where null is a value.


def test_null_and_none_are_values_of_an_option(write: Write) -> None:
    option = "options: {cap: {of: scoring.cap, type: integer or none}}\nscoring: {cap: 88}\n"
    text = f"id: parent\nextends: chinese-official\n{option}presets: {{roof: {{cap: none}}}}\n"
    parent = write("parent.yaml", text)
    assert mjrules.load(str(parent)).options.value("cap") == 88
    assert mjrules.load(str(parent), {"roof": True}).options.value("cap") is None
    for text in ("set: {cap: null}", "set: {cap: none}", "scoring: {cap: none}", "scoring: {cap: null}"):
        child = write("child.yaml", f"id: child\nextends: parent.yaml\n{text}\n")
        assert mjrules.load(str(child)).options.value("cap") is None, text


@pytest.mark.parametrize("text", ["presets: {wmo2006: null}", "presets: null"])
def test_null_deletes_presets(write: Write, text: str) -> None:
    ruleset = mjrules.load(str(write("child.yaml", f"id: child\nextends: chinese-official\n{text}\n")))
    assert "wmo2006" not in ruleset.options.presets


def test_an_option_that_is_still_used_is_deleted_at_the_line_of_the_child(write: Write) -> None:
    path = write(
        "child.yaml",
        "id: child\nextends: chinese-official\noptions:\n  mixed_kongs: {text: x}\n  two_concealed_kongs: null\n",
    )
    for problem in refused(path):
        assert problem.place is not None
        assert (Path(problem.place.file).name, problem.place.line) == ("child.yaml", 5)
        assert 'still needs "two_concealed_kongs"' in problem.message


def test_what_a_removed_plugin_provided_is_missed_at_the_line_that_removes_it(write: Write) -> None:
    path = write("child.yaml", "id: child\nextends: taiwanese\nplugins:\n  remove: [dealer]\n")
    lines = [problem.place.line for problem in refused(path) if problem.place is not None]
    needed = [problem.message.split()[3] for problem in refused(path)]
    assert lines == [4, 4, 4]
    assert needed == ["settlement.method", "table.counted.streak", "table.numbers_for_all[0]"]


# What the algebra does to rules.

ALL_PUNGS = "(111m) (333p) 555s999s2z +2z from=left"
ALL_PUNGS_OF_SIMPLES = "(222m) (333p) 555s888s2p +2p from=left"
CHOWS = "(123m) (456p) 789s234s2p +2p from=left"


def child_of_official(write: Write, rules: str) -> Ruleset:
    text = f"id: child\nextends: chinese-official\nrules: {{{rules}}}\n"
    return mjrules.load(str(write("child.yaml", text)))


def scores(ruleset: Ruleset, rule: str) -> list[bool]:
    """Which of three hands score a rule."""
    hands = map(Hand.parse, (ALL_PUNGS, ALL_PUNGS_OF_SIMPLES, CHOWS))
    return [rule in {item.id for item in ruleset.score(hand).items} for hand in hands]


def test_the_condition_of_a_child_narrows_that_of_its_parent(write: Write) -> None:
    assert scores(mjrules.load("chinese-official"), "all_pungs") == [True, True, False]
    assert scores(child_of_official(write, "all_pungs: {when: {tiles: simples}}"), "all_pungs") == [False, True, False]


def test_the_condition_of_a_child_replaces_that_of_its_parent_where_it_says_so(write: Write) -> None:
    ruleset = child_of_official(write, "all_pungs: {when: {replace: {suits: 3}}}")
    assert scores(ruleset, "all_pungs") == [True, True, True]


def test_numbers_deep_inside_a_condition_merge(write: Write) -> None:
    ruleset = child_of_official(write, "two_concealed_kongs: {when: {sets: {open kong: 0..1}}}")
    rule = ruleset.definition.rules["two_concealed_kongs"]
    assert rule.when == {"sets": {"concealed kong": 2, "open kong": "0..1"}}


def test_a_part_of_a_condition_is_replaced(write: Write) -> None:
    ruleset = child_of_official(write, "two_concealed_kongs: {when: {sets: {replace: {open kong: 0..1}}}}")
    assert ruleset.definition.rules["two_concealed_kongs"].when == {"sets": {"open kong": "0..1"}}


def test_a_condition_is_deleted_whole(write: Write) -> None:
    ruleset = child_of_official(write, "all_pungs: {when: null}")
    assert ruleset.definition.rules["all_pungs"].when is None
    assert scores(ruleset, "all_pungs") == [True, True, True]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("all_pungs: {when: {tiles: simples}}", "all_pungs now holds when {sets: pung, tiles: simples}"),
        ("all_pungs: {when: {replace: {suits: 3}}}", "all_pungs now holds when {suits: 3} (before: {sets: pung})"),
        ("no_honors: {when: {tiles: {honors: 0..1}}}", "no_honors now holds when {tiles: {honors: 0..1}}"),
        ("all_pungs: {when: null}", "all_pungs now holds always"),
    ],
)
def test_check_prints_the_condition_that_a_child_changes(
    write: Write, capsys: pytest.CaptureFixture[str], rules: str, said: str
) -> None:
    child_of_official(write, rules)
    assert main(["check", str(write("x", "").parent / "child.yaml")]) == 0
    assert said in capsys.readouterr().out


def test_check_prints_no_condition_that_only_a_parent_changed(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    child_of_official(write, "all_pungs: {when: {tiles: simples}}")
    assert main(["check", str(write("grandchild.yaml", "id: grandchild\nextends: child.yaml\n"))]) == 0
    assert "now holds" not in capsys.readouterr().out


def test_a_deleted_rule_is_taken_out_of_the_exclusions_of_others(write: Write) -> None:
    ruleset = child_of_official(write, "all_pungs: null")
    assert "all_pungs" not in {rule.id for rule in ruleset.book.rules}
    assert not scores(ruleset, "all_pungs")[0]


@pytest.mark.parametrize(
    ("parent", "deleted", "key", "left"),
    [
        ("bmja", "knitting", "ordinary", ["standard", "unfinished", "all_pair_honours", "triple_knitting"]),
        ("bmja", "thirteen_unique_wonders", "robs_concealed", []),
        ("taiwanese", "seven_flowers", "robs_bonus", []),
    ],
)
def test_a_deleted_rule_is_taken_out_of_lists_of_hands(
    parent: str, deleted: str, key: str, left: list[str], write: Write
) -> None:
    club = write("club.yaml", f"id: club\nextends: {parent}\nrules: {{{deleted}: null}}\n")
    definition = mjrules.load(str(club)).definition
    assert definition.scoring is not None
    section = definition.scoring if key == "ordinary" else definition.table
    assert list(getattr(section, key)) == left


# Groups and series in the place of their rules.

GROUPED = """\
groups: {g: G, h: H, s: S}
rules:
  a: {fan: 1, group: g}
  b: {fan: 2, group: [g, h], series: s}
  c: {fan: 3, series: s, when: {self_drawn: true}}
"""
A, B, C = (
    {"fan": 1, "group": "g"},
    {"fan": 2, "group": ["g", "h"], "series": "s"},
    {"fan": 3, "series": "s", "when": {"self_drawn": True}},
)
GROUPS = {
    "a group": ("{g: {aside: true}}", {"a": {**A, "aside": True}, "b": {**B, "aside": True}, "c": C}),
    "one of several groups of a rule": ("{h: {fan: 5}}", {"a": A, "b": {**B, "fan": 5}, "c": C}),
    "a series": ("{s: {fan: 5}}", {"a": A, "b": {**B, "fan": 5}, "c": {**C, "fan": 5}}),
    "a group is deleted": ("{g: null}", {"c": C}),
    "a key of a group is deleted": (
        "{s: {series: null}}",
        {"a": A, "b": {"fan": 2, "group": ["g", "h"]}, "c": {"fan": 3, "when": {"self_drawn": True}}},
    ),
    "those for which it changes nothing are passed over": ("{g: {fan: 1}}", {"a": A, "b": {**B, "fan": 1}, "c": C}),
    "those that have nothing to delete are passed over": (
        "{s: {group: null}}",
        {"a": A, "b": {"fan": 2, "series": "s"}, "c": C},
    ),
    "what is said of a rule itself goes on top": (
        "{a: {fan: 7}, g: {fan: 5, aside: true}}",
        {"a": {**A, "fan": 7, "aside": True}, "b": {**B, "fan": 5, "aside": True}, "c": C},
    ),
    "whatever comes first": (
        "{g: {fan: 5, aside: true}, a: {fan: 7}}",
        {"a": {**A, "fan": 7, "aside": True}, "b": {**B, "fan": 5, "aside": True}, "c": C},
    ),
    "all but one are deleted": ("{a: {fan: 7}, g: null}", {"a": {**A, "fan": 7}, "c": C}),
    "two groups of one rule": (
        "{g: {fan: 5}, h: {aside: true}}",
        {"a": {**A, "fan": 5}, "b": {**B, "fan": 5, "aside": True}, "c": C},
    ),
    "a new rule beside them": ("{g: null, d: {fan: 4}}", {"c": C, "d": {"fan": 4}}),
}
"""What a child says of the rules above, and which rules there are then."""


@pytest.mark.parametrize(("child", "expected"), GROUPS.values(), ids=list(GROUPS))
def test_the_name_of_a_group_stands_for_each_of_its_rules(child: str, expected: dict[str, Any]) -> None:
    assert sound(GROUPED, f"rules: {child}")["rules"] == expected


def test_a_group_that_is_new_in_a_child_stands_for_no_rule() -> None:
    child = "groups: {n: N}\nrules: {a: {group: n}, n: {fan: 2}}"
    assert sound(GROUPED, child)["rules"]["n"] == {"fan": 2}


@pytest.mark.parametrize("child", ["{h: {fan: 2}}", "{s: {series: s}}", "{h: {when: null}}"])
def test_a_group_for_no_rule_of_which_it_changes_anything_is_an_error(child: str) -> None:
    problem = only(merged(GROUPED, f"rules: {child}")[1])
    assert problem.path.startswith("rules.")
    assert problem.place is not None
    assert problem.place.file == "1.yaml"


def test_a_misspelt_group_is_told() -> None:
    problem = only(merged("rules: {abc: {group: specials}}", "rules: {special: null}")[1])
    assert problem.message.endswith('(did you mean "specials"?)')


# Files, paths and ids.


def test_a_relative_parent_is_found_from_every_working_folder(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("federation/base.yaml", "id: base\nextends: chinese-official\nscoring: {minimum: 6}\n")
    write("clubs/town/club.yaml", "id: club\nextends: ../../federation/base.yaml\nset: {mixed_kongs: 6}\n")
    season = write("clubs/season.yml", "id: season\nextends: ./town/club.yaml\n")
    hashes = set()
    for folder in ("", "clubs", "federation", "clubs/town"):
        monkeypatch.chdir(tmp_path / folder)
        ruleset = mjrules.load(str(season), within=tmp_path)
        assert (ruleset.book.minimum, ruleset.options.chosen["mixed_kongs"]) == (6, "6")
        hashes.add(ruleset.hash)
    assert len(hashes) == 1


def test_a_ruleset_is_loaded_by_a_path_relative_to_the_working_folder(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("clubs/club.yaml", "id: club\nextends: root\n")
    monkeypatch.chdir(tmp_path / "clubs")
    assert mjrules.load("club.yaml").id == mjrules.load("./club.yaml").id == "club"
    monkeypatch.chdir(tmp_path)
    assert mjrules.load("clubs/club.yaml").id == "club"
    with pytest.raises(RulesetError, match=r'there is no ruleset file "club\.yaml"'):
        mjrules.load("club.yaml")


@pytest.mark.parametrize("parent", ["root", "chinese-official", "chinese-official/wmo2006"])
def test_a_parent_may_be_an_id(write: Write, parent: str) -> None:
    ruleset = mjrules.load(str(write("child.yaml", f"id: child\nextends: {parent}\n")))
    assert ruleset.hash == mjrules.load(parent).hash


def test_an_unknown_parent_is_told_at_its_place(write: Write) -> None:
    problem = only(refused(write("child.yaml", "id: child\nextends: chinese-oficial\n")))
    assert problem.path == "extends"
    assert problem.message.startswith('unknown ruleset "chinese-oficial" (did you mean "chinese-official"?)')
    assert problem.place is not None
    assert (problem.place.line, problem.place.column) == (2, 10)


def test_a_missing_parent_file_is_told_at_its_place(write: Write) -> None:
    write("parent.yaml", "id: parent\nextends: gone.yaml\n")
    problem = only(refused(write("child.yaml", "id: child\nextends: parent.yaml\n")))
    assert problem.message.startswith('there is no ruleset file "gone.yaml"')
    assert problem.place is not None
    assert Path(problem.place.file).name == "parent.yaml"


def test_a_chain_of_files_may_be_as_long_as_memory_allows() -> None:
    problems: list[Problem] = []
    length = 2 * sys.getrecursionlimit()
    chain = [read_source(f"count: {number}\n".encode(), f"{number}.yaml") for number in range(length)]
    last = inherit_all(chain, problems).value["count"]
    assert (last.value, problems) == (length - 1, [])
    assert len(list(last.history())) == length


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_circle_prints_the_whole_chain(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"{letter}.yaml" for letter in "abc"[:length]]
    for name, parent in zip(names, [*names[1:], names[0]], strict=True):
        write(name, f"id: {name[0]}\nextends: {parent}\n")
    chain = " -> ".join([*names, names[0]])
    assert only(refused(tmp_path / "a.yaml")).message == f"rulesets extend each other in a circle: {chain}"


def test_a_circle_behind_the_first_file_prints_only_the_circle(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("a.yaml", "id: a\nextends: sub/b.yaml\n")
    write("sub/b.yaml", "id: b\nextends: ../a.yaml\n")
    path = write("start.yaml", "id: start\nextends: a.yaml\n")
    assert only(refused(path, within=tmp_path)).message.endswith("in a circle: a.yaml -> sub/b.yaml -> a.yaml")


def test_two_ids_may_be_the_same_file_without_a_circle(write: Write, tmp_path: Path) -> None:
    write("one/same.yaml", "id: same\nextends: chinese-official\n")
    ruleset = mjrules.load(str(write("two/same.yaml", "id: same\nextends: ../one/same.yaml\n")), within=tmp_path)
    assert ruleset.hash == mjrules.load("chinese-official").hash


# Against another implementation.

scalars = st.sampled_from([0, 1, 2.5, True, False, "a", "b", ""])
keys = st.sampled_from(["a", "b", "c", "d"])


def mappings(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(keys, values, min_size=1, max_size=4)


lists = st.lists(scalars | mappings(scalars), max_size=3)
parents = mappings(st.recursive(scalars | lists, mappings, max_leaves=8))
changes = st.fixed_dictionaries(
    {}, optional={"add": st.lists(scalars, min_size=1, max_size=2), "remove": st.lists(scalars, min_size=1, max_size=2)}
).filter(bool)
replacements = st.fixed_dictionaries({"replace": mappings(scalars | st.none() | lists)})
children = mappings(st.recursive(scalars | st.none() | lists | changes | replacements, mappings, max_leaves=8))


def same(first: Any, second: Any) -> bool:
    return json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


def is_change(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and not value.keys() - {"add", "remove"}


def is_replacement(value: Any) -> bool:
    return isinstance(value, dict) and list(value) == ["replace"] and isinstance(value["replace"], dict)


def by_the_book(parent: Any, child: Any, path: str, wrong: list[str]) -> Any:
    """The child over its parent (`...` for none), by the five sentences of the algebra; `wrong` gets paths."""
    if is_change(child) and isinstance(parent, dict):
        wrong.append(path)
        return parent
    if is_replacement(child) and isinstance(parent, dict) and "replace" not in parent:
        found = by_the_book(..., child["replace"], path, wrong)
        wrong.extend([path] * same(found, parent))
        return found
    if isinstance(child, dict) and isinstance(parent, dict | type(...)):
        if (is_change(child) or is_replacement(child)) and parent is ... and path:
            wrong.append(path)
        return merged_by_key({} if parent is ... else parent, child, path, wrong)
    if is_change(child) and isinstance(parent, list):
        return changed_in_place(parent, child, path, wrong)
    if isinstance(child, dict):
        return by_the_book(..., child, path, wrong)
    if parent is not ... and same(parent, child):
        wrong.append(path)
    return child


def merged_by_key(parent: dict[str, Any], child: dict[str, Any], path: str, wrong: list[str]) -> dict[str, Any]:
    found = dict(parent)
    for key, value in child.items():
        here = f"{path}.{key}".removeprefix(".")
        if value is not None:
            found[key] = by_the_book(parent.get(key, ...), value, here, wrong)
        elif found.pop(key, None) is None:
            wrong.append(here)
    return found


def changed_in_place(parent: list[Any], child: dict[str, Any], path: str, wrong: list[str]) -> list[Any]:
    found = list(parent)
    for item in child.get("remove", []):
        left = [other for other in found if not same(other, item)]
        wrong.extend([f"{path}.remove"] * (len(left) == len(found)))
        found = left
    for item in child.get("add", []):
        if any(same(other, item) for other in found):
            wrong.append(f"{path}.add")
        else:
            found.append(item)
    return found


@settings(max_examples=examples(300))
@given(parents, children)
def test_inherit_agrees_with_another_implementation(parent: dict[str, Any], child: dict[str, Any]) -> None:
    wrong: list[str] = []
    base = by_the_book(..., parent, "", wrong)
    expected = by_the_book(base, child, "", wrong)
    data, problems = merged(json.dumps(parent), json.dumps(child))
    assert sorted(problem.path for problem in problems) == sorted(wrong)
    assert wrong or same(data, expected)


@given(parents)
def test_a_child_that_says_nothing_is_its_parent(parent: dict[str, Any]) -> None:
    assert same(merged(json.dumps(parent), "{}")[0], merged(json.dumps(parent))[0])


@given(parents)
def test_a_child_that_deletes_everything_leaves_nothing(parent: dict[str, Any]) -> None:
    assert merged(json.dumps(parent), json.dumps(dict.fromkeys(parent)))[0] == {}


@given(parents, children, children)
def test_inheriting_twice_is_inheriting_from_what_was_inherited(
    parent: dict[str, Any], child: dict[str, Any], grandchild: dict[str, Any]
) -> None:
    middle = merged(json.dumps(parent), json.dumps(child))[0]
    stepwise = inherit(None, read_source(json.dumps(middle).encode(), "middle"), [])
    expected = inherit(stepwise, read_source(json.dumps(grandchild).encode(), "grandchild"), []).plain()
    assert same(merged(*map(json.dumps, (parent, child, grandchild)))[0], expected)


def test_a_path_is_one_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hong-kong.yaml"
    file.write_text("id: ours\nextends: hong-kong\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert mjrules.load(file).id == mjrules.load(Path(file.name)).id == "ours"
    with pytest.raises(mjrules.RulesetError, match=r"\./hong-kong"):
        mjrules.load(Path("hong-kong"))
    with pytest.raises(TypeError, match="expected the id or path of a ruleset, got int"):
        mjrules.load(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the id or path of a ruleset, got NoneType"):
        mjrules.Match(None)  # type: ignore[arg-type]
