"""What a game in the terminal says at the moment it matters: wins that are refused, who pays, to whom tiles go."""

from __future__ import annotations

import pytest

import mjrules
from mjrules import Table, View
from mjrules.cli.terminal.choices import claim_question
from mjrules.cli.terminal.news import news, payments_to_you
from mjrules.cli.terminal.refused_wins import refused_wins, told_waits
from mjrules.cli.terminal.screen import Screen
from mjrules.cli.terminal.sitting import Sitting
from mjrules.cli.terminal.standings import plain_final
from mjrules.cli.terminal.tile_faces import GameStyle
from mjrules.play import events
from mjrules.play.phases import Claims, Turn
from mjrules.testing import laid_table, play_moves
from mjrules.tiles.tile import parse_tiles
from tests.kit.rulesets import loaded

CHEAP = {"E": "9s", "W": "2p4s", "N": "2p", "S": "123m456p789m11p23s"}
"""South waits for 1s and 4s with a hand that is worth little."""


def refused(table: Table, seat: int = 1, *, spoken: bool = False) -> list[str]:
    return list(refused_wins(table, seat, 0, GameStyle(table.ruleset.names, spoken=spoken)))


def give_up(table: Table, suits: str) -> None:
    for seat, suit in enumerate(suits):
        table.do(next(action for action in table.legal_actions(seat) if action.text().endswith(suit)))


def test_a_discard_that_completes_a_hand_worth_too_little_is_told() -> None:
    table = laid_table(loaded("hong-kong"), CHEAP, draws="3p9s9s")
    play_moves(table, "E discard 9s; S discard 3p; W discard 4s")
    why = "the hand is worth 2 towards the minimum of 3"
    assert refused(table) == [f"You could not win with the 4s of West: {why}."]
    assert refused(table, spoken=True) == [f"You could not win with the 4 bamboos of West: {why}."]
    play_moves(table, "N discard 2p")
    assert len(refused(table)) == 1  # when it was, and not what has happened since
    style = GameStyle(table.ruleset.names)
    assert list(refused_wins(table, 1, len(table.log), style)) == []


def test_a_drawn_tile_that_does_not_win_is_told_and_what_wins_is_not() -> None:
    cheap = laid_table(loaded("chinese-official"), CHEAP, draws="4s3p")
    play_moves(cheap, "E discard 9s")
    assert [line.partition(":")[0] for line in refused(cheap)] == ["You could not win with the 4s"]
    fair = laid_table(loaded("classical"), CHEAP, draws="4s3p")
    play_moves(fair, "E discard 9s")
    assert refused(fair) == []


def test_what_a_house_rule_refuses_is_told() -> None:
    table = laid_table(loaded("riichi"), {**CHEAP, "N": "44s"}, draws="1s9s")
    play_moves(table, "E discard 9s; S discard 1s; W discard 4s")
    why = "the player has discarded a tile that completes the hand"
    assert refused(table) == [f"You could not win with the 4s of West: {why}."]
    told = told_waits(table, 1, GameStyle(table.ruleset.names))
    assert told == ["Your hand waits for 14s.", f"Discarded, they would not win: {why}."]


def test_what_the_ruleset_asks_for_is_told() -> None:
    table = laid_table(loaded("sichuan"), CHEAP, draws="3p9s9s")
    give_up(table, "pmpp")
    play_moves(table, "E discard 9s; S discard 3p; W discard 4s")
    why = "This ruleset asks for: no tiles of the suit that the player gave up. "
    why += "Tiles of 3 suits, but this ruleset asks for tiles of one to two suits"
    assert refused(table) == [f"You could not win with the 4s of West: {why}."]


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("classical", ["Your hand waits for 14s."]),
        (
            "hong-kong",
            [
                "Your hand waits for 14s.",
                "Discarded, they would not win: the hand is worth 2 towards the minimum of 3.",
            ],
        ),
    ],
)
def test_what_a_hand_waits_for_and_does_not_win_with(id: str, told: list[str]) -> None:
    table = laid_table(loaded(id), CHEAP, draws="9s3p")
    play_moves(table, "E discard 9s; S discard 9s; W discard 2p")
    style = GameStyle(table.ruleset.names)
    assert told_waits(table, 1, style)[: len(told)] == told
    assert told_waits(table, 2, style) == []


def test_the_reason_of_advice_is_in_the_words_of_the_game() -> None:
    style, spoken = (GameStyle(loaded("riichi").names, spoken=spoken) for spoken in (False, True))
    said = "2 tiles are missing for seven pairs: 14m07p5z, and 99z is none"
    assert style.retold(said) == "2 tiles are missing for seven pairs: 14m07p, White Dragon, and 99z is none"
    assert "1 character, 4 characters, red 5 dots, 7 dots, White Dragon, and" in spoken.retold(said)


FINAL = """\
The match is over: all hands are played
1: You, 84000 in all (points 74200, rounding -200, bonus 10000)
2: Ann, -3000 in all (points 17000, pots 1000)
"""


def test_the_end_of_a_match_is_read_out_with_a_word_for_each_number() -> None:
    places = (
        events.FinalPlace("You", 1, 74200, 84000, rounding=-200, bonus=10000),
        events.FinalPlace("Ann", 2, 17000, -3000, pots=1000),
    )
    over = events.MatchOver(why="hands", standings=places)
    assert list(plain_final(over)) == FINAL.splitlines()


def test_what_is_alike_is_counted_where_it_is_read_out() -> None:
    spoken = GameStyle(loaded("riichi").names, spoken=True)
    assert spoken.tiles(parse_tiles("11m222p3333s")) == "1 character, 1 character, three of 2 dots, four of 3 bamboos"


def test_lines_that_are_read_out_are_not_broken_into_columns() -> None:
    out: list[str] = []
    ruleset = loaded("riichi")
    style = GameStyle(ruleset.names, spoken=True)
    score = ruleset.score("(111m) (456p) 234m77m66z +6z seat=S from=left")
    Screen(style, out.append, plain=True).shown(f"{score.played(style)}\n{score.explanation.why(style)}")
    lines = "".join(out).split("\n")
    assert "= 28 fu, rounded up = 30" in lines
    assert all(len(line) <= 80 for line in lines)
    first = lines.index("8 fu Open Pung of Terminals or Honours (2 x 4) three of 1 character; three of")
    assert lines[first + 1] == "  Green Dragon"
    assert lines[1] == "  (three of 1 character) | three of Green Dragon* | 7 characters, 7 characters"


def test_who_has_won_is_not_told_that_others_tiles_do_not_win() -> None:
    table = laid_table(loaded("sichuan"), {**CHEAP, "S": "123456789m11s23s", "W": "14s"}, draws="3p9s2p")
    give_up(table, "mpmm")
    play_moves(table, "E discard 9s; S discard 3p; W discard 4s; S mahjong; W discard 1s")
    assert table.state.players[1].finished
    assert refused(table) == []


HAND = """\
South 4  wins on a discard of West
      1  faan  Round Wind  West wind x3

West  2

  West   pays  South  128  (the winner's 64, West x 2)
  South  pays  West     8
  North  pays  West     8

  South  +120
  West   -120"""
TO_WEST = """\
South 4  wins on your discard
      1  faan  Round Wind  West wind x3

You   2

  You    pay   South  128  (the winner's 64, West x 2)
  South  pays  you      8
  North  pays  you      8

  South  +120
  You    -120"""
TO_SOUTH = """\
You   4  win on a discard of West
      1  faan  Round Wind  West wind x3

West  2

  West   pays  you    128  (the winner's 64, West x 2)
  You    pay   West     8
  North  pays  West     8

  You    +120
  West   -120"""


def test_payments_are_said_to_the_player() -> None:
    assert payments_to_you(HAND, "West") == TO_WEST
    assert payments_to_you(HAND, "South") == TO_SOUTH
    robbed = "South 4  wins on a kong of West"
    assert payments_to_you(robbed, "West") == "South 4  wins on your kong"
    assert payments_to_you(robbed, "South") == "You   4  win on a kong of West"
    assert payments_to_you("Riichi: West puts 1000 into the pot", "West") == "Riichi: you put 1000 into the pot"
    assert payments_to_you("Of East's first discard: East", "East") == "Of East's first discard: you"


def test_what_is_paid_at_once_is_said_to_the_player() -> None:
    table = laid_table(loaded("sichuan"), {"E": "1111m"})
    give_up(table, "pppp")
    play_moves(table, "E kong 1m")
    style = GameStyle(table.ruleset.names)
    (line,) = [line for line in news(table, table.events, 0, style) if "pay" in line]
    assert line == "Concealed kong: you\n  South  pays  you   2\n  West   pays  you   2\n  North  pays  you   2"


def test_to_whom_tiles_are_passed_is_asked() -> None:
    out: list[str] = []
    match = mjrules.Match(loaded("western", charleston="both"), 3, ["You", "Ann", "Bob", "Cleo"], seat=False)
    screen = Screen(GameStyle(match.ruleset.names), out.append)
    sitting = Sitting(match, {}, screen, None)  # type: ignore[arg-type]
    sitting._question(View(match.table, 0), table=False)
    assert "  3 tiles go to your right, to South, pass 1 of 3.\n  Choose 3 tiles" in "".join(out)


def test_a_kong_that_may_be_robbed_is_not_called_a_discard() -> None:
    out: list[str] = []
    ruleset = loaded("classical")
    match = mjrules.Match(ruleset, 3, ["You", "Ann", "Bob", "Cleo"], seat=False)
    hands = {"E": "234m234p23499s46s9p", "S": "5s", "W": "55s1z"}
    match.table = laid_table(ruleset, hands, draws="3z9m1z2z5s")
    sitting = Sitting(match, {}, Screen(GameStyle(ruleset.names), out.append), None)  # type: ignore[arg-type]
    play_moves(
        match.table,
        "E discard 9p; S discard 5s; W pung; W discard 1z; N discard 9m; E discard 1z; S discard 2z; W kong 5s",
    )
    sitting._question(View(match.table, 0), table=False)
    assert "  West has declared a kong with 5s. Win with it?\n" in "".join(out)
    claims = Claims(2, 35, Turn(None), 4, kong="bonus")
    assert claim_question(claims, "Plum") == "has laid aside Plum. Win with it?"
