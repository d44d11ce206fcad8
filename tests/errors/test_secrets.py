"""Nothing of a file that nobody named gets into any output, whatever rulesets, records and logs of strangers name."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import mjrules
from mjrules import Table
from mjrules.cli import main
from mjrules.ruleset.files.find import find_file

SECRET = "hunter2"
HAND = "123m456p789s111z2z +2z from=left"
LEADING_OUT = [
    "../secret.yaml",
    "./link.yaml",
    "./folder/secret.yaml",
    "./sub/../../secret.yaml",
    "~/secret.yaml",
    "/proc/self/environ",
    "/proc/self/environ.yaml",
    "/dev/stdin",
    "/etc/passwd",
    "./plain.txt",
    "./plain",
    "./named.yaml",
]
"""What a ruleset may extend, and must not get."""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stranger's rulesets, in which we are; a secret is beside it, and links lead there."""
    folder = tmp_path / "rules"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text(f"password: {SECRET}\nid: secret\n", encoding="utf-8")
    (folder / "plain.txt").write_text(f"password: {SECRET}\n", encoding="utf-8")
    (folder / "plain").write_text(f"password: {SECRET}\n", encoding="utf-8")
    os.symlink("../secret.yaml", folder / "link.yaml")
    os.symlink("..", folder / "folder")
    os.symlink("plain.txt", folder / "named.yaml")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MJRULES_PASSWORD", SECRET)
    monkeypatch.chdir(folder)
    return folder


def status_of(arguments: list[str]) -> int:
    """The exit status of a command."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "check": lambda name: ["check", name],
    "check as JSON": lambda name: ["check", name, "--json"],
    "score": lambda name: ["score", HAND, "--ruleset", name],
    "settle": lambda name: ["settle", HAND, HAND, HAND, HAND, "--ruleset", name],
    "simulate": lambda name: ["simulate", "--ruleset", name, "--hands", "1"],
    "origin": lambda name: ["origin", name, "scoring.minimum"],
    "test": lambda name: ["test", name],
    "rulesets": lambda name: ["rulesets", name],
}


@pytest.mark.parametrize("parent", LEADING_OUT)
@pytest.mark.parametrize("command", list(COMMANDS))
def test_a_ruleset_does_not_show_what_it_extends(
    command: str, parent: str, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (rules / "t.yaml").write_text(f'id: t\nextends: "{parent}"\n', encoding="utf-8")
    assert status_of(COMMANDS[command]("t.yaml")) == 2
    said = "".join(capsys.readouterr())
    assert "leads out of this folder" in said or "is no ruleset file" in said
    assert SECRET not in said


@pytest.mark.parametrize("parent", ["../secret.yaml", "../gone.yaml"])
def test_nobody_learns_whether_a_file_exists(parent: str, rules: Path) -> None:
    (rules / "t.yaml").write_text(f"id: t\nextends: {parent}\n", encoding="utf-8")
    with pytest.raises(mjrules.RulesetError) as caught:
        mjrules.load("t.yaml")
    (problem,) = caught.value.problems
    assert problem.message.removeprefix(f'"{parent}"') == (
        " leads out of this folder: a file extends an id, or a ruleset file there or below"
        " (whoever loads it may allow more: --within FOLDER, in Python `within`)"
    )


@pytest.mark.parametrize("word", ["sources", "examples"])
def test_a_companion_is_no_link_to_elsewhere(word: str, rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rules / "t.yaml").write_text("id: t\nextends: hong-kong\n", encoding="utf-8")
    os.symlink("../secret.yaml", rules / f"t.{word}.yaml")
    assert status_of(["check", "t.yaml"]) == 2
    said = "".join(capsys.readouterr())
    assert f"t.{word}.yaml is a link to a file in another folder" in said
    assert SECRET not in said


NAMED = ["../secret.yaml", "./link.yaml", "~/secret.yaml", "/etc/passwd", "./gone.yaml", "../gone.yaml", "own.yaml"]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("command", ["score", "settle", "table"])
def test_a_record_names_a_ruleset_by_its_id(
    command: str, name: str, rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (rules / "own.yaml").write_text("id: own\nextends: hong-kong\n", encoding="utf-8")
    record = {"id": 1, "ruleset": name, "kind": "rotation", "concealed": "1m"}
    (rules / "r.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert status_of([command, "--jsonl", "r.jsonl"]) == 1
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["error"] == {
        "code": "bad_record",
        "message": "a record names a ruleset by its id: a path must be allowed by whoever reads the record",
        "field": "ruleset",
    }
    assert err == ""


def test_whoever_reads_records_may_allow_a_path(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rules / "own.yaml").write_text("id: own\nextends: hong-kong\n", encoding="utf-8")
    record = {"id": 1, "ruleset": "own.yaml", "concealed": "123m456p789s111z2z", "win": "2z", "from": "left"}
    (rules / "r.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert status_of(["score", "--jsonl", "r.jsonl", "--allow", "own.yaml"]) == 0
    assert json.loads(capsys.readouterr().out)["ruleset"] == "own"


def test_in_python_a_path_is_allowed_too(rules: Path) -> None:
    (rules / "own.yaml").write_text("id: own\nextends: hong-kong\n", encoding="utf-8")
    record = {"ruleset": "own.yaml", "concealed": "123m456p789s111z2z", "win": "2z", "from": "left"}
    assert [answer["valid"] for answer in mjrules.score_records([record])] == [False]
    assert [answer["valid"] for answer in mjrules.score_records([record], allow=["own.yaml"])] == [True]
    (answer,) = mjrules.settle_records([{"ruleset": "own.yaml", "scores": {"E": 1}}])
    assert answer["error"]["field"] == "ruleset"
    (answer,) = mjrules.table_records([{"ruleset": "own.yaml", "kind": "rotation"}])
    assert answer["error"]["field"] == "ruleset"


@pytest.mark.parametrize("name", NAMED)
def test_a_log_names_its_ruleset_by_the_id(name: str, rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Table("hong-kong", 1).save("game.log")
    first, *rest = Path("game.log").read_text(encoding="utf-8").splitlines()
    header = {**json.loads(first), "ruleset": name}
    Path("game.log").write_text("\n".join([json.dumps(header), *rest]), encoding="utf-8")
    assert status_of(["replay", "game.log", "--unfinished"]) == 1
    said = "".join(capsys.readouterr())
    assert "a log names its ruleset by the id" in said
    assert SECRET not in said


def test_a_folder_of_rulesets_is_allowed_by_whoever_loads_them(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rules / "base.yaml").write_text("id: base\nextends: hong-kong\n", encoding="utf-8")
    (rules / "sub" / "t.yaml").write_text("id: t\nextends: ../base.yaml\n", encoding="utf-8")
    assert mjrules.load("sub/t.yaml", within=".").id == "t"
    assert mjrules.load("sub/t.yaml", within=rules).again is not None
    for command in ("check", "test"):
        assert status_of([command, "sub/t.yaml", "--within", "."]) == 0
    assert status_of(["score", HAND, "--ruleset", "sub/t.yaml", "--within", "."]) == 0
    assert status_of(["score", HAND, "--ruleset", "sub/t.yaml"]) == 2
    (rules / "sub" / "t.yaml").write_text("id: t\nextends: ../../secret.yaml\n", encoding="utf-8")
    assert status_of(["score", HAND, "--ruleset", "sub/t.yaml", "--within", "."]) == 2
    assert SECRET not in "".join(capsys.readouterr())


def test_what_was_allowed_once_is_not_recalled_for_others(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJRULES_CACHE", str(rules / "cache"))
    (rules / "base.yaml").write_text("id: base\nextends: hong-kong\n", encoding="utf-8")
    (rules / "sub" / "t.yaml").write_text("id: t\nextends: ../base.yaml\n", encoding="utf-8")
    mjrules.load("sub/t.yaml", within=".")
    assert Path(find_file("sub/t.yaml")).is_file()
    with pytest.raises(mjrules.RulesetError, match="leads out of this folder"):
        mjrules.load("sub/t.yaml")


def test_so_is_one_by_whoever_replays_logs(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (rules / "base.yaml").write_text("id: base\nextends: hong-kong\n", encoding="utf-8")
    (rules / "sub" / "t.yaml").write_text("id: t\nextends: ../base.yaml\n", encoding="utf-8")
    Table(mjrules.load("sub/t.yaml", within="."), 1).save("game.log")
    assert status_of(["replay", "game.log", "--unfinished", "--ruleset", "sub/t.yaml"]) == 1
    assert "leads out of this folder" in "".join(capsys.readouterr())
    assert status_of(["replay", "game.log", "--unfinished", "--ruleset", "sub/t.yaml", "--within", "."]) == 0
    assert mjrules.load_table("game.log", "sub/t.yaml", unfinished=True, within=".").ruleset.id == "t"
    log = Path("game.log").read_text(encoding="utf-8").replace('"ruleset": "t"', '"ruleset": "sub/t.yaml"')
    Path("game.log").write_text(log, encoding="utf-8")
    assert status_of(["replay", "game.log", "--unfinished", "--within", "."]) == 1
    assert status_of(["replay", "game.log", "--unfinished", "--within", ".", "--allow", "sub/t.yaml"]) == 0
