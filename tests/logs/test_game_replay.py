"""Games of which a record tells what was dealt, drawn and done: played again hand by hand, without the wall."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from mjrules import HandReplay, LogError, Match, MatchReplay, MoveKind, RecordedEnd, RecordedHand, RecordedMove, Table
from mjrules.hooks import LogStep
from mjrules.play import events
from mjrules.play.events import Event
from tests.kit.playing import chooser
from tests.kit.rulesets import loaded

Recorded = tuple[RecordedHand, RecordedEnd]
CLAIMS: dict[str, MoveKind] = {"chow": "chow", "pung": "pung", "kong": "kong"}
HANDS = 8


def moves(table: Table) -> Iterator[RecordedMove]:
    """What was drawn and done, with the seats of the table."""
    first = next(event.tiles[-1] for event in reversed(table.log) if isinstance(event, events.Dealt))
    log: list[Event] = [events.Drawn(0, first, "wall"), *table.log]
    for number, event in enumerate(log):
        where = f"event {number}"
        if isinstance(event, events.Drawn):
            yield RecordedMove(where, "draw", event.seat, event.tile)
        elif isinstance(event, events.Discard):
            yield RecordedMove(where, "discard", event.seat, event.tile)
        elif isinstance(event, events.Kong) and event.how:
            kind: MoveKind = "added_kong" if event.how == "added" else "concealed_kong"
            yield RecordedMove(where, kind, event.seat, event.tile)
        elif isinstance(event, events.Melded):
            own = list(event.tiles)
            own.remove(event.tile)
            yield RecordedMove(where, CLAIMS[event.type], event.seat, event.tile, tuple(own), event.other)


def recorded(table: Table, totals: tuple[int, ...], east: int, rounds: int, line: int) -> Recorded:
    """The record of a hand that was played."""

    def seat(place: int) -> int:
        return (place + east) % 4

    hands: list[list[int]] = [[], [], [], []]
    dealt = [event for event in table.log if isinstance(event, events.Dealt)]
    for event in dealt:
        hands[seat(event.seat)] += event.tiles
    hands[east].remove(dealt[-1].tiles[-1])
    done = [
        move._replace(seat=seat(move.seat), giver=seat(move.giver) if move.own else move.giver) for move in moves(table)
    ]
    hand = RecordedHand(
        line=line,
        name=f"hand {line}",
        first=line == 1,
        round=rounds,
        east=east,
        totals=totals,
        numbers={},
        hands=tuple(map(tuple, hands)),
        moves=tuple(done),
    )
    gains = tuple(table.end.net[table.seats[(place - east) % 4]] for place in range(4))
    won = [event for event in table.log if isinstance(event, events.Won)]
    givers = {seat(event.seat): seat(event.seat if event.other < 0 else event.other) for event in won}
    return hand, RecordedEnd(tuple(givers), "", gains, (), givers)


@cache
def game() -> tuple[Recorded, ...]:
    """The first hands of a match, among which are claims, kongs, draws and wins."""
    players = ["0", "1", "2", "3"]
    match = Match(loaded("zung-jung"), 4, players, seat=False)
    found: list[Recorded] = []
    while len(found) < HANDS:
        totals = tuple(match.totals[player] for player in players)
        east, rounds = players.index(match.players["E"]), match.rotation.round - 1
        match.play(chooser(len(found), claims=0.3), hands=1)
        found.append(recorded(match.played[-1], totals, east, rounds, len(found) + 1))
    return tuple(found)


def replayed(hands: tuple[Recorded, ...]) -> list[Any]:
    """The events of hands that are played again one after another."""
    again = MatchReplay(loaded("zung-jung"))
    steps: list[LogStep] = []
    for hand, end in hands:
        replay = HandReplay(hand)
        again.begin(replay, follows=not hand.first)
        replay.play()
        replay.told("end", replay.finish, end)
        steps += again.end(replay)
    return [event for _, event, _ in steps]


def test_a_match_is_played_again_from_what_was_drawn_and_done() -> None:
    kinds = [event.kind for event in replayed(game())]
    assert kinds.count("closed") == HANDS
    assert {"meld", "kong", "won"} <= {*kinds}


def refused(change: dict[str, Any]) -> str:
    """Why the first hand that somebody has won is refused, its end changed."""
    number, (_, end) = next((number, own) for number, own in enumerate(game()) if own[1].winners)
    changed = (*game()[:number], (game()[number][0], end._replace(**change)))
    with pytest.raises(LogError) as caught:
        replayed(changed)
    return str(caught.value).partition(": end: ")[2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"givers": {0: 5, 1: 5, 2: 5, 3: 5}}, "from: expected "),
        ({"put": (2,)}, "put into pots: expected [], found [2]"),
        ({"gains": (0, 0, 0, 0)}, "gains: expected "),
    ],
)
def test_a_hand_that_ends_otherwise_is_refused(change: dict[str, Any], reason: str) -> None:
    if "givers" in change:
        winner = next(own[1].winners[0] for own in game() if own[1].winners)
        change = {"givers": {winner: 5}}
    assert refused(change).startswith(reason)


def test_a_hand_stands_alone() -> None:
    hand, end = game()[3]
    alone = hand._replace(first=False)
    assert {"closed"} & {event.kind for event in replayed(((alone, end),))} == set()


def changed(number: int, **changes: Any) -> tuple[Recorded, ...]:
    """The game, one hand of which is another."""
    hands = list(game()[:number])
    hand, end = hands[-1]
    said = {name: changes.pop(name) for name in ("winners", "gains") if name in changes}
    hands[-1] = hand._replace(**changes), end._replace(**said)
    return tuple(hands)


def moved(number: int, place: int, **changes: Any) -> tuple[RecordedMove, ...]:
    """The moves of a hand, one of which is another, or missing."""
    own = list(game()[number - 1][0].moves)
    own[place : place + 1] = [own[place]._replace(**changes)] if changes else []
    return tuple(own)


REFUSED = [
    (
        lambda: changed(2, totals=(1, 2, 3, 4)),
        "hand 2: points: expected [-40, 120, -40, -40], found [1, 2, 3, 4]",
    ),
    (lambda: changed(2, east=0), 'line 2: hand 2: East: expected seat 1, found "seat 0"'),
    (lambda: changed(2, round=2), 'line 2: hand 2: round: expected E, found "W"'),
    (lambda: changed(2, numbers={"odd": 3}), "line 2: hand 2: odd: expected 0, found 3"),
    (lambda: changed(2, hands=((0,) * 13,) * 4), "line 2: hand 2: the wall has "),
    (lambda: changed(1, winners=()), "line 1: hand 1: end: the game is not over: seat "),
    (lambda: changed(1, gains=(1, 2, 3, 4)), "line 1: hand 1: end: gains: expected ["),
    (lambda: changed(1, moves=moved(1, 1, tile=33)), "line 1: hand 1: event "),
    (lambda: changed(1, moves=moved(1, 2)), "line 1: hand 1: event "),
    (lambda: changed(1, moves=moved(1, 3, word="drawn")), "line 1: hand 1: event "),
    (lambda: changed(1, moves=moved(1, 3, kind="says", word="odd")), ": declare odd: "),
    (lambda: changed(1, moves=moved(1, 3, kind="turned_up")), "the tiles turned up are none, not "),
    (lambda: changed(1, moves=moved(1, 1) * 40), "more than the wall has"),
    (lambda: changed(1, hands=((0,) * 13,) * 4), "line 1: hand 1: the wall has "),
]


@pytest.mark.parametrize(("hands", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_is_not_so_is_refused(hands: Any, reason: str) -> None:
    with pytest.raises(LogError) as caught:
        replayed(hands())
    assert reason in str(caught.value)
