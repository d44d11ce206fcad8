"""The ruleset of Sichuan: its table of fan, what is paid, the suit that was given up, and a plain reference."""

from __future__ import annotations

from functools import cache

import pytest

import mjrules
from mjrules import HandError, Ruleset, Score
from mjrules.settlement import settle_record
from tests.kit.cases import case_records
from tests.kit.profile import amount
from tests.kit.references import Record, counts, difference, hand_of, untold
from tests.rulesets.sichuan import reference

HANDS = amount(400, 3000, 60_000)
CAPS = (3, 4, 5)


@cache
def loaded(cap: int = 3) -> Ruleset:
    return mjrules.load("sichuan", {"cap": cap})


def test_the_table() -> None:
    rules = loaded().definition.rules
    assert {name: rule.worth["fan"] for name, rule in rules.items() if rule.played} == reference.FAN


def test_every_rule_has_a_name_a_source_and_an_example() -> None:
    assert untold(loaded()) == []


def wrong_in(record: Record, cap: int) -> str:
    """What is wrong with the score of a record; nothing where it is the reference's."""

    def also(score: Score) -> str:
        right = min(reference.fan(counts(score)), cap), reference.paid(record, counts(score), cap)
        return "" if (score.total, score.payments) == right else f"{score.total} {score.payments}, expected {right}"

    return difference(hand_of(record), loaded(cap), reference.best(record), also)


@pytest.mark.parametrize("cap", CAPS)
def test_random_hands_score_as_in_the_reference(cap: int) -> None:
    wrong = [text for record in reference.random_records(cap, HANDS) if (text := wrong_in(record, cap))]
    assert not wrong


def test_the_random_hands_have_every_pattern_and_do_not_all_win() -> None:
    right = [reference.best(record) for record in reference.random_records(1, 400)]
    assert {name for patterns in right if patterns for name in patterns[0]} == {*reference.FAN}
    assert 40 < sum(not patterns for patterns in right) < 300


def test_the_reference_scores_the_cases() -> None:
    for case in case_records("sichuan/hands"):
        right = reference.best(case)
        assert case["expect"]["patterns"] in right if right else "error" in case["expect"], case["id"]


@pytest.mark.parametrize("void", [*reference.SUITS, None])
def test_no_tile_of_the_void_suit_wins_wherever_it_is(void: str | None) -> None:
    for record in reference.random_records(7, amount(60, 300, 3000)):
        given = {**record, "void": void}
        held = {suit for suit, _ in reference.tiles_of(record["concealed"] + record["win"])}
        held |= {suit for meld in record["melds"] for suit, _ in reference.tiles_of(meld["tiles"])}
        if void in held or len(held) == 3:
            with pytest.raises(HandError, match=r"asks for more before it may win|do not make"):
                loaded().score(hand_of(given))


def test_who_has_left_the_game_pays_nothing() -> None:
    record = {"hands": {"E": "(111m) (444m) 567p2399p !1p void=s"}, "winner": "E", "out": ["S"]}
    assert settle_record(record, loaded()).net == {"E": 4, "S": 0, "W": -2, "N": -2}
    assert settle_record({**record, "out": ["S", "N"]}, loaded()).net == {"E": 2, "S": 0, "W": -2, "N": 0}
    with pytest.raises(HandError, match="E has left the game and cannot win") as error:
        settle_record({**record, "out": ["E"]}, loaded())
    assert (error.value.code, error.value.field) == ("contradiction", "out")
    taken = {"hands": {"E": "(111m) (444m) 567p2399p +1p void=s from=left"}, "winner": "E", "out": ["N"]}
    with pytest.raises(HandError, match="N has left the game and cannot discard the winning tile"):
        settle_record(taken, loaded())


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("123m456p789s111z2z +2z void=s", "bad_record", "concealed"),
        ("(111m) (444m) 567p2399p +1p void=s flowers=f1", "bad_record", "flowers"),
        ("(111m) (444m) 567p2399p +1p void=sm", "bad_record", "void"),
        ("(111m) (444m) 567p2399p +1p viod=s", "bad_record", "viod"),
        ("(111m) (444m) 567p239p +1p void=s", "wrong_tile_count", "concealed"),
        ("(111m) (444m) 567p2359p +9p void=s", "not_winning", "win"),
    ],
)
def test_what_is_refused(text: str, code: str, field: str) -> None:
    with pytest.raises(HandError) as error:
        loaded().score(loaded().parse(text))
    assert (error.value.code, error.value.field) == (code, field)
