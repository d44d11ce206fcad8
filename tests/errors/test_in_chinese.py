"""Ruleset files that are wrong, told in Chinese: each problem of the cases in this folder, and what commands say."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjrules
from mjrules.cli import main
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.texts import read_texts
from mjrules.teller import in_language
from tests.kit.chinese import english_in
from tests.kit.error_cases import FOLDER, ErrorCase, error_cases
from tests.kit.plugins import only
from tests.kit.profile import thinned

CASES = error_cases()
PLUGINS = only("all_hands", "base_payment", "charleston", "combinations", "doubling", "sum")
ENGINE = Path(mjrules.__file__).parent
TELLING = (
    *("ruleset", "conditions", "shapes/pattern_grammar.py", "tiles/classes.py", "examples.py"),
    *("check_ruleset.py", "config.py", "sample_hands/unmet_rules.py", "cli/check.py", "cli/diff.py", "cli/origin.py"),
    *("cli/test.py", "cli/table.py", "cli/simulate.py", "cli/compare.py", "cli/new_club.py", "cli/chosen.py"),
    *("cli/record_words.py", "match/table_records.py", "cli/books"),
)
"""Where it is said what is wrong in a file, or doubtful, or with what a command was asked."""
SAYING = {
    *("Problem", "problem_at", "note", "problem", "Fault", "error", "RulesetError", "UsageError", "OptionError"),
    *("PatternError", "ClassError", "TooManyWaysError", "WrongValueError"),
}
"""What is called with a sentence about a file."""
OF_CODE = ("expected a path and a message", "the types of its settings cannot be read")
"""What authors of plugins are told about their code, and nobody about a file."""
OF_SOURCES = "statements.py"
"""It reads the documents that are cited, which come with mjrules."""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER / "parents", tmp_path / "parents")
    monkeypatch.chdir(tmp_path)


def read(case: ErrorCase) -> None:
    """Read the file of a case."""
    if case.topic == "words":
        Path("parents/club.words.yaml").write_bytes(case.data)
        options = mjrules.load("parents/club.yaml", available=PLUGINS).options
        read_texts(read_files("parents/club.yaml"), options=options)
    else:
        Path("club.yaml").write_bytes(case.data)
        mjrules.load("club.yaml", available=PLUGINS)


@pytest.mark.parametrize("case", thinned(CASES, 4), ids=lambda case: f"{case.topic}/{case.name}")
def test_every_problem_is_told_in_chinese(case: ErrorCase) -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        read(case)
    for problem in caught.value.problems:
        for text in filter(None, (problem.message, problem.note)):
            chinese = in_language(text, "zh")
            assert chinese != text
            assert english_in(chinese) == []


def texts_said(tree: ast.AST) -> Iterator[ast.expr]:
    """What a module says as it is: what it gives to what tells of files, and what it calls a message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield from (*node.args, *(own.value for own in node.keywords)) if name in SAYING else ()
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "message":
            yield node.value
        if isinstance(node, ast.Yield) and node.value is not None:
            yield node.value


def sentences_in(node: ast.expr) -> Iterator[str]:
    """Texts of several words in an expression."""
    for own in ast.walk(node):
        if isinstance(own, ast.Constant) and isinstance(own.value, str) and len(own.value.split()) > 2:
            yield own.value


def test_no_module_that_tells_it_says_a_text_as_it_is() -> None:
    """A text would be English for everybody; a sentence is known in Chinese, too."""
    found = []
    for path in (ENGINE / part for part in TELLING):
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            tree = ast.parse(module.read_text(encoding="utf-8"))
            for node in texts_said(tree) if module.name != OF_SOURCES else ():
                found += [(module.name, text) for text in sentences_in(node) if not text.startswith(OF_CODE)]
    assert found == []


CLUB = """\
id: tuesday
extends: hong-kong
scoring: {minimun: 3}
rules:
  all_triplets: {faan: 4, when: {set: pung}}
  lucky: {faan: one}
"""
TOLD = """\
club.yaml:3:11 scoring.minimun：没有“minimun”这一项（是否指“minimum”？）
    scoring: {minimun: 3}
              ^
club.yaml:5:34 rules.all_triplets.when.set：没有“set”这个条件词（是否指“sets”？）
      all_triplets: {faan: 4, when: {set: pung}}
                                     ^
club.yaml:6:17 rules.lucky.faan：应为数字，而不是“one”（是否指“none”？）
      lucky: {faan: one}
                    ^
"""


def test_check_and_others_tell_it_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.yaml").write_text(CLUB)
    assert main(["check", "club.yaml", "--lang", "zh"]) == 2
    assert capsys.readouterr().out == f"{TOLD}“club.yaml”：3 处错误\n"
    for argv in (["diff", "club.yaml"], ["origin", "club.yaml", "minimum"], ["test", "club.yaml"]):
        assert main([*argv, "--lang", "zh"]) == 2
        assert capsys.readouterr().err == f"mjrules: {TOLD}"
    Path("mjrules.yaml").write_text("lang: zh\n")
    assert main(["check", "club.yaml"]) == 2
    assert capsys.readouterr().out == f"{TOLD}“club.yaml”：3 处错误\n"


def test_who_writes_the_name_of_a_rule_is_told_how_to_find_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.yaml").write_text("id: club\nextends: hong-kong\nrules:\n  對對糊: {faan: 5}\n", encoding="utf-8")
    assert main(["check", "club.yaml", "--lang", "zh"]) == 2
    assert "以字母开头；番种的代号见“mjrules rule”）\n" in capsys.readouterr().out
    assert main(["rule", "hong-kong", "對對糊", "--lang", "zh"]) == 0
    assert "all_triplets" in capsys.readouterr().out


SOUND = """\
id: tuesday
extends: hong-kong
title: {en: Tuesday, zh: 周二会}
scoring: {minimum: 1}
rules:
  all_triplets: {faan: 4}
  seven_pairs: null
  lucky: {faan: 1, names: {zh: 幸运}, when: {sets: [pung 7mps]}}
examples:
  - {hand: "111m222p333s444s 5m +5m seat=S", total: 4, has: [lucky], lacks: [all_triplets]}
  - {hand: "777m222p333s444s 5m +5m seat=S", has: [lucky]}
"""


def test_a_sound_file_is_told_of_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    Path("club.yaml").write_text(SOUND)
    assert main(["check", "club.yaml", "--chains", "--lang", "zh"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("“club.yaml”：没有错误；35 个番种中有 35 个全是数据（100%）\n  此外有 ")
    assert "\n  注意：选项“seven_pairs”什么也不改：它所改的已被删去\n" in told
    assert "\n  继承“hong-kong”：新增番种 1 个，改动番种 1 个，改动选项 1 个\n" in told
    assert english_in("\n".join(line for line in told.splitlines() if " > " not in line)) == []
    assert main(["diff", "club.yaml", "--lang", "zh"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("周二会（“tuesday”）与香港麻將（“hong-kong”）相比\n\n选项：\n  “minimum”：“1”（原为“3”）。")
    assert "\n新增的番种：\n  幸运（“lucky”）：“when: {sets: [pung 7mps]}, faan: 1”\n" in told
    assert "\n改动的番种：\n  對對糊（“all_triplets”），“faan”：“4”（原为“3”）\n" in told
    assert main(["origin", "club.yaml", "minimum", "--lang", "zh"]) == 0
    told = capsys.readouterr().out
    assert "现为  1" in told
    assert "写定" in told
    assert english_in(re.sub(r"\S+(?:\.\w+)+\S*|\{.*?\}", "", told)) == []
    assert main(["test", "club.yaml", "--lang", "zh"]) == 1
    assert capsys.readouterr().out == (
        "club.yaml:10:5 examples[0]：“total”：应为“4”，而不是“10”\n"
        "club.yaml:10:5 examples[0]：所计的应有“lucky”，而不是“four_concealed_triplets, concealed_hand, no_flowers”\n"
        "“club.yaml”：2 个例子中有 1 个相符\n"
    )


@pytest.mark.parametrize("argv", [["check", "hong-kong"], ["diff", "western/us"], ["test", "hong-kong"]])
def test_what_is_read_by_programs_is_in_english(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*argv, "--json", "--lang", "zh"]) == 2
    assert "--json" in capsys.readouterr().err
    Path("mjrules.yaml").write_text("lang: zh\n")
    assert main([*argv, "--json"]) == 0
    assert main(argv) == 0
    assert main([*argv, "--lang", "xx"]) == 2
