"""The quick player: it wins, claims and throws as somebody would who wants the nearest win."""

from __future__ import annotations

import copy
from collections import Counter
from operator import sub
from pathlib import Path

import pytest

import mjrules
from mjrules.match.match import play_out
from mjrules.play.events import Action, Chow, Discard, Kong, Pass, Pung, Won
from mjrules.players.quick import QuickPlayer, claimed_hand
from mjrules.players.seat import OwnSeat, ground_of
from mjrules.table.view import view
from mjrules.testing import laid_table, play_moves
from mjrules.testing.players import sensible_player
from mjrules.tiles.tile import JOKER, KIND, KINDS
from tests.kit.profile import amount

CLUB = str(Path(__file__).parents[2] / "examples/house-rules/wild-tile.yaml")
RULESETS = ("zung-jung", "sichuan", "riichi", "western", "chinese-official", "taiwanese", "bmja", "riichi-sanma")


def quick(name: str, seed: str = "1") -> QuickPlayer:
    found = mjrules.make_player("quick", name, seed)
    assert isinstance(found, QuickPlayer)
    return found


def asked(table: mjrules.Table, seat: str) -> tuple[Action, str]:
    """What a quick player would do, and why; it is what it does."""
    seen = view(table, seat)
    best, why = quick(table.ruleset.id).advice(seen)[0]
    assert best in seen.legal
    return best, why


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_is_played_to_its_end_and_the_same_again(name: str) -> None:
    logs = []
    for _ in range(2):
        table = mjrules.Table(name, seed=2)
        players = [quick(name, seat) for seat in table.seats]
        seats = dict(zip(table.seats, players, strict=True))
        play_out(table, lambda seen, seats=seats: seats[seen.seat](seen))
        logs.append(table.events)
    assert logs[0] == logs[1]


def test_quick_players_win_where_random_ones_do_not() -> None:
    won = 0
    for seed in range(4):
        table = mjrules.Table("zung-jung", seed=seed)
        play_out(table, quick("zung-jung"))
        won += any(isinstance(event, Won) for event in table.log)
    assert won >= 3


def test_the_tile_that_helps_least_is_thrown() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "123m 456m 789m 23p 55s 3z"})
    action, why = asked(table, "E")
    assert (action.text(), why) == ("discard 3z", "the hand waits for 14p, 8 unseen tiles")


def test_a_win_is_taken() -> None:
    table = laid_table(mjrules.load("zung-jung"), {"E": "123m 456m 789m 23p 55s 3z", "S": "1p"}, draws="1p")
    play_moves(table, "E discard 3z; S discard 1p")
    assert asked(table, "E")[0].text() == "mahjong 1p"


def test_a_claim_is_made_if_it_brings_the_hand_nearer() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "5z9s", "S": "123m 456m 78p 99s 55z 3z"})
    play_moves(table, "E discard 5z")
    action, why = asked(table, "S")
    assert (action.kind, why) == ("pung", "1 tile would be missing instead of 2")
    table.undo()
    play_moves(table, "E discard 9s")
    assert asked(table, "S")[0].kind == "pung"


def test_a_claim_that_helps_nothing_is_not_made() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "5m", "S": "345678m 111222p 9s"})
    play_moves(table, "E discard 5m")
    assert asked(table, "S")[0].kind == "pass"


def test_a_kong_is_declared_if_the_hand_does_not_need_its_tiles_elsewhere() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "1111m 456m 789p 23s 5z7z"})
    assert isinstance(asked(table, "E")[0], Kong)
    table = laid_table(mjrules.load("hong-kong"), {"E": "1111m 23m 456m 789p 23s"})
    assert isinstance(asked(table, "E")[0], Discard)


def test_the_suit_that_helps_least_is_given_up() -> None:
    table = laid_table(mjrules.load("sichuan"), {"E": "123m 456m 789p 11p 2s5s8s"})
    assert quick("sichuan").advice(view(table, "E"))[0][0].text() == "void s"


def test_the_ground_of_a_ruleset_is_shared() -> None:
    ruleset = mjrules.load("hong-kong")
    assert ground_of(ruleset) is ground_of(ruleset)


@pytest.mark.parametrize("name", ["western/us", "riichi", CLUB], ids=["jokers", "red fives", "a wild tile"])
def test_a_claim_makes_of_a_hand_what_the_table_makes_of_it(name: str) -> None:
    """Be it called in time or late; where a kong is claimed, a loose tile may come besides."""
    ruleset = mjrules.load(name)
    ground, choose, made = ground_of(ruleset), sensible_player("claims"), Counter[str]()
    for seed in range(amount(2, 6, 60)):
        table = mjrules.Table(ruleset, seed=seed)
        while not table.over:
            seat = table.to_act()[0]
            own = OwnSeat(ground, view(table, seat))
            claims = [action for action in own.view.legal if isinstance(action, (Chow, Pung, Kong)) and own.view.by]
            for claim in claims:
                _, pieces, counts, jokers = claimed_hand(own, claim)
                after = OwnSeat(ground, view(claimed(table, claim), seat))
                if len(after.pieces) > len(own.pieces):  # else another claim went before
                    loose = [*map(sub, (*after.counts, after.jokers), (*counts, jokers))]
                    assert after.pieces == pieces
                    assert sorted(loose)[:-1] == [0] * KINDS
                    assert loose.count(1) in ((0, 1) if isinstance(claim, Kong) else (0,))
                    made[claim.kind] += 1
                    made["with jokers"] += any(KIND[tile] >= KINDS for tile in claim.tiles)
            table.do(choose(own.view))
    assert min(made["chow"], made["pung"]) > 3, made
    assert bool(made["with jokers"]) == (ruleset.book.tiles.copies[JOKER] > 0)


def claimed(table: mjrules.Table, claim: Action) -> mjrules.Table:
    """The same table after a claim, to which nobody says anything but to pass."""
    after = copy.deepcopy(table)
    after.do(claim)
    while not after.over:
        passes = [one for one in after.legal_actions(after.to_act()[0]) if isinstance(one, Pass)]
        if not passes:
            break
        after.do(passes[0])
    return after


@pytest.mark.parametrize("name", ["quick", "sound"])
@pytest.mark.parametrize(
    ("hand", "first"),
    [("1111z 456m 789p 23s 5z7z", "kong 1z"), ("1111m 23m 456m 789p 9s 7z", "pass")],
    ids=["nothing else needs its tiles", "they are needed in chows"],
)
def test_a_kong_is_declared_before_play_as_in_a_turn(name: str, hand: str, first: str) -> None:
    table = laid_table(mjrules.load("chinese-basic"), {"E": hand})
    seen, player = view(table, "E"), mjrules.make_player(name, table.ruleset, "1")
    assert seen.phase == "deal"
    assert player(seen).text() == first


def test_no_joker_is_spent_on_a_kong() -> None:
    ruleset = mjrules.load("western/us", {"charleston": "none"})
    offered = view(laid_table(ruleset, {"E": "111z 456m 789p 28s 5zJ7z"}), "E")
    assert "kong 111zJ" in [action.text() for action in offered.legal]
    assert mjrules.make_player("quick", ruleset, "1")(offered).kind == "discard"
