"""Help works where a newcomer tries it: in an empty folder, and by the word `help`."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from mjrules.cli import COMMANDS, Parser, main
from mjrules.cli.chinese_help import chinese_help
from mjrules.cli.chinese_parser import wrong_in_chinese
from mjrules.text_tables import width
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
        (("--lang", "zh", "score", "1m"), "选项写在命令之后：mjrules score ..."),
        (("--lang", "zh", "scroe"), "没有“scroe”这个命令（是否指“score”？）"),
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


def test_every_text_of_the_help_is_told_in_chinese_and_none_more() -> None:
    """Whoever reads no English was told of each command in English alone."""
    told = dict.fromkeys(text for name in COMMANDS for text in texts_of(parser_of(name)))
    assert [text for text in told if text not in chinese_help()] == []
    assert [text for text in chinese_help() if text not in told] == []
    assert all(re.search("[\u4e00-\u9fff]", text) for text in chinese_help().values())


def texts_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What the help of a command says, but for its examples, and for what is to be written."""
    paragraphs = (parser.description or "").split("\n\n")
    lines = [[line for line in text.splitlines() if not line.strip().startswith(EXAMPLES)] for text in paragraphs]
    yield from filter(None, (" ".join(" ".join(text).split()).removesuffix(":") for text in lines))
    for line in (parser.epilog or "").splitlines():
        parts = re.split("(?<=\\S) {2,}|^ {9,}", line)
        yield from filter(None, parts[1:] if line.startswith("  ") else parts)
    for group in parser._action_groups:
        yield str(group.title)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (str(one.help) for one in action._choices_actions)
            for own in action.choices.values():
                yield from texts_of(own)
        elif action.help != argparse.SUPPRESS:
            yield str(action.help)


EXAMPLES = ("mjrules ", "pip install ")


def parser_of(name: str) -> Parser:
    """The parser of a command."""
    module = import_module(f"mjrules.cli.{name}")
    parser = Parser(description=module.__doc__)
    module.configure(parser)
    return parser


@pytest.mark.parametrize("command", thinned([*COMMANDS], 3))
def test_the_help_of_a_command_is_told_in_chinese(shown: Shown, command: str) -> None:
    """Its examples, and how it is written, are those of the English help."""
    english = told(shown, command, "--help")
    for argv in (("help", command, "--lang", "zh"), (command, "-h", "--lang=zh")):
        out = told(shown, *argv)
        assert out.startswith(f"用法：mjrules {command} [-h]")
        assert examples(out) == examples(english)
        assert max(map(width, out.splitlines())) <= max(80, *map(width, english.splitlines()))
        assert "show this help" not in out
    Path("mjrules.yaml").write_text("lang: zh\n", "utf-8")
    assert told(shown, command, "--help") == out


def test_the_help_of_an_action_is_told_in_chinese(shown: Shown) -> None:
    out = told(shown, "help", "evening", "add", "--lang", "zh")
    assert out == told(shown, "evening", "add", "--help", "--lang", "zh")
    assert "  draw [ready=NAME,NAME] [ponds=NAME] [stopped]\n" + " " * 46 + "流局\n" in out
    assert "  close                                       这一桌不再打\n" in out
    assert "WORDS 可以是：\n" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("score 123m 456p", "多出的参数：456p（整手牌请用引号括起）"),
        ("score 123m hong-kong", "多出的参数：hong-kong（请在 hong-kong 之前写“--ruleset”）"),
        ("score --rulset hong-kong 1m", "（是否指“--ruleset”？）"),
        ("rulesets --ruleset hong-kong", "多出的参数：--ruleset（规则直接写，不加“--ruleset”）"),
        ("evening add", "缺少参数：WORDS"),
        ("evening zzz", "ACTION：没有“zzz”"),
        ("waits 1m --budget x", "--budget：应为整数，而不是“x”"),
        ("score 1m --jsonl", "--jsonl：缺少值"),
        ("scroe", "没有“scroe”这个命令（是否指“score”？）"),
        ("zzz", "没有“zzz”这个命令（可用：score, explain,"),
        ("--verbose score", "选项写在命令之后：mjrules score ..."),
    ],
)
def test_what_is_wrong_with_arguments_is_told_in_chinese(shown: Shown, argv: str, said: str) -> None:
    """As is how the command is written."""
    with pytest.raises(SystemExit) as left:
        main([*argv.split(), "--lang", "zh"])
    assert left.value.code == 2
    err = shown.readouterr().err
    assert err.startswith("用法：mjrules")
    assert said in err
    assert "error" not in err


def test_what_is_not_known_in_chinese_stays_as_it_is() -> None:
    assert (
        wrong_in_chinese("argument --x: not allowed with argument --y") == "argument --x: not allowed with argument --y"
    )
