"""What is wrong with a form of an evening, in all languages."""

from __future__ import annotations

from ..spoken import Sentence

NOTHING_TO_WRITE = Sentence("this is nothing that can be written down", "这一项无法记下")
TOO_LATE = Sentence(
    "meanwhile something else was written down: look at it, and send this again if it still holds",
    "其间已记下别的内容：请查看，若仍属实请重新提交",
)
SAID_BEFORE = Sentence(
    "line {line} says the same already: if it happened once more, write it down again",
    "第 {line} 条已有同样的内容：若确实又发生一次，请再次提交",
)
NO_LINE = Sentence("this line is not in the books, or was undone", "账本里没有这一条，或已撤销")
ONLY_HANDS = Sentence("only hands are corrected here: undo it, and write it anew", "这里只能更正一局：请撤销后重记")
WHOLE_AMOUNT = Sentence(
    "the amount of {player}: expected a whole number such as -24", "{player} 的收支：应为整数，如 -24"
)
NOBODY_AT_FAULT = Sentence("say who is at fault", "请选犯规者")
WHICH_TIME = Sentence(
    "expected a whole number from 1 on, got {said}", "第几次：应为 1 起的整数，而不是“{said:written}”"
)
NOBODY_PAYS = Sentence("nobody gets or pays anything", "没有任何收付")
NAMES_OF_PLAYERS = Sentence("expected the names of {number} players", "应有 {number} 位玩家的名字")
TABLE_THERE = Sentence("the table {name} is made up already", "第 {said} 桌已经开桌")
NO_SWITCH = Sentence("{pot} is no pot that is switched{near}", "没有“{said:written}”这个池{near}")
WHICH_LINE = Sentence("expected the line that is to be undone", "请说明要撤销哪一条")
NOT_UNDONE = Sentence("this line was not undone", "这一条没有撤销")
RULESET_GONE = Sentence("the books do not have the ruleset of this evening", "账本里没有本次牌局的规则")
