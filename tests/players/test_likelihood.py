"""How likely goals are reached: with claims and without, and by all tiles that help goals that are alike."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mjrules
from mjrules.distance.column_goals import ColumnGoal
from mjrules.play.events import Discard
from mjrules.players.finished import FinishedHands
from mjrules.players.pace import TURNS_TOLD
from mjrules.players.prospects import Prospect, goals_alike
from mjrules.players.seat import OwnSeat, suit_mask
from mjrules.players.sound import SoundPlayer
from mjrules.table.view import view
from mjrules.testing import laid_table
from mjrules.tiles.tile import KIND, KINDS, SUIT_KINDS, mask_of, parse_tiles, tiles_of
from tests.kit.profile import examples
from tests.kit.rulesets import loaded


def seated(name: str, tiles: str) -> tuple[SoundPlayer, OwnSeat, list[Prospect]]:
    """A player of a ruleset as East with these tiles, its seat, and the goals of its hand."""
    player = mjrules.make_player("sound", name, "1")
    assert isinstance(player, SoundPlayer)
    own = OwnSeat(player.ground, view(laid_table(mjrules.load(name), {"E": tiles}), "E"))
    return player, own, player.ahead(own)


def test_who_claims_nothing_takes_longer_and_wins_less_often_the_sooner_others_win() -> None:
    player, own, goals = seated("hong-kong", "123m 456m 78m 99m 77z 1p 3s")
    now, one = player.seen(own), goals[0]

    def likely(*, closed: bool, rate: float) -> float:
        later = now._replace(pace=tuple([rate * turn for turn in range(TURNS_TOLD + 1)]))
        return player.prospects.likely(one.goal, own.counts, 2, one.improving, later, closed=closed)

    assert likely(closed=False, rate=0.1) > likely(closed=True, rate=0.1) > likely(closed=True, rate=0.2) > 0


def test_a_hand_that_is_worth_more_closed_is_weighed_both_ways() -> None:
    player, own, goals = seated("riichi", "123m 456p 23s 5s 99m 78p 1z")
    assert any(one.closed for one in goals)
    found = player.finished.worths(goals[0].goal, own.melds, own.pieces, own.counts, 0, player.seen(own))
    assert found[0] > found[1]


def test_bonus_tiles_count_in_what_a_hand_brings() -> None:
    player, own, goals = seated("taiwanese", "111m 456m 789p 234p 78s 99s 1p")
    now = player.seen(own)

    def brought(flowers: str) -> float:
        with_them = now._replace(bonus=tuple(mjrules.parse_tiles(flowers)))
        return player.finished.worths(goals[0].goal, own.melds, own.pieces, own.counts, 0, with_them)[0]

    assert brought("f1") > brought("f2") == brought("")  # its own flower is worth something


def test_how_many_bonus_tiles_there_are_counts_whichever_they_are() -> None:
    """Chows alone are worth ten without bonus tiles, three with some; of other hands each bonus tile is worth one."""

    def brought(tiles: str, flowers: str) -> float:
        player, own, goals = seated("taiwanese/mahjong-time", tiles)
        with_them = player.seen(own)._replace(bonus=tuple(mjrules.parse_tiles(flowers)))
        return player.finished.worths(goals[0].goal, own.melds, own.pieces, own.counts, 0, with_them)[0]

    chows, others = "123m 456m 789p 234p 78s 99s 1z", "111m 456m 789p 222p 78s 99s 1z"
    assert brought(chows, "") > brought(chows, "f1f2") > brought(chows, "f1")
    assert brought(others, "f1f2") > brought(others, "f1") > brought(others, "")


def test_few_tiles_from_a_hand_of_another_shape_its_goals_are_seen_beside_those_of_plain_sets() -> None:
    _, _, goals = seated("bmja", "1m1p1s 3m3p3s 5m5p5s 7m7p 9m 1z 2z")
    assert isinstance(goals[0].goal, ColumnGoal)
    assert goals[0].worth > 1


def test_goals_that_are_alike_help_one_another() -> None:
    player, own, goals = seated("bmja", "1m1p1s 3m3p3s 5m5p5s 7m7p 9m 1z 2z")
    now = player.seen(own)
    group = max(goals_alike(goals), key=len)
    assert len(group) > 1
    assert player.prospects.together(group, own.counts, now) >= max(one.likely for one in group)
    assert player.best_of(goals, own.counts, now) >= player.best_of(goals[:1], own.counts, now)
    thrown = next(action for action, _ in player.advice(own.view) if isinstance(action, Discard))
    assert KIND[thrown.tile] in mjrules.parse_tiles("12z 9m")


def test_the_fewer_tiles_are_missing_and_the_more_help_the_likelier_is_a_goal() -> None:
    player, own, goals = seated("hong-kong", "123m 456m 78m 99m 77z 1p 3s")
    now, goal = player.seen(own), goals[0].goal
    kinds = [*range(KINDS)]

    def likely(missing: int, number: int) -> float:
        return player.prospects.likely(goal, own.counts, missing, mask_of(kinds[:number]), now)

    for missing in range(1, 7):
        assert likely(missing, 8) > likely(missing, 4) > likely(missing + 1, 4) > 0


def test_a_great_hand_that_lacks_half_of_its_tiles_is_not_gone_for() -> None:
    player, own, _ = seated("taiwanese", "122m 58m 257p 45s 223445z")
    thrown = [(KIND[action.tile], why) for action, why in player.advice(own.view) if isinstance(action, Discard)]
    assert mjrules.parse_tiles("3z")[0] in [kind for kind, _ in thrown[:2]]
    assert "222333444z" not in thrown[0][1]


def test_a_hand_that_brings_many_times_as_much_may_lack_a_tile_more() -> None:
    _, _, goals = seated("bmja", "12m 266p 15556679s 6z")
    assert isinstance(goals[0].goal, ColumnGoal)
    assert goals[0].missing == 1 + min(one.missing for one in goals if one.goal.name == "standard")
    assert goals[0].goal.most_in_group == 3


def test_no_more_tiles_help_later_than_their_share_of_those_that_help_now() -> None:
    player, own, goals = seated("hong-kong", "123m 456m 78m 99m 77z 1p 3s")
    now, goal = player.seen(own), goals[0].goal
    one_for_each, two_for_each = mask_of(range(9, 13)), mask_of(range(9, 17))
    rare, common = [player.prospects.likely(goal, own.counts, 4, kinds, now) for kinds in (one_for_each, two_for_each)]
    assert 3 * rare < common


@pytest.mark.parametrize("letter", ["m", "p", "s"])
def test_a_finished_hand_says_the_suit_that_its_player_has_given_up(letter: str) -> None:
    finished, winds = FinishedHands(loaded("sichuan")), (("seat_wind", 1 << 27), ("round_wind", 1 << 27))
    assert finished.fields_of(finished.named(winds, suit_mask(letter))) == {"void": letter}
    assert finished.fields_of(finished.named(winds, 0)) == {}
    other = FinishedHands(loaded("hong-kong"))
    assert other.fields_of(other.named(winds, suit_mask(letter))) == {}


HANDS = st.lists(st.integers(0, KINDS - 1) | st.integers(6, 11), min_size=6, max_size=14)
"""Many tiles at the end of one suit and the beginning of the next, which make no chow together."""


@settings(max_examples=examples(200))
@given(HANDS, st.integers(0, 99), st.integers(0, 99))
@example([*parse_tiles("89m1p 123s")], 5, 1)
@example([*parse_tiles("9m12p 123s")], 5, 1)
def test_of_a_whole_hand_a_tile_is_claimed_for_the_sets_that_hold_it_before_the_last_one_comes(
    tiles: list[int], drawn: int, called: int
) -> None:
    last = tiles[drawn % len(tiles)]
    counts = tuple([tiles.count(kind) for kind in range(KINDS)])
    before = [*tiles]
    before.remove(last)
    kind = before[called % len(before)]
    pungs = {(kind,) * 3} if before.count(kind) >= 3 else set()
    runs = [run for suit in SUIT_KINDS for run in zip(*[tiles_of(suit)[step:] for step in range(3)])]  # noqa: B905
    chows = {run for run in runs if kind in run and {*run} <= {*before}}
    for name, sets in (("hong-kong", pungs | chows), ("sichuan", pungs)):
        found = [meld.tiles for meld in FinishedHands(loaded(name)).sets_to_claim(counts, kind, last)]
        assert {*found} == sets
        assert len(found) == len(sets)
