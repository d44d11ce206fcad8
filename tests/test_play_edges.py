"""Rare moments of play: hands that die while something is open, faults that are noticed, tables of another size."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjrules
import mjrules.table.table
from mjrules import Ruleset, TableError
from mjrules.errors import PluginError
from mjrules.play.events import Event
from mjrules.table.table import Table
from tests.laid import kinds, laid, play

load = cache(mjrules.load)
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


SUMS = "extends: root\nplugins: [all_hands, combinations, sum]\nscoring: {method: sum, rules: {won: {fan: 1}}}\n"


@pytest.mark.parametrize(
    ("settlement", "reason"),
    [
        ("", "club does not say who pays whom: it has no settlement"),
        (
            "settlement: {method: dangerous_game}",
            "club settles by dangerous_game, which settles no win on a drawn tile",
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


def test_three_players_exchange_to_the_right_and_left(tmp_path: Path) -> None:
    steps = "{first: [right, left], second: [left, right]}"
    ruleset = club(tmp_path, f"extends: western/us\ntable: {{seats: [E, S, W]}}\nhouse_rules: {{charleston: {steps}}}")
    table = Table(ruleset, 1)
    for seat in table.to_act() * 2:
        table.do(table.legal_actions(seat)[-1])
    assert [event.other for event in table.log if event.kind == "moved"] == [1, 2, 0, 2, 0, 1]


def test_nothing_happens_where_a_plugin_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(load("western"), {"E": "1z4p", "S": PUNGS})
    table.discard("E", "4p")
    before = table.events

    def fails(*_: Any) -> Event:
        raise PluginError("failed")

    monkeypatch.setattr(mjrules.table.table, "win_end", fails)
    with pytest.raises(PluginError):
        table.mahjong("S")
    assert table.events == before
    assert table.can_mahjong("S")


# Hands that die


def dies(table: Table, *seats: str) -> None:
    for seat in seats:
        table.fault(seat, WRONG_NUMBER)


def test_the_last_player_whose_hand_is_not_dead_plays_on() -> None:
    table = laid(load("western"), {"E": "1z", "S": PUNGS}, "2z 3z 4p")
    dies(table, "E", "W", "N")
    play(table, "S discard 2z; S discard 3z; S mahjong")
    assert table.over
    assert table.log[-1].data is not None
    assert table.log[-1].data["winners"] == ["S"]


def test_a_hand_is_drawn_when_all_are_dead() -> None:
    table = laid(load("western"), {"E": "1z"})
    dies(table, "S", "W", "N", "E")
    assert kinds(table.log)[-3:] == ["dead", "exhausted", "end"]


def test_a_late_call_is_too_late_when_the_hand_that_has_drawn_is_dead() -> None:
    late: dict[str, Any] = {"late_calls": "call_stands"}
    table = laid(mjrules.load("western", late), {"E": "1z", "S": "1m4m7m1p4p7p", "N": "11z9p"}, "2z3z")
    play(table, "E discard 1z; S draw")
    assert table.to_act() == [1, 3]
    dies(table, "S")
    assert table.to_act() == [2]
    assert not table.can_pung("N")
    table.undo()
    assert table.can_pung("N")
