"""Tiles that house rules let players lay aside, and declared sets that they let them change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mjrules import PluginError, load_table, view
from mjrules.hands.meld import Meld
from mjrules.hooks import Action, Event, Play, events
from mjrules.match.match import Chooser
from mjrules.table.view import View
from mjrules.testing import check_play, sensible_player
from tests.kit.house import Club, club_in
from tests.kit.laid import kinds, laid, play

NORTH = 30
TOLD = """
flags: {north: said when a north wind is laid aside}
fields: {north: {type: %s, about: what was laid aside}}
rules: {north: {points: 9, when: {number: {north: 2+}}}}
"""
NUMBER = TOLD % "number"
WAITS = "123m456m789m12p44z"
"""Waits for the 3 dots."""
ORPHANS = "19m19p19s1235677z"
"""Waits for the north wind alone."""


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return club_in(tmp_path)


class North(Play):
    """A north wind is laid aside, and another tile drawn for it, unless somebody wins with it."""

    kinds = (events.Declare,)

    def actions(self, seat: int) -> list[Action]:
        state = self.state
        turn = state.phase == "turn" and state.turn == seat and not state.owed and state.spare(seat)
        drawn = turn and state.players[seat].size % 3 == 2
        return [events.Declare(seat, "north")] if drawn and state.players[seat].counts[NORTH] else []

    def why_not(self, action: Action) -> str:
        return "there is no north wind to lay aside"

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action, events.LaidAside(action.seat, NORTH, "north", open=True)]


class Quietly(North):
    """The same, and nobody can rob it."""

    def carry_out(self, action: Action) -> Sequence[Event]:
        return [action, events.LaidAside(action.seat, NORTH, "north")]


def test_a_tile_laid_aside_is_replaced_and_told_in_the_record(club: Club) -> None:
    table = laid(club(North, NUMBER), {"E": WAITS + "5z"}, "", "5z3p")
    table.declare("E", "north")
    assert kinds(table.log[-4:]) == ["declare", "laid_aside", "stands", "drawn"]
    assert table.log[-3].to_record(table.seats) == {
        "event": "laid_aside", "seat": "E", "tile": "4z", "word": "north", "open": True,
    }  # fmt: skip
    table.declare("E", "north")
    assert table.state.players[0].size == 14
    for seat in table.seats:
        assert view(table, seat).players[0].aside == (NORTH, NORTH)
    assert view(table, "W").to_record()["players"][0]["aside"] == "44z"
    assert "aside" not in view(table, "W").to_record()["players"][1]


@pytest.mark.parametrize(("kind", "found"), [("number", 2), ("tiles", ("4z", "4z"))])
def test_the_record_says_how_many_or_which(club: Club, kind: str, found: object) -> None:
    rules = NUMBER if kind == "number" else (TOLD % kind).split("rules:")[0]
    table = laid(club(Quietly, rules), {"E": WAITS + "5z"}, "", "1s2p")
    table.declare("E", "north")
    table.declare("E", "north")
    assert kinds(table.log[-2:]) == ["laid_aside", "drawn"]
    assert table.judge.hand(0, 11, "claimed").fields == {"north": found}
    assert table.judge.hand(0, 11, "", winner=False).fields == {"north": found}
    assert table.judge.hand(1, 11, "claimed").fields == {}


def test_a_hand_scores_for_what_was_laid_aside(club: Club) -> None:
    table = laid(club(North, NUMBER), {"E": "123m456m789m1p144z"}, "", "2p3p")
    for _ in range(2):
        assert not table.can_mahjong("E")
        table.declare("E", "north")
    play(table, "E discard 1z")
    hands = {"E": "123m456m789m11p344z"}
    table = laid(club(North, NUMBER), hands, "", "3z3z")
    table.declare("E", "north")
    assert not table.can_mahjong("E")
    before = table.events
    table.declare("E", "north")
    after = table.events
    table.undo()
    assert table.events == before
    assert table.state.players[0].aside == [(NORTH, "north")]
    table.declare("E", "north")
    assert table.events == after
    table.mahjong("E")
    assert table.end.hands["E"].fields == {"north": 2}
    assert "north" in [item["id"] for item in table.end.items["E"]]


def test_what_is_laid_aside_may_be_robbed(club: Club) -> None:
    table = laid(club(North, NUMBER), {"E": "4z5z", "W": ORPHANS})
    table.declare("E", "north")
    assert table.to_act() == ["W"]
    table.mahjong("W")
    assert [event.kind for event in table.log[-3:]] == ["robbed", "won", "end"]
    assert table.end.hands["W"].win == NORTH
    assert "robbing_kong" not in table.end.hands["W"].flags
    assert table.state.players[0].aside == []
    assert table.end.net["E"] < 0
    table.undo()
    table.pass_claim("W")
    assert kinds(table.log[-2:]) == ["stands", "drawn"]
    assert table.state.players[0].aside == [(NORTH, "north")]


def test_what_nobody_may_rob_is_not_asked_for(club: Club) -> None:
    table = laid(club(Quietly, NUMBER), {"E": "4z5z", "W": ORPHANS})
    table.declare("E", "north")
    assert kinds(table.log[-2:]) == ["laid_aside", "drawn"]
    assert table.to_act() == ["E"]


def test_what_is_laid_aside_is_in_the_log(club: Club, tmp_path: Path) -> None:
    table = laid(club(North, NUMBER), {"E": "4z5z", "W": ORPHANS})
    table.declare("E", "north")
    table.mahjong("W")
    table.save(tmp_path / "hand.jsonl")
    assert load_table(tmp_path / "hand.jsonl", table.ruleset).events == table.events


def laying(seed: str) -> Chooser:
    """A player who lays aside and changes what can be, and is sensible else."""
    other = sensible_player(seed)

    def choose(found: View) -> Action:
        return next((action for action in found.legal if isinstance(action, events.Declare)), None) or other(found)

    return choose


@pytest.mark.slow
@pytest.mark.parametrize("rule", [North, Quietly])
def test_tiles_laid_aside_keep_the_laws_of_play(club: Club, rule: type[Play]) -> None:
    seen = check_play(club(rule, NUMBER), hands=2, player=laying)
    assert seen["laid_aside"] > 2
    assert seen["views"]


# Sets that are changed

JOKERS = "tiles: {J: 4}\nflags: {change: a set is changed}\n"
JOKER = 42


class Exchange(Play):
    """Whoever has the tile for which a joker of a declared pung stands may exchange the two."""

    kinds = (events.Declare,)

    def found(self, seat: int) -> events.SetChanged | None:
        state = self.state
        if state.phase != "turn" or state.turn != seat or state.owed or state.players[seat].size % 3 != 2:
            return None
        for other, player in enumerate(state.players):
            for place, meld in enumerate(player.melds):
                jokers = [tile for tile in meld.tiles if tile > JOKER]
                if meld.type != "chow" and jokers and state.players[seat].counts[meld.first]:
                    real = [JOKER if tile > JOKER else tile for tile in meld.tiles]
                    real[real.index(JOKER)] = meld.first
                    return events.SetChanged(seat, other, tuple(real), meld.type, place)
        return None

    def actions(self, seat: int) -> list[Action]:
        return [events.Declare(seat, "change")] if self.found(seat) else []

    def why_not(self, action: Action) -> str:
        return "there is no joker to exchange"

    def carry_out(self, action: Action) -> Sequence[Event]:
        change = self.found(action.seat)
        assert change is not None
        return [action, change]


def test_a_joker_of_a_set_is_exchanged_for_its_tile(club: Club) -> None:
    table = laid(club(Exchange, JOKERS, plugins="odd, wild"), {"E": "5z", "S": "5zJ1z", "W": "5z"}, "1s")
    table.discard("E", "5z")
    table.pung("S", "5zJ")
    play(table, "S discard 1z")
    before = table.events
    assert table.state.players[2].counts[JOKER] == 0
    table.declare("W", "change")
    assert table.log[-1].to_record(table.seats) == {
        "event": "set_changed", "seat": "W", "other": "S", "tiles": "555z", "word": "pung", "place": 0,
    }  # fmt: skip
    assert table.state.players[1].melds == [Meld("pung", (31, 31, 31), False, "left")]
    assert table.state.players[2].counts[JOKER] == 1
    assert view(table, "N").players[1].sets == (("pung", (31, 31, 31)),)
    assert table.to_act() == ["W"]
    assert not table.can_declare("W", "change")
    after = table.events
    table.undo()
    assert table.events == before
    assert table.state.players[1].melds[0].tiles[-1] > JOKER
    table.declare("W", "change")
    assert table.events == after


def test_a_joker_got_for_the_tile_drawn_counts_as_drawn(club: Club) -> None:
    ready = "123m456m789m1p22s"
    table = laid(club(Exchange, JOKERS, plugins="odd, wild"), {"E": "5z", "S": "5zJ1z", "W": ready + "3p"}, "5z")
    table.discard("E", "5z")
    table.pung("S", "5zJ")
    play(table, "S discard 1z")
    assert not table.can_mahjong("W")
    table.declare("W", "change")
    assert table.state.drawn == JOKER
    table.mahjong("W")
    assert table.end.hands["W"].self_drawn


class Fourth(Play):
    """A pung of the player's own becomes a kong by rule, with a tile of the hand; a concealed kong may be shown."""

    hears = (events.Drawn,)

    def follows(self, event: Event) -> Sequence[Event]:
        assert isinstance(event, events.Drawn)
        player = self.state.players[event.seat]
        for place, meld in enumerate(player.melds):
            if meld.type == "pung" and player.counts[meld.first]:
                return [events.SetChanged(event.seat, event.seat, (meld.first,) * 4, "kong", place)]
            if meld.concealed:
                return [events.SetChanged(event.seat, event.seat, meld.tiles, "kong", place)]
        return []


def test_a_pung_becomes_a_kong_by_rule_and_a_tile_is_drawn(club: Club) -> None:
    table = laid(club(Fourth), {"E": "5z", "S": "55z1z", "W": "1s", "N": "1s"}, "1s2s9s5z")
    play(table, "E discard 5z; S pung; S discard 1z; W discard 1s; N discard 1s; E discard 9s")
    assert kinds(table.log[-3:]) == ["drawn", "set_changed", "drawn"]
    assert table.state.players[1].melds == [Meld("kong", (31,) * 4, False, "left", True)]
    assert table.log[-1].to_record(table.seats)["word"] == "loose"
    assert table.state.players[1].size == 11


def test_a_concealed_kong_is_shown(club: Club) -> None:
    table = laid(club(Fourth), {"E": "5555z"})
    play(table, "E kong 5z")
    assert table.state.players[0].melds == [Meld("kong", (31,) * 4)]
    assert view(table, "S").players[0].sets == (("kong", (31,) * 4),)


@pytest.mark.slow
def test_sets_that_change_keep_the_laws_of_play(club: Club) -> None:
    seen = check_play(club(Exchange, JOKERS, plugins="odd, wild"), hands=4, player=laying)
    assert seen["set_changed pung"]
    seen = check_play(club(Fourth), hands=3)
    assert seen["set_changed kong"]


# What cannot happen


def answering(*found: object) -> type[Play]:
    return type("Answering", (Play,), {"hears": (events.PlayBegins,), "follows": lambda self, event: list(found)})


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (events.LaidAside(1, NORTH, "north"), "S can lay a tile aside only in a turn, after drawing"),
        (events.LaidAside(0, NORTH, "north"), "4z is not in the hand of E"),
        (events.LaidAside(0, 31, "nort"), r'"nort" is not a field of club .* \(did you mean "north"\?\)'),
        (events.SetChanged(0, 1, (31,) * 3, "pung", 0), "S has 0 declared sets, and none at 0"),
        (events.SetChanged(1, 1, (31,) * 3, "pung", 0), "S can change a set only in a turn"),
    ],
)
def test_what_cannot_happen_is_told(club: Club, found: object, said: str) -> None:
    with pytest.raises(PluginError, match=f"odd.*{said}"):
        laid(club(answering(found), NUMBER), {"E": "5z"})


def test_a_field_that_counts_another_tile_is_told(club: Club) -> None:
    """Else a hand would have too many of the tile that the field counts, and be refused when it wins."""
    field = "fields: {north: {type: number, about: how many, laid_aside: 4z}}"
    with pytest.raises(PluginError, match=r'odd.*the field "north" of club counts 4z, not 5z'):
        laid(club(answering(events.LaidAside(0, 31, "north")), field), {"E": "5z"})
    assert laid(club(answering(events.LaidAside(0, NORTH, "north")), field), {"E": "4z"}, "", "1s").log


@pytest.mark.parametrize(
    ("type", "tiles", "concealed", "said"),
    [
        ("pung", (31, 31, 32), False, "556z is not a pung: expected three alike"),
        ("quint", (31,) * 5, False, "55555z is not a quint: expected one of chow, pung, kong"),
        ("pung", (31,) * 3, True, "a declared pung cannot be concealed"),
        ("kong", (31,) * 4, False, "5z is not in the hand of S"),
    ],
)
def test_a_set_that_cannot_be_is_told(
    club: Club, type: str, tiles: tuple[int, ...], concealed: bool, said: str
) -> None:
    class Now(Play):
        hears = (events.Drawn,)

        def follows(self, event: Event) -> Sequence[Event]:
            assert isinstance(event, events.Drawn)
            melds = self.state.players[event.seat].melds
            return [events.SetChanged(event.seat, event.seat, tiles, type, 0, concealed)] if melds else []

    table = laid(club(Now), {"E": "5z", "S": "55z1z", "W": "1s", "N": "1s"}, "1s2s9s6z")
    with pytest.raises(PluginError, match=said):
        play(table, "E discard 5z; S pung; S discard 1z; W discard 1s; N discard 1s; E discard 9s")
