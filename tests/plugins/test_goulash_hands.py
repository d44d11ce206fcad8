"""The goulash: the pot after drawn hands, and hands that are dealt anew under other options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

import mjrules
from mjrules import Action, Match
from mjrules.play.events import Discard
from mjrules.tiles.tile import TEXT
from tests.kit.laid import laid
from tests.kit.profile import thinned


@cache
def load(**options: Any) -> mjrules.Ruleset:
    return mjrules.load("western", options)


def western(**options: Any) -> mjrules.Ruleset:
    return load(**{"goulash": True, **options})


def no_one_wins(legal: list[Action]) -> Action:
    """The choice of one who never claims, and discards what he drew last."""
    for kind in ("pass", "answer", "give"):
        found = [action for action in legal if action.kind == kind]
        if found:
            return found[-1]
    return max((action for action in legal if isinstance(action, Discard)), key=lambda action: action.tile)


def closed(match: Match) -> Mapping[str, Any]:
    """Play the hand to its end, won by whoever can; what the match writes of it."""

    def choose(legal: list[Action]) -> Action:
        wins = [action for action in legal if action.kind == "mahjong"]
        return wins[0] if wins else no_one_wins(legal)

    table = match.table
    while not table.over:
        seat = table.to_act()[0]
        table.do(choose(table.legal_actions(seat)))
    match.close()
    return match.log[-1].to_record(match.rules.seats)


def draw(match: Match) -> Mapping[str, Any]:
    """The next hand is drawn; what the match writes of it."""
    if match.table.over:
        match.next_hand()
    table = match.table
    while not table.over:
        seat = table.to_act()[0]
        table.do(no_one_wins(table.legal_actions(seat)))
    match.close()
    return match.log[-1].to_record(match.rules.seats)


# The pot


@pytest.mark.parametrize("draws", thinned([3, 0, 1, 2], 4))
@pytest.mark.parametrize("seat", ["E", "W"])
def test_the_pot_grows_with_each_draw_and_goes_to_the_next_winner(draws: int, seat: str) -> None:
    match = Match(western(), 1)
    for number in range(1, draws + 1):
        told = draw(match)
        assert told["pots"] == {"goulash": {"stake": 100, "pot": 400 * number}}
        assert set(match.totals.values()) == {-100 * number}
    before = dict(match.totals)
    told = win_hand(match, seat)
    assert match.played[-1].end.winners == (seat,)
    paid = {player: match.totals[player] - before[player] for player in before}
    (name,) = told["winners"]
    settled = told["net"][name] - 400 * draws
    assert paid[name] == settled + 400 * draws
    assert match.pots == {"goulash": 0}
    assert sum(match.totals.values()) == 0
    assert ("pots" in told) is bool(draws)


def win_hand(match: Match, seat: str) -> Mapping[str, Any]:
    """A seat wins the next hand on the first tile that it may win with."""
    if match.table.over:
        match.next_hand()
    hand = "234m456p789s1133z"
    if seat == "E":
        match.table = laid(match.ruleset, {"E": f"{hand}3z"})
    else:
        match.table = laid(match.ruleset, {"E": "147m147p147s12225z", seat: "234m456p789s4455z"}, "5z")
    return closed(match)


@pytest.mark.parametrize("winner", ["E", "S"])
@pytest.mark.parametrize("draws", thinned([2, 1, 4], 3))
def test_the_record_of_a_goulash_says_what_the_match_pays(draws: int, winner: str) -> None:
    record = {"kind": "goulash", "draws_before": draws, "winner": winner}
    (answer,) = mjrules.settle_records([record], "western")
    match = Match(western(), 2)
    for number in range(1, draws + 1):
        assert draw(match)["pots"]["goulash"]["pot"] == 400 * number
    told = win_hand(match, winner)
    (name,) = told["winners"]
    by_win = sum(paid_for_the_win(match, winner))
    assert answer["pot"] == 400 * draws == told["net"][name] - by_win
    assert answer["paid_to_winner"] == 400 * draws
    assert set(answer["contributions"].values()) == {-100 * draws}


def paid_for_the_win(match: Match, winner: str) -> list[int]:
    return [item.amount for item in match.played[-1].end.transfers if item.payee == winner]


def test_a_pot_is_switched_between_two_hands() -> None:
    match = Match(load(), 3)
    assert draw(match).get("pots") is None
    match.switch("goulash", True)
    assert draw(match)["pots"]["goulash"]["pot"] == 400
    match.switch("goulash", False)
    assert draw(match).get("pots") is None
    assert match.pots == {"goulash": 400}
    assert "pots" in win_hand(match, "E")
    assert match.pots == {"goulash": 0}


def test_a_pot_is_not_switched_in_a_hand() -> None:
    match = Match(western(), 3)
    match.table.discard("E", TEXT[match.table.state.players[0].tiles()[0]])
    with pytest.raises(mjrules.TableError, match="between two hands"):
        match.switch("goulash", False)


def test_another_stake() -> None:
    assert draw(Match(western(stake=50), 3))["pots"] == {"goulash": {"stake": 50, "pot": 200}}


# Hands that are dealt anew


CLUB = """
id: club
extends: western
title: {en: Club}
plugins: {add: [goulash_hands]}
house_rules:
  goulash_hands: {options: {charleston: first, limit: 2000}}
"""


def test_the_hand_after_a_draw_is_played_under_other_options(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    club = ruleset(CLUB)
    match = Match(club, 1)
    assert match.table.ruleset.hash == club.hash
    draw(match)
    match.next_hand()
    assert match.table.ruleset.options.chosen["charleston"] == "first"
    assert match.table.ruleset.options.chosen["limit"] == 2000
    assert {action.kind for action in match.table.legal_actions("E")} == {"give"}
    draw(match)
    match.next_hand()
    assert match.table.ruleset.options.chosen["limit"] == 2000
    win_hand(match, "E")
    match.next_hand()
    assert match.table.ruleset.hash == club.hash
    assert len(match.rulesets) == 2


def test_a_goulash_may_take_several_draws(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    match = Match(ruleset(CLUB.replace("{options:", "{after_draws: 2, options:")), 1)
    limits = []
    for _ in range(3):
        draw(match)
        match.next_hand()
        limits.append(match.table.ruleset.options.chosen["limit"])
    assert limits == [1000, 2000, 2000]


def test_a_preset_may_stand_for_options(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    match = Match(ruleset(CLUB.replace("{charleston: first, limit: 2000}", "{chinese_game: true}")), 1)
    draw(match)
    match.next_hand()
    assert match.table.ruleset.options.chosen["bonus_tiles"] == "false"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ("{options: {charlston: first}}", 'unknown option "charlston" (did you mean "charleston"?)'),
        ("{options: {charleston: second}}", 'option charleston has no value "second"'),
        ("{options: {chinese_game: 3}}", 'preset chinese_game is switched on by true, not by "3"'),
        ("{options: {}}", "expected at least one entry"),
        ("{after_draws: 0, options: {limit: 300}}", "expected 1 or more, got 0"),
        ("{after_draws: 1}", 'the key "options" is missing'),
    ],
)
def test_what_a_goulash_names_must_be_known(
    ruleset: Callable[[str], mjrules.Ruleset], settings: str, problem: str
) -> None:
    with pytest.raises(mjrules.RulesetError) as caught:
        ruleset(CLUB.replace("{options: {charleston: first, limit: 2000}}", settings))
    assert problem in str(caught.value)
