"""The ruleset of Taiwanese mahjong: its table of tai, what is paid, and a plain reference to compare it with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import mjrules
from mjrules import HandError, Match, Ruleset, RulesetError, Score
from mjrules.play.events import Declare
from mjrules.testing import sensible_player
from tests.kit.cases import case_records
from tests.kit.laid import laid, play, silent
from tests.kit.profile import amount
from tests.kit.references import Record, counts, difference, hand_of, untold
from tests.rulesets.taiwanese import reference

HANDS = amount(150, 4000, 60_000)


@cache
def loaded() -> Ruleset:
    return mjrules.load("taiwanese")


def test_the_table() -> None:
    rules = loaded().definition.rules
    assert {name: rule.worth["tai"] for name, rule in rules.items() if rule.played} == reference.TAI


def test_every_rule_has_a_name_a_source_and_an_example() -> None:
    assert untold(loaded()) == []


def wrong_in(record: Record) -> str:
    """What is wrong with the score of a record; nothing where it is the reference's."""

    def also(score: Score) -> str:
        paid = reference.paid(record, reference.tai(counts(score)))
        return "" if score.payments == paid else f"{score.payments}, expected {paid}"

    return difference(hand_of(record), loaded(), reference.best(record), also)


def test_random_hands_score_as_in_the_reference() -> None:
    wrong = [text for record in reference.random_records(1, HANDS) if (text := wrong_in(record))]
    assert not wrong


@pytest.mark.slow
def test_the_random_hands_have_every_pattern_and_do_not_all_win() -> None:
    right = [reference.best(record) for record in reference.random_records(2, 600)]
    found = {name for patterns in right if patterns for name in patterns[0]}
    assert {*reference.TAI} - found <= {"seven_flowers", "eight_flowers", "big_four_winds"}
    assert 20 < sum(not patterns for patterns in right) < 300


@pytest.mark.slow
def test_the_reference_scores_the_cases() -> None:
    for case in case_records("taiwanese/hands"):
        assert case["expect"]["patterns"] in reference.best(case), case["id"]
        assert reference.tai(case["expect"]["patterns"]) == case["expect"]["tai"], case["id"]


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("(123m) (456m) 78p456s66s +9p", "wrong_tile_count", "concealed"),
        ("1479m1479p147s12z111z won flowers=f1234s123", "wrong_tile_count", "concealed"),
        ("1479m1479p147s12z111z won flowers=f1234s123 from=left", "wrong_tile_count", "concealed"),
        ("1133557799m44p888p2s +2s", "not_winning", "win"),
        ("(123m) (456m) 78p456s345s66s +9p streak=-1", "bad_record", "streak"),
        ("(123m) (456m) 78p456s345s66s +9p streek=1", "bad_record", "streek"),
        ("(123m) (456m) 78p456s345s66s +9p flowers=2", "bad_record", "flowers"),
        ("(123m) 456m78p456s345s66s +9p earth seat=S", "contradiction", "flags"),
    ],
)
def test_what_is_refused(text: str, code: str, field: str) -> None:
    with pytest.raises(HandError) as error:
        loaded().score(loaded().parse(text))
    assert (error.value.code, error.value.field) == (code, field)


def test_a_win_without_a_winning_tile_is_told_what_would_win() -> None:
    """Seven flowers win only by the eighth, so the number of tiles is not what is wrong."""
    with pytest.raises(HandError) as error:
        loaded().score(loaded().parse("1479m1479p147s12z111z won flowers=f1234s123 from=left"))
    assert "only Eight Flowers or Seven Rob the Eighth would win" in str(error.value)


def test_at_the_table_it_is_counted_how_often_east_has_stayed() -> None:
    """East and the winner pay each other one more, and two for each time, as East's streak in the hand says."""
    match = Match(loaded(), 5)
    match.play(sensible_player(5), hands=4)
    assert [table.fields["streak"] for table in match.played] == [0, 1, 0, 1]
    by_east = match.played[3].end.hands[match.played[3].end.winners[0]]
    assert (by_east.seat, by_east.fields["streak"]) == ("W", 1)
    paid = {item.payer: item.amount for item in match.played[3].end.transfers}
    assert paid["E"] == paid["S"] + 3 == paid["N"] + 3


def test_who_is_ready_with_the_first_discard_may_say_so() -> None:
    """South waits for the 9 dots from the beginning, says so, keeps the hand, and wins on West's."""
    table = laid(loaded(), {"E": "1z", "S": "123456m456p123s78p66s", "W": "9p1z"}, draws="5z6z")
    play(table, "E discard 1z")
    silent(table)
    table.do(Declare(1, "original_call"))
    play(table, "S discard 5z; W discard 9p; S mahjong")
    won = table.end.hands["S"]
    assert "original_call" in won.flags
    assert {item["id"]: item["value"] for item in table.end.items["S"]}["ready_at_once"] == 4


def test_what_a_match_counts_is_a_number_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nextends: taiwanese\ntable: {counted: {streek: east_stays}}\n", encoding="utf-8")
    with pytest.raises(RulesetError, match=r'"streek" is not a declared number \(did you mean "streak"\?\)'):
        mjrules.load(str(path))
