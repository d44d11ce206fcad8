"""How much of a ruleset is data, and how much Python works beside it: every use of a plugin counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.hooks import Atom, HouseRule, Word, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.plugin_code import code_lines
from mjrules.ruleset.report import report

SOURCE = '''"""A docstring
of two lines."""

# A comment.
from x import (
    y,
)  # with a comment


def f():
    "What it does."
    return """a text
    of two lines"""
'''


class Own:
    """A plugin that gives a word and a house rule."""

    @staticmethod
    @hookimpl
    def mj_condition_words() -> Sequence[Word]:
        return [Word("odd", "", "", ("win",), {}, lambda *_: Atom("odd", ("win",), bool))]

    @staticmethod
    @hookimpl
    def mj_house_rules() -> Sequence[HouseRule]:
        return [HouseRule("odd", ""), HouseRule("other", "")]


@pytest.fixture
def ruleset(tmp_path: Path) -> Ruleset:
    path = tmp_path / "club.yaml"
    rules = "".join(f"  odd{number}: {{points: 1, when: {{{when}}}}}\n" for number, when in enumerate(WHEN))
    path.write_text(
        "id: club\nextends: root\nplugins: [combinations, own, sum]\nscoring: {method: sum}\nhouse_rules: {odd: {}}\n"
        f"terms: {{named: {{odd: 1}}}}\nrules:\n  plain: {{points: 1}}\n"
        f"  but: {{points: 1, but: {{named: 2}}}}\n{rules}",
        encoding="utf-8",
    )
    return mjrules.load(str(path), available={**available_plugins(), "own": lambda: Own})


WHEN = ("odd: 1", "odd: 2", "any_of: [{odd: 3}, {suits: 1}]", "none_of: {odd: 4}", "is: named")


def test_a_plugins_word_is_python_wherever_it_is_used(ruleset: Ruleset) -> None:
    found = report(ruleset)
    assert found.python_rules == ("but", "odd0", "odd1", "odd2", "odd3", "odd4")
    assert (found.data_rules, found.rules) == (1, 7)


def test_what_works_beside_the_rules_is_told_by_plugin(ruleset: Ruleset) -> None:
    assert [(code.plugin, code.gives) for code in report(ruleset).code] == [
        ("combinations", ("the combination policy free",)),
        ("own", ("the word odd", "the house rule odd")),
        ("sum", ("the scoring method sum",)),
    ]
    assert all(code.lines for code in report(ruleset).code)


def test_lines_of_code_are_those_without_comments_and_docstrings(tmp_path: Path) -> None:
    for name in ("__init__.py", "more.py"):
        (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    module = ModuleType("odd")
    module.__file__ = str(tmp_path / "more.py")
    assert code_lines(module) == 6
    module.__path__ = [str(tmp_path)]
    assert code_lines(module) == 12
    (tmp_path / "more.py").write_text("'''", encoding="utf-8")
    assert code_lines(module) is None
    assert code_lines(object()) is None
