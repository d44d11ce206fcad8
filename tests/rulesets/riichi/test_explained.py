"""What a player of riichi asks: which yaku was one step away, and why tiles are refused."""

from __future__ import annotations

import pytest

from mjrules import Hand, HandError
from tests.kit.rulesets import loaded


def missed(hand: str) -> list[str]:
    """The rules that a hand misses by one condition."""
    found = loaded("riichi/tenhou").score(hand).explanation.not_counted
    return [one.id for one in found if one.because == "near_miss"]


def test_pinfu_is_one_claimed_set_away() -> None:
    assert "pinfu" in missed("(123m) 456p789s11p23m +4m from=left")


@pytest.mark.parametrize(
    "hand",
    [
        "(123m) (456p) 789s11p23m +4m from=left",  # two claimed sets
        "(123m) 456p789s55z23m +4m from=left",  # a pair of dragons too
        "(123m) 456p789s11p13m +2m from=left",  # a closed wait too
    ],
)
def test_pinfu_is_more_than_one_step_away(hand: str) -> None:
    assert "pinfu" not in missed(hand)


WAITS = "345m456p678s23m55p"
"""Tiles that wait for 1m and 4m."""


@pytest.mark.parametrize("discards", ["1m", "4m", "9p1m", "1m1m"])
def test_who_has_discarded_a_winning_tile_is_furiten(discards: str) -> None:
    error = loaded("riichi").score_record(Hand.parse(f"{WAITS} +4m discards={discards}"))["error"]
    assert (error["code"], error["field"]) == ("not_winning", "win")
    assert error["message"] == "the hand is complete, but the ruleset asks for more before it may win"


@pytest.mark.parametrize("hand", [f"{WAITS} !4m discards=1m", f"{WAITS} +4m discards=7m2m", f"{WAITS} +4m"])
def test_other_hands_are_not_furiten(hand: str) -> None:
    assert loaded("riichi").score(hand).total > 0


@pytest.mark.parametrize(("discards", "asked"), [("", False), (" discards=7m", True)])
def test_what_a_hand_waits_for_is_asked_where_discards_are_told(discards: str, asked: bool) -> None:
    scorer, hand = loaded("riichi").scorer, Hand.parse(f"{WAITS} +4m dora=1m{discards}")
    of_hand, _ = scorer.program.ask_hand(scorer.case(hand, scorer.readings(hand)[0]))
    groups = [group for group in scorer.program.groups if "waited" in group.names]
    assert [bool(of_hand & group.ways) for group in groups] == [asked]


def test_a_fourth_five_is_the_red_one() -> None:
    with pytest.raises(HandError, match="4 of 5p: the game has 3, and red ones, written 0p"):
        loaded("riichi/tenhou").score("234m456p678s2255p +5p from=left")
    assert loaded("riichi/nashi").score("234m456p678s2255p +5p from=left").total
