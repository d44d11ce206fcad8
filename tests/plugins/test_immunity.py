"""Who is responsible for a win: who first threw such a tile since the winner's last discard."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import mjrules
from mjrules import Table, make_player
from mjrules.match.match import Chooser, play_out
from mjrules.play.event_fields import NOBODY
from mjrules.play.events import Action, Discard, Event, Mahjong, Pass, Won
from mjrules.table.view import View
from mjrules.testing import check_play
from mjrules.tiles.tile import KIND
from tests.kit.laid import laid, play
from tests.kit.profile import amount

ZUNG_JUNG = mjrules.load("zung-jung")
WAITING = "123456p78p99p111z"
"""North waits for 6p and 9p; with 9p the hand is worth 85."""


@pytest.mark.parametrize(
    ("east", "draws", "moves", "pays"),
    [
        ("", "9p", "E discard 1m; S discard 9p; N mahjong", {"E": 25, "S": 205, "W": 25}),
        # another threw it before, and who threw it last is immune
        ("9p", "9p", "E discard 9p; S discard 9p; N mahjong", {"E": 205, "S": 25, "W": 25}),
        ("", "9p9p", "E discard 1m; S discard 9p; W discard 9p; N mahjong", {"E": 25, "S": 205, "W": 25}),
        # another tile that would win is not the same
        ("6p", "9p", "E discard 6p; S discard 9p; N mahjong", {"E": 25, "S": 205, "W": 25}),
        # the winner threw it first: nobody is responsible
        ("9p", "2m3m9p", "E discard 1m; S discard 2m; W discard 3m; N discard 9p; E discard 9p; N mahjong", None),
        # since then the winner has thrown another tile
        (
            "9p",
            "2m3m7z9p",
            "E discard 9p; S discard 2m; W discard 3m; N discard 7z; E discard 9p; N mahjong",
            {"E": 205, "S": 25, "W": 25},
        ),
        (
            "9p",
            "2m3m7z4m9p",
            "E discard 9p; S discard 2m; W discard 3m; N discard 7z; E discard 4m; S discard 9p; N mahjong",
            {"E": 25, "S": 205, "W": 25},
        ),
        # a tile that was claimed was thrown too
        ("9p", "9p", "E discard 9p; S chow 7p8p; S discard 2m; W discard 9p; N mahjong", {"E": 205, "S": 25, "W": 25}),
    ],
)
def test_who_is_responsible(east: str, draws: str, moves: str, pays: dict[str, int] | None) -> None:
    table = laid(ZUNG_JUNG, {"E": east, "S": "78p2m", "N": WAITING}, draws)
    play(table, moves)
    assert table.end is not None
    found = {item.payer: item.amount for item in table.end.transfers}
    assert found == (pays or {"E": 85, "S": 85, "W": 85})


def test_the_tile_of_a_kong_is_one_that_is_thrown() -> None:
    table = laid(ZUNG_JUNG, {"E": "9p", "S": "99p2m", "N": "123m456m78p456s11z"}, "3m7z4m9p")
    play(table, "E discard 9p; S pung; S discard 2m; W discard 3m; N discard 7z; E discard 4m; S kong 9p; N mahjong")
    assert table.end is not None
    assert table.end.hands["N"].fields == {}
    assert [item.because.split(":")[0] for item in table.end.transfers] == ["others", "discarder", "others"]


def first_thrower(events: Sequence[Event], won: Won) -> int | None:
    """Who first threw a tile like the one won with since the winner's last discard, read from the events alone."""
    thrown = [event for event in events if isinstance(event, Discard)]
    own = [place for place, event in enumerate(thrown) if event.seat == won.seat]
    since = thrown[own[-1] if own else 0 :]
    return next((event.seat for event in since if KIND[event.tile] == KIND[won.tile]), None)


def followers(table: Table, seed: int) -> Chooser:
    """Players who often throw what was just thrown, and pass up winning discards at first."""
    choose, random = make_player("quick", ZUNG_JUNG, seed), Random(seed)

    def chosen(view: View) -> Action:
        action: Action = choose(view)
        other: list[Action] = []
        if isinstance(action, Mahjong):
            other = [own for own in view.legal if isinstance(own, Pass)]
        elif isinstance(action, Discard):
            thrown = [event.tile for event in table.log if isinstance(event, Discard)][-3:]
            other = [own for own in view.legal if isinstance(own, Discard) and own.tile in thrown]
        return other[0] if other and random.random() < 0.7 else action

    return chosen


def test_played_hands_name_the_same_player() -> None:
    seen = set[str]()
    for number in range(amount(60, 200, 1000)):
        table = Table(ZUNG_JUNG, f"immunity/{number}")
        play_out(table, followers(table, number))
        assert table.end is not None
        for place, event in enumerate(table.log):
            if isinstance(event, Won) and event.other != NOBODY:
                thrower = first_thrower(table.log[:place], event)
                said = {} if thrower in (None, event.other) else {"responsible": table.seats[thrower]}
                assert table.end.hands[table.seats[event.seat]].fields == said
                seen.add({None: "kong", event.other: "discarder", event.seat: "winner"}.get(thrower, "another"))
    assert {"another", "discarder"} <= seen


def test_all_players_keep_to_it() -> None:
    check_play(ZUNG_JUNG, hands=amount(2, 8, 20), seed=5)
