"""Rare moments of play: hands that die while something is open, faults that are noticed, tables of another size."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mjrules
import mjrules.table.course
from mjrules import Ruleset, TableError
from mjrules.errors import PluginError
from mjrules.logs.replay import load_table
from mjrules.play.events import Barred, Dead, Discard, Event, FalseCall, Moved, NoticedFault, Paid
from mjrules.ruleset.play_rules import LimitShare
from mjrules.table.errors import ActionError
from mjrules.table.stalled import stalled
from mjrules.table.table import Table
from mjrules.testing import check_play
from tests.kit.laid import kinds, laid, play, silent
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

WRONG_NUMBER = "wrong_number_of_tiles"
PUNGS = "222m777m35p99s888s"
"""Waits for the 4 circles, with one chow."""


def club(folder: Path, text: str) -> Ruleset:
    path = folder / "club.yaml"
    path.write_text(f"id: club\n{text}\n", encoding="utf-8")
    return mjrules.load(str(path))


def refused(ruleset: Ruleset) -> str:
    with pytest.raises(TableError) as error:
        Table(ruleset, 1)
    return str(error.value)


# What cannot be played


SUMS = "extends: root\nplugins: [all_hands, combinations, sum]\nscoring: {method: sum}\nrules: {won: {fan: 1}}\n"


def test_the_first_seat_is_east(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "extends: western\ntable: {seats: [S, E, W, N]}")
    assert refused(ruleset) == "club: the first seat is East's, and table.seats begins with S"


@pytest.mark.parametrize(
    ("settlement", "reason"),
    [
        ("", "club does not say who pays whom: it has no settlement"),
        (
            "settlement: {method: dangerous_game}",
            "club settles by dangerous_game, which does not settle a win on a drawn tile",
        ),
    ],
)
def test_wins_that_nobody_could_settle_are_refused_before_the_deal(
    tmp_path: Path, settlement: str, reason: str
) -> None:
    assert refused(club(tmp_path, SUMS + settlement)) == reason


@pytest.mark.parametrize("seats", ["[E, S]", "[E, S, W]"])
def test_an_exchange_with_somebody_who_is_not_there_is_refused_before_the_deal(tmp_path: Path, seats: str) -> None:
    ruleset = club(tmp_path, f"extends: western/us\ntable: {{seats: {seats}}}")
    assert refused(ruleset) == f"charleston: nobody sits across at a table of {seats.count(',') + 1}"


def test_steps_of_an_exchange_that_is_not_played_need_nobody(tmp_path: Path) -> None:
    ruleset = club(
        tmp_path,
        "extends: hong-kong\nplugins: {add: [charleston]}\ntable: {seats: [E, S, W]}\n"
        "house_rules: {charleston: {played: first, first: [right, left]}}",
    )
    assert Table(ruleset, 1).to_act() == ["E", "S", "W"]


def test_three_players_exchange_to_the_right_and_left(tmp_path: Path) -> None:
    steps = "{first: [right, left], second: [left, right]}"
    ruleset = club(tmp_path, f"extends: western/us\ntable: {{seats: [E, S, W]}}\nhouse_rules: {{charleston: {steps}}}")
    table = Table(ruleset, 1)
    for seat in table.to_act() * 2:
        table.do(table.legal_actions(seat)[-1])
    assert [event.other for event in table.log if isinstance(event, Moved)] == [1, 2, 0, 2, 0, 1]


def test_nothing_happens_where_a_plugin_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(loaded("western"), {"E": "1z4p", "S": PUNGS})
    table.discard("E", "4p")
    before = table.events

    def fails(*_: Any) -> Event:
        raise PluginError("failed")

    monkeypatch.setattr(mjrules.table.course, "win_end", fails)
    with pytest.raises(PluginError):
        table.mahjong("S")
    assert table.events == before
    assert table.can_mahjong("S")


# Hands that die


def dies(table: Table, *seats: str) -> None:
    for seat in seats:
        table.fault(seat, WRONG_NUMBER)


def test_the_last_player_whose_hand_is_not_dead_plays_on() -> None:
    table = laid(loaded("western"), {"E": "1z", "S": PUNGS}, "2z 3z 4p")
    dies(table, "E", "W", "N")
    play(table, "S discard 2z; S discard 3z; S mahjong")
    assert table.over
    assert table.end.winners == ("S",)


@pytest.mark.parametrize(("dead", "paid_for"), [("N", ["pung_of_easts_first_discard"]), ("E", [])])
def test_where_the_hand_of_east_is_dead_the_first_discard_is_not_easts(dead: str, paid_for: list[str]) -> None:
    table = laid(loaded("western"), {"E": "2z", "S": "2z", "W": "22z"})
    dies(table, dead)
    before = len(table.log)
    play(table, "S discard 2z; W pung" if dead == "E" else "E discard 2z; W pung")
    assert paid(table.log[before:]) == paid_for


def test_a_hand_is_drawn_when_all_are_dead() -> None:
    table = laid(loaded("western"), {"E": "1z"})
    dies(table, "S", "W", "N", "E")
    assert kinds(table.log)[-3:] == ["dead", "exhausted", "end"]


def test_a_late_call_is_too_late_when_the_hand_that_has_drawn_is_dead() -> None:
    late: dict[str, Any] = {"late_calls": "call_stands"}
    table = laid(mjrules.load("western", late), {"E": "1z", "S": "1m4m7m1p4p7p", "N": "11z9p"}, "2z3z")
    play(table, "E discard 1z; S draw")
    assert table.to_act() == ["S", "N"]
    dies(table, "S")
    assert table.to_act() == ["W"]
    assert not table.can_pung("N")
    table.undo()
    assert table.can_pung("N")


# Faults that somebody notices


def bmja(hands: dict[str, str], draws: str = "") -> Table:
    return laid(loaded("bmja"), hands, draws)


def paid(events: Sequence[Event]) -> list[str]:
    return [event.payment for event in events if isinstance(event, Paid)]


def paid_by(table: Table) -> set[str]:
    return {item.payer for item in table.end.transfers}


def test_a_misnamed_discard_settles_the_win_that_it_gave() -> None:
    table = bmja({"E": "1z4p", "S": PUNGS})
    table.discard("E", "4p", "5p")
    table.mahjong("S")
    assert paid_by(table) == {"E"}


def test_a_misnamed_discard_that_is_noticed_later_settles_the_win_that_it_gave() -> None:
    table = bmja({"E": "1z4p", "S": PUNGS})
    table.discard("E", "4p")
    table.fault("E", "misnamed_for_mahjong")
    table.mahjong("S")
    silent(table)
    assert paid_by(table) == {"E"}


def test_a_misnamed_discard_of_an_earlier_turn_does_not_settle_a_win_on_a_drawn_tile(tmp_path: Path) -> None:
    table = bmja({"E": "1z", "S": PUNGS}, "4p")
    table.fault("W", "misnamed_for_mahjong")
    play(table, "E discard 1z; S mahjong")
    assert paid_by(table) == {"E", "W", "N"}
    path = tmp_path / "hand.jsonl"
    table.save(path)
    assert load_table(path).events == table.events


def test_a_misnamed_discard_of_another_player_does_not_settle_the_win() -> None:
    winner_only = {"E": "1z4p", "S": PUNGS}
    table = bmja(winner_only)
    table.fault("W", "misnamed_for_mahjong")
    play(table, "E discard 4p; S mahjong")
    assert paid_by(table) == {"E", "W", "N"}


def test_a_misnamed_discard_settles_the_win_that_it_gave_and_no_later_one(tmp_path: Path) -> None:
    goes_on = club(tmp_path, "extends: bmja\ntable: {ends_after_wins: 2}\nhouse_rules: {declarations: null}")
    table = laid(goes_on, {"E": "1z4p", "S": PUNGS, "N": "333m444m57p11s777s"}, "2z3z6p")
    table.discard("E", "4p", "5p")
    play(table, "S mahjong; W discard 2z; N discard 3z; E discard 6p; N mahjong")
    assert table.end.winners == ("S", "N")
    to_winner = {(item.payer, item.payee) for item in table.end.transfers if item.payee in "SN" and item.payer != "S"}
    assert to_winner == {("E", "S"), ("E", "N"), ("W", "N")}


def test_a_penalty_that_is_owed_to_somebody_is_no_fault_by_itself() -> None:
    table = bmja({"E": "1z"})
    with pytest.raises(ActionError) as error:
        table.fault("S", "misnamed_for_chow")
    assert (
        error.value.reason
        == "is missing: A misnamed discard is claimed for a chow is paid to one player alone, so say to whom"
    )
    assert table.events[-1].kind == "play"


def a_false_mahjong_costs(**what: Any) -> Table:
    """A hand in which a false mahjong costs something else than the ruleset said when it was read."""
    ruleset = copy(loaded("bmja"))
    penalty = replace(ruleset.definition.penalties["false_mahjong"], **what)
    ruleset.definition = replace(ruleset.definition, penalties={"false_mahjong": penalty})
    table = laid(ruleset, {"E": "1z"})
    table.discard("E", "1z")
    return table


PART_OF_NO_LIMIT = LimitShare(limits=1)
NOT_PAID = "False mahjong (not paid: the penalty is a part of the limit, and there is no limit)"


def test_a_penalty_that_is_a_part_of_no_limit_is_told_and_kills_the_hand_all_the_same() -> None:
    table = a_false_mahjong_costs(each=PART_OF_NO_LIMIT, then="dead_hand")
    called, told, dead, *_ = table.call_falsely("S", "mahjong")
    assert (called, told, dead) == (FalseCall(1, "mahjong"), Paid(1, "false_mahjong", NOT_PAID, ()), Dead(1))
    assert "S" not in table.to_act()


def test_a_penalty_that_is_a_part_of_no_limit_may_be_noticed() -> None:
    table = a_false_mahjong_costs(each=PART_OF_NO_LIMIT, then="no_win")
    noticed, told, barred = table.fault("S", "false_mahjong")[:3]
    assert noticed == NoticedFault(1, "false_mahjong")
    assert (told, barred) == (Paid(1, "false_mahjong", NOT_PAID, ()), Barred(1))


def test_a_penalty_that_concerns_nobody_has_what_follows_all_the_same() -> None:
    table = a_false_mahjong_costs(each=0, affected=50, then="dead_hand")
    assert table.call_falsely("S", "mahjong")[:2] == (FalseCall(1, "mahjong"), Dead(1))


def test_a_false_mahjong_after_a_claim_is_of_a_ready_hand_where_a_discard_leaves_one() -> None:
    table = laid(loaded("chinese-official"), {"E": "1z", "S": "11z234m567m35p999s"})
    play(table, "E discard 1z; S pung")
    called, *follows = table.call_falsely("S", "mahjong")
    assert called == FalseCall(1, "mahjong")
    assert paid(follows) == ["false_mahjong"]


def test_a_false_mahjong_after_a_claim_is_of_a_hand_that_is_not_ready_else() -> None:
    table = laid(loaded("chinese-official"), {"E": "1z", "S": "11z234m56m35p17m39s"})
    play(table, "E discard 1z; S pung")
    assert paid(table.call_falsely("S", "mahjong")) == ["false_mahjong_not_ready"]


def test_a_false_mahjong_of_east_before_his_first_discard() -> None:
    table = laid(loaded("chinese-official"), {"E": "222m777m35p99s888s1z"})
    assert table.can(FalseCall(0, "mahjong"))
    assert paid(table.call_falsely("E", "mahjong")) == ["false_mahjong"]


# Small walls


def test_no_kong_where_the_dead_wall_is_larger_than_what_is_left(tmp_path: Path) -> None:
    tiles = "tiles: {123456789mps1234567z: null, f1234: null, s1234: null, 123456789m: 4, 1234s: 4, 1z: 4}"
    ruleset = club(tmp_path, f"extends: classical\n{tiles}")
    assert ruleset.definition.table.dead_wall == 16
    table = laid(ruleset, {"E": "1111m2222m3333m44m"}, "1z", loose="44m")
    play(table, "E kong 1m; E kong 2m; E kong 3m")
    assert table.state.wall.left() == 0
    assert not table.can_kong("E", "4m")


# What others hear of claims


def heard(table: Table, seat: str) -> list[str]:
    """The calls of others that a player has heard since the last discard."""
    events = mjrules.view(table, seat).events
    last = max(place for place, event in enumerate(events) if event.kind == "discard")
    return [event.kind for event in events[last + 1 :]]


@pytest.mark.parametrize("pung", [False, True])
def test_nobody_hears_a_kong_before_all_have_spoken(tmp_path: Path, *, pung: bool) -> None:
    hands = {"E": "1z4p", "S": "444p5z", "W": "44p5z", "N": PUNGS}
    ruleset = club(tmp_path, "extends: western\ntiles: {123456789mps1234567z: 6}\ntable: {discards: face_down}")
    table = laid(ruleset, hands)
    table.discard("E", "4p")
    if pung:
        table.pung("W")
    table.kong("S")
    assert table.to_act()[-1] == "N"
    assert heard(table, "N") == []
    seen = [event for event in mjrules.view(table, "N").events if isinstance(event, Discard)]
    assert [event.tile for event in seen] == [table.state.tile]


def test_nobody_hears_a_chow_with_a_joker_before_all_have_spoken() -> None:
    ruleset = mjrules.load("western/us", {"charleston": "none"})
    table = laid(ruleset, {"E": "1z4p", "S": "3pJ", "N": PUNGS})
    table.discard("E", "4p")
    table.chow("S", "3pJ", low="3p")
    assert table.to_act() == ["N"]
    assert heard(table, "N") == []


@pytest.mark.parametrize("number", [-1, 10_001])
def test_a_number_of_the_match_that_no_record_can_say_is_refused(number: int) -> None:
    """Else nobody could win: every hand would be refused for it, and nothing tell why."""
    with pytest.raises(TableError, match=f"^honba: expected 0 to 10000, got {number}$"):
        Table(loaded("riichi"), seed=1, fields={"honba": number})
    assert Table(loaded("riichi"), seed=1, fields={"honba": 10_000}).to_act() == ["E"]


@pytest.mark.parametrize("name", ["hnoba", "dora", 5])
def test_what_is_no_number_of_the_match_is_refused(name: Any) -> None:
    """Nobody would read it, and a misspelt one was a hand without it."""
    near = ' (did you mean "honba"?)' if name == "hnoba" else ""
    with pytest.raises(TableError, match=re.escape(f"{json.dumps(name)} is no number of riichi{near}")):
        Table(loaded("riichi"), seed=1, fields={name: 1})


def test_players_are_as_many_as_seats() -> None:
    with pytest.raises(TableError, match=r"^expected 4 players, got 2$"):
        Table(loaded("riichi"), seed=1, players=["Ann", "Bo"])


# Hands that end with a set


NO_PAIR = """
extends: root
plugins: [base_payment, combinations, sum]
tiles: {replace: {123456789mps: 4}}
table: {seats: [E, S]}
shapes: {standard: {parts: [2 x set]}}
scoring: {method: sum, combination: free, minimum: 2}
rules:
  won: {points: 1}
  pungs: {points: 2, when: {sets: {pung: 2}}}
settlement: {method: base_payment, base: 1}
"""


def test_no_set_is_claimed_that_leaves_nothing_to_discard(tmp_path: Path) -> None:
    rules = NO_PAIR.replace("[E, S]", "[E, S, W]")
    table = laid(club(tmp_path, rules), {"E": "1s7m9m9m9p9p", "S": "11s34p5m", "W": "22p7p7s1m"}, "9s2p")
    play(table, "E discard 1s; S pung; S discard 5m; W discard 9s; E discard 2p")
    assert table.to_act() == ["W"]
    with pytest.raises(ActionError, match="no tile would be left to discard"):
        table.chow("S", "34p")


def test_a_game_without_a_pair_is_played_to_its_end(tmp_path: Path) -> None:
    assert check_play(club(tmp_path, NO_PAIR), hands=amount(5, 20, 100))["won"]


def test_a_hand_that_does_not_go_on_says_which_and_whose_turn_it_is(tmp_path: Path) -> None:
    table = laid(club(tmp_path, NO_PAIR), {"E": "1s7m9m9m9p9p"}, hand=3)
    prefix = "nobody has anything to decide, and the hand is not over: hand 3 of E, seed 1, after play; "
    assert str(stalled(table)) == f"{prefix}it is the turn of E, who has 6 tiles in hand"
    for tile in table.state.players[0].tiles():
        table.state.players[0].remove(tile)
    assert str(stalled(table)) == f"{prefix}it is the turn of E, who has no tile to discard"
