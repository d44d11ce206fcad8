"""Games whose complete hands have no pair, or other numbers of tiles: who has won as dealt is seen by their size."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.settlement import settle_record

OTHERS = dict.fromkeys("SWN", "1245m1255p777s")
"""Eleven tiles each."""


@pytest.fixture
def club(tmp_path: Path) -> mjrules.Ruleset:
    (tmp_path / "club.yaml").write_text(
        "id: club\nextends: chinese-basic\nshapes: {replace: {sets: {parts: [4 x set]}}}\n"
    )
    return mjrules.load(tmp_path / "club.yaml")


def test_a_hand_as_dealt_has_the_size_of_the_game(club: mjrules.Ruleset) -> None:
    hand = club.parse("111222333m444p")
    assert (hand.winner, hand.win) == (True, None)
    assert "heaven" in hand.flags
    assert "\nComplete as dealt\n" in club.score(hand).text()


def test_what_a_player_holds_is_no_hand_as_dealt(club: mjrules.Ruleset) -> None:
    assert not club.parse("111222333m44p seat=S").winner


def test_hands_of_a_game_without_a_pair_are_settled(club: mjrules.Ruleset) -> None:
    record = {"hands": {"E": "111222333m444p", **OTHERS}}
    assert settle_record(record, club).to_record()["winner"] == "E"
    drawn = {"hands": {"E": {"concealed": "111222333m44p"}, **OTHERS}}
    assert settle_record(drawn, club).to_record()["winner"] is None
