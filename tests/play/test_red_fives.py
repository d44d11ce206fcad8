"""Red fives at the table: fives with an attribute, which are dealt, drawn, claimed by choice, and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules import ActionError, Ruleset, Table, load_table, view
from mjrules.hands.meld import Meld
from mjrules.play import events
from mjrules.testing import check_play
from mjrules.tiles.tile import TEXT, parse_tiles
from tests.kit.house import Club, club_in
from tests.kit.laid import laid, play, silent

REDS = """
tiles: {replace: {12346789mps1234567z: 4, 5mps: 3, 0mps: 1}}
tile_classes: {red: 0mps}
rules: {red_five: {points: 5, each: true, when: {tiles: [red]}}}
"""
RED, FIVE = 43, 4


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return club_in(tmp_path)


@pytest.fixture
def ruleset(club: Club) -> Ruleset:
    return club(None, REDS)


def offered(table: Table, seat: str) -> list[str]:
    return [action.text() for action in table.legal_actions(seat)]


def test_red_fives_are_dealt_drawn_and_seen_as_such(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "05m1z"}, "0p")
    assert {"discard 0m", "discard 5m"} <= set(offered(table, "E"))
    play(table, "E discard 0m")
    silent(table)
    assert table.state.drawn == 44
    assert view(table, "W").players[0].discards == (RED,)
    assert view(table, "S").drawn == 44
    assert view(table, "W").to_record()["players"][0]["discards"] == "0m"
    assert sorted(tile for tile in table.begin.tiles if tile > 42) == [43, 44, 45]


def test_which_five_is_used_for_a_pung_is_the_players_choice(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "5m", "S": "055m1z"})
    play(table, "E discard 5m")
    assert [text for text in offered(table, "S") if "pung" in text or "kong" in text] == [
        "kong 550m", "pung 55m", "pung 50m",
    ]  # fmt: skip
    table.pung("S", "50m")
    assert table.state.players[1].melds == [Meld("pung", (RED, FIVE, FIVE), False, "left")]
    assert table.state.players[1].counts[FIVE] == 1
    table.undo()
    table.pung("S")
    assert table.state.players[1].counts[RED] == 1
    table.undo()
    table.kong("S", tiles="055m")
    assert table.state.players[1].melds == [Meld("kong", (RED, FIVE, FIVE, FIVE), False, "left")]


@pytest.mark.parametrize(("thrown", "held"), [("5m", "50m"), ("0m", "55m")])
def test_a_red_five_and_a_plain_one_are_alike(ruleset: Ruleset, thrown: str, held: str) -> None:
    table = laid(ruleset, {"E": thrown, "W": held})
    play(table, f"E discard {thrown}")
    assert offered(table, "W") == ["pass", f"pung {held}"]
    table.pung("W", held)
    assert table.state.players[2].melds[0].tiles == (RED, FIVE, FIVE)


def test_chows_are_claimed_with_either(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "6m", "S": "4057m"})
    play(table, "E discard 6m")
    chows = [text for text in offered(table, "S") if "chow" in text]
    assert chows == ["chow 45m", "chow 40m", "chow 57m", "chow 70m"]
    table.chow("S", "40m")
    silent(table)
    assert table.state.players[1].melds == [Meld("chow", (3, RED, 5), False, "left")]
    table = laid(ruleset, {"E": "0m", "S": "46m"})
    play(table, "E discard 0m; S chow 46m")
    silent(table)
    assert table.state.players[1].melds == [Meld("chow", (3, RED, 5), False, "left")]
    table = laid(ruleset, {"E": "0m", "W": "46m"})
    play(table, "E discard 0m")
    assert offered(table, "W") == []


def test_a_set_that_the_hand_does_not_have_is_refused(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "6m", "S": "45m", "W": "0m"})
    play(table, "E discard 6m")
    with pytest.raises(ActionError, match="these tiles make no chow with 6m"):
        table.chow("S", "40m")


def test_four_with_a_red_five_are_a_concealed_kong(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "0555m"})
    assert "kong 5m" in offered(table, "E")
    assert "kong 5m" not in offered(laid(ruleset, {"E": "555m", "S": "0m"}), "E")
    table.kong("E", "5m")
    assert table.state.players[0].melds == [Meld("kong", (RED, FIVE, FIVE, FIVE), True)]
    assert view(table, "S").players[0].sets == (("kong", (-1,) * 4),)


def added(ruleset: Ruleset, **hands: str) -> Table:
    table = laid(ruleset, {"E": "5m", "S": "055m1z", "W": "1s", "N": "1s", **hands}, "2s6z9s9p")
    table.discard("E", "5m")
    table.pung("S", "55m")
    play(table, "S discard 1z; W discard 1s; N discard 1s; E discard 9s")
    return table


def test_a_red_five_is_added_to_a_pung_of_plain_ones(ruleset: Ruleset) -> None:
    table = added(ruleset)
    table.kong("S", "5m")
    kong = next(event for event in table.log if isinstance(event, events.Kong) and event.how)
    assert kong.to_record(table.seats) == {
        "event": "kong", "seat": "S", "tile": "5m", "tiles": "0m", "word": "added",
    }  # fmt: skip
    assert table.state.players[1].melds == [Meld("kong", (RED, FIVE, FIVE, FIVE), False, "left", True)]
    assert table.undo() == events.Kong(1, FIVE)
    assert table.state.players[1].counts[RED] == 1


def test_a_red_five_that_is_added_may_be_robbed(ruleset: Ruleset) -> None:
    table = added(ruleset, W="1s123m456p789p46m2s")
    table.kong("S", "5m")
    assert offered(table, "W") == ["pass", "mahjong 0m"]
    table.mahjong("W")
    hand = table.end.hands["W"]
    assert hand.win == RED
    assert "robbing_kong" in hand.flags
    assert table.state.players[1].melds == [Meld("pung", (FIVE,) * 3, False, "left")]
    assert "red_five" in [item["id"] for item in table.end.items["W"]]


@pytest.mark.parametrize(("tile", "count"), [("0m", 2), ("5m", 1)])
def test_hands_win_with_either_and_reds_count(ruleset: Ruleset, tmp_path: Path, tile: str, count: int) -> None:
    table = laid(ruleset, {"E": tile + "1z", "S": "123m46m340p789p22s"})
    play(table, f"E discard {tile}; S mahjong")
    items = {item["id"]: item for item in table.end.items["S"]}
    assert items["red_five"]["count"] == count
    table.save(tmp_path / "hand.jsonl")
    assert load_table(tmp_path / "hand.jsonl", ruleset).events == table.events
    score = ruleset.score(table.end.hands["S"])
    assert score.total == table.end.scores["S"]


def test_waits_take_red_fives_as_fives(ruleset: Ruleset) -> None:
    table = laid(ruleset, {"E": "123m40m789m234p22s1z"})
    assert [TEXT[tile] for tile in parse_tiles("3m6m") if table.judge.waits_without(0, 27) >> tile & 1] == ["3m", "6m"]
    assert table.judge.ready_after(0) >> 27 & 1
    table = laid(ruleset, {"E": "123m456m789m234p0s1z"})
    assert table.judge.ready_after(0) >> 22 & 1
    assert table.judge.waits_without(0, 27) == 1 << 22


def test_the_last_five_is_the_last_of_its_kind_whatever_its_colour(ruleset: Ruleset) -> None:
    table = added(ruleset)
    assert table.judge.visible(RED) == table.judge.visible(FIVE) == 3
    table.discard("S", "0m")
    assert table.judge.visible(RED) == table.judge.visible(FIVE) == 4


JOKERS = REDS.replace("5mps: 3,", "J: 2, 5mps: 3,")


def test_jokers_and_red_fives_make_sets_together(club: Club) -> None:
    table = laid(club(None, JOKERS, plugins="odd, wild"), {"E": "5m", "S": "05mJ"})
    play(table, "E discard 5m")
    assert [text for text in offered(table, "S") if "pung" in text or "kong" in text] == [
        "kong 5mJ0m", "pung 50m", "pung 5mJ", "pung J0m",
    ]  # fmt: skip
    table.pung("S", "0mJ")
    assert table.state.players[1].melds[0].first == FIVE


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [False, True])
def test_red_fives_keep_the_laws_of_play(club: Club, jokers: bool) -> None:
    rules = club(None, JOKERS, plugins="odd, wild") if jokers else club(None, REDS)
    seen = check_play(rules, hands=3)
    assert seen["meld chow"]
    assert seen["views"]


@pytest.mark.slow
def test_red_fives_and_declarations_keep_the_laws_of_play(club: Club) -> None:
    declared = "odd: {}, declarations: {original_call: {ready: true, claims: win, keeps_hand: true}}"
    rules = club(None, REDS, plugins="odd, declarations", house_rules=declared)
    assert check_play(rules, hands=2)["declare original_call"]
