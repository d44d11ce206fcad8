"""Titles of penalties, payments, pots and counters, and what fields say, in several languages in the file itself.

Events, logs and books have the English one; the language is chosen where they are printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import mjrules
from mjrules.cli import main
from mjrules.paper.book import Rulebooks
from mjrules.paper.payments import what_is_paid
from mjrules.paper.procedure import how_to_play
from mjrules.paper.rule_blocks import ToldRules
from mjrules.paper.true_texts import still_said
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.load import load
from mjrules.ruleset.ruleset import Ruleset
from mjrules.settlement import settle_record
from mjrules.teller import teller_of
from mjrules.told_rules import RuleFinder
from mjrules.web.questions import questions_of
from tests.kit.rulesets import loaded

CLUB = """
id: club
extends: western
title: {en: Club, zh: 会馆}
pots:
  side: {title: {en: The side pot, zh: 边池}, stake: 5}
  hat: {title: The hat, stake: 5}
bonus_payments:
  two_hats: {title: {en: Two hats, zh: 两顶帽子}, each: 7}
penalties:
  sleeping: {title: {en: Slept, zh: 睡着}, each: 9}
  humming: {title: {zh: 哼歌}, each: 3}
counters:
  white: {title: {en: white ones, zh: 白筹}, count: 10, value: 1}
  red: {title: red ones, count: 10, value: 100}
"""
CLASSICAL = mjrules.load("classical")
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house-rules"
SECTIONS = {"pots": "side", "bonus_payments": "two_hats", "penalties": "sleeping", "counters": "white"}


def ruleset_of(folder: Path, text: str) -> Ruleset:
    path = folder / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


@pytest.fixture
def club(tmp_path: Path) -> Ruleset:
    return ruleset_of(tmp_path, CLUB)


def test_titles_are_told_in_the_language_that_is_asked(club: Ruleset) -> None:
    definition = club.definition
    english = {section: getattr(definition, section)[id].title for section, id in SECTIONS.items()}
    assert [*english.values()] == ["The side pot", "Two hats", "Slept", "white ones"]
    told = {
        language: [teller_of(club, language).title(section, id, english[section]) for section, id in SECTIONS.items()]
        for language in ("en", "zh", "fr")
    }
    assert told["zh"] == ["边池", "两顶帽子", "睡着", "白筹"]
    assert told["en"] == told["fr"] == [*english.values()]


def test_a_title_in_one_language_alone_is_the_one_that_there_is(club: Ruleset) -> None:
    pots, penalties = club.definition.pots, club.definition.penalties
    assert (pots["hat"].title, penalties["humming"].title) == ("The hat", "哼歌")
    chinese = teller_of(club, "zh")
    assert chinese.title("pots", "hat", "The hat") == "The hat"
    assert teller_of(club, "en").title("penalties", "humming", "哼歌") == "哼歌"


def test_what_is_settled_has_the_english_title_and_is_printed_in_chinese(
    club: Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settled = settle_record({"kind": "penalty", "event": "sleeping", "player": "S"}, club)
    assert settled.to_record()["title"] == "Slept"
    assert {item.because for item in settled.transfers} == {"Slept"}
    said = [
        "settle",
        "penalty",
        "sleeping",
        "S",
        "--counters",
        "--lang",
        "zh",
        "--ruleset",
        str(tmp_path / "club.yaml"),
    ]
    assert main(said) == 0
    shown = capsys.readouterr().out
    assert "睡着：南" in shown
    assert "9 × 白筹" in shown
    assert "Slept" not in shown


def test_a_rulebook_has_the_titles_of_its_language(club: Ruleset) -> None:
    said = {}
    for language in ("en", "zh"):
        told = SimpleNamespace(ruleset=club, tell=teller_of(club, language), totals=lambda: [8])
        said[language] = repr([*what_is_paid(cast(ToldRules, told))])
    for english, chinese in (
        ("The side pot", "边池"),
        ("Two hats", "两顶帽子"),
        ("Slept", "睡着"),
        ("white ones", "白筹"),
    ):
        assert english in said["en"]
        assert chinese in said["zh"]
        assert english not in said["zh"]


def test_things_are_found_and_told_by_titles_of_all_languages(club: Ruleset) -> None:
    told = RuleFinder(club, "zh")
    assert [thing.id for thing in told.things("睡着")] == ["sleeping"]
    assert [thing.id for thing in told.things("Slept")] == ["sleeping"]
    assert told.things("sleeping")[0].text == "睡着"


def test_a_child_adds_a_language_to_an_inherited_title(tmp_path: Path) -> None:
    child = "id: club\nextends: western\npenalties:\n  misnamed_discard: {title: {zh: 报错牌名}}\n"
    penalty = ruleset_of(tmp_path, child).definition.penalties["misnamed_discard"]
    assert penalty.title_in("zh") == "报错牌名"
    assert penalty.title == mjrules.load("western").definition.penalties["misnamed_discard"].title


@pytest.mark.parametrize("added", ["title: {zh: 荒莊池}", "text: {zh: 荒莊池：流局後各家投入。}"])
def test_a_child_that_adds_a_language_leaves_what_is_told_in_others(tmp_path: Path, added: str) -> None:
    child = ruleset_of(tmp_path, f"id: club\nextends: classical\npots: {{goulash: {{{added}}}}}\n")
    told = {
        language: [still_said(teller_of(ruleset, language), "pots", "goulash") for ruleset in (CLASSICAL, child)]
        for language in ("en", "zh")
    }
    assert told["en"][0] == told["en"][1] is not None
    assert told["zh"][1] == ("荒莊池：流局後各家投入。" if "text" in added else told["zh"][0])


def test_a_title_in_languages_changes_no_hash(club: Ruleset, tmp_path: Path) -> None:
    text = CLUB.replace("title: {en: Slept, zh: 睡着}", "title: Slept")
    assert ruleset_of(tmp_path, text).hash == club.hash


def test_a_rulebook_begins_with_what_the_game_is_in_its_language(tmp_path: Path) -> None:
    said = "summary: {en: Ours and no other., zh: 我們的。}\n"
    club = ruleset_of(tmp_path, CLUB.replace("pots:", f"{said}pots:", 1))
    assert club.summary == "Ours and no other."
    books = {language: Rulebooks(club, language=language).text() for language in ("en", "zh")}
    assert "Ours and no other." in books["en"]
    assert "我們的。" in books["zh"]
    assert "Ours" not in books["zh"]


@pytest.mark.parametrize("id", bundled_ids())
def test_what_a_bundled_game_is_is_said_in_both_languages(id: str) -> None:
    summary = loaded(id).definition.summary
    assert not summary or set(cast(Mapping[str, str], summary)) == {"en", "zh"}


FIELDS = """
id: club
extends: hong-kong
title: {en: Club, zh: 会馆}
plugins: {add: [wild]}
fields:
  hats: {type: number, about: {en: how many hats, zh: 帽子数}}
  gloves: how many gloves
  wild: {type: tiles, about: {en: the wild tiles, zh: 混子}, jokers: true}
rules:
  hat: {faan: 1, each: true, when: {number: [hats]}, names: {zh: 帽子}}
"""


@pytest.fixture
def with_fields(tmp_path: Path) -> Ruleset:
    return ruleset_of(tmp_path, FIELDS)


def test_what_a_field_says_is_told_in_the_language_that_is_asked(with_fields: Ruleset) -> None:
    english, chinese = (teller_of(with_fields, language) for language in ("en", "zh"))
    assert [english.field(name) for name in ("hats", "gloves", "wild")] == [
        "how many hats",
        "how many gloves",
        "the wild tiles",
    ]
    assert [chinese.field(name) for name in ("hats", "gloves", "wild")] == ["帽子数", "how many gloves", "混子"]
    assert "帽子数" in chinese.speaker.condition({"number": ["hats"]})
    assert "how many hats" in english.speaker.condition({"number": ["hats"]})


def test_pages_ask_for_a_field_in_their_language(with_fields: Ruleset) -> None:
    asked = {field.name: field.about for field in questions_of(with_fields, "zh").fields}
    assert (asked["hats"], asked["gloves"]) == ("帽子数", "how many gloves")


def test_a_chinese_rulebook_says_fields_in_chinese(with_fields: Ruleset) -> None:
    assert "与“混子”相同的牌也是百搭" in repr([*how_to_play(teller_of(with_fields, "zh"))])


def test_what_fields_say_in_languages_changes_no_hash(with_fields: Ruleset, tmp_path: Path) -> None:
    text = FIELDS.replace("{type: number, about: {en: how many hats, zh: 帽子数}}", "how many hats")
    assert ruleset_of(tmp_path, text).hash == with_fields.hash


@pytest.mark.parametrize("name", ["wild-tile", "birds"])
def test_the_house_rules_to_copy_say_their_fields_in_chinese(name: str) -> None:
    ruleset = load(str(HOUSE_RULES / f"{name}.yaml"))
    told = teller_of(ruleset, "zh")
    assert ruleset.definition.fields
    assert all(not told.field(field).isascii() for field in ruleset.definition.fields)


GROUPED = """
id: club
extends: hong-kong
groups: {hats: {en: Hats, zh: 帽子, fr: Chapeaux}}
types: {gloves: {en: Gloves, zh: 手套}}
flags: {early: {en: a win after few discards, zh: 早早和牌}}
rules:
  early: {faan: 3, when: {flag: early}, group: hats}
  late: {faan: 3, when: {flag: last_tile}, type: gloves}
"""


def test_titles_of_groups_and_kinds_of_rules_are_told_in_the_language_that_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    club = ruleset_of(tmp_path, GROUPED)
    said = {
        language: {chapter.title for chapter in ToldRules(club, language).chapters()} for language in ("en", "zh", "fr")
    }
    assert said["en"] > {"Hats", "Gloves"}
    assert said["zh"] > {"帽子", "手套"}
    assert said["fr"] > {"Chapeaux", "Gloves"}
    assert teller_of(club, "en").speaker.groups["hats"] == "Hats"
    assert teller_of(club, "zh").speaker.groups["hats"] == "帽子"
    assert main(["rulesets", str(tmp_path / "club.yaml"), "--table", "type"]) == 0
    assert "Gloves (1)" in capsys.readouterr().out


FLAGS_SAID = """
id: club
extends: hong-kong
title: {en: Club, zh: 会馆}
flags: {early: {en: a win after few discards, zh: 早早和牌}, late: a late win, man: {zh: 人和}}
table: {situations: {early: {discards: 7}}}
rules:
  early: {faan: 3, when: {flag: early}, names: {zh: 早和}}
"""


def test_a_flag_is_told_in_the_language_that_is_asked(tmp_path: Path) -> None:
    club = ruleset_of(tmp_path, FLAGS_SAID)
    english, chinese = (teller_of(club, language) for language in ("en", "zh"))
    names = ("early", "late", "man")
    man = teller_of(mjrules.load("hong-kong"), "en").flag("man")
    assert [english.flag(name) for name in names] == ["a win after few discards", "a late win", man]
    assert [chinese.flag(name) for name in names] == ["早早和牌", "a late win", "人和"]
    assert english.speaker.condition({"flag": "early"}) == "a win after few discards"
    assert chinese.speaker.condition({"flag": "early"}) == "早早和牌"
    assert dict(questions_of(club, "zh").flags)["early"] == "早早和牌"
    other = FLAGS_SAID.replace("{en: a win after few discards, zh: 早早和牌}", "soon")
    assert ruleset_of(tmp_path, other).hash == club.hash
