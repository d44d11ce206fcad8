"""Walls that are given: tiles that nobody knows, wrong tiles, and a wall for each player."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import mjrules
from mjrules import Table, TableError
from mjrules.match.match import play_out
from mjrules.play.event_fields import NO_TILE
from mjrules.play.events import Dealt, Discard, Drawn, Kong
from mjrules.tiles.tile import TEXT, parse_tiles

DUPLICATE = {"bonus_tiles": False, "walls": "own"}
EAST = "111m 234p 567p 789s 1z"
OTHERS = ("47m 258p 369s 22345z", "259m 369p 147s 2345z", "369m 147p 259s 2345z")
HIDDEN = 136 // 4 - 13


@pytest.fixture(scope="module")
def duplicate() -> mjrules.Ruleset:
    return mjrules.load("chinese-official", DUPLICATE)


def laid(*draws: str, hands: tuple[str, ...] = (EAST, *OTHERS)) -> list[int]:
    """Four walls: the hands, then the draws of each seat, and tiles that nobody knows."""
    wall: list[int] = []
    for seat, hand in enumerate(hands):
        own = [*parse_tiles(hand), *parse_tiles(draws[seat] if seat < len(draws) else "")]
        wall += [*own, *[NO_TILE] * (HIDDEN + 13 - len(own))]
    return wall


def test_each_player_draws_from_his_own_wall(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, wall=laid("6z 7z", "6z", "6z", "6z"))
    for seat in "ESWN":
        assert TEXT[table.state.drawn if table.state.discards else parse_tiles("6z")[0]] == "6z"
        table.discard(seat, "6z")
        for other in table.to_act():
            if table.state.claiming(table.place(other)):
                table.pass_claim(other)
    assert table.log[-1] == Drawn(0, parse_tiles("7z")[0], "wall")


def test_the_tile_for_a_kong_is_the_next_of_the_own_wall(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, wall=laid("1m 9m"))
    events = table.kong("E", "1m")
    assert [event.kind for event in events] == ["kong", "stands", "drawn"]
    assert events[-1] == Drawn(0, parse_tiles("9m")[0], "loose")


def test_the_tile_for_a_kong_may_win(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, wall=laid("1m 6s", hands=("111m 234p 567p 78s 99s", *OTHERS)))
    table.kong("E", "1m")
    table.mahjong("E")
    assert "out_with_replacement_tile" in [item["id"] for item in table.end.items["E"]]


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_ends_when_the_wall_of_the_next_player_is_used_up(duplicate: mjrules.Ruleset, seed: int) -> None:
    chance = random.Random(seed)
    table = Table(duplicate, seed)
    play_out(table, lambda view: chance.choice(view.legal))
    drawn = [sum(isinstance(event, Drawn) and event.seat == seat for event in table.log) for seat in range(4)]
    drawn[0] += 1  # the fourteenth tile of East
    assert table.log[-2].kind == "exhausted"
    last = [event for event in table.log if isinstance(event, Discard)][-1]
    assert drawn[(last.seat + 1) % 4] == HIDDEN
    assert max(drawn) == HIDDEN
    dealt = [event for event in table.log if isinstance(event, Dealt)]
    assert [len(event.tiles) for event in dealt] == [14, 13, 13, 13]


def test_the_last_tile_is_that_after_which_the_next_player_has_none(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, 1)
    table.state.wall.fronts[1] = 2 * 34
    assert table.state.live() == 0
    assert not table.state.spare(0)
    table.state.wall.fronts[1] -= 1
    assert table.state.live() == 1
    assert table.state.spare(0)


def test_a_tile_that_nobody_knows_is_never_drawn(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, wall=laid("6z"))
    before, acts = table.events, table.legal_actions("E")
    with pytest.raises(TableError, match=r"^the next tile of the wall is not known, so it cannot be drawn$"):
        table.discard("E", "1z")
    assert (table.events, table.legal_actions("E"), table.undo()) == (before, acts, None)


def test_a_tile_that_nobody_knows_is_never_dealt(duplicate: mjrules.Ruleset) -> None:
    with pytest.raises(TableError, match=r"^a tile of the wall that is not known cannot be dealt$"):
        Table(duplicate, wall=laid())


@pytest.mark.parametrize(
    ("wall", "reason"),
    [
        ([0] * 5 + [NO_TILE] * 131, "the wall has 5 x 1m, of which there are 4"),
        ([34] + [NO_TILE] * 135, "the wall has 1 x f1, of which there are 0"),
        ([len(TEXT)] + [NO_TILE] * 135, f"the wall has 1 x {len(TEXT)}, of which there are 0"),
        ([-2] + [NO_TILE] * 135, "the wall has 1 x -2, of which there are 0"),
        ([99] + [NO_TILE] * 135, "the wall has 1 x 99, of which there are 0"),
        ([NO_TILE] * 52, "a wall of 52 tiles cannot be dealt"),
    ],
)
def test_a_wall_of_other_tiles_is_refused(duplicate: mjrules.Ruleset, wall: list[int], reason: str) -> None:
    with pytest.raises(TableError) as caught:
        Table(duplicate, wall=wall)
    assert str(caught.value) == reason


def test_undo_gives_back_actions_that_are_legal_again(duplicate: mjrules.Ruleset) -> None:
    table = Table(duplicate, wall=laid("1m 9m"))
    table.kong("E", "1m")
    assert table.undo() == Kong(0, 0)
    table.do(Kong(0, 0))
    assert table.state.players[0].melds


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"round": "X"}, 'round: expected E, S, W or N, got "X"'),
        ({"hand": 0}, "hand: expected a whole number, 1 or more, got 0"),
        ({"hand": 1.5}, "hand: expected a whole number, 1 or more, got 1.5"),
        ({"fields": {"sticks": 1.5}}, "sticks: expected a whole number, got 1.5"),
        ({"fields": {"sticks": 10**120}}, "sticks: expected less than 100 digits, got a number of more digits"),
        ({"points": ["a"] * 4}, "points: expected a whole number, got 'a'"),
    ],
)
def test_what_no_log_can_hold_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(TableError, match=f"^{re.escape(said)}$"):
        Table("riichi", 1, **given)


def test_a_wall_may_be_an_array_of_numpy(duplicate: mjrules.Ruleset) -> None:
    wall = laid("6z 7z", "6z", "6z", "6z")
    assert Table(duplicate, wall=np.array(wall)).log == Table(duplicate, wall=wall).log  # type: ignore[arg-type]


@pytest.mark.parametrize("wall", ["1m2m", [1.5] * 144, ["1m"] * 144, {"1m": 3}, 7], ids=str)
def test_a_wall_that_is_none_is_told(duplicate: mjrules.Ruleset, wall: Any) -> None:
    with pytest.raises(TableError, match=r"^the wall: expected tiles as whole numbers, got "):
        Table(duplicate, wall=wall)
