"""What a house rule sees of a hand in play, of which it can change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mjrules import Table
from mjrules.play.seat_state import Player
from mjrules.play.seen import HandInPlay, PlayerInPlay
from mjrules.play.state import State
from tests.kit.laid import laid, play
from tests.kit.rulesets import loaded


@pytest.fixture
def table() -> Table:
    table = laid(loaded("western"), {"E": "1z", "S": "11z"}, "2z")
    play(table, "E discard 1z; S pung")
    return table


@pytest.fixture
def seen(table: Table) -> HandInPlay:
    return HandInPlay(table.state)


def told(own: State | Player, seen: HandInPlay | PlayerInPlay) -> Iterator[tuple[str, object, object]]:
    for name in vars(type(seen)):
        if hasattr(own, name) and not name.startswith("_") and not callable(getattr(seen, name)) and name != "players":
            value = getattr(own, name)
            yield name, getattr(seen, name), tuple(value) if isinstance(value, list) else value


def test_what_is_seen_is_what_is_there(table: Table, seen: HandInPlay) -> None:
    assert seen.phase == "turn"
    assert (seen.turn, seen.ready, seen.owed, seen.claiming(0), seen.live()) == (
        1,
        True,
        False,
        True,
        table.state.live(),
    )
    assert {name for name, found, own in told(table.state, seen) if found != own} == {"phase"}
    for player, own in zip(seen.players, table.state.players, strict=True):
        assert player.tiles() == own.tiles()
        assert all(found == value for _, found, value in told(own, player))


def test_what_is_seen_follows_the_hand(table: Table, seen: HandInPlay) -> None:
    table.discard("S", seen.players[1].tiles()[0])
    assert (seen.phase, seen.discards) == (table.state.phase.name, 2)


@pytest.mark.parametrize("name", ["turn", "phase", "players", "drawn", "_state", "mood"])
def test_a_house_rule_cannot_change_the_hand(seen: HandInPlay, name: str) -> None:
    message = f"^{name} cannot be changed: what a house rule changes in a hand, it changes by events$"
    with pytest.raises(AttributeError, match=message):
        setattr(seen, name, 0)


def test_a_house_rule_cannot_change_a_player(seen: HandInPlay) -> None:
    player: Any = seen.players[0]
    with pytest.raises(AttributeError, match=r"^dead cannot be changed: "):
        player.dead = True
    with pytest.raises(TypeError, match="does not support item assignment"):
        player.counts[0] = 4
    with pytest.raises(AttributeError):
        player.add(3)
    player.tiles().clear()
    assert player.tiles()


def test_a_house_rule_cannot_apply_events(seen: HandInPlay) -> None:
    own: Any = seen
    for name in ("apply", "fold", "wall"):
        assert not hasattr(own, name)
