"""Commands that answer in Chinese what they answer in English: tables, simulations, comparisons, the file of a club."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from mjrules.cli import main
from tests.kit.chinese import english_in


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main([*argv, "--lang", "zh"])
    return status, *capsys.readouterr()


def test_who_is_east_next(capsys: pytest.CaptureFixture[str]) -> None:
    events = "rotation 甲 乙 丙 丁 won 乙 draw 甲"
    told = said(capsys, "table", *events.split(), "--ruleset", "hong-kong")
    assert told == (
        0,
        "香港麻將\n\n  局  圈风  庄家\n   1  东    甲\n   2  东    乙\n   3  东    乙\n   4  东    丙\n",
        "",
    )
    told = said(capsys, "table", *["wall_break", "4", "3", "2", "5", "--ruleset", "western"])
    assert told[1] == ("西方麻將\n\n庄家的骰子选定西家面前的牌墙。\n\n从西家的牌墙开牌，在右起第 14 墩之左。\n")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ("rotatio 甲", "没有“rotatio”这种记录（是否指“rotation”？）"),
        ("rotation 甲 乙", "“players”: 应有 4 个玩家，每家一个，而不是 2 个"),
        ("rotation 甲 乙 丙 丁 won 戊", "“events[0]”: 没有“戊”这个玩家"),
        ("wall_break 4 3 2 9", "“dice_owner[1]”: 应为 1 至 6 的数，而不是“9”"),
        ("wall_break 4 3", "“dice_owner”: 未填：应为两颗骰子，如“[3, 4]”"),
        ("", "应写一条记录，或“--jsonl”和文件"),
        ("wall_break 4 3 2 9 --names odd", "“dice_owner[1]”: 应为 1 至 6 的数，而不是“9”"),
        ("wall_break 4 3 2 5 --names odd", "“--names”：没有“odd”这种显示方式"),
        ("wall_break 4 3 2 5 --set odd", '“--set "odd"”：应为“KEY=VALUE”'),
    ],
)
def test_what_a_table_does_not_answer(capsys: pytest.CaptureFixture[str], argv: str, expected: str) -> None:
    status, out, err = said(capsys, "table", *argv.split(), "--ruleset", "hong-kong")
    assert (status > 0, out) == (True, "")
    assert err.startswith(f"mjrules: {expected}")
    assert english_in(err.removeprefix("mjrules: ").replace("”: ", "”：")) == []


@pytest.mark.parametrize("ruleset", ["hong-kong", "sichuan", "riichi"])
def test_a_simulation(capsys: pytest.CaptureFixture[str], ruleset: str) -> None:
    status, out, err = said(capsys, "simulate", "--hands", "12", "--players", "quick", "--ruleset", ruleset)
    assert status == 0
    assert "\n玩家均为“quick”，种子 0\n\n各局\n  全部 " in out
    assert "\n  玩家 1  " in out
    rules = out[out.index("番种，及其") : out.index("总输赢")].split("\n\n")[0]
    ids = {line.split()[-1] for line in rules.splitlines()[1:]}
    assert english_in(" ".join(word for word in out.split() if word not in ids)) == []
    assert "打完 12 局" in err
    assert english_in(err) == []


def test_a_simulation_of_players_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    players = "quick,random,random,random"
    out = said(capsys, "simulate", "--hands", "2", "--quiet", "--players", players, "--ruleset", "hong-kong")[1]
    assert "\n玩家 1 为“quick”，玩家 2 为“random”，玩家 3 为“random”，玩家 4 为“random”，种子\n  0\n" in out
    assert said(capsys, "simulate", "--hands", "0", "--ruleset", "hong-kong")[2] == "mjrules: “--hands 0”：应不小于 1\n"


def test_a_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["compare", "hong-kong", "--set-b", "minimum=1", "--hands", "20", "--players", "quick", "--quiet"]
    status, out, _ = said(capsys, *argv)
    assert status == 0
    assert out.startswith("A  香港麻將，校验码“")
    assert "\nB  香港麻將，选用起糊：1，校验码“" in out
    assert "\n每种规则打 20 局，玩家均为“quick”，种子 0\n两种规则用同样的 " in out
    assert "\n谁和牌，每 100 局\n  东 " in out
    assert "\n  平均，番 " in out
    assert english_in(out.replace("B - A", "").replace("A  ", "").replace("B  ", "")) == []
    other = said(capsys, "compare", "hong-kong", "sichuan", "--hands", "2", "--players", "quick", "--quiet")[1]
    assert "\n两种规则不能用同样的牌墙来打：用的牌不同（144 张与 108 张）。\n" in other
    assert said(capsys, "compare", "hong-kong")[2].startswith("mjrules: “hong-kong”与什么相比？")


def test_the_file_of_a_club(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["new", "club", "tuesday", "--extends", "hong-kong", "--set", "minimum=1", "--title", "周二会"]
    status, out, _ = said(capsys, *argv)
    assert (status, out.split("\n")[0]) == (0, "“tuesday.yaml”：周二会的规则。请用编辑器接着写，并查看：")
    text = Path("tuesday.yaml").read_text(encoding="utf-8")
    assert "\n# 这里只写本会与香港麻將不同之处，其余照旧。\nid: tuesday\n" in text
    assert '\ntitle: {en: "Tuesday", zh: "周二会"}\n' in text
    assert "\n# 改番数的、不打的、自己新增的番种各一：\n" in text
    assert main(["check", "tuesday.yaml"]) == 0
    assert said(capsys, *argv)[2] == "mjrules: 已有“tuesday.yaml”：不会覆盖\n"
    assert said(capsys, "new", "club", "Q!")[2].startswith("mjrules: “Q!”不能作规则的代号：")
    assert said(capsys, "new", "club", "other")[2] == "mjrules: 俱乐部打哪一种？请写明：“--extends bmja”\n"
    assert "“--extends”用于俱乐部" in said(capsys, "new", "plugin", "other", "--extends", "hong-kong")[2]


def test_the_questions_about_a_club(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("周二会\nhong-kon\nhong-kong\nminimun=1\nminimum=1\n\n"))
    status, out, _ = said(capsys, "new", "club", "tuesday")
    assert status == 0
    assert out.startswith("俱乐部叫什么？ [Tuesday] 你们打哪一种？\n")
    assert "写序号、代号或路径：   没有“hong-kon”这种规则（是否指“hong-kong”？）" in out
    assert "\n哪些打得不同？“hong-kong”的选项，括号前为通常的值：\n  minimum=3  (" in out
    assert "没有“minimun”这个选项（是否指“minimum”？）\n" in out
    assert "\nset: {minimum: 1}\n" in Path("tuesday.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("甲", "应写“甲 wins HAND”"),
        ("甲 wins", "应写甲的手牌（用引号括起），或其值"),
        ("甲 wins 123m456p789s1112z2z from 乙", "甲的手牌没有写明和牌张：点炮前加“+”，自摸前加“!”"),
        ("甲 wins 4 from 乙 丙", "“from”之后只写点炮者的名字"),
        ("penalty false_mahjong", "应写犯规的代号和犯规者：如“penalty false_mahjong 丙”"),
        ("pay 甲", "“甲”：应写“甲=”和所得，如“甲=+10”"),
        ("pay 甲=x", '“甲="x"”：应为整数，如“+30”或“-10”'),
        ("pot sticks", "应写池，和“on”、“off”或“share”：“pot NAME on”"),
        ("leaves", "应写一个玩家"),
        ("table 二", "应写桌名，和从东家起的各家"),
    ],
)
def test_words_that_say_nothing_of_an_evening(capsys: pytest.CaptureFixture[str], words: str, expected: str) -> None:
    said(capsys, "evening", "new", "甲", "乙", "丙", "丁", "--ruleset", "hong-kong", "--data", "club.db")
    status, out, err = said(capsys, "evening", "add", *words.split(), "--data", "club.db")
    assert (status, out) == (2, "")
    assert err.startswith(f"mjrules: {expected}")
    assert english_in(err.removeprefix("mjrules: ")) == []
