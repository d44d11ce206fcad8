"""The examples of games in one file: they are fine, are scored as they say, and are played."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules import HandError, Ruleset
from mjrules.play.events import Paid, TurnedUp
from mjrules.teller import teller_of
from mjrules.testing import check_laws, check_play
from tests.kit.laid import laid, play
from tests.kit.profile import amount

EXAMPLES = Path(__file__).parents[2] / "examples"
SINGAPORE, RED_DRAGON = [mjrules.load(str(EXAMPLES / f"{name}.yaml")) for name in ("singapore", "red-dragon")]
both = pytest.mark.parametrize("game", [SINGAPORE, RED_DRAGON], ids=lambda game: game.id)


@both
def test_their_examples_hold(game: Ruleset) -> None:
    examples = game.examples
    assert len(examples) > 4
    for example in examples:
        assert example.hand is not None
        if example.error is not None:
            with pytest.raises(HandError) as caught:
                game.score(example.hand)
            assert caught.value.code == example.error
            continue
        score = game.score(example.hand)
        assert score.total == example.total
        assert example.items is None or {item.id: item.value for item in score.items} == example.items
        assert example.payments is None or score.payments == example.payments


@both
def test_their_rules_have_chinese_names(game: Ruleset) -> None:
    assert not [id for id, rule in game.definition.rules.items() if "zh" not in rule.names]


@both
def test_they_say_in_chinese_what_they_say_in_english(game: Ruleset) -> None:
    definition, tell = game.definition, teller_of(game, "zh")
    sections = {"options": definition.options, "groups": definition.groups, "fields": definition.fields}
    told = [(section, id) for section, entries in sections.items() for id in entries]
    assert [
        path for path in told if tell.own_text(*path) is None or teller_of(game, "en").own_text(*path) is None
    ] == []
    assert [
        title
        for id, own in definition.bonus_payments.items()
        if (title := tell.title("bonus_payments", id, own.title)).isascii()
    ] == []


@both
def test_they_keep_the_laws_of_scoring_and_of_play(game: Ruleset) -> None:
    check_laws(game, hands=amount(20, 60, 600))
    check_play(game, hands=1, thorough=bool(amount(0, 1, 1)))


def test_more_than_the_limit_is_cut_and_tai_double_what_is_paid() -> None:
    score = SINGAPORE.score("(123m) 456m 789m 22m 55m +5m from=left flowers=s1a3")
    assert (score.total, score.cut, score.payments) == (5, 1, {"E": 64, "S": -16, "W": -16, "N": -32})


def test_hunters_are_paid_at_once() -> None:
    table = laid(SINGAPORE, {"E": "a1", "S": "a34"}, loose="a2 9p8p7p6p")
    paid = [(event.payment, event.seat, len(event.transfers)) for event in table.happened(Paid)]
    assert sorted(paid) == [("cat_and_mouse", 0, 3), ("rooster_and_centipede", 1, 3)]


def test_four_jokers_win_when_the_last_is_drawn_and_birds_are_turned_up() -> None:
    table = laid(RED_DRAGON, {"E": "9s", "S": "JJJ147m147p147s2s"}, "J1m5p")
    play(table, "E discard 9s; S pass; S mahjong")
    assert [event.tile for event in table.happened(TurnedUp)] == [0, 13]
    assert table.end is not None
    assert table.end.net == {"E": -6, "S": 18, "W": -6, "N": -6}


def test_nobody_wins_with_a_discard_or_claims_a_chow() -> None:
    table = laid(RED_DRAGON, {"E": "6p", "S": "123m456p789s11pJ5p"}, "9s")
    play(table, "E discard 6p")
    assert table.to_act() == ["S"]
    assert not {"mahjong", "chow"} & {action.kind for action in table.legal_actions("S")}
