"""Help in Chinese: the overview of the commands, and what the help of each says."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from ..text_tables import lines_within

ABOUT: Final[Mapping[str, str]] = {
    "score": "计一手牌，或一个文件中的许多手",
    "explain": "计一手牌，并逐番说明为什么计、为什么不计",
    "settle": "结算各家的手牌，以及其他收付",
    "table": "下一局谁坐庄，从哪里开牌，附加规则如何处理",
    "replay": "核对一局的记录，并复述经过",
    "play": "在终端里与电脑玩家打牌",
    "waits": "一手牌听哪些张，各值多少",
    "simulate": "让电脑玩家打许多局，并统计结果",
    "evening": "记俱乐部的账：各局、犯规、排名、记分表",
    "compare": "用同样的牌局比较两种规则，看附加规则有何影响",
    "rulesets": "列出各种规则；显示其中一种及其番种表",
    "rule": "说明一个番种是什么，并举一手牌为例",
    "glossary": "解释术语，一词多义的逐条列出",
    "rulebook": "写出可打印的规则书（有牌图）、番种表和记分表",
    "origin": "某个值在哪里写定",
    "diff": "一种规则与其上级规则或另一种规则有何不同",
    "check": "检查规则文件",
    "test": "验算规则文件中的例子",
    "schema": "规则文件的 JSON Schema，供编辑器使用",
    "plugins": "列出已安装的插件",
    "serve": "开一个网页，用手机按俱乐部的规则计分",
    "new": "写出俱乐部规则文件的开头，或一个可安装的新插件",
    "completion": "输出命令行补全所需的内容",
}
"""The commands with one line about each."""
_HEAD: Final = """用法：mjrules COMMAND [...]

麻将规则即数据：按任何一种规则计一手牌，并说明为什么。

命令（“mjrules help COMMAND --lang zh”详细说明每一个）：
"""
_FOOT: Final = """
加上 --lang zh，下列命令用中文回答：score、explain、waits、settle、replay、rule、
rulesets、rulebook、glossary、evening、check、diff、origin、test、table、simulate、
compare、new。
在配置文件 mjrules.yaml 里写 lang: zh，就不必每次都加。

例：
  mjrules score "一二三萬 四五六餅 七八九條 東東東 南 南家 點炮南" --ruleset hong-kong --lang zh
  mjrules waits "2345678m 111p 456s" --ruleset hong-kong --lang zh
  mjrules rule hong-kong 對對糊 --lang zh
  mjrules rulesets --lang zh"""

_EXAMPLE: Final = re.compile(r" *(?:mjrules|pip install) ")
"""How a line of help begins that shows a command."""
_WRITTEN: Final = re.compile(r"((?:  \S+(?: \S+)*)?)((?:  +)?)(.*)")
"""A line with what is written, and what it means behind it, or alone."""
_WIDTH: Final = 80


def chinese_overview() -> str:
    """All of it, in lines."""
    return _HEAD + "".join(f"  {name:10} {about}\n" for name, about in ABOUT.items()) + _FOOT


@cache
def chinese_help() -> Mapping[str, str]:
    """What the help of the commands says, by the English of it."""
    from importlib.resources import files  # only help needs them

    import yaml

    found = yaml.safe_load(files(__package__).joinpath("chinese_help.yaml").read_text(encoding="utf-8"))
    return dict(one.values() for one in found)


def say_in_chinese(parser: argparse.ArgumentParser) -> None:
    """Let a command, and each of its actions, tell its help in Chinese; what is not known there stays English."""
    parser.formatter_class = ChineseFormatter
    parser.description = _described(parser.description or "")
    parser.epilog = "\n".join(map(_said_at_end, (parser.epilog or "").splitlines()))
    for group in parser._action_groups:
        group.title = _said(group.title or "")
    for action in parser._actions:
        _say_action(action)


def _say_action(action: Any) -> None:
    """Let an argument tell its help in Chinese, and where it chooses between actions, each of these."""
    if action.help not in (None, argparse.SUPPRESS):
        action.help = _said(action.help)
    if isinstance(action, argparse._SubParsersAction):
        for one in action._choices_actions:
            one.help = _said(one.help or "")
        for own in action.choices.values():
            say_in_chinese(own)


def _said(text: str) -> str:
    """A text of the help in Chinese."""
    words, known = " ".join(text.split()), chinese_help()
    if words.endswith(":") and words not in known:
        return f"{_said(words[:-1])}\uff1a"
    return known.get(words, text)


def _described(text: str) -> str:
    """What a command does: paragraphs in Chinese, with the examples among them as they are."""
    return "\n".join(line for part in text.strip().split("\n\n") for line in ("", *_paragraph(part)))[1:]


def _paragraph(text: str) -> Iterator[str]:
    """The lines of a paragraph: its text in Chinese, then its examples."""
    lines = text.splitlines()
    examples = [line for line in lines if _EXAMPLE.match(line)]
    prose = " ".join(line for line in lines if line not in examples)
    if prose:
        yield from lines_within(_said(prose), _WIDTH)
    yield from examples


def _said_at_end(line: str) -> str:
    """A line of what stands below the arguments: how something is written, and what it means, in Chinese."""
    written, between, about = _WRITTEN.match(line).groups()  # type: ignore[union-attr]  # which any line does
    return f"{written}{between}{_said(about)}"


_USAGE: Final = "用法\uff1a"


class ChineseFormatter(argparse.RawDescriptionHelpFormatter):
    """Prints help whose texts are Chinese: without spaces, each sign two columns wide."""

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None) -> str:
        """The line that shows how a command is written; it is broken where it is too wide, and not too long."""
        if prefix is not None:
            return super()._format_usage(usage, actions, groups, prefix)
        columns = 2 * len(_USAGE)
        return _USAGE + super()._format_usage(usage, actions, groups, " " * columns)[columns:]

    def _split_lines(self, text: str, width: int) -> list[str]:
        """A text about an argument, in lines."""
        return lines_within(text, width)
