"""The sound player: it looks at what a hand is worth, at the minimum, and at what others threaten."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.match.match import play_out
from mjrules.play.event_fields import NO_TILE
from mjrules.play.events import Action, Discard, Kong, Won
from mjrules.players.finished import FinishedHands
from mjrules.players.quick import QuickPlayer
from mjrules.players.seat import OwnSeat
from mjrules.players.sound import BETTER, CLEARLY, SoundPlayer, least
from mjrules.table.view import View, view
from mjrules.testing import laid_table, play_moves
from mjrules.tiles.tile import KIND, parse_tiles
from tests.kit.profile import amount

RULESETS = ("zung-jung", "hong-kong", "riichi", "western", "chinese-official", "taiwanese", "bmja", "sichuan")


def sound(name: str, seed: str = "1") -> SoundPlayer:
    found = mjrules.make_player("sound", name, seed)
    assert isinstance(found, SoundPlayer)
    return found


def asked(table: mjrules.Table, seat: str) -> tuple[Action, str]:
    seen = view(table, seat)
    best, why = sound(table.ruleset.id).advice(seen)[0]
    assert best in seen.legal
    return best, why


def tile(text: str) -> int:
    return parse_tiles(text)[0]


def played(name: str) -> tuple[object, ...]:
    table = mjrules.Table(name, seed=3)
    players = {seat: sound(name, seat) for seat in table.seats}
    play_out(table, lambda seen: players[seen.seat](seen))
    return table.events


@pytest.mark.slow
@pytest.mark.parametrize("name", RULESETS)
def test_a_hand_is_played_to_its_end_and_the_same_again(name: str) -> None:
    assert played(name) == played(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chinese-official", "hong-kong", "riichi"])
def test_most_hands_are_won_although_there_is_a_minimum(name: str) -> None:
    won, hands = 0, amount(4, 4, 60)
    for seed in range(hands):
        table = mjrules.Table(name, seed=seed)
        play_out(table, sound(name))
        won += any(isinstance(event, Won) for event in table.log)
    assert won > hands / 2


def test_a_hand_that_would_be_worth_too_little_is_made_into_another() -> None:
    """A chicken hand of chows waits, and Hong Kong asks for three faan: characters alone have them."""
    table = laid_table(mjrules.load("hong-kong"), {"E": "123m 456m 78m 99m 23p 1z 5z"})
    best, why = asked(table, "E")
    assert isinstance(best, Discard)
    assert best.tile in parse_tiles("23p 5z 1z")
    assert "missing" in why


@pytest.mark.parametrize(
    ("name", "hand", "thrown", "goal"),
    [
        ("chinese-official", "122m145689p68s335z", "6s", "5 tiles are missing for one suit and honours: 1237p35z"),
        ("riichi", "445m3455667p24s33z", "3p", "2 tiles are missing: 346m3s3z"),
        ("hong-kong", "34m456789p3334s17z", "7z", "2 tiles are missing: 25m245s1z"),
    ],
)
def test_a_discard_is_told_by_the_goals_that_it_was_chosen_for(name: str, hand: str, thrown: str, goal: str) -> None:
    """Of many goals, alike or not, seven pairs or all simples come first; together, others count more."""
    best, why = asked(laid_table(mjrules.load(name), {"E": hand}), "E")
    assert (best.text(), why) == (f"discard {thrown}", goal)


@pytest.mark.slow
def test_the_nearest_is_thrown_unless_another_is_clearly_better() -> None:
    """Estimates are rough: to be a little better by them is no reason to be farther from a win."""
    seen = dict.fromkeys(("nearest", "clearly better"), 0)

    def choose(view: View) -> Action:
        player = players[view.seat]
        action = player(view)
        own = OwnSeat(player.ground, view)
        goals = [one for one in player.ahead(own) if one.worth > 0]
        if isinstance(action, Discard) and goals and len(view.legal) > 1 and not any(player.dangers(own)):
            discards = [one for one in view.legal if isinstance(one, Discard)]
            left = player.all_left(own, {KIND[one.tile] for one in discards}, goals, player.seen(own))
            nearest, best = player.by_distance(own, discards)[0], max(left.values())
            kept = best <= CLEARLY * left[nearest]
            assert kept == (KIND[action.tile] == nearest)
            seen["nearest"] += kept and left[nearest] < best
            seen["clearly better"] += not kept
        return action

    for seed in range(6):
        table = mjrules.Table("zung-jung", seed=seed)
        players = {seat: sound("zung-jung", seat) for seat in table.seats}
        play_out(table, choose)
    assert min(seen.values()) > 0, seen


def test_a_claim_that_brings_the_hand_nearer_is_made_though_it_is_worth_a_little_less() -> None:
    assert least(1.0, nearer=True) == 1 / CLEARLY
    assert least(1.0, nearer=False) == CLEARLY
    assert least(1.0, nearer=None) == BETTER


@pytest.mark.parametrize(
    ("name", "hand", "nearest_first"),
    [
        ("zung-jung", "123m 456m 78m 99m 111z 5z", True),
        ("hong-kong", "123m 456m 78m 99m 111z 5z", False),
        ("western/us", "123m 456m 78m 99m 111z 5z", True),
        ("western/us", "123m 456m 78m 99m 111z J", False),
    ],
    ids=["every hand wins", "a minimum", "no joker", "a joker"],
)
def test_to_be_near_a_win_comes_first_where_every_hand_wins_and_none_is_full_of_jokers(
    name: str, hand: str, nearest_first: bool
) -> None:
    player = sound(name)
    table = laid_table(mjrules.load(name), {"E": hand})
    assert player.nearest_first(OwnSeat(player.ground, view(table, "E"))) is nearest_first


def test_goals_are_worth_what_the_ruleset_says() -> None:
    player = sound("hong-kong")
    table = laid_table(mjrules.load("hong-kong"), {"E": "123m 456m 78m 99m 111z 5z"})
    own = OwnSeat(player.ground, view(table, "E"))
    goals = player.ahead(own)
    assert goals[0].missing == 1
    assert goals[0].worth > 0
    assert goals[0].spare >> tile("5z") & 1
    again = player.ahead(own)
    assert [one.goal for one in again] == [one.goal for one in goals]


def test_a_claim_that_leaves_no_hand_that_may_win_is_not_made() -> None:
    """A pung of nines opens the hand, which then has no yaku."""
    table = laid_table(mjrules.load("riichi"), {"E": "9s", "S": "123m 456m 78p 99s 345s"})
    play_moves(table, "E discard 9s")
    assert asked(table, "S")[0].kind == "pass"


def test_a_claim_that_is_worth_it_is_made() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "7z", "S": "123m 456m 78m 99m 77z 1p"})
    play_moves(table, "E discard 7z")
    assert asked(table, "S") == (
        view(table, "S").legal[[action.kind for action in view(table, "S").legal].index("pung")],
        "the hand waits after it",
    )


STAYS, BETTER_WITHOUT = "the hand stays as it is", "the hand is better without"
SPOILS = "it spoils more than it brings"


@pytest.mark.parametrize(
    ("name", "hand", "discard", "told"),
    [
        ("zung-jung", "4456m 123p 789p 55s 1z", "4m", [
            ("chow 56m", "the hand waits after it"), ("pass", STAYS), ("pung 44m", SPOILS)]),
        ("zung-jung", "456m 123p 789p 55s 12z", "4m", [("pass", BETTER_WITHOUT), ("chow 56m", SPOILS)]),
        ("sichuan", "111m 234p 456m 789m 2p", "1m", [
            ("kong 111m", "the hand waits after it"), ("pass", STAYS), ("pung 11m", SPOILS)]),
        ("sichuan", "111m 23m 456m 789m 9m 2p", "1m", [
            ("pung 11m", "the hand waits after it"), ("kong 111m", "2 tiles are missing after it"), ("pass", STAYS)]),
    ],
    ids=["one is better", "none is better", "a kong that is paid for", "one that is paid for, and spoils the hand"],
)  # fmt: skip
def test_claims_are_told_the_best_first_and_those_that_spoil_the_hand_last(
    name: str, hand: str, discard: str, told: list[tuple[str, str]]
) -> None:
    table = laid_table(mjrules.load(name), {"E": discard, "S": hand})
    while (first := table.legal_actions(table.to_act()[0])[0]).kind == "void":
        seat = table.to_act()[0]
        table.do(next((action for action in table.legal_actions(seat) if action.text() == "void s"), first))
    play_moves(table, f"E discard {discard}")
    assert [(action.text(), why) for action, why in sound(name).advice(view(table, "S"))] == told


def test_a_kong_is_declared_if_it_harms_nothing() -> None:
    table = laid_table(mjrules.load("zung-jung"), {"E": "5555z 123m 456m 789m 2p"})
    assert isinstance(asked(table, "E")[0], Kong)
    table = laid_table(mjrules.load("zung-jung"), {"E": "1111m 23m 456m 789m 99m"})
    assert not isinstance(asked(table, "E")[0], Kong)


def test_what_a_player_that_threatens_has_thrown_is_safe() -> None:
    table = laid_table(mjrules.load("hong-kong"), {"E": "147m 258p 369s 1234z 9m"})
    player = sound("hong-kong")
    own = OwnSeat(player.ground, view(table, "E"))
    assert not any(player.dangers(own))
    sets = (("pung", (13, 13, 13)), ("pung", (16, 16, 16)), ("chow", (18, 19, 20)))
    other = own.view.players[1]._replace(sets=sets, tiles=(NO_TILE,) * 4)
    own.view.players = (own.player, other, *own.view.players[2:])
    own.view.events = (*own.view.events, Discard(1, tile("3z")))
    player = sound("hong-kong")
    danger = player.dangers(own)
    assert danger[tile("5s")] > danger[tile("1s")] > danger[tile("3z")] > 0
    discards = [action for action in own.view.legal if isinstance(action, Discard)]
    safest = player.without_goal(own, discards, {})[0][0]
    assert safest == min(discards, key=lambda action: danger[KIND[action.tile]])


@pytest.mark.parametrize("thrown", ["2z", "3z", "4z"])
def test_of_tiles_that_are_of_as_little_use_the_one_is_thrown_that_who_threatens_has_thrown(thrown: str) -> None:
    """As many of each are unseen: who does not threaten has thrown the others."""
    table = laid_table(mjrules.load("hong-kong"), {"E": "123m 456m 78m 99m 5m 234z"})
    seen = view(table, "E")
    sets = (("pung", (13, 13, 13)), ("pung", (16, 16, 16)), ("chow", (18, 19, 20)))
    other = seen.players[1]._replace(sets=sets, tiles=(NO_TILE,) * 4)
    seen.players = (seen.players[0], other, *seen.players[2:])
    others = [Discard(2, kind) for kind in parse_tiles("234z") if kind != tile(thrown)]
    seen.events = (*seen.events, *others, Discard(1, tile(thrown)))
    ranked = [(action.text(), why) for action, why in sound("hong-kong").advice(seen)]
    assert ranked[0][0] == f"discard {thrown}"
    assert ranked[0][1].endswith(", and nobody seems to wait for it")
    assert not any(why.endswith("to wait for it") for _, why in ranked[1:])


@pytest.mark.parametrize("name", ["quick", "sound"])
def test_of_two_fives_the_red_one_is_kept(name: str) -> None:
    player = mjrules.make_player(name, "riichi", "1")
    assert isinstance(player, mjrules.hooks.Adviser)
    seen = view(laid_table(mjrules.load("riichi"), {"E": "123m 789m 456p 05p 99s 7z"}), "E")
    order = [action.text() for action, _ in player.advice(seen) if isinstance(action, Discard)]
    assert order.index("discard 5p") < order.index("discard 0p")


@pytest.mark.parametrize("name", ["quick", "sound"])
def test_a_loose_tile_that_is_due_is_taken(name: str) -> None:
    ruleset = mjrules.load("western", {"loose_tile": "asked"})
    table = laid_table(ruleset, {"E": "1z", "S": "111z234m567m35p99s"}, "2z", "4p")
    play_moves(table, "E discard 1z; S kong")
    assert mjrules.make_player(name, ruleset, "1")(view(table, "S")).kind == "take_loose"


@pytest.mark.parametrize("name", ["quick", "sound"])
@pytest.mark.parametrize(
    ("hand", "kong"),
    [("11z 456m 79p 46s 99s 57z", True), ("11m 23m 456m 78p 99s 57z", False)],
    ids=["nothing else needs the tile", "it is needed in a chow"],
)
def test_a_tile_is_added_to_a_pung_if_that_harms_nothing(name: str, hand: str, kong: bool) -> None:
    ruleset = mjrules.load("zung-jung")
    first = parse_tiles(hand)[0]
    text = mjrules.tile_text(first)
    table = laid_table(ruleset, {"E": text, "S": hand}, f"2z3z4z{text}")
    play_moves(table, f"E discard {text}; S pung; S discard 7z; W discard 2z; N discard 3z; E discard 4z")
    seen = view(table, "S")
    assert f"kong {text}" in [action.text() for action in seen.legal]
    assert (mjrules.make_player(name, ruleset, "1")(seen).kind == "kong") == kong


@pytest.mark.parametrize(("tiles", "turns", "keeps"), [(4, 0, True), (5, 20, False), (13, 12, False), (1, 0, True)])
def test_a_hand_that_cannot_win_keeps_from_what_others_wait_for_where_some_seem_to(
    tiles: int, turns: int, *, keeps: bool
) -> None:
    """Until then it goes for the nearest hand, as the quick player does."""
    table = laid_table(mjrules.load("hong-kong"), {"E": "147m 258p 369s 1234z 9m"})
    seen = view(table, "E")
    other = seen.players[1]._replace(tiles=(NO_TILE,) * tiles)
    seen.players = tuple([one._replace(discards=(NO_TILE,) * turns) for one in (seen.players[0], other)])
    own, discards = OwnSeat(sound("hong-kong").ground, seen), [a for a in seen.legal if isinstance(a, Discard)]
    danger = sound("hong-kong").dangers(own)
    first = sound("hong-kong").without_goal(own, discards, {})
    quick = mjrules.make_player("quick", "hong-kong", "1")
    assert isinstance(quick, QuickPlayer)
    if keeps:
        told = {action: danger[KIND[action.tile]] for action in discards}
        assert [found for action, found in told.items() if action == first[0][0]] == [min(told.values())]
    else:
        assert first == quick.discards(own, discards)


def test_closed_hands_are_reckoned_with_what_may_be_declared() -> None:
    assert FinishedHands(mjrules.load("riichi")).flags == ("riichi",)
    assert "standing_hand" in FinishedHands(mjrules.load("western")).flags
    assert FinishedHands(mjrules.load("hong-kong")).flags == ()


def test_what_is_declared_with_the_first_discard_or_as_dealt_is_not_reckoned_with() -> None:
    """Few hands wait that early, and the worth of all others would be too high."""
    assert FinishedHands(mjrules.load("taiwanese")).flags == ()
    assert FinishedHands(mjrules.load("taiwanese/mahjong-time")).flags == ()
    assert FinishedHands(mjrules.load("bmja")).flags == ("fishing",)


def test_the_suit_with_the_fewest_tiles_is_given_up() -> None:
    table = laid_table(mjrules.load("sichuan"), {"E": "123m 456m 789p 11p 2s5s8s"})
    assert sound("sichuan").advice(view(table, "E"))[0][0].text() == "void s"


def test_every_discard_has_a_reason() -> None:
    table = mjrules.Table("chinese-official", seed=5)
    found = sound("chinese-official").advice(view(table, "E"))
    assert {KIND[action.tile] for action, _ in found if isinstance(action, Discard)} == {
        KIND[action.tile] for action in table.legal_actions("E") if isinstance(action, Discard)
    }
    assert all(why for _, why in found)
