"""A win on the tile drawn for a kong."""

from __future__ import annotations

import pytest

import mjrules

from .laid import dealt


@pytest.mark.parametrize("name", ["western", "classical", "chinese-official", "hong-kong"])
def test_the_loose_tile_may_win(name: str) -> None:
    table = dealt(mjrules.load(name), "1111m456p789s5556z", loose="6z 6z")
    assert not table.can_mahjong("E")
    table.kong("E", "1m")
    assert table.can_mahjong("E")
    assert [action.kind for action in table.legal_actions("E")].count("mahjong") == 1
    table.mahjong("E")
    assert (table.log[-1].data or {})["winners"] == ["E"]


def test_another_loose_tile_does_not() -> None:
    table = dealt(mjrules.load("western"), "1111m456p789s5556z", loose="7z 6z")
    table.kong("E", "1m")
    assert not table.can_mahjong("E")
