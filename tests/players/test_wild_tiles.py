"""Players reckon with tiles that a tile turned up makes jokers of, and are told which these are."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.players.seat import OwnSeat, ground_of
from mjrules.table.table import Table
from tests.kit.laid import laid

CLUB = str(Path(__file__).parents[2] / "examples/house-rules/wild-tile.yaml")
TILES = "123m456p789s22z9m1s4p"
"""With one 9 of characters, which is wild, the hand waits when the 1 of bamboo or the 4 of dots is thrown."""


@pytest.fixture(scope="module")
def table() -> Table:
    """East holds these tiles, and one like it was turned up."""
    return laid(mjrules.load(CLUB, {"minimum": 0}), {"E": TILES}, "5s", "5m9m")


def test_a_seat_sees_which_tiles_are_wild(table: Table) -> None:
    seen = mjrules.view(table, "E")
    assert seen.wild == mjrules.parse_tiles("9m")
    assert seen.to_record()["wild"] == "9m"
    ordinary = mjrules.view(Table(mjrules.load("hong-kong"), seed=1), "E")
    assert ordinary.wild == ()
    assert "wild" not in ordinary.to_record()


def test_wild_tiles_in_hand_are_jokers_to_players(table: Table) -> None:
    own = OwnSeat(ground_of(table.ruleset), mjrules.view(table, "E"))
    assert (own.jokers, own.counts[8], own.unseen[8]) == (1, 0, 2)


@pytest.mark.parametrize("name", ["quick", "sound"])
def test_players_keep_them(table: Table, name: str) -> None:
    player = mjrules.make_player(name, table.ruleset, "1")
    assert isinstance(player, mjrules.hooks.Adviser)
    advice = [action.text() for action, _ in player.advice(mjrules.view(table, "E"))]
    assert set(advice[:2]) == {"discard 1s", "discard 4p"}
    assert advice[-1] == "discard 9m"


def test_the_distance_of_a_hand_takes_them_for_jokers(table: Table) -> None:
    distances, parse = table.ruleset.distances, table.ruleset.parse
    assert distances.of(parse(TILES.replace("1s", "") + " wild=9m")).missing == 1
    assert distances.of(parse(TILES.replace("1s", ""))).missing == 2
    left = distances.discards(parse(TILES + " wild=9m"))
    assert {tile for tile, found in left.items() if found.missing == 1} == {*mjrules.parse_tiles("1s4p")}
