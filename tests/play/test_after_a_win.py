"""Play that goes on after a win, several winners with one tile, and claims that a ruleset does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjrules import ActionError, Match, load_match, view
from mjrules.hooks import Play
from mjrules.play import events
from mjrules.ruleset.report import report
from mjrules.simulation.simulation import Simulation
from mjrules.simulation.summary import Summary
from mjrules.testing import check_play, sensible_player
from tests.kit.house import Club, club_in
from tests.kit.laid import kinds, laid, play
from tests.kit.profile import amount

ON_4S = "123456m123p4455s"
GOES_ON = "table: {ends_after_wins: 3}"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return club_in(tmp_path)


def test_the_others_play_on_after_a_win(club: Club) -> None:
    table = laid(club(None, GOES_ON), {"E": "4s1z", "S": ON_4S}, "2z3z4z")
    play(table, "E discard 4s; S mahjong")
    assert kinds(table.log[-3:]) == ["won", "laid_down", "drawn"]
    assert table.to_act() == ["W"]
    assert table.legal_actions("S") == []
    with pytest.raises(ActionError, match="the player has won: the others play on"):
        table.discard("S", "4s")
    play(table, "W discard 2z; N discard 3z; E discard 1z")
    assert table.to_act() == ["W"]
    for seat in "EWN":
        seen = view(table, seat).players[1]
        assert seen.finished
        assert len(seen.tiles) == 13
        assert -1 not in seen.tiles


def test_every_win_is_settled_among_those_still_in_play(club: Club) -> None:
    table = laid(club(None, GOES_ON), {"E": "4s1z", "S": ON_4S, "W": "222333789m1115z", "N": "19m"}, "5z9p")
    play(table, "E discard 4s; S mahjong; W mahjong")
    wins = [event for event in table.log if isinstance(event, events.Won)]
    assert [(event.seat, event.how) for event in wins] == [(1, "claimed"), (2, "drawn")]
    assert not table.over
    while not table.over:
        seat = table.to_act()[0]
        table.do(table.legal_actions(seat)[-1])
    end = table.end
    assert end.winners == ("S", "W")
    assert end.hands["S"].win is not None
    assert end.hands["W"].self_drawn
    assert {(item.payer, item.payee) for item in end.transfers} == {
        ("E", "S"), ("W", "S"), ("N", "S"), ("E", "W"), ("N", "W"),
    }  # fmt: skip
    assert end.scores["W"] == table.ruleset.score(end.hands["W"]).total
    assert kinds(table.log[-3:]) == ["exhausted", "play_ends", "end"]


def test_the_hand_ends_with_the_last_win(club: Club) -> None:
    table = laid(club(None, "table: {ends_after_wins: 2}"), {"E": "4s1z", "S": ON_4S, "W": "222333789m1115z"}, "5z")
    play(table, "E discard 4s; S mahjong")
    play(table, "W mahjong")
    assert kinds(table.log[-4:]) == ["won", "laid_down", "play_ends", "end"]


@pytest.mark.parametrize(
    ("winners", "found"), [("", "S"), ("two", "SW"), ("all", "SWN"), ("draw_at_three", "")]
)  # fmt: skip
def test_how_many_may_win_with_one_tile(club: Club, winners: str, found: str) -> None:
    hands = {"E": "4s", "S": "123456m123p35s99p", "W": "123456m789p56s11p", "N": "456789m456p35s11z"}
    table = laid(club(None, f"table: {{winners: {winners}}}" if winners else ""), hands)
    play(table, "E discard 4s; S mahjong; W mahjong; N mahjong")
    assert "".join(table.end.winners) == found
    if not found:
        assert table.log[-2] == events.Exhausted("three_winners")


def test_two_who_win_with_one_tile_do_not_draw(club: Club) -> None:
    hands = {"E": "4s", "S": "123456m123p35s99p", "W": "123456m789p56s11p"}
    table = laid(club(None, "table: {winners: draw_at_three}"), hands)
    play(table, "E discard 4s; S mahjong; W mahjong")
    assert table.end.winners == ("S", "W")


class Waiting(Play):
    """At the end of the wall all hear whether East waits, who claims nothing, so that nobody has asked before."""

    hears = (events.PlayBegins, events.Exhausted)

    def hear(self, event: events.Event) -> None:
        self.silence(0)

    def follows(self, event: events.Event) -> list[events.Event]:
        if isinstance(event, events.PlayBegins):
            return []
        return [events.Announced(0, "waits" if self.asks.waits(0) else "waits_not")]


@pytest.mark.parametrize(("hand", "word"), [(ON_4S, "waits"), ("1133m5577p66s123z", "waits_not")])
def test_who_draws_a_bonus_tile_last_waits_as_before(club: Club, hand: str, word: str) -> None:
    """There is no tile to draw for it: the hand has a tile fewer than after a draw, and the bonus tile is not in it."""
    ruleset = club(Waiting, "set: {minimum: 0}\n" + GOES_ON, extends="hong-kong")
    table = laid(ruleset, {"E": f"{hand}9s", "S": "123456m123p9s444z"}, "2z3zf1", "f2", more=0)
    play(table, "E discard 9s; S mahjong; W discard 2z; N discard 3z")
    assert kinds(table.log[-6:]) == ["drawn", "bonus", "exhausted", "announced", "play_ends", "end"]
    assert table.happened(events.Announced) == [events.Announced(0, word)]


NO_CHOWS = "table: {claim_order: [[mahjong], [kong, pung]]}"


@pytest.mark.slow
def test_what_the_claim_order_leaves_out_cannot_be_claimed(club: Club) -> None:
    table = laid(club(None, NO_CHOWS), {"E": "4s", "S": "35s", "W": "44s"})
    play(table, "E discard 4s")
    assert table.to_act() == ["W"]
    with pytest.raises(ActionError, match="no chow is claimed under these rules"):
        table.chow("S", "35s")
    assert check_play(club(None, NO_CHOWS), hands=1)["meld chow"] == 0
    assert report(club(None, NO_CHOWS)).unclaimed == ("chow",)
    assert report(club(None)).unclaimed == ()


@pytest.mark.slow
@pytest.mark.parametrize("more", ["", ", winners: all, late_calls: dice"])
def test_play_that_goes_on_keeps_the_laws(club: Club, more: str) -> None:
    seen = check_play(club(None, f"table: {{ends_after_wins: 3{more}}}"), hands=amount(1, 2, 10))
    assert seen["laid_down"] > 0


def test_matches_and_simulations_know_several_wins(club: Club, tmp_path: Path) -> None:
    ruleset = club(None, GOES_ON)
    match = Match(ruleset, 4)
    match.play(sensible_player(1), hands=3)
    assert any(len(table.end.winners) == 3 for table in match.played)
    match.save(tmp_path / "match.jsonl")
    again = load_match(tmp_path / "match.jsonl", ruleset)
    assert again.totals == match.totals
    results = list(Simulation(ruleset, 2).results(4, tmp_path / "file.jsonl"))
    assert list(Simulation(ruleset, 2).results(4, tmp_path / "file.jsonl")) == results
    more = list(Simulation(ruleset, 2).results(5, tmp_path / "file.jsonl"))
    assert more[:4] == results
    summary = Summary.of(results)
    assert summary.wins == sum(len(result.worth) for result in results)
    assert all(set(result.ways) == set(result.worth) for result in results)
