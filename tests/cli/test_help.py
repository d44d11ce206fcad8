"""Help works where a newcomer tries it: in an empty folder, and by the word `help`."""

from __future__ import annotations

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
