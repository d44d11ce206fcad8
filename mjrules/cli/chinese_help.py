"""The overview of the commands in Chinese, for those who ask for help in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
    "glossary": "解释术语，一词多义的逐条列出（英文）",
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

命令（“mjrules help COMMAND” 详细说明每一个，为英文）：
"""
_FOOT: Final = """
加上 --lang zh，下列命令用中文回答：score、explain、waits、settle、replay、rule、
rulesets、rulebook、evening。在配置文件 mjrules.yaml 里写 lang: zh，就不必每次都加。

例：
  mjrules score "一二三萬 四五六餅 七八九條 東東東 南 南家 點炮南" --ruleset hong-kong --lang zh
  mjrules waits "2345678m 111p 456s" --ruleset hong-kong --lang zh
  mjrules rule hong-kong 對對糊 --lang zh
  mjrules rulesets --lang zh"""


def chinese_overview() -> str:
    """All of it, in lines."""
    return _HEAD + "".join(f"  {name:10} {about}\n" for name, about in ABOUT.items()) + _FOOT
