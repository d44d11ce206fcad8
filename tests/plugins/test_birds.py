"""Tiles that are turned up for a win: which, how many of them count, and for whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import view
from mjrules.paper.payments import house_rules_told
from mjrules.play.events import TurnedUp
from mjrules.play.wall import Wall
from mjrules.table.table import Table
from mjrules.teller import teller_of
from mjrules.testing import check_play
from mjrules.tiles.tile import TEXT
from tests.kit.laid import laid, play
from tests.kit.profile import amount

WAITING = "234m456p789s11z67s"
"""It waits for the 5 and the 8 of bamboo."""


def club(folder: Path, settings: str, more: str = "") -> mjrules.Ruleset:
    """A ruleset in which every bird is worth a faan."""
    path = folder / "club.yaml"
    path.write_text(
        f"""id: club
extends: hong-kong
set: {{minimum: 0}}
plugins: {{add: [birds]}}
house_rules: {{birds: {settings}}}
fields: {{birds: how many of the tiles turned up are birds}}
rules:
  birds: {{faan: 1, each: true, when: {{number: [birds]}}, names: {{en: Birds}}, source: the club}}
{more}
""",
        encoding="utf-8",
    )
    return mjrules.load(path)


def shown(table: Table) -> list[str]:
    """The tiles that were turned up, in order."""
    return [TEXT[event.tile] for event in table.log if isinstance(event, TurnedUp)]


def birds(table: Table, seat: str) -> Any:
    """How many birds the record of a winner has; None where it says none."""
    assert table.end is not None
    return table.end.hands[seat].fields.get("birds")


def drawn(ruleset: mjrules.Ruleset, draws: str, **said: Any) -> Table:
    """East discards, and South wins with the tile drawn."""
    table = laid(ruleset, {"E": "7z", "S": WAITING}, "5s" + draws, **said)
    play(table, "E discard 7z; S mahjong")
    return table


def test_the_next_tiles_of_the_wall_are_turned_up_for_a_win_and_birds_count(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 3}")
    table = drawn(ruleset, "9m2p1s5p")
    assert shown(table) == ["9m", "2p", "1s"]
    assert birds(table, "S") == 2
    score = ruleset.score(table.end.hands["S"])
    assert [item.count for item in score.items if item.id == "birds"] == [2]
    assert table.end.scores["S"] == score.total


def test_without_a_bird_the_record_says_nothing(tmp_path: Path) -> None:
    table = drawn(club(tmp_path, "{number: 2}"), "2p3p5p")
    assert shown(table) == ["2p", "3p"]
    assert birds(table, "S") is None


@pytest.mark.parametrize(("wins", "tiles"), [("all", ["9m", "2p"]), ("drawn", [])])
def test_for_drawn_wins_alone(tmp_path: Path, wins: str, tiles: list[str]) -> None:
    ruleset = club(tmp_path, f"{{wins: {wins}}}")
    table = laid(ruleset, {"E": "5s", "S": WAITING}, "9m2p")
    play(table, "E discard 5s; S mahjong")
    assert shown(table) == tiles
    assert shown(drawn(ruleset, "9m2p")) == ["9m", "2p"]


def test_birds_of_a_seat(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 4, tiles: 1m, seats: {S: 26m2z, W: 37m3z}}")
    assert birds(drawn(ruleset, "1m2m2z6m"), "S") == 3
    table = laid(ruleset, {"E": "5s1m1m", "N": WAITING}, "1m2m2z6m")
    play(table, "E discard 5s; N mahjong")
    assert birds(table, "N") == 1


def test_who_win_with_one_tile_have_the_same_birds(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{seats: {S: 26m}}", more="table: {winners: all}")
    other = "234m456p789s22z67s"
    table = laid(ruleset, {"E": "5s", "S": WAITING, "W": other}, "1m2m1m")
    play(table, "E discard 5s; S mahjong; W mahjong")
    assert shown(table) == ["1m", "2m"]
    assert (birds(table, "S"), birds(table, "W")) == (1, 1)


CHOWS = """  chows: {faan: 1, when: {sets: chow}, names: {en: Chows}, source: the club}
  chow: {faan: 1, each: true, when: {sets: [chow]}, names: {en: Chow}, source: the club}
  taken: {faan: 1, when: {self_drawn: false}, names: {en: Taken}, source: the club}
  stolen: {faan: 1, when: {flag: robbing_kong}, names: {en: Stolen}, source: the club}
"""


@pytest.mark.parametrize(
    ("number", "turned_up"),
    [
        ("{base: 1, more: {chows: 2}}", 3),
        ("{base: 1, more: {chow: 1}}", 5),
        ("{base: 0, more: {chows: 2, chow: 1, taken: 7}}", 6),
        ("{base: 0, more: {taken: 7}}", 0),
    ],
)
def test_rules_of_the_hand_bring_more_tiles(tmp_path: Path, number: str, turned_up: int) -> None:
    ruleset = club(tmp_path, f"{{number: {number}}}", CHOWS)
    table = drawn(ruleset, "9m2p1s5p9p1p")
    assert shown(table) == ["9m", "2p", "1s", "5p", "9p", "1p"][:turned_up]
    assert (birds(table, "S") or 0) == len([tile for tile in shown(table) if tile != "2p"])


def test_a_rule_of_a_robbed_kong_brings_more_tiles(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: {base: 1, more: {stolen: 2}}}", CHOWS)
    table = laid(ruleset, {"E": "5s6z", "S": "555s1z", "W": WAITING}, "6z7z6z9m2p1s5p")
    moves = "E discard 5s; S pung; S discard 1z; W discard 6z; N discard 7z; E discard 6z; S kong 5s; W mahjong"
    play(table, moves)
    assert shown(table) == ["2p", "1s", "5p"]
    assert birds(table, "W") == 2


def test_who_win_with_one_tile_have_as_many_of_the_same_tiles_as_their_hands_bring(tmp_path: Path) -> None:
    settings, winners = "{number: {base: 1, more: {chows: 2}}}", "table: {winners: all}"
    ruleset = club(tmp_path, settings, f"{CHOWS}{winners}")
    pungs = "222m333444p99m67s"
    for south, west in ((WAITING, pungs), (pungs, WAITING)):
        table = laid(ruleset, {"E": "5s", "S": south, "W": west}, "1m9p1s5m")
        play(table, "E discard 5s; S mahjong; W mahjong")
        assert shown(table) == ["1m", "9p", "1s"]
        assert (birds(table, "S"), birds(table, "W")) == ((3, 1) if south == WAITING else (1, 3))


def test_games_with_more_birds_are_played_and_their_logs_played_again(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: {base: 1, more: {chow: 1, self_draw: 2}}}", f"{CHOWS}table: {{winners: all}}")
    check_play(ruleset, hands=amount(2, 8, 20), seed=5)


def test_rules_that_bring_more_tiles_are_told(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: {base: 1, more: {self_draw: 2}}}")
    english, chinese = (next(house_rules_told(teller_of(ruleset, language))) for language in ("en", "zh"))
    assert "for a win the next tile of the wall is turned up; each time that self draw counts, it is 2 more" in english
    assert "和牌后翻牌墙的下一张；每计一次自摸，多翻 2 张" in chinese


def test_columns_score_the_hands_of_a_table_with_more_birds_alike(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: {base: 1, more: {chow: 1}}}", CHOWS)
    table = drawn(ruleset, "9m2p1s5p9p1p")
    assert table.end is not None
    hand = table.end.hands["S"]
    assert ruleset.score(hand).total == table.end.scores["S"]
    batch = ruleset.batch()
    assert [*batch.score([hand]).total] == [table.end.scores["S"]]


def test_a_field_of_tiles_says_which_are_birds(tmp_path: Path) -> None:
    """Where a rule, or who pays, depends on the tiles themselves."""
    path = tmp_path / "club.yaml"
    path.write_text(
        """id: club
extends: hong-kong
plugins: {add: [birds]}
house_rules: {birds: {number: 4, field: caught}}
fields: {caught: {type: tiles, about: the birds}}
rules: {birds: {faan: 1, each: true, when: {field: [caught]}, source: the club}}
""",
        encoding="utf-8",
    )
    ruleset = mjrules.load(path)
    table = drawn(ruleset, "9m2p1s5p")
    assert table.end is not None
    assert table.end.hands["S"].fields == {"caught": ("9m", "1s", "5p")}
    assert [item.count for item in ruleset.score(table.end.hands["S"]).items if item.id == "birds"] == [3]
    check_play(ruleset, hands=2, seed=5, thorough=False)


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_no_more_tiles_are_turned_up_than_the_wall_has(tmp_path: Path, left: int) -> None:
    ruleset = club(tmp_path, "{number: 2}")
    table = laid(ruleset, {"E": "7z", "S": WAITING}, "5s1m5m9m"[: 2 + 2 * left], more=0)
    play(table, "E discard 7z; S mahjong")
    assert shown(table) == ["1m", "5m", "9m"][: min(left, 2)]
    assert (birds(table, "S") or 0) == min(left, 2)


def test_tiles_taken_from_the_end_are_not_turned_up(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 9}", more="table: {dead_wall: 4, dead_wall_kept: false}")
    table = laid(ruleset, {"E": "2222z7z", "S": WAITING}, "5s1m", "3z1p2p9p", more=0)
    play(table, "E kong 2z; E discard 7z; S mahjong")
    assert sorted(shown(table)) == ["1m", "1p", "2p", "9p"]


def test_walls_of_their_own_have_no_next_tiles_for_all() -> None:
    for own, places in ((False, (0, 1)), (True, ())):
        wall = Wall(4, 0, kept=False, bonus_from_front=False, own=own)
        wall.build(range(8))
        assert wall.coming(2) == places


def test_nobody_sees_them_before_the_win(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 2}")
    for tiles in ("1m5m", "2p3p"):
        table = laid(ruleset, {"E": "5s", "S": WAITING}, tiles)
        play(table, "E discard 5s")
        assert table.can_mahjong("S")
        assert view(table, "S").turned_up == ()


def test_each_win_has_its_own_where_play_goes_on(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 1, tiles: 159m}", more="table: {ends_after_wins: 2}")
    table = laid(ruleset, {"E": "5s7z", "S": WAITING, "W": "222333789m6665z"}, "1m9p3p5m")
    play(table, "E discard 5s; S mahjong; W discard 1m; N discard 9p; E discard 3p")
    assert shown(table) == ["1m"]
    assert table.to_act() == ["W"]
    assert "birds" not in table.judge.hand(2, table.state.tile, "claimed").fields


def test_a_later_win_turns_up_tiles_that_no_earlier_one_has(tmp_path: Path) -> None:
    ruleset = club(tmp_path, "{number: 3}", more="table: {ends_after_wins: 2}")
    hands = {"E": "5s7z", "S": WAITING, "W": "222333789m6665z", "N": "5z"}
    table = laid(ruleset, hands, "1m9m4m5m1p5p")
    play(table, "E discard 5s; S mahjong; W discard 1m; N discard 5z; W mahjong")
    assert shown(table) == ["1m", "9m", "4m", "5m", "1p", "5p"]
    assert (birds(table, "S"), birds(table, "W")) == (2, 3)


def test_games_are_played_and_their_logs_played_again(tmp_path: Path) -> None:
    check_play(club(tmp_path, "{number: 4}"), hands=amount(2, 8, 20), seed=5)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("{seats: {X: 1m}}", 'expected a seat, one of E, S, W, N, got "X"'),
        ("{tiles: J}", "tiles"),
        ("{number: 0}", "number"),
        ("{number: {base: 1}}", 'the key "more" is missing'),
        ("{number: {base: 1, more: {}}}", "expected at least one entry"),
        ("{number: {base: 1, more: {self_drawn: 1}}}", 'is not a rule .did you mean "self_draw"'),
        ("{number: {base: 1, more: {self_draw: 0}}}", "more.self_draw"),
        ("{field: bird}", "bird"),
    ],
)
def test_wrong_settings_are_told(tmp_path: Path, settings: str, said: str) -> None:
    with pytest.raises(mjrules.RulesetError, match=said):
        club(tmp_path, settings)
