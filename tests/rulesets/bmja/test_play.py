"""The British rules in play: how many chows a player claims."""

from __future__ import annotations

from typing import Any

import pytest

import mjrules
from mjrules import ActionError, Table
from tests.kit.laid import laid, play


def after_a_chow(**options: Any) -> Table:
    """South has claimed a chow, and East discards a tile for another."""
    table = laid(mjrules.load("bmja", options), {"E": "6m", "S": "45m12p4z", "W": "33p"}, "3z3z3p")
    play(table, "E discard 6m; S chow 45m; S discard 4z; W discard 3z; N discard 3z; E discard 3p")
    return table


def test_a_player_claims_no_more_chows_than_a_hand_may_have() -> None:
    table = after_a_chow()
    with pytest.raises(ActionError, match="a player claims no more chows than 1"):
        table.chow("S", "12p")
    assert "S" not in table.to_act()
    for choice in (2, 3, "none"):
        assert after_a_chow(max_chows=choice).can_chow("S", "12p")


def test_no_chow_is_claimed_where_a_hand_may_have_none() -> None:
    table = laid(mjrules.load("bmja", {"max_chows": 0}), {"E": "6m", "S": "45m", "W": "66m"})
    play(table, "E discard 6m")
    with pytest.raises(ActionError, match="no chow is claimed under these rules"):
        table.chow("S", "45m")
