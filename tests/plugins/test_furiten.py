"""Discards that do not win in games of a club: all of them, or those alone that are like one discarded or passed up."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.play.events import Chow
from mjrules.simulation.simulation import Simulation
from mjrules.table.table import Table
from mjrules.tiles.tile import parse_tiles
from tests.kit.laid import laid, play
from tests.kit.profile import amount

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


# Swap calls with jokers


def joker_table(folder: Path, hands: dict[str, str], draws: str = "") -> Table:
    """A table of a club of riichi with four jokers."""
    path = folder / "jokers.yaml"
    path.write_text("id: jokers\nextends: riichi\nplugins: {add: [wild]}\ntiles: {J: 4}\n", encoding="utf-8")
    return laid(mjrules.load(path), hands, draws)


@pytest.mark.parametrize(
    ("tiles", "low", "banned"),
    [("J5m", "3m", "3m 6m"), ("JJ", "3m", "3m 6m"), ("JJ", "2m", "3m"), ("45m", "", "3m 6m")],
)
def test_a_joker_in_a_chow_stands_for_its_tile(tmp_path: Path, tiles: str, low: str, banned: str) -> None:
    table = joker_table(tmp_path, {"E": "3m", "S": "3456m258p69s14zJJ"})
    play(table, "E discard 3m")
    claims = [action for action in table.legal_actions("S") if isinstance(action, Chow)]
    table.do(next(claim for claim in claims if (sorted(claim.tiles), claim.low) == (sorted(parse_tiles(tiles)), low)))
    assert [tile for tile in ("3m", "6m", "2p") if not table.can_discard("S", tile)] == banned.split()


def test_a_claim_with_a_joker_leaves_something_to_discard(tmp_path: Path) -> None:
    """After 345m it would be 2m alone, at the other end of the chow; after 456m that may be discarded."""
    table = joker_table(tmp_path, {"E": "123z5m19p19s", "S": "112233zJ224m123p"}, "6z6z8s7z7z9s6z7z9p")
    for moves in (
        "E discard 1z; S pung 11z; S discard 1p; W discard 6z; N discard 6z; E discard 2z",
        "S pung 22z; S discard 2p; W discard 7z; N discard 7z; E discard 3z",
        "S pung 33z; S discard 3p; W discard 6z; N discard 7z; E discard 5m",
    ):
        play(table, moves)
    claims = [action for action in table.legal_actions("S") if isinstance(action, Chow)]
    assert [claim.low for claim in claims] == ["4m"]


def test_many_hands_with_jokers_are_played(tmp_path: Path) -> None:
    table = joker_table(tmp_path, {})
    assert sum(1 for _ in Simulation(table.ruleset, 1).alone(amount(3, 20, 200))) == amount(3, 20, 200)
