"""Conditions said in Chinese: what every part of the bundled rules asks for, to the letter, with no English in it.

`pytest tests/words --update-sentences` writes it down.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from mjrules import Ruleset
from mjrules.conditions.words import WORDS
from mjrules.declared.values import plain, typed
from mjrules.ruleset.definition import RuleEntry
from mjrules.ruleset.speaking import chinese_speaker, rule_in_words
from mjrules.words.chinese_patterns import chinese_patterns
from mjrules.words.chinese_sentences import CHINESE_PLACES, ChineseSpeaker
from mjrules.words.chinese_tiles import chinese_kinds, chinese_number, chinese_tiles
from mjrules.words.sentences import SLOT
from tests.kit.cases import CASES_FOLDER
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

FILE = CASES_FOLDER / "words" / "chinese.txt"


def parts_of(ruleset: Ruleset) -> dict[str, str]:
    """What each part of the rules asks for in Chinese, by what it asks for in English."""
    chinese, found = ruleset.asked_in_chinese(ruleset.texts("zh")), {}
    for id, rule in ruleset.definition.rules.items():
        when = plain(rule.when)
        for word in (*(when or {}), *(["hand"] if rule.hand is not None else [])):
            found[ruleset.asked.part(id, word)] = chinese.part(id, word)
    return found


def section(name: str) -> str:
    """The parts that the ruleset has and the one that it extends has not."""
    ruleset = loaded(name)
    parent = ruleset.definition.extends
    seen = parts_of(loaded(parent)) if parent in SCORING else {}
    return "\n".join([f"== {name}", *(f"{en} => {zh}" for en, zh in parts_of(ruleset).items() if seen.get(en) != zh)])


@pytest.fixture(scope="module")
def written(update_sentences: bool) -> list[str]:
    """The sections of the file, brought up to date where that is asked for."""
    if update_sentences:
        FILE.write_text("\n\n".join(map(section, SCORING)) + "\n", encoding="utf-8")
    return FILE.read_text(encoding="utf-8").removesuffix("\n").split("\n\n")


@pytest.mark.parametrize("name", thinned(list(SCORING), 12))
def test_every_part_to_the_letter(name: str, written: list[str]) -> None:
    assert section(name) == written[list(SCORING).index(name)]


def test_no_part_has_english_in_it(written: list[str]) -> None:
    lines = [line for part in written for line in part.split("\n")[1:]]
    assert len(lines) > 200
    assert [line for line in lines if re.search("[A-Za-z]{2}", line.partition(" => ")[2])] == []


def test_every_word_has_a_chinese_phrase_of_known_places() -> None:
    for word in WORDS.values():
        places = SLOT.findall(word.chinese)
        assert word.chinese
        assert all(place in CHINESE_PLACES or "|" in place for place in places), word.name
        assert len(places) == len(SLOT.findall(word.phrase)), word.name


@pytest.fixture(scope="module")
def speaker() -> ChineseSpeaker:
    ruleset = loaded("hong-kong")
    return chinese_speaker(ruleset.speaker, ruleset.definition, ruleset.texts("zh"))


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ({"any_of": [{"suits": 1}, {"suits": 2}]}, "序数牌为一种花色或序数牌为两种花色"),
        ({"all_of": [{"suits": 0}, {"tiles": {"J": 0}}]}, "没有序数牌；没有百搭"),
        (
            {"any_of": [{"all_of": [{"suits": 1}, {"sets": "pung"}]}, {"self_drawn": True}]},
            "（序数牌为一种花色；面子全是刻子）；或自摸",
        ),
        (
            {"all_of": [{"any_of": [{"suits": 1, "sets": "pung"}, {"suits": 2}]}, {"self_drawn": True}]},
            "（序数牌为一种花色，面子全是刻子；或序数牌为两种花色）；自摸",
        ),
        ({"winning_tile": "J", "every_set_has": "dragons or J"}, "和百搭，每副面子与将牌都有箭牌或百搭"),
        ({"tiles": {"5m not J": 2}}, "恰好两张非百搭的万子五"),
        ({"suits": "1..2", "self_drawn": False}, "序数牌为一至两种花色，点炮和牌"),
        ({"none_of": {"tiles": ["winds"]}}, "没有风牌"),
        ({"none_of": [{"bonus": ["any"]}, {"number": ["nowhere"]}]}, "没有花牌，没有：nowhere"),
        ({"none_of": [{"flag": "heaven"}, {"flag": "earth"}]}, "不是（天和），不是（地和）"),
        ({"is": "no_such_term"}, "no such term"),
        ({"shape": "unfinished"}, "牌型为未成和牌牌型的手牌"),
        ({"shape": "no_such_shape"}, "牌型为no such shape"),
        ({"waits": "2.."}, "听任意种牌"),
        ({"waits": "2+"}, "听至少两种牌"),
        ({"waits": 2}, "恰听两种牌"),
        ({"waits": 0}, "没有听的牌"),
        ({"wait": "paired"}, "和对倒中的一张"),
        ({"seat": ["E", "S"]}, "门风为东或南"),
        ({"bonus": ["any"], "without": ["chicken"]}, "每张花牌，未计chicken"),
        ({"bonus": ["all a12", "a3 or a4"]}, "猫、鼠齐全或鸡或蜈蚣"),
        ({"bonus": {"a12": 1, "4 animal": 1, "all own tile": 1}}, "恰好一张猫或鼠、一张四动物齐全、一组本座的花牌齐全"),
        ({"bonus": {"a5": 1}}, "一张a5"),
        ({"number": {"x_times": "2..3"}, "field": {"y": ["E"]}}, "x times：2 至 3，y：东"),
        ({"number": {"x": 3}, "indicated": {"z": "1+"}}, "x：3，z所指的牌：1 或以上"),
        ({"tiles": ["honours"], "winning_tile": "no_such_class"}, "每张字牌，和no_such_class"),
        ({"sets": ["123m", "789m", "777z"]}, "一副一二三万的顺子、一副七八九万的顺子、一副红中的刻子"),
        ({"sets": {"pung not seat_wind": 1}}, "恰好一副非门风的刻子"),
        ({"tiles": {"seat_wind": "0..1"}}, "至多一张门风"),
        ({"waits_for": ["dora"]}, "所听的牌在dora之中"),
        ({"unheard_of": {"a": [True, None], "b": "c_d"}}, "unheard of：a 是、无、b c d"),
        ("plain_word", "plain word"),
    ],
)
def test_conditions_that_no_bundled_rule_has(speaker: ChineseSpeaker, when: object, said: str) -> None:
    assert speaker.condition(when) == said


@pytest.mark.parametrize(
    ("patterns", "said"),
    [
        (["pair a", "pair b"], "两种花色的对子各一对"),
        (["147a", "147b"], "两种花色各有一四七"),
        (["chow a n", "chow a n", "chow b n", "chow b n"], "两种花色各有相同的两副顺子，序数相同"),
        (["chow a n", "chow b n", "chow n"], "一种花色的一副顺子，另一种花色的一副顺子，一副顺子，序数相同"),
        (["77b", "pair a"], "一种花色的一对七，另一种花色的一对将牌"),
        (["chow a n", "chow a n+3", "pair a5"], "同一花色的两副顺子，序数相差三，与之同花色的一对五"),
        (
            ["chow a n", "chow a n+3", "pung dragon a", "22b", "pair"],
            "同一花色的两副顺子，序数相差三，一副与花色相配的箭牌的刻子，另一种花色的一对二，一对将牌",
        ),
        (
            ["pung a n", "pung b n", "pung c n", "pair b5"],
            "三种花色中序数相同的三副刻子，第二种花色的一对五",
        ),
        (["pung a n", "pung a n+1", "pung b n+2"], "一种花色的两副刻子，另一种花色的一副刻子，序数依次递增一"),
        (
            ["pair a n", "pung a n+1", "pung b n+2", "pung b n+3"],
            "一种花色的一对将牌、一副刻子，另一种花色的两副刻子，序数依次递增一",
        ),
        (["pung a n", "pung a n+1", "pung a n+3"], "同一花色的三副刻子，各自最小的序数相当于一、二、四"),
        (["2 x 147m"], "万子一、四、七各一张（两组）"),
        (["22334455667788p"], "饼子二至八各两张"),
        (["1112345678999p"], "饼子一、九各三张、饼子二至八各一张"),
        (["1112z"], "东风三张、南风一张"),
        (["3 of 1234z"], "风牌中不同的三张"),
        (["2 of 19a1234567z"], "同花色的一、九、字牌中不同的两张"),
        (["2 of 19a1234567m"], "同花色的一、九、万子一至七中不同的两张"),
        (["2 of 19a11z"], "同花色的一、九、东风中不同的两张"),
        (["open chow", "completed pung", "3 x winning loose"], "一副明的顺子、一副和牌张所成的刻子、三张有和牌张的牌"),
        (["2 x (an bn)"], "两对两种花色中同一序数的牌"),
    ],
)
def test_patterns_that_no_bundled_rule_has(speaker: ChineseSpeaker, patterns: list[str], said: str) -> None:
    assert chinese_patterns(patterns, speaker.class_in) == said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"when": {"bonus": ["any"]}}, "每张花牌。无论多少，只计一次。"),
        ({"when": {"bonus": ["any"]}, "each": True}, "每张花牌。"),
        ({"when": {"self_drawn": True, "number": ["birds"]}}, "自摸，每有一个：birds。无论多少，只计一次。"),
        ({"when": {"indicated": ["birds"]}}, "birds所指的每张牌。无论多少，只计一次。"),
    ],
)
def test_a_rule_that_counts_once_says_so_of_what_is_told_one_by_one(
    speaker: ChineseSpeaker, rule: dict[str, Any], said: str
) -> None:
    assert rule_in_words(speaker, typed(RuleEntry, rule)) == said


def test_tiles_in_chinese() -> None:
    from mjrules.tiles.tile import STANDING, parse_class, parse_tiles

    def mask(text: str) -> int:
        return sum(1 << tile for tile in parse_class(text))

    assert chinese_tiles(parse_tiles("234s0p11zf1s3a14J")) == "二三四条、红五饼、东风、东风、梅、秋、猫、蜈蚣、百搭"
    assert chinese_kinds(mask("0m")) == "红五万"
    assert chinese_kinds(mask("123456789mps567z")) == "风牌以外的牌"
    assert chinese_kinds(mask("123456789mps1234567z")) == "牌"
    assert chinese_kinds(mask("123456789s1z"), "或") == "条子或东风"
    assert chinese_kinds(mask("19mps1234z"), "或") == "序数牌一、九或风牌"
    assert chinese_kinds(mask("123456789mps1z5z")) == "序数牌、东风、白板"
    assert chinese_tiles([STANDING + 4]) == "百搭作五万"
    assert [chinese_number(number) for number in (2, 10, 14, 20)] == ["两", "十", "十四", "20"]


def test_groups_and_texts_that_are_only_english_are_called_by_their_title() -> None:
    ruleset = loaded("hong-kong")
    english = replace(ruleset.speaker, groups={"g": "A title", "parts": "Patterns"})
    speaker = chinese_speaker(english, ruleset.definition, ruleset.texts("zh"))
    assert (speaker.called("g"), speaker.called("parts")) == ("A title", "由牌組與牌張而成的番種")
