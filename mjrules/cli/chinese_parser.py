"""Says in Chinese what is wrong with the arguments of a command."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final, NoReturn

from ..errors import written_out
from . import Parser
from .chinese_help import say_in_chinese

_WRONG: Final = (
    (r'unknown command "(.*?)"(.*)', "没有“{0}”这个命令{1}"),
    (r"options go behind the command: (.*?)()", "选项写在命令之后：{0}"),
    (r"unrecognized arguments: (.*?)( \([^()]*\))?", "多出的参数：{0}{1}"),
    (r"the following arguments are required: (.*?)()", "缺少参数：{0}"),
    (r"argument (.*?): expected (?:one|at least one) argument()", "{0}：缺少值"),
    (r"argument (.*?): expected a whole number, got '(.*)'", "{0}：应为整数，而不是“{1}”"),
    (r"argument (.*?): invalid choice: '(.*)' \(choose from .*\)", "{0}：没有“{1}”"),
)
"""What argparse and the commands say of arguments, and the same in Chinese."""
_HINTS: Final = (
    (r' \(did you mean "(.*)"\?\)', "（是否指“{0}”？）"),
    (r" \(known: (.*)\)", "（可用：{0}）"),
    (r" \(put the whole hand in quotes\)", "（整手牌请用引号括起）"),
    (r" \(put --ruleset before (.*)\)", "（请在 {0} 之前写“--ruleset”）"),
    (r" \(write the ruleset without it\)", "（规则直接写，不加“--ruleset”）"),
)
"""What stands behind it, to help."""


class ChineseParser(Parser):
    """Arguments of a command for those who read Chinese."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, in Chinese as far as it is known there, and leave with status 2."""
        say_in_chinese(self)
        self.print_usage(sys.stderr)
        told = message.replace("invalid int value: ", "expected a whole number, got ")  # as argparse has it
        self.exit(2, written_out(f"{self.prog}: {wrong_in_chinese(told)}\n"))


def wrong_in_chinese(message: str) -> str:
    """What is wrong with arguments in Chinese; as it is, where that is not known."""
    return _said(message, _WRONG)


def _said(text: str, known: Iterable[tuple[str, str]]) -> str:
    """A text by the first pattern that it fits, with what helps behind it; as it is, where it fits none."""
    for pattern, chinese in known:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            first, *more = (part or "" for part in found.groups() or ("",))
            return chinese.format(first, *(_said(part, _HINTS) for part in more))
    return text
