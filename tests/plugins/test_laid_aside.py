"""Tiles that are laid aside before anything else, as bonus tiles are."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjrules
from mjrules.testing import check_play
from tests.kit.laid import kinds, laid, play
from tests.kit.profile import amount


def club(folder: Path, *, compulsory: bool = True) -> mjrules.Ruleset:
    """Dragons are bonus tiles."""
    path = folder / "club.yaml"
    path.write_text(
        f"""id: club
extends: hong-kong
set: {{minimum: 0}}
plugins: {{add: [laid_aside]}}
house_rules: {{laid_aside: {{tiles: 567z, field: aside, robbed: false, compulsory: {str(compulsory).lower()}}}}}
fields: {{aside: {{type: tiles, about: the tiles laid aside}}}}
win_requires: {{tiles: {{dragons: 0}}}}
""",
        encoding="utf-8",
    )
    return mjrules.load(path)


def test_nothing_else_is_done_before_they_are_laid_aside(tmp_path: Path) -> None:
    table = laid(club(tmp_path), {"E": "57z1m8888m1234567p"}, "", "1s2s")
    assert {action.kind for action in table.legal_actions("E")} == {"lay_aside"}
    for move in ("E discard 1m", "E kong 8m"):
        with pytest.raises(mjrules.ActionError, match="these tiles are laid aside first: 567z"):
            play(table, move)
    play(table, "E lay_aside 5z; E lay_aside 7z; E discard 1m")
    assert kinds(table.log).count("laid_aside") == 2


def test_a_claimed_tile_is_no_turn_to_lay_aside(tmp_path: Path) -> None:
    table = laid(club(tmp_path), {"E": "1m123456789p1234s", "S": "11m5z2468s369p345z"}, "")
    play(table, "E discard 1m; S pung")
    assert "discard" in {action.kind for action in table.legal_actions("S")}


def test_otherwise_they_may_be_kept(tmp_path: Path) -> None:
    table = laid(club(tmp_path, compulsory=False), {"E": "5z1m"})
    assert {"lay_aside", "discard"} <= {action.kind for action in table.legal_actions("E")}


def test_all_players_keep_to_it(tmp_path: Path) -> None:
    check_play(club(tmp_path), hands=amount(2, 8, 20), seed=3)


def test_they_are_laid_aside_before_a_hand_is_declared(tmp_path: Path) -> None:
    path = tmp_path / "standing.yaml"
    path.write_text(
        "id: standing\nextends: western\nplugins: {add: [laid_aside]}\nfields: {aside: {type: tiles, about: which}}\n"
        "house_rules: {laid_aside: {tiles: 567z, field: aside, compulsory: true}}\n",
        encoding="utf-8",
    )
    table = laid(mjrules.load(path), {"E": "5z9m123456789p147s"}, "", "1s2s")
    assert {action.kind for action in table.legal_actions("E")} == {"lay_aside"}
    play(table, "E lay_aside 5z")
    assert "declare" in {action.kind for action in table.legal_actions("E")}
