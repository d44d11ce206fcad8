"""House rules that say which actions they may forbid are asked about no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules import ActionError, Match, PluginError, Table
from mjrules.hooks import Action, HouseRule, Play, events
from mjrules.testing import random_player
from mjrules.tiles.tile import TEXT
from tests.kit.house import Club, club_in
from tests.kit.laid import laid, play

ASKED: list[type[Action]] = []


class NoPungs(Play):
    """Nobody claims a pung, nor, though it does not say so, discards a north wind."""

    forbids: tuple[type[Action], ...] = (events.Pung,)

    def allows(self, action: Action) -> str:
        ASKED.append(type(action))
        north = isinstance(action, events.Discard) and action.tile == 30
        return "not here" if isinstance(action, events.Pung) or north else ""


class Silent(NoPungs):
    """The same, which says nothing of what it forbids."""

    forbids = Play.forbids


@pytest.fixture
def club(tmp_path: Path) -> Club:
    ASKED.clear()
    return club_in(tmp_path)


def offered(table: Table, seat: str) -> list[str]:
    return [action.text() for action in table.legal_actions(seat)]


def test_it_is_asked_about_the_actions_that_it_may_forbid_alone(club: Club) -> None:
    table = laid(club(NoPungs), {"E": "5m4z", "S": "46m", "W": "55m"})
    assert "discard 4z" in offered(table, "E")
    play(table, "E discard 5m")
    assert offered(table, "W") == []
    assert "chow 46m" in offered(table, "S")
    assert {*ASKED} == {events.Pung}
    with pytest.raises(ActionError, match="it may not be claimed"):
        play(table, "W pung 55m")


def test_it_is_asked_about_all_where_it_does_not_say(club: Club) -> None:
    table = laid(club(Silent), {"E": "5m4z", "S": "46m", "W": "55m"})
    assert "discard 4z" not in offered(table, "E")
    with pytest.raises(ActionError, match="not here"):
        play(table, "E discard 4z")
    play(table, "E discard 5m")
    assert (offered(table, "W"), "chow 46m" in offered(table, "S")) == ([], True)
    assert {*ASKED} >= {events.Pung, events.Chow, events.Discard}


def test_what_it_does_not_say_it_forbids_is_not_refused(club: Club) -> None:
    table = laid(club(NoPungs), {"E": "5m4z"})
    play(table, "E discard 4z")
    assert ASKED == []


class Tiles(Play):
    """Tiles of some suits stay in the hand, and none of them is claimed; each house rule of this class has its own."""

    forbids = (events.Discard, events.Pung)
    stays = "m"

    def allows(self, action: Action) -> str:
        return "it stays" if TEXT[getattr(action, "tile", 0)][1] == self.stays else ""


class OtherTiles(Tiles):
    """The same of another suit."""

    stays = "z"


def test_every_rule_forbids_what_it_forbids(club: Club) -> None:
    """What is left by one is asked of the next, in a turn as well as when a tile is claimed."""
    for first, second in ((Tiles, OtherTiles), (OtherTiles, Tiles)):
        beside = [HouseRule("other", "", play=second, stops=True)]
        table = laid(
            club(first, house_rules="odd: {}, other: {}", beside=beside), {"E": "1m1z1p", "S": "1p", "W": "11m11z11p"}
        )
        suits = {TEXT[action.tile][1] for action in table.legal_actions("E") if isinstance(action, events.Discard)}
        assert not suits & {"m", "z"}
        assert {"p"} <= suits
        play(table, "E discard 1p")
        assert "pung 11p" in offered(table, "W")


class Stays(Play):
    """Nobody may discard anything."""

    forbids = (events.Discard,)

    def allows(self, action: Action) -> str:
        return "keep it"


class Waits(Play):
    """Something is to be decided before play, and nobody can decide it."""

    def before_play(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (Stays, r"allows: E may do nothing: discard \d[mpsz]: keep it"),
        (Waits, "before_play: something is to be decided, and nobody has an action for it"),
    ],
)
def test_a_rule_by_which_play_does_not_go_on_is_named(club: Club, rule: type[Play], why: str) -> None:
    match = Match(club(rule), 1)
    with pytest.raises(PluginError, match=f'plugin "odd" failed in mj_house_rules, the house rule "odd": {why}'):
        match.play(random_player(1), hands=1)
