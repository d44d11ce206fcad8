"""What is wrong with words about an evening, in all languages."""

from __future__ import annotations

from typing import Final

from ...spoken import Sentence

NOT_UNDERSTOOD: Final = Sentence('"{word}" is not understood{near}', "看不懂“{word:written}”{near}")
NOT_BEHIND: Final = Sentence(
    '"{word}" is not understood behind {verb}: expected {verb} {wins} HAND',
    "看不懂“{verb:written}”之后的“{word:written}”：应写“{verb:written} {wins:written} HAND”",
)
NO_POT_HERE: Final = Sentence('"{pot}" is no pot of this ruleset{near}', "此规则没有“{pot:written}”这个池{near}")
NO_LINE_OF: Final = Sentence(
    "there is no line {line}: this evening has {most}", "没有第 {line} 条：本次牌局共有 {most} 条"
)
NO_SUCH_EVENING: Final = Sentence(
    'there is no evening "{named}"{near}: mjrules evening show --list has all',
    "没有“{named:written}”这次牌局{near}：用“mjrules evening show --list”列出全部",
)
TOO_FEW: Final = Sentence(
    "{ruleset} is played by {seats}: expected {seats} players or more, got {number}",
    "“{ruleset:written}”由 {seats} 人打：应有 {seats} 人以上，现有 {number} 人",
)
NOT_AS_MANY: Final = Sentence(
    "{ruleset} is played by {seats}: expected {seats} players, got {number}",
    "“{ruleset:written}”由 {seats} 人打：应有 {seats} 人，现有 {number} 人",
)
NOT_KEPT: Final = Sentence("the ruleset of this evening is not in the books", "账本里没有这一晚的规则")()
SAID_TWICE: Final = Sentence("{name} is said twice", "“{name}”写了两次")
AMOUNTS_MISSING: Final = Sentence(
    "expected what everybody gets, such as Ann=+30 Bo=-30", "应写各家所得，如“甲=+30 乙=-30”"
)()
