"""The pages to print in Chinese: nothing of them is English, and every number on them is the ruleset's."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest

import mjrules
from mjrules.cli import main
from mjrules.paper.blocks import Chapter, Grid, Page, Points, Prose
from mjrules.paper.book import Rulebooks
from mjrules.paper.payments import what_is_paid
from mjrules.paper.plain_page import plain_page
from mjrules.paper.procedure import how_to_play
from mjrules.paper.rule_blocks import ToldRules
from mjrules.pictures.svg import Pictures
from mjrules.teller import teller_of
from mjrules.text_tables import COLUMNS, width
from tests.kit.chinese import english_in
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded


class FewTotals:
    """Rules of which only totals are known: what they would be worth by example is not looked for."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = loaded(ruleset)
        self.tell = teller_of(self.ruleset, "zh")

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
        ("western", ("西点炮", "付其余各家 1000", "四花齊全", "立牌與叫聽：", "此处：")),
        ("western/us", ("換牌：", "此处：")),
        ("sichuan", ("花猪罚分池：终局时手中仍有缺门牌者所付", "定缺：", "和满 3 家，或无牌可摸，即终局")),
        (
            "riichi",
            (
                "各家起始 25000 点",
                "末局及延长圈中庄家和牌",
                "顺位点依次为",
                "宝牌指示牌",
                "王牌被取用后补足",
                "立直棒：每位宣告立直者放 1000 点，和牌者取走",
            ),
        ),
        ("classical", ("筹码\n各家持有\n面值\n兩黑點", "庄家连胜 13 次后仍须下庄")),
        ("bmja", ("付受损者 50", "上限", "视同其点炮结算")),
        (
            "chinese-official",
            ("依次付其余各家 0、5、10、20", "每局下庄", "打出的牌可以和，然后杠或碰，然后吃，在前者优先"),
        ),
    ],
)
def test_how_it_is_played_and_paid(ruleset: str, said: tuple[str, ...]) -> None:
    told = cast(ToldRules, FewTotals(ruleset))
    text = text_of([*how_to_play(told.tell), *what_is_paid(told)])
    assert english_in(text) == []
    for part in said:
        assert part in text, part


def said(page: str) -> str:
    """All that a page of HTML says, what its pictures are called too, but for the line with ids and hashes."""
    page = re.sub('<style>.*?</style>|<p class="about">.*?</p>', " ", page, flags=re.S)
    return unescape(re.sub("<[^>]*>", " ", page))


def left_of_english(ruleset: mjrules.Ruleset) -> list[str]:
    """What is English on the pages of a ruleset, and in its rulebook as plain text, but for names in its title."""
    books = Rulebooks(ruleset, language="zh")
    text = re.sub("规则 .*；校验码 .*", "", books.text())
    title = teller_of(ruleset, "zh").game
    pages = (*map(said, books.html().values()), text)
    return [word for page in pages for word in english_in(page) if word not in title]


def test_no_english_is_left_of_the_pages() -> None:
    assert left_of_english(loaded("sichuan")) == []


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 4, gate=2))
def test_no_english_is_left_of_the_pages_of_any_ruleset(id: str) -> None:
    assert left_of_english(loaded(id)) == []


def test_what_the_pages_say() -> None:
    books = Rulebooks(loaded("sichuan"), language="zh")
    pages = {name: " ".join(said(page).split()) for name, page in books.html().items()}
    for told in (
        "四川麻将血战到底：速查表",
        "四副面子、一对将牌",
        "手中没有定缺花色的牌，即只有一门或两门花色，方可和牌。",
        "2 番 清一色",
    ):
        assert told in pages["crib"], told
    for told in ("日期 东 南 西 北", "局 庄家 和牌者 和法 值 东 南 西 北", "合计"):
        assert told in pages["score-sheet"], told
    for told in ("缺门牌：何时打出。 随意，也可以碰杠", "采用 ", "、对对胡、", "不用 天胡、地胡。"):
        assert told in pages["card"], told
    for told in ("一二三四五六七八九万", "此处 或", "手中：", "和他家的"):
        assert told in pages["rulebook"], told
    assert '<html lang="zh">' in books.html()["card"]
    assert 'aria-label="目录"' in books.html()["rulebook"]


@pytest.mark.parametrize("id", SCORING)
def test_every_kind_of_rules_has_a_chinese_title(id: str) -> None:
    tell = teller_of(loaded(id), "zh")
    assert [kind for kind in tell.ruleset.definition.types if not tell.own_text("types", kind)] == []


CLUB = """
id: club
extends: sichuan
title: {en: Our club, zh: 我们的俱乐部}
version: "1"
set: {cap: 4}
table: {rounds: 2}
rules:
  seven_pairs: {fan: 3}
  honest: {fan: 1, each: true, when: {sets: [pung 5m]}, text: Five characters., names: {zh: 五万刻}}
  loser: {fan: 1, for: loser, when: {suits: 1}, names: {zh: 输家一色}}
  golden_wait: null
"""


def test_what_a_club_plays_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    text = Rulebooks(mjrules.load(str(path)), loaded("sichuan"), "zh").text().replace("\n  ", "")
    for told in (
        "与四川麻将血战到底的不同",
        "封顶：最多计几番，即最贵的一手：4（原为 3）。",
        "新增：五万刻、输家一色。",
        "七对：3 番（原为 2 番）。",
        "一场打 2 圈，庄位回到首任庄家则一圈终。",
    ):
        assert told in text, told
    assert text.count("一场打 2 圈") == 2, "where it is told how to play, and as what is otherwise"
    assert "另有不同" not in text
    assert "五万刻：每次 1 番一副万子五的刻子。每次皆计。" in text
    assert "只计未和者。" in text


def test_a_language_that_nobody_speaks_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Known are those of the sentences, and those of companions of the ruleset."""
    path, out = tmp_path / "club.yaml", tmp_path / "paper"
    path.write_text("id: club\nextends: sichuan\n", encoding="utf-8")
    asked = ["rule", str(path), "all pungs", "--lang"]
    for command in (["rulebook", str(path), "--out", str(out), "--lang"], asked):
        assert main([*command, "xx"]) == 2
        assert capsys.readouterr().err == 'mjrules: --lang: "xx" is not known (known: en, zh)\n'
    assert not out.exists()
    (tmp_path / "club.words.de.yaml").write_text("rules: {all_pungs: Vier Drillinge.}\n", encoding="utf-8")
    assert main([*asked, "de"]) == 0
    assert "Vier Drillinge." in capsys.readouterr().out
    assert main([*asked, "xx"]) == 2
    assert "(known: en, zh, de)" in capsys.readouterr().err


@pytest.mark.parametrize("before", range(8))
def test_lines_of_chinese_are_no_wider_than_a_terminal(before: int) -> None:
    """Nor does a mark begin one, or an opening bracket end one, wherever they would be broken."""
    words = "字" * before + "（一二三）四五六，七八九。" * 12 + "和 1234567 张。"
    page = Page("题", "", (Chapter("章", (Points((words,)), Prose(words))),), "zh")
    lines = plain_page(page, Pictures()).split("\n")
    assert max(map(width, lines)) <= COLUMNS
    assert "".join(line.strip(" -") for line in lines).count("七八九。") == 24
    assert not [line for line in lines if line.strip(" -")[:1] in tuple("，。）") or line.endswith("（")]


@pytest.mark.parametrize("id", SCORING)
def test_what_a_ruleset_leaves_out_is_told_in_chinese_too(id: str) -> None:
    ruleset = loaded(id)
    tell = teller_of(ruleset, "zh")
    assert all(tell.own_text("unsupported", item.id) for item in ruleset.definition.unsupported)
