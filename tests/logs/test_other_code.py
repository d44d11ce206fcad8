"""A log tells by which code of a club's plugins it was written, and replaying it where that has changed since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjrules
from mjrules import LogError, Match, Ruleset, load_match
from mjrules.cli import main
from mjrules.logs.replay import Replay
from mjrules.table.log_file import read_log
from tests.kit.odd_club import Install, installer
from tests.kit.rulesets import loaded


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    yield from installer(tmp_path, monkeypatch)


def written(ruleset: Ruleset, path: Path) -> Path:
    """The log of a match that has just begun."""
    match = Match(ruleset, 3, "abcd")
    match.save(path)
    return path


def header(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8").partition("\n")[0])
    return found


def test_the_header_has_the_code_of_plugins_that_do_not_come_with_mjrules(install: Install, tmp_path: Path) -> None:
    own = header(written(install("here", 1), tmp_path / "own.jsonl"))
    same = header(written(install("there", 1), tmp_path / "same.jsonl"))
    other = header(written(install("changed", 7), tmp_path / "other.jsonl"))
    assert own == same != other
    assert {name for name in own if own[name] != other[name]} == {"plugins"}
    assert isinstance(own["plugins"], dict)
    assert own["plugins"].keys() == {"odd_club"}
    assert "plugins" not in header(written(loaded("chinese-basic"), tmp_path / "bundled.jsonl"))


TOLD = 'the plugin "odd_club" has other code than when the log was written'


def test_replay_says_that_the_code_has_changed(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(install("here", 1), tmp_path / "log.jsonl")
    command = ["replay", str(path), "--ruleset", str(tmp_path / "club.yaml"), "--unfinished", "--quiet"]
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    install("changed", 7)
    assert main(command) == 0
    assert capsys.readouterr().err == f"mjrules: {path}: {TOLD}; all the same follows from it\n"


def test_what_does_not_follow_is_refused_with_the_code_that_has_changed(install: Install, tmp_path: Path) -> None:
    path = written(install("here", 1), tmp_path / "log.jsonl")
    text = path.read_text(encoding="utf-8").replace('"round": "E"', '"round": "S"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LogError) as same:
        load_match(path, install("there", 1), unfinished=True)
    with pytest.raises(LogError) as other:
        load_match(path, install("changed", 7), unfinished=True)
    assert other.value.line == same.value.line
    assert other.value.reason == f"{same.value.reason} ({TOLD})"


def test_the_same_code_is_no_other_code(install: Install, tmp_path: Path) -> None:
    path = written(install("here", 1), tmp_path / "log.jsonl")
    assert Replay(read_log(path), install("there", 1)).other_code == ()
    assert Replay(read_log(path), install("changed", 7)).other_code == ("odd_club",)


def test_a_header_without_digests_is_of_any_code(install: Install, tmp_path: Path) -> None:
    path = written(install("here", 1), tmp_path / "log.jsonl")
    head, rest = path.read_text(encoding="utf-8").split("\n", 1)
    said = {name: value for name, value in json.loads(head).items() if name != "plugins"}
    path.write_text(f"{json.dumps(said)}\n{rest}", encoding="utf-8")
    assert Replay(read_log(path), install("changed", 7)).other_code == ()
    path.write_text(f"{json.dumps({**said, 'plugins': {'odd_club': 5}})}\n{rest}", encoding="utf-8")
    with pytest.raises(LogError, match=r"plugins\.odd_club: expected a digest, got 5"):
        Replay(read_log(path), mjrules.load(str(tmp_path / "club.yaml")))
