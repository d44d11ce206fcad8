"""Discards that do not win in games of a club: all of them, or those alone that are like one discarded or passed up."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.table.table import Table
from tests.kit.laid import laid, play

WAITING = "234m456p789s11z67s"
"""It waits for the 5 and the 8 of bamboo."""
DISCARDED = "the player has discarded a tile that completes the hand"
DISCARDED_SAME = "the player has discarded such a tile"
PASSED = "a tile to win with was passed up in this go-round"


def begun(folder: Path, settings: str, hands: dict[str, str], draws: str) -> Table:
    """A table of a club of hong-kong with these settings of `furiten`."""
    path = folder / "club.yaml"
    path.write_text(
        f"""id: club
extends: hong-kong
set: {{minimum: 0}}
plugins: {{add: [furiten]}}
house_rules: {{furiten: {{declared: none, {settings}}}}}
""",
        encoding="utf-8",
    )
    return laid(mjrules.load(path), hands, draws)


def why_not(table: Table, seat: str) -> str:
    """Why the discard does not win; empty where it does."""
    if table.can_mahjong(seat):
        return ""
    with pytest.raises(mjrules.ActionError) as caught:
        table.mahjong(seat)
    return caught.value.reason


@pytest.mark.parametrize(
    ("settings", "same", "other"),
    [
        ("tiles: all", DISCARDED, DISCARDED),
        ("tiles: same", DISCARDED_SAME, ""),
        ("tiles: same, own_discards: false", "", ""),
    ],
)
def test_own_discards_bar_all_discards_or_such_ones(tmp_path: Path, settings: str, same: str, other: str) -> None:
    for tile, said in (("5s", same), ("8s", other)):
        table = begun(tmp_path, settings, {"E": WAITING + "5s", "W": tile * 2}, tile)
        play(table, f"E discard 5s; S discard {tile}")
        assert why_not(table, "E") == said


@pytest.mark.parametrize(("tiles", "same", "other"), [("all", PASSED, PASSED), ("same", PASSED, "")])
def test_a_tile_passed_up_bars_all_discards_or_such_ones(tmp_path: Path, tiles: str, same: str, other: str) -> None:
    for tile, said in (("5s", same), ("8s", other)):
        table = begun(tmp_path, f"tiles: {tiles}", {"E": "5s", "W": WAITING}, tile)
        play(table, f"E discard 5s; W pass; S discard {tile}")
        assert why_not(table, "W") == said


def test_all_tiles_passed_up_are_barred_until_the_next_draw(tmp_path: Path) -> None:
    hands = {"E": "5s", "W": "5s", "N": WAITING}
    table = begun(tmp_path, "tiles: same", hands, "8s7z6z5s")
    play(table, "E discard 5s; N pass; S discard 8s; N pass; W discard 5s")
    assert why_not(table, "N") == PASSED
    play(table, "N discard 6z; E discard 5s")
    assert why_not(table, "N") == ""
