"""Reasons in Chinese, one by one: what a rule would need, what is asked before a win, what is paid by a ruleset."""

from __future__ import annotations

from typing import Any, cast

import pytest

from mjrules.hands.pieces import CLAIMED, DECLARED, PAIR, PUNG, make_piece
from mjrules.paper.blocks import Chapter, Grid, Points, Prose
from mjrules.paper.procedure import how_to_play
from mjrules.paper.rule_blocks import ToldRules
from mjrules.scoring.explanation.parts import NotCounted
from mjrules.shapes.missing_tiles import Exchange
from mjrules.web.chinese_payments import chinese_payments
from mjrules.web.speech import Speech
from mjrules.web.told_reasons import ReasonTeller, teller_of
from tests.kit.rulesets import loaded
from tests.web.test_chinese import english_in


def teller(ruleset: str) -> ReasonTeller:
    return teller_of(loaded(ruleset), Speech("zh"))


@pytest.mark.parametrize(
    ("by", "needs", "exchanges", "said"),
    [
        (("hand",), "5p", [Exchange((13,), ())], "五饼"),
        (("hand",), "", [Exchange((13,), (0,)), Exchange((16,), (0,))], "五饼或八饼，换去一万"),
        (("hand",), "", [Exchange((13, 14), (0, 1))], "五六饼，换去一二万"),
        (
            ("hand", "concealed"),
            "",
            [Exchange((1, 2), (0, 3)), Exchange((4, 5), (0, 3))],
            "二三万（另有 1 种换法），换去一四万；门前清",
        ),
        (("seat",), "South as seat wind", [], "门风为南"),
        (("round",), "odd", [], "圈风为odd"),
        (("when",), "what nobody asks", [], "what nobody asks"),
    ],
)
def test_what_a_rule_would_need(by: tuple[str, ...], needs: str, exchanges: list[Exchange], said: str) -> None:
    missed = NotCounted("all_concealed", "x", "near_miss", by, needs=needs, exchanges=tuple(exchanges))
    assert teller("classical").needs(missed) == said


def test_what_is_asked_before_a_win_and_by_which_option() -> None:
    tell = teller("bmja")
    key = next(iter((loaded("bmja").book.win_requires and ["sets {chow: 0..1}"]) or []))
    assert tell.question(("sets", key, True)) == "至多一副顺子（选项：吃牌數：一手可有幾副順子，特殊牌型不限）"
    assert tell.question(("shape", "shape ['no_such']", False)) == "不是（shape ['no_such']）"


def test_pieces_titles_flags_and_fields() -> None:
    tell = teller("western")
    pieces = (make_piece(PUNG, 0, DECLARED | CLAIMED), make_piece(PUNG, 9, DECLARED), make_piece(PAIR, 27))
    assert tell.pieces(pieces) == "（一一一万） ［一一一饼］ 东风、东风"
    assert tell.title("pots", "goulash", "The goulash") == "荒莊池"
    assert tell.title("pots", "no_such", "Odd") == "Odd"
    assert (tell.flag("heaven"), tell.flag("no_such")) == ("天和", "no_such")
    assert (teller("riichi").field("honba"), tell.field("player"), tell.field("odd")) == ("本场数", "玩家", "odd")
    assert tell.option("goulash", True) == "荒莊池：每次流局後投入"
    assert tell.choice("limit", "none") == "不封頂；滿貫牌按此規則慣用之數"
    assert tell.rules(["no_such"]) == "no_such"
    assert teller_of(loaded("western"), Speech("en")).title("pots", "goulash", "The goulash") == "The goulash"


class FewTotals:
    """Rules of which only totals are known: what they would be worth by example is not looked for."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = loaded(ruleset)

    def totals(self) -> list[int]:
        """One total."""
        return [8]


def text_of(chapters: list[Chapter]) -> str:
    """All that chapters say."""
    found: list[Any] = []
    for chapter in chapters:
        found.append(chapter.title)
        for block in chapter.blocks:
            if isinstance(block, Grid):
                found += [*block.head, *(cell for row in block.rows for cell in row)]
            elif isinstance(block, Points):
                found += block.items
            elif isinstance(block, Prose):
                found.append(block.text)
            else:
                found.append(getattr(block, "text", ""))
    return "\n".join(found)


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("western", ("西 点炮", "付其余各家 1000", "四花齊全", "換牌：", "此处：")),
        ("sichuan", ("花猪罚分池", "定缺：", "不因和牌而取走", "和满 3 家，或无牌可摸，即终局")),
        (
            "riichi",
            (
                "各家起始 25000 点",
                "末局庄家和牌",
                "顺位点依次为",
                "宝牌指示牌",
                "王牌被取用后补足",
                "立直棒：按约定投入",
            ),
        ),
        ("classical", ("面值 2 的筹码各", "庄家连胜 13 次后仍须下庄")),
        ("bmja", ("付受损者 50", "上限", "视同其点炮结算")),
        (
            "chinese-official",
            ("依次付其余各家 0、5、10、20", "每局下庄", "打出的牌可以和，然后杠或碰，然后吃，在前者优先"),
        ),
    ],
)
def test_how_it_is_played_and_paid(ruleset: str, said: tuple[str, ...]) -> None:
    tell = teller(ruleset)
    told = cast(ToldRules, FewTotals(ruleset))
    text = text_of([*how_to_play(tell.ruleset, lambda each: f"{tell(each)}。", tell), *chinese_payments(tell, told)])
    assert english_in(text) == []
    for part in said:
        assert part in text, part
