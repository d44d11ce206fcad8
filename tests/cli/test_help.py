"""Help works where a newcomer tries it: in an empty folder, and by the word `help`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from mjrules.cli import COMMANDS, main
from tests.kit.profile import thinned

GIVEN = (".jsonl", ".jsonl.gz", ".mjlog", ".mjson", ".txt")
"""The names of files to be read; only what is done with a file of one's own has such an example."""


Shown = pytest.CaptureFixture[str]


@pytest.fixture
def shown(capsys: Shown, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shown:
    """What is printed in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return capsys


def told(shown: Shown, *argv: str) -> str:
    """The help that a command line prints."""
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 0
    return shown.readouterr().out


def examples(text: str) -> list[list[str]]:
    """The commands that a help text shows."""
    lines = [line.strip().split(" > ")[0] for line in text.splitlines() if line.strip().startswith("mjrules ")]
    return [shlex.split(line)[1:] for line in lines]


ENDING = [name for name in COMMANDS if name not in ("compare", "play", "serve")]
"""The commands that end soon by themselves: a comparison takes minutes, a game its player, and a server goes on."""


@pytest.mark.slow
@pytest.mark.parametrize("command", thinned(["", *ENDING], 3))
def test_examples_of_help_work_in_an_empty_folder(shown: Shown, command: str) -> None:
    found = examples(told(shown, *([command] if command else []), "--help"))
    ready = [argv for argv in found if "--out" in argv or not any(word.endswith(GIVEN) for word in argv)]
    assert ready or command in ("replay", "settle", "table", "plugins")
    for argv in ready:
        assert main(argv) == 0, argv
    assert not any(word.endswith(".yaml") for argv in found for word in argv)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_word_help_shows_the_help_of_a_command(shown: Shown, command: str) -> None:
    assert told(shown, "help", command) == told(shown, command, "--help")


def test_the_word_help_alone_shows_all_commands(shown: Shown) -> None:
    assert told(shown, "help") == told(shown, "--help")


def test_help_of_an_unknown_command_is_refused(shown: Shown) -> None:
    with pytest.raises(SystemExit) as left:
        main(["help", "scroe"])
    assert left.value.code == 2
    assert 'unknown command "scroe" (did you mean "score"?)' in shown.readouterr().err


@pytest.mark.parametrize("argv", [("help", "--lang", "zh"), ("--help", "--lang", "zh"), ("--lang", "zh")])
def test_the_overview_is_told_in_chinese(shown: Shown, argv: tuple[str, ...]) -> None:
    """All commands are in it, and all that answer in Chinese are named."""
    assert main(argv) == 0
    out = shown.readouterr().out
    lines = [line.split() for line in out.splitlines() if line.startswith("  ") and "mjrules" not in line]
    assert [line[0] for line in lines] == [*COMMANDS]
    assert not any(line[1].isascii() for line in lines)
    answering = re.sub(r"\s", "", out.partition("中文回答：")[2].partition("。")[0]).split("、")
    taking = {name for name in COMMANDS if "--lang LANG" in told(shown, name, "--help")}
    assert {*answering} == taking | {"evening"}, "whose actions take it"
    assert out == main_told(shown, "lang: zh\n")
    assert "中文：mjrules help --lang zh" in told(shown, "--help", "--lang", "en")


def main_told(shown: Shown, config: str) -> str:
    """The overview where a config file chooses the language; what is asked for goes first."""
    Path("mjrules.yaml").write_text(config, "utf-8")
    assert main(["help"]) == 0
    return shown.readouterr().out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--lang", "xx"), '--lang: "xx" is not known (known: en, zh)'),
        (("help", "--lang"), '--lang: "--help" is not known (known: en, zh)'),
        (("--lang", "zh", "score", "1m"), "options go behind the command: mjrules score ..."),
        (("--lang", "zh", "scroe"), 'unknown command "scroe" (did you mean "score"?)'),
    ],
)
def test_what_is_no_language_of_the_overview_is_refused(shown: Shown, argv: tuple[str, ...], said: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert said in shown.readouterr().err


def test_examples_in_chinese_work(shown: Shown) -> None:
    assert main(["help", "--lang", "zh"]) == 0
    for argv in examples(shown.readouterr().out):
        assert main(argv) == 0, argv
