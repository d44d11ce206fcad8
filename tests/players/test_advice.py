"""What house rules advise: declarations, exchanges, kongs that are paid, suits given up; and what they are told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules.errors import PluginError
from mjrules.hooks import Advised, Outlook, Play, SeatView, events
from mjrules.match.match import play_out
from mjrules.play.events import Action, Declare, Discard, Give, Kong
from mjrules.players.outlook import OwnOutlook, advised
from mjrules.players.seat import OwnSeat, ground_of
from mjrules.players.sound import SoundPlayer
from mjrules.table.view import SEEN, view
from mjrules.testing import LawBrokenError, check_play, laid_table, random_player
from mjrules.tiles.tile import parse_tiles
from tests.kit.house import club_in
from tests.kit.rulesets import loaded


def sound(ruleset: mjrules.Ruleset) -> SoundPlayer:
    found = mjrules.make_player("sound", ruleset, "1")
    assert isinstance(found, SoundPlayer)
    return found


def told(table: mjrules.Table, seat: str) -> OwnOutlook:
    """What house rules are told of the hand of a seat."""
    player = sound(table.ruleset)
    return player.outlook(OwnSeat(player.ground, view(table, seat)))


def asked(table: mjrules.Table, seat: str) -> tuple[Action, str]:
    return sound(table.ruleset).advice(view(table, seat))[0]


def declarable(table: mjrules.Table, word: str) -> Advised | None:
    return advised(ground_of(table.ruleset), told(table, "E"), Declare(0, word))


WAITS = "123m 456m 78p 99s 555z 3p"


def test_a_hand_that_waits_is_told_what_it_is_expected_to_bring() -> None:
    table = laid_table(loaded("western"), {"E": WAITS})
    outlook = told(table, "E")
    assert outlook.missing == 1
    assert outlook.waiting() > outlook.waiting(claims="none") > 0
    assert outlook.waiting(("standing_hand",), "none") > outlook.waiting(claims="none")
    assert outlook.needs(parse_tiles("7p")[0]) > 1 > outlook.needs(parse_tiles("3p")[0])
    assert outlook.needs(parse_tiles("f1")[0]) == 0
    assert outlook.missing_without("123456789p") > 2


def test_a_hand_that_does_not_wait_brings_nothing_yet_and_is_not_declared() -> None:
    table = laid_table(loaded("western"), {"E": "147m 258p 369s 12345z"})
    assert told(table, "E").waiting() == 0
    found = declarable(table, "standing_hand")
    assert found is not None
    assert found.gain < 0
    assert not isinstance(asked(table, "E")[0], Declare)


def test_a_hand_is_declared_where_it_brings_more_although_only_a_drawn_tile_wins_then() -> None:
    """A hundred points are doubled by the pung of dragons."""
    table = laid_table(loaded("western"), {"E": WAITS})
    found = declarable(table, "standing_hand")
    assert found is not None
    assert found.gain > 0
    assert declarable(table, "odd") is None
    action, why = asked(table, "E")
    assert isinstance(action, Declare)
    assert why == found.why


def test_riichi_is_declared_where_nothing_else_makes_the_hand_win() -> None:
    table = laid_table(loaded("riichi"), {"E": "123m 456m 78p 99s 345s 1z"})
    action, why = asked(table, "E")
    assert action.text() == "declare riichi"
    assert why == "the hand brings more with it"


def test_a_kong_that_is_paid_at_once_is_declared_although_the_hand_needs_its_tiles() -> None:
    table = laid_table(loaded("sichuan"), {"E": "1111m 23m 456m 789m 9m 5s"})
    table.do(next(action for action in table.legal_actions("E") if action.text() == "void p"))
    for seat in "SWN":
        table.do(table.legal_actions(seat)[0])
    player = sound(table.ruleset)
    own = OwnSeat(player.ground, view(table, "E"))
    kong = next(action for action in own.view.legal if isinstance(action, Kong))
    found = player.advised(own, kong)
    assert found is not None
    assert (found.gain, found.why) == (6, "a kong brings 6 at once")
    assert player.advice(own.view)[0][0] == kong


def test_tiles_of_the_suit_given_up_are_thrown_before_they_cost_something() -> None:
    table = laid_table(loaded("sichuan"), {"E": "123m 456m 789m 11m 9p 55s"})
    table.do(next(action for action in table.legal_actions("E") if action.text() == "void p"))
    for seat in "SWN":
        table.do(table.legal_actions(seat)[0])
    action, why = asked(table, "E")
    assert action.text() == "discard 9p"
    assert why == "it is of the suit given up"


def test_the_tiles_that_are_needed_least_are_passed_and_none_unseen() -> None:
    table = mjrules.Table(mjrules.load("western", {"charleston": "both"}), seed=4)
    ranked = sound(table.ruleset).advice(view(table, "S"))
    assert isinstance(ranked[0][0], Give)
    assert ranked[0][0].tiles
    assert ranked[0][1] == "the hand needs these tiles least"


def test_a_north_that_is_not_needed_is_laid_aside() -> None:
    table = laid_table(loaded("riichi-sanma"), {"E": "11m 456p 789p 78s 23s 6s 4z"})
    assert asked(table, "E")[0].text() == "lay_aside 4z"


class Naps(Play):
    """Players may nap."""

    kinds = (events.Answer,)

    def actions(self, seat: int) -> list[Action]:
        return [events.Answer(seat, "nap")] if self.state.phase == "turn" and self.state.turn == seat else []

    def carry_out(self, action: Action) -> list[Any]:
        return [action]


def napping(advice: Any, folder: Path) -> mjrules.Table:
    """A table where East may nap, with what the house rule advises of it."""
    return laid_table(club_in(folder)(Naps, extends="hong-kong", advice=advice), {"E": WAITS})


def test_the_advice_of_a_strangers_house_rule_is_taken(tmp_path: Path) -> None:
    def advice(settings: object, outlook: Any, action: Action) -> Advised | None:
        return Advised(1, "it is late") if isinstance(action, events.Answer) else None

    action, why = asked(napping(advice, tmp_path), "E")
    assert (action.text(), why) == ("answer nap", "it is late")


def test_advice_that_is_none_is_an_error_that_names_the_plugin(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match='plugin "odd" failed in mj_house_rules, advice of'):
        asked(napping(lambda *_: "nap", tmp_path), "E")


def test_advice_that_fails_for_one_kind_of_decision_is_told_by_the_laws_of_play(tmp_path: Path) -> None:
    def advice(settings: object, outlook: Any, action: Action) -> Advised | None:
        return Advised(outlook.view.naps, "") if isinstance(action, events.Answer) else None

    club = club_in(tmp_path)(Naps, extends="hong-kong", advice=advice)
    failed = "^club: answers: plugin \"odd\" failed in mj_house_rules, advice of .* has no attribute 'naps'"
    with pytest.raises(LawBrokenError, match=failed):
        check_play(club, hands=1, thorough=False, player=random_player)


def test_the_laws_of_play_ask_for_advice_and_play_on_as_before(tmp_path: Path) -> None:
    kinds: set[str] = set()

    def advice(settings: object, outlook: Outlook, action: Action) -> Advised | None:
        assert action in outlook.view.legal
        assert outlook.view.players[action.seat].seat == outlook.view.seat
        kinds.add(action.kind)
        return Advised(1000, "this above all")

    def played(**more: Any) -> Counter[str]:
        return check_play(club_in(tmp_path)(Naps, extends="hong-kong", **more), hands=1, thorough=False)

    with_advice, without = played(advice=advice), played()
    assert {"answer", "discard", "pass"} <= kinds
    assert with_advice.pop("advice") >= len(kinds)
    assert without.pop("advice") == 0
    assert with_advice == without


def test_what_advice_may_see_of_a_view_is_all_that_a_view_shows() -> None:
    typed = {name for name, member in vars(SeatView).items() if isinstance(member, property)}
    assert typed == {*SEEN}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sichuan", "western"])
def test_what_was_played_before_changes_nothing(name: str) -> None:
    """A hand is played alike by a process that has played others and by one that has not."""

    def played(ruleset: mjrules.Ruleset, seed: int) -> tuple[object, ...]:
        table = mjrules.Table(ruleset, seed=seed)
        players = {seat: mjrules.make_player("sound", ruleset, seat) for seat in table.seats}
        play_out(table, lambda seen: players[seen.seat](seen))
        return table.events

    first, second = mjrules.load(name), mjrules.load(name)
    forth = [played(first, seed) for seed in range(3)]
    back = [played(second, seed) for seed in reversed(range(3))]
    assert forth == back[::-1]


def test_discards_are_ranked_without_advice_where_no_rule_has_any() -> None:
    player = sound(loaded("hong-kong"))
    assert not player.ground.advisers
    table = laid_table(loaded("hong-kong"), {"E": WAITS})
    own = OwnSeat(player.ground, view(table, "E"))
    assert player.advised(own, Discard(0, 0)) is None
