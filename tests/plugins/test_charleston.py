"""The Charleston at the table: who is asked, what may be given, and that all tiles move at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import mjrules
from mjrules import Action, Match, Table
from mjrules.play.event_fields import NO_TILE
from mjrules.play.events import Answer, Discard, Give, Moved
from mjrules.testing import check_play, random_player
from mjrules.tiles.tile import JOKER
from tests.kit.laid import laid
from tests.kit.profile import amount, thinned

HANDS = {
    "E": "123456789m1234z5z",
    "S": "123456789p1234z",
    "W": "123456789s1234z",
    "N": "112233445566p7z",
}

(FLOWER,) = mjrules.hooks.parse_tiles("f1")


@cache
def load(**options: Any) -> mjrules.Ruleset:
    return mjrules.load("western", options)


def table(**options: Any) -> Table:
    return laid(load(**{"charleston": "first", **options}), HANDS)


def give(table: Table, seat: str, tiles: str = "") -> tuple[Any, ...]:
    place = table.place(seat)
    return table.do(Give(place, tuple(sorted(mjrules.hooks.parse_tiles(tiles)))))


def answer(table: Table, seat: str, word: str) -> None:
    table.do(Answer(table.place(seat), word))


def why_not(table: Table, action: Action) -> str:
    with pytest.raises(mjrules.ActionError) as caught:
        table.verify(action)
    return caught.value.reason


def tiles(table: Table, seat: str) -> list[int]:
    return table.state.players[table.place(seat)].tiles()


def give_any(table: Table) -> None:
    """All give the lowest tiles that they may."""
    for seat in table.to_act():
        give_any_of(table, seat)


def give_any_of(table: Table, seat: str) -> None:
    table.do(next(action for action in table.legal_actions(seat) if action != Give(action.seat)))


def test_east_waits_for_his_last_tile_until_the_exchange_is_over() -> None:
    playing = table()
    assert [player.size for player in playing.state.players] == [13] * 4
    assert playing.to_act() == ["E", "S", "W", "N"]
    for _ in range(3):
        give_any(playing)
    assert [player.size for player in playing.state.players] == [14, 13, 13, 13]
    assert {action.kind for action in playing.legal_actions("E")} <= {"discard", "declare", "mahjong", "kong"}


def test_east_has_his_last_tile_where_he_takes_two_at_once() -> None:
    playing = table(deal="adjacent")
    assert [player.size for player in playing.state.players] == [14, 13, 13, 13]
    for _ in range(3):
        give_any(playing)
    assert [player.size for player in playing.state.players] == [14, 13, 13, 13]


def test_without_it_nothing_is_exchanged() -> None:
    playing = laid(load(charleston="none"), HANDS)
    assert playing.to_act() == ["E"]
    assert why_not(playing, Give(0, (0, 1, 2))) == "there is no such action: give"


def test_tiles_go_right_then_across_then_left_all_at_once() -> None:
    playing = table()
    before = {seat: tiles(playing, seat) for seat in "ESWN"}
    give(playing, "E", "123m")
    give(playing, "S", "123p")
    give(playing, "W", "123s")
    assert {seat: tiles(playing, seat) for seat in "ESWN"} == before
    events = give(playing, "N", "11p7z")
    assert [event.kind for event in events] == ["give", *["moved"] * 4]
    assert Counter(tiles(playing, "S")) == Counter(before["S"]) - Counter([9, 10, 11]) + Counter([0, 1, 2])
    assert Counter(tiles(playing, "E")) == Counter(before["E"]) - Counter([0, 1, 2]) + Counter([9, 9, 33])
    for seat, own in (("E", "11p7z"), ("S", "123m"), ("W", "123p"), ("N", "123s")):
        give(playing, seat, own)
    assert {0, 1, 2} <= set(tiles(playing, "N"))
    for seat, own in (("E", "123p"), ("S", "123s"), ("W", "11p7z"), ("N", "123m")):
        give(playing, seat, own)
    assert Counter(tiles(playing, "S"))[33] == 1
    assert {9, 10, 11} <= set(tiles(playing, "N"))
    assert {0, 1, 2} <= set(tiles(playing, "W"))


def test_a_blind_pass_hands_on_what_was_just_received() -> None:
    playing = table()
    assert Give(0) not in playing.legal_actions("E")
    assert why_not(playing, Give(0)) == "nothing has been received yet that could be passed blind"
    for seat, own in (("E", "123m"), ("S", "123p"), ("W", "123s"), ("N", "11p7z")):
        give(playing, seat, own)
    for _ in range(2):
        for seat in "ESWN":
            give(playing, seat)
    got = {event.other: event.tiles for event in playing.log if isinstance(event, Moved)}
    assert got == {3: (9, 10, 11), 0: (18, 19, 20), 1: (9, 9, 33), 2: (0, 1, 2)}


def test_what_may_not_be_given() -> None:
    playing = table()
    assert why_not(playing, Give(0, (0, 1))) == "expected 3 tiles, got 2"
    assert why_not(playing, Give(0, (0, 0, 1))) == "these tiles are not in the hand"
    assert why_not(playing, Give(0, (2, 1, 0))) == "tiles are given in their order"
    assert why_not(playing, Answer(0, "yes")) == "nothing is asked"
    assert why_not(playing, Discard(0, 0)) == "this is not the time"
    give(playing, "E", "123m")
    assert playing.legal_actions("E") == []
    assert why_not(playing, Give(0, (0, 1, 2))) == "the player has already chosen"


def test_every_choice_of_three_tiles_is_there_once() -> None:
    playing = table()
    for seat in "EN":
        found = [action.tiles for action in playing.legal_actions(seat) if isinstance(action, Give)]
        assert len(found) == len(set(found))
        assert set(found) == set(combinations(tiles(playing, seat), 3))
    assert len(playing.legal_actions("E")) == 286


def test_jokers_are_never_passed() -> None:
    ruleset = mjrules.load("western/us")
    playing = laid(ruleset, {**HANDS, "S": "123456789p123zJ"})
    assert not any("J" in action.text() for action in playing.legal_actions("S"))
    assert why_not(playing, Give(1, (9, 10, JOKER))) == "some of these tiles are never passed"


def test_a_second_exchange_takes_everybodys_consent() -> None:
    playing = table(charleston="both")
    for _ in range(3):
        give_any(playing)
    assert playing.legal_actions("W") == [Answer(2, "yes"), Answer(2, "no")]
    assert why_not(playing, Give(0, (0, 1, 2))) == "the players have not all consented to the exchange"
    assert why_not(playing, Answer(0, "perhaps")) == "expected yes or no"
    for seat in "ESW":
        answer(playing, seat, "yes")
    assert why_not(playing, Answer(0, "no")) == "the player has already answered"
    playing.do(Answer(3, "yes"))
    assert not playing.can(Give(0))
    for _ in range(3):
        give_any(playing)
    assert [event.direction for event in playing.log if isinstance(event, Moved)][::4] == [
        "right", "across", "left", "left", "across", "right",
    ]  # fmt: skip
    assert [player.size for player in playing.state.players] == [14, 13, 13, 13]


def test_one_no_ends_it() -> None:
    playing = table(charleston="both")
    for _ in range(3):
        give_any(playing)
    answer(playing, "W", "no")
    assert playing.to_act() == ["E"]
    assert playing.state.players[0].size == 14


def test_a_first_exchange_by_consent(ruleset: Callable[[str], mjrules.Ruleset]) -> None:
    text = "id: club\nextends: western\ntitle: {en: Club}\nset: {charleston: first}\n"
    club = ruleset(f"{text}house_rules: {{charleston: {{compulsory: false}}}}\n")
    playing = laid(club, HANDS)
    assert {action.kind for action in playing.legal_actions("E")} == {"answer"}
    for seat in "ESWN":
        answer(playing, seat, "yes")
    assert {action.kind for action in playing.legal_actions("E")} == {"give"}


def test_nobody_sees_what_another_gives() -> None:
    playing = table()
    give(playing, "E", "123m")
    seen = mjrules.view(playing, "S")
    assert [event.tiles for event in seen.events if isinstance(event, Give)] == [(NO_TILE,) * 3]
    for seat, own in (("S", "123p"), ("W", "123s"), ("N", "11p7z")):
        give(playing, seat, own)
    known = {event.seat: set(event.tiles) for event in mjrules.view(playing, "S").events if isinstance(event, Moved)}
    assert known == {0: {0, 1, 2}, 1: {9, 10, 11}, 2: {NO_TILE}, 3: {NO_TILE}}


def test_bonus_tiles_are_replaced_before() -> None:
    playing = laid(load(charleston="first"), {**HANDS, "S": "123456789p123z f1"}, loose="4z")
    assert playing.state.players[1].bonus == [34]
    assert playing.to_act() == ["E", "S", "W", "N"]
    assert all(tile < 34 for tile in tiles(playing, "S"))


def test_a_hand_that_dies_ends_the_exchange() -> None:
    playing = table()
    give(playing, "E", "123m")
    playing.fault("S", "wrong_number_of_tiles")
    assert playing.state.players[1].dead
    assert playing.to_act() == ["E"]
    assert {action.kind for action in playing.legal_actions("E")} >= {"discard"}


def test_a_step_is_taken_back() -> None:
    playing = table()
    give_any(playing)
    before = [player.tiles() for player in playing.state.players]
    while playing.undo():
        pass
    assert [player.size for player in playing.state.players] == [13] * 4
    give_any(playing)
    assert [player.tiles() for player in playing.state.players] == before


def anything(playing: Table) -> set[Action]:
    """Right and wrong actions of an exchange."""
    found: set[Action] = set()
    for seat in range(4):
        held = playing.state.players[seat].tiles()
        found |= {Give(seat, chosen) for chosen in combinations(sorted([*held, 33, JOKER]), 3)}
        found |= {Give(seat, chosen) for chosen in combinations(held, 2)}
        found |= {Answer(seat, word) for word in ("yes", "no", "")}
        found |= {Give(seat)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", thinned(["western", "western/us"], 2))
def test_what_is_legal_is_what_is_verified(name: str) -> None:
    playing, chance = Table(mjrules.load(name, {"charleston": "both"}), 3), random.Random(1)
    for _ in range(amount(4, 40, 200)):
        legal = {action for seat in range(4) for action in playing.legal_actions(seat)}
        own = {action for action in legal if action.kind in ("give", "answer")}
        tried = anything(playing)
        assert own <= tried
        assert {action for action in tried if playing.can(action)} == own
        playing.do(chance.choice(sorted(legal, key=repr)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "played"), thinned([("western", "first"), ("western", "both"), ("western/us", "both")], 3, 2)
)
def test_the_laws_of_play_hold(name: str, played: str) -> None:
    check_play(mjrules.load(name, {"charleston": played}), hands=amount(1, 1, 30), seed=4)


def test_a_match_with_it_has_the_same_hands_for_the_same_seed() -> None:
    logs = []
    for _ in range(2):
        match = Match(load(charleston="both"), 9)
        match.play(random_player(3), hands=2)
        logs.append([hand.log for hand in match.played])
    assert logs[0] == logs[1]


def flowery(**options: Any) -> Table:
    """A hand in which South was dealt a flower."""
    return laid(load(charleston="first", **options), {**HANDS, "S": "123456789p123z" + "f1"})


def test_bonus_tiles_are_replaced_before_the_exchange_unless_they_may_be_passed() -> None:
    playing = flowery()
    assert FLOWER in playing.state.players[1].bonus
    assert "not in the hand" in why_not(playing, Give(1, (0, 1, FLOWER)))
    playing = flowery(bonus_in_exchange="exchanged")
    assert playing.state.players[1].bonus == []
    assert playing.to_act() == ["E", "S", "W", "N"]
    give(playing, "S", "12pf1")
    for seat in "EWN":
        give_any_of(playing, seat)
    assert FLOWER in tiles(playing, "W")
    give_any(playing)
    assert playing.state.players[2].bonus == []
    give_any(playing)
    owners = [seat for seat, player in enumerate(playing.state.players) if FLOWER in player.bonus]
    assert len(owners) == 1
    assert [player.size for player in playing.state.players] == [14, 13, 13, 13]
    assert playing.state.phase.name == "turn"
