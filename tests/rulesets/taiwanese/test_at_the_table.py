"""What Taiwanese players do at the table besides winning: flowers are robbed, and hands are declared ready as dealt."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import ActionError, Table, load_table, view
from mjrules.play import events
from mjrules.play.events import Declare
from mjrules.testing import check_play
from mjrules_declarations.on_deal import Forgo
from tests.kit.laid import kinds, laid, play, silent
from tests.kit.profile import amount

SEVEN = "f1234s123 "
UNFIT = "1479m147p19s"
"""Nine tiles that are far from a complete hand."""
WHITE = 31
READY = "123m456m78p456s345s66s"
"""Waits for the 6 and the 9 dots."""
UNREADY = "124m457m78p156s379s6s1z"


@cache
def loaded(name: str = "taiwanese", **options: Any) -> mjrules.Ruleset:
    return mjrules.load(name, options)


def flowers(name: str = "taiwanese", hand: str = SEVEN + UNFIT, draws: str = "s4", **more: str) -> Table:
    """South draws the first of these tiles after East has discarded a wind."""
    table = laid(loaded(name), {"E": "5z", "W": hand, **more}, draws, "11122233z")
    play(table, "E discard 5z")
    while table.state.phase.name == "claims" and table.state.tile == WHITE:
        table.pass_claim(table.to_act()[0])
    return table


def test_seven_flowers_rob_the_eighth() -> None:
    table = flowers()
    assert table.log[-1].to_record(table.seats) == {"event": "bonus", "seat": "S", "tile": "s4", "open": True}
    assert table.to_act() == ["W"]
    assert {action.kind for action in table.legal_actions("W")} == {"pass", "mahjong"}
    table.mahjong("W")
    assert kinds(table.log[-3:]) == ["robbed", "won", "end"]
    assert table.end.items["W"][0]["id"] == "seven_flowers"
    assert table.end.scores["W"] == 8
    assert table.end.net == {"E": 0, "S": -8, "W": 8, "N": 0}
    hand = table.end.hands["W"]
    assert hand.flags == {"robbing_flower"}
    assert (hand.win, hand.source, len(hand.bonus or ())) == (None, "left", 7)
    assert table.state.players[1].bonus == []


def test_a_flower_that_is_not_robbed_is_replaced() -> None:
    table = flowers()
    table.pass_claim("W")
    assert kinds(table.log[-3:]) == ["pass", "stands", "drawn"]
    assert table.log[-1].to_record(table.seats)["word"] == "for_bonus"
    assert table.state.players[1].bonus == [41]
    assert table.to_act() == ["S"]
    table.undo()
    assert table.to_act() == ["W"]
    table.mahjong("W")
    assert table.over


def test_a_log_with_a_robbed_flower_is_read(tmp_path: Path) -> None:
    table = flowers()
    table.mahjong("W")
    table.save(tmp_path / "hand.jsonl")
    assert load_table(tmp_path / "hand.jsonl", table.ruleset).events == table.events
    assert view(table, "E").events[-1] == table.end


@pytest.mark.parametrize(
    ("name", "hand", "draws", "more"),
    [
        ("taiwanese", "f1234s12 " + UNFIT + "5s", "s4", {}),
        ("taiwanese", "f1234s12 " + UNFIT + "5s", "s4", {"N": "s3"}),
        ("taiwanese", SEVEN + UNFIT, "5s", {}),
        ("taiwanese/mahjong-time", SEVEN + UNFIT, "s4", {}),
    ],
)
def test_no_other_flower_is_robbed(name: str, hand: str, draws: str, more: dict[str, str]) -> None:
    table = flowers(name, hand, draws, **more)
    assert not any(isinstance(event, events.Bonus) and event.open for event in table.log)
    assert "stands" not in kinds(table.log)
    assert table.to_act() != ["W"]


def test_the_eighth_flower_of_ones_own_is_no_robbery() -> None:
    table = laid(loaded(), {"E": SEVEN + UNFIT + "5z"}, "7z7z7zs4")
    play(table, "E discard 5z")
    while table.state.turn or table.state.discards < 2:
        silent(table)
        table.do(table.legal_actions(table.to_act()[0])[-1])
    assert not any(isinstance(event, events.Bonus) and event.open for event in table.log)
    table.mahjong("E")
    assert table.end.items["E"][0]["id"] == "eight_flowers"


def dealt(hands: dict[str, str], draws: str = "") -> Table:
    return laid(loaded(ready_on_deal="8"), hands, draws)


def test_whoever_is_ready_with_the_hand_as_dealt_may_say_so() -> None:
    table = dealt({"S": READY})
    assert table.state.phase.name == "deal"
    assert table.to_act() == ["S"]
    assert table.legal_actions("S") == [Declare(1, "ready_on_deal"), Forgo(1)]
    table.declare("S", "ready_on_deal")
    assert kinds(table.log[-3:]) == ["declare", "play", "drawn"]
    assert table.to_act() == ["E"]
    assert "declare" in kinds(view(table, "N").events)


def test_the_hand_stays_as_it_was_declared_and_counts() -> None:
    table = dealt({"S": READY, "E": "5z", "W": "9p"}, "7z7z7z7z")
    table.declare("S", "ready_on_deal")
    play(table, "E discard 5z")
    silent(table)
    assert [action.text() for action in table.legal_actions("S")] == ["discard 7z"]
    play(table, "S discard 7z")
    silent(table)
    table.discard("W", "9p")
    assert table.to_act() == ["S"]
    table.mahjong("S")
    items = {item["id"]: item["value"] for item in table.end.items["S"]}
    assert items["ready_on_deal"] == 8
    assert "ready_at_once" not in items


def test_whoever_does_not_say_so_plays_on_unheard() -> None:
    table = dealt({"S": READY})
    table.do(Forgo(1))
    assert table.to_act() == ["E"]
    assert "forgo" in kinds(view(table, "S").events)
    assert "forgo" not in kinds(view(table, "N").events)
    table.undo()
    assert table.to_act() == ["S"]


@pytest.mark.parametrize("seat", ["E", "S"])
def test_nobody_else_may_say_it(seat: str) -> None:
    table = dealt({"S": UNREADY})
    assert table.to_act() == ["E"]
    assert "play" in kinds(table.log)
    with pytest.raises(ActionError, match=r"before play, with the hand as dealt|the player's own turn"):
        table.declare(seat, "ready_on_deal")


def test_east_says_it_before_the_last_tile_is_drawn() -> None:
    table = dealt({"E": READY})
    assert table.state.players[0].size == 16
    with pytest.raises(ActionError, match="there is nothing to declare before play"):
        table.do(Forgo(1))
    with pytest.raises(ActionError, match="the hand does not wait for one tile, or it is too early"):
        table.declare("S", "ready_on_deal")
    table.declare("E", "ready_on_deal")
    assert table.state.players[0].size == 17
    assert table.legal_actions("E") == [events.Discard(0, table.state.drawn)]


def test_by_default_nobody_is_asked() -> None:
    table = laid(loaded(), {"S": READY})
    assert table.to_act() == ["E"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("taiwanese", {"ready_on_deal": "8"}), ("taiwanese/mahjong-time", {})])
def test_the_laws_of_play_hold(name: str, options: dict[str, str]) -> None:
    assert check_play(name, hands=amount(1, 1, 2), options=options)["views"]
