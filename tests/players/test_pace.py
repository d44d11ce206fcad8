"""How soon others win, and what it costs to let them: what follows from the ruleset and from who still plays."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.play.seat_view import Seen
from mjrules.players.finished import FinishedHands
from mjrules.players.pace import TURNS_TOLD, others_win, pace_of
from mjrules.players.prospects import Prospects
from mjrules.players.seat import ground_of
from tests.kit.rulesets import loaded

HALF_BY_TEN = tuple([min(0.5, turn / 20) for turn in range(TURNS_TOLD + 1)])


def prospects(name: str) -> Prospects:
    return ground_of(mjrules.load(name)).prospects


def others(*finished: bool, dead: bool = False) -> list[Seen]:
    return [Seen(seat, (), (), (), (), (), dead, finished=over) for seat, over in zip("SWN", finished, strict=True)]


def test_rates_add_up_to_how_likely_nobody_has_won() -> None:
    pace = pace_of(HALF_BY_TEN, 0, 1, 1)
    assert pace[0] == 0
    assert pace[10] == pytest.approx(0.693, abs=0.001)  # a half is left
    assert pace_of(HALF_BY_TEN, 0, 3, 1)[10] == pytest.approx(3 * pace[10])
    assert pace_of(HALF_BY_TEN, 4, 3, 1)[5] == pytest.approx(3 * (pace[9] - pace[4]))
    assert pace_of(HALF_BY_TEN, 0, 0, 0)[TURNS_TOLD] == 0


def test_the_rate_of_some_turns_is_between_those_of_fewer_and_more() -> None:
    pace = pace_of(HALF_BY_TEN, 0, 3, 1)
    assert others_win(pace, 0.3) == pace[1]
    assert others_win(pace, 3.0) < others_win(pace, 3.5) < others_win(pace, 4.0) == pytest.approx(pace[4] / 4)
    assert others_win(pace, 1000.0) == pytest.approx(pace[-1] / TURNS_TOLD)


def test_the_later_it_is_the_sooner_others_win() -> None:
    found = prospects("hong-kong")
    rates = [others_win(found.pace(turns, others(False, False, False)), 4.0) for turns in range(0, 16, 3)]
    assert rates == sorted(rates)
    assert rates[-1] > 2 * rates[0] > 0


def test_who_is_out_does_not_win_and_a_hand_that_goes_on_after_wins_is_not_over_soon() -> None:
    sichuan, hong_kong = prospects("sichuan"), prospects("hong-kong")
    assert sichuan.pace(5, others(False, False, False))[5] < hong_kong.pace(5, others(False, False, False))[5]
    assert sichuan.pace(5, others(False, False, False))[5] < sichuan.pace(5, others(True, False, False))[5]
    assert not any(hong_kong.pace(5, others(False, False, False, dead=True)))


def test_who_discards_a_winning_tile_loses_what_the_ruleset_says() -> None:
    assert prospects("riichi").exposure == 1  # pays for all
    assert prospects("bmja").exposure < 0.1  # pays as everybody does
    assert 0.2 < prospects("chinese-official").exposure < 0.8  # pays more than the others


CHARACTERS = "123m456m789m11m23m +1m"


@pytest.mark.parametrize(
    ("id", "hand", "discarder", "others", "brings"),
    [
        ("hong-kong", CHARACTERS, 512, (0, 0), 512),
        ("zung-jung", CHARACTERS, 370, (25, 25), 420),
        ("chinese-official", CHARACTERS, 55, (8, 8), 71),
        ("chinese-basic", CHARACTERS, 2, (2, 2), 6),
    ],
)
def test_a_winning_tile_costs_what_is_paid_beyond_what_others_pay_who_did_not_throw_it(
    id: str, hand: str, discarder: int, others: tuple[int, int], brings: int
) -> None:
    """Where nobody throws it somebody else wins in 6 hands of 10, and that costs what the others pay."""
    ruleset = loaded(id)
    own = ruleset.parse(f"{hand} seat=S from=left")
    assert ruleset.score(own).payments == {"E": -discarder, "S": brings, "W": -others[0], "N": -others[1]}
    found = FinishedHands(ruleset).exposure(own)
    assert found == pytest.approx((discarder - 0.6 * sum(others) / 2) / brings)


@pytest.mark.parametrize(
    ("id", "hand"),
    [
        ("hong-kong", "123m456p789m11m23s +1s seat=S from=left"),
        ("hong-kong", CHARACTERS.replace("+", "!") + " seat=S"),
        ("sichuan", "123m456p789s11m23m +1m seat=S from=left"),
    ],
    ids=["below the minimum", "drawn", "no win"],
)
def test_where_it_is_not_known_what_a_winning_tile_costs_it_costs_all_that_is_won(id: str, hand: str) -> None:
    ruleset = loaded(id)
    assert FinishedHands(ruleset).exposure(ruleset.parse(hand)) == 1


@pytest.mark.parametrize(("by", "exposure"), [("left", (2 - 0.6 * 1) / 4), ("right", (1 - 0.6 * 1.5) / 4)])
def test_where_all_hands_are_settled_the_others_are_taken_to_be_worth_nothing(by: str, exposure: float) -> None:
    """East, to the left of South, pays double, whoever discards."""
    ruleset = loaded("bmja")
    found = FinishedHands(ruleset).exposure(ruleset.parse(f"111m222m333p44m55z +5z seat=S from={by}"))
    assert found == pytest.approx(exposure)
