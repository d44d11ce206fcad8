"""The kit makes a moment of play: a wall laid by hand, and moves in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import mjrules
from mjrules import Action, Event
from mjrules.hooks import Play, events
from mjrules.testing import laid_table, laid_wall, play_moves
from tests.kit.house import club_in
from tests.kit.rulesets import loaded


@events.event("nods")
class Nods(Action):
    how: int

    def text(self) -> str:
        return self.kind


def test_players_have_what_is_said_and_draw_what_is_said() -> None:
    table = laid_table(loaded("hong-kong"), {"E": "1m", "S": "11m234s"}, draws="9p", loose="8p", hand=3)
    done = play_moves(table, "E discard 1m; S pung; S discard 2s; W discard 9p")
    kinds = [event.kind for event in done if event.kind in ("discard", "pung", "drawn")]
    assert kinds == ["discard", "pung", "discard", "drawn", "discard", "drawn"]
    assert [player.size for player in table.state.players] == [13, 10, 13, 14]


@pytest.mark.parametrize(
    ("hands", "draws", "reason"),
    [
        ({"E": "1111m", "S": "1m"}, "", "there are not so many of 1m in the tile set of hong-kong"),
        ({"S": "123456789m12345p"}, "", "S is dealt 13 tiles, not 14"),
        ({}, "55555s", "there are not so many of 5s in the tile set of hong-kong"),
        ({"East": "1m"}, "", 'there is no seat "East": E, S, W, N'),
    ],
)
def test_a_wall_that_cannot_be_laid_is_refused(hands: dict[str, str], draws: str, reason: str) -> None:
    with pytest.raises(mjrules.TableError) as error:
        laid_wall(loaded("hong-kong"), hands, draws)
    assert str(error.value) == reason


def test_which_move_is_not_legal_is_noted() -> None:
    table = laid_table(loaded("hong-kong"), {"E": "1m9s", "S": "11m234s"}, draws="9p")
    with pytest.raises(mjrules.ActionError) as error:
        play_moves(table, "E discard 1m; S discard 9s; W discard 9p")
    assert error.value.__notes__ == ['in the move "S discard 9s", number 2 of those to play']


def test_a_win_in_the_next_turn_lets_all_others_pass() -> None:
    """Another seat could claim the discard, and is not named."""
    club, moves = mjrules.load("hong-kong", {"minimum": 0}), "E discard 7m; S mahjong"
    hands = {"E": "7m", "S": "22m345p456s789s12p", "W": "77m"}
    done = play_moves(laid_table(club, hands, "3p"), moves)
    assert [event.kind for event in done][:5] == ["discard", "pass", "drawn", "mahjong", "won"]
    for drawn, winner in (("4p", "S"), ("3p", "N")):
        with pytest.raises(mjrules.ActionError, match="the tiles do not make a complete hand"):
            play_moves(laid_table(club, hands, drawn), moves.replace("S", winner))


def test_decisions_of_house_rules_are_moves() -> None:
    table = laid_table(loaded("sichuan"), {"E": "5m"})
    done = play_moves(table, "E void m; S void p; W void s; N void m; E discard 5m")
    assert [event.kind for event in done if isinstance(event, Action)] == ["void"] * 4 + ["discard"]
    table = laid_table(loaded("western/us"), {"E": "123m", "S": "123p", "W": "123s", "N": "111z"})
    done = play_moves(table, "E give 123m; S give 123p; W give 123s; N give 111z")
    assert [event.kind for event in done] == ["give"] * 4 + ["moved"] * 4


class Questions(Play):
    """East is asked something again and again, and may nod in two ways that are said alike."""

    kinds = (events.Answer, Nods)

    def actions(self, seat: int) -> Sequence[Action]:
        asked: list[Action] = [events.Answer(seat, "yes"), Nods(seat, 1), Nods(seat, 2)]
        return asked if seat == 0 and self.state.phase == "turn" else []

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action]


def test_questions_are_answered_and_what_is_said_of_two_decisions_is_none(tmp_path: Path) -> None:
    table = laid_table(club_in(tmp_path)(Questions), {"E": "5m"})
    assert play_moves(table, "E answer yes") == (events.Answer(0, "yes"),)
    with pytest.raises(mjrules.TableError, match='E: "nods" may be any of 2 decisions: do one of the legal actions'):
        play_moves(table, "E nods")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("E viod m", '"viod" is not a move (did you mean "void"?)'),
        ("E void x", 'E: "void x" is no legal decision of a house rule (did you mean "void s"?)'),
        ("E answer", '"E answer": expected a seat and a move, such as E discard 5m'),
    ],
)
def test_a_decision_of_a_house_rule_that_is_none_is_refused(move: str, reason: str) -> None:
    with pytest.raises(mjrules.TableError) as error:
        play_moves(laid_table(loaded("sichuan"), {"E": "1m"}), move)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("E discrad 1m", '"discrad" is not a move (did you mean "discard"?)'),
        ("E", '"E": expected a seat and a move, such as E discard 5m'),
        ("E discard", '"E discard": expected a seat and a move, such as E discard 5m'),
    ],
)
def test_a_move_that_is_none_is_refused(move: str, reason: str) -> None:
    with pytest.raises(mjrules.TableError) as error:
        play_moves(laid_table(loaded("hong-kong"), {"E": "1m"}), move)
    assert str(error.value) == reason


def test_a_move_that_is_not_legal_says_why() -> None:
    with pytest.raises(mjrules.ActionError, match="there is no such tile in the hand"):
        play_moves(laid_table(loaded("hong-kong"), {"E": "123456789m1234p1s"}), "E discard 9s")
