"""Players by their names."""

from __future__ import annotations

import pytest

import mjrules
from mjrules.match.match import play_out
from mjrules.players.chance import chance_player


def test_the_random_player_is_that_of_simulations() -> None:
    first, second = mjrules.Table("zung-jung", seed=4), mjrules.Table("zung-jung", seed=4)
    play_out(first, mjrules.make_player("random", "zung-jung", "4"))
    play_out(second, chance_player("4"))
    assert first.events == second.events


def test_names_are_listed_and_the_nearest_is_told() -> None:
    assert "random" in mjrules.player_names("zung-jung")
    with pytest.raises(mjrules.PlayerError, match=r'^there is no player "randum" \(did you mean "random"\?\)$'):
        mjrules.make_player("randum", "zung-jung", "1")
