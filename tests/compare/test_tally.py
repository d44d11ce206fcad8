"""What hands come to, counted by hand: who wins how, who pays, and what figures are made of it."""

from __future__ import annotations

from typing import Any

import mjrules
from mjrules.compare.measures import Measured, measures
from mjrules.compare.moments import Moments
from mjrules.compare.stretch import Stretch, outcome
from mjrules.compare.tally import tally_of
from mjrules.simulation.result import HandResult
from mjrules.simulation.summary import Summary

SEATED = {"E": "player 2", "S": "player 1", "W": "player 3", "N": "player 4"}


def hand(**said: Any) -> HandResult:
    """A hand without a winner, but for what is said."""
    nothing: dict[str, Any] = {
        "number": 1,
        "match": 1,
        "hand": 1,
        "round": "E",
        "players": SEATED,
        "won": "",
        "discarder": None,
        "worth": {},
        "rules": {},
        "discards": 70,
        "at_once": {},
        "net": dict.fromkeys(SEATED.values(), 0),
        "pots": {},
        "totals": dict.fromkeys(SEATED.values(), 0),
    }
    return HandResult(**{**nothing, **said})


CLAIMED = hand(
    won="claimed",
    discarder="S",
    worth={"E": 8},
    rules={"E": ["all_pungs", "own_flower"]},
    discards=30,
    at_once={"flowers": [1, 6]},
    net={"player 1": -24, "player 2": 32, "player 3": -4, "player 4": -4},
)
DRAWN = hand(
    won="drawn",
    worth={"N": 5},
    rules={"N": ["all_pungs"]},
    discards=20,
    net={"player 1": -5, "player 2": -5, "player 3": -5, "player 4": 15},
)
TWO = hand(
    won="claimed",
    discarder="E",
    worth={"S": 2, "W": 4},
    rules={"S": [], "W": ["all_pungs"]},
    discards=10,
    net={"player 1": 2, "player 2": -6, "player 3": 4, "player 4": 0},
)
DRAW = hand(pots={"kitty": {"pot": 20, "stake": 5}})


def test_the_sums_of_hands() -> None:
    found = tally_of([CLAIMED, DRAWN, TWO, DRAW])
    assert {name: number for name, number in found.items() if number} == {
        "hands": 4, "won": 3, "draws": 1, "wins": 4, "discards": 130, "places": 16,
        "from discard": 1, "paid by discarder": 24, "gained": 32 + 15 + 2 + 4,
        "worth": 19, "worth squared": 64 + 25 + 4 + 16, "value:8": 1, "value:5": 1, "value:2": 1, "value:4": 1,
        "net squared": 24**2 + 32**2 + 2 * 4**2 + 15**2 + 3 * 5**2 + 2**2 + 6**2 + 4**2 + 4 * 5**2,
        "way:claimed": 3, "way:drawn": 1, "seat:E": 1, "seat:S": 1, "seat:W": 1, "seat:N": 1,
        "rule:all_pungs": 3, "rule:own_flower": 1, "times:flowers": 1, "amount:flowers": 6, "in:kitty": 20,
        "net:E": 32 - 5 - 6 - 5, "net:S": -24 - 5 + 2 - 5, "net:W": -4 - 5 + 4 - 5, "net:N": -4 + 15 + 0 - 5,
        "player:player 1": -32, "player:player 2": 16, "player:player 3": -10, "player:player 4": 6,
    }  # fmt: skip


def test_what_one_player_puts_into_a_pot_and_another_takes_in_the_same_hand_is_paid_in_and_out() -> None:
    """As riichi sticks go: 3 lay before the hand, and a player's own stick comes back unseen."""
    sticks = {"pot": 0, "put": {"player 1": 1000, "player 3": 1000, "player 4": -5000}}
    summary = Summary.of_hand(hand(pots={"sticks": sticks}))
    assert (summary.paid_in["sticks"], summary.paid_out["sticks"]) == (2000, 5000)
    assert summary.net == {"player 1": -1000, "player 2": 0, "player 3": -1000, "player 4": 5000}
    told = tally_of([hand(pots={"sticks": sticks})])
    assert (told["in:sticks"], told["out:sticks"]) == (2000, 5000)


def found(by_player: bool) -> dict[tuple[str, str], Measured]:
    """What is told where A has four hands, and B five: the first two of them twice, and the draw."""
    moments = Moments()
    other = tally_of([CLAIMED, DRAWN, CLAIMED, DRAWN, DRAW])
    moments.add(Stretch(1, 4, 4, 2, tally_of([CLAIMED, DRAWN, TWO, DRAW]), other))
    ruleset = mjrules.load("chinese-official")
    told = measures(moments, ruleset, ruleset, by_player=by_player)
    return {(own.kind, own.id): own for own in told}


def test_the_figures_that_are_made_of_them() -> None:
    told = {key: (own.found.a, own.found.b) for key, own in found(False).items()}
    assert told["ends", "draws"] == (25, 20)
    assert told["seats", "N"] == (25, 40)
    assert told["worths", "average"] == (19 / 4, 13 / 2)
    assert told["worths", "spread"][1] == 1.5
    assert told["payments", "winner"] == (53 / 4, 47 / 2)
    assert told["payments", "discarder"] == (24, 24)
    assert told["payments", "E"] == (4, 9.8)
    assert told["length", "discards"] == (32.5, 34)
    assert told["rules", "all_pungs"] == (75, 80)
    assert told["at_once", "flowers"] == (25, 40)
    assert told["at_once", "flowers amount"] == (1.5, 2.4)
    assert told["pots", "kitty"] == (5, 4)
    assert not any(kind == "players" for kind, _ in told)


def test_each_player_is_told_where_they_are_not_alike() -> None:
    own = found(True)["players", "player 1"]
    assert (own.found.a, own.found.b, own.unit) == (-8, -12.6, "a hand")


def test_which_hands_came_out_the_same() -> None:
    """Who won how and who paid what, whoever sits there; not how many tiles were discarded."""
    seated = {"E": "player 1", "S": "player 2", "W": "player 3", "N": "player 4"}
    turned = hand(
        won="drawn",
        worth={"N": 5},
        players=seated,
        discards=33,
        net={"player 1": -5, "player 2": -5, "player 3": -5, "player 4": 15},
    )
    assert outcome(turned) == outcome(DRAWN)
    others: list[dict[str, Any]] = [{"worth": {"W": 5}}, {"won": "robbed"}, {"net": {**DRAWN.net, "player 1": -4}}]
    for other in others:
        assert outcome(hand(**{"won": "drawn", "worth": {"N": 5}, "net": DRAWN.net, **other})) != outcome(DRAWN)
