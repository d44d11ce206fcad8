"""Riichi for three in play: norths laid aside, no chows, what a drawn win pays, and hands that end early."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mjrules
from mjrules import Table
from mjrules.play.event_fields import NO_TILE
from mjrules.tiles.tile import TEXT
from tests.kit.laid import kinds, laid, play, silent
from tests.kit.rulesets import loaded
from tests.rulesets.riichi.test_play import items, paid, shown, why

NORTHS = """
plugins: {add: [laid_aside]}
house_rules: {laid_aside: {tiles: 4z, field: north, robbed: false}}
fields: {north: {type: number, about: how many norths are laid aside}}
"""
READY = "123p456p789s1155z"


def begun(hands: dict[str, str], draws: str = "", dead: str = "", more: int | None = None, **options: Any) -> Table:
    """A table with such hands, draws and tiles at the end of the wall: eight for kongs and norths, then indicators."""
    return laid(loaded("riichi-sanma", **{"red_fives": "none", **options}), hands, draws, dead, more=more)


def aside(table: Table, wind: str) -> None:
    """A player lays a north aside, after a tile that nobody claims."""
    silent(table)
    table.do(next(action for action in table.legal_actions(wind) if action.kind == "lay_aside"))


def may_lay_aside(table: Table, wind: str) -> bool:
    """Whether a player may lay a north aside."""
    return "lay_aside" in [action.kind for action in table.legal_actions(wind)]


def test_a_north_is_laid_aside_and_replaced_from_the_end_of_the_wall() -> None:
    table = begun({"E": READY + "4z"}, dead="9p")
    aside(table, "E")
    assert kinds(table.log[-4:]) == ["lay_aside", "laid_aside", "stands", "drawn"]
    assert (table.log[-1].source, TEXT[table.state.drawn]) == ("loose", "9p")  # type: ignore[attr-defined]
    assert not may_lay_aside(table, "E")
    assert table.state.wall.left() == 108 - 40 - 1


def test_east_lays_tiles_aside_before_the_first_discard_though_none_was_drawn(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(f"id: club\nextends: zung-jung\n{NORTHS}", "utf-8")
    table = laid(mjrules.load(path), {"E": "123m456p789s11744z", "S": "77z"}, "9p", loose="9s9m")
    assert table.state.drawn == NO_TILE
    for _ in range(2):
        aside(table, "E")
    assert not may_lay_aside(table, "E")
    play(table, "E discard 7z; S pung")
    assert not may_lay_aside(table, "S")


def test_a_north_is_a_dora_and_its_replacement_a_win_after_a_kong() -> None:
    table = begun({"E": READY + "4z"}, dead="5z")
    aside(table, "E")
    play(table, "E mahjong")
    found = items(table, "E")
    assert (found["north"], found["rinshan"], "tenhou" in found) == (1, 1, False)
    assert [item.split(">")[0] for item in paid(table)] == ["S", "W"]


def test_a_north_that_is_laid_aside_may_be_robbed() -> None:
    for hand, robs in (("234p567p234s678s4z", False), ("1133p5577p2288s4z", True)):
        table = begun({"E": "4z", "S": hand})
        aside(table, "E")
        assert table.can_mahjong("S") is robs
    table = begun({"E": "4z", "S": "19m19p19s1235677z"})
    aside(table, "E")
    assert table.can_mahjong("S")
    play(table, "S mahjong")
    assert "chankan" not in items(table, "S")


def test_after_riichi_only_a_north_just_drawn_is_laid_aside() -> None:
    table = begun({"E": READY + "9m"}, "9m9m4z")
    play(table, "E declare riichi; E discard 9m; S discard 9m; W discard 9m")
    assert may_lay_aside(table, "E")
    table = begun({"E": "123p456p789s1144z9m"}, "9m9m6z")
    play(table, "E declare riichi; E discard 9m; S discard 9m; W discard 9m")
    assert not may_lay_aside(table, "E")


def test_a_north_takes_ippatsu_and_the_first_draws_away() -> None:
    table = begun({"E": READY + "9m", "S": "4z"}, "9m5z", dead="6z")
    play(table, "E declare riichi; E discard 9m")
    aside(table, "S")
    play(table, "S discard 6z; W discard 5z; E mahjong")
    assert "ippatsu" not in items(table, "E")
    for tile, first in (("9m", "double_riichi"), ("4z", "riichi")):
        table = begun({"E": tile + "6z", "S": "123p456p789s1155z", "W": "5z"}, "8s", dead="6z")
        if tile == "4z":
            aside(table, "E")
        play(table, "E discard 6z")
        silent(table)
        play(table, "S declare riichi; S discard 8s")
        assert first in table.judge.hand(1, 31, "claimed").flags


def test_there_are_no_chows() -> None:
    table = begun({"E": "3p", "S": "12p"})
    play(table, "E discard 3p")
    assert all(not any(action.kind == "chow" for action in table.legal_actions(wind)) for wind in "ESW")


def test_indicators_lie_behind_the_tiles_for_kongs_and_norths() -> None:
    assert shown(begun({}, dead="1s2s3s4s5s6s7s8s1p9p")) == ["1p"]


def test_an_indicator_that_is_due_comes_with_a_north_that_is_laid_aside() -> None:
    table = begun({"E": "5z", "S": "555z147p258p369s1p"}, "", "4z1s2s3s4s5s6s7s1p9p2p8p")
    play(table, "E discard 5z; S kong")
    silent(table)
    assert shown(table) == ["1p"]
    aside(table, "S")
    assert [event.kind for event in table.log[-5:]] == ["lay_aside", "laid_aside", "turned_up", "stands", "drawn"]
    assert shown(table) == ["1p", "2p"]


def test_three_tiles_must_be_left_for_riichi() -> None:
    for more, can in ((17, True), (16, False)):
        assert begun({"E": READY + "9m"}, more=more).can_declare("E", "riichi") is can


def test_who_does_not_wait_pays_a_thousand_each() -> None:
    for hands, payments in (
        ({"E": READY + "2s"}, ["S>E1000", "W>E1000"]),
        ({"E": READY + "2s", "S": "123p456p789s2266z"}, ["W>E1000", "W>S1000"]),
    ):
        table = begun(hands, "2s2s", more=14)
        play(table, "E discard 2s; S discard 2s; W discard 2s")
        silent(table)
        assert paid(table) == payments


def test_three_winds_or_riichi_end_nothing_but_nine_terminals_do() -> None:
    table = begun(dict.fromkeys("ESW", "2z"))
    play(table, "E discard 2z; S discard 2z; W discard 2z")
    assert why(table) == []
    table = begun({"E": "19m19p1s1234z25588p"})
    assert "call_off" in [action.kind for action in table.legal_actions("E")]


def test_nobody_calls_a_hand_off_after_a_north_was_laid_aside() -> None:
    table = begun({"E": "19m19p19s1234z2558p"})
    play(table, "E lay_aside 4z")
    assert table.state.turn == 0
    assert "call_off" not in [action.kind for action in table.legal_actions("E")]
