"""What a ruleset asks for before a hand may win is told in words, whatever the condition."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mjrules import HandError, Ruleset
from mjrules.teller import teller_of

RULES = """
id: asking
extends: root
plugins: [combinations, sum]
options: {{terminals: {{of: win_requires.tiles.terminals, values: {{none: 0, any: 0+}}, text: how many terminals}}}}
fields: {{birds: how many birds, void: {{type: suit, about: the suit given up}}}}
terms: {{rich: {{tiles: {{dragons: 1+}}, sets: {{pung: 1+}}}}}}
win_requires: {{{condition}}}
scoring: {{method: sum}}
rules:
  ordinary: {{points: 1}}
  seven_pairs: {{points: 2, hand: [7 x pair], when: {{tiles: {{dragons: 0}}}}}}
"""
CHOWS = "123m456p678s22p67p +8p from=left seat=S"
DRAWN = CHOWS.replace("+", "!").replace(" from=left", "")
PUNGS = "1112m444p789s55z5z +2m from=left seat=W"
PAIRS = "1133m5577p99s11z5z !5z seat=S"


@pytest.mark.parametrize(
    ("condition", "hand", "asked", "in_chinese"),
    [
        ("self_drawn: true", CHOWS, "self-drawn", "自摸"),
        ("self_drawn: false", DRAWN, "won on a discard", "点炮和牌"),
        ("none_of: {self_drawn: false}", CHOWS, "not won on a discard", "不是（点炮和牌）"),
        ("wait: [edge, single]", CHOWS, "won on the 3 or 7 of an edge chow or the second tile of the pair", None),
        ("winning_tile: terminals", CHOWS, "won on a terminal", "和序数牌一、九"),
        ("tiles: {terminals: 0}", CHOWS, "no terminals (option terminals=none)", None),
        ("tiles: {1z: 1+}", CHOWS, "at least one East", "至少一张东风"),
        ("tiles: {terminals: 0+, honours: 3}", CHOWS, "exactly three honours", "恰好三张字牌"),
        ("tiles: 258mps", CHOWS, "only 2s, 5s and 8s", "只有序数牌二、五、八"),
        ("every_set_has: terminals", CHOWS, "every set and the pair has a terminal", None),
        ("flag: [last_tile]", CHOWS, "the last tile of the wall, or the discard after it", "海底"),
        ("sets: {pung wind: 1+}", PUNGS, "at least one pung of winds", "至少一副风牌的刻子"),
        ("sets: {pung wind: 1+, pung dragon: 1+}", PUNGS, "at least one pung of winds", None),
        ("sets: pung", PUNGS, "all sets are pungs", "面子全是刻子"),
        ("four_alike: outside_kongs", CHOWS, "four of the same tile, not as a kong", None),
        (
            "before_win: 1112345678999a",
            CHOWS,
            "a concealed hand that is 1112345678999 of one suit before the win",
            "和牌前门前清的手牌为同一花色的一一一二三四五六七八九九九",
        ),
        ("seat: E", CHOWS, "seated as East", "门风为东"),
        ("number: {birds: 2+}", CHOWS, "how many birds: 2 or more", None),
        ("field: {void: m}", CHOWS, "the suit given up: m", None),
        ("any_of: [{suits: 1}, {tiles: {honours: 1+}}]", CHOWS, "tiles of one suit; or at least one honour", None),
        ("any_of: [{is: rich}]", CHOWS, "at least one dragon", None),
        ("none_of: {suits: 3}", CHOWS, "not tiles of three suits", "不是（序数牌为三种花色）"),
        ("suits: 2..3", PAIRS, "no dragons", "没有箭牌"),
    ],
)
def test_what_is_asked_is_told_in_words(
    ruleset: Callable[[str], Ruleset], condition: str, hand: str, asked: str, in_chinese: str | None
) -> None:
    text = RULES.format(condition=condition)
    asking = ruleset(text if "{terminals: 0}" in condition else "\n".join(text.split("\n")[:4] + text.split("\n")[5:]))
    with pytest.raises(HandError) as caught:
        asking.score(hand)
    assert caught.value.code == "not_winning"
    _, *said = asking.why_not(hand)
    assert f"This ruleset asks for: {asked}." in said
    chinese = [teller_of(asking, "zh")(one) for one in said]
    assert in_chinese is None or f"此规则要求：{in_chinese}。" in chinese
    assert not any("mask" in one or any(len(word) > 15 and word.isdigit() for word in one.split()) for one in said)
