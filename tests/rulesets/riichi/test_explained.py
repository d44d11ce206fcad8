"""What a player of riichi asks: which yaku was one step away, and why tiles are refused."""

from __future__ import annotations

import pytest

from mjrules import HandError
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


def test_a_fourth_five_is_the_red_one() -> None:
    with pytest.raises(HandError, match="4 of 5p: there are 3, and red ones, written 0p"):
        loaded("riichi/tenhou").score("234m456p678s2255p +5p from=left")
    assert loaded("riichi/nashi").score("234m456p678s2255p +5p from=left").total
