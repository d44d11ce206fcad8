"""How dangerous tiles are: who may wait, for what, and that it comes so often as it is told."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mjrules
from mjrules.match.match import play_out
from mjrules.play.event_fields import NO_TILE
from mjrules.play.events import Action, Declare, Discard, Event
from mjrules.play.seat_view import Seen
from mjrules.players.danger import (
    A_SINGLE,
    KINDS_WAITED_FOR,
    LET_PASS,
    ONE_OF_TWO_PAIRS,
    THE_MIDDLE,
    THROWN,
    Threat,
    dangers,
    threats,
)
from mjrules.players.seat import OwnSeat, ground_of
from mjrules.players.sound import SoundPlayer
from mjrules.table.view import View, view
from mjrules.tiles.tile import BY_TEXT, JOKER, KIND, KINDS, parse_tiles

ANYTHING = tuple([1.0] * KINDS)
DECLARES = ("riichi",)


class Looked:
    """A view of a hand in which nothing but this happened; the own seat is the first."""

    def __init__(self, tiles: int, turns: int, *events: Event, flags: tuple[str, ...] = (), **more: Any) -> None:
        sets = (("pung", (0, 0, 0)),) * ((13 - tiles) // 3)
        thrown = (NO_TILE,) * turns
        other = Seen("S", (NO_TILE,) * tiles, sets, (), thrown, flags, dead=False)._replace(**more)
        self.players = (Seen("E", (), (), (), thrown, flags, dead=False), other)
        self.events = events


def threat(*args: Any, declared: tuple[str, ...] = (), **more: Any) -> list[Threat]:
    return threats(cast(View, Looked(*args, **more)), 0, declared)


def unseen_but(*seen: str) -> tuple[int, ...]:
    left = [4] * KINDS
    for tile in parse_tiles(" ".join(seen)):
        left[KIND[tile]] -= 1
    return tuple(left)


def left(**kinds: float) -> tuple[float, ...]:
    """What is left of the ways to wait: tiles are named as in `m5`."""
    found = list(ANYTHING)
    for name, part in kinds.items():
        found[BY_TEXT[name[1] + name[0]]] = part
    return tuple(found)


def danger(tile: str, *seen: str, likely: float = 1.0, **kinds: float) -> float:
    return dangers([Threat(likely, left(**kinds))], unseen_but(*seen))[BY_TEXT[tile]]


@pytest.mark.parametrize(
    ("tiles", "turns", "likely"),
    [(1, 0, 1.0), (1, 9, 1.0), (2, 0, 0.3), (4, 0, 0.3), (4, 5, 0.35), (4, 90, 1.0)],
)
def test_a_hand_waits_the_likelier_the_fewer_tiles_are_concealed_and_the_later_it_is(
    tiles: int, turns: int, likely: float
) -> None:
    assert [one.likely for one in threat(tiles, turns)] == [pytest.approx(likely)]


@pytest.mark.parametrize("tiles", [5, 7, 13, 16])
def test_who_has_more_tiles_is_feared_where_the_hand_is_declared(tiles: int) -> None:
    assert threat(tiles, 20) == threat(tiles, 20, flags=("dealt",), declared=DECLARES) == []
    assert [one.likely for one in threat(tiles, 0, flags=DECLARES, declared=DECLARES)] == [1.0]


@pytest.mark.parametrize("gone", [{"finished": True}, {"dead": True}])
def test_who_cannot_win_is_no_threat(gone: dict[str, Any]) -> None:
    assert threat(1, 9, **gone) == threat(13, 9, flags=DECLARES, declared=DECLARES, **gone) == []


def test_what_a_player_threw_or_let_pass_is_hardly_what_the_hand_waits_for() -> None:
    """A tile that another threw before the own last discard may since have become one."""
    events = [Discard(1, KIND[BY_TEXT["1m"]]), Discard(0, BY_TEXT["2m"]), Discard(1, BY_TEXT["3m"])]
    (found,) = threat(4, 9, *events, Discard(0, BY_TEXT["4m"]), Discard(0, NO_TILE), Discard(0, BY_TEXT["0p"]))
    assert found.left == left(m1=THROWN, m3=THROWN, m4=LET_PASS, p5=LET_PASS)


@pytest.mark.parametrize("unknown", [NO_TILE, JOKER], ids=["face down", "a joker"])
def test_a_hand_changes_with_whatever_its_player_throws(unknown: int) -> None:
    (found,) = threat(4, 9, Discard(0, BY_TEXT["3p"]), Discard(1, unknown), Discard(0, unknown))
    assert found.left == ANYTHING


def test_a_hand_that_is_declared_changes_no_more() -> None:
    """What others throw after the discard with which it was declared stays safe."""
    before = [Discard(0, BY_TEXT["1p"]), Declare(1, "riichi"), Discard(1, BY_TEXT["2p"])]
    after = [Discard(0, BY_TEXT["3p"]), Discard(1, BY_TEXT["4p"]), Discard(0, BY_TEXT["5p"])]
    (found,) = threat(13, 9, *before, *after, flags=DECLARES, declared=DECLARES)
    assert found.left == left(p2=THROWN, p3=LET_PASS, p4=THROWN, p5=LET_PASS)


@pytest.mark.parametrize("said", [Declare(0, "riichi"), Declare(1, "dealt")], ids=["by another", "something else"])
def test_what_else_is_declared_fixes_no_hand(said: Event) -> None:
    thrown = [
        Discard(1, BY_TEXT["2p"]),
        Discard(0, BY_TEXT["3p"]),
        Discard(1, BY_TEXT["4p"]),
        Discard(0, BY_TEXT["5p"]),
    ]
    (found,) = threat(4, 9, said, *thrown, declared=DECLARES)
    assert found.left == left(p2=THROWN, p4=THROWN, p5=LET_PASS)


def test_a_tile_is_the_more_dangerous_the_more_hands_wait_for_it() -> None:
    assert danger("5m") > danger("3m") > danger("2m") > danger("1m") > danger("1z") > 0
    assert danger("5m") == pytest.approx(danger("5s"))


def test_a_tile_of_which_no_other_is_there_is_safe() -> None:
    assert danger("1z", "1111z") == 0
    assert danger("1m", "1111m", "2222m") == 0
    assert danger("1m", "1111m") > 0, "two and three may wait for it"
    assert danger("1z", "111z") < danger("1z", "11z") < danger("1z", "1z") < danger("1z")


def test_a_suit_is_the_same_from_both_ends() -> None:
    """A hand waits for as many tiles of each rank as for those of the rank that is as far from the other end."""
    found = dangers([Threat(1.0, ANYTHING)], unseen_but("2m8m", "1p9p", "5s"))
    for first in (0, 9, 18):
        assert found[first : first + 9] == pytest.approx(found[first : first + 9][::-1])


def test_a_single_tile_is_waited_for_by_itself_and_no_pair() -> None:
    whole, single = danger("2z", "111z"), danger("1z", "111z")
    assert single / whole == pytest.approx(A_SINGLE / 4 / (A_SINGLE + ONE_OF_TWO_PAIRS))


def test_the_tile_between_two_others_needs_both() -> None:
    one = danger("1z", "1111m", "4444m")  # 2m is beside no pair of neighbours then
    two = danger("2m", "1111m", "4444m")
    assert two == pytest.approx(one)
    between = danger("2m", "4444m") / danger("1z", "4444m")
    assert between == pytest.approx(1 + THE_MIDDLE / (A_SINGLE + ONE_OF_TWO_PAIRS))


def test_what_is_at_the_other_end_of_what_was_thrown_is_safer() -> None:
    plain = danger("1m")
    assert danger("1m", m1=THROWN) < danger("1m", m4=THROWN) < plain
    assert danger("5m", m2=THROWN, m8=THROWN) < danger("5m", m2=THROWN) < danger("5m")
    assert danger("1m", m3=THROWN) > plain, "what is left is the likelier"
    assert danger("7m", m4=THROWN) < danger("3m", m4=THROWN)


@pytest.mark.parametrize(("seen", "tile"), [("3333m", "1m"), ("6666m", "5m"), ("2222m", "3m"), ("5555p", "7p")])
def test_where_a_neighbour_is_gone_fewer_hands_wait_for_a_tile(seen: str, tile: str) -> None:
    assert danger(tile, seen) < danger(tile)


def test_each_who_threatens_adds_to_the_danger_as_it_is_likely() -> None:
    assert danger("5m", likely=0.5) == pytest.approx(danger("5m") / 2)
    both = dangers([Threat(1.0, ANYTHING), Threat(0.5, left(m5=THROWN))], unseen_but())
    assert both[BY_TEXT["5m"]] == pytest.approx(danger("5m") + danger("5m", likely=0.5, m5=THROWN))
    assert dangers([], unseen_but()) == [0.0] * KINDS


@given(
    st.lists(st.integers(0, 4), min_size=KINDS, max_size=KINDS),
    st.lists(st.sampled_from([1.0, THROWN, LET_PASS]), min_size=KINDS, max_size=KINDS),
    st.floats(0.1, 1.0),
)
def test_a_hand_waits_for_one_or_two_kinds_at_once_in_each_of_its_ways(
    unseen: list[int], kinds: list[float], likely: float
) -> None:
    found = dangers([Threat(likely, tuple(kinds))], tuple(unseen))
    assert min(found) >= 0
    total = sum(found) / likely / KINDS_WAITED_FOR
    assert not any(unseen) if total == 0 else 1 - 1e-9 <= total <= 2 + 1e-9


@pytest.mark.slow
def test_others_win_with_tiles_about_as_often_as_it_is_told() -> None:
    """Of the tiles that may be thrown in some hands: those told safe complete hands seldom, others as often as told."""
    ruleset = mjrules.load("riichi")
    ground, told, come = ground_of(ruleset), [0.0, 0.0], [0, 0]

    def choose(own_view: View) -> Action:
        player = players[own_view.seat]
        if any(isinstance(action, Discard) for action in own_view.legal):
            own = OwnSeat(ground, own_view)
            waited = 0
            for place, other in enumerate(table.seats):
                hand = OwnSeat(ground, view(table, other))
                found = ground.distances.of_tiles(hand.pieces, hand.counts, hand.classes, 0)
                waited |= found.improving if place != own.place and found.missing == 1 else 0
            for kind, likely in enumerate(player.dangers(own)):
                if own.counts[kind] and likely:
                    told[likely > 0.02] += likely
                    come[likely > 0.02] += waited >> kind & 1
        return player(own_view)

    for seed in range(12):
        table = mjrules.Table(ruleset, seed=seed)
        players = {seat: SoundPlayer(ground, seat) for seat in table.seats}
        play_out(table, choose)
    assert come[1] > 50
    assert 0.7 < told[1] / come[1] < 1.4, (told, come)
    assert come[0] < come[1] / 5, (told, come)
