"""A tile turned up that makes jokers of others."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.play.events import Discard, TurnedUp
from mjrules.table.table import Table
from mjrules.testing import check_play
from mjrules.tiles.tile import TEXT
from tests.kit.laid import laid, play
from tests.kit.profile import amount

WAITING = "234m456p789s11z67s"
"""It waits for the 5 and the 8 of bamboo."""


def club(folder: Path, settings: str = "{}", more: str = "") -> mjrules.Ruleset:
    """A ruleset in which every joker is worth a point."""
    path = folder / "club.yaml"
    path.write_text(
        f"""id: club
extends: root
plugins: [base_payment, combinations, sum, wild, wild_tile]
house_rules: {{wild_tile: {settings}}}
fields: {{wild: {{type: tiles, about: the wild tiles, jokers: true}}}}
scoring: {{method: sum}}
rules:
  joker: {{points: 1, each: true, when: {{tiles: [J]}}}}
settlement: {{method: base_payment}}
{more}
""",
        encoding="utf-8",
    )
    return mjrules.load(path)


def shown(table: Table) -> list[str]:
    """The tiles that were turned up, in order."""
    return [TEXT[event.tile] for event in table.log if isinstance(event, TurnedUp)]


def wild(table: Table, seat: int = 0) -> tuple[str, ...] | None:
    """What the record of a hand says."""
    return table.judge.hand(seat, -1, "", winner=False).fields.get("wild")


@pytest.mark.parametrize(
    ("settings", "end", "turned", "told"),
    [
        ("{}", "5m9p", ["9p"], ("9p",)),
        ("{wild: [next]}", "5m9p", ["9p"], ("1p",)),
        ("{wild: [same, next]}", "5m4z", ["4z"], ("4z", "1z")),
        ("{wild: [next]}", "5m7z", ["7z"], ("5z",)),
        ("{wild: [next], among: 19m1234z}", "5m9m", ["9m"], ("1m",)),
        ("{among: 123456789m123456789p123456789s}", "2z7z3s5m", ["7z", "2z", "5m"], ("5m",)),
        ("{place: -2}", "5m9p", ["5m"], ("5m",)),
    ],
)
def test_the_tile_turned_up_says_what_is_wild(
    tmp_path: Path, settings: str, end: str, turned: list[str], told: tuple[str, ...]
) -> None:
    table = laid(club(tmp_path, settings), {"E": "7z", "S": WAITING}, "5s", end)
    assert shown(table) == turned
    assert wild(table) == wild(table, 2) == told


def test_a_tile_that_is_drawn_for_a_bonus_tile_is_not_turned_up(tmp_path: Path) -> None:
    table = laid(club(tmp_path), {"E": "7zf1f2", "S": WAITING}, "5s", "1p2p3p4p")
    assert shown(table) == ["4p"]
    assert wild(table) == ("4p",)


@pytest.mark.parametrize(("claimed", "kinds"), [("true", {"pass", "chow", "pung"}), ("false", {"discard"})])
def test_whether_wild_tiles_are_claimed(tmp_path: Path, claimed: str, kinds: set[str]) -> None:
    table = laid(club(tmp_path, f"{{claimed: {claimed}}}"), {"E": "9p7z", "S": "99p78p"}, "5s", "5m9p")
    play(table, "E discard 9p")
    assert {action.kind for action in table.legal_actions("S")} == kinds


def test_a_wild_tile_that_is_not_discarded_is_when_there_is_no_other(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{discarded: false}")
    table = laid(ruleset, {"E": "9p7z", "S": WAITING}, "5s", "5m9p")
    assert "9p" not in {TEXT[action.tile] for action in table.legal_actions("E") if isinstance(action, Discard)}
    with pytest.raises(mjrules.MjrulesError, match="a wild tile is not discarded while there is another"):
        play(table, "E discard 9p")


def test_a_wild_tile_wins_for_any_other(tmp_path: Path) -> None:
    table = laid(club(tmp_path), {"E": "7z", "S": WAITING}, "9p", "5m9p")
    play(table, "E discard 7z; S mahjong")
    assert table.end is not None
    assert table.end.hands["S"].fields["wild"] == ("9p",)
    assert table.end.scores["S"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["{}", "{wild: [same, next], claimed: false, discarded: false, place: -5}"])
def test_play_keeps_its_laws(tmp_path: Path, settings: str) -> None:
    check_play(club(tmp_path, settings), hands=amount(2, 20, 100), seed=5)
