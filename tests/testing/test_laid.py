"""The kit makes a moment of play: a wall laid by hand, and moves in words."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.testing import laid_table, laid_wall, play_moves
from tests.kit.rulesets import loaded


def test_players_have_what_is_said_and_draw_what_is_said() -> None:
    table = laid_table(loaded("hong-kong"), {"E": "1m", "S": "11m234s"}, draws="9p", loose="8p", hand=3)
    events = play_moves(table, "E discard 1m; S pung; S discard 2s; W discard 9p")
    kinds = [event.kind for event in events if event.kind in ("discard", "pung", "drawn")]
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
