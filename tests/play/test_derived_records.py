"""The hand records that the table derives: every flag with its near misses, from walls that are laid by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mjrules
from mjrules import Ruleset
from mjrules.match.match import Match
from mjrules.play.events import Declare
from mjrules.play.phases import Turn
from mjrules.table.table import Table
from mjrules.tiles.tile import format_tiles, parse_tiles
from tests.kit.laid import laid, play, silent
from tests.kit.rulesets import loaded

READY = "234m567m35p99s678s"
"""Waits for the 4 circles, alone."""
KONG = "1111m234m567m35p99s"
"""East's hand, which waits for the 4 circles when the kong is declared."""


def child(folder: Path, parent: str, text: str) -> Ruleset:
    path = folder / "club.yaml"
    path.write_text(f"id: club\nextends: {parent}\n{text}\n", encoding="utf-8")
    return mjrules.load(str(path))


def ended(table: Table) -> dict[str, Any]:
    return table.end.to_record(table.seats)


def expect(table: Table, seat: str, **wanted: Any) -> None:
    """The record of a hand is this one, and it scores what the table says."""
    plain = {"melds": [], "winner": True, "self_drawn": False, "seat": seat, "round": "E", "flowers": [], "flags": []}
    wanted["concealed"] = format_tiles(sorted(parse_tiles(wanted["concealed"])))
    record = {**plain, "declared": False, **wanted}
    end = ended(table)
    assert end["hands"][seat] == record
    if record["winner"]:
        assert end["winners"] == [seat]
    [score] = mjrules.score_records([record], table.ruleset.id)
    assert end["scores"][seat] == score["total"]


def flags(table: Table, seat: str = "S") -> list[str]:
    end = ended(table)
    assert end["winners"] == [seat]
    return list(end["hands"][seat]["flags"])


def western(hands: dict[str, str], draws: str = "", loose: str = "", **said: Any) -> Table:
    return laid(loaded("western"), hands, draws, loose, **said)


# A win that is nothing special; sets, bonus tiles, seats and rounds


def test_a_win_on_a_drawn_tile() -> None:
    table = western({"E": "1z", "S": READY}, "4p")
    play(table, "E discard 1z; S mahjong")
    expect(table, "S", concealed=READY, win="4p", self_drawn=True)
    assert ended(table)["hands"]["W"]["winner"] is False


GIVERS = {
    "E": ("left", "2z3z4z", "E discard 1z; S discard 2z; W discard 3z; N discard 4z; E discard 4p"),
    "W": ("right", "2z4p", "E discard 1z; S discard 2z; W discard 4p"),
    "N": ("across", "2z3z4p", "E discard 1z; S discard 2z; W discard 3z; N discard 4p"),
}


@pytest.mark.parametrize("giver", GIVERS)
def test_a_win_on_a_discard_tells_whose_it_was(giver: str) -> None:
    side, draws, moves = GIVERS[giver]
    table = western({"E": "1z4p", "S": READY}, f"{draws}5z", round="W")
    play(table, f"{moves}; S mahjong")
    expect(table, "S", concealed=READY, win="4p", round="W", **{"from": side})


def test_sets_bonus_tiles_and_kongs_stand_in_the_record() -> None:
    table = western({"E": "1z5m", "S": "46m77p2222s99p34s2z"}, "8m7p3z8m4z7p6z5z6s", "f1 1m f3 5s")
    play(table, "E discard 5m; S chow 46m; S discard 2z; W discard 8m; N discard 7p; S pung; S discard 3s")
    play(table, "W discard 3z; N discard 8m; E discard 4z; S kong 7p; S kong 2s; S discard 1m; W discard 6z")
    play(table, "N discard 5z; E discard 6s; S mahjong")
    melds = [
        {"type": "chow", "tiles": "456m", "concealed": False, "from": "left"},
        {"type": "kong", "tiles": "7777p", "concealed": False, "from": "across", "added": True},
        {"type": "kong", "tiles": "2222s", "concealed": True},
    ]
    expect(table, "S", melds=melds, concealed="99p45s", win="6s", flowers=["f1", "f3"], **{"from": "left"})


# Last tiles


def test_the_last_tile_of_the_wall() -> None:
    table = western({"E": "1z", "S": READY}, "4p", "1m" * 4 + "2p" * 3 + "3z" * 4 + "4z" * 3, more=0)
    play(table, "E discard 1z; S mahjong")
    expect(table, "S", concealed=READY, win="4p", self_drawn=True, flags=["last_tile"])


def test_the_last_tile_but_one_is_not_the_last() -> None:
    table = western({"E": "1z", "S": READY}, "4p5z", "1m" * 4 + "2p" * 3 + "3z" * 4 + "4z" * 3, more=0)
    play(table, "E discard 1z; S mahjong")
    assert flags(table) == []


def test_the_discard_after_the_last_tile() -> None:
    table = western({"E": "1z", "W": READY}, "4p", "1m" * 4 + "2p" * 3 + "3z" * 4 + "4z" * 3, more=0)
    play(table, "E discard 1z; S discard 4p; W mahjong")
    expect(table, "W", concealed=READY, win="4p", flags=["last_tile"], **{"from": "left"})


def test_the_discard_before_the_last_tile() -> None:
    table = western({"E": "1z4p", "W": READY}, "4p5z", "1m" * 4 + "2p" * 3 + "3z" * 4 + "4z" * 3, more=0)
    play(table, "E discard 1z; S discard 4p; W mahjong")
    assert flags(table, "W") == []


def test_the_last_tile_that_was_put_back_for_a_late_call(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "set: {late_calls: call_stands}")
    table = laid(ruleset, {"E": "1z4p", "S": "1m4m7m1p", "W": READY}, "5z", "1m2p3z4z5z6z7z1s1s9m9m6z6z7z", more=0)
    play(table, "E discard 4p; S draw")
    assert isinstance(table.state.phase, Turn)
    assert table.state.phase.last
    play(table, "W mahjong")
    assert flags(table, "W") == ["earth"]


# Replacement tiles


def test_a_tile_for_a_kong() -> None:
    table = western({"E": KONG}, loose="4p")
    play(table, "E kong 1m; E mahjong")
    melds = [{"type": "kong", "tiles": "1111m", "concealed": True}]
    hand = "234m567m35p99s"
    expect(table, "E", melds=melds, concealed=hand, win="4p", self_drawn=True, flags=["kong_replacement"])


def test_a_tile_for_a_kong_of_an_earlier_turn() -> None:
    table = western({"E": KONG}, "2z3z5z4p", "1z")
    play(table, "E kong 1m; E discard 1z; S discard 2z; W discard 3z; N discard 5z; E mahjong")
    assert flags(table, "E") == []


def test_a_tile_for_a_claimed_kong() -> None:
    table = western({"E": "1z", "S": "111z234m567m35p99s"}, loose="4p")
    play(table, "E discard 1z; S kong; S mahjong")
    assert flags(table) == ["kong_replacement"]


def test_a_tile_for_a_bonus_tile() -> None:
    table = western({"E": "1z", "S": READY}, "f1", "4p")
    play(table, "E discard 1z; S mahjong")
    wanted = {"self_drawn": True, "flowers": ["f1"], "flags": ["flower_replacement"]}
    expect(table, "S", concealed=READY, win="4p", **wanted)


def test_a_tile_for_a_bonus_tile_of_the_deal() -> None:
    table = western({"E": "1z", "S": READY.replace("35p", "5p f1 ")}, "4p", "3p")
    play(table, "E discard 1z; S mahjong")
    expect(table, "S", concealed=READY, win="4p", self_drawn=True, flowers=["f1"])


TWO_KONGS = "1111m2222m567m3p99s"


@pytest.mark.parametrize(
    ("loose", "wanted"),
    [
        ("4p5p", ["kong_on_kong", "kong_replacement"]),
        ("f1 4p5p", ["kong_on_kong", "kong_replacement"]),
        ("4p f1 f2 5p", ["flower_replacement", "kong_on_kong", "kong_replacement"]),
    ],
)
def test_a_kong_on_a_kong(loose: str, wanted: list[str]) -> None:
    table = western({"E": TWO_KONGS}, loose=loose)
    play(table, "E kong 1m; E kong 2m; E mahjong")
    assert flags(table, "E") == wanted


def test_two_kongs_of_two_turns_are_no_kong_on_a_kong() -> None:
    table = western({"E": TWO_KONGS}, "2z3z5z5p", "4z4p")
    play(table, "E kong 1m; E discard 4z; S discard 2z; W discard 3z; N discard 5z; E kong 2m; E mahjong")
    assert flags(table, "E") == ["kong_replacement"]


def test_the_discard_after_a_kong() -> None:
    table = western({"E": "2222z4p1m", "S": READY}, loose="9p")
    play(table, "E kong 2z; E discard 4p; S mahjong")
    assert flags(table) == ["discard_after_kong", "earth"]


def test_the_next_discard_after_a_kong_is_a_plain_one() -> None:
    table = western({"E": "2222z1m", "W": READY}, "4p", "9p")
    play(table, "E kong 2z; E discard 9p; S discard 4p; W mahjong")
    assert flags(table, "W") == []


# Robbing


ROBBED = {"E": "4p1z", "S": READY, "W": "44p1m4m7m1s4s7s9p3z4z5z6z"}


def robbing() -> Table:
    """South may rob the kong of the 4 circles that West makes."""
    table = western(ROBBED, "2z2z2z4p")
    play(table, "E discard 4p; W pung; W discard 3z; N discard 2z; E discard 2z; S discard 2z; W kong 4p")
    return table


def test_a_robbed_kong() -> None:
    table = robbing()
    play(table, "S mahjong")
    wanted = {"flags": ["last_of_kind", "robbing_kong"], "from": "right"}
    expect(table, "S", concealed=READY, win="4p", **wanted)
    pung = {"type": "pung", "tiles": "444p", "concealed": False, "from": "across"}
    assert ended(table)["hands"]["W"]["melds"] == [pung]


def test_a_kong_that_is_not_robbed() -> None:
    table = robbing()
    play(table, "S pass")
    kong = {"type": "kong", "tiles": "4444p", "concealed": False, "from": "across", "added": True}
    assert [meld.to_record() for meld in table.state.players[2].melds] == [kong]
    assert table.state.turn == 2


# The last of its kind


def test_the_other_copies_are_in_a_set_on_the_table() -> None:
    table = western({"E": "4p1z", "S": READY, "W": ROBBED["W"]}, "2z2z4p")
    play(table, "E discard 4p; W pung; W discard 3z; N discard 2z; E discard 2z; S mahjong")
    assert flags(table) == ["last_of_kind"]


def discards_of_three(ruleset: Ruleset) -> Table:
    table = laid(ruleset, {"E": "4p1z1m", "S": READY}, "2z4p4p2z2z5z5z5z4p")
    play(table, "E discard 4p; S discard 2z; W discard 4p; N discard 4p; E discard 2z; S discard 2z; W discard 5z")
    play(table, "N discard 5z")
    play(table, "E discard 5z; S mahjong")
    return table


def test_the_other_copies_lie_among_the_discards() -> None:
    assert flags(discards_of_three(loaded("western"))) == ["last_of_kind"]


def test_copies_that_lie_face_down_cannot_be_seen() -> None:
    assert flags(discards_of_three(loaded("western", discards="face_down"))) == []


def test_a_copy_in_a_hand_cannot_be_seen() -> None:
    table = western({"E": "4p1z1m", "S": READY, "N": "4p"}, "2z4p2z3z3z5z5z4p")
    play(table, "E discard 4p; S discard 2z; W discard 4p; N discard 2z; E discard 3z; S discard 3z; W discard 5z")
    play(table, "N discard 5z; E discard 4p; S mahjong")
    assert flags(table) == []


def test_the_claimed_tile_itself_is_not_counted() -> None:
    table = western({"E": "4p1z1m", "S": READY}, "2z4p4p2z2z")
    play(table, "E discard 4p; S discard 2z; W discard 4p; N discard 4p; S mahjong")
    assert flags(table) == []


def test_a_fourth_copy_that_is_claimed() -> None:
    table = western({"E": "4p1z1m", "S": READY}, "2z4p4p2z2z5z4p")
    play(table, "E discard 4p; S discard 2z; W discard 4p; N discard 4p; E discard 2z; S discard 2z; W discard 5z")
    play(table, "N discard 4p; S mahjong")
    assert flags(table) == ["last_of_kind"]


# The beginning of a hand


def test_heaven() -> None:
    table = western({"E": f"{READY}4p"})
    play(table, "E mahjong")
    expect(table, "E", concealed=f"{READY}4p", win=None, self_drawn=True, flags=["heaven"])


def test_heaven_with_bonus_tiles_of_the_deal() -> None:
    table = western({"E": f"{READY} f1"}, loose="4p")
    play(table, "E mahjong")
    expect(table, "E", concealed=f"{READY}4p", win=None, self_drawn=True, flowers=["f1"], flags=["heaven"])


def test_only_the_hand_as_dealt_is_heaven() -> None:
    table = western({"E": KONG}, loose="4p")
    play(table, "E kong 1m; E mahjong")
    assert "heaven" not in flags(table, "E")


def test_a_kong_before_play_leaves_heaven(tmp_path: Path) -> None:
    table = laid(child(tmp_path, "western", "table: {kongs_before_play: true}"), {"E": KONG}, loose="4p")
    play(table, "E kong 1m")
    silent(table)
    play(table, "E mahjong")
    assert flags(table, "E") == ["heaven"]


def test_the_original_hand() -> None:
    table = western({"E": f"{READY}1z"}, "2z3z5z4p")
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E mahjong")
    expect(table, "E", concealed=READY, win="4p", self_drawn=True, flags=["original_hand"])


def test_the_first_of_all_tiles_drawn_is_that_of_an_original_hand(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {deal: one_each}")
    table = laid(ruleset, {"E": f"{READY}4p"})
    table.mahjong("E")
    assert flags(table, "E") == ["original_hand"]


def test_the_second_tile_drawn_is_not_where_east_draws_before_his_first_discard(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {deal: one_each}")
    table = laid(ruleset, {"E": f"{READY}1z"}, "2z3z5z4p")
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E mahjong")
    assert flags(table, "E") == []


def test_the_second_draw_is_not_the_original_hand() -> None:
    table = western({"E": f"{READY}1z"}, "2z3z5z6z2z3z5z4p")
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E discard 6z; S discard 2z; W discard 3z")
    play(table, "N discard 5z; E mahjong")
    assert flags(table, "E") == []


def test_earth_by_the_first_discard() -> None:
    table = western({"E": "4p", "W": READY})
    play(table, "E discard 4p; W mahjong")
    expect(table, "W", concealed=READY, win="4p", flags=["earth"], **{"from": "across"})


def test_the_second_discard_is_not_earth() -> None:
    table = western({"E": "1z", "W": READY}, "4p")
    play(table, "E discard 1z; S discard 4p; W mahjong")
    assert flags(table, "W") == []


def first_draw(folder: Path) -> Ruleset:
    return child(folder, "western", "table: {situations: {earth: first_draw}}")


def test_earth_by_the_own_first_draw(tmp_path: Path) -> None:
    table = laid(first_draw(tmp_path), {"E": "1z", "W": READY}, "2z4p")
    play(table, "E discard 1z; S discard 2z; W mahjong")
    assert flags(table, "W") == ["earth"]


def test_earth_by_the_own_first_draw_where_the_hand_of_east_is_dead(tmp_path: Path) -> None:
    table = laid(first_draw(tmp_path), {"S": READY}, "4p")
    play(table, "E fault wrong_number_of_tiles; S mahjong")
    assert flags(table, "S") == ["earth"]


def test_a_discard_is_not_earth_where_the_first_draw_is(tmp_path: Path) -> None:
    table = laid(first_draw(tmp_path), {"E": "4p", "W": READY})
    play(table, "E discard 4p; W mahjong")
    assert flags(table, "W") == []


def test_a_set_before_the_first_draw_breaks_earth(tmp_path: Path) -> None:
    table = laid(first_draw(tmp_path), {"E": "1z", "N": "11z9p", "S": READY}, "2z4p")
    play(table, "E discard 1z; N pung; N discard 9p; E discard 2z; S mahjong")
    assert flags(table) == []


def test_the_first_discard_taken_before_the_first_draw(tmp_path: Path) -> None:
    ruleset = child(tmp_path, "western", "table: {situations: {earth: before_first_draw}}")
    table = laid(ruleset, {"E": "1z", "W": READY}, "4p")
    play(table, "E discard 1z; S discard 4p; W mahjong")
    assert flags(table, "W") == ["earth"]
    table = laid(ruleset, {"E": "1z", "W": READY}, "2z3z5z4p")
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E discard 4p; W mahjong")
    assert flags(table, "W") == []


EARLY_WINS: dict[str, tuple[str, dict[str, str], str, str]] = {
    "drawn after two discards, none of them the winner's": (
        "W",
        {"E": "1z", "W": READY},
        "2z4p",
        "E discard 1z; S discard 2z; W mahjong",
    ),
    "drawn after four discards, by East, who made one": (
        "E",
        {"E": READY + "1z"},
        "2z3z5z4p",
        "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E mahjong",
    ),
    "drawn after three discards and a pung": (
        "S",
        {"E": "1z", "N": "11z9p", "S": READY},
        "2z4p",
        "E discard 1z; N pung; N discard 9p; E discard 2z; S mahjong",
    ),
    "by the fifth discard, after one of the winner": (
        "W",
        {"E": "1z", "W": READY},
        "2z3z5z4p",
        "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E discard 4p; W mahjong",
    ),
}


@pytest.mark.parametrize(
    ("when", "has_it"),
    [
        ("{discards: 1}", (False, False, False, False)),
        ("{discards: 2}", (True, False, False, False)),
        ("{discards: 4}", (True, True, True, False)),
        ("{discards: 5}", (True, True, True, True)),
        ("{discards: 5, untouched: true}", (True, True, False, True)),
        ("{discards: 0, of: winner}", (True, False, True, False)),
        ("{discards: 1, of: winner, untouched: true}", (True, True, False, True)),
    ],
)
@pytest.mark.parametrize("place", range(len(EARLY_WINS)), ids=[*EARLY_WINS])
def test_a_win_is_early_by_the_discards_before_it(
    tmp_path: Path, when: str, has_it: tuple[bool, ...], place: int
) -> None:
    text = f"flags: {{early: a win after few discards}}\ntable: {{situations: {{replace: {{early: {when}}}}}}}"
    winner, hands, draws, moves = [*EARLY_WINS.values()][place]
    table = laid(child(tmp_path, "western", text), hands, draws)
    play(table, moves)
    assert ("early" in flags(table, winner)) == has_it[place]


# What players say, and dead hands


def test_what_a_player_has_declared_is_a_flag() -> None:
    table = western({"E": "1z", "S": READY}, "2z3z5z5z4p")
    table.course.happen(Declare(1, "standing_hand"))
    table.course.happen(Declare(2, "fishing"))
    play(table, "E discard 1z; S discard 2z; W discard 3z; N discard 5z; E discard 5z; S mahjong")
    assert flags(table) == ["standing_hand"]
    assert ended(table)["hands"]["W"]["flags"] == ["fishing"]
    assert ended(table)["hands"]["N"]["flags"] == []


def fished_for_in_vain(**options: Any) -> int:
    """What East has who fishes for Gertie's Garter when all four 7 bamboos have been discarded, and South wins."""
    hands = {"E": "1234567m1234567s", "S": "7s111222333p99p5z", "W": "7s", "N": "7s"}
    table = laid(loaded("western", **options), hands, "5z1z1z2z9p")
    table.declare("E", "fishing")
    play(table, "E discard 7s; S discard 7s; W discard 7s; N discard 7s; E discard 2z")
    silent(table)
    table.mahjong("S")
    assert ("waits_gone" in table.end.hands["E"].flags) == (not options)
    return table.end.scores["E"]


def test_nothing_is_fished_for_of_which_no_tile_is_left() -> None:
    assert fished_for_in_vain() == 0
    assert fished_for_in_vain(fishing_exhausted=True) == 400


def test_fishing_is_no_flag_of_the_winner() -> None:
    table = western({"E": "1z", "S": READY}, "4p")
    table.course.happen(Declare(1, "fishing"))
    play(table, "E discard 1z; S mahjong")
    assert flags(table) == []


def test_a_dead_hand_is_told_and_worth_nothing() -> None:
    table = laid(loaded("western"), {"E": "1z", "S": READY, "W": "777z"}, "2z3z5z5z4p")
    play(table, "W fault wrong_number_of_tiles; E discard 1z; S discard 2z; N discard 3z; E discard 5z; S discard 5z")
    play(table, "N discard 4p; S mahjong")
    end = ended(table)
    assert end["hands"]["W"]["flags"] == ["dead_hand"]
    assert end["scores"]["W"] == 0


# Numbers of the match


def test_the_wins_of_east_in_a_row() -> None:
    fields = {"consecutive_east_wins": 13}
    table = laid(loaded("classical"), {"E": f"{READY}4p"}, fields=fields)
    play(table, "E mahjong")
    expect(table, "E", concealed=f"{READY}4p", win=None, self_drawn=True, flags=["heaven"], **fields)


def test_the_wins_of_east_are_not_those_of_another_winner() -> None:
    table = laid(loaded("classical"), {"E": "1z", "S": READY}, "4p", fields={"consecutive_east_wins": 13})
    play(table, "E discard 1z; S mahjong")
    expect(table, "S", concealed=READY, win="4p", self_drawn=True)


def test_a_match_counts_the_win_of_the_hand_being_played() -> None:
    assert Match(loaded("classical"), 1).table.fields == {"consecutive_east_wins": 1}
