"""What is told of a ruleset in Chinese, one by one: what a rule would need, what is asked before a win, names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mjrules.hands.pieces import CLAIMED, DECLARED, PAIR, PUNG, make_piece
from mjrules.hooks import ScoringMethod, Sentence, Value, hookimpl
from mjrules.hooks.manager import available_plugins
from mjrules.ruleset.load import load
from mjrules.scoring.explanation.parts import AskedOf, NotCounted
from mjrules.shapes.missing_tiles import Exchange
from mjrules.teller import RulesetTeller, teller_of
from tests.kit.rulesets import loaded


def teller(ruleset: str) -> RulesetTeller:
    return teller_of(loaded(ruleset), "zh")


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


def test_a_name_that_several_rules_have_is_told_once() -> None:
    flowers = ("all_flowers", "all_seasons", "no_flowers", "own_flower", "own_season")
    assert teller("hong-kong").rules(flowers) == ["一臺花", "無花", "正花"]
    assert teller_of(loaded("hong-kong"), "en").rules(flowers[:2]) == ["All Flowers", "All Seasons"]


def test_what_is_asked_before_a_win_and_by_which_option() -> None:
    tell = teller("bmja")
    chows = AskedOf("sets", {"chow": "0..1"}, ("terms", "few_chows", "sets", "chow"), True)
    assert tell.asked_of(chows) == "至多一副顺子（选项：吃牌數：一手可有幾副順子，特殊牌型不限）"
    assert tell.asked_of(AskedOf("shape ['no_such']", None, (), False)) == "不是（shape ['no_such']）"


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
    assert tell.rules(["no_such"]) == ["no_such"]
    assert teller_of(loaded("western"), "en").title("pots", "goulash", "The goulash") == "The goulash"


def test_what_nothing_is_said_of_in_the_language() -> None:
    """In Chinese an English text is none; in a language without sentences only texts and names are in it."""
    chinese, english = teller("western"), teller_of(loaded("western"), "en")
    assert (chinese.if_told("No exchange."), english.if_told("No exchange."), english.if_told(None)) == (
        None,
        "No exchange.",
        None,
    )
    assert (chinese.game, english.game, teller_of(loaded("western"), "xx").game) == ("西方麻將", "Western", "Western")
    assert (chinese.sentence("和。"), chinese.sentence("和"), english.sentence("won")) == ("和。", "和。", "Won.")


PIPS = """
id: pips
extends: root
plugins: [pips, combinations]
scoring: {method: pips}
rules: {win: {pips: 2}, all_pungs: {pips: 1, when: {sets: pung}}}
"""


class Pips:
    """A scoring method of a stranger that has Chinese for one of its units."""

    @hookimpl
    def mj_scoring_methods(self) -> Sequence[ScoringMethod]:
        words = {"pips": (Sentence("pip", "点")(), Sentence("pips", "点")())}
        units = {"pips": "pips", "bits": "bits"}
        return [ScoringMethod("pips", "pips", units, "pips", lambda *_: Value(2, 2, (2,)), words=words)]


def test_the_units_of_a_method_are_said_with_its_own_words(tmp_path: Path) -> None:
    path = tmp_path / "pips.yaml"
    path.write_text(PIPS, encoding="utf-8")
    ruleset = load(str(path), available={**available_plugins(), "pips": Pips})
    said = [[teller_of(ruleset, lang).amount(each, "pips") for each in (1, 2)] for lang in ("en", "zh")]
    assert said == [["1 pip", "2 pips"], ["1 点", "2 点"]]
    assert teller_of(ruleset, "zh").amount(3, "bits") == "3 bits"


@pytest.mark.parametrize("id", ["chinese-official", "hong-kong", "riichi", "taiwanese", "western"])
def test_every_unit_of_the_bundled_methods_has_chinese(id: str) -> None:
    tell = teller(id)
    said = {tell.unit(amount, unit) for unit in tell.ruleset.book.method.units for amount in (1, 2)}
    assert not [word for word in said if word.isascii()]
