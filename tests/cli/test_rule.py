"""`mjrules rule`: what a rule is, found by any of its names, played or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.cli import main
from mjrules.ruleset.unplayed import unplayed_rules
from mjrules.sample_hands.plain_hands import plain_hand
from mjrules.text_tables import width
from mjrules.told_rules import RuleFinder
from mjrules.words.spelling import spelled
from tests.kit.profile import thinned
from tests.kit.rulesets import SCORING, loaded

Shown = pytest.CaptureFixture[str]


def told(capsys: Shown, *argv: str, status: int = 0) -> str:
    """What the command prints, on whichever stream."""
    assert main(["rule", *argv]) == status
    out, err = capsys.readouterr()
    return out or err


def record(capsys: Shown, *argv: str) -> Any:
    return json.loads(told(capsys, *argv, "--json"))


@pytest.mark.parametrize(
    ("rule", "language", "said"),
    [
        ("dragon_pung", "en", "Excludes     for the same sets: Pung of Terminals or Honors\n"),
        ("dragon_pung", "zh", "不另计       同样的面子：幺九刻\n"),
        ("nine_gates", "zh", "不另计       清一色、不求人、门前清、无字；幺九刻（1 次）\n"),
    ],
)
def test_it_says_how_a_rule_excludes_others(rule: str, language: str, said: str, capsys: Shown) -> None:
    assert said in told(capsys, "chinese-official", rule, "--lang", language)


@pytest.mark.parametrize(
    ("ruleset", "rule", "said"),
    [
        ("hong-kong", "seven_flowers", "Excludes     Own Flower, Own Season, All Flowers, "),
        ("taiwanese", "ready_on_deal", "Excludes     Ready after the First Discard\n"),
    ],
)
def test_it_says_what_a_rule_would_exclude_that_is_not_played(
    ruleset: str, rule: str, said: str, capsys: Shown
) -> None:
    assert said in told(capsys, ruleset, rule)


def test_the_choices_of_an_option_are_told_in_chinese(capsys: Shown) -> None:
    assert "mahjong_points=20（其他整数）：" in told(capsys, "bmja", "going_out", "--lang", "zh")


def test_what_is_gerties_garter(capsys: Shown) -> None:
    lines = told(capsys, "western", "gertie's", "garter").splitlines()
    assert lines[:3] == ["Gertie's Garter  雙色連七", "Western, gerties_garter, no. B 29", ""]
    assert "two suits" in lines[3]
    assert "Worth        1 x limit" in lines
    assert any(line.startswith("Example      1") for line in lines)
    assert any(line.startswith("Sources      Mark's Mahjong Page") for line in lines)
    assert max(map(width, lines)) <= 80


@pytest.mark.parametrize(
    ("ruleset", "name", "id"),
    [
        ("western", "GERTIES GARTER", "gerties_garter"),
        ("western", "gerties_garter", "gerties_garter"),
        ("western", "crochet", "crocheting"),
        ("western", "Plum Blossom", "plum_blossom"),
        ("western", "九蓮寶燈", "gates_of_heaven"),
        ("chinese-official", "大四喜", "big_four_winds"),
        ("mcr", "big four winds", "big_four_winds"),
        ("western", "natural winning", "original_hand"),
    ],
)
def test_a_rule_is_found_by_any_name(ruleset: str, name: str, id: str, capsys: Shown) -> None:
    assert record(capsys, ruleset, name)["id"] == id


@pytest.mark.parametrize(
    ("ruleset", "name", "rule"),
    [
        ("hong-kong", "对对糊", "對對糊"),
        ("hong-kong", "对对胡", "對對糊"),
        ("hong-kong", "平和", "平糊"),
        ("taiwanese", "门清", "門清"),
        ("chinese-official", "清龍", "清龙"),
        ("chinese-official", "碰碰胡", "碰碰和"),
        ("riichi", "混全帶么九", "混全带幺九"),
    ],
)
def test_names_are_found_in_simplified_and_traditional_signs(
    capsys: pytest.CaptureFixture[str], ruleset: str, name: str, rule: str
) -> None:
    assert main(["rule", ruleset, name, "--lang", "zh"]) == 0
    assert capsys.readouterr().out.startswith(f"{rule}  ")
    assert main(["rulesets", ruleset, "--find", name]) == 0


def test_names_are_spelled_in_many_ways() -> None:
    assert spelled("Gertie's Garter") == spelled("gerties_garter") == spelled("GERTIE’S-GÄRTER") == "gertiesgarter"


def test_a_name_that_no_rule_has(capsys: Shown) -> None:
    said = told(capsys, "western", "gertis gater", status=1)
    assert said == 'no rule of western is called "gertis gater" (did you mean "Gertie\'s Garter"?)\n'
    assert "--table value" in told(capsys, "western", "xyzzyx", status=1)


def test_a_word_in_the_names_of_several(capsys: Shown) -> None:
    said = told(capsys, "western", "pung", status=1)
    assert said.startswith('"pung" is in the names of several rules of western: ')
    assert " more\n" in said


def test_a_rule_that_an_option_has_switched_off(capsys: Shown) -> None:
    said = told(capsys, "western", "original hand")
    assert "Not played   unless you choose it: --set original_hand=limit" in said
    assert "Worth        1 x limit" in said
    off = record(capsys, "western", "original hand")
    assert (off["played"], off["switch"]) == (False, {"option": "original_hand", "choice": "limit"})
    on = record(capsys, "western", "original hand", "--set", "original_hand=limit")
    assert (on["played"], on["switch"], on["worth"]) == (True, None, "1 x limit")


def test_rulesets_find_tells_them_too(capsys: Shown) -> None:
    assert main(["rulesets", "western", "--find", "original hand"]) == 0
    assert "only with original_hand=limit" in capsys.readouterr().out
    assert main(["rulesets", "western", "--find", "original hand", "--json"]) == 0
    told = [(rule["value"], rule["choices"]) for rule in json.loads(capsys.readouterr().out)["rules"]]
    assert told == [(None, ["original_hand=limit"])]


@pytest.mark.slow
def test_rules_are_found_in_every_ruleset(capsys: Shown) -> None:
    assert main(["rulesets", "--find", "natural winning"]) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} >= {"western", "classical", "bmja"}


def test_tables_of_rules_fit_the_terminal(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: dict[tuple[int, str], str] = {}
    for columns in (80, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        for option, word in (("--table", "value"), ("--table", "type"), ("--find", "dragon")):
            assert main(["rulesets", "western", option, word]) == 0
            texts[columns, word] = capsys.readouterr().out
    for (columns, word), text in texts.items():
        assert max(map(width, text.splitlines())) <= columns
        assert text.split() == texts[200, word].split()
    assert "Earth's Blessing                             地和\n      earths_blessing\n" in texts[80, "value"]
    assert "Earth's Blessing                             地和    earths_blessing\n" in texts[200, "value"]


def test_what_is_no_rule_is_told_too(capsys: Shown) -> None:
    assert "Any number. (now)" in told(capsys, "western", "max_chows")
    assert "house rule" in told(capsys, "western", "charleston")
    assert "pot" in told(capsys, "western", "goulash")
    assert "Four sets" in told(capsys, "root", "standard")


@pytest.mark.parametrize(
    ("ruleset", "name", "lines"),
    [
        (
            "bmja",
            "false_mahjong",
            ["Pays         0.5 of the limit of 1000 to each other player", "Then         play goes on"],
        ),
        ("western", "misnamed_discard", ["Pays         50 to each other player, and 100 instead to the player"]),
        ("western", "set_of_flowers", ["Gets         1000 from each other player"]),
        (
            "western",
            "goulash",
            ["Stake        each player pays in 100 after each drawn hand", "Goes to      the winners"],
        ),
        ("western", "charleston", ["Here         nothing is exchanged"]),
    ],
)
def test_what_is_paid_is_told_with_its_amounts(capsys: Shown, ruleset: str, name: str, lines: list[str]) -> None:
    said = told(capsys, ruleset, name)
    assert [line for line in lines if line not in said] == []


def test_an_option_is_told_with_its_choices_and_rules(capsys: Shown) -> None:
    said = told(capsys, "hong-kong", "cap")
    assert said.startswith("cap_faan\nHong Kong Old Style, option\n")
    assert {"Now          10", "none         All faan count.", "or a whole number"} <= set(said.splitlines())
    assert "--set cap_faan=VALUE" in said
    (limit,) = record(capsys, "western", "limit")
    assert (limit["section"], limit["now"]) == ("options", "1000")
    (bonus,) = record(capsys, "western", "ordinary_limit_chows")
    assert bonus["rules"] == ["Ordinary Limit Hand"]


def test_a_preset_is_told_with_what_it_sets(capsys: Shown) -> None:
    assert "two_concealed_kongs=8" in told(capsys, "chinese-official", "wmo2006")
    assert '(did you mean "wmo2006"?)' in told(capsys, "chinese-official", "wmo2005", status=1)


def test_rule_and_find_name_the_same_choice() -> None:
    for id, rule in (("riichi/ema2016", "aka_dora"), ("western", "original_hand")):
        ruleset = loaded(id)
        (unplayed,) = [one for one in unplayed_rules(ruleset) if one.id == rule]
        switch = RuleFinder(ruleset).tell(rule).switch
        assert switch is not None
        assert f"{switch.option}={switch.choice}" == unplayed.choices[0]


@pytest.mark.slow
def test_the_list_of_rulesets_fits_the_terminal(capsys: Shown) -> None:
    assert main(["rulesets"]) == 0
    assert max(map(width, capsys.readouterr().out.splitlines())) <= 80


def test_what_stands_around_a_rule(capsys: Shown) -> None:
    rule = record(capsys, "chinese-official", "all green")
    assert "Half Flush" in rule["excludes"]
    assert rule["sources"]
    assert record(capsys, "chinese-official", "half flush")["excluded_by"]
    kongs = record(capsys, "chinese-official", "two concealed kongs")
    assert "two_concealed_kongs" in [option["name"] for option in kongs["options"]]
    assert any(record(capsys, "chinese-official", name)["rivals"] for name in ("all types", "tile hog"))


def test_rulesets_find_reads_names_in_companions(capsys: Shown) -> None:
    assert main(["rulesets", "western", "--find", "九蓮寶燈"]) == 0
    assert "gates_of_heaven" in capsys.readouterr().out


@pytest.mark.slow
def test_a_condition_that_an_option_changes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.chdir(tmp_path)
    patch = "{rules: {honour_pairs: {when: {replace: {suits: 1}}}}}"
    option = f"options: {{odd: {{default: false, patches: {{true: {patch}}}}}}}\n"
    Path("club.yaml").write_text(f"id: club\nextends: western\n{option}", encoding="utf-8")
    text = record(capsys, "club.yaml", "honour pairs")["text"]
    assert "With" not in text
    assert (
        record(capsys, "club.yaml", "honour pairs", "--set", "odd=true")["text"]
        == f"{text} With odd=true: Tiles of one suit."
    )


def test_a_class_of_tiles_that_an_option_changes_is_told(capsys: Shown) -> None:
    assert "With" not in record(capsys, "chinese-official", "reversible_tiles")["text"]
    text = record(capsys, "chinese-official/guide", "reversible_tiles")["text"]
    assert " With reversible_dots=124589: Only 1s, 2s, 4s, 5s, 8s and 9s of dots" in text


def test_a_rule_that_ties_with_another_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.chdir(tmp_path)
    sisters = "rules: {seven_sisters: {limit: 1, hand: [7 x pair a], concealed: true}}\n"
    Path("club.yaml").write_text(f"id: club\nextends: western\n{sisters}", encoding="utf-8")
    assert main(["explain", "113355779922m 4m +4m from=left", "--ruleset", "club.yaml"]) == 0
    assert "the same, by Seven Sisters" in " ".join(capsys.readouterr().out.split())


CLUB = """id: club
extends: western
rules:
  three_runs: {limit: 0.5, when: {sets: [123a, 456b, 789c]}, for: all}
  ladies_hand: {limit: 1, hand: [1234567a, 1234567z], text: One to seven and all honours.}
  no_such_hand: {limit: 1, when: {sets: [pung 5z], tiles: {5z: 0}}}
"""


@pytest.mark.slow
def test_a_rule_of_a_club_is_put_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.yaml").write_text(CLUB, encoding="utf-8")
    runs = record(capsys, "club.yaml", "three runs")
    assert (runs["text"], runs["written"]) == (
        "One chow each of 123, 456 and 789 in three suits. Winner or not.",
        False,
    )
    ladies = record(capsys, "club.yaml", "ladies hand")
    assert (ladies["text"], ladies["written"]) == ("One to seven and all honours.", True)


@pytest.mark.slow
def test_a_rule_that_no_hand_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.chdir(tmp_path)
    Path("club.yaml").write_text(CLUB, encoding="utf-8")
    assert "no hand was found that scores it" in told(capsys, "club.yaml", "no such hand")


def test_a_hand_of_one_suit_without_honours_is_found_where_few_hands_win(tmp_path: Path) -> None:
    """Its sets are drawn in one suit, not only without honours."""
    path = tmp_path / "few.yaml"
    path.write_text(
        "id: few\nextends: root\nplugins: [combinations, sum]\nscoring: {method: sum}\n"
        "win_requires: {self_drawn: true, winning_tile: 3456s}\n"
        "rules: {flush: {points: 1, when: {suits: 1, tiles: {honors: 0}}},"
        " inside: {points: 1, when: {suits: 1, tiles: {terminals: 0}}}}\n",
        encoding="utf-8",
    )
    few = mjrules.load(path)
    for rule in ("flush", "inside"):
        found = plain_hand(few, rule)
        assert found is not None
        assert found.counts


def test_a_loser_s_rule_has_the_hand_of_a_loser() -> None:
    found = plain_hand(loaded("classical"), "all_concealed_fishing")
    assert found is not None
    assert not found.hand.winner


@pytest.mark.parametrize("id", ["eight_flowers", "seven_flowers"])
def test_what_wins_by_itself_is_shown_by_bonus_tiles_alone(id: str) -> None:
    found = plain_hand(loaded("taiwanese"), id)
    assert found is not None
    assert (found.counts, found.hand.win, found.hand.winner) == (True, None, True)


@pytest.mark.parametrize(
    ("ruleset", "name", "said"),
    [
        ("hong-kong", "dragon_triplet", "scores 3, of which 2 count towards the minimum of 3: "),
        ("chinese-official", "all_chows", ", below the minimum of 8: "),
        ("western", "crocheting", "scores 500: "),
    ],
)
def test_an_example_that_may_not_be_declared_says_so(ruleset: str, name: str, said: str, capsys: Shown) -> None:
    assert said in " ".join(told(capsys, ruleset, name).split())


UNTOLD = """id: untold
extends: hong-kong
plugins: {add: [furiten]}
house_rules: {furiten: {passed_until: never}}
bonus_payments: {bite: {title: Eight flowers at once, cause: all_flowers, each: 2}}
"""


def test_what_has_no_text_is_told_by_its_title_or_by_its_plugin(capsys: Shown, tmp_path: Path) -> None:
    path = tmp_path / "untold.yaml"
    path.write_text(UNTOLD, encoding="utf-8")
    bite = ["Eight flowers at once", "", "Gets         2 from each other player"]
    assert told(capsys, str(path), "bite").splitlines()[3:] == bite
    line = told(capsys, str(path), "furiten").splitlines()[3]
    assert line == "Who has discarded or passed up a tile to win with wins with no discard."


NONE_FOUND = {"chinese-official/botzone": ["flower_tiles"]}
"""Rules for which the search finds no hand."""


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 8, gate=3))
def test_examples_have_the_rule_and_are_always_the_same(id: str) -> None:
    ruleset = loaded(id)
    finder = RuleFinder(ruleset)
    found = [rule for rule in ruleset.book.rules if rule.id not in NONE_FOUND.get(id, [])]
    for rule in thinned(found, 8):
        told = finder.tell(rule.id)
        assert told.example is not None, rule.id
        items = [item.id for item in ruleset.score(told.example.hand.to_text()).items]
        assert (rule.id in items) is told.example.counts
        assert told.example == plain_hand(ruleset, rule.id)


@pytest.mark.slow
@pytest.mark.parametrize("id", thinned(SCORING, 8, gate=2))
def test_every_bundled_rule_has_a_hand(id: str) -> None:
    ruleset = loaded(id)
    without = [rule.id for rule in ruleset.book.rules if plain_hand(ruleset, rule.id) is None]
    assert without == NONE_FOUND.get(id, [])


def test_a_ruleset_without_scoring(capsys: Shown) -> None:
    assert 'no rule of root is called "kong"' in told(capsys, "root", "kong", status=1)
    assert mjrules.load("root").definition.scoring is None
