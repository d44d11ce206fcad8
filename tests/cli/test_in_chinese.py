"""What the command line says in Chinese: all that is said in English, in the words of the page."""
# ruff: noqa: E501

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjrules import HandError, Match
from mjrules.cli import main
from mjrules.cli.told_score import ToldScore
from mjrules.ruleset.files.find import known_ids
from mjrules.ruleset.options.options import A_NUMBER, as_text
from mjrules.sample_hands.random_hands import random_hands
from mjrules.scoring.show import PLAIN
from mjrules.teller import teller_of
from mjrules.told_rules import OTHER_THINGS, RuleFinder
from tests.kit.chinese import english_in
from tests.kit.playing import chooser
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import SCORING, loaded

WON = "(123m) 456p 78p 456s 99s +9p seat=S round=E"


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main([*argv, "--lang", "zh"])
    return status, *capsys.readouterr()


def test_for_which_tiles_jokers_stand(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "(22pJ) 111m 456p 33sJ 7s !7s"
    assert "\n百搭作  2p3s\n" in said(capsys, "score", hand, "--ruleset", "western/us")[1]
    assert main(["score", hand, "--ruleset", "western/us"]) == 0
    assert "\nJokers for 2p3s\n" in capsys.readouterr().out


@pytest.mark.parametrize("void", ["void=s", "void=条", "void=索"])
def test_a_suit_that_was_given_up(capsys: pytest.CaptureFixture[str], void: str) -> None:
    expected = """\
手牌  123456789m2225p
点炮  5p
门风  南
圈风  西
定缺的花色  条
读作  123m  456m  789m  222p  55p*
"""
    assert (
        expected in said(capsys, "score", f"123m456m789m2225p +5p {void} seat=南 round=西风", "--ruleset", "sichuan")[1]
    )
    claimed = "123m456m789m2225p +5p from=上家"
    assert "\n上家点炮  5p\n" in said(capsys, "score", claimed, "--ruleset", "sichuan")[1]


def test_tiles_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "(碰东) 二三四万 五六七筒 八八八条 九万 自摸九万 flowers=梅"
    out = said(capsys, "score", hand, "--ruleset", "hong-kong", "--names", "words")[1]
    assert (
        """\
手牌  （东风、东风、东风）  二三四九万、五六七饼、八八八条
自摸  九万
门风  东（未说明，按此算）
圈风  东（未说明，按此算）
花牌  梅
读作  二三四万  五六七饼  八八八条  （东风、东风、东风）  九九万*
"""
        in out
    )
    assert "  1 番  圈風  东风、东风、东风\n" in out
    waits = said(capsys, "waits", "123456m 789s 22z 77z", "--ruleset", "hong-kong", "--names", "words")[1]
    assert "\n  南风   2    3*    2*  " in waits
    assert english_in(out + waits) == []


def test_values_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "score", "123m456m789m2225p +5p void=缺", "--ruleset", "sichuan")[2]
    assert told.startswith("mjrules: 应为花色“m, p, s”之一，而非“缺”\n")


def test_a_score_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    expected = """\
国标麻将

手牌      (123m)  45678p45699s
上家点炮  9p
门风      南
圈风      东
读作  (123m)  456p  789p*  456s  99s

计入
  8 番  花龙    123m 789p 456s  三种花色的一二三、四五六、七八九顺子各一副
  2 番  平和                    牌型为四副面子、一对将牌；或一四七、二五八、三六
                                九，各为一种花色，一副面子、一对将牌；没有刻子；
                                没有字牌
  1 番  喜相逢  456p 456s       两种花色中相同的两副顺子

合计  11 番

达到起和 8。

谁付给谁
  东 付 南  19  点炮者：8 + 11
  西 付 南   8  底分：8
  北 付 南   8  底分：8
合计收支  东 -19  南 +35  西 -8  北 -8

被其他番种包含或排除
  无字    已计平和，不再计

牌组已用尽
  连六  456p 789p  每次组合须用上未组合过的牌组

只差一个条件
  门前清    尚需：没有副露
"""
    hand = f"{WON} from=left"
    assert said(capsys, "explain", hand, "--ruleset", "chinese-official") == (0, expected, "")
    score = said(capsys, "score", hand, "--ruleset", "chinese-official")[1]
    assert "合计  11 番" in score
    assert "尚需" not in score
    assert "三种花色" not in score


def test_the_way_to_a_score_of_riichi(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(
        capsys, "score", "123m456p789s345m2z +2z riichi ippatsu from=left dora=9p3m4m2z2z", "--ruleset", "riichi"
    )[1]
    assert "\n40 × 2^(2 + 4) = 2560，满贯 = 2000\n点炮者付 6 × 2000 = 12000\n合计  12000 点\n" in told
    assert "宝牌（2 × 1）" in told
    assert "\n1 × 8000 = 8000\n" in said(capsys, "score", "19m19p19s1234567z +1z from=left", "--ruleset", "riichi")[1]


def test_what_is_assumed_guessed_and_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "score", "123m456p789s WWW 2z +2z", "--ruleset", "hong-kong")
    assert told[1].startswith("注：“WWW”读作西风；白板写作“Wh”。\n\n香港麻將\n")
    told = said(capsys, "score", "123m456p789s111z2z +2z", "--ruleset", "hong-kong")
    assert "门风  东（未说明，按此算）\n圈风  东（未说明，按此算）\n" in told[1]
    assert told[1].endswith("请选点炮的人，以算出谁付给谁。\n")
    told = said(capsys, "score", f"{WON} from=left", "--ruleset", "western")
    assert told[1].endswith("谁付给谁取决于各家的牌。\n")


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "explain", "123m456p789s11z24z !5z", "--ruleset", "riichi") == (
        1,
        "",
        "mjrules: 这些牌未成和牌牌型\n"
        "    已成一二三万 四五六饼 七八九条 东风、东风，余下南风、北风、白板：还缺一副面\n    子。\n"
        "    还差 2 张。\n",
    )
    assert said(capsys, "score", "12m !9", "--ruleset", "riichi")[2].endswith("    12m !9\n         ^\n")
    for hand, told in (
        ("123m456p789s111z2z +2z seat=中", "应为“E, S, W, N”之一，而不是“中”"),
        ("123m456p789s111z +2z 2z", "和牌张应为一张，而不是“2z 2z”"),
        ("123m456p789s111z2z +2z flowers=99", "花牌应为 0 至 12 张，而不是 99"),
        ("123m456p789s111z2z +2z flowers=1m", "应为花牌“f1-f4, s1-s4, a1-a4”，而不是“1m”"),
    ):
        assert said(capsys, "score", hand, "--ruleset", "chinese-official")[2].startswith(f"mjrules: {told}"), hand


RULE = """\
大四喜  Big Four Winds
国标麻将，big_four_winds，编号 1

四副风牌的刻子。

值           88 番
例           55m11122233444z !3z seat=N round=S
             共 159：大四喜 88 番、四暗刻 64 番、混一色 6 番、自摸 1 番
不另计       三风刻、碰碰和、圈风刻、门风刻、幺九刻
选项         big_four_winds_beside=false（false、true）：大四喜：是否另计圈风
             刻、门风刻、幺九刻；每副可用于两个番种时，还计三风刻。
出处         Rules of Mahjong competitions in China: no. 1
             A Guide to Mahjong (Chinese / Official International Rules): no. 75
             Chinese Official Mahjong Scoring Rules: big four winds
             MahjongJoy scoring rules (combinations by example): big four winds
异说         guide-to-mahjong no. 75: only All Pungs is excluded
"""
FAULT = """\
false_mahjong
西方麻將，犯规

詐和：以不能和的牌宣告和牌，賠付各家。

罚           付其余各家 1000
其后         继续
"""
CAP = """\
cap_faan
香港麻將，选项

封頂：最多計多少番，超出不計。

现为         10
none         不封頂
或其他整数
选用         --set cap_faan=VALUE，或写入文件：set: {cap_faan: VALUE}
"""
CHOSEN = """\
wmo2006
国标麻将，预设：同时选定几个选项

即 two_concealed_kongs=8、mixed_kongs=6、
concealed_by_definition=fully_concealed、nine_gates_terminal_pung=none。

选用         --set wmo2006=true，或写入文件：set: {wmo2006: true}
"""


@pytest.mark.parametrize(
    ("ruleset", "name", "told"),
    [
        ("chinese-official", "大四喜", RULE),
        ("western", "詐和", FAULT),
        ("hong-kong", "cap", CAP),
        ("chinese-official", "wmo2006", CHOSEN),
    ],
)
def test_what_a_rule_is(capsys: pytest.CaptureFixture[str], ruleset: str, name: str, told: str) -> None:
    assert said(capsys, "rule", ruleset, name) == (0, told, "")


def test_what_a_rule_is_that_is_not_played_or_cannot_be_declared(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "rule", "western", "original hand")[1]
    assert "不采用       选用方法：--set original_hand=limit\n值           1 倍上限\n" in told
    assert "共 5（未够起和 8）：" in said(capsys, "rule", "chinese-official", "all_chows")[1]
    assert "共 3（其中 2 计入起和 3）：" in said(capsys, "rule", "hong-kong", "dragon_triplet")[1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("三元", "“三元”见于 riichi 的几个番种：小三元、大三元、雀头（三元牌）\n"),
        ("xyzzy", "riichi 没有叫“xyzzy”的番种（见：mjrules rulesets riichi --table value）\n"),
    ],
)
def test_no_rule_or_several_of_a_name(capsys: pytest.CaptureFixture[str], name: str, told: str) -> None:
    assert said(capsys, "rule", "riichi", name) == (1, "", told)


@pytest.mark.parametrize("id", thinned(SCORING, 4, gate=1))
def test_no_english_is_left_of_a_rule(id: str) -> None:
    finder = RuleFinder(loaded(id), "zh")
    for rule in thinned(loaded(id).book.rules, 25, gate=4):
        told = finder.tell(rule.id)
        text = " ".join([told.text, told.worth or "", *told.excludes, *told.excluded_by])
        assert not english_in(text), text
    things = [thing for section in OTHER_THINGS for id in finder.things_of(section) for thing in finder.things(id)]
    for thing in things:
        texts = [thing.text, *thing.choices.values(), *thing.rules]
        assert not english_in(" ".join(texts)) or thing.section == "presets", texts


WAITS = {
    "2345678m 111p 456s": """\
门风  东，圈风  东（门风和圈风未说明，按此算）

  牌  余  自摸  点炮  番种
  2m   3    3*    2*  門前清、無花、自摸
  5m   3    3*    2*  門前清、無花、自摸
  8m   3    3*    2*  門前清、無花、自摸
* 不足起和 3：不计無花，为 1、2
""",
    "123m 456p 789s 11z 258m": """\
这手牌多一张，谈不上听牌。
    已成一二三万 四五六饼 七八九条 东风、东风，余下二五八万：还缺一副面子。
    还差 2 张。
    打五万，再摸到一二三四六七八九万、东风（29 张）就更近一步。
    打二万，再摸到三四五六七八九万、东风（27 张）就更近一步。
    打八万，再摸到一二三四五六七万、东风（25 张）就更近一步。
""",
    "123m 456p 789s 1z 258m": """\
这手牌没有听牌。
    已成一二三万 四五六饼 七八九条，余下二五八万、东风：还缺一副面子和将牌。
    还差 3 张。
    摸到一二三四五六七八九万、东风（33 张）就更近一步。
""",
    "123456m 78p 12s 5z 9m 1p": """\
这手牌没有听牌。
    已成一二三万 四五六万，余下九万、一七八饼、一二条、白板：还缺 2 副面子和将
    牌。
    还差 3 张。
    摸到九万、一六九饼、三条、白板（21 张）就更近一步。
""",
    "(123m) (123m) (123m) 1m 23p 5z": """\
这手牌没有听牌。
    已成（一二三万） （一二三万） （一二三万），余下一万、二三饼、白板：还缺一副
    面子和将牌。
    还差 2 张。
    摸到一四饼、白板（11 张）就更近一步。
""",
}


@pytest.mark.parametrize("hand", WAITS)
def test_waits(capsys: pytest.CaptureFixture[str], hand: str) -> None:
    status, out, err = said(capsys, "waits", hand, "--ruleset", "hong-kong")
    assert (status, out, err) == (0 if "自摸" in out else 1, WAITS[hand], "")
    assert not english_in(out)


@pytest.mark.parametrize(
    "argv",
    [
        ["waits", WON, "--json"],
        ["explain", WON, "--json"],
        ["score", "--jsonl", "x"],
        ["explain", WON, "--sources"],
        ["score", WON, "--json"],
        ["settle", WON, "--json"],
        ["settle", "--jsonl", "x"],
        ["replay", "x", "--json"],
    ],
)
def test_what_is_in_english_alone_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    status, out, err = said(capsys, *argv, "--ruleset", "riichi")
    option = next(word for word in argv if word.startswith("--"))
    assert (status, out) == (2, "")
    assert err == f"mjrules: “--lang”不能与“{option}”并用：后者输出英文\n"


@pytest.mark.parametrize("id", SCORING)
def test_no_english_is_left(id: str) -> None:
    ruleset = loaded(id)
    for hand in random_hands(ruleset, amount(5, 15, 40), 5):
        try:
            score = ruleset.score(hand)
        except HandError:
            continue
        text = ToldScore(score, teller_of(ruleset, "zh"), PLAIN).text(verbose=True)
        assert not english_in(text.partition("\n")[2]), text  # a title may have names
        assert f" {score.total} " in text


HANDS = ("(555z) 222p444678s1m", "(222m) 456p999s1117z +7z from=right", "147m258p369s1234z", "12m dead_hand")


def test_a_settlement_of_all_hands(capsys: pytest.CaptureFixture[str]) -> None:
    expected = """\
西方麻將

东    24
      8  分  中張暗刻  222p 444s
      4  分  么九明刻  555z
      1  翻  三元牌    555z

南    80  和牌，西家点炮
      20  分  和牌
      16  分  么九暗刻  999s 111z
       2  分  三元牌對  77z
       2  分  中張明刻  222m
       1  翻  圈風      111z

西    0

北    0  停止行牌

东家报 20，手牌值 24：以 24 计。

  东  付  南  160  和牌者 80，庄家 × 2
  西  付  南   80  和牌者 80
  北  付  南   80  和牌者 80
  西  付  东   48  24 - 0，庄家 × 2
  北  付  东   48  24 - 0，庄家 × 2

  东   -64
  南  +320
  西  -128
  北  -128
"""
    argv = ["settle", *HANDS, "--claim", "E=20", "--ruleset", "western"]
    assert said(capsys, *argv) == (0, expected, "")


SETTLED = {
    ("penalty", "misnamed_discard", "N", "W"): "報錯牌名：北\n\n  北  付  东   50  報錯牌名\n",
    ("bonus", "pung_of_easts_first_discard", "S"): "\n  东  付  南  100  碰莊家打出的第一張牌\n",
    ("goulash", "draws_before=2", "stake=5"): "荒莊池\n\n池中有 40：流局 2 次，每次各家投入 5。\n",
    ('{"scores": {"E": 4}, "winner": null}',): "各家无收付。\n",
}


@pytest.mark.parametrize("words", SETTLED)
def test_what_else_is_settled(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    out = said(capsys, "settle", *words, "--ruleset", "western", "--set", "goulash=true")[1]
    assert out.startswith("西方麻將\n选用荒莊池：每次流局後投入\n")
    assert SETTLED[words] in out


NOT_SETTLED = {
    (*HANDS[:3], "12m"): "北: 手牌有 2 张（杠按三张计），而未标出和牌张：应为 13 张",
    (*HANDS[:3], "12q"): "“12q”不是牌：应为数字加“m”、“p”、“s”或“z”",
    (HANDS[0], f"{HANDS[1]} seat=S"): "“seat”: 第 1 手牌没有写明是哪家：“seat=E, S, W, N”",
    ("penalty", "misnamed_discrd", "W"): "“event”: “misnamed_discrd”不是此规则的犯规（是否指“misnamed_discard”",
    ("penalty", "misnamed_discard", "W", "W"): "“affected”: 犯规者不能同时是受损者",
}


@pytest.mark.parametrize("words", NOT_SETTLED)
def test_what_is_not_settled(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    status, out, err = said(capsys, "settle", *words, "--ruleset", "western")
    assert (status, out) == (1, "")
    assert NOT_SETTLED[words] in err


def test_that_there_are_no_counters_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    bonus = ("settle", "penalty", "false_mahjong", "S", "--counters", "--ruleset", "western")
    assert said(capsys, *bonus)[1].count("此规则没有筹码") == 1
    assert main([*bonus]) == 0
    assert capsys.readouterr().out.count("\n\nthe ruleset has no counters\n\n") == 1


@pytest.mark.parametrize("argv", [("score", "123m"), ("settle", "penalty", "false_mahjong", "S"), ("waits", "123m")])
def test_that_no_ruleset_is_chosen(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = said(capsys, *argv)
    assert (status, out) == (2, "")
    assert err.startswith("mjrules: 没有选定规则：请用“--ruleset”，或配置文件“mjrules.yaml”")


def test_a_game_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = Match(loaded("sichuan"), 3, ["甲", "乙", "丙", "丁"])
    match.play(chooser(3), hands=3)
    match.save(tmp_path / "game.jsonl")
    status, out, err = said(capsys, "replay", str(tmp_path / "game.jsonl"))
    assert (status, err) == (0, "")
    assert out.startswith("玩家：丁、甲、乙、丙\n\n第 1 局，东风圈\n")
    for told in (
        "东家 定缺 万\n",
        "南家公布：",
        "西家摸 ",
        "北家打 ",
        "家自摸和牌：",
        "  付  ",
        "自摸：",
        "花猪罚分池）\n",
    ):
        assert told in out, told
    assert out.splitlines()[-1].startswith("无误：共 3 局，记录 ")
    quiet = said(capsys, "replay", str(tmp_path / "game.jsonl"), "--quiet")[1]
    assert quiet == out.splitlines()[-1] + "\n"


@pytest.mark.parametrize("id", SCORING)
def test_no_english_is_left_in_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path, id: str) -> None:
    ruleset = loaded(id)
    match = Match(ruleset, 5, ["甲", "乙", "丙", "丁"][: len(ruleset.definition.table.seats)])
    match.play(chooser(5), hands=amount(1, 3, 8))
    match.save(tmp_path / "game.jsonl")
    out = said(capsys, "replay", str(tmp_path / "game.jsonl"))[1]
    assert re.findall("[A-Za-z]{2,}", re.sub("[0-9mpszfaJ]+", " ", out)) == []


EVENING = """\
周二，2026-11-24
西方麻將（荒莊池：每次流局後投入）

第 1 桌
  条  局       甲     乙     丙     丁  荒莊池  事项
   2                                            第 1 桌开桌：甲、乙、丙、丁
   3  1 东   +288    -76   -100   -112          甲 和，丁 点炮，值 48（已更正）
   4  2 东   -100   -100   -100   -100    +400  流局
   5        +1000  +1000  -3000  +1000          詐和：丙（少一张）
            +1188   +824  -3200   +788     400  合计

  6  戊 加入
  7  丁 离开

排名
  甲      +1188
  乙       +824
  丁       +788
  戊          0
  丙      -3200
  荒莊池    400
"""


def test_an_evening(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def kept(action: str, *words: str) -> tuple[int, str, str]:
        return said(capsys, "evening", action, *words, "--data", str(tmp_path / "club.db"))

    new = ("甲", "乙", "丙", "丁", "--ruleset", "western", "--set", "goulash=true", "--club", "周二")
    opened = "1. 周二，2026-11-24：甲、乙、丙、丁\n第 1 桌下一局：第 1 局，东 甲、南 乙、西 丙、北 丁。\n规则：西方麻將（荒莊池：每次流局後投入）。\n"
    assert kept("new", *new, "--date", "2026-11-24") == (0, opened, "")
    told = [
        kept("add", "甲", "wins", "24", "from", "丁", "乙=12", "丙=4", "丁=0"),
        kept("add", "draw"),
        kept("add", "penalty", "false_mahjong", "丙", "--note", "少一张"),
        kept("correct", "3", "甲", "wins", "48", "from", "丁", "乙=12", "丙=4", "丁=0"),
        kept("undo", "5"),
        kept("undo", "5", "--back"),
        kept("add", "arrives", "戊"),
        kept("add", "leaves", "丁"),
        kept("show"),
        kept("show", "--all"),
        kept("print"),
    ]
    assert [(status, err) for status, _, err in told] == [(0, "")] * len(told)
    assert [english_in(out) for _, out, _ in told if english_in(out)] == [], told
    firsts = [out.partition("\n")[0] for _, out, _ in told]
    assert firsts[:8] == [
        "3. 甲 和，丁 点炮，值 24",
        "4. 流局",
        "5. 詐和：丙（少一张）",
        "3. 已更正：甲 和，丁 点炮，值 48",
        "5. 詐和：丙（少一张）（已撤销）",
        "5. 詐和：丙（少一张）",
        "6. 戊 加入",
        "7. 丁 离开",
    ]
    assert told[7][1].endswith("丁 已离场，第 1 桌等候：请以“add seats PLAYER ...”从东起写明谁坐哪里。\n")
    assert told[8][1] == EVENING
    assert "\n\n       合计  场次  局数  和牌  自摸  点炮  犯规  最大牌\n" in told[9][1]
    assert kept("show", "--list")[1].startswith("日期        俱乐部  规则     局数  编号\n")
    assert kept("print", "--out", str(tmp_path / "sheet.html"))[0] == 0
    assert '<html lang="zh' in (tmp_path / "sheet.html").read_text(encoding="utf-8")


def test_what_an_evening_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def kept(*words: str) -> str:
        return said(capsys, "evening", *words, "--data", str(tmp_path / "club.db"))[2]

    kept("new", "甲", "乙", "丙", "丁", "--ruleset", "hong-kong")
    assert kept("add", "甲", "wins", "2") == "mjrules: 甲 的手牌值 2，不能和：此规则起和为 3\n"
    assert kept("add", "甲", "wins", "3", "from", "戊").startswith("mjrules: 戊 不在第 1 桌（可用：")
    hand = "123m 456p 789s 111z 2z +3z"
    assert kept("add", "甲", "wins", hand, "from", "丁").startswith("mjrules: 甲: 这些牌未成和牌牌型")
    ready = "123m 456p 789s 111z 2z +2z"
    assert kept("add", "甲", "wins", ready).startswith("mjrules: 未填：结算须知谁点炮，或是自摸（东 甲、南 乙")
    assert kept("add", "penalty", "诈和", "丁").startswith("mjrules: “诈和”不是此规则的犯规")
    assert kept("add", "pay", "甲=5", "乙=-4") == "mjrules: 收支合计为 1，不为零：请改正，或写明差额归何处\n"
    odd = "待查：第 1 桌的池“立直棒”里有 -1000。"
    kept("new", "甲", "乙", "丙", "丁", "--ruleset", "riichi", "--date", "2030-01-01")
    paid = ("add", "pay", "甲=1000", "sticks=-1000", "--data", str(tmp_path / "club.db"))
    assert odd in said(capsys, "evening", *paid)[1]
    assert odd in said(capsys, "evening", "show", "--data", str(tmp_path / "club.db"))[1]
    assert "“--lang”不能与“--csv”并用" in kept("show", "--csv")
    assert main(["evening", "show", "--data", str(tmp_path / "club.db"), "--lang", "tlh"]) == 2
    assert "is not known (known: en, zh)" in capsys.readouterr().err


def written_words(id: str) -> set[str]:
    """The words in which a file of a ruleset is written, which stay as they are: ids, options and choices, aliases."""
    ruleset = loaded(id)
    options, definition = ruleset.options, ruleset.definition
    choices = [word for option in options.declared.values() for word in option.allowed if word != A_NUMBER]
    chosen = [as_text(value) for value in options.chosen.values()]
    presets = [as_text(value) for values in options.presets.values() for value in values.values()]
    sections = (definition.fields, definition.penalties, ruleset.paid_at_once, options.declared, options.presets)
    fields = [field.name for field in ruleset.book.fields.values()]
    names = [
        *fields,
        *(name for section in sections for name in section),
        *definition.aliases,
        *choices,
        *chosen,
        *presets,
    ]
    return {*" ".join([*names, *known_ids(), "set NAME=VALUE NAME=true"]).replace("=", " ").split()}


@pytest.mark.parametrize("id", thinned([*SCORING], 6))
def test_a_ruleset_is_shown(capsys: pytest.CaptureFixture[str], id: str) -> None:
    """What it is, its options, its payments and its fields; its rules by their Chinese names."""
    status, out, err = said(capsys, "rulesets", id)
    assert (status, err) == (0, "")
    assert out.startswith(f"{teller_of(loaded(id), 'zh').game}  [{id}]\n")
    assert re.search("；\\s*起和", out)
    title = teller_of(loaded(id), "zh").game
    english = re.findall(
        "[A-Za-z_][A-Za-z0-9_/-]*",
        re.sub("“[^”]*”|[0-9]+[mpsz]", "", out.replace(title, "").replace(loaded(id).hash[:12], "")),
    )
    assert {*english} - written_words(id) == set()
    for how in ("value", "type"):
        table = said(capsys, "rulesets", id, "--table", how)[1]
        rule = loaded(id).book.rules[0]
        assert teller_of(loaded(id), "zh").rule(rule.id, rule.name) in table or not rule.value


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("score",), "请写手牌“HAND”，或用“--jsonl”指定文件"),
        (("score", "1m", "--ruleset", "hongkong"), "没有“hongkong”这种规则（是否指“hong-kong”？）"),
        (("score", "1m", "--ruleset", "香港麻將"), "没有“香港麻將”这种规则：请写代号（“hong-kong”）"),
        (("score", "1m", "--ruleset", "xyzzy"), "没有“xyzzy”这种规则（可用：“bmja, "),
        (("evening", "show", "--data", "none.db"), "还没有账本“none.db”：用“mjrules evening new PLAYER"),
    ],
)
def test_what_a_beginner_gets_wrong_is_told(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], told: str
) -> None:
    """In English alone, it was of no use to those who asked for Chinese."""
    status, out, err = said(capsys, *argv)
    assert (status, out) == (2, "")
    assert "".join(told.split()) in "".join(err.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("add foo", "看不懂“foo”（可用：“draw, amounts,"),
        ("add 甲 won 3", "看不懂“甲”之后的“won”：应写“甲 wins HAND”"),
        ("add 甲 wins 4 form 乙", "看不懂“form”（是否指“from”？）"),
        ("add 甲 wins 4 戊=2", "看不懂“戊=2”（可用："),
        ("add draw now", "看不懂“now”"),
        ("add pot nosuch on", "此规则没有“nosuch”这个池"),
        ("undo 99", "没有第 99 条：本次牌局共有 2 条"),
        ("show --evening 2020-01-01", "没有“2020-01-01”这次牌局（是否指“2026-11-24”？）"),
        ("new 甲 乙 丙 --ruleset hong-kong", "“hong-kong”由 4 人打：应有 4 人以上，现有 3 人"),
        ("add seats 甲 乙 丙", "“hong-kong”由 4 人打：应有 4 人，现有 3 人"),
    ],
)
def test_words_of_an_evening_that_are_not_understood_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str, told: str
) -> None:
    books = ("--data", str(tmp_path / "club.db"))
    opened = ["new", "甲", "乙", "丙", "丁", "--ruleset", "hong-kong", "--date", "2026-11-24"]
    assert said(capsys, "evening", *opened, *books)[0] == 0
    status, out, err = said(capsys, "evening", *words.split(), *books)
    assert (status, out) == (2, "")
    assert "".join(told.split()) in "".join(err.split())


def test_rulesets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "rulesets")[1]
    assert re.search("^hong-kong +香港麻將$", out, re.MULTILINE)
    assert said(capsys, "rulesets", "--find", "nonsense") == (1, "", "各规则都没有叫“nonsense”的番种\n")
    assert said(capsys, "rulesets", "hong-kong", "--find", "大四希")[2] == "没有叫“大四希”的番种（是否指“大四喜”？）\n"
    assert (
        "倍上限  雙色連七  Gertie's Garter  gerties_garter"
        in said(capsys, "rulesets", "western", "--find", "gertie")[1]
    )
    status, out, err = said(capsys, "rulesets", "hong-kong", "--json")
    assert (status, out) == (2, "")
    assert "--json" in err
