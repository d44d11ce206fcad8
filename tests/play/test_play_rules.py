"""The rules of play, one by one, from walls that are laid by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.declared.values import typed
from mjrules.match.match import Match, paid_in
from mjrules.match.seating import seated
from mjrules.play.events import (
    Action,
    Chow,
    Discard,
    Drawn,
    End,
    Event,
    FalseCall,
    Kong,
    Mahjong,
    NoticedFault,
    Paid,
    Pung,
)
from mjrules.play.events import Dice as ThrownDice
from mjrules.ruleset.play_rules import TableRules
from mjrules.settlement_method import net_amounts
from mjrules.table.deal import deal_order
from mjrules.table.errors import ActionError
from mjrules.table.table import Table
from mjrules.tiles.tile import BY_TEXT
from tests.kit.laid import kinds, laid, play, silent
from tests.kit.rulesets import loaded

READY = "234m567m35p99s678s"
"""Waits for the 4 circles, alone."""
DEAD = "5s2p3z4z5z6z7z1s1s9m9m6z6z7z"
"""Fourteen tiles of a dead wall."""


def child(folder: Path, parent: str, text: str) -> Ruleset:
    path = folder / "club.yaml"
    path.write_text(f"id: club\nextends: {parent}\n{text}\n", encoding="utf-8")
    return mjrules.load(str(path))


def western(hands: dict[str, str], draws: str = "", loose: str = "", **said: Any) -> Table:
    return laid(loaded("western"), hands, draws, loose, **said)


def legal(table: Table, seat: str) -> list[str]:
    return [action.text() for action in table.legal_actions(seat)]


def why_not(table: Table, action: Action) -> str:
    with pytest.raises(ActionError) as error:
        table.do(action)
    return error.value.reason


def melds(table: Table, seat: str) -> list[str]:
    return [meld.to_text() for meld in table.state.players[table.place(seat)].melds]


def paid(events: tuple[Event, ...] | list[Event]) -> list[tuple[str, dict[str, int]]]:
    """What was paid at once: the id of each payment, and what each seat gained by it."""
    found = []
    for event in events:
        if isinstance(event, Paid):
            net = net_amounts(event.transfers, "ESWN")
            found.append((event.payment, {seat: amount for seat, amount in net.items() if amount}))
    return found


# What may be claimed


def test_a_chow_is_claimed_from_the_player_before_alone() -> None:
    table = western({"E": "5m", "S": "46m", "W": "46m", "N": "46m"})
    play(table, "E discard 5m")
    assert table.can_chow("S", "46m")
    for seat in ("W", "N"):
        assert not table.can_chow(seat, "46m")
        found = why_not(table, Chow(table.place(seat), 4, (3, 5)))
        assert found == "a chow can only be claimed from the player before"
    play(table, "S chow 46m")
    assert melds(table, "S") == ["(456m)"]
    assert table.state.turn == 1
    assert table.state.drawn < 0


def test_after_a_claim_those_between_lose_their_turn() -> None:
    table = western({"E": "1z", "N": "11z9p"}, "4p")
    play(table, "E discard 1z; N pung; N discard 9p")
    silent(table)
    assert table.state.turn == 0
    assert table.state.drawn == 12


def test_a_discard_never_makes_a_pung_a_kong() -> None:
    table = western({"E": "1z", "S": "11z5m", "W": "1z"}, "2z")
    play(table, "E discard 1z; S pung; S discard 5m; W discard 1z")
    assert not table.can_kong("S")
    assert not table.can_kong("S", "1z")
    assert "kong" not in " ".join(legal(table, "S"))


def test_the_fourth_tile_must_be_drawn_or_be_in_hand() -> None:
    table = western({"E": "1z", "S": "111z5m"}, "2z3z5z6z")
    play(table, "E discard 1z; S pung")
    assert why_not(table, Kong(1, 27)) == "a kong is declared after a tile is drawn"
    play(table, "S discard 5m; W discard 2z; N discard 3z; E discard 5z; S kong 1z")
    assert melds(table, "S") == ["(1111z+)"]


def test_a_pair_is_claimed_only_to_go_out() -> None:
    pair = "234m567m345p222s9s"
    table = western({"E": "9s", "S": pair, "W": "9s1m4m7m1p4p7p1s2z3z4z5z6z"})
    play(table, "E discard 9s")
    assert legal(table, "S") == ["pass", "mahjong 9s"]
    assert legal(table, "W") == []
    play(table, "S mahjong")
    assert table.end.winners == ("S",)


def test_a_concealed_kong_may_be_kept_and_split() -> None:
    table = western({"E": "1111m23m"}, "2z3z5z6z")
    assert "kong 1m" in legal(table, "E")
    play(table, "E discard 1m; S discard 2z; W discard 3z; N discard 5z")
    assert table.state.players[0].counts[0] == 3
    assert melds(table, "E") == []


def test_a_kong_kept_in_hand_may_be_declared_later() -> None:
    table = western({"E": "1111m9p"}, "2z3z5z6z", "8p")
    play(table, "E discard 9p; S discard 2z; W discard 3z; N discard 5z; E kong 1m")
    assert melds(table, "E") == ["[1111m]"]
    assert table.log[-1] == Drawn(0, 16, "loose")


# Who of several gets the tile

ALL_CLAIM = {"E": "5p", "S": "46p1m", "W": "55p1m", "N": "234m567m46p99s678s"}


def test_mahjong_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    table = western(ALL_CLAIM)
    play(table, "E discard 5p; S chow 46p; W pung; N mahjong")
    assert kinds(table.log)[-2:] == ["won", "end"]
    assert table.end.winners == ("N",)
    table = western(ALL_CLAIM)
    play(table, "E discard 5p; S chow 46p; W pung; N pass")
    assert (melds(table, "S"), melds(table, "W")) == ([], ["(555p)"])
    table = western(ALL_CLAIM)
    play(table, "E discard 5p; S chow 46p; W pass; N pass")
    assert melds(table, "S") == ["(456p)"]


def test_a_kong_goes_before_a_chow() -> None:
    table = western({"E": "5p", "S": "46p", "N": "555p"})
    play(table, "E discard 5p; S chow 46p; N kong")
    assert (melds(table, "S"), melds(table, "N")) == ([], ["(5555p)"])


WAITS = {
    "chow": "234m567m46p99s678s",
    "pung": "234m567m55p99s678s",
    "pair": "234m567m678s234s5p",
}


def won_by(ruleset: Ruleset, south: str, west: str, north: str = "") -> list[str]:
    return list(end_of(ruleset, south, west, north).winners)


def end_of(ruleset: Ruleset, south: str, west: str, north: str = "") -> End:
    hands = {"E": "5p777z", "S": WAITS[south], "W": WAITS[west], "N": WAITS.get(north, "1m")}
    table = laid(ruleset, hands)
    play(table, "E discard 5p; S mahjong; W mahjong" + ("; N mahjong" if north else ""))
    return table.end


@pytest.mark.parametrize(
    ("south", "west", "winner"),
    [
        ("chow", "pung", "W"),
        ("chow", "pair", "W"),
        ("pair", "pung", "W"),
        ("pung", "chow", "S"),
        ("pair", "chow", "S"),
        ("chow", "chow", "S"),
        ("pair", "pair", "S"),
    ],
)
def test_of_several_who_win_the_set_decides_and_then_who_is_next(
    south: str, west: str, winner: str, tmp_path: Path
) -> None:
    assert won_by(loaded("western"), south, west) == [winner]
    assert won_by(child(tmp_path, "western", "table: {mahjong_order: []}"), south, west) == ["S"]


def test_all_may_win_by_one_tile(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "hong-kong", "set: {minimum: 0}\ntable: {winners: all}")
    assert won_by(ruleset, "chow", "pung") == ["S", "W"]
    assert won_by(ruleset, "chow", "pair", "chow") == ["S", "W", "N"]


def test_of_several_winners_each_has_his_score_and_the_losers_settle_once(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {winners: all}")
    end = end_of(ruleset, "chow", "pung")
    for seat in "SW":
        alone = ruleset.score(end.hands[seat])
        assert end.scores[seat] == alone.total > 0
        assert end.items[seat]
    among_losers = [item for item in end.transfers if {item.payer, item.payee} == {"E", "N"}]
    assert len(among_losers) == 1


# The end of the wall


def test_the_last_discard_is_claimed_to_win_alone() -> None:
    table = western({"E": "1z", "W": "444p", "N": READY}, "4p", DEAD, more=0)
    play(table, "E discard 1z; S discard 4p")
    assert legal(table, "W") == []
    found = why_not(table, Pung(2, 12, (12, 12)))
    assert found == "the last discard can only be claimed to win"
    assert legal(table, "N") == ["pass", "mahjong 4p"]
    silent(table)
    assert kinds(table.log)[-2:] == ["exhausted", "end"]


def test_the_last_discard_may_be_claimed_for_anything_where_the_ruleset_says_so(tmp_path: Path) -> None:
    table = laid(
        child(tmp_path, "western", "table: {last_discard: any}"), {"E": "1z", "W": "44p9p"}, "4p", DEAD, more=0
    )
    play(table, "E discard 1z; S discard 4p; W pung; W discard 9p")
    assert melds(table, "W") == ["(444p)"]
    silent(table)
    assert kinds(table.log)[-2:] == ["exhausted", "end"]


def test_the_game_is_drawn_when_the_dead_wall_remains() -> None:
    table = western({"E": "1z"}, "2z3z4z", DEAD, more=0)
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 4z")
    silent(table)
    assert kinds(table.log)[-2:] == ["exhausted", "end"]
    assert table.state.wall.left() == 14
    before = len(table.log) - 1
    assert table.end == End(winners=(), transfers=(), net=dict.fromkeys("ESWN", 0), events=before)


def test_a_dead_wall_is_kept_full_from_the_wall() -> None:
    table = western({"E": "1111m9p"}, "2z3z", f"8p{DEAD}", more=0)
    assert (table.state.live(), table.state.wall.left()) == (3, 17)
    play(table, "E kong 1m")
    assert (table.state.live(), table.state.wall.left()) == (2, 16)


def test_no_kong_when_there_is_no_tile_for_it() -> None:
    table = western({"E": "9p", "S": "1111m"}, "2z", DEAD, more=0)
    play(table, "E discard 9p")
    silent(table)
    assert "kong 1m" not in legal(table, "S")
    assert why_not(table, Kong(1, 0)) == "there is no tile left for a kong"


def test_a_kong_box_is_used_up(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "classical", "table: {dead_wall: 2}")
    table = laid(ruleset, {"E": "1111m2222m3333m9p"}, loose="8p7p")
    before = table.state.live()
    play(table, "E kong 1m; E kong 2m")
    assert table.state.live() == before
    assert why_not(table, Kong(0, 2)) == "there is no tile left for a kong"


# Bonus tiles and kongs before play


def drawn(table: Table) -> list[tuple[str, str]]:
    """Bonus tiles laid down and tiles drawn, with the seats, as long as nobody has discarded."""
    records = [event.to_record("ESWN") for event in table.log if event.kind in ("bonus", "drawn")]
    return [(record["seat"], record["tile"]) for record in records]


REPLACED = [
    ("E", "f1"), ("E", "s1"), ("E", "s1"), ("E", "1p"),
    ("S", "f2"), ("S", "2p"), ("S", "f3"), ("S", "3p"),
    ("N", "f4"), ("N", "4p"),
]  # fmt: skip


def test_bonus_tiles_are_replaced_in_the_order_of_the_seats_from_the_end() -> None:
    table = western({"E": "f1", "S": "f2 f3", "N": "f4"}, "9s", "s1 1p2p3p4p")
    assert drawn(table) == REPLACED
    assert kinds(table.log)[-1] == "play"


def test_bonus_tiles_are_replaced_from_the_front(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {bonus_replaced_from: front}")
    table = laid(ruleset, {"E": "f1", "S": "f2 f3", "N": "f4"}, "s1 1p2p3p4p9s", "9s")
    assert drawn(table) == REPLACED


def test_a_bonus_tile_drawn_in_the_turn_is_replaced_at_once() -> None:
    table = western({"E": "1z"}, "f1", "f2 7p")
    play(table, "E discard 1z")
    silent(table)
    assert drawn(table) == [("S", "f1"), ("S", "f1"), ("S", "f2"), ("S", "f2"), ("S", "7p")]
    assert table.state.turn == 1


def test_a_kong_before_play(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {kongs_before_play: true}")
    table = laid(ruleset, {"E": "1z", "S": "1111m"}, loose="f1 7p")
    assert (legal(table, "E"), legal(table, "S")) == ([], ["pass", "kong 1m"])
    play(table, "S kong 1m")
    assert melds(table, "S") == ["[1111m]"]
    assert drawn(table) == [("S", "f1"), ("S", "f1"), ("S", "7p")]
    assert kinds(table.log)[-1] == "play"


def test_a_kong_before_play_may_be_left(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {kongs_before_play: true}")
    table = laid(ruleset, {"E": "1z", "S": "1111m"})
    play(table, "S pass; E discard 1z")
    assert melds(table, "S") == []


def test_a_dead_hand_before_play_is_not_waited_for(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {kongs_before_play: true}")
    table = laid(ruleset, {"E": "1z", "S": "1111m"})
    play(table, "S fault wrong_number_of_tiles; E discard 1z")
    assert table.state.players[1].dead


# Loose tiles that are asked for


def test_a_loose_tile_that_is_not_taken_leaves_the_hand_short() -> None:
    ruleset = loaded("western", loose_tile="asked")
    table = laid(ruleset, {"E": "1z", "S": "111z234m567m35p99s"}, "2z3z5z4p", "4p")
    play(table, "E discard 1z; S kong")
    assert legal(table, "S")[0] == "take_loose"
    play(table, "S discard 9s; W discard 2z; N discard 3z; E discard 5z")
    silent(table)
    assert table.state.drawn == 12
    assert why_not(table, Mahjong(1, 12)) == "the hand is a tile short"


def test_a_loose_tile_that_is_taken() -> None:
    ruleset = loaded("western", loose_tile="asked")
    table = laid(ruleset, {"E": "1z", "S": "111z234m567m35p99s"}, loose="4p")
    play(table, "E discard 1z; S kong; S loose; S mahjong")
    assert kinds(table.log)[-2:] == ["won", "end"]


# Late calls

LATE = {"E": "1z", "S": "1m4m7m1p4p7p", "N": "11z9p"}


def late(how: str, draws: str = "2z", loose: str = "", **said: Any) -> tuple[Table, tuple[Event, ...]]:
    """South draws before North has spoken; then North calls the discard of East for a pung."""
    table = laid(loaded("western", late_calls=how), LATE, draws, loose, **said)
    play(table, "E discard 1z; S draw")
    return table, table.pung("N")


def test_a_late_call_stands_and_the_tile_is_put_back() -> None:
    table, events = late("call_stands")
    assert kinds(events)[:3] == ["pung", "put_back", "meld"]
    assert melds(table, "N") == ["(111z)"]
    play(table, "N discard 9p")
    silent(table)
    assert table.log[-1] == Drawn(0, 28, "wall")


def test_a_late_call_comes_to_nothing_where_the_draw_stands() -> None:
    table, events = late("draw_stands")
    assert kinds(events) == ["pung", "claim_lost"]
    assert (table.state.turn, melds(table, "N")) == (1, [])
    assert legal(table, "N") == []


def test_dice_decide_a_late_call() -> None:
    stood = set()
    for seed in range(12):
        table = western(LATE, "2z")
        table.course.seed = seed
        play(table, "E discard 1z; S draw")
        events = table.pung("N")
        thrown = events[1]
        assert isinstance(thrown, ThrownDice)
        own, other = (sum(dice) for dice in thrown.dice)
        stood.add(own > other)
        assert own != other
        assert kinds(events[2:4]) == (["put_back", "meld"] if own > other else ["claim_lost"])
    assert stood == {True, False}


def test_it_is_too_late_once_a_bonus_tile_is_laid_down() -> None:
    table = western(LATE, "f1", "2z")
    play(table, "E discard 1z; S draw")
    assert legal(table, "N") == []


def test_it_is_too_late_after_the_next_discard() -> None:
    table = western(LATE, "2z")
    play(table, "E discard 1z; S draw")
    table.discard("S", "2z")
    assert not table.can_pung("N")


@pytest.mark.parametrize(("dead", "may_call"), [("S", False), ("N", False), ("W", True), ("E", True)])
def test_late_calls_end_with_the_hand_of_who_drew_and_of_who_might_call(dead: str, may_call: bool) -> None:
    table = laid(loaded("western"), LATE, "2z")
    play(table, "E discard 1z; S draw")
    table.fault(dead, "wrong_number_of_tiles")
    assert table.can_pung("N") == may_call


def test_who_draws_early_does_not_where_the_ruleset_knows_no_late_calls() -> None:
    table = laid(loaded("western", late_calls="none"), LATE, "2z")
    play(table, "E discard 1z")
    assert not table.can_draw("S")
    assert table.to_act() == ["N"]


# Faults


def test_a_false_mahjong_of_a_player_who_is_ready_costs_ten_each_and_he_cannot_win() -> None:
    table = laid(loaded("chinese-official"), {"E": "1z", "S": "234m567m35p99s678s"}, "2z3z4z5z4p")
    play(table, "E discard 1z")
    silent(table)
    events = table.call_falsely("S", "mahjong")
    assert paid(events) == [("false_mahjong", {"E": 10, "S": -30, "W": 10, "N": 10})]
    assert table.state.players[1].barred
    play(table, "S discard 2z; W discard 3z; N discard 4z; E discard 5z")
    silent(table)
    assert why_not(table, Mahjong(1, 12)) == "the player cannot win this hand"


def test_a_false_mahjong_of_a_player_who_is_not_ready_costs_twenty_each() -> None:
    table = laid(loaded("chinese-official"), {"E": "1z", "S": "1m4m7m1p4p7p1s4s7s2z3z4z5z"}, "9m")
    play(table, "E discard 1z")
    silent(table)
    [(name, net)] = paid(table.call_falsely("S", "mahjong"))
    assert (name, net["S"]) == ("false_mahjong_not_ready", -60)


def test_a_right_call_is_no_false_one() -> None:
    table = western({"E": "4p", "S": READY, "W": "44p"})
    play(table, "E discard 4p")
    assert why_not(table, FalseCall(1, "mahjong")) == "the call is a right one"
    assert why_not(table, FalseCall(0, "pung")) == "this is not the time to call"
    assert why_not(table, FalseCall(2, "pung")) == "the call is a right one"
    assert table.can(FalseCall(2, "kong"))
    table.pass_claim("W")
    assert why_not(table, FalseCall(2, "kong")) == "this is not the time to call", "W has spoken"
    assert why_not(table, FalseCall(1, "pong")) == "expected a call: chow, pung, kong, mahjong"


def test_in_a_turn_its_player_alone_calls_falsely() -> None:
    table = western({"E": "4p"})
    assert table.can(FalseCall(0, "mahjong"))
    for seat, call in ((0, "pung"), (1, "mahjong"), (1, "pung")):
        assert why_not(table, FalseCall(seat, call)) == "this is not the time to call"


def test_another_false_call_kills_the_hand_and_the_player_is_skipped() -> None:
    hands = {"E": "1z1m", "S": "1m", "W": "1m", "N": "11z9p"}
    table = laid(loaded("chinese-official"), hands, "2z3z5z6z")
    play(table, "E discard 1z; W false pung; N pass")
    assert table.state.players[2].dead
    assert table.state.turn == 1
    play(table, "S discard 2z")
    silent(table)
    assert (table.state.turn, table.state.drawn) == (3, 29)
    assert legal(table, "W") == []
    assert why_not(table, Discard(2, 0)) == "the hand is dead: its player stops playing"


def test_a_dead_player_pays_the_winner() -> None:
    table = western({"E": "1z", "S": READY, "W": "777z"}, "2z3z4p")
    play(table, "W fault wrong_number_of_tiles; E discard 1z; S discard 2z; N discard 3z; E discard 4p; S mahjong")
    assert table.end.scores["W"] == 0
    assert any(item.payer == "W" and item.payee == "S" for item in table.end.transfers)


def test_the_claim_of_a_hand_that_dies_is_void() -> None:
    table = western({"E": "5m", "S": "46m", "W": "55m", "N": "1m"})
    play(table, "E discard 5m")
    table.pung("W")
    table.fault("W", "wrong_number_of_tiles")
    table.pass_claim("S")
    assert melds(table, "W") == []
    assert table.state.turn == 1


def test_a_hand_that_dies_is_not_waited_for_though_the_name_of_the_discard_misled_it() -> None:
    table = western({"E": "5m", "S": "1m", "W": "66m", "N": "1m"})
    table.discard("E", "5m", "6m")
    assert table.to_act() == ["W"]
    table.fault("W", "wrong_number_of_tiles")
    assert (table.state.phase.name, table.to_act()) == ("turn", ["S"])


def test_the_claim_to_win_of_a_player_who_is_barred_is_void() -> None:
    hands = {"E": "4p", "S": "35p1m", "W": "222333m44p88p555z"}
    table = laid(loaded("chinese-official"), hands)
    play(table, "E discard 4p")
    table.mahjong("W")
    table.fault("W", "false_mahjong")
    assert legal(table, "W") == ["pass", "pung 44p"]
    table.pung("W")
    silent(table)
    assert melds(table, "W") == ["(444p)"]


def test_the_pung_that_a_player_has_called_stands_though_they_cannot_win_any_more() -> None:
    table = laid(loaded("chinese-official"), {"E": "4p", "S": "35p1m", "W": "222333m44p88p555z"})
    play(table, "E discard 4p")
    table.pung("W")
    table.fault("W", "false_mahjong")
    table.pass_claim("S")
    assert melds(table, "W") == ["(444p)"]


def test_penalties_stand_after_a_draw() -> None:
    match = Match(loaded("western"), 1, seat=False)
    match.table = western({"E": "1z"}, "2z3z4z", DEAD, more=0)
    play(match.table, "E discard 1z")
    silent(match.table)
    match.table.call_falsely("S", "mahjong")
    play(match.table, "S discard 2z; W discard 3z; N discard 4z")
    silent(match.table)
    match.close()
    assert list(match.totals.values()) == [1000, -3000, 1000, 1000]


def test_a_fault_that_only_costs_points_leaves_the_player_in_the_hand() -> None:
    table = western({"E": "5m" + READY}, "2z3z4z4p")
    table.discard("E", "5m", "6m")
    silent(table)
    assert [name for name, _ in paid(table.log)] == ["misnamed_discard"]
    play(table, "S discard 2z; W discard 3z; N discard 4z; E mahjong")
    assert table.end.winners == ("E",)


@pytest.mark.parametrize(
    ("moves", "net"),
    [
        ("S chow 46m; W pass", {"E": -200, "S": 100, "W": 50, "N": 50}),
        ("W pung; S pass", {"E": -200, "S": 50, "W": 100, "N": 50}),
        ("S pass; W pass", {"E": -250, "S": 100, "W": 100, "N": 50}),
    ],
)
def test_a_misnamed_discard_costs_more_to_the_player_whom_it_concerns(moves: str, net: dict[str, int]) -> None:
    table = western({"E": "5m", "S": "46m", "W": "55m", "N": "1m"})
    table.discard("E", "5m", "6m")
    play(table, moves)
    assert paid(table.log)[0] == ("misnamed_discard", net)


def test_a_misnamed_discard_does_not_concern_who_only_draws_next() -> None:
    table = western({"E": "5m", "S": "1p4p5p7p9p1s4s7s2z3z5z6z7z", "W": "55m"})
    table.discard("E", "5m", "6m")
    play(table, "S pass; W pass")
    assert paid(table.log)[0] == ("misnamed_discard", {"E": -200, "S": 50, "W": 100, "N": 50})


def test_a_misnamed_discard_that_several_miss_concerns_each_of_them() -> None:
    table = western({"E": "55m9s", "W": "5m", "N": "46m"}, "2z3z")
    for move in ("E discard 9s", "S discard 2z"):
        play(table, move)
        silent(table)
    table.discard("W", "5m", "6m")
    play(table, "N pass; E pass")
    assert paid(table.log)[0] == ("misnamed_discard", {"E": 100, "S": 50, "W": -250, "N": 100})


def test_who_calls_for_the_tile_that_was_named_is_misled_and_pays_nothing() -> None:
    """East names 5 characters 5 dots: South, who could take these, is asked, calls, and has 100 for it."""
    hands = {"E": "5m", "S": "55p1m4p7p9p1s4s7s2z3z5z6z", "W": "2368p2368s12346z", "N": "19m19p19s1234567z"}
    table = western(hands)
    table.discard("E", "5m", "5p")
    assert "S" in table.to_act()
    table.call_falsely("S", "pung")
    silent(table)
    assert paid(table.log) == [("misnamed_discard", {"E": -200, "S": 100, "W": 50, "N": 50})]


def test_who_calls_for_neither_the_tile_nor_its_name_pays() -> None:
    hands = {"E": "5m", "S": "55p1m4p7p9p1s4s7s2z3z5z6z", "W": "2368p2368s12346z", "N": "19m19p19s1234567z"}
    table = western(hands)
    table.discard("E", "5m", "5p")
    table.call_falsely("S", "kong")
    silent(table)
    assert paid(table.log)[0] == ("other_false_call", {"E": 100, "S": -300, "W": 100, "N": 100})


@pytest.mark.parametrize(("seat", "misled"), [("S", True), ("W", False)])
def test_for_a_chow_of_the_tile_that_was_named_only_the_next_player_is_misled(seat: str, misled: bool) -> None:
    chow = "46p1m17p1479s2356z"
    table = western({"E": "5m", "S": chow, "W": chow, "N": "19m19p19s1234567z"})
    table.discard("E", "5m", "5p")
    table.call_falsely(seat, "chow")
    silent(table)
    told = {name: net[seat] for name, net in paid(table.log)}
    assert told == ({"misnamed_discard": 100} if misled else {"other_false_call": -300, "misnamed_discard": 50})


@pytest.mark.parametrize(("call", "misled"), [("mahjong", True), ("pung", False)])
def test_who_waits_for_one_tile_of_the_name_is_misled_to_win_and_not_to_make_a_pung(call: str, misled: bool) -> None:
    table = western({"E": "1z", "S": WAITS["pair"], "W": "2368p2368s12346z", "N": "19m19p19s1234567z"})
    table.discard("E", "1z", "5p")
    table.call_falsely("S", call)
    silent(table)
    assert [net["S"] for _, net in paid(table.log)] == ([100] if misled else [-300, 50])


def test_who_is_misled_where_another_takes_the_tile_is_paid_too() -> None:
    hands = {"E": "5m", "S": "55p1m4p7p9p1s4s7s2z3z5z6z", "W": "55m2368p2368s234z", "N": "19m19p19s1234567z"}
    table = western(hands)
    table.discard("E", "5m", "5p")
    table.call_falsely("S", "pung")
    play(table, "W pung; S pass")
    assert paid(table.log)[0] == ("misnamed_discard", {"E": -250, "S": 100, "W": 100, "N": 50})


def test_a_misnamed_discard_that_concerns_nobody() -> None:
    table = western({"E": "5m", "S": "1m4p5p7p9p1s4s7s2z3z5z6z7z", "W": "2368p2368s12346z", "N": "19m19p19s1234567z"})
    play(table, "E discard 5m 6m")
    silent(table)
    assert paid(table.log) == [("misnamed_discard", {"E": -150, "S": 50, "W": 50, "N": 50})]


def test_a_misnamed_discard_is_paid_for_once() -> None:
    table = laid(loaded("western", late_calls="call_stands"), LATE, "2z")
    table.discard("E", "1z", "2z")
    play(table, "S draw; N pung")
    assert [name for name, _ in paid(table.log)] == ["misnamed_discard", "pung_of_easts_first_discard"]


def test_a_discard_called_by_its_name_costs_nothing() -> None:
    table = western({"E": "5m", "S": "46m"})
    table.discard("E", "5m", "5m")
    play(table, "S chow 46m")
    assert paid(table.log) == []


def test_an_unknown_fault_is_told_with_the_nearest_word() -> None:
    table = western({"E": "1z"})
    found = why_not(table, NoticedFault(1, "wrong_number_of_tile"))
    known = "false_mahjong, other_false_call, misnamed_discard, wrong_number_of_tiles"
    assert found == f'western has no such penalty (did you mean "wrong_number_of_tiles"?): {known}'


def test_an_empty_call_costs_more_every_time() -> None:
    table = laid(loaded("chinese-official"), {"E": "1z"})
    events = [event for _ in range(5) for event in table.fault("S", "empty_call")]
    assert [-net.get("S", 0) // 3 for _, net in paid(events)] == [0, 5, 10, 20, 20]
    assert not table.state.players[1].dead


# Payments at once


def test_a_pung_of_the_first_discard_is_paid() -> None:
    table = western({"E": "1z", "W": "11z"})
    play(table, "E discard 1z; W pung")
    assert paid(table.log) == [("pung_of_easts_first_discard", {"E": -100, "S": -100, "W": 300, "N": -100})]


def test_a_kong_of_the_first_discard_is_paid() -> None:
    table = western({"E": "1z", "W": "111z"}, loose="9p")
    play(table, "E discard 1z; W kong")
    assert paid(table.log)[0][0] == "kong_of_easts_first_discard"


def test_a_pung_of_the_second_discard_is_not_paid() -> None:
    table = western({"E": "9p", "W": "11z"}, "1z")
    play(table, "E discard 9p; S discard 1z; W pung")
    assert paid(table.log) == []


def test_a_pung_of_the_second_discard_of_east_is_not_paid() -> None:
    table = western({"E": "1z9p", "W": "11z"}, "2z3z4z")
    play(table, "E discard 9p; S discard 2z; W discard 3z; N discard 4z; E discard 1z; W pung")
    assert paid(table.log) == []


def test_four_flowers_are_paid_at_once_and_seasons_apart() -> None:
    table = western({"E": "1z", "S": "f1 f2 f3 s1"}, "f4", "1p2p3p4p9p")
    assert paid(table.log) == []
    play(table, "E discard 1z")
    silent(table)
    assert paid(table.log) == [("set_of_flowers", {"E": -1000, "S": 3000, "W": -1000, "N": -1000})]


# Robbing


def test_a_concealed_kong_is_robbed_by_the_hands_that_the_ruleset_names() -> None:
    ruleset = loaded("classical", concealed_kong_robbed="thirteen")
    table = laid(ruleset, {"E": "1111z", "S": "119m19p19s234567z"}, loose="8p")
    play(table, "E kong 1z")
    assert legal(table, "S") == ["pass", "mahjong 1z"]
    play(table, "S mahjong")
    assert [event.kind for event in table.log[-3:]] == ["robbed", "won", "end"]
    assert melds(table, "E") == []
    assert table.state.players[0].size == 13


@pytest.mark.parametrize("before", ["5p", "8s"])
def test_only_the_kong_that_is_robbed_goes_back_into_the_hand(before: str) -> None:
    ruleset = loaded("classical", concealed_kong_robbed="thirteen")
    table = laid(ruleset, {"E": f"{before * 4}1111z", "S": "119m19p19s234567z"}, loose="8p")
    play(table, f"E kong {before}")
    silent(table)
    play(table, "E kong 1z; S mahjong")
    assert melds(table, "E") == [f"[{before[0] * 4}{before[1]}]"]
    assert table.state.players[0].counts[BY_TEXT["1z"]] == 3


def test_a_concealed_kong_is_not_robbed_by_other_hands() -> None:
    ruleset = loaded("classical", concealed_kong_robbed="thirteen")
    table = laid(ruleset, {"E": "4444p", "S": READY}, loose="8p")
    play(table, "E kong 4p")
    assert kinds(table.log)[-2:] == ["stands", "drawn"]


def test_a_concealed_kong_is_never_robbed_where_the_ruleset_says_so() -> None:
    ruleset = loaded("classical", concealed_kong_robbed="never")
    table = laid(ruleset, {"E": "1111z", "S": "119m19p19s234567z"}, loose="8p")
    play(table, "E kong 1z")
    assert kinds(table.log)[-2:] == ["stands", "drawn"]


# Dealing and seating


def dealt(form: str, *, late_east: bool = False) -> dict[int, list[int]]:
    rules = typed(TableRules, {"deal": form})
    found: dict[int, list[int]] = {seat: [] for seat in range(4)}
    for seat, tiles in deal_order(range(100), rules, 13, late_east=late_east):
        found[seat] += tiles
    return found


BLOCKS = {seat: [4 * seat + 16 * block + tile for block in range(3) for tile in range(4)] for seat in range(4)}


@pytest.mark.parametrize(
    ("form", "last"),
    [
        ("one_each_then_east", [[48, 52], [49], [50], [51]]),
        ("chan_chan", [[48, 52], [49], [50], [51]]),
        ("adjacent", [[48, 49], [50], [51], [52]]),
    ],
)
def test_the_forms_of_the_deal(form: str, last: list[list[int]]) -> None:
    assert dealt(form) == {seat: [*BLOCKS[seat], *last[seat]] for seat in range(4)}


def test_east_takes_his_last_tile_later() -> None:
    assert dealt("one_each_then_east", late_east=True)[0] == [*BLOCKS[0], 48]


class Dice(Random):
    """Throws these dice, two by two."""

    def __init__(self, *totals: int) -> None:
        super().__init__(1)
        self.dice = self._of(totals)

    def _of(self, totals: tuple[int, ...]) -> Iterator[float]:
        for total in totals:
            low = max(1, total - 6)
            yield from ((low - 1) / 6 + 0.01, (total - low - 1) / 6 + 0.01)

    def random(self) -> float:
        return next(self.dice)


def test_the_highest_throw_is_east() -> None:
    assert seated("ABCD", "dice", Dice(5, 9, 12, 2)).players == ("C", "B", "A", "D")


def test_only_players_whose_throws_are_equal_throw_again_for_their_seats() -> None:
    found = seated("ABCD", "dice", Dice(7, 11, 7, 3, 4, 6))
    assert found.players == ("B", "C", "A", "D")
    assert found.throws == ({"A": 7, "B": 11, "C": 7, "D": 3}, {"A": 4, "C": 6})


def test_two_ties_and_a_tie_again() -> None:
    found = seated("ABCD", "dice", Dice(9, 4, 9, 4, 8, 8, 2, 3, 5, 12))
    assert found.throws == (
        {"A": 9, "B": 4, "C": 9, "D": 4}, {"A": 8, "C": 8}, {"A": 2, "C": 3}, {"B": 5, "D": 12},
    )  # fmt: skip
    assert found.players == ("C", "A", "D", "B")


def test_by_drawn_winds_anybody_may_sit_anywhere() -> None:
    orders = [seated("ABCD", "winds", Random(seed)).players for seed in range(100)]
    assert all(set(seat) == set("ABCD") for seat in zip(*orders, strict=True))
    assert all(sorted(order) == list("ABCD") for order in orders)


# Taking back


def test_the_end_of_a_hand_can_be_taken_back() -> None:
    table = western({"E": "4p", "S": READY})
    play(table, "E discard 4p")
    before = table.events
    table.mahjong("S")
    silent(table)
    assert table.over
    while table.events != before:
        assert table.undo() is not None
    assert table.can_mahjong("S")
    assert paid_in(table) == []
